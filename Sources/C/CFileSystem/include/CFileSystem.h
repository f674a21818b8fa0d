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

/// Whether an open file, which is not empty, consists of holes only: nothing was ever written to it.
int cfilesystem_has_no_data(int file);

/// Whether other machines may write to the file system of a path without this one being told;
/// 1 also where that cannot be found out.
int cfilesystem_is_remote(const char *path);

/// Has buffers of `large` bytes and more given back to the operating system when they are freed, and
/// what is free at the end of a heap kept, up to `rest` bytes; only where the C library would do
/// otherwise.
void cfilesystem_keep_buffers(int large, int rest);

/// Has the heaps of threads that are created from now on begin with `bytes` bytes of address space,
/// which is not memory before it is used; only where the C library would add to them page by page.
void cfilesystem_pad_heaps(int bytes);

/// Returns free memory to the system, where the C library is able to.
void cfilesystem_return_free(void);

/// From now on, an interrupt (SIGINT) that ends this process writes a message to standard error
/// first. The message is copied.
void cfilesystem_explain_interrupt(const char *message);

/// Runs a program in a process group of its own and waits for it. Its standard input is empty, its
/// standard output goes to standard error, and it keeps a file open, so that a lock on that file is
/// held as long as any process of the group exists. A signal that ends the calling process (SIGINT,
/// SIGTERM, SIGHUP or SIGQUIT) ends the group first, and so does the limit of time. What is left of
/// the group is ended after the program. Only one thread may call it at a time.
///
/// - folder: the folder to run in, or NULL for the current one
/// - lock: the file to keep open, or -1
/// - seconds: the limit of time
/// - status: receives the status of `waitpid`, or -1 if the limit was reached
/// Returns 0, or the errno value if the program could not be started.
int cfilesystem_run_group(
    char *const arguments[], char *const environment[], const char *folder, int lock,
    double seconds, int *status);

#endif
