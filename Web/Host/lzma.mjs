// Unpacks what Web/build packs as LZMA, which is two thirds of the size of gzip, but which browsers cannot unpack.

/** The bits of the byte before that choose the probabilities of a byte: `lc`. Of the others, `lp` and `pb`, there are 0. */
const literalBits = 3;

/** Where the probabilities of each decision begin, in one table. */
const isMatch = 0, isRepeat = 12, isNotFirst = 24, isNotSecond = 36, isNotThird = 48, isLong = 60;
const newLengths = 72, repeatLengths = 346, slots = 620, distances = 876, lowDistances = 1004, literals = 1020;

/** Reads bits, each with a probability that it changes. */
class Bits {
    constructor(packed) {
        this.packed = packed;
        this.next = 5;
        this.table = new Uint16Array(literals + (0x300 << literalBits)).fill(1024);
        // An array, because both have 32 bits.
        this.coder = Uint32Array.of(0xffffffff, new DataView(packed.buffer, packed.byteOffset).getUint32(1));
    }

    refill() {
        const { coder } = this;
        if (coder[0] >= 1 << 24) return;
        coder[0] <<= 8;
        coder[1] = coder[1] << 8 | this.packed[this.next++];
    }

    bit(index) {
        const { coder, table } = this;
        const probability = table[index];
        const bound = (coder[0] >>> 11) * probability;
        const isOne = coder[1] >= bound;
        if (isOne) {
            coder[0] -= bound;
            coder[1] -= bound;
            table[index] = probability - (probability >> 5);
        } else {
            coder[0] = bound;
            table[index] = probability + (2048 - probability >> 5);
        }
        this.refill();
        return isOne ? 1 : 0;
    }

    /** A number of `count` bits, the highest first. */
    number(start, count) {
        let place = 1;
        for (let left = count; left > 0; left--) place = place << 1 | this.bit(start + place);
        return place - (1 << count);
    }

    /** A number of `count` bits, the lowest first. */
    reversed(start, count) {
        let [place, result] = [1, 0];
        for (let shift = 0; shift < count; shift++) {
            const found = this.bit(start + place);
            place = place << 1 | found;
            result |= found << shift;
        }
        return result;
    }

    /** A number of `count` bits, each as probable as the other. */
    even(count) {
        const { coder } = this;
        let result = 0;
        for (let left = count; left > 0; left--) {
            coder[0] >>>= 1;
            const isOne = coder[1] >= coder[0];
            if (isOne) coder[1] -= coder[0];
            result = result << 1 | (isOne ? 1 : 0);
            this.refill();
        }
        return result;
    }

    length(start) {
        if (!this.bit(start)) return 2 + this.number(start + 2, 3);
        return this.bit(start + 1) ? 18 + this.number(start + 18, 8) : 10 + this.number(start + 10, 3);
    }

    /** How far before its own place a copy of so many bytes begins, less one. */
    distance(length) {
        const slot = this.number(slots + 64 * Math.min(length - 2, 3), 6);
        if (slot < 4) return slot;
        const count = (slot >> 1) - 1;
        const least = (2 | slot & 1) << count;
        if (slot < 14) return least + this.reversed(distances + least - slot, count);
        return least + (this.even(count - 4) << 4) + this.reversed(lowDistances, 4);
    }

    /** A byte, after another; behind a copy, compared bit by bit with `expected`, which would have been copied next. */
    literal(before, expected) {
        const start = literals + 0x300 * (before >> 8 - literalBits);
        let symbol = 1;
        for (let isSame = expected !== undefined; isSame && symbol < 0x100; expected <<= 1) {
            const one = expected >> 7 & 1;
            const found = this.bit(start + (1 + one << 8) + symbol);
            symbol = symbol << 1 | found;
            isSame = found === one;
        }
        while (symbol < 0x100) symbol = symbol << 1 | this.bit(start + symbol);
        return symbol & 0xff;
    }
}

/** The `size` bytes that were packed. */
export function unpacked(packed, size) {
    const bits = new Bits(packed);
    const output = new Uint8Array(size);
    // The last steps, as one of 12 states, and the last distances.
    let state = 0;
    let recent = [0, 0, 0, 0];
    for (let place = 0; place < size;) {
        if (!bits.bit(isMatch + state)) {
            output[place] = bits.literal(output[place - 1] ?? 0, state < 7 ? undefined : output[place - recent[0] - 1]);
            place += 1;
            state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
            continue;
        }
        const wasByte = state < 7;
        let count = 1;
        if (!bits.bit(isRepeat + state)) {
            count = bits.length(newLengths);
            recent = [bits.distance(count), recent[0], recent[1], recent[2]];
            state = wasByte ? 7 : 10;
        } else {
            const used = !bits.bit(isNotFirst + state) ? 0 : !bits.bit(isNotSecond + state) ? 1
                : !bits.bit(isNotThird + state) ? 2 : 3;
            const isByte = used === 0 && !bits.bit(isLong + state);
            if (used > 0) recent.unshift(...recent.splice(used, 1));
            if (!isByte) count = bits.length(repeatLengths);
            state = isByte ? (wasByte ? 9 : 11) : (wasByte ? 8 : 11);
        }
        const from = place - recent[0] - 1;
        for (let copied = 0; copied < count; copied++) output[place + copied] = output[from + copied];
        place += count;
    }
    return output;
}
