/* See lexer.h. Bytes above 127 may stand in comments only; control characters nowhere. */
#include "calculus/lexer.h"

#include <stdarg.h>
#include <stdio.h>

/* Longer ones first. */
static const char *const MARKS[] = {">>.", "<=.", ">=.", ":=", "..", "<=", ">=", "!=", "&&", "||", "<<", ">>", "<.", ">.", "/.", "%.", "(", ")", "{",
                                    "}",   "[",   "]",   ",",  ";",  ":",  "?",  "=",  "<",  ">",  "+",  "-",  "*",  "/",  "%",  "&",  "|", "^", "!"};

void baby_lexer_fail(struct baby_lexer *lexer, struct baby_place place, enum baby_file_rule rule, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!lexer->error)
        lexer->error = arena_printf(lexer->arena, "%u:%u: error: %s [%s]", place.line, place.column, text, baby_file_rule_name(rule));
    lexer->token = (struct baby_token){.kind = BABY_TOKEN_END, .start = "", .place = place};
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int hex_digit(char c) {
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void advance(struct baby_lexer *lexer, uint32_t count) {
    lexer->at += count;
    lexer->place.column += count;
}

/* Whether the byte may stand in a text; else fails. */
static bool is_text(struct baby_lexer *lexer, bool in_comment) {
    unsigned char c = (unsigned char)*lexer->at;
    if (c == '\t' || c == '\n' || c == '\r' || (c >= ' ' && c < 127) || (in_comment && c >= 128))
        return true;
    baby_lexer_fail(lexer, lexer->place, BABY_RULE_TEXT, "byte 0x%02x is no character of a program", c);
    return false;
}

static void skip_comment(struct baby_lexer *lexer) {
    while (lexer->at < lexer->end && *lexer->at != '\n' && is_text(lexer, true))
        advance(lexer, 1);
}

static void skip_blanks(struct baby_lexer *lexer) {
    while (!lexer->error && lexer->at < lexer->end) {
        char c = *lexer->at;
        if (c == '\n') {
            lexer->at++;
            lexer->place = (struct baby_place){lexer->place.line + 1, 1};
        } else if (c == ' ' || c == '\t' || c == '\r') {
            advance(lexer, 1);
        } else if (c == '/' && lexer->at + 1 < lexer->end && lexer->at[1] == '/') {
            skip_comment(lexer);
        } else {
            return;
        }
    }
}

static bool goes_on(const struct baby_lexer *lexer, const char *c) {
    return c < lexer->end && (is_letter(*c) || is_digit(*c));
}

static void read_name(struct baby_lexer *lexer) {
    const char *c = lexer->at;
    while (goes_on(lexer, c) || (c < lexer->end && *c == '.' && goes_on(lexer, c + 1)))
        c++;
    lexer->token.kind = BABY_TOKEN_NAME;
    lexer->token.length = (uint32_t)(c - lexer->at);
}

static void read_number(struct baby_lexer *lexer) {
    const char *c = lexer->at;
    uint64_t value = 0;
    bool is_hex = *c == '0' && c + 1 < lexer->end && (c[1] == 'x' || c[1] == 'X');
    c += is_hex ? 2 : 0;
    const char *first = c;
    for (; c < lexer->end && (is_hex ? hex_digit(*c) >= 0 : is_digit(*c)); c++)
        value = value > UINT32_MAX ? value : value * (is_hex ? 16 : 10) + (uint64_t)hex_digit(*c);
    lexer->token.kind = BABY_TOKEN_NUMBER;
    lexer->token.length = (uint32_t)(c - lexer->at);
    lexer->token.number = (uint32_t)value;
    if (c == first || goes_on(lexer, c))
        baby_lexer_fail(lexer, lexer->place, BABY_RULE_SYNTAX, "a number goes over into a name");
    else if (value > UINT32_MAX)
        baby_lexer_fail(lexer, lexer->place, BABY_RULE_NUMBER, "the number is not below 2^32 = 4294967296");
}

static void read_mark(struct baby_lexer *lexer) {
    size_t left = (size_t)(lexer->end - lexer->at);
    for (size_t i = 0; i < sizeof MARKS / sizeof *MARKS; i++) {
        size_t length = strlen(MARKS[i]);
        if (length > left || memcmp(lexer->at, MARKS[i], length) != 0)
            continue;
        lexer->token.kind = BABY_TOKEN_MARK;
        lexer->token.length = (uint32_t)length;
        return;
    }
    baby_lexer_fail(lexer, lexer->place, BABY_RULE_SYNTAX, "'%c' begins nothing", *lexer->at);
}

void baby_lexer_next(struct baby_lexer *lexer) {
    skip_blanks(lexer);
    lexer->token = (struct baby_token){.kind = BABY_TOKEN_END, .start = lexer->at, .place = lexer->place};
    if (lexer->error || lexer->at == lexer->end || !is_text(lexer, false))
        return;
    if (is_letter(*lexer->at))
        read_name(lexer);
    else if (is_digit(*lexer->at))
        read_number(lexer);
    else
        read_mark(lexer);
    advance(lexer, lexer->token.length);
}

void baby_lexer_init(struct baby_lexer *lexer, struct arena *arena, const char *text, size_t size) {
    *lexer = (struct baby_lexer){.arena = arena, .at = text, .end = text + size, .place = {1, 1}};
    if (size > BABY_TEXT_BYTES_MAX)
        baby_lexer_fail(lexer, lexer->place, BABY_RULE_SIZE, "the text has %zu bytes; the limit is %d", size, BABY_TEXT_BYTES_MAX);
    else
        baby_lexer_next(lexer);
}

bool baby_lexer_is(const struct baby_lexer *lexer, const char *text) {
    const struct baby_token *t = &lexer->token;
    return t->kind != BABY_TOKEN_END && t->length == strlen(text) && memcmp(t->start, text, t->length) == 0;
}

const char *baby_lexer_shown(const struct baby_lexer *lexer) {
    const struct baby_token *t = &lexer->token;
    int shown = t->length < 40 ? (int)t->length : 40;
    return t->kind == BABY_TOKEN_END ? "the end of the text" : arena_printf(lexer->arena, "'%.*s'", shown, t->start);
}
