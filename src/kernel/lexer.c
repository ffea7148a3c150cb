#include "kernel/lexer.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool slice_is(struct slice slice, const char *text) {
    return strlen(text) == slice.length && memcmp(slice.text, text, slice.length) == 0;
}

bool lexer_fail(struct lexer *lexer, const char *format, ...) {
    if (!lexer->error) {
        char text[200];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        lexer->error = arena_printf(lexer->arena, "line %u: %s", lexer->line, text);
    }
    return false;
}

static void skip_spaces(struct lexer *lexer) {
    while (*lexer->at == ' ' || *lexer->at == '\t' || *lexer->at == '\r') {
        lexer->at++;
    }
    if (*lexer->at == ';') {
        lexer->at += strcspn(lexer->at, "\n");
    }
}

bool lexer_next_line(struct lexer *lexer) {
    skip_spaces(lexer);
    while (*lexer->at == '\n') {
        lexer->line++;
        lexer->at++;
        skip_spaces(lexer);
    }
    return *lexer->at != '\0' && !lexer->error;
}

bool lexer_at_end_of_line(struct lexer *lexer) {
    skip_spaces(lexer);
    return *lexer->at == '\n' || *lexer->at == '\0';
}

void lexer_end_line(struct lexer *lexer) {
    if (!lexer_at_end_of_line(lexer)) {
        lexer_fail(lexer, "expected the end of the line");
    }
}

bool lexer_peek(struct lexer *lexer, char c) {
    skip_spaces(lexer);
    return !lexer->error && *lexer->at == c;
}

bool lexer_accept(struct lexer *lexer, char c) {
    if (!lexer_peek(lexer, c)) {
        return false;
    }
    lexer->at++;
    return true;
}

void lexer_expect(struct lexer *lexer, char c) {
    if (!lexer_accept(lexer, c)) {
        lexer_fail(lexer, "expected '%c'", c);
    }
}

struct slice lexer_peek_word(struct lexer *lexer) {
    skip_spaces(lexer);
    struct slice word = {lexer->at, 0};
    while (!lexer->error && (isalnum((unsigned char)word.text[word.length]) || word.text[word.length] == '_' || word.text[word.length] == '.')) {
        word.length++;
    }
    return word;
}

struct slice lexer_word(struct lexer *lexer) {
    struct slice word = lexer_peek_word(lexer);
    lexer->at += word.length;
    return word;
}

bool lexer_accept_word(struct lexer *lexer, const char *word) {
    struct slice next = lexer_peek_word(lexer);
    if (next.length == 0 || !slice_is(next, word)) {
        return false;
    }
    lexer->at += next.length;
    return true;
}

static int digit_value(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    char lower = (char)tolower((unsigned char)c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

uint64_t lexer_number(struct lexer *lexer, uint64_t most) {
    skip_spaces(lexer);
    if (lexer->error) {
        return 0;
    }
    const char *start = lexer->at;
    bool is_hex = start[0] == '0' && (start[1] == 'x' || start[1] == 'X');
    uint64_t base = is_hex ? 16 : 10, value = 0;
    const char *c = is_hex ? start + 2 : start;
    const char *digits = c;
    for (; digit_value(*c) < (int)base; c++) {
        uint64_t digit = (uint64_t)digit_value(*c);
        if (value > (most - digit) / base || digit > most) {
            lexer_fail(lexer, "expected a number of at most %llu", (unsigned long long)most);
            return 0;
        }
        value = value * base + digit;
    }
    if (c == digits) {
        lexer_fail(lexer, "expected a number");
        return 0;
    }
    lexer->at = c;
    return value;
}

uint32_t lexer_index(struct lexer *lexer) {
    return (uint32_t)lexer_number(lexer, UINT32_MAX);
}

const char *lexer_string(struct lexer *lexer) {
    lexer_expect(lexer, '"');
    if (lexer->error) {
        return "";
    }
    size_t span = strcspn(lexer->at, "\"\n");
    if (lexer->at[span] != '"') {
        lexer_fail(lexer, "expected '\"'");
        return "";
    }
    char *text = arena_alloc(lexer->arena, span + 1);
    size_t length = 0;
    for (size_t i = 0; i < span; i++) {
        char c = lexer->at[i];
        if (c == '\\') {
            int high = i + 2 < span + 1 ? digit_value(lexer->at[i + 1]) : 99;
            int low = high < 16 ? digit_value(lexer->at[i + 2]) : 99;
            if (low >= 16 || high * 16 + low == 0) {
                lexer_fail(lexer, "expected two hexadecimal digits after '\\'");
                return "";
            }
            c = (char)(high * 16 + low);
            i += 2;
        }
        text[length++] = c;
    }
    lexer->at += span + 1;
    return text;
}

const uint8_t *lexer_bytes(struct lexer *lexer, uint64_t size_bytes) {
    skip_spaces(lexer);
    size_t span = 0;
    while (!lexer->error && digit_value(lexer->at[span]) < 16) {
        span++;
    }
    if (lexer->error || span % 2 != 0 || span / 2 != size_bytes) {
        lexer_fail(lexer, "expected %llu bytes in hexadecimal", (unsigned long long)size_bytes);
        return NULL;
    }
    uint8_t *bytes = arena_alloc(lexer->arena, span / 2);
    for (size_t i = 0; i < span / 2; i++) {
        bytes[i] = (uint8_t)(digit_value(lexer->at[2 * i]) * 16 + digit_value(lexer->at[2 * i + 1]));
    }
    lexer->at += span;
    return bytes;
}
