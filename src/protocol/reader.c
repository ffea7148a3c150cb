#include "protocol/reader.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "term/term.h"

static void blank_comments(char *text) {
    bool is_string = false;
    for (char *c = text; *c; c++) {
        if (*c == '\n')
            is_string = false;
        else if (is_string && *c == '\\' && c[1] && c[1] != '\n')
            c++;
        else if (*c == '"')
            is_string = !is_string;
        else if (!is_string && c[0] == '/' && c[1] == '/') {
            size_t length = strcspn(c, "\n");
            memset(c, ' ', length);
            c += length - 1;
        }
    }
}

void reader_init(struct reader *reader, struct arena *arena, const char *text) {
    char *copy = arena_strdup(arena, text);
    blank_comments(copy);
    *reader = (struct reader){.start = copy, .at = copy, .arena = arena};
}

static void skip_space(struct reader *reader) {
    reader->at += strspn(reader->at, " \t\r\n");
}

bool reader_is_at_end(struct reader *reader) {
    skip_space(reader);
    return *reader->at == '\0';
}

uint32_t reader_line(const struct reader *reader) {
    uint32_t line = 1;
    for (const char *c = reader->start; c < reader->at; c++)
        line += *c == '\n';
    return line;
}

bool reader_fail(struct reader *reader, const char *format, ...) {
    if (reader->error)
        return false;
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reader->error = arena_printf(reader->arena, "line %" PRIu32 ": %s", reader_line(reader), text);
    return false;
}

static bool is_word_character(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

bool reader_expected(struct reader *reader, const char *what) {
    const char *at = reader->at + strspn(reader->at, " \t\r");
    size_t length = 0;
    while (length < 40 && is_word_character(at[length]))
        length++;
    if (*at == '\0')
        return reader_fail(reader, "expected %s, found the end of the text", what);
    if (*at == '\n')
        return reader_fail(reader, "expected %s, found the end of the line", what);
    return reader_fail(reader, "expected %s, found '%.*s'", what, (int)(length ? length : 1), at);
}

bool reader_peek(struct reader *reader, char c) {
    if (reader->error)
        return false;
    skip_space(reader);
    return *reader->at == c;
}

bool reader_accept(struct reader *reader, char c) {
    if (!reader_peek(reader, c))
        return false;
    reader->at++;
    return true;
}

bool reader_expect(struct reader *reader, char c) {
    const char *before = reader->at;
    if (reader_accept(reader, c))
        return true;
    reader->at = reader->error ? reader->at : before;
    return reader_expected(reader, (char[]){'\'', c, '\'', 0});
}

struct word reader_peek_word(struct reader *reader) {
    struct word word = {reader->at, 0};
    if (reader->error)
        return word;
    word.text += strspn(word.text, " \t\r\n");
    if (!isalpha((unsigned char)*word.text) && *word.text != '_')
        return word;
    while (is_word_character(word.text[word.length]))
        word.length++;
    return word;
}

bool reader_accept_word(struct reader *reader, const char *text) {
    struct word word = reader_peek_word(reader);
    if (word.length == 0 || strlen(text) != word.length || memcmp(word.text, text, word.length) != 0)
        return false;
    reader->at = word.text + word.length;
    return true;
}

bool reader_expect_word(struct reader *reader, const char *text) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "'%s'", text);
    return reader_accept_word(reader, text) || reader_expected(reader, quoted);
}

const char *reader_name(struct reader *reader, const char *what) {
    struct word word = reader_peek_word(reader);
    if (word.length == 0) {
        reader_expected(reader, what);
        return "";
    }
    reader->at = word.text + word.length;
    return arena_strndup(reader->arena, word.text, word.length);
}

const char *reader_symbol(struct reader *reader, const char *what) {
    const char *name = reader_name(reader, what);
    if (*name == '\0')
        return name;
    const char *start = reader->at - strlen(name);
    reader->at = term_name_end(start);
    return arena_strndup(reader->arena, start, (size_t)(reader->at - start));
}

uint64_t reader_number(struct reader *reader, uint64_t most) {
    if (reader->error)
        return 0;
    const char *digits = reader->at + strspn(reader->at, " \t\r\n"), *c = digits;
    uint64_t value = 0;
    for (; isdigit((unsigned char)*c); c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        if (digit > most || value > (most - digit) / 10) {
            reader_fail(reader, "expected a number of at most %" PRIu64, most);
            return 0;
        }
        value = value * 10 + digit;
    }
    if (c == digits)
        reader_expected(reader, "a number");
    else
        reader->at = c;
    return value;
}

bool reader_peek_string(struct reader *reader) {
    return reader_peek(reader, '"');
}

static int hexadecimal(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The character after a backslash, or '\0'; *c moves to its last. */
static char escaped(const char **c) {
    char next = *++*c;
    if (next == '"' || next == '\\')
        return next;
    if (next != 'x')
        return '\0';
    int high = hexadecimal((*c)[1]), low = high < 0 ? -1 : hexadecimal((*c)[2]);
    if (low < 0)
        return '\0';
    *c += 2;
    return (char)(high * 16 + low);
}

const char *reader_string(struct reader *reader) {
    if (!reader_peek_string(reader)) {
        reader_expected(reader, "a string");
        return "";
    }
    const char *c = reader->at + 1;
    char *text = arena_alloc(reader->arena, strcspn(c, "\n") + 1);
    size_t length = 0;
    for (; *c != '"'; c++) {
        char value = *c;
        if (value == '\\' && c[1] != '\0')
            value = escaped(&c);
        else if (value == '\n')
            value = '\0';
        if (value == '\0') {
            reader_fail(reader, "expected '\"' at the end of a string");
            return "";
        }
        text[length++] = value;
    }
    reader->at = c + 1;
    return text;
}
