/* The parser of BabyCUDA text: recursive descent, expressions by precedence (ops.def). Names are
   resolved while reading: a name that is used unbound, or bound again where it is in scope, is an
   error, which makes the side conditions y not in V (t-read) and x not in V (t-for) hold in every
   program that was read. Grammar: docs/calculus.md. */
#include "base/map.h"
#include "calculus/baby.h"
#include "calculus/breakage.h"
#include "calculus/lexer.h"

struct parser {
    struct baby_lexer lexer;
    struct baby_program *program; /* being read */
    VEC(uint32_t) scope;          /* names that are bound here */
    uint32_t depth;
};

static const char *const WORDS[] = {"program", "over", "skip", "sync", "let", "in", "if", "else", "for", "true", "false"};

static bool is_word(const struct baby_token *token) {
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (token->length == strlen(WORDS[i]) && memcmp(token->start, WORDS[i], token->length) == 0)
            return true;
    return false;
}

static bool accept(struct parser *ps, const char *text) {
    if (!baby_lexer_is(&ps->lexer, text))
        return false;
    baby_lexer_next(&ps->lexer);
    return true;
}

static void expected(struct parser *ps, const char *what) {
    baby_lexer_fail(&ps->lexer, ps->lexer.token.place, BABY_RULE_SYNTAX, "expected %s, found %s", what, baby_lexer_shown(&ps->lexer));
}

static void expect(struct parser *ps, const char *text) {
    if (!accept(ps, text))
        expected(ps, arena_printf(ps->lexer.arena, "'%s'", text));
}

static bool failed(const struct parser *ps) {
    return ps->lexer.error != NULL;
}

/* One level deeper; fails beyond the limit. Every call is followed by leave(). */
static bool enter(struct parser *ps) {
    ps->depth++;
    if (ps->depth > BABY_DEPTH_MAX)
        baby_lexer_fail(&ps->lexer, ps->lexer.token.place, BABY_RULE_DEPTH, "nested deeper than %d", BABY_DEPTH_MAX);
    if (ps->program->exprs.size + ps->program->stmts.size > BABY_NODES_MAX)
        baby_lexer_fail(&ps->lexer, ps->lexer.token.place, BABY_RULE_SIZE, "a program of more than %d nodes", BABY_NODES_MAX);
    return !failed(ps);
}

static void leave(struct parser *ps) {
    ps->depth--;
}

/* A name that is no word of the language, or NULL. */
static const char *read_name(struct parser *ps, const char *what) {
    const struct baby_token token = ps->lexer.token;
    if (token.kind != BABY_TOKEN_NAME || is_word(&token)) {
        expected(ps, what);
        return "";
    }
    const char *name = arena_strndup(ps->lexer.arena, token.start, token.length);
    baby_lexer_next(&ps->lexer);
    return name;
}

/* The bound name, or BABY_NONE. */
static uint32_t find_name(const struct parser *ps, const char *text) {
    for (uint32_t i = ps->scope.size; i-- > 0;)
        if (strcmp(ps->program->names.data[ps->scope.data[i]].text, text) == 0)
            return ps->scope.data[i];
    return BABY_NONE;
}

/* ---- expressions ---- */

static uint32_t parse_expr(struct parser *ps, uint32_t least);

static enum baby_sort sort_of(const struct parser *ps, uint32_t expr) {
    return baby_op_info(ps->program->exprs.data[expr].op)->result;
}

static const char *sort_name(enum baby_sort sort) {
    return sort == BABY_SORT_N ? "a number" : "a condition";
}

static void expect_sort(struct parser *ps, uint32_t expr, enum baby_sort sort, const char *what) {
    if (!failed(ps) && sort_of(ps, expr) != sort)
        baby_lexer_fail(&ps->lexer, ps->program->exprs.data[expr].place, BABY_RULE_SORT, "%s is %s, not %s", what, sort_name(sort_of(ps, expr)),
                        sort_name(sort));
}

static uint32_t new_expr(struct parser *ps, enum baby_op op, struct baby_place place, const uint32_t children[3]) {
    if (failed(ps))
        return 0;
    uint32_t expr = baby_expr(ps->program, op, children[0], children[1], children[2]);
    ps->program->exprs.data[expr].place = place;
    if (ps->program->exprs.data[expr].depth > BABY_DEPTH_MAX)
        baby_lexer_fail(&ps->lexer, place, BABY_RULE_DEPTH, "nested deeper than %d", BABY_DEPTH_MAX);
    return expr;
}

static uint32_t parse_variable(struct parser *ps) {
    struct baby_place place = ps->lexer.token.place;
    const char *text = read_name(ps, "a number, a name or '('");
    if (failed(ps))
        return 0;
    uint32_t name = find_name(ps, text);
    if (name == BABY_NONE && baby_find_array(ps->program, text) != BABY_NONE)
        baby_lexer_fail(&ps->lexer, place, BABY_RULE_SYNTAX, "the array '%s' is read by 'let y = %s[n] in', nowhere else", text, text);
    else if (name == BABY_NONE)
        baby_lexer_fail(&ps->lexer, place, BABY_RULE_BOUND_NAME, "'%s' is not bound here", text);
    if (failed(ps))
        return 0;
    uint32_t expr = baby_variable(ps->program, name);
    ps->program->exprs.data[expr].place = place;
    return expr;
}

static uint32_t parse_operand(struct parser *ps) {
    const struct baby_token token = ps->lexer.token;
    const uint32_t none[3] = {BABY_NONE, BABY_NONE, BABY_NONE};
    uint32_t expr = 0;
    if (!enter(ps)) {
        leave(ps);
        return 0;
    }
    if (token.kind == BABY_TOKEN_NUMBER) {
        expr = baby_number(ps->program, token.number);
        ps->program->exprs.data[expr].place = token.place;
        baby_lexer_next(&ps->lexer);
    } else if (accept(ps, "(")) {
        expr = parse_expr(ps, 0);
        expect(ps, ")");
    } else if (accept(ps, "true")) {
        expr = new_expr(ps, BABY_TRUE, token.place, none);
    } else if (accept(ps, "false")) {
        expr = new_expr(ps, BABY_FALSE, token.place, none);
    } else if (accept(ps, "!")) {
        uint32_t children[3] = {parse_operand(ps), BABY_NONE, BABY_NONE};
        expect_sort(ps, children[0], BABY_SORT_C, "what '!' negates");
        expr = new_expr(ps, BABY_NOT, token.place, children);
    } else {
        expr = parse_variable(ps);
    }
    leave(ps);
    return expr;
}

/* The binary operator at the current token, or BABY_OP_COUNT. */
static enum baby_op find_operator(const struct parser *ps) {
    for (unsigned op = 0; op < BABY_OP_COUNT; op++)
        if (baby_op_info(op)->arity == 2 && baby_lexer_is(&ps->lexer, baby_op_info(op)->text))
            return (enum baby_op)op;
    return BABY_OP_COUNT;
}

static uint32_t parse_choice(struct parser *ps, uint32_t condition) {
    uint32_t children[3] = {condition};
    struct baby_place place = ps->lexer.token.place;
    expect(ps, "?");
    expect_sort(ps, condition, BABY_SORT_C, "what stands before '?'");
    if (enter(ps))
        children[1] = parse_expr(ps, 0);
    expect(ps, ":");
    if (!failed(ps))
        children[2] = parse_expr(ps, 0);
    leave(ps);
    expect_sort(ps, children[1], BABY_SORT_N, "what is chosen");
    expect_sort(ps, children[2], BABY_SORT_N, "what is chosen");
    return new_expr(ps, BABY_CHOICE, place, children);
}

/* Operators of precedence `least` and above; those of one precedence from left to right. */
static uint32_t parse_expr(struct parser *ps, uint32_t least) {
    uint32_t left = parse_operand(ps);
    for (enum baby_op op = find_operator(ps); !failed(ps) && op != BABY_OP_COUNT; op = find_operator(ps)) {
        const struct baby_op_info *info = baby_op_info(op);
        struct baby_place place = ps->lexer.token.place;
        if (info->precedence < least)
            break;
        baby_lexer_next(&ps->lexer);
        uint32_t children[3] = {left, BABY_NONE, BABY_NONE};
        if (enter(ps))
            children[1] = parse_expr(ps, info->precedence + 1u);
        leave(ps);
        const char *what = arena_printf(ps->lexer.arena, "an operand of '%s'", info->text);
        expect_sort(ps, children[0], info->operands, what);
        expect_sort(ps, children[1], info->operands, what);
        left = new_expr(ps, op, place, children);
    }
    return least == 0 && !failed(ps) && baby_lexer_is(&ps->lexer, "?") ? parse_choice(ps, left) : left;
}

static uint32_t parse_number(struct parser *ps, const char *what) {
    uint32_t expr = parse_expr(ps, 0);
    expect_sort(ps, expr, BABY_SORT_N, what);
    return expr;
}

/* ---- statements ---- */

static uint32_t parse_block(struct parser *ps);

static uint32_t bind(struct parser *ps, const char *text, enum baby_name_kind kind, struct baby_place place) {
    if (failed(ps))
        return 0;
    bool is_bound = find_name(ps, text) != BABY_NONE || baby_find_array(ps->program, text) != BABY_NONE;
    bool is_accepted = (kind == BABY_LOCAL && CALCULUS_BREAK(T_READ_DISTINCT)) || (kind == BABY_COUNTER && CALCULUS_BREAK(T_FOR_DISTINCT));
    if (is_bound && !is_accepted)
        baby_lexer_fail(&ps->lexer, place, BABY_RULE_DISTINCT_NAME, "'%s' is bound already%s", text,
                        kind == BABY_LOCAL     ? ": y not in V (t-read)"
                        : kind == BABY_COUNTER ? ": x not in V (t-for)"
                                               : "");
    if (ps->program->names.size >= BABY_NAMES_MAX)
        baby_lexer_fail(&ps->lexer, place, BABY_RULE_SIZE, "more than %d names", BABY_NAMES_MAX);
    uint32_t name = baby_add_name(ps->program, text, kind, place);
    vec_push(&ps->scope, name);
    return name;
}

/* A[n] */
static void parse_cell(struct parser *ps, struct baby_stmt *stmt) {
    struct baby_place place = ps->lexer.token.place;
    const char *text = read_name(ps, "a statement");
    stmt->array = failed(ps) ? 0 : baby_find_array(ps->program, text);
    if (stmt->array == BABY_NONE) {
        bool is_name = find_name(ps, text) != BABY_NONE;
        baby_lexer_fail(&ps->lexer, place, is_name ? BABY_RULE_SYNTAX : BABY_RULE_BOUND_NAME,
                        is_name ? "'%s' is a number, not an array" : "there is no array '%s'", text);
    }
    expect(ps, "[");
    if (!failed(ps))
        stmt->index = parse_number(ps, "an index");
    expect(ps, "]");
}

static void parse_write(struct parser *ps, struct baby_stmt *stmt) {
    stmt->kind = BABY_WRITE;
    parse_cell(ps, stmt);
    expect(ps, ":=");
    if (!failed(ps))
        stmt->value = parse_number(ps, "what is written");
}

/* let y = A[n] in b: b is the rest of the block. */
static void parse_read(struct parser *ps, struct baby_stmt *stmt) {
    stmt->kind = BABY_READ;
    struct baby_place place = ps->lexer.token.place;
    const char *text = read_name(ps, "the name of a local variable");
    expect(ps, "=");
    if (!failed(ps))
        parse_cell(ps, stmt);
    expect(ps, "in");
    stmt->name = bind(ps, text, BABY_LOCAL, place);
    if (enter(ps)) {
        stmt->body = parse_block(ps);
        ps->scope.size--;
    }
    leave(ps);
}

static uint32_t parse_braces(struct parser *ps) {
    uint32_t block = BABY_NONE;
    expect(ps, "{");
    if (enter(ps))
        block = parse_block(ps);
    leave(ps);
    expect(ps, "}");
    return block;
}

static void parse_if(struct parser *ps, struct baby_stmt *stmt) {
    stmt->kind = BABY_IF;
    stmt->condition = parse_expr(ps, 0);
    expect_sort(ps, stmt->condition, BABY_SORT_C, "what 'if' asks");
    stmt->body = parse_braces(ps);
    expect(ps, "else");
    if (!failed(ps))
        stmt->other = parse_braces(ps);
}

static void parse_for(struct parser *ps, struct baby_stmt *stmt) {
    stmt->kind = BABY_FOR;
    struct baby_place place = ps->lexer.token.place;
    const char *text = read_name(ps, "the name of a loop variable");
    expect(ps, "in");
    if (!failed(ps))
        stmt->index = parse_number(ps, "a bound");
    expect(ps, "..");
    if (!failed(ps))
        stmt->value = parse_number(ps, "a bound");
    stmt->name = bind(ps, text, BABY_COUNTER, place);
    if (!failed(ps)) {
        stmt->body = parse_braces(ps);
        if (!failed(ps))
            ps->scope.size--;
    }
}

/* Whether the statement may be followed by another one without ';'. */
static bool parse_statement(struct parser *ps, struct baby_stmt *stmt) {
    if (accept(ps, "skip")) {
        stmt->kind = BABY_SKIP;
    } else if (accept(ps, "sync")) {
        stmt->kind = BABY_SYNC;
    } else if (accept(ps, "let")) {
        parse_read(ps, stmt);
        return true;
    } else if (accept(ps, "if")) {
        parse_if(ps, stmt);
        return true;
    } else if (accept(ps, "for")) {
        parse_for(ps, stmt);
        return true;
    } else {
        parse_write(ps, stmt);
    }
    return false;
}

/* b1; b2; ... up to '}' */
static uint32_t parse_block(struct parser *ps) {
    uint32_t first = BABY_NONE, last = BABY_NONE;
    for (bool may_follow = true; !failed(ps) && !baby_lexer_is(&ps->lexer, "}");) {
        struct baby_stmt stmt = {.next = BABY_NONE, .body = BABY_NONE, .other = BABY_NONE, .place = ps->lexer.token.place};
        if (!may_follow) {
            expected(ps, "';' or '}'");
            break;
        }
        if (enter(ps)) {
            may_follow = parse_statement(ps, &stmt);
        }
        leave(ps);
        if (failed(ps))
            break;
        uint32_t at = baby_add_stmt(ps->program, &stmt);
        if (last == BABY_NONE)
            first = at;
        else
            ps->program->stmts.data[last].next = at;
        last = at;
        may_follow |= accept(ps, ";");
    }
    return first;
}

/* ---- programs ---- */

static void parse_params(struct parser *ps) {
    expect(ps, "(");
    while (!failed(ps) && !baby_lexer_is(&ps->lexer, ")")) {
        struct baby_place place = ps->lexer.token.place;
        const char *text = read_name(ps, "the name of a parameter");
        (void)bind(ps, text, BABY_PARAM, place);
        if (!baby_lexer_is(&ps->lexer, ")"))
            expect(ps, ",");
    }
    expect(ps, ")");
}

static void parse_arrays(struct parser *ps) {
    expect(ps, "over");
    do {
        struct baby_place place = ps->lexer.token.place;
        const char *text = failed(ps) ? "" : read_name(ps, "the name of an array");
        if (failed(ps))
            return;
        if (find_name(ps, text) != BABY_NONE || baby_find_array(ps->program, text) != BABY_NONE)
            baby_lexer_fail(&ps->lexer, place, BABY_RULE_DISTINCT_NAME, "'%s' is bound already", text);
        else if (ps->program->arrays.size >= BABY_ARRAYS_MAX)
            baby_lexer_fail(&ps->lexer, place, BABY_RULE_SIZE, "more than %d arrays", BABY_ARRAYS_MAX);
        else
            (void)baby_add_array(ps->program, text);
    } while (accept(ps, ","));
}

static struct baby_program *parse_program(struct parser *ps, const char *file) {
    struct baby_place place = ps->lexer.token.place;
    expect(ps, "program");
    const char *name = failed(ps) ? "" : read_name(ps, "the name of the program");
    struct baby_program *program = ps->program = baby_program_create(ps->lexer.arena, name, file);
    program->place = place;
    vec_clear(&ps->scope);
    vec_push(&ps->scope, BABY_NAME_TID);
    vec_push(&ps->scope, BABY_NAME_NTID);
    if (!failed(ps))
        parse_params(ps);
    if (!failed(ps))
        parse_arrays(ps);
    if (!failed(ps))
        program->body = parse_braces(ps);
    if (!failed(ps))
        return program;
    baby_program_destroy(program);
    return NULL;
}

static void check_distinct(struct parser *ps, struct string_map *seen, const struct baby_program *program) {
    if (string_map_get(seen, program->name, NULL))
        baby_lexer_fail(&ps->lexer, program->place, BABY_RULE_DISTINCT_NAME, "a second program '%s'", program->name);
    string_map_set(seen, program->name, 1);
}

struct baby_programs baby_parse(struct arena *arena, const char *text, size_t size, const char *file, const char **error) {
    struct parser ps = {.depth = 0};
    struct string_map seen;
    VEC(struct baby_program *) all = {0};
    string_map_init(&seen);
    baby_lexer_init(&ps.lexer, arena, text, size);
    do {
        if (all.size >= BABY_PROGRAMS_MAX)
            baby_lexer_fail(&ps.lexer, ps.lexer.token.place, BABY_RULE_SIZE, "more than %d programs", BABY_PROGRAMS_MAX);
        struct baby_program *program = failed(&ps) ? NULL : parse_program(&ps, file);
        if (program) {
            vec_push(&all, program);
            check_distinct(&ps, &seen, program);
        }
    } while (!failed(&ps) && ps.lexer.token.kind != BABY_TOKEN_END);
    struct baby_programs programs = {arena_alloc(arena, (all.size + 1) * sizeof(struct baby_program *)), all.size};
    for (uint32_t i = 0; i < all.size; i++) {
        programs.programs[i] = all.data[i];
        if (failed(&ps))
            baby_program_destroy(all.data[i]);
    }
    *error = ps.lexer.error ? arena_printf(arena, "%s:%s", file, ps.lexer.error) : NULL;
    programs.count = failed(&ps) ? 0 : all.size;
    vec_release(&all);
    vec_release(&ps.scope);
    string_map_release(&seen);
    return programs;
}
