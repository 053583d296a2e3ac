// Bytes next to the list of their meanings: pointing at one highlights the other.

/** Bytes of one piece that are shown; a signature list or a CRL may have many thousands. */
const longestPiece = 1024;

/**
 * A list and its bytes.
 *
 * @param entries each with `label` (children), `text` (its name), `hue`, `classes`, `depth` and `pieces` of bytes: their
 *   `hex`, and what is `said` of them
 * @param tell is called with what is said of the bytes under the pointer
 */
function linked(entries, tell, label) {
    const marks = [];
    const items = entries.map((entry, place) => h("li", {
        role: "option", id: `${label}-${place}`, "aria-selected": "false", "data-entry": String(place),
        class: `entry ${entry.classes ?? ""}`, "--hue": String(entry.hue), "--depth": String(Math.min(entry.depth ?? 0, 12)),
    }, entry.label));
    const list = h("ul", { class: "entries", role: "listbox", tabindex: "0", "aria-label": label }, items);
    const bytes = h("div", { class: "bytes", role: "region", "aria-label": `Bytes of the ${label.toLowerCase()}`, tabindex: "0" });
    entries.forEach((entry, place) => {
        marks[place] = [items[place]];
        for (const piece of entry.pieces) {
            const shown = piece.hex.slice(0, 2 * longestPiece);
            const left = (piece.hex.length - shown.length) / 2;
            const text = piece.dots ?? hex(shown) + (left > 0 ? ` … ${plural(left, "byte")} more` : "");
            if (!text) continue;
            const element = h("span", {
                class: `run ${entry.classes ?? ""}`, "data-entry": String(place), "--hue": String(entry.hue),
            }, text);
            element.said = piece.said;
            marks[place].push(element);
            bytes.append(element, " ");
        }
    });

    let current = -1;
    const mark = (place, said) => {
        if (place !== current) {
            for (const element of marks[current] ?? []) element.classList.remove("on");
            items[current]?.setAttribute("aria-selected", "false");
            for (const element of marks[place] ?? []) element.classList.add("on");
            items[place]?.setAttribute("aria-selected", "true");
            list.setAttribute("aria-activedescendant", items[place]?.id ?? "");
            current = place;
        }
        tell(said ?? entries[place]?.pieces.map((piece) => piece.said).slice(0, 1).join(", "));
    };
    const over = (event) => {
        const element = event.target.closest("[data-entry]");
        if (!element) return;
        const place = Number(element.dataset.entry);
        mark(place, element.said);
        const isList = event.currentTarget === list;
        if (isList && marks[place][1]) reveal(marks[place][1], bytes);
        if (!isList) reveal(items[place], list);
    };
    for (const box of [list, bytes]) for (const kind of ["pointerover", "click"]) box.addEventListener(kind, over);
    list.addEventListener("keydown", (event) => {
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
        if (!(event.key in steps)) return;
        event.preventDefault();
        const place = Math.max(0, Math.min(entries.length - 1, Math.max(current, -1) + steps[event.key]));
        mark(place);
        reveal(items[place], list);
        if (marks[place][1]) reveal(marks[place][1], bytes);
    });
    return { list, bytes };
}
