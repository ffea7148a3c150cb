/* The rules of Figure 6, one function each, and those of the synchronised fragment. A failure does
   not end the judgement: what can be said of the rest is said. See type.h. */
#include "calculus/type.h"

#include "calculus/breakage.h"

struct typer {
    struct arena *arena;
    const struct baby_program *program;
    struct baby_typing *typing;
    struct baby_program *map;
};

struct premise {
    enum baby_typing_rule rule;
    uint32_t stmt, expr;
    const char *what; /* "the index" */
    bool is_uniform;  /* V - {tid} */
};

/* ---- t-n, t-b ---- */

static bool is_in_environment(const struct typer *t, uint32_t name, bool is_uniform) {
    switch (t->program->names.data[name].kind) {
    case BABY_TID: return !is_uniform;
    case BABY_NTID:
    case BABY_PARAM: return true;
    case BABY_COUNTER: return !CALCULUS_BREAK(T_FOR_SCOPE);
    case BABY_LOCAL: return CALCULUS_BREAK(T_READ_SCOPE);
    }
    return false;
}

/* The first variable of the expression that is not in V, or BABY_NONE: fv(n) is a subset of V. */
static uint32_t foreign_variable(const struct typer *t, uint32_t expr, bool is_uniform) {
    const struct baby_expr *e = &t->program->exprs.data[expr];
    if (e->op == BABY_VARIABLE)
        return is_in_environment(t, e->value, is_uniform) ? BABY_NONE : e->value;
    for (uint32_t i = 0; i < baby_op_info(e->op)->arity; i++) {
        uint32_t found = foreign_variable(t, e->child[i], is_uniform);
        if (found != BABY_NONE)
            return found;
    }
    return BABY_NONE;
}

static void note_failure(struct typer *t, const struct premise *p, enum baby_typing_rule premise, uint32_t variable) {
    const struct baby_name *name = &t->program->names.data[variable];
    struct buffer expr = {0};
    baby_print_expr(t->program, p->expr, &expr);
    const char *text =
        name->kind == BABY_LOCAL
            ? arena_printf(t->arena, "rule %s, premise %s (%s): %s '%s' uses '%s', read from '%s' in line %u", baby_typing_rule_name(p->rule),
                           baby_typing_rule_name(premise), baby_typing_rule_premise(p->rule), p->what, buffer_text(&expr), name->text,
                           t->program->arrays.data[name->array].name, name->place.line)
            : arena_printf(t->arena, "rule %s, premise %s (%s): %s '%s' uses '%s', on which threads do not agree", baby_typing_rule_name(p->rule),
                           baby_typing_rule_name(premise), baby_typing_rule_premise(p->rule), p->what, buffer_text(&expr), name->text);
    vec_push(&t->typing->failures, (struct baby_typing_failure){p->rule, premise, p->stmt, p->expr, variable, text});
    buffer_release(&expr);
}

/* [t-n] */
static void type_number(struct typer *t, const struct premise *p) {
    uint32_t variable = CALCULUS_BREAK(T_N) ? BABY_NONE : foreign_variable(t, p->expr, p->is_uniform);
    if (variable != BABY_NONE)
        note_failure(t, p, BABY_RULE_T_N, variable);
}

/* [t-b] */
static void type_condition(struct typer *t, const struct premise *p) {
    uint32_t variable = CALCULUS_BREAK(T_B) ? BABY_NONE : foreign_variable(t, p->expr, p->is_uniform);
    if (variable != BABY_NONE)
        note_failure(t, p, BABY_RULE_T_B, variable);
}

/* ---- statements: each gives the first statement of its type ---- */

static uint32_t type_block(struct typer *t, uint32_t first);

static uint32_t map_stmt(struct typer *t, uint32_t at, enum baby_stmt_kind kind, uint32_t body, uint32_t other) {
    struct baby_stmt s = t->program->stmts.data[at];
    s.kind = kind;
    s.next = BABY_NONE;
    s.body = body;
    s.other = other;
    return baby_add_stmt(t->map, &s);
}

/* [t-skip] */
static uint32_t type_skip(struct typer *t, uint32_t at) {
    return map_stmt(t, at, CALCULUS_BREAK(T_SKIP) ? BABY_SYNC : BABY_SKIP, BABY_NONE, BABY_NONE);
}

/* [t-sync] */
static uint32_t type_sync(struct typer *t, uint32_t at) {
    return map_stmt(t, at, CALCULUS_BREAK(T_SYNC) ? BABY_SKIP : BABY_SYNC, BABY_NONE, BABY_NONE);
}

/* [t-write] V |- A[n] := m > wr[n] */
static uint32_t type_write(struct typer *t, uint32_t at) {
    const struct baby_stmt *s = &t->program->stmts.data[at];
    if (!CALCULUS_BREAK(T_WRITE))
        type_number(t, &(struct premise){BABY_RULE_T_WRITE, at, s->index, "the index", false});
    return map_stmt(t, at, CALCULUS_BREAK(T_WRITE_TYPE) ? BABY_RD : BABY_WR, BABY_NONE, BABY_NONE);
}

/* [t-read] V |- let y = A[n] in b > rd[n]; u. That y is not in V: parse.c. */
static uint32_t type_read(struct typer *t, uint32_t at) {
    const struct baby_stmt *s = &t->program->stmts.data[at];
    if (!CALCULUS_BREAK(T_READ))
        type_number(t, &(struct premise){BABY_RULE_T_READ, at, s->index, "the index", false});
    uint32_t body = s->body, continuation = type_block(t, body);
    if (CALCULUS_BREAK(T_READ_TYPE))
        return continuation != BABY_NONE ? continuation : map_stmt(t, at, BABY_SKIP, BABY_NONE, BABY_NONE);
    uint32_t access = map_stmt(t, at, BABY_RD, BABY_NONE, BABY_NONE);
    t->map->stmts.data[access].next = continuation;
    return access;
}

/* [t-if], [t-if-s] if a barrier stands in a branch */
static uint32_t type_if(struct typer *t, uint32_t at) {
    const struct baby_stmt s = t->program->stmts.data[at];
    bool is_uniform = s.has_sync && !CALCULUS_BREAK(T_IF_S);
    if (!CALCULUS_BREAK(T_IF) || s.has_sync)
        type_condition(t, &(struct premise){s.has_sync ? BABY_RULE_T_IF_S : BABY_RULE_T_IF, at, s.condition, "the condition", is_uniform});
    uint32_t body = type_block(t, s.body), other = type_block(t, s.other);
    return CALCULUS_BREAK(T_IF_TYPE) ? map_stmt(t, at, BABY_IF, other, body) : map_stmt(t, at, BABY_IF, body, other);
}

/* [t-for], [t-for-s] if a barrier stands in the body. That x is not in V: parse.c. */
static uint32_t type_for(struct typer *t, uint32_t at) {
    const struct baby_stmt s = t->program->stmts.data[at];
    enum baby_typing_rule rule = s.has_sync ? BABY_RULE_T_FOR_S : BABY_RULE_T_FOR;
    bool is_uniform = s.has_sync && !CALCULUS_BREAK(T_FOR_S);
    if (!CALCULUS_BREAK(T_FOR_LOWER) || s.has_sync)
        type_number(t, &(struct premise){rule, at, s.index, "the lower bound", is_uniform});
    if (!CALCULUS_BREAK(T_FOR_UPPER) || s.has_sync)
        type_number(t, &(struct premise){rule, at, s.value, "the upper bound", is_uniform});
    uint32_t loop = map_stmt(t, at, BABY_FOR, type_block(t, s.body), BABY_NONE);
    if (CALCULUS_BREAK(T_FOR_TYPE))
        t->map->stmts.data[loop].index = baby_number(t->map, 0);
    return loop;
}

static uint32_t type_statement(struct typer *t, uint32_t at) {
    switch (t->program->stmts.data[at].kind) {
    case BABY_SKIP: return type_skip(t, at);
    case BABY_SYNC: return type_sync(t, at);
    case BABY_WRITE: return type_write(t, at);
    case BABY_READ: return type_read(t, at);
    case BABY_IF: return type_if(t, at);
    case BABY_FOR: return type_for(t, at);
    case BABY_RD:
    case BABY_WR: break;
    }
    return map_stmt(t, at, t->program->stmts.data[at].kind, BABY_NONE, BABY_NONE);
}

/* [t-seq] for every ';' of the block: the types in the same order. */
static uint32_t type_block(struct typer *t, uint32_t first) {
    uint32_t start = BABY_NONE, last = BABY_NONE;
    for (uint32_t at = first; at != BABY_NONE; at = t->program->stmts.data[at].next) {
        uint32_t u = type_statement(t, at);
        if (last == BABY_NONE)
            start = u;
        else if (!CALCULUS_BREAK(T_SEQ))
            t->map->stmts.data[last].next = u;
        for (last = u; t->map->stmts.data[last].next != BABY_NONE;)
            last = t->map->stmts.data[last].next;
    }
    return start;
}

#define COPY(to, from)                                                                                                                               \
    do {                                                                                                                                             \
        vec_clear(&(to));                                                                                                                            \
        for (uint32_t i_ = 0; i_ < (from).size; i_++)                                                                                                \
            vec_push(&(to), (from).data[i_]);                                                                                                        \
    } while (0)

void baby_type(struct arena *arena, const struct baby_program *program, struct baby_typing *typing) {
    *typing = (struct baby_typing){.map = NULL};
    struct typer t = {arena, program, typing, baby_program_create(arena, program->name, program->file)};
    COPY(t.map->exprs, program->exprs);
    COPY(t.map->names, program->names);
    COPY(t.map->arrays, program->arrays);
    t.map->param_count = program->param_count;
    t.map->place = program->place;
    t.map->body = type_block(&t, program->body);
    if (typing->failures.size == 0)
        typing->map = t.map;
    else
        baby_program_destroy(t.map);
}

void baby_typing_release(struct baby_typing *typing) {
    if (typing->map)
        baby_program_destroy(typing->map);
    vec_release(&typing->failures);
}

void baby_print_environment(const struct baby_program *program, struct buffer *out) {
    buffer_char(out, '{');
    for (uint32_t i = 0; i < BABY_NAME_PARAMS + program->param_count; i++)
        buffer_printf(out, "%s%s", i > 0 ? ", " : "", program->names.data[i].text);
    buffer_char(out, '}');
}
