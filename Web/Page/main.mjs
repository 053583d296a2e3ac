// What the page holds: a question, files, and the objects in them.

/**
 * `question` is a text, or a file that is not text. `files` has for each name what is kept of its bytes, and the encrypted
 * bytes while it waits for a password. `run` is the number of the last question that was asked.
 */
const state = {
    question: { text: "" }, files: new Map(), objects: [], selected: undefined, view: "pin", details: new Map(), run: 0,
    saved: undefined,
};
const views = ["pin", "why", "inspect"];

/** A file that is larger needs more memory than the tool has in a page. */
const longestFile = 32 * 1024 * 1024;

/** The pause after a key before the answer, in milliseconds. */
const pause = 300;

/** Certificates that are checked as a chain if nothing else is asked. */
const longestChain = 20;

/** Keys that are compared with mistakes at a time, in less than a second. */
const keysAtATime = 100;

/** The answer, or nothing after saying why there is none. */
async function attempt(answer) {
    try {
        return await answer;
    } catch (error) {
        if (!(error instanceof Stopped)) say(`The tool stopped: ${error.message}`, true);
        return undefined;
    }
}

function detailsOf(object) {
    const key = `${object.file}\n${object.index}`;
    const { bytes, kept } = state.files.get(object.file);
    if (kept) return Promise.resolve(kept[object.index] ?? { inspect: object });
    if (!state.details.has(key)) {
        state.details.set(key, tool.ask("details", { name: object.file, index: object.index, bytes }).catch((error) => {
            state.details.delete(key);
            throw error;
        }));
    }
    return state.details.get(key);
}

/** A name that no file has yet and no command takes for an option or for standard input. */
function freeName(name) {
    const plain = name.startsWith("-") ? `./${name}` : name;
    for (let number = 1; ; number++) {
        const found = number === 1 ? plain : `${plain} (${number})`;
        if (!state.files.has(found)) return found;
    }
}

/** Adds files, given as a name and bytes each. A pin, message or configuration among them becomes the question. */
async function addFiles(files) {
    change();
    let [first, error, shown] = [undefined, undefined, performance.now()];
    const said = [];
    for (const { name: given, bytes } of files) {
        const name = freeName(given);
        work(`Reading ${name}`);
        const added = await tool.ask("add", { name, bytes }, [bytes.buffer]).catch((reason) => { error = reason; });
        if (!added) said.push(`${name}: ${error.message}`);
        if (error instanceof Stopped) break;
        if (!added) continue;
        if (added.isQuestion) {
            state.question = added.text === undefined ? { text: "", name, bytes: added.bytes } : { text: added.text.trim() };
            byID("question").value = state.question.text;
            continue;
        }
        state.files.set(name, added);
        state.objects.push(...added.objects);
        first ??= added.objects.find((object) => object.pin) ?? added.objects[0];
        const unread = added.objects.filter((object) => !object.ok).length;
        said.push(`${name}: ${plural(added.objects.length - unread, "object")}` + (unread ? `, ${unread} not readable` : ""));
        if (performance.now() - shown < 1000) continue;
        await refresh();
        shown = performance.now();
    }
    work();
    state.selected = first ?? state.selected;
    if (said.length) say(said.join("; "));
    await refresh();
    await answer();
    // Last, so that the verdict does not replace it.
    if (error) say(said.join("; "), true);
}

/** Opens an encrypted file with a password, and shows what is in it. */
const unlock = (name, text) => track(unlocked(name, text));

async function unlocked(name, text) {
    change();
    const { locked } = state.files.get(name);
    work(`Opening ${name}`);
    const opened = await attempt(tool.ask("add", { name, bytes: locked, secret: text }));
    work();
    if (!opened) return;
    // The next attempt takes as long.
    for (const object of opened.objects.filter((object) => object.isLocked)) {
        object.locks ??= state.objects.find((other) => other.file === name && other.index === object.index)?.locks;
    }
    const place = state.objects.findIndex((object) => object.file === name);
    remove(name, opened);
    state.objects.splice(place, 0, ...opened.objects);
    state.selected = opened.objects.find((object) => object.pin) ?? opened.objects[0];
    const isRight = !opened.objects.some((object) => object.isLocked);
    say(isRight ? `${name}: ${plural(opened.objects.length, "object")}` : `${name}: wrong password`, !isRight);
    await refresh();
    await answer();
}

/** Forgets a file, or replaces it with what it has become. */
function remove(name, other) {
    const { bytes, locked } = state.files.get(name) ?? {};
    for (const part of [bytes, locked]) part?.fill(0);
    state.objects = state.objects.filter((object) => object.file !== name);
    for (const key of [...state.details.keys()]) if (key.startsWith(`${name}\n`)) state.details.delete(key);
    if (other) state.files.set(name, other);
    else state.files.delete(name);
    if (!state.objects.includes(state.selected)) state.selected = state.objects[0];
}

/** What has begun and waits for a file or for a person who types. */
const pending = new Set();

async function track(promise) {
    pending.add(promise);
    try {
        return await promise;
    } finally {
        pending.delete(promise);
    }
}

async function readFiles(list) {
    const files = [];
    const unread = [];
    for (const file of list) {
        try {
            if (file.size > longestFile) throw new Error("more than 32 MB, the most that this page reads");
            files.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
        } catch (error) {
            unread.push(`${file.name}: ${error.message}`);
        }
    }
    if (files.length) await addFiles(files);
    // Last, so that no other file's message replaces it.
    if (unread.length) say(unread.join("; "), true);
}

const addText = (text, name = "pasted text") => addFiles([{ name, bytes: new TextEncoder().encode(text) }]);

/** Something has changed: the answer no longer belongs to what is on the page. */
function change() {
    state.run += 1;
    removeAnswer();
    work();
    say("");
    if (state.isAnswering && tool.isBusy()) tool.stop();
    state.isAnswering = false;
}

/**
 * The answer of `diagnose`. Many keys are first compared with their pins only; if that leaves a question open, the workers
 * share the keys, and the tool answers from those of which a mistake makes a pin. What it says on the way is shown.
 */
async function diagnosed(question, isCurrent) {
    const keys = state.objects.filter((object) => object.pin);
    if (keys.length <= keysAtATime) return tool.ask("diagnose", question);
    // A whole file may have been hashed, too.
    const examined = new Set([...state.files.keys()].map((name) => keys.find((key) => key.file === name)?.pin ?? ""));
    const asked = () => tool.ask("diagnose", { ...question, examined: [...examined] });
    let said = await asked();
    if (said.isRight || said.isFile || said.records.length === 0) return said;
    let [done, compared, early] = [0, 0, undefined];
    const [parts, count] = [partsOf(state.files), examined.size];
    const progress = () => {
        if (isCurrent()) work(`Trying the known mistakes on ${plural(keys.length, "key")}`, done / parts.length);
    };
    const show = () => isCurrent() && showAnswer({ ...said, isOpen: true });
    show();
    progress();
    await tool.share("diagnose", parts.map((named) => ({ ...question, named })), ({ records }) => {
        done += 1;
        compared += records[0]?.keys ?? NaN;
        for (const match of records.flatMap((record) => record.matches ?? [])) if (match.object) examined.add(match.object.pin);
        if (examined.size > count) early ??= asked().then((answer) => { said = answer; show(); }).catch(() => {});
        progress();
    });
    if (early) said = await asked();
    // If a part was not what it is in its file, or a message does not say what it was compared with.
    const isWhole = compared === said.records[0].keys && said.records.every((record) => record.matches);
    return isWhole ? said : tool.ask("diagnose", question);
}

/** What to give next, if the tool does not say it. */
function nextStep(isAsked, { isPolicy }, records, pins) {
    if (!isAsked || records?.some((record) => record.verdict !== "not-a-pin" || isWaiting(record))) return undefined;
    if (!isPolicy) return "Paste a pin such as sha256/…, a whole configuration, or an error message with all its lines.";
    return pins === 0 ? "Add the server's certificates to compare them with the pins." : undefined;
}

/** The files in parts with few objects each. Only the tool knows what is in a container, or was encrypted. */
function partsOf(files) {
    return [...files].flatMap(([name, { bytes, kept }]) => {
        const objects = kept ? [] : state.objects.filter((object) => object.file === name && object.container === undefined);
        const starts = [0, ...objects.map((object) => object.offset).filter((_, place) => place > 0 && place % keysAtATime === 0)];
        return starts.map((start, place) => ({ [name]: bytes.subarray(start, starts[place + 1]) }));
    });
}

/** Asks the tool, and shows its answer if nothing has changed meanwhile. */
async function answer() {
    const { text, name, bytes } = state.question;
    const named = Object.fromEntries([...state.files].map(([other, file]) => [other, file.bytes]));
    if (bytes) named[name] = bytes;
    const isAsked = text.trim() !== "" || bytes !== undefined;
    const count = state.objects.filter((object) => object.kind === "certificate").length;
    const run = ++state.run;
    const question = isAsked ? { text: bytes ? undefined : text, name, named } : { named };
    if (!isAsked && (count === 0 || count > longestChain)) return;
    state.isAnswering = true;
    const pins = state.objects.filter((object) => object.pin).length;
    work(isAsked && pins > 1 ? `Comparing with ${plural(pins, "key")}` : "Checking");
    const isCurrent = () => run === state.run;
    try {
        const said = isAsked ? await diagnosed(question, isCurrent) : {};
        if (!isCurrent()) return;
        if (said.isFile) {
            byID("question").value = state.question.text = "";
            await addText(text);
            return;
        }
        const isFailure = said.records?.some((record) => record.kind === "pin-failure");
        // Alone first: whether it is a configuration does not depend on the certificates, of which there may be many.
        let checked = isFailure ? {} : await tool.ask("check", isAsked ? { ...question, named: bytes ? { [name]: bytes } : {} } : question);
        if (isCurrent() && isAsked && checked.isPolicy && state.files.size > 0) checked = await tool.ask("check", question);
        if (!isCurrent()) return;
        // Without keys, what is right in a configuration is not known, and it is not a pin.
        const isOther = pins === 0 || said.records?.every((record) => record.verdict === "not-a-pin");
        const records = checked.isPolicy && isOther ? [] : said.records;
        const about = isAsked ? "The configuration" : "The certificates";
        showAnswer({ ...(checked.isPolicy ? checked : {}), records, isAsked, about, next: nextStep(isAsked, checked, records, pins) });
    } catch (error) {
        if (!isCurrent()) return;
        if (error instanceof Stopped) showAnswer({ isStopped: true });
        else say(`The tool stopped: ${error.message}`, true);
    } finally {
        if (isCurrent()) {
            state.isAnswering = false;
            work();
        }
    }
}

/** Shows what takes long, with the seconds so far, how much is done if known, and a way to stop it; nothing without a text. */
function work(text, part) {
    clearInterval(work.timer);
    // From one file to the next, it stays where it is.
    if (!text || !work.text) [work.began, byID("work").hidden] = [performance.now(), true];
    work.text = text;
    if (!text) return;
    const tell = () => {
        const seconds = Math.round((performance.now() - work.began) / 1000);
        byID("work").hidden = seconds < 1;
        byID("work-text").textContent = `${text}: ${part === undefined ? "" : `${Math.floor(100 * part)}\u00a0%, `}${seconds}\u00a0s`;
    };
    tell();
    work.timer = setInterval(tell, 250);
}

/** Entries of the list that are made; a search finds the others. */
const longestList = 500;

/** The objects that are shown, in the order that is chosen. */
function listed() {
    const words = byID("search").value.toLowerCase();
    const order = byID("order").value;
    const found = state.objects.filter((object) => !words
        || [titleOf(object), object.subject, object.pin, object.file, object.role, object.serial, object.sha256, kindOf(object)]
            .some((text) => text?.toLowerCase().includes(words)));
    const roles = ["leaf", "ca", "root"];
    const key = (object) => order === "role" ? roles.indexOf(object.role) : order === "title" ? titleOf(object) : object[order] ?? "";
    if (order === "file") return found;
    return found.map((object) => [key(object), object]).sort(([one], [other]) => one < other ? -1 : one > other ? 1 : 0)
        .map(([, object]) => object);
}

function objectList(objects) {
    const entries = objects.slice(0, longestList).map((object) => h("li", {}, h("button", {
        type: "button", "data-key": `object ${object.file} ${object.index}`,
        "aria-current": object === state.selected ? "true" : null, class: object.ok ? "" : "bad",
        onclick: () => show(state.view, object),
    }, h("span", { class: "title" }, titleOf(object)),
    h("span", { class: "kind" }, [roleOf(object) ?? kindOf(object), object.key_name].filter(Boolean).join(" · ")))));
    const left = objects.length - entries.length;
    byID("objects").replaceChildren(h("ul", {}, entries),
        left > 0 ? h("p", { class: "hint" }, `and ${plural(left, "more object")}: search to find them`) : "");
    const chosen = byID("objects").querySelector("[aria-current]");
    if (chosen) reveal(chosen, byID("objects").parentElement);
}

/** The names of the files, each with a button that removes it. */
function fileList() {
    const entry = (name, remove, label) => h("li", {}, h("span", {}, name), h("button", {
        type: "button", class: "quiet", "data-key": `remove ${name}`, "aria-label": label, onclick: remove,
    }, "Remove"));
    byID("given-files").replaceChildren(...[...state.files.keys()].map((name) => entry(name, () => {
        change();
        remove(name);
        track(refresh().then(answer));
    }, `Remove ${name}`)));
    byID("given-files").hidden = state.files.size === 0;
    byID("question-file").replaceChildren(...(state.question.bytes ? [entry(state.question.name, () => {
        change();
        state.question = { text: "" };
        track(refresh().then(answer));
    }, `Remove ${state.question.name}`)] : []));
    byID("question-file").hidden = !state.question.bytes;
}

/** Shows a view, of another object if one is given. */
async function show(view, object = state.selected) {
    state.view = view;
    state.selected = object;
    await refresh();
    const card = document.querySelector(".card[data-selected]");
    if (view === "pin" && card && state.objects.length > 1) card.scrollIntoView({ block: "nearest" });
    else byID(`view-${view}`).scrollIntoView({ block: "nearest" });
}

async function refresh() {
    const { activeElement: before } = document;
    const key = before?.dataset?.key;
    const isEmpty = state.objects.length === 0;
    byID("workspace").hidden = isEmpty;
    byID("clear").hidden = isEmpty && !state.question.text && !state.question.bytes;
    byID("back").hidden = !state.saved;
    byID("example").hidden = Boolean(state.saved);
    document.body.classList.toggle("has-many", state.objects.length > 12);
    byID("save-pins").hidden = !state.objects.some((object) => object.pin);
    const objects = listed();
    objectList(objects);
    fileList();
    for (const name of views) {
        const isShown = name === state.view;
        const tab = byID(`tab-${name}`);
        tab.setAttribute("aria-selected", String(isShown));
        tab.tabIndex = isShown ? 0 : -1;
        byID(`view-${name}`).hidden = !isShown;
    }
    if (state.view === "pin") pinView(objects, state.selected);
    if (state.selected && state.view === "why") await attempt(whyView(state.selected));
    if (state.selected && state.view === "inspect") await attempt(inspectView(state.selected));
    // What had the focus may have been made again, or be gone.
    if (before && before !== document.body && (!before.isConnected || before.offsetParent === null)) {
        const again = key && [...document.querySelectorAll("[data-key]")].find((element) => element.dataset.key === key);
        (again || (isEmpty ? byID("question") : byID(`view-${state.view}`))).focus({ preventScroll: true });
    }
}

function clear() {
    change();
    for (const name of [...state.files.keys()]) remove(name);
    Object.assign(state, { question: { text: "" }, selected: undefined, view: "pin", saved: undefined });
    for (const name of ["question", "given", "search"]) byID(name).value = "";
    for (const name of ["view-pin", "view-why", "view-inspect"]) byID(name).replaceChildren();
    history.replaceState(null, "", location.pathname + location.search);
    say("Everything was removed.");
    return refresh();
}

/** Shows an example, and keeps what the person has given. */
async function example() {
    change();
    const { question, files, objects, selected } = state;
    if (question.text || question.bytes || files.size) state.saved = { question, files, objects, selected };
    // The hash of the raw key, the most common wrong pin.
    const text = "sha256/KSeGXndD4/rKAuzfT6R1azAATDNVWXuljpfEFIycaK0=";
    Object.assign(state, { question: { text }, files: new Map(), objects: [], selected: undefined, view: "pin" });
    state.details.clear();
    byID("question").value = text;
    await addText(byID("example-text").textContent, "github.com.pem");
}

async function back() {
    change();
    Object.assign(state, state.saved, { saved: undefined, view: "pin" });
    state.details.clear();
    byID("question").value = state.question.text;
    await refresh();
    await answer();
}

/** The certificate in the address, if there is one: of a link that a colleague made. A key is not taken from a link. */
async function openLink() {
    const text = /^#certificate=([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1];
    if (!text) return;
    change();
    const name = freeName("certificate from the link");
    // Base64 of an impossible length: the beginning of a link.
    const whole = text.length % 4 === 1 ? "" : text.replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(whole), (character) => character.charCodeAt(0));
    const size = bytes.length;
    const added = await attempt(tool.ask("add", { name, bytes }, [bytes.buffer]));
    if (!added) return;
    const [object, ...others] = added.objects;
    const isCertificate = object?.kind === "certificate" && others.length === 0;
    // Nothing may surround it, because the text before a PEM block may be a key.
    const found = isCertificate && await attempt(tool.ask("details", { name, index: 0, bytes: added.bytes }));
    if (found?.certificate?.length === size) {
        state.files.set(name, added);
        state.objects.push(object);
        state.selected = object;
        await refresh();
        await answer();
        say("This certificate came with the link.");
        return;
    }
    history.replaceState(null, "", location.pathname + location.search);
    say("The link does not hold a certificate; nothing else is read from a link.", true);
}

/** Calls when a person has stopped typing in a box, or at once after a paste. */
function whenTyped(box, call) {
    let timer;
    let isPasted = false;
    box.addEventListener("paste", () => { isPasted = true; });
    box.addEventListener("input", () => {
        change();
        clearTimeout(timer);
        pending.add(box);
        timer = setTimeout(() => {
            pending.delete(box);
            track(call());
        }, isPasted ? 0 : pause);
        isPasted = false;
    });
}

function connect() {
    byID("files").addEventListener("change", async (event) => {
        await track(readFiles([...event.target.files]));
        event.target.value = "";
    });
    whenTyped(byID("question"), async () => {
        state.question = { text: byID("question").value };
        await refresh();
        await answer();
    });
    whenTyped(byID("given"), async () => {
        const text = byID("given").value;
        if (!text.trim()) return answer();
        byID("given").value = "";
        return addText(text);
    });
    byID("example").addEventListener("click", () => track(example()));
    byID("back").addEventListener("click", () => track(back()));
    byID("clear").addEventListener("click", clear);
    byID("stop").addEventListener("click", async () => {
        work();
        tool.stop();
        byID("question").focus();
    });
    for (const name of ["search", "order"]) byID(name).addEventListener("input", refresh);
    byID("save-pins").addEventListener("click", async () => {
        const named = Object.fromEntries([...state.files].map(([name, file]) => [name, file.bytes]));
        const text = await attempt(tool.ask("pins", { named }));
        if (text !== undefined) save(new TextEncoder().encode(text), "pins.txt");
    });
    for (const [place, name] of views.entries()) {
        byID(`tab-${name}`).addEventListener("click", () => show(name));
        byID(`tab-${name}`).addEventListener("keydown", (event) => {
            const step = { ArrowRight: 1, ArrowLeft: views.length - 1 }[event.key];
            if (!step) return;
            const next = views[(place + step) % views.length];
            show(next);
            byID(`tab-${next}`).focus();
        });
    }
    const drop = (event) => {
        event.preventDefault();
        document.body.classList.toggle("dragging", event.type === "dragover");
        if (event.type !== "drop") return;
        const text = event.dataTransfer.getData("text");
        if (event.dataTransfer.files.length) track(readFiles([...event.dataTransfer.files]));
        else if (text.trim()) track(addText(text, "dropped text"));
    };
    for (const kind of ["dragover", "dragleave", "drop"]) addEventListener(kind, drop);
    addEventListener("hashchange", openLink);
    addEventListener("paste", (event) => {
        if (event.clipboardData.files.length) {
            event.preventDefault();
            track(readFiles([...event.clipboardData.files]));
        } else if (!event.target.closest?.("textarea, input")) {
            const text = event.clipboardData.getData("text");
            if (text.trim()) track(addText(text));
        }
    });
}

attempt(tool.start().then(async (version) => {
    byID("version").textContent = `This is ${version}.`;
    connect();
    document.body.classList.add("ready");
    await openLink();
    await tool.ask("warm", { text: byID("example-text").textContent });
}));
