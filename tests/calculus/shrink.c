/* Makes a program about which the judges disagree small: one edit after the other is kept if they
   still disagree. An edit of a statement drops it, or puts a part of it in its place, or makes an
   expression 0 or true. */
#include "theorem.h"

enum edit { EDIT_DROP, EDIT_BODY, EDIT_OTHER, EDIT_NO_OTHER, EDIT_INDEX, EDIT_VALUE, EDIT_CONDITION, EDIT_COUNT };

struct copier {
    const struct baby_program *from;
    struct baby_program *to;
    uint32_t stmt; /* to be edited */
    enum edit edit;
    uint32_t *names; /* by name of `from`: its name in `to`; BABY_NONE: gone, 0 stands for it */
    bool is_edited;
};

static uint32_t copy_expr(struct copier *c, uint32_t expr) {
    const struct baby_expr e = c->from->exprs.data[expr];
    uint32_t children[3] = {BABY_NONE, BABY_NONE, BABY_NONE};
    if (e.op == BABY_NUMBER)
        return baby_number(c->to, e.value);
    if (e.op == BABY_VARIABLE)
        return c->names[e.value] == BABY_NONE ? baby_number(c->to, 0) : baby_variable(c->to, c->names[e.value]);
    for (uint32_t i = 0; i < baby_op_info(e.op)->arity; i++)
        children[i] = copy_expr(c, e.child[i]);
    return baby_expr(c->to, e.op, children[0], children[1], children[2]);
}

/* A number that is edited becomes 0, or 1 if it was 0 and bounds a loop. */
static uint32_t copy_number(struct copier *c, uint32_t expr, bool is_zero) {
    const struct baby_expr *e = &c->from->exprs.data[expr];
    c->is_edited |= is_zero && !(e->op == BABY_NUMBER && e->value == 0);
    return is_zero ? baby_number(c->to, 0) : copy_expr(c, expr);
}

struct chain {
    uint32_t first, last;
};

static struct chain copy_block(struct copier *c, uint32_t first);

static void append(struct copier *c, struct chain *chain, uint32_t stmt) {
    if (stmt == BABY_NONE)
        return;
    if (chain->last == BABY_NONE)
        chain->first = stmt;
    else
        c->to->stmts.data[chain->last].next = stmt;
    for (chain->last = stmt; c->to->stmts.data[chain->last].next != BABY_NONE;)
        chain->last = c->to->stmts.data[chain->last].next;
}

static uint32_t copy_part(struct copier *c, const struct baby_stmt *s, uint32_t part) {
    c->is_edited = true;
    if (s->kind == BABY_READ || s->kind == BABY_FOR)
        c->names[s->name] = BABY_NONE;
    return copy_block(c, part).first;
}

static uint32_t copy_whole(struct copier *c, const struct baby_stmt *s, bool is_here) {
    struct baby_stmt copy = *s;
    bool has_index = s->kind == BABY_READ || s->kind == BABY_WRITE || s->kind == BABY_FOR;
    copy.next = BABY_NONE;
    if (has_index)
        copy.index = copy_number(c, s->index, is_here && c->edit == EDIT_INDEX);
    if (s->kind == BABY_WRITE || s->kind == BABY_FOR)
        copy.value = copy_number(c, s->value, is_here && c->edit == EDIT_VALUE && s->kind == BABY_WRITE);
    if (s->kind == BABY_IF) {
        bool is_true = is_here && c->edit == EDIT_CONDITION && c->from->exprs.data[s->condition].op != BABY_TRUE;
        c->is_edited |= is_true;
        copy.condition = is_true ? baby_expr(c->to, BABY_TRUE, BABY_NONE, BABY_NONE, BABY_NONE) : copy_expr(c, s->condition);
    }
    if (s->kind == BABY_READ || s->kind == BABY_FOR) {
        const struct baby_name *name = &c->from->names.data[s->name];
        copy.name = c->names[s->name] = baby_add_name(c->to, name->text, name->kind, name->place);
    }
    bool drops_other = is_here && c->edit == EDIT_NO_OTHER && s->other != BABY_NONE;
    c->is_edited |= drops_other;
    copy.body = copy_block(c, s->body).first;
    copy.other = drops_other ? BABY_NONE : copy_block(c, s->other).first;
    return baby_add_stmt(c->to, &copy);
}

static uint32_t copy_stmt(struct copier *c, uint32_t at) {
    const struct baby_stmt *s = &c->from->stmts.data[at];
    bool is_here = at == c->stmt;
    if (is_here && c->edit == EDIT_DROP) {
        c->is_edited = true;
        return BABY_NONE;
    }
    if (is_here && c->edit == EDIT_BODY && s->body != BABY_NONE)
        return copy_part(c, s, s->body);
    if (is_here && c->edit == EDIT_OTHER && s->other != BABY_NONE)
        return copy_part(c, s, s->other);
    return copy_whole(c, s, is_here);
}

/* What follows a spliced part whose last statement binds stands in that statement's scope. */
static struct chain copy_block(struct copier *c, uint32_t first) {
    struct chain chain = {BABY_NONE, BABY_NONE};
    for (uint32_t at = first; at != BABY_NONE; at = c->from->stmts.data[at].next) {
        uint32_t copy = copy_stmt(c, at);
        if (chain.last != BABY_NONE && c->to->stmts.data[chain.last].kind == BABY_READ && copy != BABY_NONE) {
            c->is_edited = false; /* `let` would end before the rest of the block */
            c->stmt = BABY_NONE;
            return chain;
        }
        append(c, &chain, copy);
    }
    return chain;
}

/* NULL if the edit does nothing there. */
static struct baby_program *edited(struct arena *arena, const struct baby_program *from, uint32_t stmt, enum edit edit) {
    struct copier c = {.from = from, .stmt = stmt, .edit = edit};
    c.to = baby_program_create(arena, from->name, from->file);
    c.names = arena_alloc(arena, from->names.size * sizeof *c.names);
    for (uint32_t i = 0; i < BABY_NAME_PARAMS + from->param_count; i++)
        c.names[i] = i < BABY_NAME_PARAMS ? i : baby_add_name(c.to, from->names.data[i].text, BABY_PARAM, from->names.data[i].place);
    for (uint32_t i = 0; i < from->arrays.size; i++)
        (void)baby_add_array(c.to, from->arrays.data[i].name);
    c.to->body = copy_block(&c, from->body).first;
    if (c.is_edited)
        return c.to;
    baby_program_destroy(c.to);
    return NULL;
}

struct baby_program *shrink_program(struct arena *arena, const struct baby_program *program, bool asks_prover) {
    struct baby_program *best = NULL;
    const struct baby_program *now = program;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (uint32_t at = now->stmts.size; at-- > 0 && !goes_on;)
            for (unsigned edit = 0; edit < EDIT_COUNT && !goes_on; edit++) {
                struct baby_program *next = edited(arena, now, at, (enum edit)edit);
                goes_on = next && judge_program(arena, next, must_be_typed(next), asks_prover).disagreement;
                if (goes_on && best)
                    baby_program_destroy(best);
                if (goes_on)
                    now = best = next;
                else if (next)
                    baby_program_destroy(next);
            }
    }
    return best;
}
