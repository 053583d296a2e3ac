// Inspect: the fields of an object, its notes, and its ASN.1 tree next to its bytes.

async function inspectView(object) {
    const view = byID("view-inspect");
    const { inspect, dump, certificate } = await detailsOf(object);
    const blocks = [
        h("div", { class: "block" },
            h("h2", {}, titleOf(object)), h("p", { class: "where" }, placeOf(object)),
            inspect.ok ? null : errorText(inspect), notes(inspect),
            inspect.ok && h("dl", { class: "facts wide" }, facts(inspect)),
            certificate && h("p", { class: "links" }, shareButton(certificate),
                h("button", { type: "button", onclick: () => save(certificate, `${titleOf(object)}.der`) }, "Save as DER"))),
    ];
    if (inspect.extensions?.length) {
        blocks.push(h("div", { class: "block" }, h("h2", {}, "Extensions"),
            h("dl", { class: "facts wide" }, inspect.extensions.map((extension) => fact(
                [extension.name ?? extension.oid, extension.critical && h("span", { class: "chip" }, "critical")],
                value(extension.value))))));
    }
    if (dump) {
        blocks.push(h("div", { class: "block" }, h("h2", {}, "ASN.1 tree and bytes"),
            object.isSecret && h("p", { class: "note" }, "The secret part of a private key is never shown."),
            dump.damage && h("pre", { class: "message", tabindex: "0" }, dump.damage), tree(dump)));
    }
    view.replaceChildren(...blocks);
}

function notes(inspect) {
    if (!inspect.notes?.length) return null;
    return h("ul", { class: "notes" }, inspect.notes.map((note) => {
        const hint = hintFor(note.hint, inspect.file);
        return h("li", {}, h("span", {}, note.message), hint && h("span", { class: "hint" }, hint),
            note.path && h("span", { class: "where" }, note.path));
    }));
}

/** The fields that are shown, each with its name for a person, in this order. */
const names = {
    subject: "Subject", issuer: "Issuer", not_before: "Valid from", not_after: "Valid until", serial: "Serial number",
    subject_alt_names: "Names", ca: "Certificate authority", self_signed: "Self-signed", version: "Version",
    public_key: "Public key", signature_algorithm: "Signed with", form: "Form", encryption_algorithm: "Encrypted with",
    dek_info: "Encrypted with", curve: "Curve", this_update: "Issued", next_update: "Next issue", entry_count: "Entries",
    certificates: "Certificates", crls: "CRLs", signatures: "Signatures", encrypted_parts: "Encrypted parts",
    private_keys: "Private keys", attributes: "Attributes", trust: "Trusted for", reject: "Rejected for", alias: "Alias",
    ct: "Log entry", pin: "Pin", sha256: "SHA-256 fingerprint", sha1: "SHA-1 fingerprint", signature: "Signature",
};

function facts(inspect) {
    return Object.entries(names).filter(([name]) => {
        const found = inspect[name];
        return found !== undefined && found !== null && !(Array.isArray(found) && found.length === 0);
    }).map(([name, title]) => fact(title, value(inspect[name])));
}

/** A value of the tool's JSON for a person. */
function value(found) {
    if (found === null || found === undefined || found === "") return "none";
    if (found === true) return "yes";
    if (found === false) return "no";
    if (Array.isArray(found)) {
        if (found.length === 0) return "none";
        return h("ul", { class: "plain" }, found.map((item) => h("li", {}, value(item))));
    }
    if (typeof found === "object") {
        const entries = Object.entries(found).filter(([, item]) => item !== null);
        if (entries.length === 2 && "oid" in found && "name" in found) return `${found.name} (${found.oid})`;
        return h("dl", { class: "inner" }, entries.map(([name, item]) => fact(name.replaceAll("_", " "), value(item))));
    }
    const text = String(found);
    return /^[0-9A-Fa-f]{24,}$|^[A-Za-z0-9+/]{43}=$/.test(text) ? h("code", { class: "wrap" }, text) : text;
}

function tree(dump) {
    const said = h("p", { class: "said", "aria-live": "polite" }, " ");
    const { list, bytes } = linked(dump.values.map((node) => {
        const size = `${node.content_length} ${node.content_length === 1 ? "byte" : "bytes"}`;
        const hidden = node.hidden && `${node.hidden === "private" ? "private" : "hidden"}, ${size}`;
        const name = node.name ?? "";
        return {
            hue: hueOf(node), depth: node.depth, text: name, classes: node.hidden ? "hidden-value" : "",
            label: [
                h("span", { class: "at" }, String(node.offset)),
                h("span", { class: "words" }, name && h("span", { class: "name" }, name),
                    h("span", { class: "type" }, node.tag ?? ""),
                    (node.value || hidden) && h("span", { class: "value" }, node.value || `(${hidden})`)),
            ],
            pieces: [
                { hex: node.header ?? "", said: `${node.offset}: ${name} ${node.tag ?? ""}, ${size}` },
                node.hidden
                    ? { hex: "", dots: `(${hidden})`, said: `${node.offset}: not shown` }
                    : { hex: node.content ?? "", said: `${node.offset}: ${name} ${node.tag ?? ""}, ${node.value ?? size}` },
            ],
        };
    }), (text) => { said.textContent = text || " "; }, "ASN.1 tree");
    return h("div", { class: "by-field tree" }, list, h("div", { class: "byte-side" }, said, bytes));
}

/** A color for each class of type. */
function hueOf({ tag = "" }) {
    if (!tag) return 0;
    if (/SEQUENCE|SET/.test(tag)) return 220;
    if (/OBJECT/.test(tag)) return 280;
    if (/String/.test(tag)) return 150;
    if (/Time/.test(tag)) return 55;
    if (/INTEGER|BOOLEAN|ENUMERATED/.test(tag)) return 30;
    if (/STRING/.test(tag)) return 0;
    return 190;
}

/** A link to this page with the certificate in its fragment, which no server sees. */
function shareButton(certificate) {
    const button = h("button", { type: "button" }, "Copy a link with this certificate");
    button.addEventListener("click", () => {
        const text = btoa(String.fromCharCode(...certificate)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
        history.replaceState(null, "", `#certificate=${text}`);
        navigator.clipboard?.writeText(location.href).then(
            () => say("Link copied. It holds the certificate, which is public, and nothing else."),
            () => say("The link is in the address bar."));
    });
    return button;
}
