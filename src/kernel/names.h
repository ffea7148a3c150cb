/* The words of the text form (print.c, parse.c) for everything that is a number in
 * memory. Private to this room, except type_print. */
#ifndef WP_KERNEL_NAMES_H
#define WP_KERNEL_NAMES_H

#include "kernel/kernel.h"

enum { FCMP_PREDICATE_COUNT = 16 };

struct name_table {
    const char *const *names;
    uint32_t count;
};

extern const struct name_table flag_names; /* bit n is the n-th name */
extern const struct name_table scope_names;
extern const struct name_table fence_names; /* of barriers */

/* The names of an instruction's immediate, NULL if it is a number or nothing. */
const struct name_table *imm_names(enum inst_op op);

/* Place of a name of `length` bytes in the table, or -1. */
int name_find(const struct name_table *table, const char *text, size_t length);

/* "" for SPACE_GENERIC; NULL if there is no such space. */
const char *space_name(uint32_t space);
bool space_find(const char *text, size_t length, enum space *space);

/* i32, f16, bf16, ptr, ptr.shared, v4f32; "void". */
void type_print(struct type type, struct buffer *out);
bool type_find(const char *text, size_t length, struct type *type);

#endif
