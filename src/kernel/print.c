/* The text form of a kernel; docs/kernel-ir.md has the grammar. Prints any kernel whose
 * tables are in shape, also one that kernel_check rejects for its types. */
#include <ctype.h>
#include <string.h>

#include "kernel/names.h"

static void print_string(const char *text, struct buffer *out) {
    buffer_char(out, '"');
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte < 0x20 || byte == '"' || byte == '\\' || byte == 0x7f) {
            buffer_printf(out, "\\%02x", byte);
        } else {
            buffer_char(out, *c);
        }
    }
    buffer_char(out, '"');
}

static bool is_word(const char *text) {
    for (const char *c = text; *c; c++) {
        if (!isalnum((unsigned char)*c) && *c != '_') {
            return false;
        }
    }
    return *text != '\0';
}

/* "$2.name", "@0.tile": the name is there for the reader only. */
static void print_named(char sigil, uint64_t index, const char *name, struct buffer *out) {
    buffer_printf(out, "%c%llu", sigil, (unsigned long long)index);
    if (name && is_word(name)) {
        buffer_printf(out, ".%s", name);
    }
}

static void print_loc(loc_ref loc, struct buffer *out) {
    if (loc.id != 0) {
        buffer_printf(out, " !%u", loc.id);
    }
}

static void print_head(const struct kernel *k, struct buffer *out) {
    buffer_add(out, "kernel ");
    print_string(k->name, out);
    buffer_char(out, ' ');
    print_string(k->display, out);
    buffer_char(out, ' ');
    print_string(k->file, out);
    buffer_printf(out, " %u\n", k->line);
    if (k->language == LANGUAGE_OPENCL) {
        buffer_add(out, "opencl\n");
    }
    if (k->max_threads) {
        buffer_printf(out, "max_threads %u\n", k->max_threads);
    }
    const uint32_t *required = k->required_block;
    if (required[0] || required[1] || required[2]) {
        buffer_printf(out, "required_block %u %u %u\n", required[0], required[1], required[2]);
    }
}

static void print_param(const struct kernel *k, uint32_t index, struct buffer *out) {
    const struct param *param = &k->params[index];
    buffer_printf(out, "param $%u ", index);
    print_string(param->name, out);
    buffer_char(out, ' ');
    type_print(param->type, out);
    if (param->by_value_struct) {
        buffer_printf(out, " struct @%u", param->object);
    }
    buffer_add(out, param->is_restrict ? " restrict" : "");
    buffer_add(out, param->is_readonly ? " readonly" : "");
    if (param->elem_bytes) {
        buffer_printf(out, " elem %u", param->elem_bytes);
    }
    buffer_char(out, '\n');
    for (uint32_t i = 0; i < param->member_count; i++) {
        const struct param_member *member = &param->members[i];
        buffer_printf(out, "member $%u ", index);
        print_string(member->name, out);
        buffer_char(out, ' ');
        print_string(member->type, out);
        buffer_printf(out, " at %llu size %u\n", (unsigned long long)member->offset_bytes, member->size_bytes);
    }
}

static void print_bytes(const char *word, const uint8_t *bytes, uint64_t count, struct buffer *out) {
    buffer_add(out, bytes ? word : "");
    for (uint64_t i = 0; bytes && i < count; i++) {
        buffer_printf(out, "%02x", bytes[i]);
    }
}

static void print_object(const struct kernel *k, uint32_t index, struct buffer *out) {
    const struct object *object = &k->objects[index];
    const char *space = space_name(object->space);
    buffer_printf(out, "object @%u ", index);
    print_string(object->name, out);
    buffer_printf(out, " %s size %llu", space && *space ? space : "generic", (unsigned long long)object->size_bytes);
    if (object->elem_bytes) {
        buffer_printf(out, " elem %u", object->elem_bytes);
    }
    if (object->space == SPACE_PARAM || object->is_argument) {
        buffer_printf(out, " param $%u", object->param);
    }
    buffer_add(out, object->dynamic ? " dynamic" : "");
    buffer_add(out, object->is_argument ? " argument" : "");
    buffer_add(out, object->is_constant ? " constant" : "");
    print_bytes(" init ", object->initialiser, object->size_bytes, out);
    print_bytes(" unknown ", object->unknown, object->size_bytes, out);
    print_loc(object->loc, out);
    buffer_char(out, '\n');
}

static void print_locs(const struct kernel *k, struct buffer *out) {
    for (uint32_t i = 1; i < k->loc_count; i++) {
        const struct loc *loc = &k->locs[i];
        buffer_printf(out, "loc !%u ", i);
        print_string(loc->file, out);
        buffer_char(out, ' ');
        print_string(loc->function, out);
        buffer_printf(out, " %u:%u", loc->line, loc->column);
        if (loc->inlined_at.id) {
            buffer_printf(out, " at !%u", loc->inlined_at.id);
        }
        buffer_char(out, '\n');
    }
}

static void print_const(const struct inst *leaf, struct buffer *out) {
    struct type type = leaf->type;
    unsigned long long bits = leaf->imm;
    if (type.kind != TYPE_INT) {
        buffer_printf(out, "0x%llx:", bits);
        type_print(type, out);
        return;
    }
    if (type.width_bits == 1) {
        buffer_add(out, bits ? "true" : "false");
        return;
    }
    uint64_t sign = (uint64_t)1 << (type.width_bits - 1);
    if (bits & sign) {
        buffer_printf(out, "-%llu", (unsigned long long)((sign - (bits & ~sign))));
    } else {
        buffer_printf(out, "%llu", bits);
    }
    if (type.width_bits != 32) {
        buffer_char(out, ':');
        type_print(type, out);
    }
}

static bool type_equals(struct type a, struct type b) {
    return a.kind == b.kind && a.width_bits == b.width_bits && a.space == b.space && a.lanes == b.lanes;
}

static void print_leaf(const struct kernel *k, const struct inst *leaf, struct buffer *out) {
    struct type plain = {.kind = TYPE_VOID};
    if (leaf->op == INST_CONST) {
        print_const(leaf, out);
        return;
    }
    if (leaf->op == INST_PARAM) {
        const struct param *param = leaf->imm < k->param_count ? &k->params[leaf->imm] : NULL;
        print_named('$', leaf->imm, param ? param->name : NULL, out);
        plain = param ? param->type : plain;
    } else if (leaf->op == INST_OBJECT) {
        const struct object *object = leaf->imm < k->object_count ? &k->objects[leaf->imm] : NULL;
        print_named('@', leaf->imm, object ? object->name : NULL, out);
        plain = (struct type){TYPE_POINTER, 64, (uint8_t)(object ? object->space : 0), 1};
    } else {
        buffer_add(out, leaf->op == INST_UNDEF ? "undef" : "null");
    }
    if (!type_equals(leaf->type, plain)) {
        buffer_char(out, ':');
        type_print(leaf->type, out);
    }
}

static void print_operand(const struct kernel *k, value_ref v, struct buffer *out) {
    if (v.id == 0 || v.id >= k->inst_count) {
        buffer_printf(out, "?%u", v.id);
    } else if (k->insts[v.id].op <= INST_NULLPTR) {
        print_leaf(k, &k->insts[v.id], out);
    } else {
        buffer_printf(out, "%%%u", v.id);
    }
}

static void print_immediate(const struct inst *inst, struct buffer *out) {
    const struct name_table *names = imm_names((enum inst_op)inst->op);
    if (names && inst->imm < names->count) {
        buffer_printf(out, " %s", names->names[inst->imm]);
    } else if (names || inst->op == INST_LANE) {
        buffer_printf(out, " %llu", (unsigned long long)inst->imm);
    }
}

static void print_modifiers(const struct inst *inst, struct buffer *out) {
    for (uint32_t i = 0; i < flag_names.count; i++) {
        if (inst->flags >> i & 1) {
            buffer_printf(out, " %s", flag_names.names[i]);
        }
    }
    if (inst->op == INST_BARRIER) {
        if (inst->scope != FENCE_BOTH && inst->scope < fence_names.count) {
            buffer_printf(out, " fence %s", fence_names.names[inst->scope]);
        }
    }
    bool scoped =
        inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG || (inst->flags & INST_ATOMIC_ACCESS) || (inst->scope != 0 && inst->op != INST_BARRIER);
    if (scoped && inst->scope < scope_names.count) {
        buffer_printf(out, " %s", scope_names.names[inst->scope]);
    }
    if ((inst->op == INST_LOAD || inst->op == INST_STORE || inst->op == INST_MEMCPY) && inst->imm) {
        buffer_printf(out, " align %llu", (unsigned long long)inst->imm);
    }
    if (inst->name) {
        buffer_char(out, ' ');
        print_string(inst->name, out);
    }
    if (inst->type.kind != TYPE_VOID) {
        buffer_char(out, ' ');
        type_print(inst->type, out);
    }
}

static void print_operands(const struct kernel *k, const struct inst *inst, struct buffer *out) {
    bool is_phi = inst->op == INST_PHI;
    buffer_add(out, is_phi ? " [" : "");
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        buffer_add(out, i > 0 ? ", " : is_phi ? "" : " ");
        if (is_phi && i < k->blocks[inst->block.id].pred_count) {
            buffer_printf(out, "b%u ", kernel_pred(k, inst->block.id, i).id);
        }
        print_operand(k, kernel_operand(k, inst, i), out);
    }
    buffer_add(out, is_phi ? "]" : "");
}

static void print_inst(const struct kernel *k, uint32_t b, uint32_t n, struct buffer *out) {
    value_ref v = kernel_at(k, b, n);
    const struct inst *inst = kernel_inst(k, v);
    buffer_add(out, "  ");
    if (inst->type.kind != TYPE_VOID) {
        buffer_printf(out, "%%%u = ", v.id);
    }
    buffer_add(out, inst_op_name((enum inst_op)inst->op));
    print_immediate(inst, out);
    print_modifiers(inst, out);
    print_operands(k, inst, out);
    if (inst_class_of((enum inst_op)inst->op) == CLASS_TERMINATOR) {
        for (uint32_t i = 0; i < k->blocks[b].succ_count; i++) {
            buffer_printf(out, "%s b%u", i == 0 ? " ->" : ",", kernel_succ(k, b, i).id);
        }
    }
    print_loc(inst->loc, out);
    buffer_char(out, '\n');
}

void kernel_print(const struct kernel *kernel, struct buffer *out) {
    print_head(kernel, out);
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        print_param(kernel, i, out);
    }
    for (uint32_t i = 0; i < kernel->object_count; i++) {
        print_object(kernel, i, out);
    }
    print_locs(kernel, out);
    for (uint32_t b = 0; b < kernel->block_count; b++) {
        buffer_printf(out, "b%u:", b);
        for (uint32_t i = 0; i < kernel->blocks[b].pred_count; i++) {
            buffer_printf(out, "%s b%u", i == 0 ? " ; from" : ",", kernel_pred(kernel, b, i).id);
        }
        buffer_char(out, '\n');
        for (uint32_t i = 0; i < kernel->blocks[b].inst_count; i++) {
            print_inst(kernel, b, i, out);
        }
    }
}
