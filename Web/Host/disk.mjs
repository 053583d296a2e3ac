// The files on disk, for a module that node runs.

import {
    closeSync, constants, fstatSync, linkSync, lstatSync, openSync, readFileSync, readSync, readdirSync, renameSync,
    statSync, unlinkSync, writeSync,
} from "node:fs";
import { webcrypto } from "node:crypto";
import { joined, readable } from "./host.mjs";

// The host's random numbers come from it; not every node 18 provides it globally.
globalThis.crypto ??= webcrypto;

/** The words of a C library for what node reports by a code. */
const reasons = {
    EACCES: "permission denied", EEXIST: "file exists", EFBIG: "file too large", EIO: "input/output error",
    EISDIR: "is a directory", ELOOP: "too many levels of symbolic links", EMFILE: "too many open files",
    ENAMETOOLONG: "file name too long", ENOENT: "no such file or directory", ENOSPC: "no space left on device",
    ENOTDIR: "not a directory", EPERM: "operation not permitted", EPIPE: "broken pipe",
    EROFS: "read-only file system", EBADF: "bad file descriptor", EINVAL: "invalid argument",
};

/** Does something with files, and says in the words of a C library why it failed. */
function asking(action) {
    try {
        return action();
    } catch (error) {
        if (!error.code) throw error;
        throw Object.assign(new Error(reasons[error.code] ?? error.code), { isClosedPipe: error.code === "EPIPE" });
    }
}

/** Calls again what a descriptor that does not wait refuses for now. */
function waiting(action) {
    while (true) {
        try {
            return action();
        } catch (error) {
            if (error.code !== "EAGAIN") throw error;
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        }
    }
}

function stream(descriptor) {
    return {
        get size() {
            try {
                const status = fstatSync(descriptor);
                return status.isFile() ? status.size : -1;
            } catch {
                return -1;
            }
        },
        read: (bytes) => asking(() => waiting(() => readSync(descriptor, bytes))),
        write: (bytes) => asking(() => {
            for (let done = 0; done < bytes.length;) {
                done += waiting(() => writeSync(descriptor, bytes, done));
            }
        }),
        close: () => asking(() => descriptor > 2 && closeSync(descriptor)),
    };
}

/** A file that takes its name when it is complete. */
function saved(path, isReplacing) {
    const former = isReplacing ? statSync(path, { throwIfNoEntry: false }) : undefined;
    if (former && !former.isFile() && !former.isDirectory()) return stream(openSync(path, "w"));
    const temporary = Buffer.concat([path, Buffer.from(`.${process.pid}.tmp`)]);
    const file = stream(openSync(temporary, "wx", former ? former.mode & 0o777 : 0o666));
    return {
        ...file,
        close: (isKept) => asking(() => {
            file.close();
            try {
                if (isKept && isReplacing) renameSync(temporary, path);
                if (isKept && !isReplacing) linkSync(temporary, path);
            } finally {
                if (!isKept || !isReplacing) unlinkSync(temporary);
            }
        }),
    };
}

function kind(path, followsLinks) {
    const status = (followsLinks ? statSync : lstatSync)(path);
    if (status.isDirectory()) return -2;
    if (status.isSymbolicLink()) return -4;
    return status.isFile() ? status.size : -3;
}

/** The built-in table of CA keys, as Web/build writes it beside the module. */
const tables = JSON.parse(readFileSync(new URL("../dist/ca-keys.json", import.meta.url)));

/** The files on disk; `standard` are the standard streams, those of this process unless others are given. */
export const disk = (standard = [0, 1, 2].map(stream)) => ({
    standard,
    tables,
    kind: (name, followsLinks) => asking(() => kind(Buffer.from(name), followsLinks)),
    columns: (number) => [process.stdin, process.stdout, process.stderr][number]?.isTTY
        ? process.stdout.columns ?? process.stderr.columns ?? 80 : -1,
    open: (source, name) => asking(() => {
        const path = Buffer.from(name);
        switch (source) {
            case "file": return stream(openSync(path, constants.O_RDONLY));
            case "folder": return readable(joined(readdirSync(path, { encoding: "buffer" })));
            case "environment": {
                const value = process.env[path.toString()];
                if (value === undefined) throw new Error("not set");
                return readable(new TextEncoder().encode(value));
            }
            default: return saved(path, source === "replacedFile");
        }
    }),
});
