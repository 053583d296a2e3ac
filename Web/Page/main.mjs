// The objects on the page, and how they are loaded.

/** The objects of all files in the order in which they came, which one is shown, and in which view. */
const state = { objects: [], selected: undefined, view: "pin", details: new Map() };
const views = ["pin", "why", "wrong", "inspect"];

/** A file that is larger needs more memory than the tool has in a page. */
const longestFile = 32 * 1024 * 1024;

/** The answer, or nothing after saying why there is none. */
async function attempt(answer) {
    try {
        return await answer;
    } catch (error) {
        say(`The tool stopped: ${error.message}`, true);
        return undefined;
    }
}

function detailsOf(object) {
    const key = `${object.file}\n${object.index}`;
    if (!state.details.has(key)) {
        state.details.set(key, tool.ask("details", { name: object.file, index: object.index }).catch((error) => {
            state.details.delete(key);
            throw error;
        }));
    }
    return state.details.get(key);
}

/** A name that no file has yet and no command takes for an option or for standard input. */
function freeName(name) {
    const plain = name.startsWith("-") ? `./${name}` : name;
    const taken = new Set(state.objects.map((object) => object.file));
    for (let number = 1; ; number++) {
        const found = number === 1 ? plain : `${plain} (${number})`;
        if (!taken.has(found)) return found;
    }
}

/** Adds files, given as a name and bytes each, and shows the first object of them. */
async function addFiles(files) {
    let first;
    const policies = [];
    for (const { name: given, bytes } of files) {
        const name = freeName(given);
        say(`Reading ${name}…`);
        const added = await attempt(tool.ask("add", { name, bytes }, [bytes.buffer]));
        if (!added) continue;
        if (added.policy !== undefined) {
            policies.push(added.policy);
            say(`${name} contains pins, which are in Wrong pin.`);
            state.view = "wrong";
            continue;
        }
        state.objects.push(...added.objects);
        first ??= added.objects.find((object) => object.pin) ?? added.objects[0];
        const unread = added.objects.filter((object) => !object.ok).length;
        say(`${name}: ${plural(added.objects.length - unread, "object")}` + (unread ? `, ${unread} not readable` : ""), unread > 0);
    }
    state.selected = first ?? state.selected;
    if (policies.length) byID("wrong-text").value = policies.join("\n");
    await refresh();
    if (state.view === "wrong" && byID("wrong-text").value && filesWithKeys().length) await findMistakes();
}

/** Opens an encrypted file with a password, and shows what is in it. */
async function unlock(name, text) {
    say(`Reading ${name}…`);
    const opened = await attempt(tool.ask("unlock", { name, text }));
    if (!opened) return;
    const place = state.objects.findIndex((object) => object.file === name);
    state.objects = state.objects.filter((object) => object.file !== name);
    state.objects.splice(place, 0, ...opened.objects);
    for (const key of [...state.details.keys()]) if (key.startsWith(`${name}\n`)) state.details.delete(key);
    state.selected = opened.objects.find((object) => object.pin) ?? opened.objects[0];
    const isRight = !opened.objects.some((object) => object.isLocked);
    say(isRight ? `${name}: ${plural(opened.objects.length, "object")}` : `${name}: wrong password`, !isRight);
    await refresh();
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

/** Entries of the list that are made; the Pin view has all. */
const longestList = 500;

function objectList() {
    const entries = state.objects.slice(0, longestList).map((object) => h("li", {}, h("button", {
        type: "button", "aria-current": object === state.selected ? "true" : null, class: object.ok ? "" : "bad",
        onclick: () => show(state.view === "wrong" ? "why" : state.view, object),
    }, h("span", { class: "title" }, titleOf(object)),
    h("span", { class: "kind" }, [kindOf(object), keyOf(object)].filter(Boolean).join(" · ")))));
    const left = state.objects.length - entries.length;
    byID("objects").replaceChildren(h("ul", {}, entries), left > 0 ? h("p", { class: "hint" }, `and ${plural(left, "more object")}`) : "");
}

/** Shows a view, of another object if one is given. */
async function show(view, object = state.selected) {
    state.view = view;
    state.selected = object;
    await refresh();
    byID(`view-${view}`).scrollIntoView({ block: "nearest" });
}

async function refresh() {
    const isEmpty = state.objects.length === 0 && byID("wrong-text").value === "";
    document.body.classList.toggle("has-objects", !isEmpty);
    byID("workspace").hidden = isEmpty;
    byID("clear").hidden = isEmpty;
    objectList();
    for (const name of views) {
        const isShown = name === state.view;
        const tab = byID(`tab-${name}`);
        tab.setAttribute("aria-selected", String(isShown));
        tab.tabIndex = isShown ? 0 : -1;
        byID(`view-${name}`).hidden = !isShown;
    }
    if (state.view === "pin") pinView(state.objects, state.selected);
    if (state.view === "wrong") wrongView();
    if (!state.selected) return;
    if (state.view === "why") await attempt(whyView(state.selected));
    if (state.view === "inspect") await attempt(inspectView(state.selected));
}

async function clear() {
    for (const name of new Set(state.objects.map((object) => object.file))) await tool.ask("remove", { name });
    Object.assign(state, { objects: [], selected: undefined, view: "pin" });
    state.details.clear();
    byID("wrong-text").value = byID("paste-text").value = "";
    for (const name of ["view-pin", "view-why", "view-inspect", "wrong-answers"]) byID(name).replaceChildren();
    history.replaceState(null, "", location.pathname + location.search);
    say("Everything was removed.");
    await refresh();
}

/** The certificate in the address, if there is one: of a link that a colleague made. A key is not taken from a link. */
async function openLink() {
    const text = /^#certificate=([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1];
    if (!text) return;
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
    const found = isCertificate && await attempt(tool.ask("details", { name, index: 0 }));
    if (found?.certificate?.length === size) {
        state.objects.push(object);
        state.selected = object;
        say("This certificate came with the link.");
        await refresh();
        return;
    }
    await tool.ask("remove", { name });
    history.replaceState(null, "", location.pathname + location.search);
    say("The link does not hold a certificate; nothing else is read from a link.", true);
}

function connect() {
    byID("files").addEventListener("change", async (event) => {
        await readFiles([...event.target.files]);
        event.target.value = "";
    });
    byID("paste-open").addEventListener("click", (event) => {
        const isOpen = byID("paste").hidden;
        byID("paste").hidden = !isOpen;
        event.target.setAttribute("aria-expanded", String(isOpen));
        if (isOpen) byID("paste-text").focus();
    });
    byID("paste").addEventListener("submit", async (event) => {
        event.preventDefault();
        const text = byID("paste-text").value;
        byID("paste-text").value = "";
        if (text.trim()) await addText(text);
    });
    byID("example").addEventListener("click", async () => {
        // The hash of the raw key, the most common wrong pin.
        byID("wrong-text").value = "sha256/KSeGXndD4/rKAuzfT6R1azAATDNVWXuljpfEFIycaK0=";
        await addText(byID("example-text").textContent, "github.com.pem");
        say("An example: an old certificate of github.com. Wrong pin has a pin of it that does not match.");
    });
    byID("clear").addEventListener("click", clear);
    byID("wrong").addEventListener("submit", findMistakes);
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
        if (event.type === "drop") readFiles([...event.dataTransfer.files]);
    };
    for (const kind of ["dragover", "dragleave", "drop"]) addEventListener(kind, drop);
    addEventListener("hashchange", openLink);
    addEventListener("paste", (event) => {
        if (event.target.closest?.("textarea, input")) return;
        const text = event.clipboardData.getData("text");
        if (event.clipboardData.files.length) readFiles([...event.clipboardData.files]);
        else if (text.trim()) addText(text);
    });
}

attempt(tool.start().then(async (version) => {
    byID("version").textContent = `This is ${version}.`;
    connect();
    document.body.classList.add("ready");
    await openLink();
}));
