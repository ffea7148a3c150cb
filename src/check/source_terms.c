#include "check/source_terms.h"

#include <ctype.h>
#include <string.h>

#include "base/buffer.h"

enum { MOST_NAMES = 16, DEEPEST = 64 };

struct names {
    const struct protocol *protocol;
    symbol_ref symbols[MOST_NAMES]; /* met so far, counters and values */
    uint32_t count;
};

static bool is_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

static size_t word_length(const char *text) {
    size_t length = 0;
    while (is_word_char(text[length]))
        length++;
    return length;
}

static const struct proto_loop *loop_of(const struct protocol *p, symbol_ref counter) {
    for (uint32_t i = 0; i < p->loop_count; i++)
        if (p->loops[i].counter.id == counter.id)
            return &p->loops[i];
    return NULL;
}

static uint32_t line_of(const struct protocol *p, const struct proto_loop *loop) {
    return loop && loop->location.id < p->loc_count ? p->locs[loop->location.id].line : 0;
}

/* Whether the word names what only the analysis knows; *at is its number among those met. */
static bool find_internal(struct names *names, const char *word, size_t length, uint32_t *at) {
    char name[64];
    symbol_ref symbol;
    if (length == 0 || length >= sizeof name || isdigit((unsigned char)word[0]))
        return false;
    memcpy(name, word, length);
    name[length] = '\0';
    if (!symbol_find(names->protocol->terms, name, &symbol))
        return false;
    const struct symbol *s = symbol_get(names->protocol->terms, symbol);
    if (s->role != SYMBOL_COUNTER && s->role != SYMBOL_VALUE)
        return false;
    for (*at = 0; *at < names->count && names->symbols[*at].id != symbol.id; ++*at)
        continue;
    if (*at == MOST_NAMES)
        return false;
    names->symbols[*at] = symbol;
    names->count += *at == names->count;
    return true;
}

static bool is_round(const struct names *names, uint32_t index) {
    return symbol_get(names->protocol->terms, names->symbols[index])->role == SYMBOL_COUNTER;
}

/* "round", "round2", "value", ... */
static void add_name(const struct names *names, uint32_t index, struct buffer *out) {
    uint32_t number = 1;
    for (uint32_t i = 0; i < index; i++)
        number += is_round(names, i) == is_round(names, index);
    buffer_add(out, is_round(names, index) ? "round" : "value");
    if (number > 1)
        buffer_printf(out, "%u", number);
}

static void add_legend(const struct names *names, struct buffer *out) {
    for (uint32_t i = 0; i < names->count; i++) {
        const struct symbol *s = symbol_get(names->protocol->terms, names->symbols[i]);
        buffer_add(out, i == 0 ? " (" : ", ");
        add_name(names, i, out);
        if (is_round(names, i))
            buffer_printf(out, ": of the loop in line %u", line_of(names->protocol, loop_of(names->protocol, names->symbols[i])));
        else
            buffer_printf(out, ": %s", s->reason ? s->reason : "not known exactly");
    }
    buffer_add(out, names->count > 0 ? ")" : "");
}

/* The ')' that belongs to the '(' before text; the end if there is none. */
static size_t closing(const char *text, size_t length) {
    uint32_t depth = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ')' && depth-- == 0)
            return i;
        depth += text[i] == '(';
    }
    return length;
}

/* The ',' that ends the first argument in text; the end if there is none. */
static size_t comma(const char *text, size_t length) {
    uint32_t depth = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ',' && depth == 0)
            return i;
        depth += text[i] == '(';
        depth -= text[i] == ')' && depth > 0;
    }
    return length;
}

static void rewrite(struct names *names, const char *text, size_t length, uint32_t depth, struct buffer *out);

/* "c, a, b" -> "(c ? a : b)" */
static void rewrite_choice(struct names *names, const char *text, size_t length, uint32_t depth, struct buffer *out) {
    static const char *const before[3] = {"(", " ? ", " : "};
    for (int i = 0; i < 3; i++) {
        size_t argument = i < 2 ? comma(text, length) : length;
        buffer_add(out, before[i]);
        rewrite(names, text, argument, depth, out);
        size_t next = argument < length ? argument + 1 : length;
        next += next < length && text[next] == ' ';
        text += next;
        length -= next;
    }
    buffer_add(out, ")");
}

/* A call of an operator of the analysis; false if the word is none. */
static bool rewrite_call(struct names *names, const char *word, size_t word_size, const char *inner, size_t length, uint32_t depth,
                         struct buffer *out) {
    bool is_extension = word_size > 4 && (strncmp(word, "sext", 4) == 0 || strncmp(word, "zext", 4) == 0) && isdigit((unsigned char)word[4]);
    if (is_extension) {
        bool is_simple = word_length(inner) == length;
        buffer_add(out, is_simple ? "" : "(");
        rewrite(names, inner, length, depth, out);
        buffer_add(out, is_simple ? "" : ")");
        return true;
    }
    if (word_size == 3 && strncmp(word, "ite", 3) == 0) {
        rewrite_choice(names, inner, length, depth, out);
        return true;
    }
    return false;
}

static void rewrite(struct names *names, const char *text, size_t length, uint32_t depth, struct buffer *out) {
    for (size_t i = 0; i < length;) {
        size_t word = word_length(text + i);
        uint32_t at;
        word = word < length - i ? word : length - i;
        if (word == 0) {
            buffer_char(out, text[i++]);
            continue;
        }
        if (i + word < length && text[i + word] == '(' && depth < DEEPEST) {
            const char *inner = text + i + word + 1;
            size_t left = length - i - word - 1, size = closing(inner, left);
            if (size < left && rewrite_call(names, text + i, word, inner, size, depth + 1, out)) {
                i += word + size + 2;
                continue;
            }
        }
        if (isdigit((unsigned char)text[i]) && i + word + 1 < length && text[i + word] == ':' && isdigit((unsigned char)text[i + word + 1])) {
            buffer_add_n(out, text + i, word); /* "4:64", a constant with its width */
            i += word + 1 + strspn(text + i + word + 1, "0123456789");
            continue;
        }
        if (find_internal(names, text + i, word, &at))
            add_name(names, at, out);
        else
            buffer_add_n(out, text + i, word);
        i += word;
    }
}

const char *source_terms(struct arena *arena, const struct protocol *protocol, const char *text) {
    struct names names = {.protocol = protocol};
    struct buffer out = {0};
    rewrite(&names, text, strlen(text), 0, &out);
    add_legend(&names, &out);
    const char *result = arena_strdup(arena, buffer_text(&out));
    buffer_release(&out);
    return result;
}

const char *source_name(struct arena *arena, const struct protocol *protocol, const char *name) {
    symbol_ref symbol;
    const struct proto_loop *loop = symbol_find(protocol->terms, name, &symbol) ? loop_of(protocol, symbol) : NULL;
    return loop ? arena_printf(arena, "round of the loop in line %u", line_of(protocol, loop)) : name;
}
