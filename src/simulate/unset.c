/* Which bits of values may come from undefined operands, once for a kernel: an
 * analysis of its instructions, bit by bit where they move or mask bits.
 *
 * A structure of bit fields is set field by field: masked, shifted and combined with what
 * was there before, which is undefined at first. What is read from a field then is not. */
#include "simulate/machine.h"
#include "simulate/value.h"

struct survey {
    const struct kernel *kernel;
    uint64_t *unset; /* by instruction */
};

static uint64_t of(const struct survey *s, value_ref v) {
    return s->unset[v.id];
}

static bool constant(const struct survey *s, value_ref v, uint64_t *bits) {
    const struct inst *inst = kernel_inst(s->kernel, v);
    *bits = inst->imm;
    return inst->op == INST_CONST && inst->type.lanes == 1;
}

/* Whatever the instruction does with them, its bits may depend on all of the operands'. */
static uint64_t any(const struct survey *s, const struct inst *inst, uint64_t whole) {
    bool is_unset = inst_class_of((enum inst_op)inst->op) != CLASS_VALUE;
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        is_unset |= of(s, kernel_operand(s->kernel, inst, i)) != 0;
    }
    return is_unset ? whole : 0;
}

static uint64_t either(const struct survey *s, const struct inst *inst, uint32_t first) {
    uint64_t bits = 0;
    for (uint32_t i = first; i < inst->operand_count; i++) {
        bits |= of(s, kernel_operand(s->kernel, inst, i));
    }
    return bits;
}

/* A mask, a combination: a constant decides bits by itself. */
static uint64_t masked(const struct survey *s, const struct inst *inst) {
    uint64_t bits = either(s, inst, 0), c;
    for (uint32_t i = 0; i < 2; i++) {
        if (constant(s, kernel_operand(s->kernel, inst, i), &c)) {
            bits &= inst->op == INST_AND ? c : ~c;
        }
    }
    return bits;
}

static uint64_t shifted(const struct survey *s, const struct inst *inst, uint64_t whole) {
    uint64_t bits = of(s, kernel_operand(s->kernel, inst, 0)), by;
    if (!constant(s, kernel_operand(s->kernel, inst, 1), &by) || by >= inst->type.width_bits) {
        return any(s, inst, whole);
    }
    return (inst->op == INST_SHL ? bits << by : bits >> by) & whole;
}

static uint64_t unset_bits(const struct survey *s, const struct inst *inst) {
    uint64_t whole = inst->type.kind == TYPE_POINTER ? UINT64_MAX : value_mask(inst->type.width_bits);
    enum inst_op op = (enum inst_op)inst->op;
    if (inst->type.lanes > 1) {
        return any(s, inst, UINT64_MAX);
    }
    if (op == INST_UNDEF) {
        return whole;
    }
    if (op == INST_AND || op == INST_OR) {
        return masked(s, inst);
    }
    if (op == INST_SHL || op == INST_LSHR) {
        return shifted(s, inst, whole);
    }
    if (op == INST_SELECT) {
        return of(s, kernel_operand(s->kernel, inst, 0)) ? whole : either(s, inst, 1);
    }
    bool keeps_places =
        op == INST_XOR || op == INST_TRUNC || op == INST_ZEXT || op == INST_PHI || op == INST_PTRTOINT || op == INST_INTTOPTR || op == INST_PTRCAST;
    return keeps_places ? either(s, inst, 0) & whole : any(s, inst, whole);
}

uint64_t *unset_survey(struct arena *arena, const struct kernel *kernel) {
    struct survey s = {kernel, arena_alloc(arena, kernel->inst_count * sizeof *s.unset)};
    for (uint32_t id = 1; id < kernel->inst_count; id++) {
        s.unset[id] = kernel->insts[id].op == INST_UNDEF ? UINT64_MAX : 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t place = 0; place < kernel->order_total; place++) {
            uint32_t id = kernel->order[place];
            uint64_t bits = s.unset[id] | unset_bits(&s, &kernel->insts[id]);
            changed |= bits != s.unset[id];
            s.unset[id] = bits;
        }
    }
    return s.unset;
}
