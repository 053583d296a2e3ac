// The functions of a C library that Embedded Swift calls, for a test that runs a moment: no system is under it.

#include <stddef.h>
#include <stdint.h>

// What Swift prints of a fatal error.
__attribute__((import_module("host"), import_name("putchar"))) int host_putchar(int character);
int putchar(int character) { return host_putchar(character); }

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

// Memory comes in powers of two, each with its list of free pieces. Pieces are never joined: the runner takes a new
// instance when one has grown.
extern unsigned char __heap_base;
struct piece { uint32_t power, offset, unused[2]; };
static void *freed[32];
static uintptr_t top;

static int reaches(uintptr_t end) {
    uintptr_t pages = (end + 65535) / 65536, have = __builtin_wasm_memory_size(0);
    return pages <= have || __builtin_wasm_memory_grow(0, pages - have) != (size_t)-1;
}

void *malloc(size_t count) {
    if (count > (size_t)1 << 30) return NULL;
    uint32_t power = 5;
    while (((size_t)1 << power) < count + sizeof(struct piece)) power++;
    unsigned char *start = freed[power];
    if (start) {
        freed[power] = *(void **)(start + sizeof(struct piece));
    } else {
        if (!top) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
        if (top + ((size_t)1 << power) < top || !reaches(top + ((size_t)1 << power))) return NULL;
        start = (unsigned char *)top;
        top += (size_t)1 << power;
    }
    struct piece *piece = (struct piece *)start;
    piece->power = power;
    piece->offset = 0;
    return start + sizeof(struct piece);
}

void free(void *pointer) {
    if (!pointer) return;
    struct piece *piece = (struct piece *)pointer - 1;
    uint32_t power = piece->power;
    unsigned char *start = (unsigned char *)piece - piece->offset;
    *(void **)(start + sizeof(struct piece)) = freed[power];
    freed[power] = start;
}

int posix_memalign(void **result, size_t alignment, size_t count) {
    unsigned char *pointer = malloc(alignment <= 16 ? count : count + alignment);
    if (!pointer) return 12;
    uintptr_t aligned = ((uintptr_t)pointer + alignment - 1) & ~(uintptr_t)(alignment - 1);
    uint32_t offset = aligned - (uintptr_t)pointer;
    if (offset) {
        // What free needs stands before the aligned place too.
        struct piece *piece = (struct piece *)aligned - 1;
        piece->power = ((struct piece *)pointer - 1)->power;
        piece->offset = offset;
    }
    *result = (void *)aligned;
    return 0;
}

// Seeds of hash tables; the same each time, so that a run can be repeated.
void arc4random_buf(void *to, size_t count) { memset(to, 42, count); }

// The product of numbers of 128 bits, of which WebAssembly has none.
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
