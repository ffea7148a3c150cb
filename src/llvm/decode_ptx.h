/* The machine that executes inline PTX while it is decoded. */
#ifndef WP_LLVM_DECODE_PTX_H
#define WP_LLVM_DECODE_PTX_H

#include "llvm/decode.h"
#include "llvm/ptx.h"

enum { PTX_ARGUMENT_LIMIT = 64 };

struct ptx_machine {
    struct decoder *d;
    value_ref arguments[PTX_ARGUMENT_LIMIT]; /* outputs, then inputs; id 0: not yet written */
    struct type output_types[PTX_ARGUMENT_LIMIT];
    uint32_t output_count, argument_count;
    value_ref *registers;
    const char **names;
    uint32_t register_count;
    value_ref guard; /* of the current statement; id 0: none */
};

/* The scalar type that a part of a mnemonic names: "u32" gives i32. */
bool ptx_part_type(const char *part, struct type *type, bool *is_signed);
/* The type of a mnemonic that consists of its base, one such type and any of the words, which are separated by blanks; a word that
 * ends in '*' stands for all that begin so. False: any other mnemonic. */
bool ptx_type_of(const struct ptx_statement *s, const char *words, struct type *type, bool *is_signed);

/* The same bits as another type; integers are cut or zero-extended. */
value_ref ptx_coerce(struct decoder *d, value_ref value, struct type type);
bool ptx_get(struct ptx_machine *m, const struct ptx_operand *operand, struct type type, value_ref *value);
/* Under a guard the old value stays where the guard is false. */
bool ptx_set(struct ptx_machine *m, const struct ptx_operand *operand, value_ref value);
/* The result of ld or cvt, whose register may be wider than the type: extended as the type says (PTX ISA, "Operand Size Exceeding
 * Instruction-Type Size"). Registers of unknown width get 64 bits, of which a reader takes as many as it has. */
bool ptx_set_wide(struct ptx_machine *m, const struct ptx_operand *operand, value_ref value, bool is_signed);

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
