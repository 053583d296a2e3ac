// Runs the WebAssembly tool on the command line: node Web/run.mjs ARGUMENTS... Files are on disk, and - is standard
// input.

import { readFileSync } from "node:fs";
import { disk } from "./Host/disk.mjs";
import { run } from "./Host/host.mjs";

const module = new WebAssembly.Module(readFileSync(new URL("dist/pemtool.wasm", import.meta.url)));
process.exitCode = run(module, process.argv.slice(2), disk());
