/* One instruction of one thread. */
#include <string.h>

#include "simulate/callee.h"
#include "simulate/machine.h"
#include "simulate/value.h"

enum { MAX_CALL_OPERANDS = 16, LAST_STEPS = 1 << 13 };

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

/* The first lane of a value; adds its taint. */
static uint64_t operand_bits(struct machine *m, const struct thread *thread, value_ref v, uint8_t *taint) {
    const struct inst *inst = kernel_inst(m->kernel, v);
    if (inst->op > INST_NULLPTR) {
        *taint |= thread->taints[m->slot[v.id]];
        return thread->values[m->slot[v.id]];
    }
    if (inst->op == INST_CONST) {
        return inst->imm;
    }
    if (inst->op == INST_UNDEF) {
        *taint |= TAINT_UNSET;
        return execute_unknown(m, inst->type.width_bits);
    }
    if (inst->op == INST_PARAM) {
        return param_value(m, thread, (uint32_t)inst->imm);
    }
    return inst->op == INST_OBJECT ? memory_object_address(m, thread, (uint32_t)inst->imm) : 0;
}

struct value execute_operand(struct machine *m, const struct thread *thread, value_ref v) {
    const struct inst *inst = kernel_inst(m->kernel, v);
    struct value value;
    value.taint = 0;
    if (inst->type.lanes == 1) {
        value.lanes[0] = operand_bits(m, thread, v, &value.taint);
    } else if (inst->op == INST_UNDEF) {
        value = unknown_value(m, inst->type, TAINT_UNSET);
    } else {
        uint32_t slot = m->slot[v.id];
        memcpy(value.lanes, thread->values + slot, inst->type.lanes * sizeof *value.lanes);
        value.taint = thread->taints[slot];
    }
    return value;
}

void execute_define(struct machine *m, struct thread *thread, uint32_t inst, const struct value *value) {
    uint32_t slot = m->slot[inst], lanes = m->kernel->insts[inst].type.lanes;
    memcpy(thread->values + slot, value->lanes, lanes * sizeof *value->lanes);
    thread->taints[slot] = value->taint;
}

static uint64_t sreg_value(struct machine *m, const struct thread *thread, enum sreg sreg, uint8_t *taint) {
    const uint32_t *block = m->input->block;
    const uint32_t tid[] = {thread->index % block[0], thread->index / block[0] % block[1], thread->index / block[0] / block[1]};
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

/* Whether what may not wrap does. */
static bool note_wrap(struct machine *m, const struct inst *inst, const uint64_t *in) {
    enum inst_op op = (enum inst_op)inst->op;
    uint32_t width = inst->type.width_bits;
    bool as_unsigned = value_wraps(op, width, in[0], in[1], false);
    bool overflows = (as_unsigned && (inst->flags & INST_NUW)) || ((inst->flags & INST_NSW) && value_wraps(op, width, in[0], in[1], true));
    m->result->overflowed |= overflows;
    m->result->wrapped |= as_unsigned && op != INST_SUB && !(inst->flags & (INST_NSW | INST_NUW));
    return overflows;
}

/* Instructions on integers, floats, pointers; `in` are the operands. */
static uint64_t scalar(struct machine *m, const struct thread *thread, const struct inst *inst, const uint64_t *in, uint8_t *taint) {
    const struct kernel *k = m->kernel;
    enum inst_op op = (enum inst_op)inst->op;
    struct type type = inst->type;
    struct type from = inst->operand_count > 0 ? kernel_inst(k, kernel_operand(k, inst, 0))->type : type;
    if (op <= INST_XOR || op == INST_MULHI_U || op == INST_MULHI_S) {
        bool defined;
        uint64_t result = value_binary(op, type.width_bits, in[0], in[1], &defined);
        *taint |= defined ? 0 : TAINT_UNDEFINED;
        if (op == INST_ADD || op == INST_SUB || op == INST_MUL || op == INST_SHL) {
            *taint |= note_wrap(m, inst, in) && m->input->overflow_taints ? TAINT_UNDEFINED : 0;
        }
        return result;
    }
    if (op <= INST_SLE) {
        return value_compare(op, from.width_bits, in[0], in[1]);
    }
    if (op >= INST_BSWAP && op <= INST_BREV) {
        return value_unary(op, type.width_bits, in[0]);
    }
    if (op == INST_FSHL || op == INST_FSHR) {
        return value_funnel(op, type.width_bits, in[0], in[1], in[2]);
    }
    if (op >= INST_FADD && op <= INST_FNEG) {
        return value_float(op, type, in[0], in[1]);
    }
    if (op == INST_FCMP) {
        return value_fcmp(inst->imm, from, in[0], in[1]);
    }
    if (op == INST_PTRADD) {
        *taint |= memory_strays(in[0], in[0] + in[1]) ? TAINT_STRAYED : 0;
        return in[0] + in[1];
    }
    if (op == INST_PTRTOINT || op == INST_INTTOPTR) {
        *taint |= type.width_bits < 64 || from.width_bits < 64 ? TAINT_UNSUPPORTED : 0;
        return in[0] & value_mask(type.width_bits);
    }
    if (op == INST_PTRCAST) {
        return in[0];
    }
    if (op == INST_SREG) {
        return sreg_value(m, thread, (enum sreg)inst->imm, taint) & value_mask(type.width_bits);
    }
    return value_convert(op, type, from, in[0]);
}

static uint64_t call(struct machine *m, const struct inst *inst, const uint64_t *in, uint8_t *taint) {
    struct type types[MAX_CALL_OPERANDS];
    bool exact = true;
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        types[i] = kernel_inst(m->kernel, kernel_operand(m->kernel, inst, i))->type;
    }
    struct type type = inst->type;
    type.lanes = 1;
    uint64_t result = callee_evaluate(inst->name, type, types, in, inst->operand_count, &exact);
    *taint |= exact ? 0 : TAINT_APPROXIMATE;
    return result;
}

/* Everything with a vector as an operand or the result. */
static void vector(struct machine *m, struct thread *thread, uint32_t id) {
    const struct kernel *k = m->kernel;
    const struct inst *inst = &k->insts[id];
    struct value out = {.taint = 0};
    if (inst->op == INST_LANE) {
        struct value in = execute_operand(m, thread, kernel_operand(k, inst, 0));
        out.lanes[0] = in.lanes[inst->imm];
        out.taint = in.taint;
    } else if (inst->op == INST_PACK) {
        for (uint32_t i = 0; i < inst->operand_count; i++) {
            out.lanes[i] = operand_bits(m, thread, kernel_operand(k, inst, i), &out.taint);
        }
    } else if (inst->op == INST_SELECT) {
        uint8_t taint = 0;
        bool first = operand_bits(m, thread, kernel_operand(k, inst, 0), &taint) != 0;
        out = execute_operand(m, thread, kernel_operand(k, inst, first ? 1 : 2));
        out.taint |= taint;
    } else {
        out = unknown_value(m, inst->type, TAINT_APPROXIMATE);
    }
    execute_define(m, thread, id, &out);
}

void execute_value(struct machine *m, struct thread *thread, uint32_t id) {
    const struct kernel *k = m->kernel;
    const struct inst *inst = &k->insts[id];
    if (inst->type.lanes > 1 || inst->op == INST_LANE || inst->operand_count > MAX_CALL_OPERANDS) {
        vector(m, thread, id);
        return;
    }
    uint64_t in[MAX_CALL_OPERANDS], result;
    uint8_t taint = 0;
    in[1] = 0;
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        in[i] = operand_bits(m, thread, kernel_operand(k, inst, i), &taint);
    }
    if (inst->op == INST_SELECT) {
        uint8_t chosen = 0;
        operand_bits(m, thread, kernel_operand(k, inst, 0), &chosen);
        result = operand_bits(m, thread, kernel_operand(k, inst, in[0] ? 1 : 2), &chosen);
        taint = chosen;
    } else if (inst->op == INST_CALL) {
        result = call(m, inst, in, &taint);
    } else {
        result = scalar(m, thread, inst, in, &taint);
    }
    thread->values[m->slot[id]] = result;
    thread->taints[m->slot[id]] = taint & (m->unset[id] ? UINT8_MAX : UINT8_MAX ^ TAINT_UNSET);
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
    uint32_t loop = m->barrier_loop[to];
    if (loop != CFG_NONE) {
        thread->rounds[loop] = cfg_loop_contains(m->cfg, loop, from) ? thread->rounds[loop] + 1 : 0;
    }
    thread->block = to;
    thread->place = phis;
}

static void end_launch(struct machine *m, struct thread *thread, uint32_t id) {
    if (m->kernel->insts[id].op == INST_UNREACHABLE && !thread->failed_assertion) {
        m->result->assumption_failed = true;
        m->result->assumption = m->kernel->insts[id].loc;
    } else if (m->kernel->insts[id].op == INST_TRAP) {
        struct simulate_finding finding = {.rule = SIMULATE_TRAPPED, .event_count = 1};
        finding.events[0] = event_of(m, thread, id);
        finding.approximate = thread->control != 0;
        record_finding(m, &finding);
    }
    if (m->result->assumption_failed || m->input->lockstep) {
        machine_stop(m);
    } else { /* others run on until the end comes */
        uint64_t end = m->result->steps + LAST_STEPS;
        m->end_steps = end < m->end_steps ? end : m->end_steps;
        barrier_wait(m, thread, id, WAIT_END);
        barrier_update(m, thread);
    }
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

/* The value of OTHER is known where it is judged (other.c); elsewhere it is not. */
static void speak(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    struct value value = {.lanes = {1}};
    if (inst->op == INST_OTHER && inst->operand_count > 0) {
        value = execute_operand(m, thread, kernel_operand(m->kernel, inst, 0));
    }
    value.taint |= inst->op == INST_OTHER ? TAINT_UNSUPPORTED : 0;
    execute_define(m, thread, id, &value);
}

static void assert_or_assume(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    if (others_arrive(m, thread, id)) {
        return;
    }
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
    if (inst->imm == UNSUPPORTED_ASKED || inst->imm == UNSUPPORTED_IGNORED || inst->imm == UNSUPPORTED_UNIFORM) {
        return;
    }
    if (inst->imm == UNSUPPORTED_CHOICE) {
        struct value value = unknown_value(m, inst->type, 0);
        execute_define(m, thread, id, &value);
        return;
    }
    record_unsupported(m, thread, id, inst->name);
    bool may_order = inst->imm == UNSUPPORTED_MEMORY || inst->imm == UNSUPPORTED_MEETING;
    m->result->incomplete_memory |= may_order;
    if (may_order) {
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
    if (thread->followed) {
        struct simulate_event event = event_of(m, thread, id);
        event.mode = inst->op == INST_BARRIER ? SIMULATE_BARRIER : SIMULATE_OTHER;
        m->input->follow(m->input->follow_context, &event);
    }
    switch (inst_class_of((enum inst_op)inst->op)) {
    case CLASS_VALUE: execute_value(m, thread, id); break;
    case CLASS_MEMORY:
        if (inst_is_tile(inst)) {
            collective_arrive(m, thread, id);
        } else {
            access_execute(m, thread, id);
        }
        break;
    case CLASS_SYNC:
        if (inst->op == INST_BARRIER) {
            barrier_arrive(m, thread, id);
        } else if (inst->op == INST_COLLECTIVE) {
            collective_arrive(m, thread, id);
        } else if (inst->op == INST_COPY_COMMIT) {
            copies_commit(thread);
        } else if (inst->op == INST_COPY_WAIT) {
            copies_wait(m, thread, id);
        }
        break;
    case CLASS_EFFECT:
        if (inst->op == INST_OTHER || inst->op == INST_ENABLED) {
            speak(m, thread, id);
        } else if (inst->op == INST_ASSERT || inst->op == INST_ASSUME) {
            assert_or_assume(m, thread, id);
        } else if (inst->op == INST_UNSUPPORTED) {
            unsupported(m, thread, id);
        } else if (inst->op == INST_PRINTF) {
            printf_execute(m, thread, id);
        }
        break;
    case CLASS_TERMINATOR: terminate(m, thread, id); break;
    }
}
