/* Parsing of terms; see term.h for the notation.
 *
 *   term    = operand [ infix operand ]
 *   operand = "(" term ")" | "!" operand | "~" operand | number [":" width] | symbol
 *           | "true" | "false" | ("zext" | "sext" | "trunc") width "(" term ")"
 *           | "ite" "(" term "," term "," term ")" | '"' name '"' ":" width "(" [terms] ")"
 *
 * Besides the operators that are printed, "-" and "!=" are read, and ">u", ">=u",
 * ">s", ">=s" with their operands exchanged. The parser keeps its own stack, one
 * frame for each open parenthesis, prefix or argument list. */
#include <ctype.h>
#include <string.h>

#include "term/bits.h"
#include "term/table.h"

enum frame_kind { FRAME_ROOT, FRAME_PAREN, FRAME_PREFIX, FRAME_ITE, FRAME_CAST, FRAME_APPLY };

enum infix { INFIX_OP, INFIX_SUB, INFIX_NE, INFIX_SWAPPED };

struct frame {
    enum frame_kind kind;
    enum term_op op;    /* of a cast */
    uint8_t width_bits; /* of a cast or an application */
    uint32_t function;  /* of an application */
    uint32_t first;     /* argument list: arguments before it */
    term_ref left;      /* operand before the infix operator, if there was one */
    enum infix infix;
    enum term_op infix_op;
    uint8_t flags;
    const char *start;
};

struct parser {
    struct term_table *table;
    struct arena *arena;
    const char *at;
    const char *error;
    VEC(struct frame) frames;
    VEC(term_ref) arguments;
    const term_ref *named; /* "$1", ... */
    uint32_t named_count;
};

static bool fail(struct parser *parser, const char *expected) {
    if (!parser->error)
        parser->error = expected;
    return false;
}

static void skip_space(struct parser *parser) {
    while (*parser->at == ' ' || *parser->at == '\t' || *parser->at == '\n' || *parser->at == '\r')
        parser->at++;
}

static bool is_name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/* "[12]" in a name. */
static size_t subscript_length(const char *at) {
    size_t digits = *at == '[' ? strspn(at + 1, "0123456789") : 0;
    return digits > 0 && at[digits + 1] == ']' ? digits + 2 : 0;
}

const char *term_name_end(const char *start) {
    const char *end = start;
    for (size_t more = 1; more > 0; end += more)
        more = is_name_char(*end) ? 1 : end > start ? subscript_length(end) : 0;
    return end;
}

static bool accept(struct parser *parser, char c) {
    skip_space(parser);
    if (*parser->at != c)
        return false;
    parser->at++;
    return true;
}

static bool parse_width(struct parser *parser, uint8_t *width) {
    uint32_t value = 0;
    const char *start = parser->at;
    while (isdigit((unsigned char)*parser->at) && value <= 64)
        value = value * 10 + (uint32_t)(*parser->at++ - '0');
    if (parser->at == start || value < 1 || value > 64) {
        parser->at = start;
        return fail(parser, "a width of 1 to 64");
    }
    *width = (uint8_t)value;
    return true;
}

static bool parse_number(struct parser *parser, term_ref *out) {
    const char *start = parser->at;
    bool is_negative = *parser->at == '-', is_too_big = false;
    uint64_t value = 0;
    parser->at += is_negative;
    while (isdigit((unsigned char)*parser->at)) {
        uint64_t digit = (uint64_t)(*parser->at++ - '0');
        is_too_big = is_too_big || __builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, digit, &value);
    }
    uint8_t width = 32;
    if (*parser->at == ':') {
        parser->at++;
        if (!parse_width(parser, &width))
            return false;
    }
    uint64_t limit = is_negative ? bits_sign(width) : bits_mask(width);
    if (is_too_big || value > limit) {
        parser->at = start;
        return fail(parser, "a number that fits its width");
    }
    *out = term_const(parser->table, width, is_negative ? 0 - value : value);
    return true;
}

static bool open_frame(struct parser *parser, struct frame frame) {
    frame.first = parser->arguments.size;
    frame.start = parser->at;
    vec_push(&parser->frames, frame);
    return true;
}

static bool parse_quoted(struct parser *parser) {
    struct buffer name = {0};
    const char *start = parser->at++;
    for (; *parser->at && *parser->at != '"'; parser->at++) {
        if (*parser->at == '\\' && parser->at[1])
            parser->at++;
        buffer_char(&name, *parser->at);
    }
    uint32_t function = 0;
    bool is_known = *parser->at == '"' && string_map_get(&parser->table->function_names, buffer_text(&name), &function);
    buffer_release(&name);
    if (!is_known) {
        parser->at = start;
        return fail(parser, "the name of a function");
    }
    parser->at++;
    uint8_t width = 0;
    if (!accept(parser, ':'))
        return fail(parser, "':' and a width");
    if (!parse_width(parser, &width))
        return false;
    if (!accept(parser, '('))
        return fail(parser, "'('");
    return open_frame(parser, (struct frame){.kind = FRAME_APPLY, .function = function, .width_bits = width});
}

/* name( opens an argument list: ite, or a cast with its width. */
static bool parse_call(struct parser *parser, const char *name, const char *after) {
    static const struct {
        const char *text;
        enum term_op op;
    } casts[] = {{"zext", TERM_ZEXT}, {"sext", TERM_SEXT}, {"trunc", TERM_TRUNC}};
    if (strcmp(name, "ite") == 0) {
        parser->at = after;
        return open_frame(parser, (struct frame){.kind = FRAME_ITE});
    }
    for (uint32_t i = 0; i < 3; i++) {
        size_t length = strlen(casts[i].text);
        if (strncmp(name, casts[i].text, length) != 0)
            continue;
        uint8_t width = 0;
        const char *start = parser->at;
        parser->at += length;
        if (!parse_width(parser, &width))
            return false;
        skip_space(parser);
        if (parser->at + 1 != after) {
            parser->at = start;
            break;
        }
        parser->at = after;
        return open_frame(parser, (struct frame){.kind = FRAME_CAST, .op = casts[i].op, .width_bits = width});
    }
    return fail(parser, "ite, zextN, sextN or truncN before '('");
}

/* "$n", a term given by the caller. */
static bool parse_reference(struct parser *parser, term_ref *out) {
    uint64_t number = 0;
    const char *end = parser->at + 1;
    for (; isdigit((unsigned char)*end) && number <= UINT32_MAX; end++)
        number = number * 10 + (uint64_t)(*end - '0');
    if (number == 0 || number > parser->named_count)
        return fail(parser, "a term named before");
    *out = parser->named[number - 1];
    parser->at = end;
    return true;
}

/* A symbol or a Boolean gives *out; a call opens a frame and leaves it absent. */
static bool parse_name(struct parser *parser, term_ref *out) {
    const char *end = term_name_end(parser->at);
    char *name = arena_strndup(parser->arena, parser->at, (size_t)(end - parser->at));
    const char *next = end;
    while (*next == ' ')
        next++;
    symbol_ref symbol;
    if (symbol_find(parser->table, name, &symbol))
        *out = term_symbol(parser->table, symbol);
    else if (*next == '(')
        return parse_call(parser, name, next + 1);
    else if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0)
        *out = term_const(parser->table, 1, name[0] == 't');
    else {
        parser->error = arena_printf(parser->arena, "a symbol of the protocol (there is no '%s')", name);
        return false;
    }
    parser->at = end;
    return true;
}

/* Reads up to a complete operand, in *out, or into a new frame. */
static bool parse_operand(struct parser *parser, term_ref *out) {
    *out = TERM_NONE;
    skip_space(parser);
    char c = *parser->at;
    if (c == '(') {
        parser->at++;
        return open_frame(parser, (struct frame){.kind = FRAME_PAREN});
    }
    if (c == '!' || c == '~') {
        parser->at++;
        return open_frame(parser, (struct frame){.kind = FRAME_PREFIX});
    }
    if (c == '"')
        return parse_quoted(parser);
    if (isdigit((unsigned char)c) || (c == '-' && isdigit((unsigned char)parser->at[1])))
        return parse_number(parser, out);
    if (c == '$' && parser->named)
        return parse_reference(parser, out);
    if (is_name_char(c))
        return parse_name(parser, out);
    return fail(parser, "a term");
}

static const struct {
    const char *text;
    enum infix infix;
    enum term_op op;
} infixes[] = {
    {"<=u", INFIX_OP, TERM_ULE},      {"<=s", INFIX_OP, TERM_SLE},      {"<u", INFIX_OP, TERM_ULT},   {"<s", INFIX_OP, TERM_SLT},
    {">=u", INFIX_SWAPPED, TERM_ULE}, {">=s", INFIX_SWAPPED, TERM_SLE}, {">>u", INFIX_OP, TERM_LSHR}, {">>s", INFIX_OP, TERM_ASHR},
    {">u", INFIX_SWAPPED, TERM_ULT},  {">s", INFIX_SWAPPED, TERM_SLT},  {"<<", INFIX_OP, TERM_SHL},   {"==", INFIX_OP, TERM_EQ},
    {"!=", INFIX_NE, TERM_EQ},        {"/u", INFIX_OP, TERM_UDIV},      {"/s", INFIX_OP, TERM_SDIV},  {"%u", INFIX_OP, TERM_UREM},
    {"%s", INFIX_OP, TERM_SREM},      {"&", INFIX_OP, TERM_AND},        {"|", INFIX_OP, TERM_OR},     {"^", INFIX_OP, TERM_XOR},
    {"+", INFIX_OP, TERM_ADD},        {"*", INFIX_OP, TERM_MUL},        {"-", INFIX_SUB, TERM_ADD},
};

static bool takes_flags(enum term_op op) {
    return op == TERM_ADD || op == TERM_MUL || op == TERM_SHL;
}

/* An infix operator, with its flags, if there is one here. */
static bool parse_infix(struct parser *parser, struct frame *frame) {
    for (uint32_t i = 0; i < sizeof infixes / sizeof *infixes; i++) {
        size_t length = strlen(infixes[i].text);
        if (strncmp(parser->at, infixes[i].text, length) != 0)
            continue;
        const char *end = parser->at + length;
        frame->infix = infixes[i].infix;
        frame->infix_op = infixes[i].op;
        frame->flags = 0;
        if (takes_flags(infixes[i].op)) {
            const char *mark = end;
            uint8_t flags = 0;
            if (*mark == 's')
                flags |= TERM_NSW, mark++;
            if (*mark == 'u')
                flags |= TERM_NUW, mark++;
            if (!is_name_char(*mark)) {
                frame->flags = flags;
                end = mark;
            }
        }
        if (is_name_char(end[-1]) && is_name_char(*end))
            continue;
        parser->at = end;
        return true;
    }
    return false;
}

static bool build_infix(struct parser *parser, const struct frame *frame, term_ref *value) {
    struct term_table *table = parser->table;
    term_ref a = frame->left, b = *value;
    if (table_width(table, a) != table_width(table, b))
        return fail(parser, "operands of equal width");
    if (frame->infix == INFIX_SUB)
        *value = term_sub(table, a, b, frame->flags);
    else if (frame->infix == INFIX_NE)
        *value = term_ne(table, a, b);
    else if (frame->infix == INFIX_SWAPPED)
        *value = term_binary(table, frame->infix_op, b, a);
    else if (frame->infix_op == TERM_ADD)
        *value = term_add(table, a, b, frame->flags);
    else if (frame->infix_op == TERM_MUL)
        *value = term_mul(table, a, b, frame->flags);
    else if (frame->infix_op == TERM_SHL)
        *value = term_shl(table, a, b, frame->flags);
    else
        *value = term_binary(table, frame->infix_op, a, b);
    return true;
}

static bool build_cast(struct parser *parser, const struct frame *frame, term_ref *value) {
    struct term_table *table = parser->table;
    uint8_t width = table_width(table, *value);
    bool is_trunc = frame->op == TERM_TRUNC;
    if (is_trunc ? frame->width_bits > width : frame->width_bits < width) {
        parser->at = frame->start;
        return fail(parser, is_trunc ? "a wider operand" : "an operand that is not wider");
    }
    *value = is_trunc                 ? term_trunc(table, *value, frame->width_bits)
             : frame->op == TERM_ZEXT ? term_zext(table, *value, frame->width_bits)
                                      : term_sext(table, *value, frame->width_bits);
    return true;
}

/* The list is closed; its arguments are the topmost ones. */
static bool build_call(struct parser *parser, const struct frame *frame, term_ref *value) {
    struct term_table *table = parser->table;
    const term_ref *x = parser->arguments.data + frame->first;
    uint32_t count = parser->arguments.size - frame->first;
    if (frame->kind == FRAME_CAST) {
        if (count != 1)
            return fail(parser, "one argument");
        *value = x[0];
        return build_cast(parser, frame, value);
    }
    if (frame->kind == FRAME_APPLY) {
        if (count > UINT8_MAX)
            return fail(parser, "at most 255 arguments");
        *value = term_apply(table, frame->function, frame->width_bits, x, count);
        return true;
    }
    if (count != 3 || table_width(table, x[0]) != 1 || table_width(table, x[1]) != table_width(table, x[2]))
        return fail(parser, "a Boolean and two terms of equal width");
    *value = term_ite(table, x[0], x[1], x[2]);
    return true;
}

enum step { STEP_OPERAND, STEP_VALUE, STEP_DONE, STEP_FAILED };

/* A term of the frame's own level is complete: the frame ends, or goes on. */
static enum step finish_level(struct parser *parser, term_ref *value) {
    struct frame frame = vec_last(&parser->frames);
    if (frame.kind == FRAME_PAREN) {
        if (!accept(parser, ')')) {
            fail(parser, "')' or an operator");
            return STEP_FAILED;
        }
        (void)vec_pop(&parser->frames);
        return STEP_VALUE;
    }
    vec_push(&parser->arguments, *value);
    if (accept(parser, ',')) {
        vec_last(&parser->frames).left = TERM_NONE;
        return STEP_OPERAND;
    }
    if (!accept(parser, ')')) {
        fail(parser, "',', ')' or an operator");
        return STEP_FAILED;
    }
    if (!build_call(parser, &frame, value))
        return STEP_FAILED;
    parser->arguments.size = frame.first;
    (void)vec_pop(&parser->frames);
    return STEP_VALUE;
}

/* Takes an operand that is complete. */
static enum step take_value(struct parser *parser, term_ref *value) {
    struct frame *frame = &vec_last(&parser->frames);
    if (frame->kind == FRAME_PREFIX) {
        *value = term_not(parser->table, *value);
        (void)vec_pop(&parser->frames);
        return STEP_VALUE;
    }
    if (!term_is_none(frame->left)) {
        if (!build_infix(parser, frame, value))
            return STEP_FAILED;
    } else {
        const char *before = parser->at;
        skip_space(parser);
        if (parse_infix(parser, frame)) {
            frame->left = *value;
            return STEP_OPERAND;
        }
        parser->at = before;
    }
    return frame->kind == FRAME_ROOT ? STEP_DONE : finish_level(parser, value);
}

static bool closes_empty_call(struct parser *parser, term_ref *value) {
    struct frame frame = vec_last(&parser->frames);
    if (frame.kind != FRAME_APPLY || parser->arguments.size != frame.first || !term_is_none(frame.left) || !accept(parser, ')'))
        return false;
    *value = term_apply(parser->table, frame.function, frame.width_bits, NULL, 0);
    (void)vec_pop(&parser->frames);
    return true;
}

term_ref term_parse(struct term_table *table, const char **text, struct arena *arena, const char **error) {
    return term_parse_named(table, text, arena, error, NULL, 0);
}

term_ref term_parse_named(struct term_table *table, const char **text, struct arena *arena, const char **error, const term_ref *named,
                          uint32_t count) {
    struct parser parser = {.table = table, .arena = arena, .at = *text, .named = named, .named_count = count};
    term_ref value = TERM_NONE;
    enum step step = STEP_OPERAND;
    open_frame(&parser, (struct frame){.kind = FRAME_ROOT});
    while (step == STEP_OPERAND || step == STEP_VALUE) {
        if (step == STEP_VALUE)
            step = take_value(&parser, &value);
        else if (closes_empty_call(&parser, &value))
            step = STEP_VALUE;
        else if (!parse_operand(&parser, &value))
            step = STEP_FAILED;
        else if (!term_is_none(value))
            step = STEP_VALUE;
    }
    vec_release(&parser.frames);
    vec_release(&parser.arguments);
    *text = parser.at;
    if (step == STEP_DONE)
        return value;
    *error = parser.error;
    return TERM_NONE;
}
