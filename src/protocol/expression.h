/* C expressions over a launch, as users write them in options: extents of
   arrays, conditions on parameters.

   Operands are integers, scalar parameters of the kernel (fields of struct
   parameters as in the source, `p.ne[1]`, or by their byte, `p.8`), blockDim.x and so
   on, gridDim.x and so on, warpSize, min(a, b), max(a, b) and
   power_of_two(a), and signed(a), a parameter as a signed number whatever its type, and host.int1 or host.long1: some whole number of 32 or of 64 bits that no parameter is equal to, as host
   code has them. Conditions on contents of arrays, distinct(a) and so on (stated.h), stand alone or are joined to
   other conditions by &&. Operators are those of C
   without assignment and comma, with C's precedences. Arithmetic is that of
   whole numbers: operands are widened to 64 bits, a parameter by its type in
   the kernel's displayed name (signed where that tells nothing), and sums and
   products carry the no-overflow flag. Casts and wrapping are not known. */
#ifndef WP_PROTOCOL_EXPRESSION_H
#define WP_PROTOCOL_EXPRESSION_H

#include "protocol/protocol.h"

/* The expression as a number of 64 bits, or as a condition; TERM_NONE and
   *error in `arena` if it is none. A launch dimension in it counts as read by
   the kernel; a parameter that the kernel does not use gets a symbol. */
term_ref expression_number(struct protocol *protocol, struct arena *arena, const char *text, const char **error);
term_ref expression_condition(struct protocol *protocol, struct arena *arena, const char *text, const char **error);

/* power_of_two(x), of a number of 64 bits. */
term_ref expression_power_of_two(struct term_table *terms, term_ref x);
/* How a scalar parameter, or a member of a struct parameter, is widened in expressions. */
bool expression_is_unsigned(const struct protocol *protocol, const char *param);
/* The type is known and signed; false as well where the kernel's name has no types. */
bool expression_is_signed(const struct protocol *protocol, const char *param);
bool expression_is_float(const struct protocol *protocol, const char *param);

/* What the protocol calls the member that a user calls `p.24`; the name itself if it is none. */
const char *expression_member(const struct protocol *protocol, const char *name);

/* A name of a number that host code has, and the kernel has not: what is stated of it holds for some value. */
bool expression_is_host_number(const char *name);

/* NULL, or what is wrong with the text whatever the kernel's parameters are. */
const char *expression_syntax(struct arena *arena, const char *text);

/* The names of the members that have symbols, in `arena`: those that the kernel reads, and those that
   expressions spoke of. */
const char *const *expression_members(const struct protocol *protocol, struct arena *arena, uint32_t *count);

/* The type of the pointer behind which a parameter array lies, e.g. "int const*"; "" if it is not
   known (extern "C", members without debug information). */
const char *expression_pointer(const struct protocol *protocol, struct arena *arena, uint32_t array);
/* Whether that type is one of unsigned integers (uint4 as well). */
bool expression_holds_unsigned(const struct protocol *protocol, uint32_t array);

#endif
