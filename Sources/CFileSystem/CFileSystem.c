#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/ioctl.h>

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

#endif
