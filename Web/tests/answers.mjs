// Answers of the tool as WebAssembly: for each line of standard input, a JSON array of words, a line with the exit
// status, standard output and standard error, these in base64.
//
//     node --expose-gc answers.mjs < QUESTIONS

import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { disk } from "../../Web/Host/disk.mjs";
import { readable, run } from "../../Web/Host/host.mjs";

const module = new WebAssembly.Module(readFileSync(new URL("../../Web/dist/pemtool.wasm", import.meta.url)));

function collector() {
    const parts = [];
    return { write: (bytes) => parts.push(Buffer.from(bytes)), text: () => Buffer.concat(parts).toString("base64") };
}

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
    const [output, errors] = [collector(), collector()];
    const files = disk([readable(new Uint8Array()), output, errors]);
    let status;
    try {
        status = run(module, JSON.parse(line), { ...files, columns: () => -1 });
    } catch (error) {
        status = `trap: ${error.message}`;
    }
    process.stdout.write(JSON.stringify([status, output.text(), errors.text()]) + "\n");
    // Each run has its own memory, whose size V8 does not see.
    if (++count % 50 === 0) globalThis.gc?.();
}
