#include "front/item.h"

enum { NESTING_MAX = 256 }; /* clang's own limit of brackets */

struct reader {
    const struct token_list *tokens;
    struct item_list *list;
    uint32_t nesting;
};

static bool is(const struct reader *r, uint32_t token, const char *text) {
    return token_is(r->tokens, token, text);
}

static bool is_any(const struct reader *r, uint32_t token, const char *const *texts) {
    bool found = false;
    for (; *texts && !found; texts++) {
        found = is(r, token, *texts);
    }
    return found;
}

static uint32_t behind_match(const struct reader *r, uint32_t bracket) {
    return r->tokens->tokens.data[bracket].match + 1;
}

static bool is_name(const struct reader *r, uint32_t token) {
    return r->tokens->tokens.data[token].kind == TOKEN_NAME;
}

/* Behind the > that closes the < at `at`, or `end`. */
static uint32_t behind_angles(const struct reader *r, uint32_t at, uint32_t end) {
    uint32_t depth = 0;
    while (at < end) {
        if (is(r, at, "(") || is(r, at, "[") || is(r, at, "{")) {
            at = behind_match(r, at);
            continue;
        }
        depth += is(r, at, "<");
        depth -= is(r, at, ">");
        at++;
        if (depth == 0) {
            break;
        }
    }
    return at;
}

/* Behind attributes and alignments at `at`. */
static uint32_t behind_attributes(const struct reader *r, uint32_t at) {
    static const char *const attributes[] = {"__attribute__", "alignas", "__declspec", "_Alignas", NULL};
    while (is_any(r, at, attributes) && is(r, at + 1, "(")) {
        at = behind_match(r, at + 1);
    }
    return at;
}

static void read_items(struct reader *r, uint32_t at, uint32_t end, uint32_t outer);

static uint32_t behind_operator(const struct reader *r, uint32_t at, uint32_t end) {
    if (is(r, at, "(") && is(r, at + 1, ")")) {
        return at + 2;
    }
    while (at < end && !is(r, at, "(") && !is(r, at, ";") && !is(r, at, "{")) {
        at++;
    }
    return at;
}

/* From the head of a declaration to its end. */
static uint32_t read_declaration(struct reader *r, uint32_t at, uint32_t end, uint32_t outer) {
    static const char *const classes[] = {"class", "struct", "union", "enum", NULL};
    struct item item = {
        .first = at, .end = end, .body = TOKEN_NONE, .colon = TOKEN_NONE, .outer = outer, .kind = ITEM_OTHER, .is_template = is(r, at, "template")};
    bool is_class = false, is_enum = false, has_parameters = false, has_value = false;
    while (is(r, at, "template") && is(r, at + 1, "<")) {
        item.is_specialised = item.is_specialised || is(r, at + 2, ">");
        at = behind_angles(r, at + 1, end);
    }
    while (at < end) {
        uint32_t next = behind_attributes(r, at);
        if (next != at) {
            at = next;
        } else if (is(r, at, ";")) {
            item.end = at + 1;
            break;
        } else if (is(r, at, "operator")) {
            at = behind_operator(r, at + 1, end);
        } else if (is(r, at, "(")) {
            has_parameters = true;
            at = behind_match(r, at);
        } else if (is(r, at, "[")) {
            at = behind_match(r, at);
        } else if (is(r, at, "{")) {
            bool is_body = is_class && !has_parameters && !has_value && item.body == TOKEN_NONE;
            bool is_initialiser = item.colon != TOKEN_NONE && (is_name(r, at - 1) || is(r, at - 1, ">"));
            if (is_body) {
                item.kind = ITEM_CLASS;
                item.body = at;
            } else if (has_parameters && !has_value && !is_initialiser && item.kind != ITEM_CLASS) {
                item.kind = ITEM_FUNCTION;
                item.body = at;
                at = behind_match(r, at);
                while (is(r, at, "catch") && is(r, at + 1, "(")) {
                    at = behind_match(r, at + 1);
                    at = is(r, at, "{") ? behind_match(r, at) : at;
                }
                item.end = at;
                break;
            }
            at = behind_match(r, at);
        } else {
            is_class = is_class || (!has_parameters && !has_value && is_any(r, at, classes));
            is_enum = is_enum || (is_class && is(r, at, "enum"));
            item.is_specialised = item.is_specialised || (is_class && item.body == TOKEN_NONE && item.colon == TOKEN_NONE && is(r, at, "<"));
            has_value = has_value || is(r, at, "=");
            bool is_colon = is(r, at, ":") && item.body == TOKEN_NONE && (has_parameters || is_class);
            item.colon = is_colon && item.colon == TOKEN_NONE ? at : item.colon;
            at++;
        }
    }
    uint32_t index = r->list->items.size;
    vec_push(&r->list->items, item);
    if (item.kind == ITEM_CLASS && !is_enum) {
        read_items(r, item.body + 1, r->tokens->tokens.data[item.body].match, outer == TOKEN_NONE ? index : outer);
    }
    return item.end;
}

static void read_items(struct reader *r, uint32_t at, uint32_t end, uint32_t outer) {
    static const char *const access[] = {"public", "protected", "private", NULL};
    r->nesting++;
    while (at < end && r->nesting < NESTING_MAX) {
        uint32_t start = at;
        if (is(r, at, ";") || is(r, at, "}")) {
            at++;
        } else if (is_any(r, at, access) && is(r, at + 1, ":")) {
            at += 2;
        } else if (is(r, at, "namespace") || (is(r, at, "inline") && is(r, at + 1, "namespace"))) {
            while (at < end && !is(r, at, "{") && !is(r, at, ";")) {
                at++;
            }
            if (is(r, at, "{")) {
                read_items(r, at + 1, r->tokens->tokens.data[at].match, outer);
                at = behind_match(r, at);
            }
        } else if (is(r, at, "extern") && is(r, at + 2, "{")) {
            read_items(r, at + 3, r->tokens->tokens.data[at + 2].match, outer);
            at = behind_match(r, at + 2);
        } else {
            at = read_declaration(r, at, end, outer);
        }
        at = at > start ? at : start + 1;
    }
    r->nesting--;
}

void item_list_make(const struct token_list *tokens, struct item_list *list) {
    struct reader reader = {.tokens = tokens, .list = list};
    *list = (struct item_list){0};
    read_items(&reader, 0, tokens->tokens.size, TOKEN_NONE);
}

void item_list_release(struct item_list *list) {
    vec_release(&list->items);
}

const struct item *item_of(const struct item_list *list, uint32_t token) {
    const struct item *found = NULL;
    for (uint32_t i = 0; i < list->items.size && list->items.data[i].first <= token; i++) {
        if (token < list->items.data[i].end) {
            found = &list->items.data[i];
        }
    }
    return found;
}

bool item_has_device_code(const struct token_list *tokens, uint32_t first, uint32_t end) {
    static const char *const names[] = {"global", "device", "constant", "shared", "managed", NULL};
    struct reader reader = {.tokens = tokens};
    for (uint32_t i = first; i < end; i++) {
        uint32_t open = tokens->tokens.data[i].up;
        bool is_attribute = open != TOKEN_NONE && open >= 2 && is(&reader, open - 2, "__attribute__");
        if (is_attribute && is_any(&reader, i, names)) {
            return true;
        }
    }
    return false;
}
