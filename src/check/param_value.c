/* See param_value.h. */
#include "check/param_value.h"

#include <inttypes.h>
#include <string.h>

#include "protocol/expression.h"
#include "term/real.h"

#define SINGLE_BITS 32 /* of a number that the protocol does not have: nothing depends on it */

uint64_t param_value_bits(const struct check_param *param, struct type type) {
    bool is_whole = !param->is_real && type.kind != TYPE_FLOAT && type.kind != TYPE_BFLOAT;
    double number = param->is_real ? param->real : (double)param->value;
    return is_whole ? (uint64_t)param->value : type.kind == TYPE_BFLOAT ? real_bits_of(number, 32) >> 16 : real_bits_of(number, type.width_bits);
}

/* The type by the protocol. */
static struct type type_in(const struct protocol *protocol, const char *name) {
    struct type type = {.kind = expression_is_float(protocol, name) ? TYPE_FLOAT : TYPE_INT, .width_bits = SINGLE_BITS, .lanes = 1};
    symbol_ref symbol;
    if (symbol_find(protocol->terms, name, &symbol))
        type.width_bits = symbol_get(protocol->terms, symbol)->width_bits;
    return type;
}

/* A parameter, or a member whose type is known. */
static bool is_typed(const struct protocol *protocol, const char *name) {
    bool is_found = false;
    for (uint32_t i = 0; i < protocol->param_count; i++)
        is_found |= strcmp(protocol->params[i].name, name) == 0;
    for (uint32_t i = 0; i < protocol->member_count; i++)
        is_found |= strcmp(protocol->members[i].name, name) == 0 && *protocol->members[i].type;
    return is_found;
}

uint64_t param_value_in(const struct protocol *protocol, const struct check_param *param) {
    return param_value_bits(param, type_in(protocol, param->name));
}

static bool fits(int64_t value, uint32_t bits) {
    return bits >= 63 || (value >= -((int64_t)1 << (bits - 1)) && value < (int64_t)1 << bits);
}

const char *param_value_misfit(struct arena *arena, const struct protocol *protocol, const struct check_param *param) {
    symbol_ref symbol;
    const struct type type = type_in(protocol, param->name);
    if (type.kind == TYPE_FLOAT && type.width_bits == 16)
        return arena_printf(arena, "--param: '%s' has 16 bits, of one of two formats: its value cannot be given", param->name);
    if (param->is_real)
        return type.kind == TYPE_INT && is_typed(protocol, param->name)
                   ? arena_printf(arena, "--param: '%s' is an integer, not %.9g", param->name, param->real)
                   : NULL;
    if (type.kind != TYPE_INT || !symbol_find(protocol->terms, param->name, &symbol) || symbol_get(protocol->terms, symbol)->role != SYMBOL_PARAM)
        return NULL;
    return fits(param->value, type.width_bits)
               ? NULL
               : arena_printf(arena, "--param: %" PRId64 " does not fit in the %u bits of '%s'", param->value, type.width_bits, param->name);
}
