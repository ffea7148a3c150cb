#include "check/simulation_finding.h"

#include <inttypes.h>
#include <string.h>

#include "base/vec.h"
#include "check/describe.h"
#include "check/flagged.h"
#include "simulate/witness_words.h"

struct source_place simulation_place(const struct simulation_view *o, loc_ref ref) {
    const struct loc *l = &o->kernel->locs[ref.id];
    if (ref.id == 0)
        return (struct source_place){o->kernel->file, o->kernel->line, 0, NULL};
    return (struct source_place){l->file, l->line, l->column, l->function};
}

static void fill_inlining(const struct simulation_view *o, struct finding_access *access, loc_ref ref) {
    VEC(struct source_place) chain = {0};
    for (loc_ref up = ref.id ? o->kernel->locs[ref.id].inlined_at : ref; up.id; up = o->kernel->locs[up.id].inlined_at)
        vec_push(&chain, simulation_place(o, up));
    access->inlined_at = arena_alloc(o->arena, (chain.size + 1) * sizeof *access->inlined_at);
    access->inlined_count = chain.size;
    for (uint32_t i = 0; i < chain.size; i++)
        access->inlined_at[i] = chain.data[i];
    vec_release(&chain);
}

static const char *mode_name(const struct simulate_event *event) {
    switch (event->mode) {
    case SIMULATE_READ: return "read";
    case SIMULATE_WRITE: return "write";
    case SIMULATE_ATOMIC: return "atomic";
    case SIMULATE_BARRIER: return "barrier";
    case SIMULATE_OTHER: return "absent";
    }
    return NULL;
}

static const char *value_text(const struct simulation_view *o, const struct simulate_event *event) {
    struct buffer out = {0};
    const char *text = witness_print_access(o->kernel, event, &out) ? arena_strdup(o->arena, buffer_text(&out)) : NULL;
    buffer_release(&out);
    return text;
}

static struct witness_memory memory_of(const struct simulation_view *o, const struct simulate_event *event) {
    return witness_memory_of(o->kernel, o->witness, event);
}

static const char *index_text(const struct simulation_view *o, const struct simulate_event *event) {
    struct witness_memory memory = memory_of(o, event);
    struct buffer out = {0};
    witness_print_index(&memory, &out);
    const char *text = arena_strdup(o->arena, buffer_text(&out));
    buffer_release(&out);
    return text;
}

static struct finding_access access_of(const struct simulation_view *o, const struct simulate_event *event) {
    struct finding_access access = {.place = simulation_place(o, event->loc), .mode = mode_name(event)};
    fill_inlining(o, &access, event->loc);
    memcpy(access.thread, event->thread, sizeof access.thread);
    memcpy(access.block, event->block, sizeof access.block);
    if (event->mode == SIMULATE_BARRIER || event->mode == SIMULATE_OTHER)
        return access;
    access.index = index_text(o, event);
    access.size_bytes = event->size_bytes <= UINT32_MAX ? (uint32_t)event->size_bytes : 0;
    return access;
}

static const char *array_text(const struct simulation_view *o, const struct witness_array *array) {
    struct buffer out = {0};
    buffer_add(&out, array->path ? array->path : witness_fill_name(array->fill));
    if (array->fill == FILL_CONSTANT && !array->path) {
        buffer_char(&out, ' ');
        witness_print_value(array->type, array->value, &out);
    }
    if (array->fill == FILL_RANDOM && !array->path)
        buffer_printf(&out, " %" PRIu64, array->seed);
    for (uint32_t i = 0; i < array->link_count; i++)
        if (i == 0 || strcmp(array->links[i].target, array->links[i - 1].target) != 0)
            buffer_printf(&out, ", pointers each to memory of its own (%s)", array->links[i].target);
    if (!array->unbounded)
        buffer_printf(&out, " (%" PRIu64 " elements)", array->size_bytes / (array->type.width_bits / 8u));
    for (uint32_t i = 0; i < array->cell_count; i++) {
        const struct witness_cell *cell = &array->cells[i];
        if (cell->target)
            buffer_printf(&out, ", byte %" PRId64 ": into %s", cell->offset_bytes, cell->target);
        else
            buffer_printf(&out, ", byte %" PRId64 ": %" PRIu64, cell->offset_bytes, cell->value);
    }
    const char *text = arena_strdup(o->arena, buffer_text(&out));
    buffer_release(&out);
    return text;
}

static struct finding_witness witness_of(const struct simulation_view *o) {
    const struct witness *w = o->witness;
    struct finding_witness out = {.params = arena_alloc(o->arena, (w->argument_count + 1) * sizeof *out.params),
                                  .arrays = arena_alloc(o->arena, (w->array_count + 1) * sizeof *out.arrays)};
    memcpy(out.block, w->block, sizeof out.block);
    memcpy(out.grid, w->grid, sizeof out.grid);
    for (uint32_t i = 0; i < w->argument_count; i++) {
        const struct witness_argument *a = &w->arguments[i];
        struct buffer text = {0};
        if (a->type.kind == TYPE_POINTER || a->type.kind == TYPE_VOID)
            continue;
        witness_print_value(a->type, a->bits, &text);
        out.params[out.param_count++] = (struct named_value){a->name, arena_strdup(o->arena, buffer_text(&text))};
        buffer_release(&text);
    }
    for (uint32_t i = 0; i < w->array_count; i++)
        if (w->arrays[i].name)
            out.arrays[out.array_count++] = (struct named_value){w->arrays[i].name, array_text(o, &w->arrays[i])};
    return out;
}

/* ---- findings ---- */

bool simulation_rule(const struct simulate_finding *f, enum rule *rule, unsigned *property) {
    switch (f->rule) {
    case SIMULATE_RACE:
        *rule = f->same_value ? RULE_SAME_VALUE_WRITE : RULE_DATA_RACE;
        *property = PROP_RACE;
        return true;
    case SIMULATE_DIVERGENCE:
        *rule = RULE_BARRIER_DIVERGENCE;
        *property = PROP_DIVERGENCE;
        return true;
    case SIMULATE_OUT_OF_BOUNDS:
        *rule = RULE_OUT_OF_BOUNDS;
        *property = PROP_BOUNDS;
        return true;
    case SIMULATE_MISALIGNED:
        *rule = RULE_MISALIGNED;
        *property = PROP_BOUNDS;
        return true;
    case SIMULATE_UNINITIALISED:
        *rule = RULE_UNINITIALISED;
        *property = PROP_BOUNDS;
        return true;
    case SIMULATE_ASSERTION:
        *rule = RULE_ASSERTION;
        *property = PROP_ASSERT;
        return true;
    case SIMULATE_TRAPPED:
        *rule = RULE_TRAP;
        *property = PROP_ASSERT;
        return true;
    case SIMULATE_BUDGET:
    case SIMULATE_UNSUPPORTED: break;
    }
    return false;
}

static const char *memory_message(const struct simulation_view *o, const struct finding *f, const struct simulate_finding *seen) {
    struct witness_memory memory = memory_of(o, &seen->events[0]);
    uint64_t elem_bytes = memory.elem_bytes ? memory.elem_bytes : 1;
    const char *mode = f->accesses[0].mode;
    if (f->rule == RULE_MISALIGNED)
        return arena_printf(o->arena, "misaligned access: a %s of %" PRIu32 " bytes at byte %" PRId64 " of '%s'", mode, f->accesses[0].size_bytes,
                            memory.offset_bytes, f->array);
    if (f->rule == RULE_UNINITIALISED)
        return arena_printf(o->arena, "read of %s memory that nothing has written: '%s'", f->space, f->array);
    if (f->kind == FINDING_KIND_INNER_DIMENSION)
        return describe_dimension(o->arena, strcmp(mode, "atomic") == 0 ? "atomic update" : mode, f->array ? f->array : "memory", seen->index,
                                  seen->extent);
    if (!f->array)
        return arena_printf(o->arena, "%s out of bounds: %s", mode, seen->text ? seen->text : "no variable or array");
    if (seen->text)
        return arena_printf(o->arena, "%s out of bounds: %s, '%s'", mode, seen->text, f->array);
    uint64_t count = memory.size_bytes / elem_bytes;
    return arena_printf(o->arena, "%s out of bounds: '%s' has %" PRIu64 " %s%s", mode, f->array, count, memory.elem_bytes ? "element" : "byte",
                        count == 1 ? "" : "s");
}

static bool is_warp_barrier(const struct simulation_view *o, const struct simulate_finding *seen) {
    for (uint32_t i = 0; i < seen->event_count; i++) {
        const struct inst *inst = kernel_inst(o->kernel, seen->events[i].inst);
        if (inst->op == INST_BARRIER && inst->imm == BARRIER_WARP)
            return true;
    }
    return false;
}

/* What lanes of a warp wait at together, or NULL. */
static const char *operation_of(const struct simulation_view *o, const struct simulate_finding *seen) {
    const struct inst *inst = kernel_inst(o->kernel, seen->events[0].inst);
    bool is_matrix = inst->op == INST_MATRIX_LOAD || inst->op == INST_MATRIX_STORE;
    if (seen->events[0].mode != SIMULATE_BARRIER)
        return NULL;
    return is_matrix ? inst_op_name((enum inst_op)inst->op) : inst->op == INST_COLLECTIVE ? inst->name : NULL;
}

static bool is_copy(const struct simulation_view *o, const struct simulate_finding *seen, uint32_t event) {
    return (kernel_inst(o->kernel, seen->events[event].inst)->flags & INST_ASYNC) != 0;
}

static const char *message_of(const struct simulation_view *o, const struct finding *f, const struct simulate_finding *seen) {
    switch (seen->rule) {
    case SIMULATE_RACE: return describe_race(o->arena, f, is_copy(o, seen, 0) || is_copy(o, seen, 1));
    case SIMULATE_DIVERGENCE: return describe_divergence(o->arena, f, operation_of(o, seen));
    case SIMULATE_OUT_OF_BOUNDS:
    case SIMULATE_MISALIGNED:
    case SIMULATE_UNINITIALISED: return memory_message(o, f, seen);
    case SIMULATE_ASSERTION: return arena_printf(o->arena, "assertion fails: %s", seen->text ? seen->text : "assertion");
    case SIMULATE_TRAPPED: return "the launch ends here with an error";
    case SIMULATE_BUDGET:
    case SIMULATE_UNSUPPORTED: break;
    }
    return NULL;
}

/* A thread may leave without the barrier that others wait at, since Volta; one that did something
   else instead of the barrier has not just left. */
static bool is_allowed_exit(const struct simulation_view *o, const struct simulate_finding *seen) {
    return seen->rule == SIMULATE_DIVERGENCE && seen->kind == FINDING_KIND_EXITED && !seen->went_on && !o->witness->exit_diverges;
}

/* The waiting thread first; of races the order of the simulator. */
static void fill_accesses(const struct simulation_view *o, struct finding *f, const struct simulate_finding *seen) {
    uint32_t first = f->rule == RULE_BARRIER_DIVERGENCE && seen->event_count == 2 && seen->events[0].mode != SIMULATE_BARRIER;
    f->accesses = arena_alloc(o->arena, 2 * sizeof *f->accesses);
    f->access_count = f->excused ? 1 : seen->event_count;
    for (uint32_t i = 0; i < f->access_count; i++) {
        f->accesses[i] = access_of(o, &seen->events[i ^ first]);
        if (f->rule == RULE_DATA_RACE || f->rule == RULE_SAME_VALUE_WRITE)
            f->accesses[i].value = value_text(o, &seen->events[i ^ first]);
    }
}

/* Whether what was seen hangs on values that the simulator does not know. */
static bool is_approximate(const struct simulate_finding *seen) {
    return seen->approximate || (seen->rule == SIMULATE_RACE && seen->same_value && seen->approximate_value);
}

bool simulation_is_flagged(const struct simulation_view *o, const struct simulate_finding *seen) {
    return !o->witness->expected && seen->rule == SIMULATE_RACE && seen->event_count == 2 &&
           flagged_pair(o->kernel, seen->events[0].inst, seen->events[1].inst);
}

struct finding simulation_finding(const struct simulation_view *o, const struct simulate_finding *seen, unsigned *property) {
    struct finding f = {.kind = seen->kind,
                        .scope = seen->rule == SIMULATE_RACE || seen->rule == SIMULATE_DIVERGENCE ? seen->scope : FINDING_SCOPE_BLOCK,
                        .instances = 1};
    (void)simulation_rule(seen, &f.rule, property);
    bool is_note = f.rule == RULE_SAME_VALUE_WRITE && !o->strict;
    f.excused = is_allowed_exit(o, seen) && !o->strict;
    if (f.kind == FINDING_KIND_EXITED && !is_allowed_exit(o, seen))
        f.kind = FINDING_KIND_NEVER_ARRIVES;
    bool is_flagged = simulation_is_flagged(o, seen);
    f.certainty = is_approximate(seen) || is_flagged ? CERTAINTY_POSSIBLE : CERTAINTY_CONFIRMED;
    f.level = is_note ? LEVEL_NOTE : f.excused || is_flagged || f.rule == RULE_TRAP ? LEVEL_WARNING : LEVEL_ERROR;
    f.approximation = is_flagged ? "whether a flag or a lock orders the two" : f.certainty == CERTAINTY_POSSIBLE ? "a value of the run" : NULL;
    if (seen->rule == SIMULATE_DIVERGENCE && (is_warp_barrier(o, seen) || operation_of(o, seen)))
        f.scope = FINDING_SCOPE_WARP;
    fill_accesses(o, &f, seen);
    if (f.rule == RULE_ASSERTION)
        for (uint32_t i = 0; i < f.access_count; i++)
            f.accesses[i].mode = i == 1 && seen->is_absent ? "absent" : "assert";
    if (f.rule == RULE_ASSERTION && f.access_count == 2 && memcmp(f.accesses[0].block, f.accesses[1].block, sizeof f.accesses[0].block) != 0)
        f.scope = FINDING_SCOPE_GRID;
    struct witness_memory memory = memory_of(o, &seen->events[0]);
    f.array = memory.name;
    f.space = memory.name ? witness_space_name(memory.space) : NULL;
    f.message = message_of(o, &f, seen);
    f.has_witness = true;
    f.witness = witness_of(o);
    return f;
}

/* ---- expectations ---- */

static bool same_place(const struct source_place *a, const struct source_place *b) {
    return a->line == b->line && a->column == b->column && strcmp(a->file ? a->file : "", b->file ? b->file : "") == 0;
}

static bool same_access(const struct finding_access *a, const struct finding_access *b) {
    if (!same_place(&a->place, &b->place) || a->inlined_count != b->inlined_count)
        return false;
    for (uint32_t i = 0; i < a->inlined_count; i++)
        if (!same_place(&a->inlined_at[i], &b->inlined_at[i]))
            return false;
    return true;
}

/* The prover may number arrays of one name: "s.1". */
static bool same_array(const char *found, const char *expected) {
    size_t length = found ? strlen(found) : 0;
    if (!found || !expected)
        return !expected || !found;
    return strncmp(expected, found, length) == 0 && (!expected[length] || expected[length] == '.');
}

bool simulation_is_expected(const struct simulation_view *o, const struct finding *f) {
    const struct finding *e = o->witness->expected;
    if (!e || f->rule != e->rule || f->certainty != CERTAINTY_CONFIRMED)
        return false;
    if (f->rule == RULE_BARRIER_DIVERGENCE) {
        bool fits = (f->kind == FINDING_KIND_EXITED) == (e->kind == FINDING_KIND_EXITED);
        for (uint32_t i = 0; fits && i < f->access_count; i++)
            if (strcmp(f->accesses[i].mode, "barrier") == 0 && same_access(&f->accesses[i], &e->accesses[0]))
                return true;
        return false;
    }
    if (f->kind != e->kind || f->access_count != e->access_count || !same_array(f->array, e->array) ||
        (f->scope == FINDING_SCOPE_GRID) != (e->scope == FINDING_SCOPE_GRID))
        return false;
    uint32_t last = f->access_count - 1;
    return f->access_count == 0 || (same_access(&f->accesses[0], &e->accesses[0]) && same_access(&f->accesses[last], &e->accesses[last])) ||
           (same_access(&f->accesses[0], &e->accesses[last]) && same_access(&f->accesses[last], &e->accesses[0]));
}

/* In either order; a thread that is absent from a barrier is any. */
bool simulation_has_threads(const struct simulation_view *o, const struct finding *f) {
    const struct finding *e = o->witness->expected;
    for (uint32_t i = 0; i < f->access_count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < e->access_count; j++)
            found |= memcmp(f->accesses[i].thread, e->accesses[j].thread, sizeof f->accesses[i].thread) == 0 &&
                     memcmp(f->accesses[i].block, e->accesses[j].block, sizeof f->accesses[i].block) == 0;
        if (!found)
            return false;
    }
    return true;
}
