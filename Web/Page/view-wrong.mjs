// Wrong pin: the answer of `diagnose` for each pin in a text.

const verdicts = {
    right: ["good", "Right pin"],
    misspelled: ["warn", "Right key, wrong spelling"],
    explained: ["bad", "Wrong pin: here is the mistake"],
    unexplained: ["bad", "Not a pin of these keys"],
    "not-a-pin": ["bad", "Not a pin"],
};

/** The files with keys that a pin is compared with. */
function filesWithKeys() { return [...new Set(state.objects.filter((object) => object.pin).map((object) => object.file))]; }

function wrongView() {
    const names = filesWithKeys();
    byID("wrong-scope").textContent = names.length === 0
        ? "Add the certificates or keys that the pin should belong to first."
        : `Compared with every key in ${names.length === 1 ? names[0] : plural(names.length, "file")}.`;
}

async function findMistakes(event) {
    event?.preventDefault();
    const [text, names] = [byID("wrong-text").value, filesWithKeys()];
    const answers = byID("wrong-answers");
    if (!text.trim()) return say("Paste a pin first.", true);
    if (names.length === 0) return say("Add a certificate or key to compare the pin with.", true);
    const columns = Math.max(24, Math.min(80, Math.floor(answers.clientWidth / 9)));
    answers.setAttribute("aria-busy", "true");
    const { found, reports, errors, policy } = await attempt(tool.ask("diagnose", { text, names, columns })) ?? {};
    answers.removeAttribute("aria-busy");
    if (!found) return undefined;
    answers.replaceChildren(...found.map((record, place) => answer(record, reports[place])));
    if (found.length === 0) answers.append(h("div", { class: "card bad" }, h("pre", {}, errors)));
    // For a log, it lists only the pins.
    if (policy?.status === 3 && policy.output.startsWith("{")) {
        answers.append(h("div", { class: "card" }, h("h2", {}, "Parts of the configuration that are not understood"),
            h("pre", { tabindex: "0" }, policy.errors)));
    }
    say(`${plural(found.length, "pin")} compared`);
    return undefined;
}

function answer(record, report) {
    const [color, title] = verdicts[record.verdict] ?? ["bad", record.verdict];
    const [first, ...others] = record.matches;
    const isExplained = record.verdict === "explained" || record.verdict === "misspelled";
    return h("article", { class: `card answer ${color}` },
        h("header", {}, h("h2", {}, title)),
        h("p", { class: "given" }, h("code", {}, givenPin(record))),
        first && h("dl", { class: "facts" },
            fact(record.right ? "It is" : "It is", first.message),
            first.object && fact("Of", objectName(first.object)),
            !record.right && first.made_by.length > 0 && fact("Made by", steps(first.made_by)),
            !record.right && first.command && fact("Command", copyable(first.command, "the command")),
            others.filter((match) => match.message !== first.message).map((match) => fact("Or", match.message)),
            !record.right && first.right_pin && fact("Right pin", copyable(`sha256/${first.right_pin}`, "the right pin", "right"))),
        isExplained || record.right ? moreText(report, "The whole report") : h("pre", { tabindex: "0" }, report.trimEnd()));
}

/** The pin as it was given, without the lines of a log around it. */
function givenPin({ pin, spelling }) { return pin.includes("\n") && spelling?.pin ? `sha256/${spelling.pin}` : pin; }

const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];

const steps = (texts) => texts.length === 1 ? texts[0] : h("ol", {}, texts.map((text) => h("li", {}, text)));

const moreText = (text, title) => h("details", {}, h("summary", {}, title), h("pre", { tabindex: "0" }, text.trimEnd()));

function objectName({ file, index, kind }) {
    const object = state.objects.find((other) => other.file === file && other.index === index);
    const name = `${kind.replaceAll("-", " ")} ${index + 1} of ${file}`;
    if (!object || object.isSecret) return name;
    return h("button", { type: "button", class: "link", onclick: () => show("why", object) }, `${titleOf(object)} (${name})`);
}
