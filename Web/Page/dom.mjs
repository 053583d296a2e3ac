// Building blocks of the views.

/** An element with attributes, handlers (`onclick`) and children; what is null or false among the children is left out. */
function h(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === undefined || value === null || value === false) continue;
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else if (key.startsWith("--")) element.style.setProperty(key, value);
        else element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

const byID = (name) => document.getElementById(name);

/** Says something to a screen reader and in the line below the buttons, unless the headline shows it. */
function say(text, isError = false, isHeadline = false) {
    byID("status").textContent = text;
    byID("status").classList.toggle("unseen", isHeadline);
    byID("status").classList.toggle("error", isError);
}

function copyButton(text, what) {
    const button = h("button", { type: "button", class: "copy", "aria-label": `Copy ${what}` }, "Copy");
    button.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(text);
        } catch {
            // A page opened as a file may not have the newer clipboard API.
            const area = h("textarea", { "aria-hidden": "true", class: "unseen" });
            area.value = text;
            document.body.append(area);
            area.select();
            document.execCommand("copy");
            area.remove();
            button.focus();
        }
        button.textContent = "Copied";
        say(`Copied ${what}`);
        setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    return button;
}

/** A text to copy, in monospace. */
function copyable(text, what, classes = "") {
    return h("div", { class: `copyable ${classes}` }, h("code", {}, text), copyButton(text, what));
}

const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

/** The name of an object for a person. */
function titleOf(object) {
    return object.title ?? object.friendly_name ?? object.subject ?? object.file;
}

const kindOf = (object) => object.ok ? object.kind.replaceAll("-", " ").replace(/^pkcs/, "PKCS #") : "not readable";

/** The role of a certificate in words. */
const roleOf = ({ role }) => ({ leaf: "leaf", ca: "intermediate", root: "root" })[role];

const dayOf = (time) => time?.slice(0, 10);

/** Scrolls a box until an element in it can be seen. */
function reveal(element, box) {
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 8;
    else if (inner.bottom > outer.bottom) box.scrollTop += Math.min(inner.bottom - outer.bottom + 8, inner.top - outer.top);
}

/** Saves bytes as a file of the person. */
function save(bytes, name) {
    const address = URL.createObjectURL(new Blob([bytes]));
    const link = h("a", { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    say(`Saved ${name}`);
}
