/* Inline PTX assembly (PTX ISA, sections 9 and 10).
 *
 * A single known instruction becomes what it is: a special register, a barrier, a fence,
 * an exit. Several, or others, become UNSUPPORTED: with effect VALUE if each of them is
 * arithmetic on registers, with effect MEMORY otherwise. */
#include <ctype.h>
#include <string.h>

#include "llvm/decode.h"

/* Mnemonics, up to the first dot, of instructions that only compute with registers. */
static const char *const arithmetic[] = {
    "mov",     "add",      "addc",         "sub",           "subc",     "mul",        "mul24",
    "mad",     "madc",     "mad24",        "fma",           "div",      "rem",        "min",
    "max",     "abs",      "neg",          "and",           "or",       "xor",        "not",
    "cnot",    "shl",      "shr",          "shf",           "bfe",      "bfi",        "bfind",
    "brev",    "clz",      "popc",         "fns",           "prmt",     "lop3",       "cvt",
    "cvta",    "setp",     "set",          "selp",          "slct",     "sad",        "dp4a",
    "dp2a",    "ex2",      "lg2",          "rcp",           "rsqrt",    "sqrt",       "sin",
    "cos",     "tanh",     "copysign",     "testp",         "isspacep", "szext",      "bmsk",
    "vadd",    "vsub",     "vabsdiff",     "vmin",          "vmax",     "vshl",       "vshr",
    "vmad",    "vset",     "vadd2",        "vsub2",         "vavrg2",   "vabsdiff2",  "vmin2",
    "vmax2",   "vset2",    "vadd4",        "vsub4",         "vavrg4",   "vabsdiff4",  "vmin4",
    "vmax4",   "vset4",    "createpolicy", "mma",           "mapa",     "getctarank", "nanosleep",
    "pmevent", "prefetch", "prefetchu",    "applypriority", "discard",
};

static bool is_arithmetic(const char *mnemonic, size_t length) {
    for (size_t i = 0; i < sizeof arithmetic / sizeof *arithmetic; i++) {
        if (strlen(arithmetic[i]) == length && strncmp(arithmetic[i], mnemonic, length) == 0) {
            return true;
        }
    }
    return false;
}

struct statement {
    const char *start, *end;  /* without the guard */
    const char *mnemonic_end; /* end of the whole mnemonic, "bar.sync" */
    bool is_guarded;
};

static bool is_space(char c) {
    return isspace((unsigned char)c) || c == '{' || c == '}';
}

/* The next statement from *at, skipping declarations, braces and comments; false at the end. */
static bool next_statement(const char **at, struct statement *s) {
    for (;;) {
        const char *c = *at;
        while (*c && (is_space(*c) || *c == ';')) {
            c++;
        }
        if (c[0] == '/' && (c[1] == '/' || c[1] == '*')) {
            const char *close = strstr(c, c[1] == '/' ? "\n" : "*/");
            *at = close ? close + (c[1] == '/' ? 1 : 2) : c + strlen(c);
            continue;
        }
        if (!*c) {
            return false;
        }
        const char *end = c;
        int braces = 0;
        for (; *end && *end != ';'; end++) {
            braces += (*end == '{') - (*end == '}');
            if (braces < 0) {
                break;
            }
        }
        *at = *end ? end + 1 : end;
        if (*c == '.') {
            continue;
        }
        s->is_guarded = *c == '@';
        while (s->is_guarded && c < end && !isspace((unsigned char)*c)) {
            c++;
        }
        while (c < end && isspace((unsigned char)*c)) {
            c++;
        }
        s->start = c;
        s->end = end;
        s->mnemonic_end = c;
        while (s->mnemonic_end < end && !isspace((unsigned char)*s->mnemonic_end)) {
            s->mnemonic_end++;
        }
        return true;
    }
}

static bool has_prefix(const struct statement *s, const char *prefix) {
    size_t length = strlen(prefix);
    return (size_t)(s->end - s->start) >= length && strncmp(s->start, prefix, length) == 0;
}

/* The argument behind the n-th operand of the statement: "$k", or NULL. *literal gets a
 * number written there. */
static const char *operand_text(const struct statement *s, unsigned n) {
    const char *c = s->mnemonic_end;
    for (; c < s->end && n > 0; c++) {
        n -= *c == ',';
    }
    while (c < s->end && isspace((unsigned char)*c)) {
        c++;
    }
    return c;
}

static bool operand_value(struct decoder *d, LLVMValueRef call, const char *text,
                          value_ref *value) {
    unsigned outputs = type_leaf_count(d->module, LLVMTypeOf(call));
    if (text[0] == '$' && isdigit((unsigned char)text[1])) {
        unsigned index = 0;
        for (const char *c = text + 1; isdigit((unsigned char)*c) && index < 1000; c++) {
            index = index * 10 + (unsigned)(*c - '0');
        }
        if (index < outputs || index - outputs >= LLVMGetNumArgOperands(call)) {
            return false;
        }
        *value = span_scalar(d, LLVMGetOperand(call, index - outputs));
        return true;
    }
    if (isdigit((unsigned char)text[0])) {
        uint64_t number = 0;
        for (const char *c = text; isdigit((unsigned char)*c); c++) {
            number = number * 10 + (uint64_t)(*c - '0');
        }
        *value = emit_constant(d, type_i32, number);
        return true;
    }
    return false;
}

static bool asm_special_register(struct decoder *d, LLVMValueRef call, const struct statement *s) {
    const char *source = operand_text(s, 1);
    if (!has_prefix(s, "mov.") || *source != '%' ||
        type_leaf_count(d->module, LLVMTypeOf(call)) != 1) {
        return false;
    }
    const char *end = source + 1;
    while (end < s->end && (isalnum((unsigned char)*end) || *end == '_' || *end == '.')) {
        end++;
    }
    const char *name = arena_strndup(d->arena, source + 1, (size_t)(end - source - 1));
    struct type type = type_lane(d->module, LLVMTypeOf(call));
    if (type.kind != TYPE_INT) {
        return false;
    }
    span_define_scalar(d, call, call_special_register(d, name, type));
    return true;
}

static bool asm_barrier(struct decoder *d, LLVMValueRef call, const struct statement *s) {
    static const char *const names[] = {
        "bar.sync",         "barrier.sync",         "bar.cta.sync",
        "barrier.cta.sync", "barrier.sync.aligned", "barrier.cta.sync.aligned"};
    size_t length = (size_t)(s->mnemonic_end - s->start);
    bool is_barrier = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        is_barrier =
            is_barrier || (strlen(names[i]) == length && strncmp(names[i], s->start, length) == 0);
    }
    bool is_warp = length == strlen("bar.warp.sync") && has_prefix(s, "bar.warp.sync");
    if (!is_barrier && !is_warp) {
        return false;
    }
    value_ref operands[2];
    uint32_t count = memchr(s->mnemonic_end, ',', (size_t)(s->end - s->mnemonic_end)) ? 2 : 1;
    for (uint32_t i = 0; i < count; i++) {
        if (!operand_value(d, call, operand_text(s, i), &operands[i])) {
            return false;
        }
    }
    const struct inst *id = kernel_inst(builder_kernel(d->builder), operands[0]);
    enum barrier_kind kind = is_warp ? BARRIER_WARP : BARRIER_NAMED;
    if (!is_warp && count == 1 && id->op == INST_CONST && id->imm == 0) {
        kind = BARRIER_BLOCK;
        count = 0;
    }
    emit(d, INST_BARRIER, type_void, kind, operands, count);
    return true;
}

static bool asm_fence(struct decoder *d, const struct statement *s) {
    if (!has_prefix(s, "membar.") && !has_prefix(s, "fence.")) {
        return false;
    }
    const char *text = arena_strndup(d->arena, s->start, (size_t)(s->mnemonic_end - s->start));
    enum scope_kind scope = strstr(text, ".sys")                          ? SCOPE_KIND_SYSTEM
                            : strstr(text, ".gl") || strstr(text, ".gpu") ? SCOPE_KIND_DEVICE
                                                                          : SCOPE_KIND_BLOCK;
    emit(d, INST_FENCE, type_void, scope, NULL, 0);
    return true;
}

static bool asm_single(struct decoder *d, LLVMValueRef call, const struct statement *s) {
    if (s->is_guarded) {
        return false;
    }
    size_t length = (size_t)(s->mnemonic_end - s->start);
    if (length == 4 && (has_prefix(s, "exit") || has_prefix(s, "trap"))) {
        emit_end(d, has_prefix(s, "exit") ? INST_RET : INST_TRAP);
        return true;
    }
    if (has_prefix(s, "nanosleep") || has_prefix(s, "pmevent") || has_prefix(s, "prefetch")) {
        return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
    }
    return asm_special_register(d, call, s) || asm_barrier(d, call, s) || asm_fence(d, s);
}

void decode_asm(struct decoder *d, LLVMValueRef call) {
    size_t length;
    const char *assembly = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length);
    const char *text = arena_strndup(d->arena, assembly, length);
    struct statement first = {0}, worst = {0}, s;
    uint32_t count = 0;
    for (const char *at = text; next_statement(&at, &s); count++) {
        const char *dot = s.start;
        while (dot < s.mnemonic_end && *dot != '.') {
            dot++;
        }
        bool has_address = memchr(s.start, '[', (size_t)(s.end - s.start)) != NULL;
        bool is_pure = is_arithmetic(s.start, (size_t)(dot - s.start)) &&
                       (!has_address || has_prefix(&s, "prefetch"));
        first = count == 0 ? s : first;
        worst = !is_pure && !worst.start ? s : worst;
    }
    if (count == 0 && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) {
        return;
    }
    if (count == 1 && asm_single(d, call, &first)) {
        return;
    }
    struct statement named = worst.start ? worst : first;
    const char *what = "inline assembly";
    if (named.start) {
        what = arena_printf(d->arena, "inline assembly: %.*s",
                            (int)(named.mnemonic_end - named.start), named.start);
    }
    enum unsupported_effect effect =
        worst.start || count == 0 ? UNSUPPORTED_MEMORY : UNSUPPORTED_VALUE;
    span_define_unsupported(d, call, effect, what);
}
