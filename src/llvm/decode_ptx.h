/* The machine that executes inline PTX while it is decoded. */
#ifndef WP_LLVM_DECODE_PTX_H
#define WP_LLVM_DECODE_PTX_H

#include "llvm/decode.h"
#include "llvm/ptx.h"

enum { PTX_ARGUMENT_LIMIT = 64 };

struct ptx_machine {
    struct decoder *d;
    value_ref arguments[PTX_ARGUMENT_LIMIT]; /* outputs, then inputs; id 0: not yet written */
    uint32_t output_count, argument_count;
    value_ref *registers;
    const char **names;
    uint32_t register_count;
    value_ref guard; /* of the current statement; id 0: none */
};

/* The last type in the mnemonic: ".u32" gives i32. */
bool ptx_type_of(const struct ptx_statement *s, struct type *type, bool *is_signed);

/* The same bits as another type; integers are cut or zero-extended. */
value_ref ptx_coerce(struct decoder *d, value_ref value, struct type type);
bool ptx_get(struct ptx_machine *m, const struct ptx_operand *operand, struct type type, value_ref *value);
/* Under a guard the old value stays where the guard is false. */
bool ptx_set(struct ptx_machine *m, const struct ptx_operand *operand, value_ref value);

/* The value behind an argument or register as it is; false: none yet. */
bool ptx_value(struct ptx_machine *m, const struct ptx_operand *operand, value_ref *value);
/* The address space that the mnemonic names, or GENERIC; false: one that we do not have. */
bool ptx_space(const struct ptx_statement *s, enum space *space);
/* The pointer that a number stands for, in the space or in the one it is known to have. */
bool ptx_pointer(struct decoder *d, value_ref value, enum space space, value_ref *result);

/* One statement; false: not one of these. decode_ptx_value.c and decode_ptx_effect.c */
bool ptx_arithmetic(struct ptx_machine *m, const struct ptx_statement *s);
bool ptx_effect(struct ptx_machine *m, const struct ptx_statement *s);
/* decode_copy.c; it may have a guard. */
bool ptx_copy(struct ptx_machine *m, const struct ptx_statement *s);
/* The address of a term in brackets, in the space. */
bool ptx_address(struct ptx_machine *m, const struct ptx_term *term, enum space space, value_ref *address);

#endif
