/* What an event of a run touched, in the launch's terms. */
#include <inttypes.h>
#include <string.h>

#include "simulate/value.h"
#include "simulate/witness.h"
#include "simulate/witness_words.h"

struct witness_memory witness_memory_of(const struct kernel *kernel, const struct witness *witness, const struct simulate_event *event) {
    struct witness_memory memory = {.space = SPACE_GLOBAL, .offset_bytes = event->offset_bytes};
    if (event->array != SIMULATE_NONE) {
        const struct witness_array *array = &witness->arrays[event->array];
        const char *dot = array->name[0] == '@' ? strchr(array->name, '.') : NULL;
        memory.name = dot ? dot + 1 : array->name;
        memory.elem_bytes = array->type.width_bits / 8u;
        memory.is_unbounded = array->unbounded;
        memory.size_bytes = array->unbounded ? 0 : array->size_bytes;
        memory.offset_bytes -= array->unbounded ? WITNESS_ORIGIN : 0;
    } else if (event->object != SIMULATE_NONE) {
        const struct object *object = &kernel->objects[event->object];
        memory.name = object->name;
        memory.space = object->space;
        memory.elem_bytes = object->elem_bytes;
        memory.size_bytes = object->dynamic ? witness->dynamic_shared_bytes : object->size_bytes;
    }
    return memory;
}

const char *witness_space_name(enum space space) {
    switch (space) {
    case SPACE_SHARED: return "shared";
    case SPACE_CONSTANT:
    case SPACE_PARAM: return "constant";
    case SPACE_LOCAL: return "local";
    case SPACE_GLOBAL:
    case SPACE_GENERIC: break;
    }
    return "global";
}

void witness_print_index(const struct witness_memory *memory, struct buffer *out) {
    int64_t elem_bytes = memory->elem_bytes;
    if (elem_bytes > 0 && memory->offset_bytes % elem_bytes == 0) {
        buffer_printf(out, "%" PRId64, memory->offset_bytes / elem_bytes);
    } else {
        buffer_printf(out, "byte %" PRId64, memory->offset_bytes);
    }
}

bool witness_print_access(const struct kernel *kernel, const struct simulate_event *event, struct buffer *out) {
    const struct inst *inst = kernel_inst(kernel, event->inst);
    struct type type = inst->op == INST_STORE ? kernel_inst(kernel, kernel_operand(kernel, inst, 1))->type : inst->type;
    bool is_number = type.kind == TYPE_INT || type.kind == TYPE_FLOAT || type.kind == TYPE_BFLOAT;
    if (is_number && type.lanes == 1) {
        witness_print_value(type, event->value & value_mask(type.width_bits), out);
    }
    return is_number && type.lanes == 1;
}
