// Calls the libraries in WebAssembly.
//
//     node run.mjs MODULE.wasm verdicts VALUES.tsv    fails if a reader's answer differs from the table
//     node run.mjs MODULE.wasm pins FOLDER            a line for each object of each file: name, offset, pin or code

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const [path, command, argument] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(path));
const questions = { pins: 0, verdict: 1, zeros: 2 };
let instance;

function fresh() {
    // Hash tables always have the same seeds, so that runs are reproducible.
    const host = {
        putchar: (character) => process.stderr.write(String.fromCharCode(character)),
        random: () => {},
        table: () => 0,
        outOfMemory: () => { throw new WebAssembly.RuntimeError("out of memory"); },
    };
    instance = new WebAssembly.Instance(module, { host }).exports;
}

/** The answer to a question; a trap is an answer too. */
function ask(question, input) {
    if (!instance || instance.memory.buffer.byteLength > 1 << 28) fresh();
    try {
        const start = instance.malloc(input.length + 1);
        new Uint8Array(instance.memory.buffer).set(input, start);
        const result = instance.answer(questions[question], start, input.length);
        const memory = new Uint8Array(instance.memory.buffer);
        const text = Buffer.from(memory.subarray(result, memory.indexOf(0, result))).toString();
        instance.free(result);
        instance.free(start);
        return text;
    } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
        instance = undefined;
        return `trap: ${error.message}`;
    }
}

/** The octets of hex with spaces anywhere, then + and the number of zeros behind them. */
function octets(text) {
    const [hex, zeros] = text.replaceAll(" ", "").split("+");
    return Buffer.concat([Buffer.from(hex, "hex"), Buffer.alloc(Number(zeros ?? 0))]);
}

function verdicts(table) {
    let failures = 0;
    const rows = readFileSync(table, "utf8").trimEnd().split("\n").slice(1).map((line) => line.split("\t"));
    for (const [reader, input, expected, source] of rows) {
        const found = ask("verdict", Buffer.concat([Buffer.from(reader + "\n"), octets(input)]));
        if (found === expected) continue;
        failures += 1;
        console.log(`${reader} ${input}: ${found}, expected ${expected} (${source})`);
    }
    // 512 MiB are 2^32 bits, which the end of the message counts. The digest is hashlib's.
    const digest = "9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767";
    const found = ask("zeros", Buffer.alloc(512));
    if (found !== digest) {
        failures += 1;
        console.log(`SHA-256 of 512 MiB of zeros: ${found}, expected ${digest}`);
    }
    console.log(`${rows.length + 1} verdicts, ${failures} of them wrong`);
    process.exitCode = failures ? 1 : 0;
}

function pins(folder) {
    const lines = [];
    for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!name.isFile()) continue;
        const file = join(name.parentPath, name.name);
        for (const line of ask("pins", readFileSync(file)).split("\n")) if (line) lines.push(`${file}\t${line}`);
    }
    console.log(lines.join("\n"));
}

(command === "verdicts" ? verdicts : pins)(argument);
