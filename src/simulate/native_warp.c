/* Shuffles and votes of whole warps (PTX ISA 9.7.9, 9.7.13); see collective.c for the
 * general case. */
#include <string.h>

#include "simulate/native.h"
#include "simulate/value.h"

static bool has(const struct inst *inst, const char *word) {
    return strstr(inst->name, word) != NULL;
}

/* The lane that `lane` reads from; *inside: within its segment. */
static uint32_t source_of(const struct inst *inst, uint32_t lane, uint32_t amount, uint32_t c, bool *inside) {
    uint32_t clamp = c & 31, segment = c >> 8 & 31;
    uint32_t highest = (lane & segment) | (clamp & ~segment & 31), lowest = lane & segment;
    uint32_t source = lowest | (amount & ~segment & 31);
    if (has(inst, ".up")) {
        source = lane - amount;
        *inside = (int32_t)source >= (int32_t)highest;
    } else {
        source = has(inst, ".down") ? lane + amount : has(inst, ".bfly") ? lane ^ amount : source;
        *inside = source <= highest;
    }
    return *inside ? source : lane;
}

static bool shuffle(const struct inst *inst, const uint64_t *mail, uint32_t lanes, uint64_t *results) {
    if (inst->operand_count != 4) {
        return false;
    }
    for (uint32_t lane = 0; lane < lanes; lane++) {
        const uint64_t *own = mail + lane * NATIVE_MAIL;
        bool inside;
        uint32_t source = source_of(inst, lane, own[2] & 31, (uint32_t)own[3], &inside);
        if (source >= lanes) {
            return false;
        }
        results[lane] = has(inst, ".predicate") ? inside : mail[source * NATIVE_MAIL + 1];
    }
    return true;
}

static bool vote(const struct inst *inst, const uint64_t *mail, uint32_t lanes, uint64_t *results) {
    uint32_t ballot = 0, all = (uint32_t)(((uint64_t)1 << lanes) - 1);
    if (inst->operand_count != 2) {
        return false;
    }
    for (uint32_t lane = 0; lane < lanes; lane++) {
        ballot |= (uint32_t)(mail[lane * NATIVE_MAIL + 1] != 0) << lane;
    }
    uint64_t result = has(inst, "ballot") ? ballot : has(inst, "any") ? ballot != 0 : has(inst, "all") ? ballot == all : ballot == 0 || ballot == all;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        results[lane] = result;
    }
    return has(inst, "ballot") || has(inst, "any") || has(inst, "all") || has(inst, "uni");
}

bool native_warp_exchange(const struct inst *inst, uint64_t *mail, uint32_t lanes) {
    uint64_t results[NATIVE_WARP_THREADS];
    uint32_t existing = (uint32_t)(((uint64_t)1 << lanes) - 1);
    if (!has(inst, ".sync") || (inst->imm != COLLECTIVE_SHFL && inst->imm != COLLECTIVE_VOTE)) {
        return false;
    }
    for (uint32_t lane = 0; lane < lanes; lane++) {
        uint64_t mask = mail[lane * NATIVE_MAIL];
        if (mask != mail[0] || (mask & existing) != existing) {
            return false;
        }
    }
    bool known = inst->imm == COLLECTIVE_SHFL ? shuffle(inst, mail, lanes, results) : vote(inst, mail, lanes, results);
    for (uint32_t lane = 0; known && lane < lanes; lane++) {
        mail[lane * NATIVE_MAIL] = results[lane] & value_mask(inst->type.width_bits);
    }
    return known;
}
