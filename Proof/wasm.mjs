// node wasm.mjs MODULE.wasm WORK SHARE SHARES: prints the report of the WebAssembly build; WORK is a number.

import { readFileSync } from "node:fs";

const [path, ...numbers] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(path));
const host = {
    putchar: (character) => process.stderr.write(String.fromCharCode(character)),
    random: () => {},
    outOfMemory: () => { throw new WebAssembly.RuntimeError("out of memory"); },
};
const { report, memory } = new WebAssembly.Instance(module, { host }).exports;
const start = report(...numbers.map(Number));
const octets = new Uint8Array(memory.buffer);
process.stdout.write(Buffer.from(octets.subarray(start, octets.indexOf(0, start))));
