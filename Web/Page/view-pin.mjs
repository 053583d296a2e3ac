// Pin: every object with its pin, to copy in the spelling of each platform and library.

/** Cards that are made at a time; a bundle may have thousands of objects. */
const cardsAtATime = 50;

function pinView(objects, selected) {
    const view = byID("view-pin");
    const place = Math.max(0, objects.indexOf(selected));
    let begin = place - place % cardsAtATime;
    let end = begin;
    const button = (onclick) => h("button", { type: "button", onclick });
    const before = button(() => {
        const focused = begin;
        begin = Math.max(0, begin - cardsAtATime);
        const cards = objects.slice(begin, focused).map((object) => pinCard(object, false));
        before.after(...cards);
        label();
        if (before.hidden) cards[0].querySelector("button")?.focus();
    });
    const showMore = () => {
        const cards = objects.slice(end, end + cardsAtATime).map((object) => pinCard(object, object === selected));
        end = Math.min(objects.length, end + cardsAtATime);
        more.before(...cards);
        label();
        return cards;
    };
    const more = button(() => {
        const [first] = showMore();
        if (more.hidden) first.querySelector("button")?.focus();
    });
    const label = () => {
        before.hidden = begin === 0;
        more.hidden = end >= objects.length;
        before.textContent = `Show the ${plural(Math.min(cardsAtATime, begin), "object")} before`;
        more.textContent = `Show more of the ${plural(objects.length, "object")}`;
    };
    view.replaceChildren(before, more);
    if (objects.length === 0) view.append(h("p", { class: "hint" }, "No object has these words."));
    showMore();
}

function pinCard(object, isOpen) {
    const chips = [roleOf(object), kindOf(object), object.key_name, ...datesOf(object)].filter(Boolean);
    const card = h("article", { class: `card ${object.ok ? "" : "bad"}`, "data-selected": isOpen },
        h("header", {},
            h("h2", {}, titleOf(object)),
            h("p", { class: "chips" }, chips.map((chip) => h("span", { class: `chip ${chip.startsWith("expired") ? "warn" : ""}` }, chip)))),
        h("p", { class: "where" }, placeOf(object)));
    if (!object.ok) {
        card.append(errorText(object), passwordForm(object));
        return card;
    }
    if (holdsKey(object)) {
        card.append(h("p", { class: "hint" }, "The private key was erased after its public half was read. This page shows and keeps only that."));
    }
    if (!object.pin) {
        const reason = object.pin === null ? missingPin(object) : "This object has no key of its own, and so no pin.";
        card.append(h("p", {}, reason), passwordForm(object));
        return card;
    }
    card.append(copyable(object.pin, `the pin of ${titleOf(object)}`, "pin"));
    if (object.openssl_pin !== undefined) {
        card.append(h("p", { class: "note" }, "openssl's pipeline prints something else for this key: see Why."));
    }
    const spellings = h("details", {},
        h("summary", {}, "As each platform or library takes it"), h("div", { class: "spellings" }, "Reading…"));
    spellings.addEventListener("toggle", () => spellings.open && fillSpellings(spellings, object), { once: true });
    spellings.open = isOpen;
    card.append(spellings, h("p", { class: "links" },
        h("button", { type: "button", class: "link", onclick: () => show("why", object) }, "Why is this the pin?"),
        h("button", { type: "button", class: "link", onclick: () => show("inspect", object) }, "Inspect")));
    return card;
}

/** Where to type the password of an encrypted file; nothing for another one. */
function passwordForm(object) {
    if (!object.isLocked) return "";
    const field = h("input", {
        type: "password", autocomplete: "off", "data-key": `password ${object.file}`, "aria-label": `Password of ${object.file}`,
        placeholder: "Password",
    });
    const open = (event) => {
        event.preventDefault();
        unlock(object.file, field.value);
    };
    return h("form", { class: "password", onsubmit: open }, field,
        h("button", { type: "submit", "data-key": field.dataset.key }, "Open"), waitOf(object));
}

/** Iterations of a key derivation in a second, on a slow device. */
const iterationsPerSecond = 50_000;

/** How long a password takes, if one notices. */
function waitOf({ locks = [] }) {
    const count = locks.reduce((sum, lock) => sum + (lock.iterations ?? 0), 0);
    const seconds = Math.ceil(count / iterationsPerSecond);
    return seconds > 1 && h("p", { class: "hint" }, `${plural(count, "iteration")}: each attempt takes up to ${seconds} seconds.`);
}

async function fillSpellings(element, object) {
    const { explain } = await detailsOf(object);
    // One row for each spelling, with all consumers that accept it.
    const rows = new Map();
    for (const { consumer, text } of explain?.spellings ?? []) rows.set(text, [...(rows.get(text) ?? []), consumer]);
    element.lastChild.replaceWith(h("dl", { class: "spellings" }, [...rows].map(([text, consumers]) => [
        h("dt", {}, consumers.join(", ")),
        h("dd", {}, copyable(text, `the pin for ${consumers[0]}`)),
    ])));
}

/** When a certificate ends, and that it has. */
function datesOf(object) {
    if (!object.not_after) return [];
    const isExpired = object.notes?.some((note) => note.code === "expired");
    return [`${isExpired ? "expired" : "valid until"} ${dayOf(object.not_after)}`];
}

/** Whether a private key was read, and erased. */
const holdsKey = (object) => object.kind === "private-key";

function placeOf(object) {
    const label = object.label ? `, ${object.label}` : "";
    const member = object.container === undefined ? "" : `, inside object ${object.container + 1}`;
    return `${object.file}: object ${object.index + 1}${label}${member}`;
}

function missingPin(object) {
    const note = object.notes?.find((note) => note.hint) ?? object.notes?.[0];
    const hint = hintFor(note?.hint, object.file);
    if (object.isLocked) return ["This object is encrypted. Its password stays in this page.", hint].filter(Boolean).join(" ");
    return [note?.message, hint].filter(Boolean).join("; ") || "No pin can be read from this object.";
}

/** A hint of the tool, if it is for the page: not if it has an option, or is to read a configuration, which the page does. */
function hintFor(hint = "", file) {
    if (/\bpemtool policy\b/.test(hint)) return null;
    const quoted = /^\w[\w./-]*$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
    if (/\bFILE\b/.test(hint)) return `In a terminal: ${hint.replaceAll("FILE", () => quoted)}`;
    return /(^| )--[a-z]/.test(hint) ? null : hint;
}

/** What could not be read, where, and what to do. */
function errorText({ error, file }) {
    const place = [
        error.line && `line ${error.line}, column ${error.column}`, error.path && `field ${error.path}`,
        error.offset > 0 && `byte ${error.offset}`,
    ].filter(Boolean).join("; ");
    const hint = hintFor(error.hint, file);
    return h("div", { class: "error-text" },
        h("p", { class: "message" }, error.message), h("p", { class: "where" }, place), hint && h("p", {}, hint));
}
