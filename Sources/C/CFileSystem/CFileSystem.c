#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int cfilesystem_has_no_data(int file) {
    return lseek(file, 0, SEEK_DATA) < 0 && errno == ENXIO;
}

#if defined(__GLIBC__)
#include <malloc.h>

void cfilesystem_keep_buffers(int large, int rest) {
    mallopt(M_MMAP_THRESHOLD, large);
    mallopt(M_TRIM_THRESHOLD, rest);
}

void cfilesystem_return_free(void) { malloc_trim(0); }

void cfilesystem_pad_heaps(int bytes) { mallopt(M_TOP_PAD, bytes); }
#else
void cfilesystem_pad_heaps(int bytes) { (void)bytes; }

void cfilesystem_return_free(void) {}

void cfilesystem_keep_buffers(int large, int rest) {
    (void)large;
    (void)rest;
}
#endif

#if defined(__linux__)
#include <sys/ioctl.h>
#include <sys/vfs.h>

#ifndef FICLONE
#define FICLONE _IOW(0x94, 9, int)
#endif

int cfilesystem_exchange(const char *first, const char *second) {
    if (renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE) == 0) return 0;
    return errno;
}

int cfilesystem_clone(int from, int to) {
    return ioctl(to, FICLONE, from) == 0 ? 0 : errno;
}

int cfilesystem_synchronize(int file) {
    return syncfs(file) == 0 ? 0 : errno;
}

int cfilesystem_is_remote(const char *path) {
    struct statfs status;
    if (statfs(path, &status) != 0) return 1;
    // statfs(2): NFS, SMB, CIFS, SMB2, FUSE, 9P, AFS, Ceph.
    switch ((unsigned long)status.f_type & 0xFFFFFFFF) {
    case 0x6969: case 0x517B: case 0xFF534D42: case 0xFE534D42:
    case 0x65735546: case 0x01021997: case 0x5346414F: case 0x00C36400:
        return 1;
    default:
        return 0;
    }
}

#else

int cfilesystem_exchange(const char *first, const char *second) {
    return renamex_np(first, second, RENAME_SWAP) == 0 ? 0 : errno;
}

int cfilesystem_clone(int from, int to) {
    (void)from;
    (void)to;
    return ENOTSUP;
}

int cfilesystem_synchronize(int file) {
    (void)file;
    sync();
    return 0;
}

int cfilesystem_is_remote(const char *path) {
    (void)path;
    return 1;
}

#endif

// The process group that a signal to this process ends too; 0 for none.
static atomic_int running_group = 0;

// While a group is started, a signal on any thread waits for its number: it is noted, and taken up
// either by the handler or by the thread that starts the group.
static atomic_int is_starting = 0;
static atomic_int noted_signal = 0;

// What an interrupt writes to standard error; NULL for nothing.
static const char *volatile interrupt_message = NULL;
static volatile size_t interrupt_length = 0;

static void end_group_and_self(int number) {
    noted_signal = number;
    if (is_starting) return;
    if (number == SIGINT && interrupt_message != NULL) {
        ssize_t ignored = write(STDERR_FILENO, interrupt_message, interrupt_length);
        (void)ignored;
    }
    if (running_group > 0) kill(-running_group, SIGTERM);
    signal(number, SIG_DFL);
    raise(number);
}

void cfilesystem_explain_interrupt(const char *message) {
    interrupt_length = strlen(message);
    interrupt_message = strdup(message);
    struct sigaction handler = {.sa_handler = end_group_and_self}, before;
    sigaction(SIGINT, NULL, &before);
    // One that is ignored, as after nohup, stays so.
    if (before.sa_handler == SIG_DFL) sigaction(SIGINT, &handler, NULL);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// Waits for a process up to an instant; 0 if it still runs then.
static int ended(pid_t process, double end, int *status) {
    for (;;) {
        pid_t found = waitpid(process, status, WNOHANG);
        if (found == process || (found < 0 && errno != EINTR)) return 1;
        if (now() >= end) return 0;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
}

// Restores the handlers of signals, as far as they were replaced.
static void restore(const struct sigaction *handlers, const int *signals, int count) {
    for (int i = 0; i < count; i++) {
        if (handlers[i].sa_handler == SIG_DFL) sigaction(signals[i], &handlers[i], NULL);
    }
}

int cfilesystem_run_group(
    char *const arguments[], char *const environment[], const char *folder, int lock,
    double seconds, int *status) {
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    enum { count = sizeof ending / sizeof *ending };
    sigset_t defaults, none;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (int i = 0; i < count; i++) sigaddset(&defaults, ending[i]);
    sigaddset(&defaults, SIGPIPE);

    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    // Onto itself: it is then not closed in the program.
    if (lock >= 0) posix_spawn_file_actions_adddup2(&actions, lock, lock);
    if (folder != NULL) posix_spawn_file_actions_addchdir_np(&actions, folder);

    is_starting = 1;
    struct sigaction handlers[count], handler = {.sa_handler = end_group_and_self};
    for (int i = 0; i < count; i++) {
        sigaction(ending[i], NULL, &handlers[i]);
        // One that is ignored, as after nohup, stays so.
        if (handlers[i].sa_handler == SIG_DFL) sigaction(ending[i], &handler, NULL);
    }
    pid_t process = 0;
    int code = posix_spawn(&process, arguments[0], &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    running_group = code == 0 ? process : 0;
    is_starting = 0;
    if (noted_signal != 0) end_group_and_self(noted_signal);
    if (code != 0) {
        restore(handlers, ending, count);
        return code;
    }

    int has_ended = ended(process, now() + seconds, status);
    kill(-process, SIGTERM);
    if (!has_ended) {
        int ignored;
        if (!ended(process, now() + 5, &ignored)) {
            kill(-process, SIGKILL);
            waitpid(process, &ignored, 0);
        }
        *status = -1;
    }
    running_group = 0;
    restore(handlers, ending, count);
    return 0;
}
