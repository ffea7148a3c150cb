/* The numbers that a struct which is passed by value consists of, as far as its kernel tells: members, but bytes that the
   kernel reads in several ways (unions, a struct that is copied word by word) are cut where any of these begins or ends, so that
   each number that it reads is whole parts, the lowest first. Pointers are not cut, nor what shares bytes with one, nor what is no
   whole number of bytes. */
#ifndef WP_KERNEL_PART_H
#define WP_KERNEL_PART_H

#include "kernel/kernel.h"

struct struct_part {
    uint64_t offset_bytes;
    uint32_t size_bytes; /* 1..8, or a pointer's */
    struct type type;    /* as the kernel reads it, or an integer */
};

struct struct_parts {
    struct struct_part *parts; /* of what the kernel reads at fixed places, in the order of the loads; no two begin at one byte */
    uint32_t count;
};

/* All in `arena`. */
struct struct_parts struct_parts(struct arena *arena, const struct kernel *kernel, uint32_t param);

/* Whether the kernel reads the struct at places that are not fixed, or copies it; *element is the widest number it reads there
   (a float if all are of one size, else an integer), an i32 if it is not told. */
bool struct_is_indexed(const struct kernel *kernel, uint32_t param, struct type *element);

/* Where a pointer into structs that are passed by value points, if that is fixed. */
bool struct_place(const struct kernel *kernel, value_ref pointer, uint32_t *param, uint64_t *offset_bytes);

#endif
