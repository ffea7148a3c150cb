/* One instruction of one thread. */
#include <string.h>

#include "simulate/callee.h"
#include "simulate/machine.h"
#include "simulate/value.h"

enum { MAX_CALL_OPERANDS = 16 };

uint64_t execute_unknown(struct machine *m, uint32_t width_bits) {
    return rng_next(&m->rng) & value_mask(width_bits);
}

static struct value unknown_value(struct machine *m, struct type type, uint8_t taint) {
    struct value value = {.taint = taint};
    for (uint32_t lane = 0; lane < type.lanes; lane++) {
        value.lanes[lane] = execute_unknown(m, type.width_bits);
    }
    return value;
}

static uint64_t param_value(struct machine *m, const struct thread *thread, uint32_t index) {
    const struct param *param = &m->kernel->params[index];
    if (param->by_value_struct) {
        return memory_object_address(m, thread, param->object);
    }
    if (!m->input->arguments) {
        return 0;
    }
    const struct simulate_argument *argument = &m->input->arguments[index];
    if (param->type.kind == TYPE_POINTER && argument->array != SIMULATE_NONE) {
        return simulate_address(argument->array, argument->offset_bytes);
    }
    return argument->bits & value_mask(param->type.width_bits);
}

struct value execute_operand(struct machine *m, const struct thread *thread, value_ref v) {
    const struct inst *inst = kernel_inst(m->kernel, v);
    struct value value = {.taint = 0};
    if (inst->op == INST_CONST) {
        value.lanes[0] = inst->imm;
    } else if (inst->op == INST_UNDEF) {
        value = unknown_value(m, inst->type, TAINT_UNDEFINED);
    } else if (inst->op == INST_PARAM) {
        value.lanes[0] = param_value(m, thread, (uint32_t)inst->imm);
    } else if (inst->op == INST_OBJECT) {
        value.lanes[0] = memory_object_address(m, thread, (uint32_t)inst->imm);
    } else if (inst->op != INST_NULLPTR) {
        uint32_t slot = m->slot[v.id];
        memcpy(value.lanes, thread->values + slot, inst->type.lanes * sizeof *value.lanes);
        value.taint = thread->taints[slot];
    }
    return value;
}

void execute_define(struct machine *m, struct thread *thread, uint32_t inst,
                    const struct value *value) {
    uint32_t slot = m->slot[inst], lanes = m->kernel->insts[inst].type.lanes;
    memcpy(thread->values + slot, value->lanes, lanes * sizeof *value->lanes);
    thread->taints[slot] = value->taint;
}

static uint64_t sreg_value(struct machine *m, const struct thread *thread, enum sreg sreg,
                           uint8_t *taint) {
    const uint32_t *block = m->input->block;
    const uint32_t tid[] = {thread->index % block[0], thread->index / block[0] % block[1],
                            thread->index / block[0] / block[1]};
    if (sreg <= SREG_TID_Z) {
        return tid[sreg];
    }
    if (sreg <= SREG_BID_Z) {
        return thread->home->id[sreg - SREG_BID_X];
    }
    if (sreg <= SREG_BDIM_Z) {
        return block[sreg - SREG_BDIM_X];
    }
    if (sreg <= SREG_GDIM_Z) {
        return m->input->grid[sreg - SREG_GDIM_X];
    }
    if (sreg == SREG_LANE) {
        return thread_lane(thread);
    }
    if (sreg == SREG_WARPSIZE) {
        return WARP_THREADS;
    }
    if (sreg == SREG_WARPID) {
        return thread->index / WARP_THREADS;
    }
    *taint |= TAINT_UNSUPPORTED;
    return sreg == SREG_CLOCK ? m->result->steps : execute_unknown(m, 32);
}

/* Instructions on integers, floats, pointers; `in` are the operands. */
static void scalar(struct machine *m, const struct thread *thread, const struct inst *inst,
                   const struct value *in, struct value *out) {
    const struct kernel *k = m->kernel;
    enum inst_op op = (enum inst_op)inst->op;
    struct type type = inst->type;
    struct type from = inst->operand_count > 0 ? kernel_inst(k, kernel_operand(k, inst, 0))->type
                                               : type;
    uint64_t a = in[0].lanes[0], b = in[1].lanes[0];
    if (op <= INST_XOR || op == INST_MULHI_U || op == INST_MULHI_S) {
        bool defined;
        out->lanes[0] = value_binary(op, type.width_bits, a, b, &defined);
        out->taint |= defined ? 0 : TAINT_UNDEFINED;
    } else if (op <= INST_SLE) {
        out->lanes[0] = value_compare(op, from.width_bits, a, b);
    } else if (op >= INST_BSWAP && op <= INST_BREV) {
        out->lanes[0] = value_unary(op, type.width_bits, a);
    } else if (op == INST_FSHL || op == INST_FSHR) {
        out->lanes[0] = value_funnel(op, type.width_bits, a, b, in[2].lanes[0]);
    } else if (op >= INST_FADD && op <= INST_FNEG) {
        out->lanes[0] = value_float(op, type, a, b);
    } else if (op == INST_FCMP) {
        out->lanes[0] = value_fcmp(inst->imm, from, a, b);
    } else if (op == INST_PTRADD) {
        out->lanes[0] = a + b;
    } else if (op == INST_PTRTOINT || op == INST_INTTOPTR) {
        out->lanes[0] = a & value_mask(type.width_bits);
        out->taint |= type.width_bits < 64 ? TAINT_UNSUPPORTED : 0;
    } else if (op == INST_PTRCAST) {
        out->lanes[0] = a;
    } else if (op == INST_SREG) {
        out->lanes[0] = sreg_value(m, thread, (enum sreg)inst->imm, &out->taint) &
                        value_mask(type.width_bits);
    } else {
        out->lanes[0] = value_convert(op, type, from, a);
    }
}

static void call(struct machine *m, const struct inst *inst, const struct value *in,
                 struct value *out) {
    struct type types[MAX_CALL_OPERANDS];
    uint64_t arguments[MAX_CALL_OPERANDS];
    uint32_t count = inst->operand_count;
    bool exact = true;
    for (uint32_t i = 0; i < count; i++) {
        types[i] = kernel_inst(m->kernel, kernel_operand(m->kernel, inst, i))->type;
        arguments[i] = in[i].lanes[0];
    }
    for (uint32_t lane = 0; lane < inst->type.lanes; lane++) {
        struct type type = inst->type;
        type.lanes = 1;
        out->lanes[lane] = callee_evaluate(inst->name, type, types, arguments, count, &exact);
    }
    out->taint |= exact ? 0 : TAINT_APPROXIMATE;
}

static void vector(const struct inst *inst, const struct value *in, struct value *out) {
    if (inst->op == INST_LANE) {
        out->lanes[0] = in[0].lanes[inst->imm];
        return;
    }
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        out->lanes[i] = in[i].lanes[0];
    }
}

static void compute(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    struct value in[MAX_CALL_OPERANDS] = {{.taint = 0}}, out = {.taint = 0};
    if (inst->operand_count > MAX_CALL_OPERANDS) {
        out = unknown_value(m, inst->type, TAINT_APPROXIMATE);
        execute_define(m, thread, id, &out);
        return;
    }
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        in[i] = execute_operand(m, thread, kernel_operand(m->kernel, inst, i));
        out.taint |= in[i].taint;
    }
    if (inst->op == INST_SELECT) {
        uint8_t taint = in[0].taint;
        out = in[0].lanes[0] ? in[1] : in[2];
        out.taint |= taint;
    } else if (inst->op == INST_CALL) {
        call(m, inst, in, &out);
    } else if (inst->op == INST_LANE || inst->op == INST_PACK) {
        vector(inst, in, &out);
    } else {
        scalar(m, thread, inst, in, &out);
    }
    execute_define(m, thread, id, &out);
}

/* Goes to successor n; its phis take their values together. */
static void enter(struct machine *m, struct thread *thread, uint32_t n) {
    const struct kernel *k = m->kernel;
    uint32_t from = thread->block, to = kernel_succ(k, from, n).id, pred = 0, phis = 0;
    const struct block *block = &k->blocks[to];
    while (kernel_pred(k, to, pred).id != from) {
        pred++;
    }
    vec_clear(&m->phi_values);
    for (; kernel_inst(k, kernel_at(k, to, phis))->op == INST_PHI; phis++) {
        const struct inst *phi = kernel_inst(k, kernel_at(k, to, phis));
        vec_push(&m->phi_values, execute_operand(m, thread, kernel_operand(k, phi, pred)));
    }
    for (uint32_t i = 0; i < phis; i++) {
        execute_define(m, thread, k->order[block->first_inst + i], &m->phi_values.data[i]);
    }
    thread->block = to;
    thread->place = phis;
}

static void end_launch(struct machine *m, struct thread *thread, uint32_t id) {
    if (m->kernel->insts[id].op == INST_UNREACHABLE && !thread->failed_assertion) {
        record_unsupported(m, thread, id, "code that cannot be reached was reached");
    } else if (m->kernel->insts[id].op == INST_TRAP) {
        struct simulate_finding finding = {.rule = SIMULATE_TRAPPED, .event_count = 1};
        finding.events[0] = event_of(m, thread, id);
        finding.approximate = thread->control != 0;
        record_finding(m, &finding);
    }
    machine_stop(m);
}

static void terminate(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    enum inst_op op = (enum inst_op)inst->op;
    uint32_t successor = 0;
    if (op == INST_RET) {
        barrier_exit(m, thread);
        return;
    }
    if (op == INST_TRAP || op == INST_UNREACHABLE) {
        end_launch(m, thread, id);
        return;
    }
    if (op == INST_CONDBR || op == INST_SWITCH) {
        struct value value = execute_operand(m, thread, kernel_operand(m->kernel, inst, 0));
        thread->control |= value.taint;
        if (op == INST_CONDBR) {
            successor = value.lanes[0] ? 0 : 1;
        }
        for (uint32_t i = 1; i < inst->operand_count && successor == 0; i++) {
            const struct inst *label = kernel_inst(m->kernel, kernel_operand(m->kernel, inst, i));
            successor = label->imm == value.lanes[0] ? i : 0;
        }
    }
    enter(m, thread, successor);
}

static void assert_or_assume(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    struct value value = execute_operand(m, thread, kernel_operand(m->kernel, inst, 0));
    if (value.lanes[0]) {
        return;
    }
    if (inst->op == INST_ASSUME) {
        m->result->assumption_failed = true;
        m->result->assumption = inst->loc;
        machine_stop(m);
        return;
    }
    struct simulate_finding finding = {.rule = SIMULATE_ASSERTION, .event_count = 1};
    finding.kind = FINDING_KIND_FAILS;
    finding.events[0] = event_of(m, thread, id);
    finding.approximate = (value.taint | thread->control) != 0;
    finding.text = inst->name;
    record_finding(m, &finding);
    thread->failed_assertion = true;
}

static void unsupported(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    record_unsupported(m, thread, id, inst->name);
    m->result->incomplete_memory |= inst->imm == UNSUPPORTED_MEMORY;
    if (inst->imm == UNSUPPORTED_MEMORY) {
        thread->control |= TAINT_UNSUPPORTED;
    }
    if (inst->type.kind != TYPE_VOID) {
        struct value value = unknown_value(m, inst->type, TAINT_UNSUPPORTED);
        execute_define(m, thread, id, &value);
    }
}

void execute_step(struct machine *m, struct thread *thread) {
    const struct kernel *k = m->kernel;
    uint32_t id = k->order[k->blocks[thread->block].first_inst + thread->place];
    const struct inst *inst = &k->insts[id];
    m->result->steps++;
    thread->last_inst = id;
    thread->place++;
    switch (inst_class_of((enum inst_op)inst->op)) {
    case CLASS_VALUE:
        compute(m, thread, id);
        break;
    case CLASS_MEMORY:
        access_execute(m, thread, id);
        break;
    case CLASS_SYNC:
        if (inst->op == INST_BARRIER) {
            barrier_arrive(m, thread, id);
        } else if (inst->op == INST_COLLECTIVE) {
            collective_arrive(m, thread, id);
        }
        break;
    case CLASS_EFFECT:
        if (inst->op == INST_ASSERT || inst->op == INST_ASSUME) {
            assert_or_assume(m, thread, id);
        } else if (inst->op == INST_UNSUPPORTED) {
            unsupported(m, thread, id);
        }
        break;
    case CLASS_TERMINATOR:
        terminate(m, thread, id);
        break;
    }
}
