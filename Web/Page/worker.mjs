// The worker of the page: holds the files and runs the tool, so that the page never waits.

import { readable, run } from "../Host/host.mjs";
import { unpacked } from "../Host/lzma.mjs";

/** The files of the page, by their names. */
const files = new Map();
/** What `inspect` says of each object of a file, a line of JSON each. */
const inspected = new Map();
/** What the tool says of the objects of files that hold private keys: asked at once, for their bytes are not kept. */
const kept = new Map();
/** Encrypted files that wait for a password. */
const locked = new Map();
/** The password of a file, only while the file is opened with it. */
let password;
let module;

/** Objects of a file with private keys that are looked at before its bytes are dropped. */
const longestSecretFile = 64;

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
function tool(words, { extra = {}, columns = 80 } = {}) {
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
        standard: [readable(new Uint8Array()), output, errors],
        columns: () => -1,
        kind: (name) => find(name).length,
        open: (source, name) => {
            const text = new TextDecoder().decode(name);
            if (source === "environment" && text === "COLUMNS") {
                return readable(new TextEncoder().encode(String(columns)));
            }
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

/** Adds an encrypted file again, with a password. */
function unlock({ name, text }) {
    const bytes = locked.get(name);
    remove({ name });
    password = new TextEncoder().encode(`${text}\n`);
    try {
        return add({ name, bytes });
    } finally {
        password.fill(0);
        password = undefined;
    }
}

/** Adds a file, and says what is in it. */
function add({ name, bytes }) {
    files.set(name, bytes);
    const { output, errors } = tool(["inspect", "--jsonl", name]);
    if (!output) {
        remove({ name });
        throw new Error(errors.trim());
    }
    inspected.set(name, linesOf(output));
    const found = inspected.get(name).map((line) => JSON.parse(line));
    if (found.some(isLocked)) locked.set(name, bytes.slice());
    const isSecret = found.some((record) => holdsSecret(record) || !record.ok && /PRIVATE/.test(record.label ?? ""));
    if (isSecret) forgetSecrets(name, found);
    const policy = textOfPolicy(name, found);
    if (policy !== undefined) remove({ name });
    return { objects: found.map((record) => summary(record, isSecret)), policy };
}

/** What the list and the Pin view show of an object. */
function summary(record, isSecret) {
    const { extensions, signature, public_key: key, ...rest } = record;
    return { ...rest, isSecret, isLocked: isLocked(record), algorithm: key && { name: key.name, bits: key.bits, curve: key.curve } };
}

/** The text of a file without any object that has pins, or what the tool reads in it if it is not text: in an app. */
function textOfPolicy(name, found) {
    if (found.some((record) => record.ok)) return undefined;
    const { status, output } = tool(["policy", "read", name]);
    if (status !== 0 && output === "") return undefined;
    const text = new TextDecoder().decode(files.get(name));
    return /[\0\ufffd]/.test(text) ? output : text;
}

/** Asks all that will be asked of a file with private keys, then keeps only what is public in it. */
function forgetSecrets(name, found) {
    const answers = found.slice(0, longestSecretFile).map((record) => details({ name, index: record.index }));
    const whole = files.get(name);
    const parts = answers.flatMap(({ explain }) => explain ? [objectBytes(explain)] : []);
    const all = new Uint8Array(parts.reduce((count, part) => count + part.length, 0));
    parts.reduce((place, part) => (all.set(part, place), place + part.length), 0);
    whole.fill(0);
    files.set(name, all);
    kept.set(name, answers);
}

function objectBytes(explain) { return octets(explain.object_fields.map((row) => row.bytes).join("")); }

/** Everything that the views show of one object. */
function details({ name, index }) {
    const inspect = JSON.parse(inspected.get(name)[index]);
    if (kept.has(name)) return kept.get(name)[index] ?? { inspect };
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
const offsetsOfFiles = new Map();
function offsets(name) {
    if (!offsetsOfFiles.has(name)) {
        offsetsOfFiles.set(name, records(["pin", "--jsonl", name]).map((record) => record.offset));
    }
    return offsetsOfFiles.get(name);
}

/** The answer of `diagnose` for each pin in a text. */
function diagnose({ text, names, columns }) {
    const given = text.trim();
    const answer = tool(["diagnose", "--jsonl", given, ...names]);
    const found = linesOf(answer.output).map((line) => JSON.parse(line));
    const reports = found.map((record) => tool(["diagnose", record.pin, ...names], { columns }).output);
    const policy = given.includes("\n")
        ? tool(["policy", "read", "the text"], { extra: { "the text": new TextEncoder().encode(text) } }) : undefined;
    return { found, reports, errors: answer.errors, policy };
}

/** Starts the tool, from base64 of the packed module and its size. */
async function start({ text, size }) {
    const characters = atob(text);
    const packed = new Uint8Array(characters.length);
    for (let place = 0; place < packed.length; place++) packed[place] = characters.charCodeAt(place);
    module = await WebAssembly.compile(unpacked(packed, size));
    return tool(["--version"]).output.trim();
}

function remove({ name }) {
    files.get(name)?.fill(0);
    for (const map of [files, inspected, kept, locked, offsetsOfFiles]) map.delete(name);
}

/** The pins of a file, one per line. */
function pins({ name }) { return tool(["pin", name]).output; }

const questions = { start, pins, add, unlock, details, diagnose, remove };

addEventListener("message", async ({ data: { id, question, ...rest } }) => {
    try {
        postMessage({ id, answer: await questions[question](rest) });
    } catch (error) {
        // A module that traps ends only its own run.
        postMessage({ id, error: String(error?.message ?? error) });
    }
});
