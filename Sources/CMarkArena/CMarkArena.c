#include "CMarkArena.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Memory is taken from the system in chunks of this size, or of one allocation's where that is
// larger.
enum { CHUNK_SIZE = 256 * 1024, ALIGNMENT = 16, CALLS_BETWEEN_CLOCKS = 512 };

typedef struct chunk {
    struct chunk *next;
    size_t size;
    size_t used;
    // 16 bytes in front of each allocation hold its size.
    _Alignas(ALIGNMENT) unsigned char bytes[];
} chunk;

struct cmarkarena {
    chunk *chunks;
    size_t spent;
    size_t budget;
    double deadline;
    unsigned calls;
    cmarkarena_outcome outcome;
    jmp_buf escape;
};

// cmark's allocator functions have no argument to pass an arena in.
static _Thread_local cmarkarena *current;

static double thread_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Leaves the parsing: cmark itself cannot be told that memory is short.
static void give_up(cmarkarena *arena, cmarkarena_outcome outcome) {
    arena->outcome = outcome;
    longjmp(arena->escape, 1);
}

static void *take(size_t size) {
    cmarkarena *arena = current;
    if (++arena->calls % CALLS_BETWEEN_CLOCKS == 0 && thread_seconds() > arena->deadline)
        give_up(arena, CMARKARENA_TIME_SPENT);
    if (size > arena->budget) give_up(arena, CMARKARENA_MEMORY_SPENT);
    size_t whole = ALIGNMENT + ((size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
    arena->spent += whole;
    if (arena->spent > arena->budget) give_up(arena, CMARKARENA_MEMORY_SPENT);
    chunk *open = arena->chunks;
    if (!open || open->size - open->used < whole) {
        size_t capacity = whole > CHUNK_SIZE ? whole : CHUNK_SIZE;
        open = calloc(1, sizeof(chunk) + capacity);
        if (!open) {
            if (arena->budget == SIZE_MAX) abort();
            give_up(arena, CMARKARENA_MEMORY_SPENT);
        }
        open->size = capacity;
        open->next = arena->chunks;
        arena->chunks = open;
    }
    unsigned char *start = open->bytes + open->used;
    open->used += whole;
    memcpy(start, &size, sizeof size);
    return start + ALIGNMENT;
}

static void *arena_calloc(size_t count, size_t size) {
    if (size && count > SIZE_MAX / size) give_up(current, CMARKARENA_MEMORY_SPENT);
    return take(count * size);
}

static void *arena_realloc(void *old, size_t size) {
    if (!old) return take(size);
    size_t known;
    unsigned char *start = (unsigned char *)old - ALIGNMENT;
    memcpy(&known, start, sizeof known);
    if (size <= known) return old;
    // The last allocation grows where it is: a buffer that doubles would else leave its halves.
    chunk *open = current->chunks;
    size_t whole = (known + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if ((unsigned char *)old + whole == open->bytes + open->used) {
        size_t wanted = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
        size_t more = wanted - whole;
        if (open->size - open->used >= more) {
            current->spent += more;
            if (current->spent > current->budget) give_up(current, CMARKARENA_MEMORY_SPENT);
            open->used += more;
            memcpy(start, &size, sizeof size);
            return old;
        }
    }
    void *fresh = take(size);
    memcpy(fresh, old, known);
    return fresh;
}

static void arena_free(void *pointer) { (void)pointer; }

// Finishing parses the inlines, with the extensions' characters in a table that all parsers
// share: without a lock, several threads make wrong HTML of each other's text.
static pthread_mutex_t inline_lock = PTHREAD_MUTEX_INITIALIZER;

static cmark_mem allocator = {arena_calloc, arena_realloc, arena_free};

cmarkarena *cmarkarena_new(void) { return calloc(1, sizeof(cmarkarena)); }

// Keeps one chunk, zeroed as far as it was used.
static void reset(cmarkarena *arena) {
    chunk *kept = NULL;
    for (chunk *each = arena->chunks; each;) {
        chunk *next = each->next;
        if (!kept && each->size == CHUNK_SIZE) {
            kept = each;
        } else {
            free(each);
        }
        each = next;
    }
    if (kept) {
        memset(kept->bytes, 0, kept->used);
        kept->used = 0;
        kept->next = NULL;
    }
    arena->chunks = kept;
    arena->spent = 0;
}

void cmarkarena_free(cmarkarena *arena) {
    reset(arena);
    free(arena->chunks);
    free(arena);
}

enum { EXTENSION_COUNT = 5 };
static cmark_syntax_extension *extensions[EXTENSION_COUNT];

void cmarkarena_register_extensions(void) {
    static const char *const names[EXTENSION_COUNT] = {"table", "strikethrough", "autolink",
                                                       "tasklist", "tagfilter"};
    cmark_gfm_core_extensions_ensure_registered();
    for (int index = 0; index < EXTENSION_COUNT; index++)
        extensions[index] = cmark_find_syntax_extension(names[index]);
}

cmarkarena_outcome cmarkarena_parse(cmarkarena *arena, const char *text, size_t length,
                                    int options, size_t memory, double seconds,
                                    cmark_node **root) {
    volatile bool is_locked = false;
    reset(arena);
    *root = NULL;
    arena->budget = memory;
    arena->deadline = thread_seconds() + seconds;
    arena->calls = 0;
    arena->outcome = CMARKARENA_DONE;
    current = arena;
    if (setjmp(arena->escape) == 0) {
        cmark_parser *parser = cmark_parser_new_with_mem(options, &allocator);
        for (int index = 0; index < EXTENSION_COUNT; index++)
            if (extensions[index])
                cmark_parser_attach_syntax_extension(parser, extensions[index]);
        cmark_parser_feed(parser, text, length);
        // A parsing that is left in the middle leaves the extensions' characters in the table
        // that all parsers share, where the next one puts the same.
        pthread_mutex_lock(&inline_lock);
        is_locked = true;
        *root = cmark_parser_finish(parser);
    }
    if (is_locked) pthread_mutex_unlock(&inline_lock);
    // cmark's accessors copy the texts that are asked for: at most as much again as was parsed,
    // and no parsing is left to escape to.
    arena->budget = SIZE_MAX;
    arena->deadline = INFINITY;
    return arena->outcome;
}

void cmarkarena_end(void) { current = NULL; }
