#include "check/statement.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/vec.h"

#define SOURCE_BYTES_MAX ((size_t)16 << 20)

/* What came before a place: the last character that is neither space nor comment,
   open parentheses and braces, and whether the line is the preprocessor's. */
struct scan {
    const char *text, *at, *line_start;
    char last, before;       /* before: what `last` was when the directive began */
    int depth, braces, body; /* body: the braces that were open in a function's, its own included; 0 outside */
    bool is_directive, has_token;
    VEC(struct statement_line) lines; /* the last is the current one */
};

static bool read_file(const char *path, struct buffer *text) {
    char piece[4096];
    size_t count;
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return false;
    while (text->size < SOURCE_BYTES_MAX && (count = fread(piece, 1, sizeof piece, stream)) > 0)
        buffer_add_n(text, piece, count);
    fclose(stream);
    return text->size > 0;
}

static bool begins_with(const char *at, const char *word) {
    size_t length = strlen(word);
    return strncmp(at, word, length) == 0 && !isalnum((unsigned char)at[length]) && at[length] != '_';
}

static void end_line(struct scan *s) {
    struct statement_line *line = &vec_last(&s->lines);
    line->is_whole = line->begins && s->depth == 0 && s->last == ';';
    if (s->is_directive && s->at[-1] != '\\') {
        s->is_directive = false;
        s->last = s->before;
    }
    uint32_t start = line->start;
    s->at++;
    s->line_start = s->at;
    s->has_token = false;
    vec_push(&s->lines, (struct statement_line){.start = start});
}

static void begin_token(struct scan *s) {
    struct statement_line *line = &vec_last(&s->lines);
    if (s->has_token)
        return;
    s->has_token = true;
    bool is_pragma = *s->at == '#' && begins_with(s->at + 1 + strspn(s->at + 1, " \t"), "pragma");
    bool joins = (*s->at == '#' && !is_pragma) || begins_with(s->at, "else") || begins_with(s->at, "case") || begins_with(s->at, "default");
    line->column = (uint32_t)(s->at - s->line_start) + 1;
    line->begins = !joins && !s->is_directive && s->depth == 0 && s->body > 0 && (s->last == ';' || s->last == '{' || s->last == '}');
    if (line->begins)
        line->start = s->lines.size;
    if (*s->at == '#')
        s->before = is_pragma ? '#' : s->last; /* a pragma belongs to what follows */
}

/* Whether a function's body opens here: behind its parameters, or what may follow them. */
static bool opens_body(const struct scan *s) {
    static const char *const words[] = {"const", "noexcept", "override", "final", "mutable"};
    const char *end = s->at;
    while (end > s->text && isspace((unsigned char)end[-1]))
        end--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(end - s->text) > length && strncmp(end - length, words[i], length) == 0)
            return true;
    }
    return s->last == ')';
}

static void count_brace(struct scan *s) {
    if (*s->at == '{') {
        s->braces++;
        if (s->body == 0 && s->depth == 0 && opens_body(s))
            s->body = s->braces;
    } else if (*s->at == '}' && s->braces > 0) {
        s->body = s->braces == s->body ? 0 : s->body;
        s->braces--;
    }
}

static void skip_comment(struct scan *s) {
    bool is_line = s->at[1] == '/';
    for (s->at += 2; *s->at && !(is_line ? *s->at == '\n' : s->at[0] == '*' && s->at[1] == '/');) {
        if (*s->at == '\n')
            end_line(s);
        else
            s->at++;
    }
    s->at += !is_line && *s->at ? 2 : 0;
}

static void skip_quoted(struct scan *s, char quote) {
    for (s->at++; *s->at && *s->at != quote && *s->at != '\n'; s->at++)
        s->at += s->at[0] == '\\' && s->at[1] && s->at[1] != '\n' ? 1 : 0;
    s->at += *s->at == quote;
    s->last = quote;
}

static void step(struct scan *s) {
    char c = *s->at;
    if (c == '\n') {
        end_line(s);
    } else if (c == '/' && (s->at[1] == '/' || s->at[1] == '*')) {
        skip_comment(s);
    } else if (isspace((unsigned char)c)) {
        s->at++;
    } else {
        begin_token(s);
        if (c == '"' || (c == '\'' && !isalnum((unsigned char)s->last))) {
            skip_quoted(s, c);
            return;
        }
        s->is_directive |= c == '#';
        s->depth += s->is_directive ? 0 : (c == '(' || c == '[') - (c == ')' || c == ']');
        if (!s->is_directive)
            count_brace(s);
        s->last = c;
        s->at++;
    }
}

struct statement_lines statement_read(struct arena *arena, const char *path) {
    struct buffer text = {0};
    struct scan s = {.last = ';'};
    struct statement_lines source = {NULL, 0};
    if (read_file(path, &text)) {
        s.text = s.at = s.line_start = buffer_text(&text);
        vec_push(&s.lines, (struct statement_line){.start = 0});
        while (*s.at)
            step(&s);
        struct statement_line *lines = arena_alloc(arena, s.lines.size * sizeof *lines);
        memcpy(lines, s.lines.data, s.lines.size * sizeof *lines);
        source = (struct statement_lines){lines, s.lines.size};
    }
    vec_release(&s.lines);
    buffer_release(&text);
    return source;
}

const struct statement_line *statement_at(const struct statement_lines *source, uint32_t line) {
    return line > 0 && line <= source->count ? &source->lines[line - 1] : NULL;
}
