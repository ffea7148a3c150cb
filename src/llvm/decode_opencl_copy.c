/* Asynchronous copies by a work-group: async_work_group_copy, wait_group_events.
 *
 * All work-items come together at each call, with the same arguments (OpenCL C 3.0, 6.15.11): a
 * barrier that orders nothing, and one for each argument that is no constant. The copy is made
 * once, by the first work-item for all, and is a group of copies of its own (decode_copy.c). It is
 * under way until a wait for its event; whether a work-item that has waited comes after all of it
 * without a barrier, the language does not say plainly: proofs do not use it, and runs do not
 * show otherwise (simulate/shadow.c). */
#include "llvm/decode_opencl.h"

static const struct type type_any = {.kind = TYPE_INT, .width_bits = 64, .lanes = 1};

static void come_together(struct decoder *d) {
    struct inst inst = {.op = INST_BARRIER, .type = type_void, .imm = BARRIER_BLOCK, .scope = FENCE_NEITHER};
    emit_full(d, inst, NULL, 0);
}

static void come_with(struct decoder *d, value_ref value) {
    struct inst inst = {.op = INST_BARRIER, .type = type_void, .imm = BARRIER_SAME, .scope = FENCE_NEITHER};
    enum inst_op op = (enum inst_op)kernel_inst(builder_kernel(d->builder), value)->op;
    if (op == INST_CONST || op == INST_OBJECT || op == INST_NULLPTR || op == INST_UNDEF) {
        return;
    }
    value = emit_type_of(d, value).kind == TYPE_POINTER ? emit1(d, INST_PTRTOINT, type_any, emit_plain(d, value))
                                                        : emit_resize(d, value, 64, false);
    emit_full(d, inst, &value, 1);
}

/* imm: which argument is the event; the fourth of five is a stride. */
void builtin_group_copy(struct decoder *d, const struct builtin_call *b) {
    uint64_t bytes = builtin_pointee_bytes(b->types, 0), stride = 1;
    bool is_strided = b->imm == 4 && (!builtin_constant(d, b, 3, &stride) || stride != 1);
    come_together(d);
    for (unsigned i = 0; i < b->imm; i++) {
        come_with(d, builtin_argument(d, b, i));
    }
    if (bytes == 0 || is_strided) {
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, is_strided ? "asynchronous copy by a work-group, with a stride" : "asynchronous copy by a work-group");
        return;
    }
    value_ref count = emit_resize(d, builtin_argument(d, b, 2), 64, false);
    value_ref size = emit2(d, INST_MUL, type_any, count, emit_constant(d, type_any, bytes));
    struct inst copy = {.op = INST_MEMCPY, .flags = INST_ASYNC | INST_GROUP, .type = type_void};
    emit_full(d, copy, (value_ref[]){emit_plain(d, builtin_argument(d, b, 0)), emit_plain(d, builtin_argument(d, b, 1)), size}, 3);
    emit(d, INST_COPY_COMMIT, type_void, 0, NULL, 0);
    call_define_any(d, b->call);
}

/* Those who wait come together before, so that no copy is over for who has not come, and after, so
 * that it is for all. */
void builtin_group_wait(struct decoder *d, const struct builtin_call *b) {
    int left = events_left(d, b->call);
    come_together(d);
    come_with(d, builtin_argument(d, b, 0));
    if (left == WAITS_UNKNOWN) {
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, "wait for copies of a work-group that are not told apart");
    } else if (left != WAITS_NONE) {
        value_ref pending = emit_constant(d, type_any, (uint64_t)left);
        emit(d, INST_COPY_WAIT, type_void, 0, &pending, 1);
        come_together(d);
    }
}
