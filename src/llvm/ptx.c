#include "llvm/ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct arena *arena;
    const char *at;
};

static void skip_space(struct reader *r) {
    while (isspace((unsigned char)*r->at)) {
        r->at++;
    }
}

static bool accept(struct reader *r, char c) {
    skip_space(r);
    if (*r->at != c) {
        return false;
    }
    r->at++;
    return true;
}

static bool is_name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

static const char *read_name(struct reader *r) {
    const char *start = r->at;
    while (is_name_char(*r->at)) {
        r->at++;
    }
    return arena_strndup(r->arena, start, (size_t)(r->at - start));
}

/* 12, 0x1f, 012, 7U, and 0f3F800000 or 0d3FF0000000000000 for floats. */
static bool read_number(struct reader *r, uint64_t *bits) {
    bool is_negative = accept(r, '-');
    bool is_float = r->at[0] == '0' && strchr("fFdD", r->at[1]) && r->at[1];
    char *end;
    *bits = is_float ? strtoull(r->at + 2, &end, 16) : strtoull(r->at, &end, 0);
    bool is_number = isdigit((unsigned char)*r->at) && end > r->at;
    r->at = end;
    while (*r->at == 'U' || *r->at == 'u') {
        r->at++;
    }
    *bits = is_negative ? 0 - *bits : *bits;
    return is_number && !is_name_char(*r->at);
}

static bool read_operand(struct reader *r, struct ptx_operand *operand) {
    skip_space(r);
    if (r->at[0] == '$' && isdigit((unsigned char)r->at[1])) {
        char *end;
        operand->kind = PTX_ARGUMENT;
        operand->index = (uint32_t)strtoul(r->at + 1, &end, 10);
        r->at = end;
        return true;
    }
    if (r->at[0] == '%' && !isdigit((unsigned char)r->at[1])) {
        r->at++;
        operand->kind = PTX_SPECIAL;
        operand->name = read_name(r);
        return operand->name[0] != '\0';
    }
    if (isdigit((unsigned char)r->at[0]) || r->at[0] == '-') {
        operand->kind = PTX_NUMBER;
        return read_number(r, &operand->bits);
    }
    if (r->at[0] == '%') {
        r->at++;
    }
    operand->kind = PTX_REGISTER;
    operand->name = read_name(r);
    if (strcmp(operand->name, "_") == 0) {
        operand->kind = PTX_SINK;
    }
    return operand->name[0] != '\0';
}

static bool read_elements(struct reader *r, struct ptx_term *term, char close) {
    do {
        if (term->count == PTX_ELEMENTS_LIMIT || !read_operand(r, &term->elements[term->count++])) {
            return false;
        }
    } while (accept(r, ','));
    return accept(r, close);
}

static bool read_address(struct reader *r, struct ptx_term *term) {
    term->is_address = true;
    term->count = 1;
    if (!read_operand(r, &term->elements[0])) {
        return false;
    }
    skip_space(r);
    bool is_plus = *r->at == '+', is_minus = *r->at == '-';
    if (is_plus || is_minus) {
        uint64_t bits;
        r->at++;
        skip_space(r);
        if (!read_number(r, &bits)) {
            return false;
        }
        term->offset = (int64_t)(is_minus ? 0 - bits : bits);
    }
    return accept(r, ']');
}

static bool read_term(struct reader *r, struct ptx_term *term) {
    *term = (struct ptx_term){0};
    if (accept(r, '{')) {
        term->is_vector = true;
        return read_elements(r, term, '}');
    }
    if (accept(r, '[')) {
        return read_address(r, term);
    }
    term->is_negated = accept(r, '!');
    term->count = 1;
    if (!read_operand(r, &term->elements[0])) {
        return false;
    }
    if (accept(r, '|')) {
        term->is_pair = true;
        term->count = 2;
        return read_operand(r, &term->elements[1]);
    }
    return true;
}

static void split_mnemonic(struct arena *arena, struct ptx_statement *s) {
    const char *at = s->mnemonic;
    while (*at && s->part_count < PTX_PARTS_LIMIT) {
        size_t length = strcspn(at, ".");
        s->parts[s->part_count++] = arena_strndup(arena, at, length);
        at += length + (at[length] == '.');
    }
}

/* One statement without its semicolon. */
static void read_statement(struct reader *r, struct ptx_statement *s) {
    *s = (struct ptx_statement){0};
    s->has_address = strchr(r->at, '[') != NULL;
    bool is_good = true;
    if (accept(r, '@')) {
        s->has_guard = true;
        s->guard_is_negated = accept(r, '!');
        is_good = read_operand(r, &s->guard);
    }
    skip_space(r);
    const char *start = r->at;
    while (*r->at && !isspace((unsigned char)*r->at) && *r->at != '[' && *r->at != '{') {
        r->at++;
    }
    s->mnemonic = arena_strndup(r->arena, start, (size_t)(r->at - start));
    split_mnemonic(r->arena, s);
    skip_space(r);
    while (is_good && *r->at) {
        is_good = s->term_count < PTX_TERMS_LIMIT && read_term(r, &s->terms[s->term_count++]);
        skip_space(r);
        is_good = is_good && (*r->at == '\0' || accept(r, ','));
    }
    s->is_parsed = is_good;
}

static const char *skip_comment(const char *at) {
    bool is_line = at[1] == '/';
    const char *close = strstr(at + 2, is_line ? "\n" : "*/");
    return close ? close + (is_line ? 1 : 2) : at + strlen(at);
}

/* "$$" is a dollar sign, comments are blanks. */
static char *clean_text(struct arena *arena, const char *text) {
    char *copy = arena_strdup(arena, text), *out = copy;
    while (*text) {
        if (text[0] == '/' && (text[1] == '/' || text[1] == '*')) {
            text = skip_comment(text);
            *out++ = ' ';
        } else if (text[0] == '$' && text[1] == '$') {
            *out++ = '_';
            text += 2;
        } else {
            *out++ = *text++;
        }
    }
    *out = '\0';
    return copy;
}

void ptx_parse(struct arena *arena, const char *text, struct ptx_text *result) {
    const char *at = clean_text(arena, text);
    vec_clear(&result->statements);
    for (;;) {
        while (isspace((unsigned char)*at) || *at == ';' || *at == '{' || *at == '}') {
            at++;
        }
        if (!*at) {
            return;
        }
        size_t length = 0;
        for (int depth = 0; at[length] && at[length] != ';'; length++) {
            depth += (at[length] == '{') - (at[length] == '}');
            if (depth < 0) {
                break;
            }
        }
        if (*at != '.') {
            struct reader reader = {arena, arena_strndup(arena, at, length)};
            struct ptx_statement statement;
            read_statement(&reader, &statement);
            vec_push(&result->statements, statement);
        }
        at += length;
    }
}

void ptx_release(struct ptx_text *text) {
    vec_release(&text->statements);
}

bool ptx_has_part(const struct ptx_statement *statement, const char *part) {
    for (uint32_t i = 1; i < statement->part_count; i++) {
        if (strcmp(statement->parts[i], part) == 0) {
            return true;
        }
    }
    return false;
}
