/* What the C programs share: files, the clock, and the loop of W1. After "acc" stands a sum of the results, which is the
 * same for all programs.
 *
 *   PROGRAM w1 CORPUS ITERATIONS   microseconds a certificate; with 0 iterations one pin a line
 *   PROGRAM w2                     SHA-256 by size
 *   PROGRAM w3 FILE.pem            the pins of a bundle
 *   PROGRAM w4 FILE.pem            base64 of PEM blocks
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int (*pin_function)(const uint8_t *der, size_t size, char text[48]);

static uint8_t *read_file(const char *path, const char *suffix, size_t *size) {
    char name[4096];
    snprintf(name, sizeof name, "%s%s", path, suffix);
    FILE *file = fopen(name, "rb");
    if (!file) { perror(name); exit(2); }
    size_t room = 1 << 20, used = 0, more;
    uint8_t *bytes = malloc(room + 1);
    while ((more = fread(bytes + used, 1, room - used, file)) > 0) {
        used += more;
        if (used == room) bytes = realloc(bytes, (room *= 2) + 1);
    }
    fclose(file);
    bytes[used] = 0;
    *size = used;
    return bytes;
}

/* Processor time of this process, so that what other processes take does not count. */
static double nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static inline uint32_t number(const uint8_t *bytes, size_t place) {
    bytes += 4 * place;
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static int work1(const char *label, const char *corpus, int iterations, pin_function pin) {
    size_t size;
    uint8_t *der = read_file(corpus, ".der", &size), *index = read_file(corpus, ".idx", &size);
    uint32_t count = number(index, 0);
    char text[48];
    unsigned sum = 0, errors = 0;
    double start = nanoseconds();
    for (int turn = 0; turn < (iterations ? iterations : 1); turn++)
        for (uint32_t i = 0; i < count; i++) {
            int failed = pin(der + number(index, 1 + 2 * i), number(index, 2 + 2 * i), text);
            if (iterations == 0) puts(failed ? "ERR" : text);
            errors += failed != 0;
            sum += (unsigned char)text[7];
        }
    double each = (nanoseconds() - start) / iterations / count / 1000;
    if (iterations) printf("w1 %s us/cert %.3f err %u acc %u\n", label, each, errors, sum);
    return 0;
}

typedef void (*hash_function)(const uint8_t *message, size_t size, uint8_t digest[32]);

static int work2(const char *label, hash_function hash) {
    static uint8_t message[16384];
    const int sizes[] = {16384, 294, 91};
    uint8_t digest[32];
    for (int s = 0; s < 3; s++) {
        uint8_t sum = 0;
        int size = sizes[s], count = 60000000 / size;
        for (int i = 0; i < size; i++) message[i] = (uint8_t)(i * 7);
        double start = nanoseconds();
        for (int turn = 0; turn < count; turn++) {
            message[0] = (uint8_t)turn;
            hash(message, size, digest);
            sum ^= digest[0];
        }
        double time = nanoseconds() - start;
        printf("w2 %s %d MB/s %.1f ns/msg %.1f acc %u\n", label, size, (double)size * count / time * 1e3,
               time / count, sum);
    }
    return 0;
}
