#ifndef CMARKARENA_H
#define CMARKARENA_H

#include <stddef.h>
#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm-core-extensions.h>

/// Memory for one parsing at a time, given back as a whole. cmark never frees a piece of it, so
/// its many small allocations cost a pointer's move each.
typedef struct cmarkarena cmarkarena;

cmarkarena *cmarkarena_new(void);
void cmarkarena_free(cmarkarena *arena);

/// Why a parsing ended.
typedef enum {
    CMARKARENA_DONE,
    CMARKARENA_MEMORY_SPENT,
    CMARKARENA_TIME_SPENT,
} cmarkarena_outcome;

/// Parses Markdown with the extensions of GitHub Flavored Markdown.
///
/// `root` receives the document. It lives in the arena until the next parsing, and nothing of it
/// is freed by the caller. It may be looked at on the same thread until `cmarkarena_end`. `memory` is
/// in bytes, `seconds` of this thread's processor time, to which up to a tenth of a second may be
/// added; whichever is spent first ends the parsing, and `root` is NULL.
/// Safe on several threads, each with an arena of its own. Takes the signal SIGVTALRM for itself.
cmarkarena_outcome cmarkarena_parse(cmarkarena *arena, const char *text, size_t length,
                                    int options, size_t memory, double seconds,
                                    cmark_node **root);

/// Ends the looking at a document, which every parsing needs, also one that failed.
void cmarkarena_end(void);

/// Makes cmark's extensions known to it. To be called before the first parsing, by one thread.
void cmarkarena_register_extensions(void);

#endif
