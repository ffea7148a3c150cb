/* Asynchronous copies from global to shared memory: cp.async, its intrinsics, and __pipeline_*.
 *
 * A copy is a MEMCPY and, where part of the destination is cleared, a MEMSET, both ASYNC.
 * cp.async.wait_all is a commit and a wait for every group (PTX ISA, cp.async.wait_all). */
#include <stdlib.h>
#include <string.h>

#include "llvm/decode_call.h"
#include "llvm/decode_ptx.h"

/* Both sides of a copy by cp.async are aligned to its size; 0 if that is not known. */
static uint64_t alignment_of(struct decoder *d, value_ref bytes) {
    const struct inst *size = kernel_inst(builder_kernel(d->builder), bytes);
    bool is_size = size->op == INST_CONST && (size->imm == 4 || size->imm == 8 || size->imm == 16);
    return is_size ? size->imm : 0;
}

/* `bytes` from the source, then `cleared` zeros; i64. */
static void emit_copy(struct decoder *d, value_ref destination, value_ref source, value_ref bytes, value_ref cleared, uint64_t alignment) {
    struct inst copy = {.op = INST_MEMCPY, .flags = INST_ASYNC, .type = type_void, .imm = alignment};
    struct inst clear = {.op = INST_MEMSET, .flags = INST_ASYNC, .type = type_void};
    emit_full(d, copy, (value_ref[]){destination, source, bytes}, 3);
    const struct inst *none = kernel_inst(builder_kernel(d->builder), cleared);
    if (none->op != INST_CONST || none->imm != 0) {
        value_ref rest = emit2(d, INST_PTRADD, emit_type_of(d, destination), destination, bytes);
        emit_full(d, clear, (value_ref[]){rest, emit_constant(d, (struct type){TYPE_INT, 8, 0, 1}, 0), cleared}, 3);
    }
}

static void emit_wait(struct decoder *d, value_ref pending) {
    emit(d, INST_COPY_WAIT, type_void, 0, &pending, 1);
}

static value_ref less(struct decoder *d, value_ref whole, value_ref part) {
    const struct kernel *k = builder_kernel(d->builder);
    const struct inst *a = kernel_inst(k, whole), *b = kernel_inst(k, part);
    struct type i64 = emit_type_of(d, whole);
    bool is_known = a->op == INST_CONST && b->op == INST_CONST;
    return is_known ? emit_constant(d, i64, a->imm - b->imm) : emit2(d, INST_SUB, i64, whole, part);
}

/* __pipeline_memcpy_async(destination, source, bytes, cleared): the last `cleared` bytes are.
   imm: of any alignment (0), or aligned to its size (1). */
void call_copy_async(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)name;
    value_ref bytes = emit_resize(d, call_argument(d, call, 2), 64, false);
    value_ref cleared = emit_resize(d, call_argument(d, call, 3), 64, false);
    emit_copy(d, emit_plain(d, call_argument(d, call, 0)), emit_plain(d, call_argument(d, call, 1)), less(d, bytes, cleared), cleared,
              imm ? alignment_of(d, bytes) : 0);
}

/* llvm.nvvm.cp.async.{ca,cg}.shared.global.N[.s](destination, source[, bytes of the source]) */
void call_copy_intrinsic(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    const char *width = strstr(name, ".global.");
    struct type i64 = {TYPE_INT, 64, 0, 1};
    value_ref bytes = emit_constant(d, i64, width ? strtoull(width + 8, NULL, 10) : 0), copied = bytes;
    if (LLVMGetNumArgOperands(call) > 2) {
        copied = emit_resize(d, call_argument(d, call, 2), 64, false);
    }
    emit_copy(d, emit_plain(d, call_argument(d, call, 0)), emit_plain(d, call_argument(d, call, 1)), copied, less(d, bytes, copied),
              alignment_of(d, bytes));
}

void call_copy_commit(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)call;
    (void)imm;
    (void)name;
    emit(d, INST_COPY_COMMIT, type_void, 0, NULL, 0);
}

void call_copy_wait(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    (void)imm;
    (void)name;
    emit_wait(d, emit_resize(d, call_argument(d, call, 0), 64, false));
}

void call_copy_wait_all(struct decoder *d, LLVMValueRef call, uint64_t imm, const char *name) {
    call_copy_commit(d, call, imm, name);
    emit_wait(d, emit_constant(d, (struct type){TYPE_INT, 64, 0, 1}, 0));
}

/* [destination], [source], bytes {, bytes of the source | predicate: none of them} {, cache policy} */
static bool copy(struct ptx_machine *m, const struct ptx_statement *s) {
    struct decoder *d = m->d;
    struct type i64 = {TYPE_INT, 64, 0, 1};
    uint32_t terms = s->term_count - (ptx_has_part(s, "L2::cache_hint") ? 1 : 0);
    enum space space;
    value_ref destination, source, bytes, copied;
    bool fits = terms >= 3 && terms <= 4 && ptx_space(s, &space) && space == SPACE_SHARED &&
                ptx_address(m, &s->terms[0], SPACE_SHARED, &destination) && ptx_address(m, &s->terms[1], SPACE_GLOBAL, &source) &&
                s->terms[2].count == 1 && ptx_get(m, &s->terms[2].elements[0], i64, &bytes);
    if (!fits) {
        return false;
    }
    copied = bytes;
    value_ref given;
    if (terms == 4) {
        if (s->terms[3].count != 1 || s->terms[3].is_negated) {
            return false;
        }
        bool is_number = s->terms[3].elements[0].kind == PTX_NUMBER;
        if (is_number || !ptx_value(m, &s->terms[3].elements[0], &given) || emit_type_of(d, given).width_bits != 1) {
            if (!ptx_get(m, &s->terms[3].elements[0], i64, &copied)) {
                return false;
            }
        } else {
            copied = emit3(d, INST_SELECT, i64, given, emit_constant(d, i64, 0), bytes);
        }
    }
    value_ref cleared = less(d, bytes, copied);
    if (m->guard.id != 0) {
        copied = emit3(d, INST_SELECT, i64, m->guard, copied, emit_constant(d, i64, 0));
        cleared = emit3(d, INST_SELECT, i64, m->guard, cleared, emit_constant(d, i64, 0));
    }
    emit_copy(d, destination, source, copied, cleared, alignment_of(d, bytes));
    return true;
}

bool ptx_copy(struct ptx_machine *m, const struct ptx_statement *s) {
    struct decoder *d = m->d;
    bool is_copy = s->part_count > 1 && strcmp(s->parts[0], "cp") == 0 && strcmp(s->parts[1], "async") == 0;
    if (!is_copy || ptx_has_part(s, "bulk") || ptx_has_part(s, "mbarrier")) {
        return false;
    }
    if (s->has_address) {
        return copy(m, s);
    }
    struct type i64 = {TYPE_INT, 64, 0, 1};
    value_ref pending;
    bool waits_all = ptx_has_part(s, "wait_all"), waits = ptx_has_part(s, "wait_group");
    if (m->guard.id != 0 || (!waits && !waits_all && !ptx_has_part(s, "commit_group"))) {
        return false;
    }
    if (waits) {
        if (s->term_count != 1 || s->terms[0].count != 1 || !ptx_get(m, &s->terms[0].elements[0], i64, &pending)) {
            return false;
        }
        emit_wait(d, pending);
        return true;
    }
    emit(d, INST_COPY_COMMIT, type_void, 0, NULL, 0);
    if (waits_all) {
        emit_wait(d, emit_constant(d, i64, 0));
    }
    return true;
}
