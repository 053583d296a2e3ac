// Why: header + raw key = SPKI, the two hashes, which API returns which form, and every byte by field.

/** A color for each field, by its hue. */
const hues = {
    Certificate: 220, tbsCertificate: 220, CertificationRequest: 220, certificationRequestInfo: 220, version: 190,
    serialNumber: 30, signature: 280, issuer: 100, validity: 55, subject: 150, subjectPublicKeyInfo: 210,
    issuerUniqueID: 330, subjectUniqueID: 330, extensions: 320, attributes: 320, signatureAlgorithm: 280,
    signatureValue: 0,
};

const hex = (text) => text.match(/../g)?.join(" ") ?? "";

async function whyView(object) {
    const view = byID("view-why");
    const { explain } = await detailsOf(object);
    if (!explain) {
        view.replaceChildren(h("div", { class: "block" }, h("h2", {}, titleOf(object)),
            object.ok ? h("p", {}, "This object has no key of its own, and so no pin.") : errorText(object)));
        return;
    }
    const [header, raw] = [explain.header.length / 2, explain.raw_key.length / 2];
    view.replaceChildren(
        h("div", { class: "block" },
            h("h2", {}, `Why ${titleOf(object)} has two hashes`),
            h("p", { class: "lead" }, "A pin is the SHA-256 of the SPKI (SubjectPublicKeyInfo): a ",
                h("b", { class: "is-header" }, `header of ${header} bytes`), ", which says what kind of key follows, and the ",
                h("b", { class: "is-raw" }, `raw key of ${raw} bytes`),
                ". Many APIs return the raw key alone, and its hash is a different one."),
            sum(explain), hashes(explain)),
        h("div", { class: "block" }, h("h2", {}, "Which API returns which"), forms(explain),
            h("p", { class: "hint" }, explain.trustkit_message)),
        h("div", { class: "block" }, h("h2", {}, "Every byte, by field"),
            h("p", { class: "hint" }, "Point at a field or at a byte, or move through the fields with the arrow keys."),
            fieldBytes(explain.object_fields)),
        h("div", { class: "block" }, h("h2", {}, "This key's header as a constant"),
            h("p", { class: "hint" }, "Put it in front of the raw key before hashing."),
            h("div", { class: "constants" }, constant("Swift", explain.swift), constant("Kotlin", explain.kotlin))));
}

/** Header and raw key side by side, as long as they are. */
function sum(explain) {
    const piece = (name, bytes, classes) => h("div", { class: `piece ${classes}`, "--size": String(Math.max(26, bytes.length / 2)) },
        h("span", { class: "piece-name" }, name), h("span", { class: "piece-size" }, plural(bytes.length / 2, "byte")),
        h("code", {}, hex(bytes.slice(0, 24)) + (bytes.length > 24 ? " …" : "")));
    return h("div", { class: "sum" }, piece("Header", explain.header, "is-header"),
        h("span", { class: "plus" }, "+"), piece("Raw key", explain.raw_key, "is-raw"));
}

function hashes(explain) {
    const hash = (title, note, value, classes) => h("div", { class: `hash ${classes}` },
        h("h3", {}, title), h("p", {}, note), classes === "is-pin" ? copyable(value, title) : h("code", { class: "wrap" }, value));
    const constant = explain.rsa2048_header_is_right ? null
        : hash("rsa2048Asn1Header + raw key", "The constant of many tutorials, which is not this key's header.",
            explain.rsa2048_header_sha256, "not-pin");
    const openssl = explain.openssl === "same" ? null
        : explain.openssl_pin ? hash("What openssl prints", explain.openssl_message, explain.openssl_pin, "not-pin")
            : h("div", { class: "hash not-pin" }, h("h3", {}, "What openssl prints"), h("p", {}, explain.openssl_message));
    return h("div", { class: "hashes" },
        hash("The pin", "SHA-256 of header + raw key.", explain.pin, "is-pin"),
        hash("Not a pin", "SHA-256 of the raw key alone.", explain.raw_key_sha256, "not-pin"), constant, openssl);
}

function forms(explain) {
    const rows = explain.forms.filter((form) => form.sources.length > 0);
    return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Which API returns which" },
        h("table", {}, h("thead", {}, h("tr", {}, ["Form", "Size", "Returned by", "Its SHA-256"].map((name) => h("th", { scope: "col" }, name)))),
            h("tbody", {}, rows.map((form) => h("tr", { class: form.pin ? "is-pin" : "" },
                h("th", { scope: "row" }, form.name, form.pin && h("span", { class: "chip good" }, "the pin")),
                h("td", { class: "number" }, plural(form.byte_count, "byte")),
                h("td", {}, h("ul", {}, form.sources.map((source) => h("li", {}, h("code", {}, source))))),
                h("td", {}, h("code", { class: "wrap" }, form.sha256)))))));
}

function constant(language, text) {
    return h("figure", {}, h("figcaption", {}, language, copyButton(text, `the ${language} constant`)),
        h("pre", { tabindex: "0" }, text));
}

/** Every byte once, in blocks of one field each, beside the list of the fields. */
function fieldBytes(rows) {
    const groups = [];
    for (const row of rows) {
        const last = groups.at(-1);
        if (last && last.field === row.field && last.part === row.part) last.rows.push(row);
        else groups.push({ field: row.field, part: row.part, rows: [row] });
    }
    const said = h("p", { class: "said", "aria-live": "polite" }, " ");
    const tell = (text) => { said.textContent = text || " "; };
    const lists = groups.map((group) => {
        const size = group.rows.reduce((count, row) => count + row.bytes.length / 2, 0);
        const name = { header: "SPKI header", "raw-key": "raw key" }[group.part] ?? group.field;
        const about = group.rows.map((row) => row.value).filter(Boolean).join(" · ");
        return { ...group, name, size, about };
    });
    const { list, bytes } = linked(lists.map((group) => ({
        hue: group.part === "raw-key" ? 42 : hues[group.field] ?? 220,
        label: [h("span", { class: "name" }, group.name), h("span", { class: "size" }, String(group.size)),
            group.about && h("span", { class: "value" }, group.about)],
        text: group.name,
        classes: group.part ? `key ${group.part}` : "",
        pieces: group.rows.map((row) => ({
            hex: row.bytes, said: [`${row.offset}: ${row.type}`, row.value].filter(Boolean).join(", "),
        })),
    })), tell, "Fields");
    return h("div", { class: "by-field" }, list, h("div", { class: "byte-side" }, said, bytes));
}
