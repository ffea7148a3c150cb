/* See json_lines.h. The scanner passes values without a tree: the text was parsed before. */
#include "report/json_lines.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct scanner {
    const char *at;
    uint32_t line;
};

static void skip_blanks(struct scanner *s) {
    for (; *s->at && strchr(" \t\r\n,:", *s->at); s->at++) {
        s->line += *s->at == '\n';
    }
}

/* The string at the scanner, which stands behind it then; its text without quotes, escapes as they are. */
static size_t skip_string(struct scanner *s, const char **text) {
    *text = ++s->at;
    for (; *s->at && *s->at != '"'; s->at++) {
        s->at += *s->at == '\\' && s->at[1];
    }
    size_t size = (size_t)(s->at - *text);
    s->at += *s->at == '"';
    return size;
}

static void skip_value(struct scanner *s) {
    const char *text;
    uint32_t depth = 0;
    do {
        skip_blanks(s);
        if (*s->at == '"') {
            skip_string(s, &text);
        } else if (*s->at == '{' || *s->at == '[') {
            depth++;
            s->at++;
        } else if (*s->at == '}' || *s->at == ']') {
            depth--;
            s->at++;
        } else {
            s->at += strcspn(s->at, " \t\r\n,:]}\"");
        }
    } while (*s->at && depth > 0);
}

/* Moves behind the key; false if the object does not have it. */
static bool find_key(struct scanner *s, const char *key, uint32_t *line) {
    const char *text;
    s->at += *s->at == '{';
    for (;;) {
        skip_blanks(s);
        if (*s->at != '"') {
            return false;
        }
        uint32_t here = s->line;
        size_t size = skip_string(s, &text);
        if (size == strlen(key) && memcmp(text, key, size) == 0) {
            *line = here;
            return true;
        }
        skip_value(s);
    }
}

/* Moves to the element; false if the list is shorter. */
static bool find_element(struct scanner *s, uint32_t index, uint32_t *line) {
    if (*s->at != '[') {
        return false;
    }
    s->at++;
    for (uint32_t i = 0; i < index; i++) {
        skip_value(s);
    }
    skip_blanks(s);
    *line = s->line;
    return *s->at && *s->at != ']';
}

uint32_t json_line_of(const char *text, const struct json_step *steps, uint32_t count) {
    struct scanner s = {text, 1};
    uint32_t line = 1;
    bool is_found = true;
    for (uint32_t i = 0; i < count && is_found; i++) {
        skip_blanks(&s);
        is_found = steps[i].key ? find_key(&s, steps[i].key, &line) : find_element(&s, steps[i].index, &line);
    }
    return line;
}
