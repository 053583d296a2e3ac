// The functions of a C library that Embedded Swift calls. There is no system below: what only the host of the module
// can do, it imports.

#include <stddef.h>
#include <stdint.h>

#define HOST(name) __attribute__((import_module("host"), import_name(name)))

// Prints a character of what Swift says of a fatal error.
HOST("putchar") int host_putchar(int character);
// Fills memory with random bytes, the seeds of hash tables.
HOST("random") void host_random(void *to, size_t count);
// Ends the module. The host does not return from it.
HOST("outOfMemory") void host_out_of_memory(void);

int putchar(int character) { return host_putchar(character); }

void arc4random_buf(void *to, size_t count) { host_random(to, count); }

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *one, const void *other, size_t count) {
    const unsigned char *a = one, *b = other;
    for (size_t place = 0; place < count; place++) {
        if (a[place] != b[place]) return a[place] - b[place];
    }
    return 0;
}

size_t strlen(const char *text) {
    size_t count = 0;
    while (text[count]) count++;
    return count;
}

// MARK: Memory
//
// Pieces come in four sizes per power of two (8/8, 10/8, 12/8 and 14/8 of it), each size with a list of its free pieces.
// Pieces are never joined: a module runs one command and is thrown away. In front of each piece is its size class.
// Swift has no way to go on without memory, so that malloc never returns NULL: the host ends the module, and says why.

extern unsigned char __heap_base;

enum { SMALLEST = 5, LARGEST = 30 };
struct piece { uint32_t class, offset, unused[2]; };

static void *freed[4 * (LARGEST + 1)];
static uintptr_t top;

static size_t size_of_class(uint32_t class) { return ((size_t)8 + 2 * (class % 4)) << (class / 4 - 3); }

// The smallest class whose pieces have this many bytes.
static uint32_t class_of_size(size_t size) {
    uint32_t class = 4 * SMALLEST;
    if (size > (size_t)1 << SMALLEST) class = 4 * (31 - (uint32_t)__builtin_clz((uint32_t)size));
    while (size_of_class(class) < size) class++;
    return class;
}

static int reaches(uintptr_t end) {
    uintptr_t pages = (end + 65535) / 65536, have = __builtin_wasm_memory_size(0);
    return pages <= have || __builtin_wasm_memory_grow(0, pages - have) != (size_t)-1;
}

void *malloc(size_t count) {
    if (count > (size_t)1 << LARGEST) {
        host_out_of_memory();
        __builtin_trap();
    }
    uint32_t class = class_of_size(count + sizeof(struct piece));
    unsigned char *start = freed[class];
    if (start) {
        freed[class] = *(void **)(start + sizeof(struct piece));
    } else {
        if (!top) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
        // The sizes are multiples of 4; pieces begin at multiples of 16.
        size_t size = (size_of_class(class) + 15) & ~(size_t)15;
        if (top + size < top || !reaches(top + size)) {
            host_out_of_memory();
            __builtin_trap();
        }
        start = (unsigned char *)top;
        top += size;
    }
    struct piece *piece = (struct piece *)start;
    piece->class = class;
    piece->offset = 0;
    return start + sizeof(struct piece);
}

void free(void *pointer) {
    if (!pointer) return;
    struct piece *piece = (struct piece *)pointer - 1;
    uint32_t class = piece->class;
    unsigned char *start = (unsigned char *)piece - piece->offset;
    *(void **)(start + sizeof(struct piece)) = freed[class];
    freed[class] = start;
}

int posix_memalign(void **result, size_t alignment, size_t count) {
    unsigned char *pointer = malloc(alignment <= 16 ? count : count + alignment);
    uintptr_t aligned = ((uintptr_t)pointer + alignment - 1) & ~(uintptr_t)(alignment - 1);
    uint32_t offset = aligned - (uintptr_t)pointer;
    if (offset) {
        // free looks in front of the aligned place.
        struct piece *piece = (struct piece *)aligned - 1;
        piece->class = ((struct piece *)pointer - 1)->class;
        piece->offset = offset;
    }
    *result = (void *)aligned;
    return 0;
}

// MARK: Numbers

// The product of numbers of 128 bits, which WebAssembly has no instruction for.
__int128 __multi3(__int128 one, __int128 other) {
    uint64_t a = (uint64_t)one, b = (uint64_t)other;
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32);
    uint64_t cross = a0 * b1 + (uint32_t)middle;
    uint64_t high = a1 * b1 + (middle >> 32) + (cross >> 32);
    high += a * (uint64_t)(other >> 64) + b * (uint64_t)(one >> 64);
    return (__int128)(((unsigned __int128)high << 64) | (cross << 32 | (uint32_t)low));
}
