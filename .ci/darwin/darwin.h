// The declarations of macOS's C library that pemtool uses, for .ci/apple, which only type-checks. Types, names and
// nullability are those of the headers named; sizes of opaque types and values of constants have no meaning here.
#pragma clang diagnostic ignored "-Wnullability-completeness"

// <sys/types.h>, <time.h>
typedef unsigned long size_t;
typedef long ssize_t;
typedef long time_t;
typedef long long off_t;
typedef int pid_t;
typedef unsigned short mode_t;
struct timespec { time_t tv_sec; long tv_nsec; };
typedef enum { DARWIN_CLOCK_REALTIME, DARWIN_CLOCK_MONOTONIC = 6 } clockid_t;
time_t time(time_t *);
int clock_gettime(clockid_t, struct timespec *);

// <sys/stat.h>
struct stat {
    int st_dev; mode_t st_mode; unsigned short st_nlink; unsigned long long st_ino;
    unsigned int st_uid, st_gid; int st_rdev;
    struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    off_t st_size; long long st_blocks; int st_blksize; unsigned int st_flags, st_gen; int st_lspare; long long st_qspare[2];
};
int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int fchmod(int, mode_t);

// <dirent.h>
typedef struct { int opaque; } DIR;
struct dirent {
    unsigned long long d_ino, d_seekoff; unsigned short d_reclen, d_namlen; unsigned char d_type; char d_name[1024];
};
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);

// <unistd.h>, <stdio.h>, <stdlib.h>, <string.h>
int close(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int rename(const char *, const char *);
int link(const char *, const char *);
int unlink(const char *);
pid_t getpid(void);
int isatty(int);
long sysconf(int);
void exit(int) __attribute__((noreturn));
char *getenv(const char *);
char *strerror(int);
size_t strlen(const char *);
void *memchr(const void *, int, size_t);
#define _SC_NPROCESSORS_ONLN 58

// <errno.h>, <fcntl.h>, <sys/ttycom.h>
#define ENOENT 2
#define EPIPE 32
#define EINTR 4
#define O_RDONLY 0
#define O_WRONLY 1
#define O_CREAT 0x200
#define O_EXCL 0x800
#define O_CLOEXEC 0x1000000
#define F_GETFD 1
typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;
struct termios { tcflag_t c_iflag, c_oflag, c_cflag, c_lflag; cc_t c_cc[20]; speed_t c_ispeed, c_ospeed; };
#define ECHO 0x00000008
#define TCSAFLUSH 2
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };

// <signal.h>
typedef unsigned int sigset_t;
typedef struct __siginfo siginfo_t;
union __sigaction_u {
    void (*__sa_handler)(int);
    void (*__sa_sigaction)(int, siginfo_t *, void *);
};
struct sigaction { union __sigaction_u __sigaction_u; sigset_t sa_mask; int sa_flags; };
int raise(int);
void (*signal(int, void (*)(int)))(int);
int sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);
int sigemptyset(sigset_t *);
int sigaddset(sigset_t *, int);
typedef struct fd_set { int fds_bits[32]; } fd_set;
int pselect(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGBUS 10
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGTERM 15
#define SIGXFSZ 25

// <pthread.h>
typedef struct _opaque_pthread_t { long opaque; } *pthread_t;
typedef struct { long opaque; } pthread_attr_t;
typedef struct { long opaque; } pthread_mutex_t;
typedef struct { long opaque; } pthread_mutexattr_t;
typedef struct { long opaque; } pthread_cond_t;
typedef struct { long opaque; } pthread_condattr_t;
int pthread_mutex_init(pthread_mutex_t *_Nonnull, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull);
int pthread_cond_init(pthread_cond_t *_Nonnull, const pthread_condattr_t *_Nullable);
int pthread_cond_destroy(pthread_cond_t *_Nonnull);
int pthread_cond_broadcast(pthread_cond_t *_Nonnull);
int pthread_cond_wait(pthread_cond_t *_Nonnull, pthread_mutex_t *_Nonnull);
int pthread_create(pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable,
                   void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);
int pthread_sigmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);
