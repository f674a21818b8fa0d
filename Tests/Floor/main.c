// The least that a program with the same task has to do, for `make bench`: it reads every archive,
// takes the longest string of it for a Markdown text, renders that with cmark-gfm, and writes a page
// in a frame that is the same for all. No titles, no order, no links, no search, no second run.
//
//     notebinder-floor NOTES OUTPUT WORKERS
//
// Workers are processes: cmark's extensions share a table.
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FRAME = 750, MAX_NOTES = 1 << 20 };

static const char *const extension_names[] = {"table", "strikethrough", "autolink", "tasklist"};
enum { EXTENSIONS = sizeof extension_names / sizeof *extension_names };
static cmark_syntax_extension *extensions[EXTENSIONS];

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

// The longest string of a binary property list; nothing for another file.
static char *longest_string(const uint8_t *bytes, size_t size, size_t *length) {
    *length = 0;
    if (size < 40 || memcmp(bytes, "bplist00", 8) != 0) return NULL;
    const uint8_t *trailer = bytes + size - 32;
    int width = trailer[6];
    uint64_t count = big_endian(trailer + 8, 8), table = big_endian(trailer + 24, 8);
    const uint8_t *longest = NULL;
    uint64_t most = 0;
    int is_wide = 0;
    for (uint64_t index = 0; index < count; index++) {
        if (table + (index + 1) * width > size) return NULL;
        uint64_t place = big_endian(bytes + table + index * width, width);
        if (place + 10 > size) continue;
        int kind = bytes[place] >> 4;
        if (kind != 5 && kind != 6) continue;
        uint64_t signs = bytes[place++] & 15;
        if (signs == 15) {
            int power = 1 << (bytes[place] & 15);
            signs = big_endian(bytes + place + 1, power);
            place += 1 + power;
        }
        if (signs <= most || place + signs * (kind == 6 ? 2 : 1) > size) continue;
        longest = bytes + place;
        most = signs;
        is_wide = kind == 6;
    }
    if (!longest) return NULL;
    if (is_wide) return utf8(longest, most, length);
    char *text = malloc(most + 1);
    memcpy(text, longest, most);
    *length = most;
    return text;
}

static char *rendered(const char *text, size_t length) {
    cmark_mem *arena = cmark_get_arena_mem_allocator();
    int options = CMARK_OPT_FOOTNOTES | CMARK_OPT_UNSAFE;
    cmark_parser *parser = cmark_parser_new_with_mem(options, arena);
    for (int index = 0; index < EXTENSIONS; index++)
        cmark_parser_attach_syntax_extension(parser, extensions[index]);
    cmark_parser_feed(parser, text, length);
    cmark_node *document = cmark_parser_finish(parser);
    return cmark_render_html_with_mem(
        document, options, cmark_parser_get_syntax_extensions(parser), arena);
}

static void work(int notes, int output, char **names, int first, int step, int count) {
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
        char *text = longest_string(bytes, size, &length);
        const char *html = text ? rendered(text, length) : "";
        size_t body = strlen(html);
        if (body + 2 * FRAME > page_room) page = realloc(page, page_room = 2 * (body + 2 * FRAME));
        memcpy(page, frame, FRAME);
        memcpy(page + FRAME, html, body);
        memcpy(page + FRAME + body, frame, FRAME);
        char name[300];
        snprintf(name, sizeof name, "%.250s.html", names[index]);
        int written = openat(output, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (written < 0 || write(written, page, body + 2 * FRAME) < 0) exit(1);
        close(written);
        free(text);
        cmark_arena_reset();
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
    DIR *folder = notes < 0 ? NULL : fdopendir(dup(notes));
    if (!folder || output < 0) {
        fprintf(stderr, "notebinder-floor: a folder cannot be opened\n");
        return 1;
    }
    char **names = malloc(MAX_NOTES * sizeof *names);
    int count = 0;
    struct dirent *entry;
    while ((entry = readdir(folder)) && count < MAX_NOTES)
        if (entry->d_type == DT_REG) names[count++] = strdup(entry->d_name);
    closedir(folder);
    cmark_gfm_core_extensions_ensure_registered();
    for (int index = 0; index < EXTENSIONS; index++)
        extensions[index] = cmark_find_syntax_extension(extension_names[index]);
    for (int worker = 1; worker < workers; worker++) {
        if (fork() == 0) {
            work(notes, output, names, worker, workers, count);
            _exit(0);
        }
    }
    work(notes, output, names, 0, workers, count);
    int status, failed = 0;
    while (wait(&status) > 0) failed |= status != 0;
    return failed;
}
