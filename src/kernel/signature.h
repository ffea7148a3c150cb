/* What a kernel's displayed name tells of its parameters: `k(float4 const*, int)`. The IR
   has no such types. Names of extern "C" kernels tell nothing. */
#ifndef WP_KERNEL_SIGNATURE_H
#define WP_KERNEL_SIGNATURE_H

#include "kernel/kernel.h"

/* The type of a parameter as written there, "" if the name has none. */
const char *signature_type(struct arena *arena, const char *display, uint32_t param);

struct signature_pointee {
    uint32_t bytes;     /* size of what the pointer points to; 0: not known */
    struct type scalar; /* what it consists of: of float4 f32; an address is an i64 */
};
/* Of a type that is a pointer. Structures are not known. */
struct signature_pointee signature_pointee(const char *type);

/* What stands before the name of a variable of the device where conditions, facts and launch files speak of it (docs/launches.md). */
#define SIGNATURE_VARIABLE "extern."
/* The name behind that; NULL: it is no such name. */
const char *signature_variable(const char *name);
/* What stands there in the place of the other pointer where a pointer parameter is null: "b = nullptr". */
#define SIGNATURE_NULL "nullptr"

#endif
