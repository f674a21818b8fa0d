#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>

void cfilesystem_keep_buffers(int large, int rest) {
    mallopt(M_MMAP_THRESHOLD, large);
    mallopt(M_TRIM_THRESHOLD, rest);
}
#else
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
