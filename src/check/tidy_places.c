/* See tidy.h. Which places are computed from elements of arrays is asked of the kernel's instructions: there the number of one round of a loop, or of
   another lane, is a value like others. */
#include <string.h>

#include "base/vec.h"
#include "check/rerun.h"
#include "check/tidy.h"
#include "protocol/protocol.h"

enum { ARRAYS_MOST = 3 };
#define STEPS_MOST (UINT64_C(1) << 24) /* for a finding */

/* ---- places ---- */

struct walk {
    const struct kernel *k;
    VEC(value_ref) list; /* values seen */
    bool *seen;          /* by value */
    bool is_read;        /* an element of an array is among what the place is computed from; */
    bool has_ticket;     /* so is what an atomic operation gives */
};

static void see(struct walk *w, value_ref v) {
    if (w->seen[v.id])
        return;
    w->seen[v.id] = true;
    vec_push(&w->list, v);
}

/* What the pointer leads into: OBJECT, PARAM, or another value. */
static value_ref root_of(const struct kernel *k, value_ref pointer) {
    for (const struct inst *i = kernel_inst(k, pointer); i->op == INST_PTRADD || i->op == INST_PTRCAST; i = kernel_inst(k, pointer))
        pointer = kernel_operand(k, i, 0);
    return pointer;
}

/* Values that are stored in a variable of the block or thread. */
static void see_stored(struct walk *w, value_ref object) {
    for (uint32_t i = 1; i < w->k->inst_count; i++) {
        const struct inst *inst = &w->k->insts[i];
        bool is_store = inst->op == INST_STORE || inst->op == INST_MEMCPY;
        if (!is_store || root_of(w->k, kernel_operand(w->k, inst, 0)).id != object.id)
            continue;
        see(w, kernel_operand(w->k, inst, 1));
        w->is_read |= inst->op == INST_MEMCPY;
    }
}

static void see_load(struct walk *w, const struct inst *load) {
    const value_ref root = root_of(w->k, kernel_operand(w->k, load, 0));
    const struct inst *inst = kernel_inst(w->k, root);
    if (load->type.kind == TYPE_POINTER)
        return;
    if (inst->op == INST_OBJECT && (w->k->objects[inst->imm].space == SPACE_SHARED || w->k->objects[inst->imm].space == SPACE_LOCAL))
        see_stored(w, root);
    else if (inst->op == INST_OBJECT)
        w->is_read |= w->k->objects[inst->imm].space != SPACE_PARAM;
    else
        w->is_read |= inst->op != INST_PARAM || !w->k->params[inst->imm].by_value_struct;
}

/* The operands from which the value is computed so that it may be anything that they are: masks, remainders and counts of bits bound it, and
   conditions only choose. */
static void see_operands(struct walk *w, const struct inst *inst) {
    uint32_t from = 0, to = inst->operand_count;
    switch ((int)inst->op) {
    case INST_LOAD: see_load(w, inst); return;
    case INST_ATOMIC:
    case INST_CMPXCHG: w->has_ticket = true; return;
    case INST_ADD:
    case INST_SUB:
    case INST_MUL:
    case INST_SHL:
    case INST_TRUNC:
    case INST_ZEXT:
    case INST_SEXT:
    case INST_FADD:
    case INST_FSUB:
    case INST_FMUL:
    case INST_FDIV:
    case INST_FNEG:
    case INST_FPTRUNC:
    case INST_FPEXT:
    case INST_FPTOSI:
    case INST_FPTOUI:
    case INST_SITOFP:
    case INST_UITOFP:
    case INST_BITCAST:
    case INST_CALL:
    case INST_LANE:
    case INST_PACK:
    case INST_PTRADD:
    case INST_PTRTOINT:
    case INST_INTTOPTR:
    case INST_PTRCAST:
    case INST_PHI: break;
    case INST_UDIV:
    case INST_SDIV:
    case INST_LSHR:
    case INST_ASHR: to = 1; break;
    case INST_SELECT: from = 1; break;
    case INST_OR: to = inst->flags & INST_DISJOINT ? to : 0; break;
    case INST_COLLECTIVE: to = inst->imm == COLLECTIVE_SHFL ? to : 0; break;
    default: to = 0; break;
    }
    for (uint32_t i = from; i < to; i++)
        see(w, kernel_operand(w->k, inst, i));
}

static bool is_at(const struct kernel *k, const struct inst *inst, const struct finding *f) {
    const struct loc *at = &k->locs[inst->loc.id];
    bool is = false, is_access = inst->op == INST_LOAD || inst->op == INST_STORE || inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG;
    for (uint32_t i = 0; i < f->access_count && is_access && inst->loc.id != 0; i++)
        is |= at->line == f->accesses[i].place.line && at->column == f->accesses[i].place.column;
    return is;
}

/* Where the accesses are made is not known exactly. */
static bool is_unknown(const struct protocol *p, const struct finding *f) {
    bool is = false;
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        const struct loc *at = item->kind == ITEM_ACCESS && item->location.id < p->loc_count ? &p->locs[item->location.id] : NULL;
        for (uint32_t k = 0; k < f->access_count && at; k++)
            is |= at->line == f->accesses[k].place.line && at->column == f->accesses[k].place.column &&
                  ((item->marks & MARK_OFFSET) || (term_deps(p->terms, item->offset) & DEP_APPROX));
    }
    return is;
}

/* Some place of the finding's accesses is computed from elements of arrays; of a race, from nothing that threads are given apart. */
static bool is_of_elements(struct arena *arena, const struct kernel *k, const struct finding *f) {
    struct walk w = {.k = k, .seen = arena_alloc(arena, k->inst_count * sizeof *w.seen)};
    for (uint32_t i = 1; i < k->inst_count; i++)
        if (is_at(k, &k->insts[i], f))
            see(&w, kernel_operand(k, &k->insts[i], 0));
    for (uint32_t i = 0; i < w.list.size; i++)
        see_operands(&w, kernel_inst(k, w.list.data[i]));
    vec_release(&w.list);
    return w.is_read && (f->rule != RULE_DATA_RACE || !w.has_ticket);
}

/* ---- contents ---- */

static bool is_read(const struct protocol *p, uint32_t array) {
    bool is = false;
    for (uint32_t i = 0; i < p->item_count; i++)
        is |= p->items[i].kind == ITEM_ACCESS && p->items[i].array == array && p->items[i].mode != ACCESS_WRITE;
    return is;
}

/* Arrays of numbers that the kernel reads, and of which nothing is known. */
struct unknown {
    uint32_t arrays[ARRAYS_MOST]; /* of the witness */
    uint32_t count;
    const char *names;
    bool is_more;
};

static void find_unknown(struct arena *arena, const struct protocol *p, const struct check_options *options, const struct witness *w,
                         struct unknown *u) {
    for (uint32_t a = 0; a < p->array_count; a++)
        for (uint32_t i = 0; i < w->array_count; i++) {
            const struct witness_array *array = &w->arrays[i];
            if (!tidy_is_memory(&p->arrays[a]) || !is_read(p, a) || !tidy_is_array(array, &p->arrays[a]) || array->link_count > 0 ||
                array->type.kind == TYPE_POINTER || array->fill == FILL_INITIAL || tidy_is_stated(options, p->arrays[a].name))
                continue;
            u->is_more |= u->count == ARRAYS_MOST;
            if (u->count < ARRAYS_MOST)
                u->arrays[u->count++] = i;
            u->names = u->names ? arena_printf(arena, "%s and '%s'", u->names, p->arrays[a].name) : arena_printf(arena, "'%s'", p->arrays[a].name);
        }
}

/* In attempt 0, ... 2^n - 1 each of n arrays holds 0, or -1, which ends lists; in the last one, each element its index. */
static void fill_unknown(const struct unknown *u, uint32_t attempt, struct witness *w) {
    for (uint32_t k = 0; k < u->count; k++) {
        struct witness_array *array = &w->arrays[u->arrays[k]];
        const uint32_t width = array->type.width_bits;
        bool is_last = attempt >> u->count;
        array->fill = is_last ? FILL_IOTA : attempt >> k & 1 ? FILL_CONSTANT : FILL_ZERO;
        array->value = is_last || width == 0 ? 0 : UINT64_MAX >> (width < 64 ? 64 - width : 0);
        array->step = 1;
        array->has_range = false;
        array->path = NULL;
        array->byte_count = 0;
        array->cell_count = 0;
    }
}

static bool is_avoided(struct arena *scratch, const struct kernel *kernel, const struct finding *f, const struct witness *launch,
                       const struct unknown *unknown, uint64_t *steps_left) {
    struct witness before = *launch, own = *launch;
    struct rerun run;
    bool is = false, is_run = rerun_begin(&run, scratch, kernel, f, &before, *steps_left < STEPS_MOST ? *steps_left : STEPS_MOST);
    own.arrays = arena_alloc(scratch, (own.array_count + (size_t)1) * sizeof *own.arrays);
    memcpy(own.arrays, launch->arrays, own.array_count * sizeof *own.arrays);
    own.expected = NULL;
    own.block_count = 0;
    run.w = &own;
    run.base.steps = run.base.steps < STEPS_MOST / 32 ? run.base.steps : STEPS_MOST / 32; /* lists may go on for ever */
    for (uint32_t attempt = 0; attempt <= UINT32_C(1) << unknown->count && is_run && !is && !rerun_is_over(&run); attempt++) {
        fill_unknown(unknown, attempt, &own);
        is = f->rule == RULE_DATA_RACE ? rerun_avoids(&run) : rerun_avoids_this(&run); /* not because equal values are written */
    }
    *steps_left -= run.steps < *steps_left ? run.steps : *steps_left;
    rerun_end(&run);
    return is;
}

const char *tidy_places(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, const struct check_options *options,
                        const struct finding *f, const struct witness *launch, uint64_t *steps_left) {
    bool is_bounds = f->rule == RULE_OUT_OF_BOUNDS, is = false;
    struct unknown unknown = {.count = 0};
    struct arena scratch;
    if (!kernel || !launch || !is_unknown(protocol, f) || (!is_bounds && (f->rule != RULE_DATA_RACE || !tidy_are_plain_stores(protocol, f))))
        return NULL;
    arena_init(&scratch);
    is = is_of_elements(&scratch, kernel, f);
    if (is)
        find_unknown(arena, protocol, options, launch, &unknown);
    is = unknown.count > 0 && !unknown.is_more && is_avoided(&scratch, kernel, f, launch, &unknown, steps_left);
    arena_release(&scratch);
    return is ? arena_printf(arena, is_bounds ? "what %s hold%s stays in range" : "what %s hold%s keeps places apart", unknown.names,
                             unknown.count == 1 ? "s" : "")
              : NULL;
}
