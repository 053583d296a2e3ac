// The answer: what the tool says of the pin, configuration or message, beside the certificates and keys.

/** The color of a verdict of `diagnose` or `check`, or of a severity; red unless it is here. */
const colors = {
    right: "good", fingerprint: "good", accepted: "good", misspelled: "warn", misplaced: "warn", server: "warn",
    "not-pinned": "warn", undecided: "warn", warning: "warn", hint: "warn",
};

const colorOf = (code) => colors[code] ?? "bad";

/** Whether a pin or fingerprint waits for a certificate: it is neither right nor wrong. */
const isWaiting = ({ verdict, keys, fingerprint_digest }) =>
    keys === 0 && (verdict === "unexplained" || verdict === "not-a-pin" && fingerprint_digest !== undefined);

/** The color of what `diagnose` says. */
const colorOfRecord = (record) => isWaiting(record) ? "warn" : colorOf(record.verdict);

/** The first of a list that is not good, or the first. */
const worstOf = (list, code) => list.find((one) => colorOf(code(one)) !== "good") ?? list[0];

/** The verdict of an answer and its color: of a host, otherwise of a pin or message, otherwise of a configuration. */
function verdictOf({ records, rows, findings, isPolicy, isStopped, isAsked }) {
    if (isStopped) return ["Stopped. There is no answer.", "bad"];
    const row = worstOf(rows, (one) => one.verdict);
    if (row) return [`${row.host}: ${row.message}`, colorOf(row.verdict)];
    const record = worstOf(records, (one) => one.verdict);
    if (record) return [record.title, colorOfRecord(record)];
    const [finding] = findings;
    if (finding) return [finding.pattern ? `${finding.pattern}: ${finding.message}` : finding.message, colorOf(finding.severity)];
    if (isPolicy) return ["no findings", "good"];
    return [isAsked ? "not a pin, configuration or error message" : "", "bad"];
}

/** Shows the answer of the tool, with its verdict as the headline, and says it. */
function showAnswer({ records: all = [], rows = [], findings = [], isPolicy, isStopped, isAsked, isOpen, about, next }) {
    // What was not found yet may still be.
    const records = isOpen ? all.map((record) => record.matches?.length ? record : { ...record, report: [] }) : all;
    const [verdict, color] = verdictOf({ records, rows, findings, isPolicy, isStopped, isAsked });
    const cards = [...hostCards(rows, findings, about), ...records.map((record) => reportCard(record, records.length === 1 && !rows.length))];
    if (next) cards.push(h("p", { class: "hint" }, next));
    byID("answer").hidden = cards.length === 0 && !verdict;
    // A long name may break after a comma.
    byID("verdict").replaceChildren(...verdict.split(/(?<=,)/).flatMap((part) => [part, h("wbr")]));
    byID("verdict").className = color;
    byID("cards").replaceChildren(...cards);
    if (verdict) say(verdict, false, true);
}

/** Takes the answer away, because what it belongs to has changed. */
function removeAnswer() {
    byID("answer").hidden = true;
    byID("verdict").textContent = "";
    byID("cards").replaceChildren();
}

/** A card for each host of a configuration, or for what is said of all. */
function hostCards(rows, findings, about) {
    const groups = new Map();
    const group = (name) => {
        if (!groups.has(name)) groups.set(name, { rows: [], findings: [] });
        return groups.get(name);
    };
    for (const row of rows) group(row.pattern ?? row.host).rows.push(row);
    for (const finding of findings) group(finding.pattern ?? "").findings.push(finding);
    return [...groups].map(([name, group]) => {
        const worst = group.rows.map((row) => row.verdict).concat(group.findings.map((finding) => finding.severity)).map(colorOf);
        const color = ["bad", "warn", "good"].find((one) => worst.includes(one));
        return h("article", { class: `card answer ${color}` },
            h("h3", {}, name || about),
            group.rows.map((row) => h("div", { "data-check": row.verdict }, h("p", { class: "words" },
                row.consumer && h("span", { class: "chip" }, row.consumer), " ", h("span", { "data-message": true }, row.message)),
            hintOf(row.hint))),
            group.findings.length > 0 && h("ul", { class: "plain findings" }, group.findings.map((finding) => h("li", {
                class: colorOf(finding.severity), "data-check": finding.severity,
            }, h("p", { class: "words" }, h("span", { class: "chip" }, finding.severity), " ",
                h("span", { "data-message": true }, finding.message), " ", h("span", { class: "where" }, finding.rule)),
            hintOf(finding.hint)))));
    });
}

const hintOf = (hint) => hint && h("p", { class: "hint-text" }, hint);

/** What `diagnose` says of one pin or message. Only what is right can be copied. */
function reportCard(record, isAlone) {
    return h("article", {
        class: `card answer ${colorOfRecord(record)}`, "data-report": record.verdict ?? record.kind,
    },
        // The headline says it.
        isAlone ? null : h("h3", {}, record.title),
        record.pin && h("p", { class: "given" },
            record.hosts?.length > 0 && [h("span", { class: "hosts" }, record.hosts.join(", ")), " "], h("code", {}, record.pin)),
        record.report.length > 0 && h("dl", { class: "facts" }, reportRows(record.report)),
        isWaiting(record) && h("p", { class: "hint" }, record.fingerprint_digest
            ? "Add the certificate that it should be the fingerprint of." : "Add the certificate or key that it should be the pin of."),
        record.verdict === "server" && h("p", { class: "hint" }, "Paste what it prints into the other box. Without a terminal, "
            + "open the site in a browser, click the icon beside its address, open the certificate, export the chain, "
            + "and put the file into the other box."));
}

/** The rows of a report: a name, and all texts below it. */
function reportRows(rows) {
    const named = [];
    for (const { name, text, copy } of rows) {
        if (name || named.length === 0) named.push([name, []]);
        const words = copy ? text.split(copy).flatMap((part, place) => [place > 0 && h("code", {}, copy), part]) : text;
        named.at(-1)[1].push(h("div", { class: "text" }, h("span", {}, words), copy && copyButton(copy, copy)));
    }
    return named.map(([name, texts]) => fact(name, texts));
}

const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
