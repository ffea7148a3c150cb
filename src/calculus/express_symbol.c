/* Symbols of a protocol, and what memory holds, as variables of BabyCUDA: tid and ntid, parameters,
   loop variables, what reads in scope have given.

   Threads of the calculus have one index. A block of several axes is numbered as CUDA numbers it,
   tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z): indices of threads are
   remainders and quotients of tid. The sizes of the axes are parameters; that of the last one is
   what they leave of ntid. */
#include "calculus/express_parts.h"
#include "protocol/approximation.h"

uint32_t express_nothing(struct expresser *x, const char *what) {
    express_outside(x, what);
    return baby_number(x->program, 0);
}

static uint32_t parameter(struct expresser *x, symbol_ref s, const char *text) {
    if (x->name_of[s.id] == BABY_NONE)
        x->name_of[s.id] = baby_add_name(x->program, express_name(x, text), BABY_PARAM, (struct baby_place){0, 0});
    return baby_variable(x->program, x->name_of[s.id]);
}

/* ---- indices of threads, sizes of blocks ---- */

/* The last axis that the kernel has an index of: 0 x, 1 y, 2 z. Blocks are one thread thick in the
   axes behind it. */
static int last_axis(const struct expresser *x) {
    return x->p->reads_tid[2] ? 2 : x->p->reads_tid[1] ? 1 : 0;
}

static uint32_t size_parameter(struct expresser *x, int axis) {
    static const char *const names[] = {"blockDim.x", "blockDim.y", "blockDim.z"};
    const struct term *size = term_get(x->p->terms, x->p->bdim[axis]);
    return size->op == TERM_SYMBOL ? parameter(x, (symbol_ref){(uint32_t)size->value}, names[axis]) : express_term(x, x->p->bdim[axis]);
}

/* A number divided by the sizes of the axes before this one. */
static uint32_t over_axes_before(struct expresser *x, uint32_t number, int axis) {
    for (int before = 0; before < axis; before++)
        number = express_binary(x, BABY_DIVIDE, number, size_parameter(x, before));
    return number;
}

static uint32_t block_size(struct expresser *x, int axis) {
    if (axis > last_axis(x))
        return baby_number(x->program, 1);
    return axis < last_axis(x) ? size_parameter(x, axis) : over_axes_before(x, baby_variable(x->program, BABY_NAME_NTID), axis);
}

/* Modulo the size of the axis; that of the last axis bounds the quotient anyway. */
static uint32_t thread_index(struct expresser *x, int axis) {
    if (axis > last_axis(x))
        return baby_number(x->program, 0);
    uint32_t index = over_axes_before(x, baby_variable(x->program, BABY_NAME_TID), axis);
    return axis == last_axis(x) ? index : express_binary(x, BABY_REMAINDER, index, size_parameter(x, axis));
}

/* The size of each axis but the last is not 0, and divides the number of threads that is left. */
uint32_t express_block_condition(struct expresser *x) {
    uint32_t all = BABY_NONE;
    for (int axis = 0; axis < last_axis(x); axis++) {
        uint32_t left = over_axes_before(x, baby_variable(x->program, BABY_NAME_NTID), axis);
        uint32_t zero = baby_number(x->program, 0), size = size_parameter(x, axis);
        uint32_t is_some = express_binary(x, BABY_UNEQUAL, size, zero);
        uint32_t divides = express_binary(x, BABY_EQUAL, express_binary(x, BABY_REMAINDER, left, size), zero);
        is_some = express_binary(x, BABY_AND_ALSO, is_some, divides);
        all = all == BABY_NONE ? is_some : express_binary(x, BABY_AND_ALSO, all, is_some);
    }
    return all;
}

/* ---- symbols, contents ---- */

static uint32_t value_of_read(struct expresser *x, symbol_ref s) {
    const struct symbol *symbol = symbol_get(x->p->terms, s);
    for (uint32_t i = x->values.size; i-- > 0;)
        if (!term_is_none(x->values.data[i].gives) && term_get(x->p->terms, x->values.data[i].gives)->value == s.id)
            return baby_variable(x->program, x->values.data[i].name);
    return express_nothing(x, arena_printf(x->arena, "a value that no read in scope gives: %s", symbol->reason ? symbol->reason : symbol->name));
}

uint32_t express_symbol(struct expresser *x, symbol_ref s) {
    static const char *const cuda[2][3] = {{"blockIdx.x", "blockIdx.y", "blockIdx.z"}, {"gridDim.x", "gridDim.y", "gridDim.z"}};
    const struct symbol *symbol = symbol_get(x->p->terms, s);
    switch (symbol->role) {
    case SYMBOL_TID: return thread_index(x, symbol->axis);
    case SYMBOL_BDIM: return block_size(x, symbol->axis);
    case SYMBOL_BID:
    case SYMBOL_GDIM: return parameter(x, s, cuda[symbol->role == SYMBOL_GDIM][symbol->axis]);
    case SYMBOL_PARAM: return parameter(x, s, symbol->name);
    case SYMBOL_COUNTER:
        return x->name_of[s.id] != BABY_NONE ? baby_variable(x->program, x->name_of[s.id])
                                             : express_nothing(x, "the ordinal of a loop that is not around it");
    case SYMBOL_FINAL:
    case SYMBOL_VALUE: break;
    }
    return value_of_read(x, s);
}

uint32_t express_contents(struct expresser *x, term_ref application) {
    const struct term *term = term_get(x->p->terms, application);
    uint32_t function = (uint32_t)term->value, array = approximation_array_of_function(x->p, function);
    for (uint32_t i = x->values.size; i-- > 0 && array != PROTOCOL_NONE;)
        if (x->values.data[i].array == array && term->arity == 1 && term_same(x->values.data[i].offset, term_child(x->p->terms, application, 0)))
            return baby_variable(x->program, x->values.data[i].name);
    return express_nothing(x, array != PROTOCOL_NONE
                                  ? arena_printf(x->arena, "contents of '%s' that no read in scope gives", x->p->arrays[array].name)
                                  : arena_printf(x->arena, "the function %s", function_name(x->p->terms, function)));
}
