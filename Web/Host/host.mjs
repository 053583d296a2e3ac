// The host functions of a module. Each run has a new instance, so nothing remains of an earlier input.

/** Thrown to leave the module, with the exit status of the tool. */
class End {
    constructor(status) { this.status = status; }
}

/** Standard error of the tool if the input needs more memory than a module may have. */
const outOfMemory = "pemtool: not enough memory; give fewer or smaller files at a time\n";

// As in System.swift.
const sources = ["file", "folder", "newFile", "replacedFile", "arguments", "environment", "failure"];

/**
 * Runs a command line.
 *
 * @param module the compiled WebAssembly
 * @param words the words after the name of the tool
 * @param system the files: `open(source, name)`, which returns an object with `read(bytes)`, and if they apply `size`,
 *   `write(bytes)` and `close(isKept)`; `kind(name, followsLinks)`; `standard`, three of these objects; `columns(n)`;
 *   and `tables`, the texts of the built-in table of CA keys.
 *   What fails throws an Error whose message is the reason, and `isClosedPipe` if nobody reads what is written.
 * @returns the exit status
 */
export function run(module, words, system) {
    const open = new Map(system.standard.map((stream, number) => [number, stream]));
    let failure = "";
    let next = 3;
    let memory;

    const bytes = (start, count) => new Uint8Array(memory.buffer, start, count);
    const text = (start, count) => new TextDecoder().decode(bytes(start, count));
    /** The answer, or `failed` with its reason kept for the next question. */
    const attempt = (answer, failed = -1) => {
        try {
            return answer();
        } catch (error) {
            if (error instanceof End) throw error;
            failure = error.message;
            return error.isClosedPipe ? -2 : failed;
        }
    };
    const source = (kind, name) => {
        switch (kind) {
            case "arguments": return readable(joined(words));
            case "failure": return readable(joined([failure]));
            default: return system.open(kind, name);
        }
    };

    const host = {
        open: (kind, start, count) => attempt(() => {
            open.set(next, source(sources[kind], bytes(start, count).slice()));
            return next++;
        }),
        read: (number, start, count) => attempt(() => open.get(number).read(bytes(start, count))),
        write: (number, start, count) => attempt(() => (open.get(number).write(bytes(start, count)), 0)),
        close: (number, isKept) => attempt(() => {
            const stream = open.get(number);
            if (number > 2) open.delete(number);
            stream.close?.(isKept !== 0);
            return 0;
        }),
        kind: (start, count, followsLinks) =>
            attempt(() => system.kind(bytes(start, count).slice(), followsLinks !== 0)),
        size: (number) => open.get(number).size ?? -1,
        fact: (number) => [() => Math.floor(Date.now() / 1000), () => performance.now() / 1000][number]?.()
            ?? system.columns(number - 2),
        table: (number, start) => {
            const found = new TextEncoder().encode(system.tables[number]);
            if (start) bytes(start, found.length).set(found);
            return found.length;
        },
        end: (status) => { throw new End(status); },
        putchar: (character) => (open.get(2).write(Uint8Array.of(character)), character),
        random: (start, count) => crypto.getRandomValues(bytes(start, count)),
        outOfMemory: () => {
            open.get(2).write(new TextEncoder().encode(outOfMemory));
            throw new End(3);
        },
    };
    const instance = new WebAssembly.Instance(module, { host }).exports;
    memory = instance.memory;
    try {
        instance.__main_argc_argv(0, 0);
        return 0;
    } catch (error) {
        if (error instanceof End) return error.status;
        throw error;
    } finally {
        for (const [number, stream] of open) if (number > 2) stream.close?.(false);
    }
}

/** What reads these bytes from their beginning to their end. */
export function readable(contents) {
    let place = 0;
    return {
        size: contents.length,
        read(part) {
            const taken = contents.subarray(place, place + part.length);
            part.set(taken);
            place += taken.length;
            return taken.length;
        },
    };
}

/** Texts and names as bytes, each with a zero byte behind it. */
export function joined(names) {
    const parts = names.map((name) => typeof name === "string" ? new TextEncoder().encode(name) : name);
    const all = new Uint8Array(parts.reduce((count, part) => count + part.length + 1, 0));
    let place = 0;
    for (const part of parts) {
        all.set(part, place);
        place += part.length + 1;
    }
    return all;
}
