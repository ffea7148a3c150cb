/* Names of the scalars in structs that are passed by value: "p.ne[1]", or "p.24" of one at byte 24
   whose name is not known (unions, bit-fields, parts of a member, programs without debug information). */
#ifndef WP_KERNEL_MEMBER_H
#define WP_KERNEL_MEMBER_H

#include "kernel/kernel.h"

/* NULL: no member is just these bytes. */
const struct param_member *member_at(const struct param *param, uint64_t offset_bytes, uint64_t size_bytes);

const char *member_name(struct arena *arena, const struct param *param, uint64_t offset_bytes, uint64_t size_bytes);

/* The byte that "p.ne[1]" or "p.24" begins at; -1: it is no name of a member of the parameter. */
int64_t member_place(const struct param *param, const char *name);

/* Whether both name the same byte of one struct; names of other things are not looked at. */
bool member_is_same(const struct kernel *kernel, const char *a, const char *b);

#endif
