#include "front/token.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct lexer {
    struct arena *arena;
    struct token_list *list;
    const char *at;
    uint32_t line;
    VEC(uint32_t) open; /* brackets without a partner yet */
    bool is_matched;
};

static bool is_name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* # 12 "file" 1 3 */
static void take_directive(struct lexer *lexer) {
    const char *end = lexer->at + strcspn(lexer->at, "\n");
    char *rest;
    const char *digits = lexer->at + 1 + strspn(lexer->at + 1, " \t");
    unsigned long number = strtoul(digits, &rest, 10);
    if (rest != digits && rest[0] == ' ' && rest[1] == '"') {
        const char *name = rest + 2, *close = end;
        while (close > name && *close != '"') {
            close--;
        }
        struct line_marker marker = {
            .text_line = lexer->line, .line = (uint32_t)number, .file = arena_strndup(lexer->arena, name, (size_t)(close - name))};
        for (const char *flag = close; flag < end; flag++) {
            marker.is_system = marker.is_system || *flag == '3';
        }
        vec_push(&lexer->list->markers, marker);
    }
    lexer->at = end;
}

static const char *end_of_quoted(const char *at) {
    char quote = *at++;
    while (*at && *at != quote && *at != '\n') {
        at += *at == '\\' && at[1] ? 2 : 1;
    }
    return *at == quote ? at + 1 : at;
}

/* R"tag( ... )tag"; at is the quote. */
static const char *end_of_raw(struct arena *arena, const char *at) {
    size_t size = strcspn(at + 1, "(");
    const char *close = strstr(at, arena_printf(arena, ")%.*s\"", (int)size, at + 1));
    return close ? close + size + 2 : at + strlen(at);
}

static const char *end_of_number(const char *at) {
    while (is_name_char(*at) || *at == '.' || (*at == '\'' && isalnum((unsigned char)at[1])) ||
           ((*at == '+' || *at == '-') && strchr("eEpP", at[-1]))) {
        at++;
    }
    return at;
}

static void match_bracket(struct lexer *lexer, uint32_t token) {
    struct token *tokens = lexer->list->tokens.data;
    char c = lexer->list->text[tokens[token].offset];
    if (strchr("([{", c)) {
        vec_push(&lexer->open, token);
        return;
    }
    uint32_t opener = lexer->open.size > 0 ? vec_pop(&lexer->open) : TOKEN_NONE;
    char expected = c == ')' ? '(' : c == ']' ? '[' : '{';
    if (opener == TOKEN_NONE || lexer->list->text[tokens[opener].offset] != expected) {
        lexer->is_matched = false;
        return;
    }
    tokens[opener].match = token;
    tokens[token].match = opener;
    tokens[token].up = tokens[opener].up;
}

static void take_token(struct lexer *lexer) {
    const char *start = lexer->at, *end = start + 1;
    enum token_kind kind = TOKEN_MARK;
    if (is_name_char(*start) && !isdigit((unsigned char)*start)) {
        kind = TOKEN_NAME;
        while (is_name_char(*end)) {
            end++;
        }
        if (*end == '"' || *end == '\'') {
            kind = TOKEN_LITERAL;
            end = end[-1] == 'R' && *end == '"' ? end_of_raw(lexer->arena, end) : end_of_quoted(end);
        }
    } else if (isdigit((unsigned char)*start) || (*start == '.' && isdigit((unsigned char)start[1]))) {
        kind = TOKEN_LITERAL;
        end = end_of_number(end);
    } else if (*start == '"' || *start == '\'') {
        kind = TOKEN_LITERAL;
        end = end_of_quoted(start);
    } else if (strncmp(start, "::", 2) == 0 || strncmp(start, "->", 2) == 0) {
        end = start + 2;
    }
    struct token token = {.offset = (uint32_t)(start - lexer->list->text),
                          .size = (uint32_t)(end - start),
                          .line = lexer->line,
                          .kind = (uint8_t)kind,
                          .match = TOKEN_NONE,
                          .up = lexer->open.size > 0 ? lexer->open.data[lexer->open.size - 1] : TOKEN_NONE};
    vec_push(&lexer->list->tokens, token);
    if (kind == TOKEN_MARK && strchr("()[]{}", *start)) {
        match_bracket(lexer, lexer->list->tokens.size - 1);
    }
    for (const char *c = start; c < end; c++) {
        lexer->line += *c == '\n';
    }
    lexer->at = end;
}

bool token_list_make(struct arena *arena, const char *text, struct token_list *list) {
    *list = (struct token_list){.text = text};
    struct lexer lexer = {.arena = arena, .list = list, .at = text, .line = 1, .is_matched = true};
    bool is_line_start = true;
    while (*lexer.at && lexer.is_matched) {
        char c = *lexer.at;
        if (c == '\n') {
            is_line_start = true;
            lexer.line++;
            lexer.at++;
        } else if (strchr(" \t\r\f\v", c)) {
            lexer.at++;
        } else if (c == '#' && is_line_start) {
            take_directive(&lexer);
        } else {
            is_line_start = false;
            take_token(&lexer);
        }
    }
    bool is_whole = lexer.is_matched && lexer.open.size == 0;
    vec_release(&lexer.open);
    return is_whole;
}

void token_list_release(struct token_list *list) {
    vec_release(&list->tokens);
    vec_release(&list->markers);
}

bool token_is(const struct token_list *list, uint32_t token, const char *text) {
    if (token >= list->tokens.size) {
        return false;
    }
    const struct token *t = &list->tokens.data[token];
    return strlen(text) == t->size && strncmp(list->text + t->offset, text, t->size) == 0;
}

uint32_t token_at(const struct token_list *list, uint32_t line, uint32_t column) {
    uint32_t low = 0, high = list->tokens.size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct token *t = &list->tokens.data[middle];
        const char *start = list->text + t->offset;
        while (start > list->text && start[-1] != '\n') {
            start--;
        }
        uint32_t last = (uint32_t)(list->text + t->offset - start) + t->size; /* its last column */
        bool is_before = t->line < line || (t->line == line && last < column);
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    return low < list->tokens.size ? low : TOKEN_NONE;
}

const struct line_marker *marker_of(const struct token_list *list, uint32_t text_line) {
    uint32_t low = 0, high = list->markers.size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->markers.data[middle].text_line < text_line) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 ? &list->markers.data[low - 1] : NULL;
}
