/* Copies of a kernel: with a block barrier more, with barriers less, with two pointer parameters that point into one allocation. What
   an edit does not change is shared with the original, which must outlive the copy. */
#ifndef WP_KERNEL_EDIT_H
#define WP_KERNEL_EDIT_H

#include "kernel/kernel.h"

/* Without the instructions for which `dropped` (by id) is true; nobody may use
   their results, and none is a terminator. */
struct kernel *kernel_without(struct arena *arena, const struct kernel *kernel, const bool *dropped);

/* With a block barrier before the instruction at `position` of `block`, which is
   not a phi. The barrier's id is inst_count of the original. */
struct kernel *kernel_with_barrier(struct arena *arena, const struct kernel *kernel, uint32_t block, uint32_t position, loc_ref loc);

/* Whether the text of a claim begins what a kernel relies on: `wp_requires(...)`, `__requires(...)`. */
bool kernel_is_contract(const char *text);
/* With assertions in the place of what the kernel relies on. NULL: it relies on nothing. */
struct kernel *kernel_with_contract(struct arena *arena, const struct kernel *kernel);
struct kernel *kernel_without_contract(struct arena *arena, const struct kernel *kernel);

/* One pointer parameter in terms of another one: `param` points `offset` elements of `elem_bytes` bytes behind `of`. Where both are one and
   there is an offset, the parameter of the copy is the start of the memory that the one of the original points into. */
struct kernel_alias {
    uint32_t param, of;    /* numbers of pointer parameters; not of structs, which are passed by value. KERNEL_ALIAS_NULL: `param` is null, */
    uint64_t member_bytes; /* or, of a struct that is passed by value, the pointer at this byte of it */
    const char *offset;    /* name of the parameter, of KERNEL_OFFSET_BITS bits, that the copy gets for the offset; NULL: the offset is 0 */
    uint32_t elem_bytes;   /* at most KERNEL_ELEM_MOST */
};
#define KERNEL_ALIAS_NULL UINT32_MAX
enum { KERNEL_OFFSET_BITS = 44, KERNEL_ELEM_MOST = 1 << 16 };

/* Every use of parameter `param` becomes one of `of`, plus the offset, or of the null pointer. The parameter stays, and is not used. */
struct kernel *kernel_with_alias(struct arena *arena, const struct kernel *kernel, const struct kernel_alias *alias);

/* In which the objects of these symbols hold what they are initialised with, and are constants. NULL: it has none of them with an initial value. */
struct kernel *kernel_with_initial(struct arena *arena, const struct kernel *kernel, const char *const *symbols, uint32_t count);

#endif
