/* Inline assembly: executed while decoding where it is known (decode_ptx.c), otherwise
 * UNSUPPORTED: with effect VALUE if each statement is arithmetic on registers, with
 * effect MEMORY if not. */
#include <string.h>

#include "llvm/decode_ptx.h"

/* First parts of mnemonics that only compute with registers (PTX ISA, 9.7.1 to 9.7.8). */
static const char *const arithmetic[] = {
    "mov",      "add",      "addc",      "sub",        "subc",         "mul",   "mul24", "mad",   "madc",     "mad24", "fma",   "div",       "rem",
    "min",      "max",      "abs",       "neg",        "and",          "or",    "xor",   "not",   "cnot",     "shl",   "shr",   "shf",       "bfe",
    "bfi",      "bfind",    "brev",      "clz",        "popc",         "fns",   "prmt",  "lop3",  "cvt",      "cvta",  "setp",  "set",       "selp",
    "slct",     "sad",      "dp4a",      "dp2a",       "ex2",          "lg2",   "rcp",   "rsqrt", "sqrt",     "sin",   "cos",   "tanh",      "testp",
    "copysign", "isspacep", "szext",     "bmsk",       "vadd",         "vsub",  "vmin",  "vmax",  "vabsdiff", "vshl",  "vshr",  "vmad",      "vset",
    "vadd2",    "vsub2",    "vavrg2",    "vabsdiff2",  "vmin2",        "vmax2", "vset2", "vadd4", "vsub4",    "vmin4", "vmax4", "vabsdiff4", "vavrg4",
    "vset4",    "mma",      "movmatrix", "getctarank", "createpolicy", "tex",   "tld4",  "txq",
};

/* Names for what the mnemonic alone does not tell a reader. */
static const struct {
    const char *base, *what;
} names[] = {
    {"tex", "texture access"},
    {"tld4", "texture access"},
    {"suld", "surface access"},
    {"sust", "surface access"},
    {"ldmatrix", "matrix load by a warp"},
    {"mma", MATRIX_PRODUCT},
    {"wgmma", "matrix product by a warp group"},
    {"mbarrier", "barrier object"},
};

static bool is_arithmetic(const struct ptx_statement *s) {
    bool is_texture = strcmp(s->parts[0], "tex") == 0 || strcmp(s->parts[0], "tld4") == 0;
    for (size_t i = 0; i < sizeof arithmetic / sizeof *arithmetic && s->part_count > 0; i++) {
        if (strcmp(arithmetic[i], s->parts[0]) == 0) {
            return !s->has_address || is_texture;
        }
    }
    return false;
}

static const char *describe(struct decoder *d, const struct ptx_statement *s) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i].base, s->parts[0]) == 0) {
            return names[i].what;
        }
    }
    if (strncmp(s->mnemonic, "cp.async.bulk", 13) == 0) {
        return "bulk asynchronous copy";
    }
    if (strncmp(s->mnemonic, "cp.async", 8) == 0) {
        return s->has_address ? "asynchronous copy" : "wait for asynchronous copies";
    }
    return arena_printf(d->arena, "inline assembly: %s", s->mnemonic);
}

void decode_asm(struct decoder *d, LLVMValueRef call) {
    size_t length;
    const char *assembly = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length);
    struct ptx_text text = {0};
    ptx_parse(d->arena, arena_strndup(d->arena, assembly, length), &text);
    const struct ptx_statement *unknown = NULL;
    if (!decode_ptx(d, call, &text, &unknown) && !d->is_ended) {
        const struct ptx_statement *worst = NULL;
        for (uint32_t i = 0; i < text.statements.size && !worst; i++) {
            worst = is_arithmetic(&text.statements.data[i]) ? NULL : &text.statements.data[i];
        }
        const struct ptx_statement *named = worst ? worst : unknown ? unknown : text.statements.data;
        const char *what = named && named->part_count > 0 ? describe(d, named) : "inline assembly";
        bool is_value = !worst && text.statements.size > 0;
        for (uint32_t i = 0; i < text.statements.size; i++) {
            if (text.statements.data[i].part_count > 0 && strcmp(text.statements.data[i].parts[0], "mma") == 0) {
                emit_matrix_product(d);
            }
        }
        span_define_unsupported(d, call, is_value ? UNSUPPORTED_VALUE : UNSUPPORTED_MEMORY, what);
    }
    ptx_release(&text);
}
