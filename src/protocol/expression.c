#include "protocol/expression.h"

#include <ctype.h>
#include <string.h>

#include "kernel/signature.h"
#include "protocol/launch.h"
#include "protocol/stated.h"

enum { NESTING_MAX = 100, NUMBER_BITS = 64 };

struct parser {
    struct protocol *protocol; /* NULL: names are not looked up */
    struct term_table *terms;
    struct arena *arena;
    const char *start, *at;
    const char *error;
    unsigned depth;
    bool has_stand_in; /* a name stands for 1, as it has no value yet */
};

/* Longer operators before their prefixes. */
static const struct binary {
    const char *text;
    unsigned precedence;
} BINARIES[] = {
    {"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7}, {">=", 7}, {"<<", 8}, {">>", 8}, {"|", 3},
    {"^", 4},  {"&", 5},  {"<", 7},  {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};

static term_ref fail(struct parser *parser, const char *expected) {
    if (!parser->error)
        parser->error = *parser->at ? arena_printf(parser->arena, "expected %s, found '%.20s'", expected, parser->at)
                                    : arena_printf(parser->arena, "expected %s at the end of '%s'", expected, parser->start);
    return TERM_NONE;
}

static void skip_space(struct parser *parser) {
    while (isspace((unsigned char)*parser->at))
        parser->at++;
}

static bool accept(struct parser *parser, char c) {
    skip_space(parser);
    if (*parser->at != c)
        return false;
    parser->at++;
    return true;
}

/* ---- conversions ---- */

static term_ref number(struct parser *parser, term_ref t) {
    return term_is_none(t) || term_width(parser->terms, t) == NUMBER_BITS ? t : term_zext(parser->terms, t, NUMBER_BITS);
}

static term_ref condition(struct parser *parser, term_ref t) {
    if (term_is_none(t) || term_width(parser->terms, t) == 1)
        return t;
    return term_ne(parser->terms, t, term_const(parser->terms, NUMBER_BITS, 0));
}

/* ---- names ---- */

static bool is_unsigned_type(const char *type) {
    return strncmp(type, "unsigned", 8) == 0 || strcmp(type, "bool") == 0;
}

static uint8_t width_of_type(const char *type) {
    return strstr(type, "long") ? 64 : strstr(type, "short") ? 16 : strstr(type, "char") || strcmp(type, "bool") == 0 ? 8 : 32;
}

/* By its name, or by its byte: "p.24". */
static const struct proto_member *find_member(const struct protocol *protocol, const char *name) {
    for (uint32_t i = 0; i < protocol->member_count; i++)
        if (strcmp(protocol->members[i].name, name) == 0)
            return &protocol->members[i];
    const char *dot = strrchr(name, '.');
    uint64_t offset = 0;
    for (const char *c = dot ? dot + 1 : ""; isdigit((unsigned char)*c) && offset < UINT32_MAX; c++)
        offset = offset * 10 + (uint64_t)(*c - '0');
    for (uint32_t i = 0; i < protocol->member_count && dot && dot[1] && !dot[1 + strspn(dot + 1, "0123456789")]; i++) {
        const struct proto_member *member = &protocol->members[i];
        const char *of = protocol->params[member->param].name;
        if (member->offset_bytes == offset && strlen(of) == (size_t)(dot - name) && strncmp(of, name, strlen(of)) == 0)
            return member;
    }
    return NULL;
}

const char *expression_member(const struct protocol *protocol, const char *name) {
    const struct proto_member *member = find_member(protocol, name);
    return member ? member->name : name;
}

bool expression_is_float(const struct protocol *protocol, const char *param) {
    const struct proto_member *member = find_member(protocol, param);
    for (uint32_t i = 0; i < protocol->param_count; i++)
        if (strcmp(protocol->params[i].name, param) == 0)
            return protocol->params[i].is_float;
    return member && (strcmp(member->type, "float") == 0 || strcmp(member->type, "double") == 0 || strstr(member->type, "half") ||
                      strstr(member->type, "bfloat"));
}

/* The type of a scalar parameter, or of a member of a struct parameter, as far as the kernel's name has it. */
static const char *type_of(const struct protocol *protocol, const char *param, struct arena *scratch) {
    for (uint32_t i = 0; i < protocol->member_count; i++)
        if (strcmp(protocol->members[i].name, param) == 0)
            return protocol->members[i].type;
    for (uint32_t i = 0; i < protocol->param_count; i++)
        if (strcmp(protocol->params[i].name, param) == 0)
            return signature_type(scratch, protocol->display, i);
    return NULL;
}

bool expression_is_unsigned(const struct protocol *protocol, const char *param) {
    struct arena scratch;
    arena_init(&scratch);
    const char *type = type_of(protocol, param, &scratch);
    bool is_unsigned = type && is_unsigned_type(type);
    arena_release(&scratch);
    return is_unsigned;
}

bool expression_is_signed(const struct protocol *protocol, const char *param) {
    static const char *const types[] = {"signed char", "short", "int", "long", "long long"};
    struct arena scratch;
    arena_init(&scratch);
    const char *type = type_of(protocol, param, &scratch);
    bool is_signed = false;
    for (size_t i = 0; type && i < sizeof types / sizeof *types; i++)
        is_signed |= strcmp(type, types[i]) == 0;
    arena_release(&scratch);
    return is_signed;
}

static term_ref widen(struct parser *parser, term_ref t, bool is_unsigned) {
    return is_unsigned ? term_zext(parser->terms, t, NUMBER_BITS) : term_sext(parser->terms, t, NUMBER_BITS);
}

static term_ref param_value(struct parser *parser, uint32_t index) {
    struct proto_param *param = &parser->protocol->params[index];
    const char *type = signature_type(parser->arena, parser->protocol->display, index);
    if (param->is_pointer || param->is_float) {
        parser->error = arena_printf(parser->arena, "'%s' is no integer", param->name);
        return TERM_NONE;
    }
    if (term_is_none(param->value)) {
        struct symbol symbol = {.name = param->name, .width_bits = width_of_type(type), .role = SYMBOL_PARAM, .scope = SCOPE_UNIFORM};
        param->value = term_symbol(parser->terms, symbol_create(parser->terms, &symbol));
    }
    return widen(parser, param->value, is_unsigned_type(type));
}

/* One that the kernel does not read gets a symbol. */
static term_ref member_value(struct parser *parser, const struct proto_member *member) {
    symbol_ref symbol;
    if (strchr(member->type, '*') || expression_is_float(parser->protocol, member->name)) {
        parser->error = arena_printf(parser->arena, "'%s' is no integer", member->name);
        return TERM_NONE;
    }
    if (!symbol_find(parser->terms, member->name, &symbol)) {
        struct symbol new = {.name = member->name, .width_bits = width_of_type(member->type), .role = SYMBOL_PARAM, .scope = SCOPE_UNIFORM};
        symbol = symbol_create(parser->terms, &new);
    }
    return widen(parser, term_symbol(parser->terms, symbol), is_unsigned_type(member->type));
}

static term_ref stand_in(struct parser *parser) {
    parser->has_stand_in = true;
    return term_const(parser->terms, NUMBER_BITS, 1);
}

static term_ref launch_value(struct parser *parser, const char *name) {
    static const char axes[] = "xyz";
    size_t length = strlen(name);
    const char *axis = length > 2 && name[length - 2] == '.' ? strchr(axes, name[length - 1]) : NULL;
    bool is_block = strncmp(name, "blockDim", length - 2) == 0 && length == 10;
    bool is_grid = strncmp(name, "gridDim", length - 2) == 0 && length == 9;
    if (!axis || (!is_block && !is_grid))
        return TERM_NONE;
    if (!parser->protocol)
        return stand_in(parser);
    struct protocol *p = parser->protocol;
    (is_block ? p->reads_bdim : p->reads_gdim)[axis - axes] = true;
    return term_zext(parser->terms, (is_block ? p->bdim : p->gdim)[axis - axes], NUMBER_BITS);
}

bool expression_is_host_number(const char *name) {
    bool is_int = strncmp(name, "host.int", 8) == 0, is_long = strncmp(name, "host.long", 9) == 0;
    const char *digits = name + (is_int ? 8 : 9);
    return (is_int || is_long) && *digits && !digits[strspn(digits, "0123456789")];
}

static term_ref host_number(struct parser *parser, const char *name) {
    symbol_ref symbol;
    if (!symbol_find(parser->terms, name, &symbol)) {
        bool is_long = strncmp(name, "host.long", 9) == 0;
        struct symbol new = {
            .name = arena_strdup(parser->arena, name), .width_bits = is_long ? 64 : 32, .role = SYMBOL_PARAM, .scope = SCOPE_UNIFORM};
        symbol = symbol_create(parser->terms, &new);
    }
    return widen(parser, term_symbol(parser->terms, symbol), false);
}

static term_ref named_value(struct parser *parser, const char *name) {
    term_ref known = launch_value(parser, name);
    symbol_ref symbol;
    if (!term_is_none(known))
        return known;
    if (strcmp(name, "warpSize") == 0)
        return term_const(parser->terms, NUMBER_BITS, 32);
    if (!parser->protocol)
        return stand_in(parser);
    for (uint32_t i = 0; i < parser->protocol->param_count; i++)
        if (strcmp(parser->protocol->params[i].name, name) == 0)
            return param_value(parser, i);
    const struct proto_member *member = find_member(parser->protocol, name);
    if (member)
        return member_value(parser, member);
    if (expression_is_host_number(name))
        return host_number(parser, name);
    if (symbol_find(parser->terms, name, &symbol) && symbol_get(parser->terms, symbol)->role == SYMBOL_PARAM)
        return widen(parser, term_symbol(parser->terms, symbol), false);
    if (!parser->error)
        parser->error = arena_printf(parser->arena, "the kernel has no parameter '%s'", name);
    return TERM_NONE;
}

/* ---- the grammar ---- */

static term_ref parse_choice(struct parser *parser);

static term_ref parse_digits(struct parser *parser) {
    unsigned base = parser->at[0] == '0' && (parser->at[1] == 'x' || parser->at[1] == 'X') ? 16 : 10;
    const char *start = parser->at;
    uint64_t value = 0;
    bool is_too_big = false;
    parser->at += base == 16 ? 2 : 0;
    for (; base == 16 ? isxdigit((unsigned char)*parser->at) : isdigit((unsigned char)*parser->at); parser->at++) {
        unsigned digit = (unsigned)(*parser->at <= '9' ? *parser->at - '0' : (*parser->at | 32) - 'a' + 10);
        is_too_big |= __builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, digit, &value);
    }
    while (*parser->at && strchr("uUlL", *parser->at))
        parser->at++;
    if (is_too_big || value > INT64_MAX || isalnum((unsigned char)*parser->at) || *parser->at == '_' || *parser->at == '.') {
        parser->at = start;
        return fail(parser, "a decimal or hexadecimal integer");
    }
    return term_const(parser->terms, NUMBER_BITS, value);
}

/* min(a, b) or max(a, b), after the name. */
static term_ref parse_extreme(struct parser *parser, bool is_min) {
    struct term_table *t = parser->terms;
    if (!accept(parser, '('))
        return fail(parser, "'('");
    term_ref a = number(parser, parse_choice(parser));
    if (!parser->error && !accept(parser, ','))
        return fail(parser, "','");
    term_ref b = parser->error ? TERM_NONE : number(parser, parse_choice(parser));
    if (!parser->error && !accept(parser, ')'))
        return fail(parser, "')'");
    if (parser->error)
        return TERM_NONE;
    return is_min ? term_ite(t, term_slt(t, b, a), b, a) : term_ite(t, term_slt(t, a, b), b, a);
}

term_ref expression_power_of_two(struct term_table *terms, term_ref x) {
    term_ref zero = term_const(terms, NUMBER_BITS, 0), less = term_sub(terms, x, term_const(terms, NUMBER_BITS, 1), TERM_NSW);
    return term_and(terms, term_slt(terms, zero, x), term_eq(terms, term_and(terms, x, less), zero));
}

/* power_of_two(a), after the name. */
static term_ref parse_power(struct parser *parser) {
    if (!accept(parser, '('))
        return fail(parser, "'('");
    term_ref a = number(parser, parse_choice(parser));
    if (!parser->error && !accept(parser, ')'))
        return fail(parser, "')'");
    return parser->error ? TERM_NONE : expression_power_of_two(parser->terms, a);
}

/* The name, without its last two characters if it names a field, is `param`. */
static bool is_of(const char *name, const char *param, bool has_field) {
    size_t length = strlen(name) - (has_field ? 2 : 0);
    return strlen(param) == length && strncmp(name, param, length) == 0;
}

/* The array that a condition on contents speaks of. TERM_NONE in `error`: there is none; *is_unused: the kernel does not access it. */
static uint32_t parse_array(struct parser *parser, uint32_t *field, bool *is_unused) {
    skip_space(parser);
    const char *start = parser->at;
    *is_unused = false;
    if (!isalpha((unsigned char)*start) && *start != '_') {
        (void)fail(parser, "the name of an array");
        return PROTOCOL_NONE;
    }
    parser->at = term_name_end(start);
    const char *name = arena_strndup(parser->arena, start, (size_t)(parser->at - start));
    uint32_t array = parser->protocol ? stated_field_array(parser->protocol, name, field) : 0;
    for (uint32_t i = 0; array == PROTOCOL_NONE && i < parser->protocol->param_count; i++)
        *is_unused |= parser->protocol->params[i].is_pointer && is_of(name, parser->protocol->params[i].name, *field != STATED_WHOLE);
    if (array == PROTOCOL_NONE && !*is_unused && !parser->error)
        parser->error = arena_printf(parser->arena, "the kernel has no array '%s'", name);
    return array;
}

/* distinct(a), in_range(a, low, high) and so on, after the name. */
static term_ref parse_contents(struct parser *parser, enum content_kind kind, const char *start) {
    struct stated stated = {.kind = kind, .field = STATED_WHOLE, .first = TERM_NONE, .end = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE};
    term_ref *const numbers[] = {&stated.low, &stated.high, &stated.first, &stated.end};
    uint32_t from = stated_has_bounds(kind) ? 0 : 2, least = stated_has_bounds(kind) ? 2 : 0, count = 0;
    bool is_unused = false;
    if (!accept(parser, '('))
        return fail(parser, "'('");
    stated.array = parse_array(parser, &stated.field, &is_unused);
    while (!parser->error && from + count < 4 && accept(parser, ','))
        *numbers[from + count++] = number(parser, parse_choice(parser));
    if (!parser->error && (count < least || (from + count) % 2 != 0))
        return fail(parser, "','");
    if (!parser->error && !accept(parser, ')'))
        return fail(parser, "')'");
    if (parser->error)
        return TERM_NONE;
    if (!parser->protocol || is_unused)
        return term_true(parser->terms);
    return stated_make(parser->protocol, &stated, arena_strndup(parser->arena, start, (size_t)(parser->at - start)), &parser->error);
}

/* get_local_size(0), get_num_groups(0), get_global_size(0), OpenCL's names of sizes; *is_size: it is one of them. */
static term_ref parse_size(struct parser *parser, const char *name, bool *is_size) {
    static const char *const names[] = {"get_local_size", "get_num_groups", "get_global_size"};
    uint32_t which = 0;
    while (which < 3 && strcmp(names[which], name) != 0)
        which++;
    *is_size = which < 3;
    if (which == 3)
        return TERM_NONE;
    if (!accept(parser, '('))
        return fail(parser, "'('");
    skip_space(parser);
    char axis = *parser->at;
    parser->at += axis >= '0' && axis <= '2';
    if (axis < '0' || axis > '2' || !accept(parser, ')'))
        return fail(parser, "0, 1 or 2 and ')'");
    char letter = "xyz"[axis - '0'];
    term_ref block = launch_value(parser, arena_printf(parser->arena, "blockDim.%c", letter));
    term_ref grid = launch_value(parser, arena_printf(parser->arena, "gridDim.%c", letter));
    return which == 0 ? block : which == 1 ? grid : term_mul(parser->terms, block, grid, TERM_NSW);
}

/* signed(p), after the name: the parameter or member as a signed number, whatever its type. */
static term_ref parse_signed(struct parser *parser) {
    struct term_table *t = parser->terms;
    if (!accept(parser, '('))
        return fail(parser, "'('");
    skip_space(parser);
    const char *start = parser->at;
    parser->at = term_name_end(start);
    if (parser->at == start)
        return fail(parser, "a name");
    term_ref wide = named_value(parser, arena_strndup(parser->arena, start, (size_t)(parser->at - start)));
    if (!parser->error && !accept(parser, ')'))
        return fail(parser, "')'");
    if (parser->error || term_op_of(term_get(t, wide)) != TERM_ZEXT)
        return parser->error ? TERM_NONE : wide;
    return term_sext(t, term_child(t, wide, 0), NUMBER_BITS);
}

/* elements(a), after the name: whoever knows the sizes of arrays has put it there in place of that. */
static term_ref parse_elements(struct parser *parser) {
    skip_space(parser);
    const char *start = parser->at + (*parser->at == '(');
    size_t length = strcspn(start, ")");
    if (*parser->at != '(' || length == 0 || start[length] != ')')
        return fail(parser, "(ARRAY)");
    if (parser->protocol)
        parser->error = arena_printf(parser->arena, "the number of elements of '%.*s' is not known", (int)length, start);
    parser->at = start + length + 1;
    return parser->error ? TERM_NONE : term_const(parser->terms, NUMBER_BITS, 0);
}

static term_ref parse_operand(struct parser *parser) {
    struct term_table *t = parser->terms;
    skip_space(parser);
    char c = *parser->at;
    if (isdigit((unsigned char)c))
        return parse_digits(parser);
    if (isalpha((unsigned char)c) || c == '_') {
        const char *start = parser->at;
        parser->at = term_name_end(start);
        const char *name = arena_strndup(parser->arena, start, (size_t)(parser->at - start));
        if (strcmp(name, "power_of_two") == 0)
            return parse_power(parser);
        if (stated_kind(name) != CONTENT_KINDS && *parser->at == '(')
            return parse_contents(parser, stated_kind(name), start);
        if (strcmp(name, "signed") == 0 && *parser->at == '(')
            return parse_signed(parser);
        if (strcmp(name, "elements") == 0 && *parser->at == '(')
            return parse_elements(parser);
        bool is_size;
        term_ref size = parse_size(parser, name, &is_size);
        if (is_size)
            return size;
        bool is_min = strcmp(name, "min") == 0;
        return is_min || strcmp(name, "max") == 0 ? parse_extreme(parser, is_min) : named_value(parser, name);
    }
    if (c == '(' || c == '-' || c == '+' || c == '~' || c == '!') {
        if (++parser->depth > NESTING_MAX)
            return fail(parser, "an expression less deeply nested");
        parser->at++;
        term_ref inner = c == '(' ? parse_choice(parser) : parse_operand(parser);
        parser->depth--;
        if (!parser->error && c == '(' && !accept(parser, ')'))
            return fail(parser, "')'");
        if (parser->error || c == '(')
            return inner;
        if (c == '!')
            return term_not(t, condition(parser, inner));
        inner = number(parser, inner);
        return c == '+' ? inner : c == '~' ? term_not(t, inner) : term_sub(t, term_const(t, NUMBER_BITS, 0), inner, TERM_NSW);
    }
    return fail(parser, "a number or a name");
}

static term_ref comparison(struct parser *parser, const char *op, term_ref a, term_ref b) {
    struct term_table *t = parser->terms;
    if (op[0] == '=')
        return term_eq(t, a, b);
    if (op[0] == '!')
        return term_ne(t, a, b);
    if (op[0] == '<')
        return op[1] ? term_sle(t, a, b) : term_slt(t, a, b);
    return op[1] ? term_sle(t, b, a) : term_slt(t, b, a);
}

/* C leaves a division by zero undefined. */
static term_ref divide(struct parser *parser, enum term_op op, term_ref a, term_ref b) {
    uint64_t divisor;
    if (term_is_const(parser->terms, b, &divisor) && divisor == 0 && !parser->has_stand_in) {
        if (!parser->error)
            parser->error = arena_printf(parser->arena, "division by zero in '%s'", parser->start);
        return TERM_NONE;
    }
    return term_binary(parser->terms, op, a, b);
}

static term_ref apply(struct parser *parser, const struct binary *binary, term_ref a, term_ref b) {
    struct term_table *t = parser->terms;
    if (binary->precedence <= 2) {
        a = condition(parser, a);
        b = condition(parser, b);
        return binary->precedence == 1 ? term_or(t, a, b) : term_and(t, a, b);
    }
    a = number(parser, a);
    b = number(parser, b);
    if (binary->precedence == 6 || binary->precedence == 7)
        return comparison(parser, binary->text, a, b);
    switch (binary->text[0]) {
    case '+': return term_add(t, a, b, TERM_NSW);
    case '-': return term_sub(t, a, b, TERM_NSW);
    case '*': return term_mul(t, a, b, TERM_NSW);
    case '/': return divide(parser, TERM_SDIV, a, b);
    case '%': return divide(parser, TERM_SREM, a, b);
    case '<': return term_shl(t, a, b, TERM_NSW);
    case '>': return term_binary(t, TERM_ASHR, a, b);
    case '&': return term_and(t, a, b);
    case '|': return term_or(t, a, b);
    default: return term_binary(t, TERM_XOR, a, b);
    }
}

static const struct binary *find_binary(struct parser *parser) {
    skip_space(parser);
    for (size_t i = 0; i < sizeof BINARIES / sizeof *BINARIES; i++)
        if (strncmp(parser->at, BINARIES[i].text, strlen(BINARIES[i].text)) == 0)
            return &BINARIES[i];
    return NULL;
}

/* Precedence climbing. */
static term_ref parse_binaries(struct parser *parser, unsigned least) {
    term_ref left = parse_operand(parser);
    const struct binary *binary = find_binary(parser);
    while (!parser->error && binary && binary->precedence >= least) {
        parser->at += strlen(binary->text);
        term_ref right = parse_binaries(parser, binary->precedence + 1);
        if (parser->error)
            return TERM_NONE;
        left = apply(parser, binary, left, right);
        binary = find_binary(parser);
    }
    return left;
}

static term_ref parse_choice(struct parser *parser) {
    if (++parser->depth > NESTING_MAX)
        return fail(parser, "an expression less deeply nested");
    term_ref c = parse_binaries(parser, 1);
    if (!parser->error && accept(parser, '?')) {
        term_ref yes = parse_choice(parser), no = TERM_NONE;
        if (!parser->error && !accept(parser, ':'))
            (void)fail(parser, "':'");
        if (!parser->error)
            no = parse_choice(parser);
        if (!parser->error)
            c = term_ite(parser->terms, condition(parser, c), number(parser, yes), number(parser, no));
    }
    parser->depth--;
    return c;
}

static term_ref parse_whole(struct parser *parser, const char **error) {
    term_ref t = parse_choice(parser);
    skip_space(parser);
    if (!parser->error && *parser->at)
        (void)fail(parser, "an operator");
    if (!parser->error && parser->protocol && !stated_is_conjunct(parser->protocol, t))
        parser->error = arena_printf(parser->arena, "a condition on contents is joined to others by && only, in '%s'", parser->start);
    *error = parser->error;
    return parser->error ? TERM_NONE : t;
}

static struct parser parser_of(struct protocol *protocol, struct arena *arena, const char *text) {
    return (struct parser){.protocol = protocol, .terms = protocol ? protocol->terms : NULL, .arena = arena, .start = text, .at = text};
}

term_ref expression_number(struct protocol *protocol, struct arena *arena, const char *text, const char **error) {
    struct parser parser = parser_of(protocol, arena, text);
    return number(&parser, parse_whole(&parser, error));
}

term_ref expression_condition(struct protocol *protocol, struct arena *arena, const char *text, const char **error) {
    struct parser parser = parser_of(protocol, arena, text);
    return condition(&parser, parse_whole(&parser, error));
}

const char *const *expression_members(const struct protocol *protocol, struct arena *arena, uint32_t *count) {
    const char **names = arena_alloc(arena, (protocol->member_count + 1) * sizeof *names);
    symbol_ref symbol;
    *count = 0;
    for (uint32_t i = 0; i < protocol->member_count; i++)
        if (symbol_find(protocol->terms, protocol->members[i].name, &symbol))
            names[(*count)++] = protocol->members[i].name;
    return names;
}

const char *expression_pointer(const struct protocol *protocol, struct arena *arena, uint32_t array) {
    const struct proto_array *of = &protocol->arrays[array];
    const struct proto_member *member = find_member(protocol, of->name);
    return member ? member->type : signature_type(arena, protocol->display, of->param);
}

bool expression_holds_unsigned(const struct protocol *protocol, uint32_t array) {
    struct arena scratch;
    arena_init(&scratch);
    const char *type = protocol->arrays[array].kind == ARRAY_PARAM ? expression_pointer(protocol, &scratch, array) : "";
    bool is_unsigned = type && (type[0] == 'u' || strncmp(type, "bool", 4) == 0);
    arena_release(&scratch);
    return is_unsigned;
}

const char *expression_syntax(struct arena *arena, const char *text) {
    struct parser parser = parser_of(NULL, arena, text);
    const char *error;
    parser.terms = term_table_create();
    (void)parse_whole(&parser, &error);
    term_table_destroy(parser.terms);
    return error;
}
