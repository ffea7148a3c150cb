/* Total functions on naturals below 2^32: modulo 2^32, division by zero as in SMT-LIB, shifts by
   32 or more give what infinitely many steps give. See evaluate.h. */
#include "calculus/evaluate.h"

static int64_t as_signed(uint32_t a) {
    return a >> 31 ? (int64_t)a - (INT64_C(1) << 32) : (int64_t)a;
}

static uint32_t divide_signed(uint32_t a, uint32_t b) {
    if (b == 0)
        return as_signed(a) < 0 ? 1 : UINT32_MAX;
    return (uint32_t)(as_signed(a) / as_signed(b));
}

static uint32_t shift_signed(uint32_t a, uint32_t b) {
    uint32_t steps = b > 31 ? 31 : b;
    uint32_t filled = a >> 31 ? ~(UINT32_MAX >> steps) : 0;
    return (a >> steps) | filled;
}

uint32_t baby_operate(enum baby_op op, uint32_t a, uint32_t b) {
    switch (op) {
    case BABY_OR_ELSE: return a || b;
    case BABY_AND_ALSO: return a && b;
    case BABY_NOT: return !a;
    case BABY_EQUAL: return a == b;
    case BABY_UNEQUAL: return a != b;
    case BABY_LESS: return a < b;
    case BABY_LESS_EQUAL: return a <= b;
    case BABY_GREATER: return a > b;
    case BABY_GREATER_EQUAL: return a >= b;
    case BABY_SIGNED_LESS: return as_signed(a) < as_signed(b);
    case BABY_SIGNED_LESS_EQUAL: return as_signed(a) <= as_signed(b);
    case BABY_SIGNED_GREATER: return as_signed(a) > as_signed(b);
    case BABY_SIGNED_GREATER_EQUAL: return as_signed(a) >= as_signed(b);
    case BABY_BIT_OR: return a | b;
    case BABY_BIT_XOR: return a ^ b;
    case BABY_BIT_AND: return a & b;
    case BABY_SHIFT_LEFT: return b > 31 ? 0 : a << b;
    case BABY_SHIFT_RIGHT: return b > 31 ? 0 : a >> b;
    case BABY_SIGNED_SHIFT_RIGHT: return shift_signed(a, b);
    case BABY_ADD: return a + b;
    case BABY_SUBTRACT: return a - b;
    case BABY_MULTIPLY: return a * b;
    case BABY_DIVIDE: return b ? a / b : UINT32_MAX;
    case BABY_REMAINDER: return b ? a % b : a;
    case BABY_SIGNED_DIVIDE: return divide_signed(a, b);
    case BABY_SIGNED_REMAINDER: return b ? (uint32_t)(as_signed(a) % as_signed(b)) : a;
    case BABY_NUMBER:
    case BABY_TRUE:
    case BABY_FALSE:
    case BABY_VARIABLE:
    case BABY_CHOICE:
    case BABY_OP_COUNT: break;
    }
    return 0;
}

uint32_t baby_evaluate(const struct baby_program *program, uint32_t expr, const uint32_t *values) {
    const struct baby_expr *e = &program->exprs.data[expr];
    uint32_t operands[2] = {0, 0};
    if (e->op == BABY_NUMBER)
        return e->value;
    if (e->op == BABY_VARIABLE)
        return values[e->value];
    if (e->op == BABY_TRUE || e->op == BABY_FALSE)
        return e->op == BABY_TRUE;
    if (e->op == BABY_CHOICE)
        return baby_evaluate(program, e->child[baby_evaluate(program, e->child[0], values) ? 1 : 2], values);
    for (uint32_t i = 0; i < baby_op_info(e->op)->arity; i++)
        operands[i] = baby_evaluate(program, e->child[i], values);
    return baby_operate(e->op, operands[0], operands[1]);
}
