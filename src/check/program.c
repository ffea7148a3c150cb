/* See program.h. */
#include "check/program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "calculus/execute.h"
#include "calculus/lower.h"
#include "calculus/type.h"
#include "check/basis.h"
#include "check/describe.h"
#include "simulate/array_file.h"

enum { CELLS_MAX = 1 << 26, HEAD_CELLS = 8, CELL_BYTES = 4 };

/* ---- typing ---- */

static struct source_place place_of(const struct baby_program *program, struct baby_place place) {
    return (struct source_place){program->file, place.line, place.column, program->name};
}

void program_type(struct arena *arena, const struct baby_program *program, struct kernel_result *result) {
    struct baby_typing typing;
    baby_type(arena, program, &typing);
    result->has_typing = true;
    result->typing_count = typing.failures.size;
    result->typing = arena_alloc(arena, (typing.failures.size + 1) * sizeof *result->typing);
    for (uint32_t i = 0; i < typing.failures.size; i++) {
        const struct baby_typing_failure *f = &typing.failures.data[i];
        struct buffer expr = {0};
        baby_print_expr(program, f->expr, &expr);
        result->typing[i] = (struct typing_failure){.place = place_of(program, program->exprs.data[f->expr].place),
                                                    .rule = baby_typing_rule_name(f->rule),
                                                    .premise = baby_typing_rule_name(f->premise),
                                                    .expression = arena_strdup(arena, buffer_text(&expr)),
                                                    .variable = program->names.data[f->variable].text,
                                                    .message = f->text};
        buffer_release(&expr);
    }
    baby_typing_release(&typing);
}

void program_print_typing(const struct baby_program *program, struct buffer *out) {
    struct arena arena = {0};
    struct baby_typing typing;
    baby_type(&arena, program, &typing);
    baby_print_environment(program, out);
    if (typing.map) {
        buffer_printf(out, " |- %s >\n", program->name);
        baby_print(typing.map, NULL, NULL, out);
    } else {
        buffer_printf(out, " |- %s fails\n", program->name);
    }
    for (uint32_t i = 0; i < typing.failures.size; i++) {
        struct baby_place place = program->exprs.data[typing.failures.data[i].expr].place;
        buffer_printf(out, "  %s:%u:%u: %s\n", program->file, place.line, place.column, typing.failures.data[i].text);
    }
    baby_typing_release(&typing);
    arena_release(&arena);
}

/* ---- arguments ---- */

struct initial_array {
    uint32_t *cells, count;
}; /* count 0: undefined */

struct simulation_of_program {
    struct arena *arena;
    const struct program_request *request;
    const struct baby_program *program;
    struct kernel_result *result;
    uint32_t *params;
    struct initial_array *initial;
    struct buffer *text;
    struct protocol *protocol; /* for what accesses rest on */
    uint32_t *items;           /* of its items: the statement */
    VEC(struct finding) findings;
    struct baby_run run;
};

static bool read_number(const char **text, uint64_t *value) {
    char *end = NULL;
    bool is_negative = **text == '-';
    const char *digits = *text + is_negative;
    if (*digits < '0' || *digits > '9')
        return false;
    *value = strtoull(digits, &end, 0);
    *value = is_negative ? (uint64_t) - (int64_t)*value : *value;
    *text = end;
    return true;
}

static bool read_file(struct simulation_of_program *s, const char *path, struct initial_array *array, const char **error) {
    struct array_file file;
    if (!array_file_read(s->arena, path, &file, error))
        return false;
    if ((file.is_typed && file.type.width_bits != 32) || file.byte_count % CELL_BYTES != 0 || file.byte_count / CELL_BYTES > CELLS_MAX) {
        *error = arena_printf(s->arena, "%s: not numbers of 32 bits", path);
        return false;
    }
    array->count = (uint32_t)(file.byte_count / CELL_BYTES);
    array->cells = arena_alloc(s->arena, file.byte_count);
    memcpy(array->cells, file.bytes, file.byte_count);
    return true;
}

/* zero:COUNT, iota:COUNT, const:VALUE:COUNT */
static bool read_fill(struct simulation_of_program *s, const char *spec, struct initial_array *array) {
    bool is_zero = strncmp(spec, "zero:", 5) == 0, is_iota = strncmp(spec, "iota:", 5) == 0, is_const = strncmp(spec, "const:", 6) == 0;
    const char *at = spec + (is_const ? 6 : 5);
    uint64_t value = 0, count = 0;
    bool is_whole = is_zero || is_iota || (is_const && read_number(&at, &value) && *at++ == ':');
    if (!is_whole || !read_number(&at, &count) || *at || count > CELLS_MAX)
        return false;
    array->count = (uint32_t)count;
    array->cells = arena_alloc(s->arena, count * CELL_BYTES);
    for (uint32_t i = 0; i < array->count; i++)
        array->cells[i] = is_iota ? i : (uint32_t)value;
    return true;
}

static bool read_array(struct simulation_of_program *s, const struct argument_text *argument, uint32_t array, const char **error) {
    const char *spec = argument->spec;
    size_t length = strlen(spec);
    bool is_file = spec[0] == '@' || (length > 4 && strcmp(spec + length - 4, ".npy") == 0);
    if (is_file)
        return read_file(s, spec + (spec[0] == '@'), &s->initial[array], error);
    if (read_fill(s, spec, &s->initial[array]))
        return true;
    *error = arena_printf(s->arena, "--arg %s: '%s' is none of zero:COUNT, iota:COUNT, const:VALUE:COUNT, @FILE, FILE.npy", argument->name, spec);
    return false;
}

static bool read_argument(struct simulation_of_program *s, const struct argument_text *argument, bool *is_given, const char **error) {
    const struct baby_program *program = s->program;
    uint32_t array = baby_find_array(program, argument->name);
    if (array != BABY_NONE)
        return read_array(s, argument, array, error);
    for (uint32_t i = 0; i < program->param_count; i++) {
        const char *at = argument->spec;
        uint64_t value = 0;
        if (strcmp(program->names.data[BABY_NAME_PARAMS + i].text, argument->name) != 0)
            continue;
        if (!read_number(&at, &value) || *at || (int64_t)value > UINT32_MAX || (int64_t)value < INT32_MIN) {
            *error = arena_printf(s->arena, "--arg %s: '%s' is not a natural below 2^32", argument->name, argument->spec);
            return false;
        }
        s->params[i] = (uint32_t)value;
        is_given[i] = true;
        return true;
    }
    *error = arena_printf(s->arena, "--arg %s: program '%s' has neither a parameter nor an array of this name", argument->name, program->name);
    return false;
}

static bool read_arguments(struct simulation_of_program *s, const char **error) {
    const struct baby_program *program = s->program;
    bool *is_given = arena_alloc(s->arena, program->param_count + 1);
    for (uint32_t i = 0; i < s->request->argument_count; i++)
        if (!read_argument(s, &s->request->arguments[i], is_given, error))
            return false;
    for (uint32_t i = 0; i < program->param_count; i++)
        if (!is_given[i]) {
            const char *name = program->names.data[BABY_NAME_PARAMS + i].text;
            *error = arena_printf(s->arena, "program '%s' needs its parameter '%s': --arg %s=VALUE", program->name, name, name);
            return false;
        }
    return true;
}

const char *program_misfit(struct arena *arena, const struct baby_program *program, const struct argument_text *arguments, uint32_t count) {
    const struct program_request request = {.program = program, .arguments = arguments, .argument_count = count};
    struct simulation_of_program s = {.arena = arena, .request = &request, .program = program};
    const char *error = NULL;
    s.params = arena_alloc(arena, (program->param_count + 1) * sizeof *s.params);
    s.initial = arena_alloc(arena, (program->arrays.size + 1) * sizeof *s.initial);
    return read_arguments(&s, &error) ? NULL : error;
}

/* ---- the run ---- */

static bool initial_value(void *context, uint32_t array, uint32_t index, uint32_t *value) {
    const struct simulation_of_program *s = context;
    if (index >= s->initial[array].count)
        return false;
    *value = s->initial[array].cells[index];
    return true;
}

/* One side of (R, W): cells that the thread read, or wrote with their last values, by first access.
 */
static void print_side(const struct simulation_of_program *s, const struct baby_access *accesses, uint32_t count, uint32_t thread, bool writes) {
    bool is_alone = s->program->arrays.size == 1;
    const char *separator = "";
    buffer_char(s->text, '{');
    for (uint32_t i = 0; i < count; i++) {
        const struct baby_access *a = &accesses[i];
        bool is_repeated = false;
        uint32_t value = a->value;
        if (a->thread != thread || a->is_write != writes)
            continue;
        for (uint32_t j = 0; j < count; j++) {
            const struct baby_access *b = &accesses[j];
            bool is_same = b->thread == thread && b->is_write == writes && b->array == a->array && b->index == a->index;
            is_repeated |= is_same && j < i;
            value = is_same && j > i ? b->value : value;
        }
        if (is_repeated)
            continue;
        buffer_printf(s->text, "%s", separator);
        buffer_printf(s->text, is_alone ? "%s%" PRIu32 : "%s[%" PRIu32 "]", is_alone ? "" : s->program->arrays.data[a->array].name, a->index);
        if (writes)
            buffer_printf(s->text, " -> %" PRIu32, value);
        separator = ", ";
    }
    buffer_char(s->text, '}');
}

static void tell_phase(void *context, uint32_t phase, const struct baby_access *accesses, uint32_t count) {
    const struct simulation_of_program *s = context;
    buffer_printf(s->text, "phase %" PRIu32 "\n", phase);
    for (uint32_t thread = 0; thread < s->request->threads; thread++) {
        buffer_printf(s->text, "  %" PRIu32 ": (", thread);
        print_side(s, accesses, count, thread, false);
        buffer_add(s->text, ", ");
        print_side(s, accesses, count, thread, true);
        buffer_add(s->text, ")\n");
    }
}

/* ---- findings ---- */

static struct finding_access access_of(struct simulation_of_program *s, const struct baby_access *a) {
    struct finding_access access = {.place = place_of(s->program, s->program->stmts.data[a->stmt].place),
                                    .mode = a->is_write ? "write" : "read",
                                    .thread = {a->thread, 0, 0},
                                    .index = arena_printf(s->arena, "%" PRIu32, a->index),
                                    .size_bytes = CELL_BYTES};
    access.inlined_at = arena_alloc(s->arena, sizeof *access.inlined_at);
    if (a->is_write)
        access.value = arena_printf(s->arena, "%" PRIu32, a->value);
    for (uint32_t i = 0; i < s->protocol->item_count; i++)
        if (s->items[i] == a->stmt && s->protocol->items[i].kind == ITEM_ACCESS)
            access.basis = basis_of_item(s->arena, s->protocol, &s->protocol->items[i], &access.depends_on);
    return access;
}

static struct finding new_finding(struct simulation_of_program *s, enum rule rule, const struct baby_access *accesses, uint32_t count) {
    const struct baby_program *program = s->program;
    struct finding f = {.rule = rule,
                        .certainty = CERTAINTY_CONFIRMED,
                        .level = LEVEL_ERROR,
                        .scope = FINDING_SCOPE_BLOCK,
                        .space = "shared",
                        .array = program->arrays.data[accesses[0].array].name,
                        .has_witness = true,
                        .instances = 1,
                        .confirmed_by = CONFIRMATION_CALCULUS};
    f.accesses = arena_alloc(s->arena, count * sizeof *f.accesses);
    for (f.access_count = 0; f.access_count < count; f.access_count++)
        f.accesses[f.access_count] = access_of(s, &accesses[f.access_count]);
    basis_of_finding(s->arena, s->protocol, &f);
    f.witness = (struct finding_witness){.block = {s->request->threads, 1, 1}, .grid = {1, 1, 1}, .param_count = program->param_count};
    f.witness.params = arena_alloc(s->arena, (program->param_count + 1) * sizeof *f.witness.params);
    f.witness.arrays = f.witness.values = f.witness.params;
    for (uint32_t i = 0; i < program->param_count; i++)
        f.witness.params[i] = (struct named_value){program->names.data[BABY_NAME_PARAMS + i].text, arena_printf(s->arena, "%" PRIu32, s->params[i])};
    return f;
}

static void tell_race(struct simulation_of_program *s, const struct baby_race *race) {
    struct finding f = new_finding(s, race->is_same_value ? RULE_SAME_VALUE_WRITE : RULE_DATA_RACE, race->access, 2);
    f.kind = race->access[0].is_write && race->access[1].is_write ? FINDING_KIND_WRITE_WRITE : FINDING_KIND_READ_WRITE;
    f.scope = race->access[0].thread / 32 == race->access[1].thread / 32 ? FINDING_SCOPE_WARP : FINDING_SCOPE_BLOCK;
    f.level = race->is_same_value && !s->request->strict ? LEVEL_NOTE : LEVEL_ERROR;
    f.message = arena_printf(s->arena, "%s, in phase %" PRIu32, describe_race(s->arena, &f, false), race->phase);
    vec_push(&s->findings, f);
    if (f.level == LEVEL_ERROR)
        s->result->properties[PROP_RACE] = VERDICT_REFUTED;
}

static void tell_undefined(struct simulation_of_program *s, const struct baby_undefined *undefined) {
    struct finding f = new_finding(s, RULE_UNINITIALISED, &undefined->access, 1);
    f.kind = FINDING_KIND_READ;
    f.level = LEVEL_WARNING;
    f.message =
        arena_printf(s->arena, "lastwrite-undef: '%s[%" PRIu32 "]' is read in phase %" PRIu32 " and was never written; the run goes on with 0",
                     f.array, undefined->access.index, undefined->phase);
    vec_push(&s->findings, f);
}

static void add_unproved(struct simulation_of_program *s, unsigned property, enum reason_kind reason, struct baby_place place, const char *detail) {
    struct kernel_result *r = s->result;
    r->unproved[r->unproved_count++] =
        (struct unproved){.property = property, .reason = reason_name(reason), .place = place_of(s->program, place), .detail = detail};
    if (r->properties[property] != VERDICT_REFUTED)
        r->properties[property] = VERDICT_UNPROVED;
}

static void judge(struct simulation_of_program *s) {
    struct kernel_result *r = s->result;
    const struct baby_run *run = &s->run;
    r->unproved = arena_alloc(s->arena, 4 * sizeof *r->unproved);
    for (uint32_t i = 0; i < run->races.size; i++)
        tell_race(s, &run->races.data[i]);
    for (uint32_t i = 0; i < run->undefined.size; i++)
        tell_undefined(s, &run->undefined.data[i]);
    if (run->end == BABY_END_BUDGET)
        add_unproved(s, PROP_RACE, REASON_REPLAY_BUDGET, s->program->place, "the steps did not suffice");
    if (run->end == BABY_END_DIVERGED) {
        const char *what = "threads disagree on what decides about a barrier: no rule applies";
        add_unproved(s, PROP_DIVERGENCE, REASON_DIVERGENT_BARRIERS, s->program->stmts.data[run->stmt].place, what);
        add_unproved(s, PROP_RACE, REASON_DIVERGENT_BARRIERS, s->program->stmts.data[run->stmt].place, what);
    }
    if (run->undefined.size > 0 && r->typing_count > 0)
        add_unproved(s, PROP_RACE, REASON_DATA_DEPENDENT, s->program->stmts.data[run->undefined.data[0].access.stmt].place,
                     "an undefined value may decide where an access goes");
    r->verdict = kernel_result_verdict(r);
    r->finding_count = s->findings.size;
    r->findings = arena_alloc(s->arena, (s->findings.size + 1) * sizeof *r->findings);
    for (uint32_t i = 0; i < s->findings.size; i++)
        r->findings[i] = s->findings.data[i];
}

/* ---- arrays ---- */

/* The array at the end: what was there, and what was written, up to the last cell that either has.
 */
static void give_array(struct simulation_of_program *s, uint32_t array, struct program_contents *contents) {
    const struct initial_array *before = &s->initial[array];
    struct simulated_array *out = &s->result->simulation->arrays[array];
    uint32_t count = before->count, *cells;
    struct buffer head = {0};
    for (uint32_t i = 0; i < s->run.cells.size; i++) {
        const struct baby_cell *cell = &s->run.cells.data[i];
        if (cell->array == array && cell->index >= count && cell->index < CELLS_MAX)
            count = cell->index + 1;
    }
    cells = arena_alloc(s->arena, (size_t)count * CELL_BYTES);
    if (before->count > 0)
        memcpy(cells, before->cells, (size_t)before->count * CELL_BYTES);
    for (uint32_t i = 0; i < s->run.cells.size; i++) {
        const struct baby_cell *cell = &s->run.cells.data[i];
        if (cell->array != array || cell->index >= count)
            continue;
        out->changed += cell->value != cells[cell->index] || cell->index >= before->count;
        cells[cell->index] = cell->value;
    }
    for (uint32_t i = 0; i < count && i < HEAD_CELLS; i++)
        buffer_printf(&head, "%s%" PRIu32, i > 0 ? ", " : "", cells[i]);
    buffer_add(&head, count > HEAD_CELLS ? ", ..." : "");
    out->name = s->program->arrays.data[array].name;
    out->type = "i32";
    out->elements = count;
    out->head = arena_strdup(s->arena, buffer_text(&head));
    contents->cells[array] = cells;
    contents->counts[array] = count;
    buffer_release(&head);
}

static void describe(struct simulation_of_program *s) {
    struct kernel_result *r = s->result;
    struct simulation *simulation = arena_alloc(s->arena, sizeof *simulation);
    const struct baby_program *program = s->program;
    *r = (struct kernel_result){.name = program->name,
                                .display = program->name,
                                .file = program->file,
                                .line = program->place.line,
                                .block_given = true,
                                .grid_given = true,
                                .block = {s->request->threads, 1, 1},
                                .grid = {1, 1, 1}};
    *simulation = (struct simulation){.schedules = 1, .threads = s->request->threads};
    simulation->arrays = arena_alloc(s->arena, (program->arrays.size + 1) * sizeof *simulation->arrays);
    simulation->array_count = program->arrays.size;
    r->simulation = simulation;
}

struct kernel_result *program_simulate(struct arena *arena, const struct program_request *request, struct buffer *text,
                                       struct program_contents *contents, const char **error) {
    const struct baby_program *program = request->program;
    struct simulation_of_program s = {.arena = arena, .request = request, .program = program, .text = text};
    s.result = arena_alloc(arena, sizeof *s.result);
    s.params = arena_alloc(arena, (program->param_count + 1) * sizeof *s.params);
    s.initial = arena_alloc(arena, (program->arrays.size + 1) * sizeof *s.initial);
    if (!read_arguments(&s, error))
        return NULL;
    describe(&s);
    program_type(arena, program, s.result);
    s.protocol = baby_lower(arena, program, &s.items);
    basis_count(arena, s.protocol, s.result->basis_counts);
    const struct baby_launch launch = {.threads = request->threads,
                                       .params = s.params,
                                       .initial = initial_value,
                                       .phase = request->tells_history ? tell_phase : NULL,
                                       .context = &s,
                                       .steps = request->steps};
    baby_execute(program, &launch, &s.run);
    s.result->simulation->phases = s.run.phases;
    s.result->simulation->steps = s.run.steps;
    s.result->simulation->complete = s.run.end == BABY_END_DONE;
    judge(&s);
    contents->cells = arena_alloc(arena, (program->arrays.size + 1) * sizeof *contents->cells);
    contents->counts = arena_alloc(arena, (program->arrays.size + 1) * sizeof *contents->counts);
    for (uint32_t i = 0; i < program->arrays.size; i++)
        give_array(&s, i, contents);
    baby_run_release(&s.run);
    vec_release(&s.findings);
    protocol_destroy(s.protocol);
    return s.result;
}
