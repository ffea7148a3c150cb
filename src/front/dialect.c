#include "front/dialect.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { CONFIGURATION_MOST = 4096 };

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static size_t spaces(const char *at) {
    return strspn(at, " \t");
}

/* The end of the literal that begins here; `at` itself: none does. */
static const char *past_literal(const char *at) {
    const char quote = *at;
    if (quote != '"' && quote != '\'')
        return at;
    for (at++; *at && *at != quote && *at != '\n'; at++)
        at += *at == '\\' && at[1];
    return *at == quote ? at + 1 : at;
}

/* ">> >(" or ">>>(" behind the configuration that begins at `at`: where it begins; NULL: a statement ends before. */
static char *closing(char *at) {
    int depth = 0;
    for (char *end = at + CONFIGURATION_MOST; *at && at < end;) {
        const char *past = past_literal(at);
        if (past != at) {
            at += past - at;
            continue;
        }
        depth += (*at == '(' || *at == '[' || *at == '{') - (*at == ')' || *at == ']' || *at == '}');
        if (*at == ';' || depth < 0)
            return NULL;
        if (depth == 0 && at[0] == '>' && at[1] == '>') {
            size_t gap = spaces(at + 2);
            const char *open = at + 2 + gap + 1;
            if (at[2 + gap] == '>' && open[strspn(open, " \t\n")] == '(')
                return at;
        }
        at++;
    }
    return NULL;
}

/* "<< <" behind a name or template arguments, with its closing: the spaces go behind the signs. */
static void join_signs(char *at, char *end) {
    size_t gap = spaces(at + 2), end_gap = spaces(end + 2);
    at[2] = '<';
    if (gap > 0)
        at[2 + gap] = ' ';
    end[2] = '>';
    if (end_gap > 0)
        end[2 + end_gap] = ' ';
}

static void join_launches(char *text) {
    char before = 0;
    for (char *at = text; *at;) {
        const char *past = past_literal(at);
        if (past != at) {
            before = '"';
            at += past - at;
            continue;
        }
        bool is_open = at[0] == '<' && at[1] == '<' && at[2 + spaces(at + 2)] == '<' && (is_name(before) || before == '>');
        char *end = is_open ? closing(at + 3 + spaces(at + 2)) : NULL;
        if (end)
            join_signs(at, end);
        if (!isspace((unsigned char)*at))
            before = *at;
        at++;
    }
}

static bool is_register(const char *at) {
    static const char *const names[] = {
        "laneid", "warpid", "nwarpid", "smid",   "nsmid",   "gridid",      "lanemask_",       "clock", "tid.",
        "ntid.",  "ctaid.", "nctaid.", "envreg", "cluster", "globaltimer", "total_smem_size", "pm",    "dynamic_smem_size"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(at, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* The statement of assembly has operands: a ':' outside of its literals. */
static bool has_operands(const char *at) {
    for (; *at && *at != ';'; at++) {
        const char *past = past_literal(at);
        if (past != at)
            at = past - 1;
        else if (*at == ':')
            return true;
    }
    return false;
}

static bool is_assembly(const char *text, const char *at) {
    static const char *const words[] = {"asm", "__asm__", "__asm"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(at, words[i], length) == 0 && !is_name(at[length]) && (at == text || !is_name(at[-1])))
            return true;
    }
    return false;
}

/* Doubles the % of special registers in assembly with operands. */
static void double_registers(struct buffer *text) {
    struct buffer out = {0};
    const char *begin = buffer_text(text);
    for (const char *at = begin; *at;) {
        bool is_asm = is_assembly(begin, at) && has_operands(at);
        const char *past = past_literal(at);
        if (!is_asm) {
            size_t size = past != at ? (size_t)(past - at) : 1;
            buffer_add_n(&out, at, size);
            at += size;
            continue;
        }
        for (bool is_in = false; *at && (*at != ';' || is_in); at++) {
            is_in ^= *at == '"' && at[-1] != '\\';
            if (is_in && at[0] == '%' && at[-1] != '%' && is_register(at + 1))
                buffer_char(&out, '%');
            buffer_char(&out, *at);
        }
    }
    buffer_clear(text);
    buffer_add_n(text, out.data, out.size);
    buffer_release(&out);
}

void dialect_translate(struct buffer *text) {
    if (text->size == 0 || strlen(text->data) != text->size) /* a byte that is 0: no text */
        return;
    join_launches(text->data);
    if (strstr(text->data, "asm"))
        double_registers(text);
}
