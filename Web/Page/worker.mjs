// The worker of the page: holds the files and runs the tool, so that the page never waits.

import { joined, readable, run } from "../Host/host.mjs";
import { unpacked } from "../Host/lzma.mjs";

/** The files of the question that is being answered, by their names. */
const files = new Map();
/** What `inspect` says of each object of a file, a line of JSON each, and where its objects begin. */
const inspected = new Map();
const offsetsOfFiles = new Map();
/** The password of a file, only while the file is opened with it. */
let password;
let module;
let tables;

/** Objects of a file with private keys that are looked at before its bytes are dropped. */
const longestSecretFile = 64;

/** The name of the text that is asked about, if it is given as a file. */
const nameOfText = "the text";

/** A stream that keeps what is written. */
function collector() {
    const decoder = new TextDecoder();
    let text = "";
    return {
        write: (bytes) => { text += decoder.decode(bytes, { stream: true }); },
        text: () => text + decoder.decode(),
    };
}

/** Runs the tool on the files of the page, and on `extra`, which have names of their own. */
function tool(words, { extra = {}, examined } = {}) {
    if (password && ["inspect", "explain", "pin"].includes(words[0])) {
        words = [words[0], "--password-file", "the password", ...words.slice(1)];
        extra = { ...extra, "the password": password };
    }
    const find = (name) => {
        const text = new TextDecoder().decode(name);
        const bytes = extra[text] ?? files.get(text);
        if (!bytes) throw new Error("no such file or directory");
        return bytes;
    };
    const [output, errors] = [collector(), collector()];
    const status = run(module, words, {
        tables,
        standard: [readable(new Uint8Array()), output, errors],
        columns: () => -1,
        kind: (name) => find(name).length,
        open: (source, name) => {
            const text = new TextDecoder().decode(name);
            if (source === "environment" && text === "EXAMINED" && examined) return readable(joined(examined));
            if (source !== "file") throw new Error("operation not permitted");
            return readable(find(name));
        },
    });
    return { status, output: output.text(), errors: errors.text() };
}

const linesOf = (output) => output.split("\n").filter(Boolean);

const records = (words, options) => linesOf(tool(words, options).output).map((line) => JSON.parse(line));

/** The bytes of hex. */
function octets(hex) {
    const bytes = new Uint8Array(hex.length / 2);
    for (let place = 0; place < bytes.length; place++) bytes[place] = parseInt(hex.substr(2 * place, 2), 16);
    return bytes;
}

const holdsSecret = (record) => ["private-key", "encrypted-private-key", "pkcs12"].includes(record.kind);

const isLocked = (record) => record.error?.code === "wrong-password"
    || record.notes?.some((note) => note.code === "encrypted");

/** Makes files those that are read, by their names. */
function hold(named) {
    for (const name of files.keys()) if (files.get(name) !== named[name]) files.delete(name);
    for (const [name, bytes] of Object.entries(named)) files.set(name, bytes);
}

/** What is in a file, and what the page keeps of its bytes: no private keys. */
function add({ name, bytes, secret }) {
    password = secret && new TextEncoder().encode(`${secret}\n`);
    try {
        hold({ [name]: bytes });
        offsetsOfFiles.delete(name);
        const { output, errors } = tool(["inspect", "--jsonl", name]);
        if (!output) {
            // An app has configurations.
            if (isAsked(name, bytes)) return { isQuestion: true, text: textOf(bytes), bytes };
            throw new Error(errors.trim());
        }
        inspected.set(name, linesOf(output));
        const found = inspected.get(name).map((line) => JSON.parse(line));
        const locked = found.some(isLocked) ? bytes.slice() : undefined;
        const isSecret = found.some((record) => holdsSecret(record) || !record.ok && /PRIVATE/.test(record.label ?? ""));
        const isQuestion = !found.some((record) => record.ok) && !isSecret && !locked && isAsked(name, bytes);
        const kept = isSecret ? forgetSecrets(name, found) : undefined;
        return {
            objects: found.map((record) => summary(record, isSecret)), bytes: files.get(name), kept, locked,
            isQuestion, text: isQuestion ? textOf(bytes) : undefined,
        };
    } finally {
        password?.fill(0);
        password = undefined;
    }
}

/** The text of a file; nothing if it is not text. */
function textOf(bytes) {
    try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        return text.includes("\0") ? undefined : text;
    } catch {
        return undefined;
    }
}

/** Whether the tool takes a file for a pin, message, configuration or host, rather than for certificates or keys. */
function isAsked(name, bytes) {
    const text = textOf(bytes);
    const { records } = text === undefined ? { records: [] } : diagnose({ text, named: {} });
    if (records.some((record) => record.verdict !== "not-a-pin")) return true;
    hold({ [name]: bytes });
    return check({ name, named: { [name]: bytes } }).isPolicy;
}

/** What the list and the Pin view show of an object. */
function summary(record, isSecret) {
    const { extensions, signature, public_key: key, ...rest } = record;
    return { ...rest, isSecret, isLocked: isLocked(record), algorithm: key && { name: key.name, bits: key.bits, curve: key.curve } };
}

/** Asks all that will be asked of a file with private keys, then keeps only what is public in it. */
function forgetSecrets(name, found) {
    const answers = found.slice(0, longestSecretFile).map((record) => detailsOfFile(name, record.index));
    const whole = files.get(name);
    const parts = answers.flatMap(({ explain }) => explain ? [objectBytes(explain)] : []);
    const all = new Uint8Array(parts.reduce((count, part) => count + part.length, 0));
    parts.reduce((place, part) => (all.set(part, place), place + part.length), 0);
    whole.fill(0);
    files.set(name, all);
    return answers;
}

function objectBytes(explain) { return octets(explain.object_fields.map((row) => row.bytes).join("")); }

/** Everything that the views show of one object. */
function details({ name, index, bytes }) {
    hold({ [name]: bytes });
    if (!inspected.has(name)) inspected.set(name, linesOf(tool(["inspect", "--jsonl", name]).output));
    return detailsOfFile(name, index);
}

function detailsOfFile(name, index) {
    const inspect = JSON.parse(inspected.get(name)[index]);
    const extra = { part: part(name, inspect) };
    const isObject = (record) => record.ok && record.sha256 === inspect.sha256;
    const explain = inspect.ok && inspect.pin
        ? records(["explain", "--jsonl", "part"], { extra }).find(isObject)
            ?? records(["explain", "--jsonl", name]).find((record) => record.index === index)
        : undefined;
    const isWhole = explain && !holdsSecret(inspect) && inspect.kind !== "rsa-public-key";
    const dumped = isWhole ? { part: objectBytes(explain) } : extra;
    const [dump] = inspect.container === undefined || isWhole
        ? records(["dump", "--jsonl", "part"], { extra: dumped }) : [];
    return { inspect, explain, dump, certificate: isWhole && inspect.kind === "certificate" ? dumped.part : undefined };
}

/** The bytes of a file from where an object begins, or the container of it, to where the next one begins. */
function part(name, record) {
    const bytes = files.get(name);
    if (bytes.length < 1 << 16) {
        const all = records(["pin", "--jsonl", name]).filter((other) => other.container === undefined);
        const own = all.findLast((other) => other.index <= record.index);
        return bytes.subarray(own?.offset ?? 0, all.find((other) => other.index > record.index)?.offset);
    }
    const starts = offsets(name);
    return bytes.subarray(record.offset, starts.find((offset) => offset > record.offset));
}

/** Where the objects of a large file begin. */
function offsets(name) {
    if (!offsetsOfFiles.has(name)) {
        offsetsOfFiles.set(name, records(["pin", "--jsonl", name]).map((record) => record.offset));
    }
    return offsetsOfFiles.get(name);
}

/** What the page uses of the answers of `diagnose` and `check`. */
const shown = ({ objects, chain, tried, ...record }) => ({ ...record, keys: tried?.objects });

/**
 * The answers of `diagnose` for a text, or for a file that is not text. A line is a word of the command line, as a person
 * would type it, and more lines are a file; what the tool does not recognize as one, it may as the other. Keys whose pins
 * are not `examined` are compared with their pins only, if there are these.
 */
function diagnose({ text, name, named, examined }) {
    hold(named);
    const extra = text === undefined ? {} : { [nameOfText]: new TextEncoder().encode(text) };
    const others = Object.keys(named).filter((other) => other !== name);
    const ask = (word) => {
        const { status, output } = tool(["diagnose", "--jsonl", "--", word, ...others], { extra, examined });
        return { records: linesOf(output).map((line) => shown(JSON.parse(line))), isRight: status === 0 };
    };
    if (text === undefined) return ask(name);
    const asLine = !text.trim().includes("\n");
    const first = ask(asLine ? text.trim() : nameOfText);
    const isAnswer = ({ records }) => records.some((record) => record.verdict !== "not-a-pin");
    if (isAnswer(first)) return first;
    const second = ask(asLine ? nameOfText : text);
    const answer = isAnswer(second) || first.records.length === 0 ? second : first;
    if (isAnswer(answer)) return answer;
    // Certificates or keys are no question.
    const isFile = records(["inspect", "--jsonl", nameOfText], { extra }).some((record) => record.ok);
    return { ...answer, isFile };
}

/** The answers of `check`: of a configuration, beside the certificates if there are any, or of the certificates alone. */
function check({ text, name, named }) {
    hold(named);
    const extra = text === undefined ? {} : { [nameOfText]: new TextEncoder().encode(text) };
    const others = Object.keys(named).filter((other) => other !== name);
    const first = text === undefined ? name : nameOfText;
    const { status, output } = tool(["check", "--jsonl", ...(first ? [first] : []), ...others], { extra });
    const found = linesOf(output).map((line) => shown(JSON.parse(line)));
    const rows = found.filter((record) => record.reason);
    // The page has no list of public suffixes, and no way to give one.
    const findings = found.filter((record) => record.rule && record.action?.kind !== "give-suffixes");
    // Pins without a host are no configuration.
    const isPolicy = rows.length > 0 || findings.some((record) => record.rule !== "missing-host") || status === 0;
    return { rows, findings, isPolicy };
}

/** Starts the tool, from base64 of the packed module and its size. */
async function start({ text, size, tables: texts }) {
    tables = texts;
    const characters = atob(text);
    const packed = new Uint8Array(characters.length);
    for (let place = 0; place < packed.length; place++) packed[place] = characters.charCodeAt(place);
    module = await WebAssembly.compile(unpacked(packed, size));
    return { module, version: tool(["--version"]).output.trim() };
}

/** Runs what the first certificate will need. The browser compiles a function when it is called for the first time. */
function warm({ text }) {
    const name = "example";
    hold({ [name]: new TextEncoder().encode(text) });
    for (const command of ["inspect", "explain", "check"]) tool([command, "--jsonl", name]);
}

/** Starts the tool again, from its compiled module. */
function restart(started) { ({ module, tables } = started); }

/** The pins of files, one per line, each with its object. */
function pins({ named }) {
    hold(named);
    return tool(["pin", "--names", ...Object.keys(named)]).output;
}

const questions = { start, warm, restart, pins, add, details, diagnose, check };

addEventListener("message", async ({ data: { id, question, ...rest } }) => {
    try {
        postMessage({ id, answer: await questions[question](rest) });
    } catch (error) {
        // A module that traps ends only its own run.
        postMessage({ id, error: String(error?.message ?? error) });
    }
});
