/* The two threads' accesses and the launch of a counterexample, as a finding has them: places, indices, values in words. */
#include "check/conductor.h"

#include <inttypes.h>
#include <string.h>

#include "check/basis.h"
#include "check/describe.h"
#include "check/source_terms.h"
#include "kernel/signature.h"
#include "protocol/approximation.h"
#include "protocol/expression.h"
#include "simulate/witness.h"
#include "simulate/witness_words.h"

const char *conductor_of_struct(const struct conductor *c, const struct prove_witness *w, term_ref a, term_ref b, bool is_run_of_block) {
    const term_ref places[] = {a, b};
    for (int i = 0; i < 2; i++) {
        uint32_t array = term_is_none(places[i]) ? PROTOCOL_NONE : approximation_struct_of(c->protocol, places[i]);
        /* threads of the block read the same elements */
        if (is_run_of_block && array != PROTOCOL_NONE && protocol_reads_without(c->protocol, array, DEP_THREAD | DEP_APPROX))
            continue;
        for (uint32_t k = 0; k < w->cell_count && array != PROTOCOL_NONE; k++)
            if (strcmp(w->cells[k].array, c->protocol->arrays[array].name) == 0)
                return arena_printf(c->arena, "the arrays in '%s' hold valid indices", c->protocol->arrays[array].name);
    }
    return NULL;
}

const char *conductor_space(const struct proto_array *array) {
    switch (array->kind) {
    case ARRAY_SHARED:
    case ARRAY_DYNAMIC: return "shared";
    case ARRAY_PARAM:
    case ARRAY_LOADED:
    case ARRAY_GLOBAL: return "global";
    case ARRAY_CONSTANT: return "constant";
    case ARRAY_LOCAL: return "local";
    case ARRAY_UNKNOWN: return "generic";
    }
    return "generic";
}

const char *conductor_mode(const struct proto_item *item) {
    if (item->is_atomic)
        return "atomic";
    return item->mode == ACCESS_READ ? "read" : "write";
}

const char *conductor_index_text(const struct conductor *c, uint32_t elem_bytes, int64_t offset) {
    if (elem_bytes && offset % (int64_t)elem_bytes == 0)
        return arena_printf(c->arena, "%" PRId64, offset / (int64_t)elem_bytes);
    return arena_printf(c->arena, "byte %" PRId64, offset);
}

const char *conductor_index(const struct conductor *c, const struct proto_item *item, int64_t offset) {
    return conductor_index_text(c, c->protocol->arrays[item->array].elem_bytes, offset);
}

static const char *number_text(const struct conductor *c, uint64_t value, uint8_t width) {
    if (width == 1)
        return value ? "true" : "false";
    if (width < 64 && value >> (width - 1) & 1)
        return arena_printf(c->arena, "%" PRId64, (int64_t)(value - (UINT64_C(1) << width)));
    return arena_printf(c->arena, "%" PRId64, (int64_t)value);
}

static const char *argument_text(const struct conductor *c, const struct prove_named *argument) {
    uint32_t low = (uint32_t)argument->value;
    float single;
    double wide;
    memcpy(&single, &low, sizeof single);
    memcpy(&wide, &argument->value, sizeof wide);
    if (argument->width_bits >= 32 && expression_is_float(c->protocol, argument->name))
        return arena_printf(c->arena, "%.9g", argument->width_bits == 32 ? (double)single : wide);
    if (argument->width_bits > 1 && expression_is_unsigned(c->protocol, argument->name))
        return arena_printf(c->arena, "%" PRIu64, argument->value);
    return number_text(c, argument->value, argument->width_bits);
}

void conductor_inlining(const struct conductor *c, struct finding_access *access, loc_ref ref) {
    const struct loc *l = conductor_location(c, ref);
    uint32_t count = 0;
    for (loc_ref up = l->inlined_at; up.id; up = conductor_location(c, up)->inlined_at)
        count++;
    access->inlined_at = arena_alloc(c->arena, (count + 1) * sizeof *access->inlined_at);
    access->inlined_count = count;
    count = 0;
    for (loc_ref up = l->inlined_at; up.id; up = conductor_location(c, up)->inlined_at)
        access->inlined_at[count++] = conductor_place(c, up);
}

/* The type of what the item stores, if it is a float. */
static struct type stored_float(const struct conductor *c, const struct proto_item *it) {
    struct type none = {0}, found = {0};
    for (uint32_t id = 1; c->kernel && id < c->kernel->inst_count; id++) {
        const struct inst *inst = &c->kernel->insts[id];
        if (inst->op != INST_STORE || inst->loc.id != it->location.id)
            continue;
        struct type type = kernel_inst(c->kernel, kernel_operand(c->kernel, inst, 1))->type;
        bool is_float = (type.kind == TYPE_FLOAT || type.kind == TYPE_BFLOAT) && type.lanes == 1 && type.width_bits == it->value_bits;
        if (!is_float || (found.width_bits > 0 && found.kind != type.kind))
            return none;
        found = type;
    }
    return found;
}

static const char *float_text(const struct conductor *c, struct type type, uint64_t value) {
    struct buffer out = {0};
    witness_print_value(type, value, &out);
    const char *text = arena_strdup(c->arena, buffer_text(&out));
    buffer_release(&out);
    return text;
}

/* A number of that width in the array, as its elements' type has it, where the kernel's name tells that. */
static const char *element_text(const struct conductor *c, uint32_t array, uint64_t value, uint8_t width) {
    const struct proto_array *of = &c->protocol->arrays[array];
    const char *type = of->kind == ARRAY_PARAM ? expression_pointer(c->protocol, c->arena, array) : "";
    struct signature_pointee told = type && *type ? signature_pointee(type) : (struct signature_pointee){.bytes = 0};
    bool is_one = told.bytes > 0 && told.scalar.width_bits == width;
    if (is_one && (told.scalar.kind == TYPE_FLOAT || told.scalar.kind == TYPE_BFLOAT))
        return float_text(c, told.scalar, value);
    if (is_one && expression_holds_unsigned(c->protocol, array))
        return arena_printf(c->arena, "%" PRIu64, value);
    return number_text(c, value, width);
}

static const char *value_text(const struct conductor *c, const struct proto_item *it, uint64_t value) {
    struct type type = stored_float(c, it);
    return type.width_bits > 0 ? float_text(c, type, value) : element_text(c, it->array, value, (uint8_t)it->value_bits);
}

/* What a cell of a counterexample holds. */
static const char *cell_text(const struct conductor *c, const struct prove_cell *cell) {
    for (uint32_t i = 0; i < c->protocol->array_count; i++)
        if (strcmp(c->protocol->arrays[i].name, cell->array) == 0)
            return element_text(c, i, cell->value, cell->width_bits);
    return number_text(c, cell->value, cell->width_bits);
}

struct finding_access conductor_access(const struct conductor *c, const struct proto_item *it, const struct prove_witness *w, int who) {
    struct finding_access access = {.place = conductor_place(c, it->location),
                                    .mode = it->kind == ITEM_BARRIER || it->kind == ITEM_COLLECTIVE ? "barrier" : conductor_mode(it)};
    conductor_inlining(c, &access, it->location);
    if (it->kind == ITEM_ACCESS || it->kind == ITEM_BARRIER || it->kind == ITEM_COLLECTIVE)
        access.basis = basis_of_item(c->arena, c->protocol, it, &access.depends_on);
    memcpy(access.thread, w->thread[who], sizeof access.thread);
    memcpy(access.block, w->block_index[who], sizeof access.block);
    if (it->kind == ITEM_ACCESS) {
        access.index = conductor_index(c, it, w->offset[who]);
        access.size_bytes = (uint32_t)w->size[who];
        if (w->has_value[who])
            access.value = value_text(c, it, w->value[who]);
    }
    return access;
}

struct finding_witness conductor_witness(const struct conductor *c, const struct prove_witness *w, const char *contents) {
    struct finding_witness out = {.param_count = w->param_count};
    memcpy(out.block, w->block, sizeof out.block);
    memcpy(out.grid, w->grid, sizeof out.grid);
    out.params = arena_alloc(c->arena, (w->param_count + 1) * sizeof *out.params);
    for (uint32_t i = 0; i < w->param_count; i++)
        out.params[i] = (struct named_value){w->params[i].name, argument_text(c, &w->params[i])};
    out.arrays = arena_alloc(c->arena, (w->cell_count + 3) * sizeof *out.arrays);
    for (uint32_t i = 0; i < w->cell_count; i++) {
        const struct prove_cell *cell = &w->cells[i];
        if (cell->is_guess)
            continue;
        int64_t bytes = (cell->width_bits + 7) / 8, offset = (int64_t)cell->offset_bytes;
        const char *index =
            offset % bytes == 0 ? arena_printf(c->arena, "[%" PRId64 "]", offset / bytes) : arena_printf(c->arena, " at byte %" PRId64, offset);
        out.arrays[out.array_count++] = (struct named_value){arena_printf(c->arena, "%s%s", cell->array, index), cell_text(c, cell)};
    }
    if (contents)
        out.arrays[out.array_count++] = (struct named_value){"other contents", contents};
    uint32_t total = w->value_count[0] + w->value_count[1];
    out.values = arena_alloc(c->arena, (total + 1) * sizeof *out.values);
    for (int who = 0; who < 2; who++)
        for (uint32_t i = 0; i < w->value_count[who]; i++)
            out.values[out.value_count++] = (struct named_value){
                arena_printf(c->arena, "%s (%s thread)", source_name(c->arena, c->protocol, w->values[who][i].name), who ? "second" : "first"),
                number_text(c, w->values[who][i].value, w->values[who][i].width_bits)};
    return out;
}

enum certainty conductor_certainty(const struct replay_verdict *v) {
    return v->outcome == REPLAY_CONFIRMED ? CERTAINTY_CONFIRMED : CERTAINTY_POSSIBLE;
}

enum level conductor_level(const struct finding *f, const struct replay_verdict *v) {
    return f->precondition || f->approximation || v->outcome == REPLAY_NOT_SHOWN ? LEVEL_WARNING : LEVEL_ERROR;
}

const char *conductor_approximation(const struct replay_verdict *v, const char *of_model) {
    if (v->outcome == REPLAY_CONFIRMED)
        return NULL;
    return of_model || v->outcome != REPLAY_APPROXIMATE ? of_model : v->detail ? v->detail : "undefined in the run";
}
