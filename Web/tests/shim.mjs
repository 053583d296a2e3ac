// Tests the functions of Web/Host/shim.c that have more than one line: memory and the 128-bit product.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "shim-"));
const target = "--target=wasm32-unknown-none-wasm";
const swiftc = execFileSync("sh", ["-c", "readlink -f $(command -v swiftc)"], { encoding: "utf8" }).trim();
const tool = (name, ...words) => execFileSync(join(dirname(swiftc), name), words, { stdio: "inherit" });
const source = new URL("../../Web/Host/shim.c", import.meta.url).pathname;
tool("clang", target, "-O2", "-mbulk-memory", "-ffreestanding", "-nostdlib", "-c", source, "-o", join(folder, "shim.o"));
const names = ["malloc", "free", "posix_memalign", "__multi3", "memcmp", "strlen"];
tool("wasm-ld", "--no-entry", "--max-memory=134217728", ...names.map((name) => `--export=${name}`),
    join(folder, "shim.o"), "-o", join(folder, "shim.wasm"));
const module = new WebAssembly.Module(readFileSync(join(folder, "shim.wasm")));
rmSync(folder, { recursive: true });

let failures = 0;
let checks = 0;
function expect(isRight, what) {
    checks += 1;
    if (isRight) return;
    failures += 1;
    console.log(`shim: ${what}`);
}

class Ended extends Error {}
const fresh = () => new WebAssembly.Instance(module, {
    host: { putchar: () => 0, random: () => {}, outOfMemory: () => { throw new Ended(); } },
}).exports;

/** Numbers that look random and are the same each time. */
let seed = 1n;
function random(bits) {
    seed = (seed * 6364136223846793005n + 1442695040888963407n) % (1n << 64n);
    return Number(seed >> 33n) % (1 << bits);
}

// Blocks keep their contents while others are allocated and freed, whatever their size and alignment.
const shim = fresh();
const held = [];
for (let round = 0; round < 20_000; round++) {
    if (held.length > 200 || held.length > 0 && random(1)) {
        const { start, size, mark } = held.splice(random(20) % held.length, 1)[0];
        const bytes = new Uint8Array(shim.memory.buffer, start, size);
        expect(bytes.every((byte) => byte === mark), `a piece of ${size} bytes was written over`);
        shim.free(start);
        continue;
    }
    const size = random(random(4) + 1);
    const alignment = 1 << (2 + random(3) + (random(3) === 0 ? 4 : 0));
    let start;
    if (random(2) === 0) {
        const place = shim.malloc(4);
        expect(shim.posix_memalign(place, alignment, size) === 0, "posix_memalign failed");
        start = new Uint32Array(shim.memory.buffer, place, 1)[0];
        expect(start % alignment === 0, `${start} is not aligned to ${alignment}`);
        shim.free(place);
    } else {
        start = shim.malloc(size);
        expect(start % 16 === 0, `${start} is not aligned to 16`);
    }
    const mark = round % 251;
    new Uint8Array(shim.memory.buffer, start, size).fill(mark);
    held.push({ start, size, mark });
}
expect(shim.memory.buffer.byteLength < 64 << 20, "pieces are not used again");
shim.free(0);

// If memory runs out, the host ends the module; there is no null pointer and no trap.
for (const size of [0x80000000, 0xffffffff, 1 << 30, (1 << 30) + 1, 200 << 20]) {
    let ended = false;
    try {
        fresh().malloc(size);
    } catch (error) {
        ended = error instanceof Ended;
    }
    expect(ended, `malloc(${size}) did not end the module`);
}

// The product, compared with BigInt.
const limbs = [0n, 1n, 2n, 0xffffffffn, 0x100000000n, 0x7fffffffffffffffn, 0x8000000000000000n, 0xffffffffffffffffn];
const all = limbs.flatMap((high) => limbs.map((low) => [low, high]));
const result = shim.malloc(16);
for (const [a, b] of all) for (const [c, d] of all) {
    shim.__multi3(result, a, b, c, d);
    const [low, high] = new BigUint64Array(shim.memory.buffer, result, 2);
    const expected = BigInt.asUintN(128, ((b << 64n) + a) * ((d << 64n) + c));
    expect((high << 64n) + low === expected, `${b}:${a} times ${d}:${c}`);
}

console.log(`shim: ${checks} checks, ${failures} of them failed`);
process.exitCode = failures ? 1 : 0;
