// The minimum that a program with the same task has to do, for `make bench`: it reads every archive,
// takes the Markdown text of its note, renders it with cmark-gfm, and writes a page in a frame that
// is the same for all. No titles, no order, no links, no search, no second run.
//
//     notebinder-floor NOTES OUTPUT WORKERS
//
// The text is the string under the key "note", or the longest string of an archive without that key.
// Workers are processes. Texts are parsed as Notebinder parses them, in memory that is given back
// as a whole: cmark's own arena clears megabytes for each text.
#define _GNU_SOURCE
#include "CMarkArena.h"
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FRAME = 750, MAX_NOTES = 1 << 20 };

static uint64_t big_endian(const uint8_t *bytes, int count) {
    uint64_t value = 0;
    while (count-- > 0) value = value << 8 | *bytes++;
    return value;
}

// UTF-16, big-endian, as UTF-8; lone surrogates as they are.
static char *utf8(const uint8_t *bytes, size_t count, size_t *length) {
    char *text = malloc(count * 3 + 1), *out = text;
    for (size_t index = 0; index < count; index++) {
        uint32_t sign = big_endian(bytes + 2 * index, 2);
        if (sign >= 0xD800 && sign < 0xDC00 && index + 1 < count)
            sign = 0x10000 + (sign - 0xD800) * 1024 + big_endian(bytes + 2 * ++index, 2) - 0xDC00;
        if (sign < 0x80) {
            *out++ = sign;
        } else if (sign < 0x800) {
            *out++ = 0xC0 | sign >> 6;
            *out++ = 0x80 | (sign & 63);
        } else if (sign < 0x10000) {
            *out++ = 0xE0 | sign >> 12;
            *out++ = 0x80 | (sign >> 6 & 63);
            *out++ = 0x80 | (sign & 63);
        } else {
            *out++ = 0xF0 | sign >> 18;
            *out++ = 0x80 | (sign >> 12 & 63);
            *out++ = 0x80 | (sign >> 6 & 63);
            *out++ = 0x80 | (sign & 63);
        }
    }
    *length = out - text;
    return text;
}

typedef struct {
    const uint8_t *bytes;
    size_t size;
    uint64_t count, table, top;
    int offset_width, reference_width;
} plist;

// The position of an object's content, with its kind and length; 0 for a damaged object.
static size_t content(const plist *list, uint64_t object, int *kind, uint64_t *length) {
    if (object >= list->count) return 0;
    uint64_t position =
        big_endian(list->bytes + list->table + object * list->offset_width, list->offset_width);
    if (position + 10 > list->size) return 0;
    *kind = list->bytes[position] >> 4;
    *length = list->bytes[position++] & 15;
    if (*length == 15 && *kind != 1) {
        int width = 1 << (list->bytes[position] & 15);
        if (width > 8) return 0;
        *length = big_endian(list->bytes + position + 1, width);
        position += 1 + width;
    }
    return *length < list->size && position < list->size ? position : 0;
}

static uint64_t reference(const plist *list, size_t position, uint64_t index) {
    position += index * list->reference_width;
    if (position + list->reference_width > list->size) return UINT64_MAX;
    return big_endian(list->bytes + position, list->reference_width);
}

enum { ASCII = 5, UTF16 = 6, UID = 8, ARRAY = 10, DICTIONARY = 13 };

// The object under a key of a dictionary; UINT64_MAX if there is none.
static uint64_t value(const plist *list, uint64_t object, const char *key) {
    int kind;
    uint64_t count, length;
    size_t position = content(list, object, &kind, &count);
    if (!position || kind != DICTIONARY) return UINT64_MAX;
    for (uint64_t index = 0; index < count; index++) {
        size_t text = content(list, reference(list, position, index), &kind, &length);
        if (text && kind == ASCII && length == strlen(key) && text + length <= list->size &&
            memcmp(list->bytes + text, key, length) == 0)
            return reference(list, position, count + index);
    }
    return UINT64_MAX;
}

// The object that an archived value refers to by its UID.
static uint64_t referred(const plist *list, uint64_t object, size_t objects, uint64_t count) {
    int kind;
    uint64_t length;
    size_t position = content(list, object, &kind, &length);
    if (!position || kind != UID || position + length + 1 > list->size) return UINT64_MAX;
    uint64_t index = big_endian(list->bytes + position, length + 1);
    return index < count ? reference(list, objects, index) : UINT64_MAX;
}

static char *string(const plist *list, uint64_t object, size_t *length) {
    int kind;
    uint64_t count;
    size_t position = content(list, object, &kind, &count);
    if (!position || (kind != ASCII && kind != UTF16)) return NULL;
    if (position + count * (kind == UTF16 ? 2 : 1) > list->size) return NULL;
    if (kind == UTF16) return utf8(list->bytes + position, count, length);
    char *text = malloc(count + 1);
    memcpy(text, list->bytes + position, count);
    *length = count;
    return text;
}

// The text of the first note in a keyed archive; NULL for any other file.
static char *text_of_note(const uint8_t *bytes, size_t size, size_t *length) {
    if (size < 40 || memcmp(bytes, "bplist00", 8) != 0) return NULL;
    const uint8_t *trailer = bytes + size - 32;
    plist list = {bytes, size, big_endian(trailer + 8, 8), big_endian(trailer + 24, 8),
                  big_endian(trailer + 16, 8), trailer[6], trailer[7]};
    if (list.count > size || list.table > size || list.offset_width > 8 ||
        list.reference_width > 8 || list.table + list.count * list.offset_width > size)
        return NULL;
    int kind;
    uint64_t count, longest = UINT64_MAX, most = 0;
    size_t objects = content(&list, value(&list, list.top, "$objects"), &kind, &count);
    if (!objects || kind != ARRAY) return NULL;
    for (uint64_t index = 0; index < count; index++) {
        uint64_t object = reference(&list, objects, index), units;
        if (!content(&list, object, &kind, &units)) continue;
        if (kind == DICTIONARY) {
            uint64_t note = referred(&list, value(&list, object, "note"), objects, count);
            char *text = string(&list, note, length);
            if (text) return text;
        } else if ((kind == ASCII || kind == UTF16) && units > most) {
            longest = object;
            most = units;
        }
    }
    return string(&list, longest, length);
}

static cmarkarena *arena;

// The page's text, which lives until the next parsing; NULL for a text that is too large.
static const char *rendered(const char *text, size_t length) {
    int options = CMARK_OPT_FOOTNOTES | CMARK_OPT_UNSAFE;
    cmark_node *document;
    if (cmarkarena_parse(arena, text, length, options, SIZE_MAX, 1e9, &document)) return NULL;
    return cmark_render_html(document, options, NULL);
}

// The paths of the files, below the notes folder.
static char *names[MAX_NOTES];
static int count;
static size_t folder_length;

static int add_file(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status;
    const char *name = path + place->base;
    if (place->level > 0 && type == FTW_D && (*name == '.' || strcasecmp(name, "photos") == 0))
        return FTW_SKIP_SUBTREE;
    if (type == FTW_F && *name != '.' && count < MAX_NOTES) {
        const char *below = path + folder_length;
        names[count++] = strdup(below + strspn(below, "/"));
    }
    return FTW_CONTINUE;
}

static void work(int notes, int output, int first, int step) {
    static char frame[FRAME];
    memset(frame, '-', FRAME);
    size_t room = 1 << 16;
    uint8_t *bytes = malloc(room);
    char *page = malloc(room);
    size_t page_room = room;
    for (int index = first; index < count; index += step) {
        int file = openat(notes, names[index], O_RDONLY | O_CLOEXEC);
        if (file < 0) continue;
        size_t size = 0;
        ssize_t got;
        while ((got = read(file, bytes + size, room - size)) > 0) {
            size += got;
            if (size == room) bytes = realloc(bytes, room *= 2);
        }
        close(file);
        size_t length;
        char *text = text_of_note(bytes, size, &length);
        if (!text) continue;
        const char *html = rendered(text, length);
        if (!html) continue;
        size_t body = strlen(html);
        if (body + 2 * FRAME > page_room) page = realloc(page, page_room = 2 * (body + 2 * FRAME));
        memcpy(page, frame, FRAME);
        memcpy(page + FRAME, html, body);
        memcpy(page + FRAME + body, frame, FRAME);
        char name[300];
        snprintf(name, sizeof name, "%.245s.html", names[index]);
        for (char *sign = name; *sign; sign++)
            if (*sign == '/') *sign = '-';
        int written = openat(output, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (written < 0 || write(written, page, body + 2 * FRAME) < 0) exit(1);
        close(written);
        free(text);
    }
}

int main(int argc, char **argv) {
    if (argc != 4 || atoi(argv[3]) < 1) {
        fprintf(stderr, "usage: notebinder-floor NOTES OUTPUT WORKERS\n");
        return 64;
    }
    int workers = atoi(argv[3]);
    mkdir(argv[2], 0755);
    int notes = open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int output = open(argv[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    folder_length = strlen(argv[1]);
    if (notes < 0 || output < 0 || nftw(argv[1], add_file, 16, FTW_PHYS | FTW_ACTIONRETVAL) != 0) {
        fprintf(stderr, "notebinder-floor: a folder cannot be opened\n");
        return 1;
    }
    cmarkarena_register_extensions();
    arena = cmarkarena_new();
    for (int worker = 1; worker < workers; worker++) {
        if (fork() == 0) {
            work(notes, output, worker, workers);
            _exit(0);
        }
    }
    work(notes, output, 0, workers);
    int status, failed = 0;
    while (wait(&status) > 0) failed |= status != 0;
    return failed;
}
