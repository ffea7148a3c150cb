/* See lost.h. */
#include "front/lost.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"

enum { FILE_BYTES_MAX = 16 << 20 };

/* ---- names ---- */

static bool is_name(const struct token_list *tokens, uint32_t i) {
    return i < tokens->tokens.size && tokens->tokens.data[i].kind == TOKEN_NAME;
}

static uint64_t hash_of(const struct token_list *tokens, uint32_t i) {
    const struct token *t = &tokens->tokens.data[i];
    return hash_bytes(tokens->text + t->offset, t->size);
}

void lost_add(struct lost *lost, struct arena *arena, const struct token_list *tokens, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end && i < tokens->tokens.size; i++) {
        const struct token *t = &tokens->tokens.data[i];
        if (!is_name(tokens, i) || map_get(&lost->known, hash_of(tokens, i), NULL))
            continue;
        map_set(&lost->known, hash_of(tokens, i), 1);
        vec_push(&lost->names, arena_strndup(arena, tokens->text + t->offset, t->size));
    }
}

static bool is_any(const struct token_list *tokens, uint32_t i, const char *const *texts) {
    for (; *texts; texts++)
        if (token_is(tokens, i, *texts))
            return true;
    return false;
}

/* Whether the token stands where a declaration has its own name: outside of parentheses, or in those of `(*f)(int)`. */
static bool is_in_declarator(const struct token_list *tokens, uint32_t i, uint32_t top) {
    uint32_t up = tokens->tokens.data[i].up;
    return up == top || (up != TOKEN_NONE && (token_is(tokens, up + 1, "*") || token_is(tokens, up + 1, "&")));
}

/* Whether the item declares one of the names, or may be used without a name. */
static bool is_used(const struct lost *lost, const struct token_list *tokens, const struct item *item) {
    static const char *const words[] = {"__attribute__", "alignas", "__declspec", "decltype", "noexcept", "throw",     "class",     "struct",
                                        "union",         "enum",    "template",   "typename", "public",   "private",   "protected", "virtual",
                                        "final",         "inline",  "static",     "extern",   "const",    "constexpr", "typedef",   "using",
                                        "void",          "bool",    "char",       "short",    "int",      "long",      "unsigned",  "signed",
                                        "float",         "double",  "auto",       "volatile", NULL};
    static const char *const without[] = {"operator", "begin", "end", "get", NULL};
    uint32_t head = item->colon != TOKEN_NONE ? item->colon : item->body != TOKEN_NONE ? item->body : item->end;
    uint32_t up = item->first < tokens->tokens.size ? tokens->tokens.data[item->first].up : TOKEN_NONE;
    for (uint32_t i = item->first; i < head; i++) {
        bool is_top = tokens->tokens.data[i].up == up;
        if (item->kind != ITEM_FUNCTION && token_is(tokens, i, "=") && is_top)
            return false;
        if (!is_name(tokens, i) || !is_in_declarator(tokens, i, up) || is_any(tokens, i, words))
            continue;
        if (is_top && is_any(tokens, i, without))
            return true;
        bool is_called = item->kind == ITEM_CLASS || (i + 1 < tokens->tokens.size && !is_name(tokens, i + 1));
        if (is_called && map_get(&lost->known, hash_of(tokens, i), NULL))
            return true;
    }
    return false;
}

/* Headers of the compiler, of the system and our own; a program may have its own in folders of -isystem. */
static bool is_foreign(const struct line_marker *marker) {
    return marker->is_system && (strncmp(marker->file, "/usr/", 5) == 0 || strstr(marker->file, "share/warpproof/") != NULL);
}

void lost_close(struct lost *lost, struct arena *arena, const struct token_list *tokens, const struct item_list *items) {
    bool *is_taken = arena_alloc(arena, (items->items.size + 1) * sizeof *is_taken), goes_on = lost->names.size > 0;
    while (goes_on) {
        goes_on = false;
        for (uint32_t i = 0; i < items->items.size; i++) {
            const struct item *item = &items->items.data[i];
            const struct line_marker *marker = is_taken[i] ? NULL : marker_of(tokens, tokens->tokens.data[item->first].line);
            if (marker && !is_foreign(marker) && is_used(lost, tokens, item)) {
                is_taken[i] = goes_on = true;
                lost_add(lost, arena, tokens, item->first, item->end);
            }
        }
    }
}

void lost_release(struct lost *lost) {
    map_release(&lost->known);
    vec_release(&lost->names);
}

/* ---- macros ---- */

struct macros {
    struct arena *arena;
    struct map defined;
    const char *suspect;
};

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* What compilers and platforms define or leave undefined, and the switches of debugging. */
static bool is_of_platform(const char *name, size_t length) {
    static const char *const names[] = {"WIN32",    "WIN64",   "UNIX",           "MACOSX",       "LINUX",         "NDEBUG",       "DEBUG",
                                        "NOMINMAX", "VERBOSE", "CUDART_VERSION", "CUDA_VERSION", "defined",       "true",         "false",
                                        "M_PI",     "NULL",    "unix",           "linux",        "__has_include", "EXIT_SUCCESS", "EXIT_FAILURE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
            return true;
    return length > 1 && name[0] == '_'; /* reserved: no header of a library may give such a name a meaning of its own */
}

static void ask(struct macros *m, const char *name, size_t length) {
    uint64_t hash = hash_bytes(name, length);
    if (isdigit((unsigned char)*name) || is_of_platform(name, length) || map_get(&m->defined, hash, NULL))
        return;
    m->suspect = m->suspect ? m->suspect : arena_strndup(m->arena, name, length);
}

/* `#ifndef X` and `#define X` without a value: the guard of a header. */
static bool is_guard(const char *name, size_t length, const char *end_of_line) {
    const char *at = end_of_line + strspn(end_of_line, " \t\r\n");
    if (*at != '#')
        return false;
    at += 1 + strspn(at + 1, " \t");
    if (strncmp(at, "define", 6) != 0)
        return false;
    at += 6 + strspn(at + 6, " \t");
    if (strncmp(at, name, length) != 0 || is_letter(at[length]))
        return false;
    at += length;
    at += strspn(at, " \t\r");
    return *at == '\n' || *at == '\0' || (at[0] == '/' && (at[1] == '/' || at[1] == '*'));
}

static void read_directive(struct macros *m, const char *at) {
    size_t line = strcspn(at, "\n"), word = 0;
    const char *end = at + line;
    while (is_letter(at[word]))
        word++;
    const char *rest = at + word;
    rest += strspn(rest, " \t");
    size_t name = 0;
    while (is_letter(rest[name]))
        name++;
    if (strncmp(at, "define", word) == 0 && word == 6) {
        map_set(&m->defined, hash_bytes(rest, name), 1);
    } else if (strncmp(at, "ifndef", word) == 0 && word == 6) {
        if (!is_guard(rest, name, end))
            ask(m, rest, name);
    } else if ((strncmp(at, "ifdef", word) == 0 && word == 5) || (strncmp(at, "if", word) == 0 && word == 2) ||
               (strncmp(at, "elif", word) == 0 && word == 4)) {
        for (const char *c = rest; c < end && !(c[0] == '/' && (c[1] == '/' || c[1] == '*'));) {
            size_t length = 0;
            while (is_letter(c[length]))
                length++;
            if (length > 0)
                ask(m, c, length);
            c += length + (length == 0);
        }
    }
}

static void read_file(struct macros *m, const char *path) {
    struct buffer text = {0};
    char piece[65536];
    FILE *file = fopen(path, "rb");
    for (size_t size; file && (size = fread(piece, 1, sizeof piece, file)) > 0 && text.size < FILE_BYTES_MAX;)
        buffer_add_n(&text, piece, size);
    if (file)
        fclose(file);
    for (const char *at = buffer_text(&text); *at;) {
        at += strspn(at, " \t");
        if (*at == '#')
            read_directive(m, at + 1 + strspn(at + 1, " \t"));
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    buffer_release(&text);
}

const char *lost_macro(struct arena *arena, const struct token_list *tokens, const char *const *given, size_t given_count) {
    struct macros m = {.arena = arena};
    struct map seen = {0};
    for (size_t i = 0; i < given_count; i++)
        if (strncmp(given[i], "-D", 2) == 0)
            map_set(&m.defined, hash_bytes(given[i] + 2, strcspn(given[i] + 2, "=")), 1);
    for (uint32_t i = 0; i < tokens->markers.size; i++) {
        const struct line_marker *marker = &tokens->markers.data[i];
        uint64_t hash = hash_bytes(marker->file, strlen(marker->file));
        if (is_foreign(marker) || marker->file[0] == '<' || map_get(&seen, hash, NULL))
            continue;
        map_set(&seen, hash, 1);
        read_file(&m, marker->file);
    }
    map_release(&m.defined);
    map_release(&seen);
    return m.suspect;
}
