// The module that Web/Host/lzma.mjs unpacks from Web/dist/pemtool.html has the bytes of Web/dist/pemtool.wasm.

import { readFileSync } from "node:fs";
import { unpacked } from "../../Web/Host/lzma.mjs";

const read = (name) => readFileSync(new URL(`../../Web/dist/${name}`, import.meta.url));
const [, size, text] = /id="module" data-size="(\d+)">([^<]+)</.exec(read("pemtool.html").toString());
const module = unpacked(new Uint8Array(Buffer.from(text, "base64")), Number(size));
const isSame = Buffer.compare(Buffer.from(module), read("pemtool.wasm")) === 0;
console.log(`the module in the page: ${isSame ? `${size} bytes, those of pemtool.wasm` : "not that of pemtool.wasm"}`);
process.exitCode = isSame ? 0 : 1;
