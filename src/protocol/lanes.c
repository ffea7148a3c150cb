/* Results of warp collectives that all lanes share: votes, reductions and
   shuffles from one lane, over the full mask. They order nothing. */
#include "protocol/infer.h"

#define WARP_THREADS 32u

static bool is_constant(struct inference *inf, const struct inst *inst, uint32_t operand, uint32_t block, uint64_t *value) {
    return operand < inst->operand_count && term_is_const(inf->terms, value_scalar_at(inf, kernel_operand(inf->kernel, inst, operand), block), value);
}

/* A shuffle over the whole warp from one constant lane. */
static bool is_broadcast(struct inference *inf, const struct inst *inst, uint32_t block, uint64_t *lane) {
    uint64_t clamp;
    return strcmp(inst->name, "shfl.sync.idx") == 0 && is_constant(inf, inst, 2, block, lane) && *lane < WARP_THREADS &&
           is_constant(inf, inst, 3, block, &clamp) && clamp == WARP_THREADS - 1;
}

void lanes_note(struct inference *inf, const struct inst *inst, uint32_t block, uint32_t proto_loop, term_ref result) {
    uint64_t mask, lane = 0;
    bool is_shared = inst->imm == COLLECTIVE_REDUX || (inst->imm == COLLECTIVE_VOTE && strstr(inst->name, "sync")) ||
                     (inst->imm == COLLECTIVE_SHFL && is_broadcast(inf, inst, block, &lane));
    if (!is_shared || !is_constant(inf, inst, inst->imm == COLLECTIVE_REDUX ? 1 : 0, block, &mask) || mask != UINT32_MAX)
        return;
    struct proto_lanes lanes = {.symbol = {(uint32_t)term_get(inf->terms, result)->value},
                                .guard = inf->guard[block],
                                .loop = proto_loop,
                                .source = inst->imm == COLLECTIVE_SHFL ? (uint32_t)lane : PROTOCOL_NONE};
    vec_push(&inf->lane_values, lanes);
}

void lanes_complete(struct inference *inf, uint32_t first, term_ref condition) {
    for (uint32_t i = first; i < inf->lane_values.size; i++)
        inf->lane_values.data[i].guard = term_and(inf->terms, condition, inf->lane_values.data[i].guard);
}
