// Makes one call of a program to the C library fail: preloaded by Tests/Tools/check/faults.py.
//
//     FAULT=CALL:NUMBER:HOW   the NUMBERth call, from 1, of CALL; HOW is an error number, `short` (a read or write of one
//                             octet) or `all`:ERROR (this call and all after it)
//     FAULT=full:NUMBER:ERROR the disk or pipe of standard output and of files has room for NUMBER octets
//     FAULT_COUNTS=FILE       appends how often each call was made, when the program ends
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CALLS(X)                                                                                                       \
    X(open) X(read) X(write) X(close) X(stat) X(lstat) X(fstat) X(opendir) X(readdir) X(fchmod) X(rename) X(link)      \
    X(unlink) X(pthread_create) X(malloc) X(calloc) X(realloc) X(posix_memalign) X(aligned_alloc)
#define NAME(name) call_##name,
enum { CALLS(NAME) call_count };
#define TEXT(name) #name,
static const char *const names[] = {CALLS(TEXT)};

static atomic_long counts[call_count];
static int chosen = -1, error_number, is_short, is_lasting, is_full, is_ready;
static long number;

__attribute__((constructor)) static void start(void) {
    const char *fault = getenv("FAULT");
    if (fault != NULL) {
        size_t length = strcspn(fault, ":");
        for (int call = 0; call < call_count; call++)
            if (strlen(names[call]) == length && strncmp(names[call], fault, length) == 0) chosen = call;
        char *rest;
        number = strtol(fault + length + 1, &rest, 10);
        rest++;
        is_short = strcmp(rest, "short") == 0;
        is_lasting = strncmp(rest, "all:", 4) == 0;
        is_full = strncmp(fault, "full:", 5) == 0;
        error_number = atoi(is_lasting ? rest + 4 : rest);
    }
    for (int call = 0; call < call_count; call++) counts[call] = 0;
    is_ready = 1;
}

__attribute__((destructor)) static void finish(void) {
    const char *path = getenv("FAULT_COUNTS");
    is_ready = 0;
    FILE *file = path == NULL ? NULL : fopen(path, "a");
    if (file == NULL) return;
    for (int call = 0; call < call_count; call++) fprintf(file, "%s %ld\n", names[call], counts[call]);
    fclose(file);
}

// Counts a call; true if it is to fail.
static int is_chosen(int call) {
    if (!is_ready) return 0;
    long count = ++counts[call];
    return call == chosen && (count == number || (is_lasting && count > number));
}

static int fails(int call) {
    if (!is_chosen(call)) return 0;
    errno = error_number;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return fails(call_open) ? -1 : REAL(open)(path, flags, mode);
}

ssize_t read(int descriptor, void *buffer, size_t size) {
    if (!is_chosen(call_read)) return REAL(read)(descriptor, buffer, size);
    if (is_short) return REAL(read)(descriptor, buffer, size < 1 ? size : 1);
    errno = error_number;
    return -1;
}

ssize_t write(int descriptor, const void *buffer, size_t size) {
    if (is_full && descriptor != 2) {
        if (number > 0) {
            ssize_t done = REAL(write)(descriptor, buffer, size < (size_t)number ? size : (size_t)number);
            number -= done > 0 ? done : 0;
            return done;
        }
        errno = error_number;
        return -1;
    }
    if (!is_chosen(call_write)) return REAL(write)(descriptor, buffer, size);
    if (is_short) return REAL(write)(descriptor, buffer, size < 1 ? size : 1);
    errno = error_number;
    return -1;
}

// As on Linux, the descriptor is closed even if the call fails.
int close(int descriptor) {
    int result = REAL(close)(descriptor);
    return fails(call_close) ? -1 : result;
}

#define PLAIN(result, name, failed, parameters, arguments)                                                             \
    result name parameters { return fails(call_##name) ? failed : REAL(name) arguments; }

PLAIN(int, stat, -1, (const char *restrict path, struct stat *restrict status), (path, status))
PLAIN(int, lstat, -1, (const char *restrict path, struct stat *restrict status), (path, status))
PLAIN(int, fstat, -1, (int descriptor, struct stat *status), (descriptor, status))
PLAIN(DIR *, opendir, NULL, (const char *path), (path))
PLAIN(struct dirent *, readdir, NULL, (DIR *folder), (folder))
PLAIN(int, fchmod, -1, (int descriptor, mode_t mode), (descriptor, mode))
PLAIN(int, rename, -1, (const char *from, const char *to), (from, to))
PLAIN(int, link, -1, (const char *from, const char *to), (from, to))
PLAIN(int, unlink, -1, (const char *path), (path))
PLAIN(void *, realloc, NULL, (void *memory, size_t size), (memory, size))

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*start)(void *),
                   void *restrict argument) {
    return fails(call_pthread_create) ? error_number : REAL(pthread_create)(thread, attributes, start, argument);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    return fails(call_posix_memalign) ? error_number : REAL(posix_memalign)(memory, alignment, size);
}

// dlsym may allocate, so these functions are called by glibc's own names.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void *malloc(size_t size) { return fails(call_malloc) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails(call_calloc) ? NULL : __libc_calloc(count, size); }
void *aligned_alloc(size_t alignment, size_t size) {
    return fails(call_aligned_alloc) ? NULL : __libc_memalign(alignment, size);
}
