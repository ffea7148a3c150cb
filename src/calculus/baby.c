/* Tables of programs, and the tables of operators and rules. See baby.h. */
#include "calculus/baby.h"

static const struct baby_op_info infos[BABY_OP_COUNT] = {
#define OP(suffix, text, arity, precedence, operands, result) {text, arity, precedence, BABY_SORT_##operands, BABY_SORT_##result},
#include "calculus/ops.def"
#undef OP
};

const struct baby_op_info *baby_op_info(enum baby_op op) {
    return &infos[op];
}

static const char *const file_rules[] = {
#define FILE_RULE(suffix, name, asks) name,
#include "calculus/rules.def"
#undef FILE_RULE
};

static const struct {
    const char *name, *premise;
} typing_rules[] = {
#define TYPING_RULE(suffix, name, asks) {name, asks},
#include "calculus/rules.def"
#undef TYPING_RULE
};

const char *baby_file_rule_name(enum baby_file_rule rule) {
    return file_rules[rule];
}

const char *baby_typing_rule_name(enum baby_typing_rule rule) {
    return typing_rules[rule].name;
}

const char *baby_typing_rule_premise(enum baby_typing_rule rule) {
    return typing_rules[rule].premise;
}

struct baby_program *baby_program_create(struct arena *arena, const char *name, const char *file) {
    struct baby_program *p = arena_alloc(arena, sizeof *p);
    p->name = name;
    p->file = file;
    p->body = BABY_NONE;
    (void)baby_add_name(p, "tid", BABY_TID, (struct baby_place){0, 0});
    (void)baby_add_name(p, "ntid", BABY_NTID, (struct baby_place){0, 0});
    return p;
}

void baby_program_destroy(struct baby_program *program) {
    vec_release(&program->exprs);
    vec_release(&program->stmts);
    vec_release(&program->names);
    vec_release(&program->arrays);
}

uint32_t baby_add_name(struct baby_program *program, const char *text, enum baby_name_kind kind, struct baby_place place) {
    vec_push(&program->names, (struct baby_name){text, kind, BABY_NONE, place});
    program->param_count += kind == BABY_PARAM;
    return program->names.size - 1;
}

uint32_t baby_add_array(struct baby_program *program, const char *name) {
    vec_push(&program->arrays, (struct baby_array){name, false});
    return program->arrays.size - 1;
}

uint32_t baby_find_array(const struct baby_program *program, const char *name) {
    for (uint32_t i = 0; i < program->arrays.size; i++)
        if (strcmp(program->arrays.data[i].name, name) == 0)
            return i;
    return BABY_NONE;
}

uint32_t baby_number(struct baby_program *program, uint32_t value) {
    vec_push(&program->exprs, (struct baby_expr){BABY_NUMBER, value, {BABY_NONE, BABY_NONE, BABY_NONE}, 1, {0, 0}});
    return program->exprs.size - 1;
}

uint32_t baby_variable(struct baby_program *program, uint32_t name) {
    vec_push(&program->exprs, (struct baby_expr){BABY_VARIABLE, name, {BABY_NONE, BABY_NONE, BABY_NONE}, 1, {0, 0}});
    return program->exprs.size - 1;
}

uint32_t baby_expr(struct baby_program *program, enum baby_op op, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t children[3] = {a, b, c};
    uint32_t depth = 0;
    for (uint32_t i = 0; i < 3; i++)
        if (children[i] != BABY_NONE && program->exprs.data[children[i]].depth > depth)
            depth = program->exprs.data[children[i]].depth;
    vec_push(&program->exprs, (struct baby_expr){op, 0, {a, b, c}, depth + 1, {0, 0}});
    return program->exprs.size - 1;
}

static bool block_has_sync(const struct baby_program *program, uint32_t first) {
    bool has = false;
    for (uint32_t s = first; s != BABY_NONE; s = program->stmts.data[s].next)
        has |= program->stmts.data[s].has_sync;
    return has;
}

uint32_t baby_add_stmt(struct baby_program *program, const struct baby_stmt *stmt) {
    struct baby_stmt s = *stmt;
    s.has_sync = s.kind == BABY_SYNC || block_has_sync(program, s.body) || block_has_sync(program, s.other);
    if (s.kind == BABY_WRITE || s.kind == BABY_WR)
        program->arrays.data[s.array].is_written = true;
    if (s.kind == BABY_READ)
        program->names.data[s.name].array = s.array;
    vec_push(&program->stmts, s);
    return program->stmts.size - 1;
}
