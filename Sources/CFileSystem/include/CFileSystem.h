#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

/// Swaps two paths of one file system in one step.
/// Returns 0, or the errno value; EINVAL or ENOSYS where the file system cannot do it.
int cfilesystem_exchange(const char *first, const char *second);

/// Makes `to` share the storage of `from` where the file system can (a reflink), with both open.
/// Returns 0, or the errno value.
int cfilesystem_clone(int from, int to);

/// Waits until all that was written to the file system of an open file is on the disk.
/// Returns 0, or the errno value.
int cfilesystem_synchronize(int file);

/// Whether other machines may write to the file system of a path without this one being told;
/// 1 also where that cannot be found out.
int cfilesystem_is_remote(const char *path);

/// Has buffers of `large` bytes and more given back to the operating system when they are freed, and
/// what is free at the end of a heap kept, up to `rest` bytes; only where the C library would do
/// otherwise.
void cfilesystem_keep_buffers(int large, int rest);

#endif
