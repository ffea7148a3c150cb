/* What satisfied earlier queries of integers, tried on later ones (the "counterexample cache" of Cadar, Dunbar and Engler, "KLEE",
   OSDI 2008, section 3.3, without its subsets).

   Most queries of one kernel share their facts and differ in one formula. An assignment that satisfies all formulas of a query is one that
   the solver may find, so the answer is SMT_SAT without the solver. Formulas are evaluated here, exactly: a sum that does not fit
   128 bits makes the formula one that is not satisfied. Variables that the assignment does not know, being newer than it, are 0. */
#include "smt/reuse.h"

enum { ASSIGNMENTS_MAX = 12 };

void smt_reuse_release(struct smt_reuse *reuse) {
    for (uint32_t i = 0; i < reuse->assignments.size; i++) {
        vec_release(&reuse->assignments.data[i].values);
    }
    vec_release(&reuse->assignments);
    vec_release(&reuse->shapes);
    vec_release(&reuse->parts);
    vec_release(&reuse->verdicts);
    vec_release(&reuse->stack);
    map_release(&reuse->variables);
}

static struct smt_shape *shape_of(struct smt_reuse *reuse, uint32_t expr) {
    if (expr >= reuse->shapes.size) {
        vec_resize_zero(&reuse->shapes, expr + 1);
    }
    return &reuse->shapes.data[expr];
}

void smt_reuse_variable(struct smt_reuse *reuse, smt_ref variable, uint64_t name) {
    uint32_t number;
    if (!map_get(&reuse->variables, name, &number)) {
        number = reuse->variables.size;
        map_set(&reuse->variables, name, number);
    }
    *shape_of(reuse, variable.id) = (struct smt_shape){.kind = SMT_SHAPE_VARIABLE, .first = number};
}

void smt_reuse_linear(struct smt_reuse *reuse, smt_ref made, enum smt_shape_kind kind, const int64_t *coefficients, const smt_ref *variables,
                      size_t count, int64_t constant) {
    assert(kind == SMT_SHAPE_LE || kind == SMT_SHAPE_EQ);
    struct smt_shape shape = {.kind = kind, .first = reuse->parts.size, .count = (uint32_t)count, .constant = constant};
    for (size_t i = 0; i < count; i++) {
        const struct smt_shape *variable = shape_of(reuse, variables[i].id);
        assert(variable->kind == SMT_SHAPE_VARIABLE);
        vec_push(&reuse->parts, (struct smt_part){.coefficient = coefficients[i], .of = variable->first});
    }
    *shape_of(reuse, made.id) = shape;
}

void smt_reuse_join(struct smt_reuse *reuse, smt_ref made, enum smt_shape_kind kind, const smt_ref *parts, size_t count) {
    struct smt_shape shape = {.kind = kind, .first = reuse->parts.size, .count = (uint32_t)count};
    for (size_t i = 0; i < count; i++) {
        assert(parts[i].id < made.id);
        vec_push(&reuse->parts, (struct smt_part){.of = parts[i].id});
    }
    *shape_of(reuse, made.id) = shape;
}

static int64_t value_of(const struct smt_assignment *assignment, uint32_t variable) {
    return variable < assignment->values.size ? assignment->values.data[variable] : 0;
}

static enum smt_holds evaluate_linear(const struct smt_reuse *reuse, const struct smt_shape *shape, const struct smt_assignment *assignment) {
    smt_wide sum = shape->constant;
    for (uint32_t i = 0; i < shape->count; i++) {
        const struct smt_part *part = &reuse->parts.data[shape->first + i];
        if (__builtin_add_overflow(sum, (smt_wide)part->coefficient * value_of(assignment, part->of), &sum)) {
            return SMT_HOLDS_UNKNOWN;
        }
    }
    return (shape->kind == SMT_SHAPE_LE ? sum <= 0 : sum == 0) ? SMT_HOLDS : SMT_FAILS;
}

static enum smt_holds negated(enum smt_holds holds) {
    return holds == SMT_HOLDS ? SMT_FAILS : holds == SMT_FAILS ? SMT_HOLDS : SMT_HOLDS_UNKNOWN;
}

/* The verdict of a formula from those of its parts; SMT_NOT_ASKED if the part `*next` is needed first. */
static enum smt_holds evaluate_join(const struct smt_reuse *reuse, const struct smt_shape *shape, uint32_t *next) {
    const struct smt_part *parts = reuse->parts.data + shape->first;
    const uint8_t *verdicts = reuse->verdicts.data;
    enum smt_holds decisive = shape->kind == SMT_SHAPE_OR ? SMT_HOLDS : SMT_FAILS, all = negated(decisive);
    uint32_t begin = 0, end = shape->count;
    if (shape->kind == SMT_SHAPE_NOT || shape->kind == SMT_SHAPE_ITE) {
        enum smt_holds condition = (enum smt_holds)verdicts[parts[0].of];
        *next = parts[0].of;
        if (condition == SMT_NOT_ASKED || condition == SMT_HOLDS_UNKNOWN || shape->kind == SMT_SHAPE_NOT) {
            return negated(condition) == SMT_HOLDS_UNKNOWN ? condition : negated(condition);
        }
        begin = condition == SMT_HOLDS ? 1 : 2;
        end = begin + 1;
    }
    for (uint32_t i = begin; i < end; i++) {
        enum smt_holds part = (enum smt_holds)verdicts[parts[i].of];
        *next = parts[i].of;
        if (part == SMT_NOT_ASKED || part == decisive) {
            return part;
        }
        all = part == SMT_HOLDS_UNKNOWN ? part : all;
    }
    return all;
}

static enum smt_holds evaluate(struct smt_reuse *reuse, uint32_t expr, const struct smt_assignment *assignment) {
    vec_push(&reuse->stack, expr);
    while (reuse->stack.size > 0) {
        uint32_t at = vec_last(&reuse->stack), next = 0;
        const struct smt_shape *shape = shape_of(reuse, at);
        enum smt_holds verdict = (enum smt_holds)reuse->verdicts.data[at];
        if (verdict == SMT_NOT_ASKED) {
            switch (shape->kind) {
            case SMT_SHAPE_OTHER: verdict = SMT_HOLDS_UNKNOWN; break;
            case SMT_SHAPE_VARIABLE: verdict = value_of(assignment, shape->first) ? SMT_HOLDS : SMT_FAILS; break;
            case SMT_SHAPE_LE:
            case SMT_SHAPE_EQ: verdict = evaluate_linear(reuse, shape, assignment); break;
            case SMT_SHAPE_AND:
            case SMT_SHAPE_OR:
            case SMT_SHAPE_NOT:
            case SMT_SHAPE_ITE: verdict = evaluate_join(reuse, shape, &next); break;
            }
        }
        if (verdict == SMT_NOT_ASKED) {
            vec_push(&reuse->stack, next);
        } else {
            reuse->verdicts.data[at] = (uint8_t)verdict;
            (void)vec_pop(&reuse->stack);
        }
    }
    return (enum smt_holds)reuse->verdicts.data[expr];
}

/* The last formulas first: they are what the query asks; the facts hold in most assignments. */
static bool satisfies(struct smt_reuse *reuse, const struct smt_assignment *assignment, const smt_ref *asserted, uint32_t count) {
    bool is = true;
    vec_clear(&reuse->verdicts);
    vec_resize_zero(&reuse->verdicts, reuse->shapes.size);
    for (uint32_t i = count; i-- > 0 && is;) {
        is = asserted[i].id < reuse->shapes.size && evaluate(reuse, asserted[i].id, assignment) == SMT_HOLDS;
    }
    return is;
}

bool smt_reuse_find(struct smt_reuse *reuse, const smt_ref *asserted, uint32_t count) {
    for (uint32_t i = reuse->assignments.size; i-- > 0;) {
        if (satisfies(reuse, &reuse->assignments.data[i], asserted, count)) {
            struct smt_assignment found = reuse->assignments.data[i];
            memmove(&reuse->assignments.data[i], &reuse->assignments.data[i + 1], (reuse->assignments.size - i - 1) * sizeof found);
            vec_last(&reuse->assignments) = found;
            return true;
        }
    }
    return false;
}

void smt_reuse_begin(struct smt_reuse *reuse) {
    struct smt_assignment fresh = {0};
    if (reuse->assignments.size == ASSIGNMENTS_MAX) {
        fresh = reuse->assignments.data[0];
        reuse->assignments.size--;
        memmove(reuse->assignments.data, &reuse->assignments.data[1], reuse->assignments.size * sizeof fresh);
        vec_clear(&fresh.values);
    }
    vec_resize_zero(&fresh.values, reuse->variables.size);
    vec_push(&reuse->assignments, fresh);
}

void smt_reuse_set(struct smt_reuse *reuse, uint64_t name, int64_t value) {
    uint32_t number;
    if (map_get(&reuse->variables, name, &number)) {
        vec_last(&reuse->assignments).values.data[number] = value;
    }
}

void smt_reuse_drop(struct smt_reuse *reuse) {
    vec_release(&vec_last(&reuse->assignments).values);
    reuse->assignments.size--;
}

int64_t smt_reuse_value(struct smt_reuse *reuse, smt_ref variable) {
    const struct smt_shape *shape = shape_of(reuse, variable.id);
    assert(shape->kind == SMT_SHAPE_VARIABLE && reuse->assignments.size > 0);
    return value_of(&vec_last(&reuse->assignments), shape->first);
}
