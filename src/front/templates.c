#include "front/templates.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"

enum { BYTES_MAX = 1 << 24 };

/* An identifier, or one character; length 0 at the end. */
struct token {
    const char *text;
    size_t length;
    uint32_t line;
};

struct reader {
    const char *at;
    uint32_t line;
    bool at_line_start;
};

static void advance(struct reader *r) {
    r->at_line_start = *r->at == '\n' || (r->at_line_start && isspace((unsigned char)*r->at));
    r->line += *r->at == '\n';
    r->at++;
}

static void skip_until(struct reader *r, const char *end) {
    while (*r->at && strncmp(r->at, end, strlen(end)) != 0) {
        advance(r);
    }
    for (size_t i = 0; *r->at && i < strlen(end); i++) {
        advance(r);
    }
}

/* A preprocessor directive with its continued lines. */
static void skip_directive(struct reader *r) {
    while (*r->at && *r->at != '\n') {
        bool is_continued = *r->at == '\\' && r->at[1] == '\n';
        advance(r);
        if (is_continued) {
            advance(r);
        }
    }
}

static void skip_quoted(struct reader *r) {
    char quote = *r->at;
    advance(r);
    while (*r->at && *r->at != quote && *r->at != '\n') {
        if (*r->at == '\\' && r->at[1]) {
            advance(r);
        }
        advance(r);
    }
    if (*r->at) {
        advance(r);
    }
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static struct token next(struct reader *r) {
    for (;;) {
        if (isspace((unsigned char)*r->at)) {
            advance(r);
        } else if (r->at[0] == '/' && r->at[1] == '/') {
            skip_directive(r);
        } else if (r->at[0] == '/' && r->at[1] == '*') {
            skip_until(r, "*/");
        } else if (*r->at == '#' && r->at_line_start) {
            skip_directive(r);
        } else if (*r->at == '"' || *r->at == '\'') {
            skip_quoted(r);
        } else {
            break;
        }
    }
    struct token token = {r->at, 0, r->line};
    while (is_word(token.text[token.length])) {
        token.length++;
    }
    token.length = token.length == 0 && *r->at ? 1 : token.length;
    for (size_t i = 0; i < token.length; i++) {
        advance(r);
    }
    return token;
}

static bool is(struct token token, const char *text) {
    return token.length == strlen(text) && strncmp(token.text, text, token.length) == 0;
}

/* Behind the bracket that closes the one just read. */
static void skip_balanced(struct reader *r, const char *open, const char *close) {
    for (uint32_t depth = 1; depth > 0;) {
        struct token token = next(r);
        if (token.length == 0) {
            return;
        }
        depth += is(token, open);
        depth -= is(token, close);
        if (is(token, "(") && !is(token, open)) {
            skip_balanced(r, "(", ")");
        }
    }
}

static bool is_attribute(struct token token) {
    return token.length > 2 && strncmp(token.text, "__", 2) == 0;
}

/* What a template header stands before: the name of the kernel it defines; length 0: none. */
static struct token kernel_of(struct reader *r) {
    struct token none = {.length = 0}, last = none, name = none;
    bool is_kernel = false;
    for (struct reader before = *r;; before = *r) {
        struct token token = next(r);
        if (token.length == 0 || is(token, ";")) {
            return none;
        }
        if (is(token, "template")) { /* of a member */
            *r = before;
            return none;
        }
        if (is(token, "{")) {
            return is_kernel ? name : none;
        }
        is_kernel |= is(token, "__global__");
        if (is(token, "(")) {
            if (is_kernel && name.length == 0 && last.length > 0 && is_word(last.text[0]) && !is_attribute(last)) {
                name = last;
            }
            skip_balanced(r, "(", ")");
        }
        last = token;
    }
}

static bool has_instance(struct token name, const char *const *displays, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        for (const char *at = displays[i]; (at = strchr(at, name.text[0])); at++) {
            bool begins = at == displays[i] || !is_word(at[-1]);
            if (begins && strncmp(at, name.text, name.length) == 0 && at[name.length] == '<') {
                return true;
            }
        }
    }
    return false;
}

static void add_name(struct buffer *out, struct token name) {
    buffer_add(out, out->size > 0 ? ", " : "");
    buffer_add_n(out, name.text, name.length);
    buffer_printf(out, " (line %u)", name.line);
}

static void find(const char *text, const char *const *displays, uint32_t count, struct buffer *out) {
    struct reader r = {text, 1, true};
    for (struct token token = next(&r); token.length > 0; token = next(&r)) {
        if (!is(token, "template") || !is(next(&r), "<")) {
            continue; /* an explicit instantiation has no parameters */
        }
        struct reader parameters = r;
        if (is(next(&parameters), ">")) {
            continue; /* nor has a specialisation */
        }
        skip_balanced(&r, "<", ">");
        struct token name = kernel_of(&r);
        if (name.length > 0 && !has_instance(name, displays, count)) {
            add_name(out, name);
        }
    }
}

enum { SCOPES_MAX = 64 };

/* The namespaces around a place of the text, "a::b", and how long that was outside of each open brace. */
struct scopes {
    struct buffer path;
    size_t outside[SCOPES_MAX];
    uint32_t depth;
};

static void enter(struct scopes *s, size_t outside) {
    if (s->depth < SCOPES_MAX) {
        s->outside[s->depth] = outside;
    }
    s->depth++;
}

static void leave(struct scopes *s) {
    if (s->depth > 0 && --s->depth < SCOPES_MAX) {
        s->path.size = s->outside[s->depth];
    }
}

/* Behind `namespace`: an alias and a `using` open none, one without a name adds none. */
static void enter_namespace(struct scopes *s, struct reader *r) {
    size_t outside = s->path.size;
    struct token token = next(r);
    for (; token.length > 0 && (is_word(token.text[0]) || is(token, ":")); token = next(r)) {
        if (is_word(token.text[0])) {
            buffer_add(&s->path, s->path.size > 0 ? "::" : "");
            buffer_add_n(&s->path, token.text, token.length);
        }
    }
    if (is(token, "{")) {
        enter(s, outside);
    } else {
        s->path.size = outside;
    }
}

/* The template whose header begins behind `template` defines a kernel of this name. */
static bool defines(struct reader at, const char *name) {
    if (!is(next(&at), "<")) {
        return false;
    }
    skip_balanced(&at, "<", ">");
    struct token found = kernel_of(&at);
    return is(found, name);
}

static bool ends_with(const struct buffer *path, const char *part, size_t length) {
    size_t before = path->size - length;
    return path->size >= length && memcmp(path->data + before, part, length) == 0 && (before == 0 || length == 0 || path->data[before - 1] == ':');
}

const char *template_scope(struct arena *arena, const char *text, const char *scope, size_t scope_length, const char *name) {
    struct reader r = {text, 1, true};
    struct scopes s = {.depth = 0};
    const char *result = NULL;
    bool is_unclear = false;
    for (struct token token = next(&r); token.length > 0; token = next(&r)) {
        if (is(token, "namespace")) {
            enter_namespace(&s, &r);
        } else if (is(token, "{")) {
            enter(&s, s.path.size);
        } else if (is(token, "}")) {
            leave(&s);
        } else if (is(token, "template") && defines(r, name) && ends_with(&s.path, scope, scope_length)) {
            const char *found = arena_strndup(arena, s.path.size > 0 ? s.path.data : "", s.path.size);
            is_unclear |= result && strcmp(result, found) != 0;
            result = found;
        }
    }
    buffer_release(&s.path);
    return is_unclear ? NULL : result;
}

bool template_has_instance(const char *instance, const char *const *displays, uint32_t count) {
    size_t end = strcspn(instance, "< "), start = end;
    while (start > 0 && is_word(instance[start - 1])) {
        start--;
    }
    return end > start && has_instance((struct token){instance + start, end - start, 0}, displays, count);
}

const char *templates_without_instance(struct arena *arena, const char *path, const char *const *displays, uint32_t count) {
    FILE *file = fopen(path, "rb");
    const char *result = NULL;
    if (!file) {
        return NULL;
    }
    char *text = mem_alloc(BYTES_MAX + 1);
    size_t size = fread(text, 1, BYTES_MAX, file);
    text[size] = '\0';
    (void)fclose(file);
    struct buffer out = {0};
    find(text, displays, count, &out);
    if (out.size > 0) {
        result = arena_strdup(arena, buffer_text(&out));
    }
    buffer_release(&out);
    mem_free(text, BYTES_MAX + 1);
    return result;
}
