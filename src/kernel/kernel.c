#include "kernel/kernel.h"

#include <assert.h>

static const struct {
    const char *text;
    enum inst_class class;
} ops[INST_OP_COUNT] = {
#define INST(name, text, class) {text, CLASS_##class},
#include "kernel/ops.def"
#undef INST
};

enum inst_class inst_class_of(enum inst_op op) {
    assert(op < INST_OP_COUNT);
    return ops[op].class;
}

const char *inst_op_name(enum inst_op op) {
    assert(op < INST_OP_COUNT);
    return ops[op].text;
}
