/* See type_fact.h. */
#include "kernel/type_fact.h"

#include <ctype.h>
#include <string.h>

#include "base/buffer.h"

static bool begins_name(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

/* The length of the member's name that the text begins with: "a.b[2]". */
static size_t name_length(const char *text) {
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_' || (text[length] == '.' && begins_name(text[length + 1])) ||
           (text[length] == '[' && isdigit((unsigned char)text[length + 1])) || (text[length] == ']' && length > 0))
        length++;
    return length;
}

static bool is_word(const char *text, size_t length, const char *word) {
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool is_function(const char *text, size_t length) {
    return is_word(text, length, "min") || is_word(text, length, "max") || is_word(text, length, "power_of_two");
}

const char *type_fact_text(struct arena *arena, const char *condition, type_fact_name name, void *context, uint32_t *count, const char **error) {
    struct buffer out = {0};
    uint32_t members = 0;
    bool has_names = true;
    *error = NULL;
    for (const char *at = condition; *at && !*error;) {
        size_t length = begins_name(*at) ? name_length(at) : 0, digits = isdigit((unsigned char)*at) ? name_length(at) : 0;
        const char *behind = at + length + strspn(at + length, " \t");
        bool is_call = length > 0 && *behind == '(', is_launch = strncmp(at, "blockDim.", 9) == 0 || strncmp(at, "gridDim.", 8) == 0;
        bool is_member = length > 0 && !is_call && !is_word(at, length, "warpSize");
        if (length > 0 && ((is_call && !is_function(at, length)) || is_launch))
            *error = arena_printf(arena, "'%.*s' is no member of a type", (int)length, at);
        else if (is_member && *behind == '[')
            *error = arena_printf(arena, "'%.*s': an index is a number", (int)length, at);
        const char *text = is_member && !*error ? name(context, arena_strndup(arena, at, length)) : NULL;
        length = length > 0 ? length : digits > 0 ? digits : 1;
        has_names &= !is_member || text;
        members += is_member;
        if (text)
            buffer_add(&out, text);
        else
            buffer_add_n(&out, at, length);
        at += length;
    }
    if (count)
        *count = members;
    const char *text = *error || !has_names ? NULL : arena_strdup(arena, buffer_text(&out));
    buffer_release(&out);
    return text;
}

struct wanted {
    const char *member;
    bool is_found;
};

static const char *compare(void *context, const char *member) {
    struct wanted *wanted = context;
    wanted->is_found |= strcmp(wanted->member, member) == 0;
    return member;
}

bool type_fact_names(struct arena *arena, const char *condition, const char *member) {
    struct wanted wanted = {member, false};
    const char *error;
    (void)type_fact_text(arena, condition, compare, &wanted, NULL, &error);
    return wanted.is_found;
}
