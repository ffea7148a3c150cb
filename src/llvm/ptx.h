/* Inline PTX assembly, taken apart: statements with mnemonic, guard and operands.
 *
 * Text without meaning here (comments, braces, register declarations) is skipped. All
 * strings are copies in the arena. */
#ifndef WP_LLVM_PTX_H
#define WP_LLVM_PTX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

enum ptx_operand_kind {
    PTX_ARGUMENT, /* "$3": index */
    PTX_REGISTER, /* declared in the text: name */
    PTX_SPECIAL,  /* "%laneid": name without '%' */
    PTX_NUMBER,   /* bits */
    PTX_SINK,     /* "_" */
};

struct ptx_operand {
    enum ptx_operand_kind kind;
    uint32_t index;
    uint64_t bits;
    const char *name;
};

enum { PTX_PARTS_LIMIT = 12, PTX_TERMS_LIMIT = 8, PTX_ELEMENTS_LIMIT = 8 };

/* One comma-separated term: x, {x, y}, x|y, [x], [x+4], !x. */
struct ptx_term {
    struct ptx_operand elements[PTX_ELEMENTS_LIMIT];
    uint32_t count;
    bool is_vector, is_address, is_pair, is_negated;
    int64_t offset; /* of an address */
};

struct ptx_statement {
    const char *mnemonic;               /* "ld.global.v2.u32" */
    const char *parts[PTX_PARTS_LIMIT]; /* split at dots */
    uint32_t part_count;
    bool has_guard, guard_is_negated;
    struct ptx_operand guard;
    struct ptx_term terms[PTX_TERMS_LIMIT];
    uint32_t term_count;
    bool is_parsed; /* false: only the mnemonic is known */
    bool has_address;
};

struct ptx_text {
    VEC(struct ptx_statement) statements;
};

void ptx_parse(struct arena *arena, const char *text, struct ptx_text *result);
void ptx_release(struct ptx_text *text);

bool ptx_has_part(const struct ptx_statement *statement, const char *part);

#endif
