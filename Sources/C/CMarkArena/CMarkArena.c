#include "CMarkArena.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Memory is taken from the system in chunks of this size, or of one allocation's where that is
// larger.
enum { CHUNK_SIZE = 256 * 1024, ALIGNMENT = 16, MICROSECONDS_BETWEEN_LOOKS = 100 * 1000 };

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
    double seconds;
    // 0 before the first look at the clock.
    double deadline;
    cmarkarena_outcome outcome;
    sigjmp_buf escape;
    // Set while a call into the system may hold a lock of its own, and where no parsing is.
    volatile sig_atomic_t is_guarded;
    // Set where time ran out while guarded.
    volatile sig_atomic_t is_late;
    // The parsings under way, for the watcher.
    pthread_t thread;
    cmarkarena *next_active;
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
    arena->is_guarded = 1;
    arena->outcome = outcome;
    siglongjmp(arena->escape, 1);
}

// Some texts keep cmark busy for minutes without a single allocation. A watcher looks at the
// parsings under way and wakes those that take long; each then looks at its own clock.

static pthread_mutex_t active_lock = PTHREAD_MUTEX_INITIALIZER;
static cmarkarena *active;
static pthread_once_t watch_once = PTHREAD_ONCE_INIT;

static void look_at_clock(int signal) {
    (void)signal;
    cmarkarena *arena = current;
    if (!arena) return;
    // The time begins with the first look, so that most texts need no call for it.
    double now = thread_seconds();
    if (arena->deadline == 0) arena->deadline = now + arena->seconds;
    if (now <= arena->deadline) return;
    if (arena->is_guarded) {
        arena->is_late = 1;
    } else {
        give_up(arena, CMARKARENA_TIME_SPENT);
    }
}

static void *watch(void *unused) {
    (void)unused;
    while (true) {
        usleep(MICROSECONDS_BETWEEN_LOOKS);
        pthread_mutex_lock(&active_lock);
        for (cmarkarena *each = active; each; each = each->next_active)
            pthread_kill(each->thread, SIGVTALRM);
        pthread_mutex_unlock(&active_lock);
    }
    return NULL;
}

static void begin_watching(void) {
    // Not deferred: the handler may leave by a jump, and the signal must come through again.
    struct sigaction action = {.sa_handler = look_at_clock, .sa_flags = SA_RESTART | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaction(SIGVTALRM, &action, NULL);
    pthread_t watcher;
    if (pthread_create(&watcher, NULL, watch, NULL) == 0) pthread_detach(watcher);
}

static void enter_active(cmarkarena *arena) {
    pthread_once(&watch_once, begin_watching);
    // Threads of a pool begin with signals blocked.
    static _Thread_local bool is_unblocked;
    if (!is_unblocked) {
        sigset_t look;
        sigemptyset(&look);
        sigaddset(&look, SIGVTALRM);
        pthread_sigmask(SIG_UNBLOCK, &look, NULL);
        is_unblocked = true;
    }
    arena->thread = pthread_self();
    pthread_mutex_lock(&active_lock);
    arena->next_active = active;
    active = arena;
    pthread_mutex_unlock(&active_lock);
}

static void leave_active(cmarkarena *arena) {
    pthread_mutex_lock(&active_lock);
    cmarkarena **link = &active;
    while (*link && *link != arena) link = &(*link)->next_active;
    if (*link) *link = arena->next_active;
    pthread_mutex_unlock(&active_lock);
}

static void *take(size_t size) {
    cmarkarena *arena = current;
    if (size > arena->budget) give_up(arena, CMARKARENA_MEMORY_SPENT);
    size_t whole = ALIGNMENT + ((size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
    arena->spent += whole;
    if (arena->spent > arena->budget) give_up(arena, CMARKARENA_MEMORY_SPENT);
    chunk *open = arena->chunks;
    if (!open || open->size - open->used < whole) {
        size_t capacity = whole > CHUNK_SIZE ? whole : CHUNK_SIZE;
        sig_atomic_t was_guarded = arena->is_guarded;
        arena->is_guarded = 1;
        open = calloc(1, sizeof(chunk) + capacity);
        arena->is_guarded = was_guarded;
        if (arena->is_late && !was_guarded) {
            free(open);
            give_up(arena, CMARKARENA_TIME_SPENT);
        }
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

// Where extensions look for their syntax is in a table that all parsers share. Each adds the
// characters of its extensions before it parses the inlines and removes them afterwards, also for
// those that are in the middle of a text. So the characters of links stay in the table, and only
// texts with a tilde are parsed with the extension for it, one at a time.
static pthread_mutex_t tilde_lock = PTHREAD_MUTEX_INITIALIZER;

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

static cmark_syntax_extension *table, *strikethrough, *autolink, *tasklist, *tagfilter;

static void attach(cmark_parser *parser, cmark_syntax_extension *extension) {
    if (extension) cmark_parser_attach_syntax_extension(parser, extension);
}

void cmarkarena_register_extensions(void) {
    cmark_gfm_core_extensions_ensure_registered();
    table = cmark_find_syntax_extension("table");
    strikethrough = cmark_find_syntax_extension("strikethrough");
    autolink = cmark_find_syntax_extension("autolink");
    tasklist = cmark_find_syntax_extension("tasklist");
    tagfilter = cmark_find_syntax_extension("tagfilter");
    if (!autolink) return;
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
    attach(parser, autolink);
    cmark_manage_extensions_special_characters(parser, 1);
    cmark_parser_free(parser);
    cmark_syntax_extension_set_special_inline_chars(autolink, NULL);
}

// Makes an item a task if its first paragraph begins with a box, and takes the box off its words.
static void check_box(cmark_node *item) {
    cmark_node *paragraph = cmark_node_first_child(item);
    if (!paragraph || cmark_node_get_type(paragraph) != CMARK_NODE_PARAGRAPH) return;
    cmark_node *first = cmark_node_first_child(paragraph);
    if (!first || cmark_node_get_type(first) != CMARK_NODE_TEXT) return;
    const char *words = cmark_node_get_literal(first);
    if (words[0] != '[' || !words[1] || !strchr(" xX", words[1]) || words[2] != ']') return;
    bool is_checked = words[1] != ' ';
    const char *rest = words + 3 + strspn(words + 3, " \t");
    if (*rest && rest == words + 3) return;
    cmark_node *next = cmark_node_next(first);
    if (!*rest && next && cmark_node_get_type(next) == CMARK_NODE_SOFTBREAK) {
        cmark_node_unlink(next);
    } else if (rest == words + 3 && next) {
        return;
    }
    cmark_node_set_literal(first, rest);
    cmark_node_set_syntax_extension(item, tasklist);
    cmark_gfm_extensions_set_tasklist_item_checked(item, is_checked);
}

// The extension looks for boxes at the beginning of lines, and finds none behind the mark of a quote
// or of another item. The specification wants them at the beginning of the item's text.
static void find_boxes(cmark_node *root) {
    cmark_node *node = root;
    for (;;) {
        cmark_node_type type = cmark_node_get_type(node);
        if (type == CMARK_NODE_ITEM && !cmark_node_get_syntax_extension(node)) check_box(node);
        bool has_blocks = type == CMARK_NODE_DOCUMENT || type == CMARK_NODE_BLOCK_QUOTE ||
                          type == CMARK_NODE_LIST || type == CMARK_NODE_ITEM ||
                          type == CMARK_NODE_FOOTNOTE_DEFINITION;
        cmark_node *child = has_blocks ? cmark_node_first_child(node) : NULL;
        if (child) {
            node = child;
            continue;
        }
        while (node != root && !cmark_node_next(node)) node = cmark_node_parent(node);
        if (node == root) return;
        node = cmark_node_next(node);
    }
}

cmarkarena_outcome cmarkarena_parse(cmarkarena *arena, const char *text, size_t length,
                                    int options, size_t memory, double seconds,
                                    cmark_node **root) {
    const bool has_tilde = length && memchr(text, '~', length);
    volatile bool is_locked = false;
    reset(arena);
    *root = NULL;
    arena->budget = memory;
    arena->seconds = seconds;
    arena->deadline = 0;
    arena->outcome = CMARKARENA_DONE;
    arena->is_guarded = 1;
    arena->is_late = 0;
    current = arena;
    enter_active(arena);
    if (sigsetjmp(arena->escape, 0) == 0) {
        arena->is_guarded = 0;
        cmark_parser *parser = cmark_parser_new_with_mem(options, &allocator);
        attach(parser, table);
        if (has_tilde) attach(parser, strikethrough);
        attach(parser, autolink);
        attach(parser, tasklist);
        attach(parser, tagfilter);
        cmark_parser_feed(parser, text, length);
        // A parsing that is left in the middle leaves the tilde in the table, where the next one
        // puts it.
        if (has_tilde) {
            arena->is_guarded = 1;
            pthread_mutex_lock(&tilde_lock);
            is_locked = true;
            if (arena->is_late) give_up(arena, CMARKARENA_TIME_SPENT);
            arena->is_guarded = 0;
        }
        cmark_node *parsed = cmark_parser_finish(parser);
        if (tasklist && length && memchr(text, '[', length)) find_boxes(parsed);
        arena->is_guarded = 1;
        *root = parsed;
    }
    leave_active(arena);
    if (is_locked) pthread_mutex_unlock(&tilde_lock);
    // cmark's accessors copy the texts that are asked for: at most as much again as was parsed,
    // and no parsing is left to escape to.
    arena->budget = SIZE_MAX;
    arena->deadline = INFINITY;
    return arena->outcome;
}

void cmarkarena_end(void) {
    // A text of many megabytes shall not cost its memory until the next one comes.
    if (current) reset(current);
    current = NULL;
}
