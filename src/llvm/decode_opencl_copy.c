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

void builtin_come_with(struct decoder *d, value_ref value) {
    struct inst inst = {.op = INST_BARRIER, .type = type_void, .imm = BARRIER_SAME, .scope = FENCE_NEITHER};
    enum inst_op op = (enum inst_op)kernel_inst(builder_kernel(d->builder), value)->op;
    if (op == INST_CONST || op == INST_OBJECT || op == INST_NULLPTR || op == INST_UNDEF) {
        return;
    }
    value = emit_type_of(d, value).kind == TYPE_POINTER ? emit1(d, INST_PTRTOINT, type_any, emit_plain(d, value)) : emit_resize(d, value, 64, false);
    emit_full(d, inst, &value, 1);
}

static void emit_copy(struct decoder *d, value_ref destination, value_ref source, value_ref size) {
    struct inst copy = {.op = INST_MEMCPY, .flags = INST_ASYNC | INST_GROUP, .type = type_void};
    emit_full(d, copy, (value_ref[]){emit_plain(d, destination), emit_plain(d, source), size}, 3);
}

/* An element of a copy with a stride: destination, source, bytes. */
void call_group_element(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    if (LLVMGetNumArgOperands(call) != 3 || call_has_result(call) || d->module->language != LANGUAGE_OPENCL) {
        span_define_unsupported(d, call, UNSUPPORTED_MEMORY, "asynchronous copy of an element");
        return;
    }
    emit_copy(d, call_argument(d, call, 0), call_argument(d, call, 1), emit_resize(d, call_argument(d, call, 2), 64, false));
    call_define_any(d, call);
}

/* imm: which argument is the event. The fourth of five is a stride; the elements were copied before (strided.c). */
void builtin_group_copy(struct decoder *d, const struct builtin_call *b) {
    uint64_t bytes = builtin_pointee_bytes(b->types, 0);
    come_together(d);
    for (unsigned i = 0; i < b->imm; i++) {
        builtin_come_with(d, builtin_argument(d, b, i));
    }
    if (bytes == 0) {
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, "asynchronous copy by a work-group");
        return;
    }
    if (b->imm == 3) {
        value_ref count = emit_resize(d, builtin_argument(d, b, 2), 64, false);
        emit_copy(d, builtin_argument(d, b, 0), builtin_argument(d, b, 1), emit2(d, INST_MUL, type_any, count, emit_constant(d, type_any, bytes)));
    }
    emit(d, INST_COPY_COMMIT, type_void, 0, NULL, 0);
    call_define_any(d, b->call);
}

/* Those who wait come together before, so that no copy is over for who has not come, and after, so
 * that it is for all. */
void builtin_group_wait(struct decoder *d, const struct builtin_call *b) {
    int left = events_left(d, b->call);
    come_together(d);
    builtin_come_with(d, builtin_argument(d, b, 0));
    if (left == WAITS_UNKNOWN) {
        value_ref chosen = events_chosen(d, b->call);
        if (chosen.id != 0) {
            builtin_come_with(d, chosen);
        }
        builtin_unsupported(d, b, UNSUPPORTED_MEMORY, "wait for copies of a work-group that are not told apart");
    } else if (left != WAITS_NONE) {
        value_ref pending = emit_constant(d, type_any, (uint64_t)left);
        emit(d, INST_COPY_WAIT, type_void, 0, &pending, 1);
        come_together(d);
    }
}
