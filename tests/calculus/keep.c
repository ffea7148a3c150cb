/* A program about which the judges disagree, as a golden test: its launch, and what is true of it
   there by execution (theorem.h, keep_program). */
#include <stdio.h>
#include <string.h>

#include "calculus/execute.h"
#include "calculus/type.h"
#include "theorem.h"

enum { KEEP_STEPS = 200000 };

struct keeper {
    struct arena arena;
    const struct baby_program *program;
    struct baby_run run;
    struct baby_typing typing;
    struct buffer remark; /* of the statement that is being printed */
};

static void add_remark(struct keeper *k, const char *text) {
    buffer_add(&k->remark, k->remark.size > 0 ? "; " : "");
    buffer_add(&k->remark, text);
}

/* " @s3": the line of statement 3; nothing for the line that the comment stands in. */
static const char *label_of(struct keeper *k, uint32_t stmt, uint32_t here) {
    return stmt == here ? "" : arena_printf(&k->arena, " @s%u", stmt);
}

/* "race: read-write A @s3 [*] typed", in the line of the later one of both statements. */
static void remark_race(struct keeper *k, const struct baby_race *race, uint32_t stmt) {
    uint32_t a = race->access[0].stmt, b = race->access[1].stmt;
    bool both_write = race->access[0].is_write && race->access[1].is_write;
    const char *kind = race->is_same_value ? "same-value:" : both_write ? "race: write-write" : "race: read-write";
    if ((a > b ? a : b) == stmt)
        add_remark(k, arena_printf(&k->arena, "%s %s%s [*] typed", kind, k->program->arrays.data[race->access[0].array].name,
                                   label_of(k, a < b ? a : b, stmt)));
}

/* Of a program that is not well typed the execution of one launch does not say what is true of all
   contents: any race between accesses is allowed, the typing is what the test asks. */
static void remark_anything(struct keeper *k, uint32_t stmt) {
    for (uint32_t i = 0; i <= stmt; i++) {
        enum baby_stmt_kind kind = k->program->stmts.data[i].kind;
        if (kind != BABY_READ && kind != BABY_WRITE)
            continue;
        add_remark(k, arena_printf(&k->arena, "may-race: * *%s", label_of(k, i, stmt)));
        add_remark(k, arena_printf(&k->arena, "may-same-value: *%s", label_of(k, i, stmt)));
    }
    add_remark(k, "may-unproved: race");
}

/* What is expected in the line of the statement. */
static const char *remark(void *context, uint32_t stmt) {
    struct keeper *k = context;
    enum baby_stmt_kind kind = k->program->stmts.data[stmt].kind;
    buffer_clear(&k->remark);
    if (kind == BABY_READ || kind == BABY_WRITE)
        add_remark(k, arena_printf(&k->arena, "@s%u", stmt));
    for (uint32_t i = 0; i < k->typing.failures.size; i++) {
        const struct baby_typing_failure *f = &k->typing.failures.data[i];
        if (f->stmt == stmt)
            add_remark(k, arena_printf(&k->arena, "not-typed: %s %s", baby_typing_rule_name(f->rule), k->program->names.data[f->variable].text));
    }
    for (uint32_t i = 0; k->typing.map && i < k->run.races.size; i++)
        remark_race(k, &k->run.races.data[i], stmt);
    if (!k->typing.map && (kind == BABY_READ || kind == BABY_WRITE))
        remark_anything(k, stmt);
    return k->remark.size > 0 ? buffer_text(&k->remark) : NULL;
}

static bool has_real_race(const struct keeper *k) {
    bool has = false;
    for (uint32_t i = 0; i < k->run.races.size; i++)
        has |= !k->run.races.data[i].is_same_value;
    return has;
}

bool keep_program(const char *folder, const char *name, const struct baby_program *program, uint32_t threads, const char *why) {
    struct keeper k = {.program = program};
    const uint32_t param = PARAM_VALUE;
    const struct baby_launch launch = {.threads = threads, .params = &param, .initial = initial_value, .steps = KEEP_STEPS};
    struct buffer text = {0};
    baby_execute(program, &launch, &k.run);
    baby_type(&k.arena, program, &k.typing);
    const char *verdict = !k.typing.map ? "proved|refuted|unproved" : has_real_race(&k) ? "refuted" : "proved";
    buffer_printf(&text, "// Found and made small by the test of Theorem 1 (tests/calculus): %s.\n", why);
    buffer_printf(&text, "// RUN: check --only=race,divergence --block %u --param n=%d\n", threads, PARAM_VALUE);
    buffer_printf(&text, "// expect: %s race=%s\n", program->name, verdict);
    baby_print(program, remark, &k, &text);
    FILE *file = fopen(arena_printf(&k.arena, "%s/%s.baby", folder, name), "w");
    bool is_written = file && fputs(buffer_text(&text), file) >= 0;
    is_written = file && fclose(file) == 0 && is_written;
    buffer_release(&text);
    buffer_release(&k.remark);
    baby_typing_release(&k.typing);
    baby_run_release(&k.run);
    arena_release(&k.arena);
    return is_written;
}
