#include "lsp/source.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

size_t source_word_end(const char *text, size_t at) {
    if (isdigit((unsigned char)text[at])) {
        return at;
    }
    while (is_word(text[at])) {
        at++;
    }
    return at;
}

bool source_word(const char *text, size_t at, size_t *start, size_t *end) {
    while (at > 0 && is_word(text[at - 1])) {
        at--;
    }
    *start = at;
    *end = source_word_end(text, at);
    return *end > *start;
}

/* The offset behind what is no code at `at`: a comment or quoted text; `at` itself if code is there. */
static size_t skip_no_code(const char *text, size_t at) {
    size_t start = at;
    if (text[at] == '/' && text[at + 1] == '/') {
        return at + strcspn(text + at, "\n");
    }
    if (text[at] == '/' && text[at + 1] == '*') {
        const char *end = strstr(text + at + 2, "*/");
        return end ? (size_t)(end - text) + 2 : at + strlen(text + at);
    }
    if (text[at] == '"' || (text[at] == '\'' && (at == 0 || !isalnum((unsigned char)text[at - 1])))) {
        for (at++; text[at] && text[at] != text[start] && text[at] != '\n'; at++) {
            at += text[at] == '\\' && text[at + 1] && text[at + 1] != '\n';
        }
        return at + (text[at] == text[start]);
    }
    return at;
}

/* The end of a directive's line, lines that it continues on included. */
static size_t skip_directive(const char *text, size_t at) {
    while (text[at] && !(text[at] == '\n' && text[at - 1] != '\\')) {
        at++;
    }
    return at;
}

bool source_barrier(const char *text, size_t at, size_t *end) {
    static const char *const names[] = {"__syncthreads", "__syncwarp", "barrier", "work_group_barrier", "sub_group_barrier"};
    size_t behind = source_word_end(text, at), depth = 0;
    bool is_name = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        is_name |= strlen(names[i]) == behind - at && strncmp(text + at, names[i], behind - at) == 0;
    }
    if (!is_name || text[behind] != '(') {
        return false;
    }
    do {
        depth += text[behind] == '(';
        depth -= text[behind] == ')';
        if (!text[behind] || text[behind] == '\n' || skip_no_code(text, behind) > behind) {
            return false;
        }
        behind++;
    } while (depth > 0);
    behind += strspn(text + behind, " \t");
    *end = behind + 1;
    return text[behind] == ';';
}

char source_before(const char *text, size_t at) {
    char last = 0;
    bool begins_line = true;
    for (size_t i = 0; i < at;) {
        size_t next = skip_no_code(text, i);
        if (next > i) {
            last = text[i] == '/' ? last : text[i];
            i = next;
        } else if (text[i] == '#' && begins_line) {
            i = skip_directive(text, i);
        } else {
            begins_line = text[i] == '\n' || (begins_line && isspace((unsigned char)text[i]));
            last = isspace((unsigned char)text[i]) ? last : text[i];
            i++;
        }
    }
    return last;
}

bool source_body(const char *text, size_t at, size_t *body) {
    int depth = 0;
    while (text[at] && !(depth == 0 && (text[at] == '{' || text[at] == ';'))) {
        size_t next = skip_no_code(text, at);
        depth += text[at] == '(';
        depth -= text[at] == ')';
        at = next > at ? next : at + 1;
    }
    *body = at + 1;
    return text[at] == '{';
}

size_t source_first_line(const char *text) {
    size_t at = 0, next;
    while (text[at] && (isspace((unsigned char)text[at]) || (text[at] == '/' && skip_no_code(text, at) > at))) {
        next = skip_no_code(text, at);
        at = next > at ? next : at + 1;
    }
    while (at > 0 && text[at - 1] != '\n') {
        at--;
    }
    return at;
}
