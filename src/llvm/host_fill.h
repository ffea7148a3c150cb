/* What loops of host code write into memory: `for (i = 0; i < n; i++) h[i] = f(i)`. */
#ifndef WP_LLVM_HOST_FILL_H
#define WP_LLVM_HOST_FILL_H

#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

/* What so many elements hold, from the first one of an allocation on. */
struct host_filled {
    const struct host_value *count; /* of elements */
    bool is_zero, is_distinct, is_sorted, is_increasing;
    const struct host_value *low, *high; /* low <= element < high; NULL: not known */
    const int64_t *elements;             /* each of them; NULL: not known, or too many to be told */
    bool is_summary;                     /* the program computes each element, and what is said here other elements meet as well */
};

struct host_fill {
    LLVMValueRef before; /* the branch into the loop, which every path to the loop takes */
    struct host_filled filled;
};

/* Whether the store is the one that fills memory from `base` on, element by element, once in each round of a loop that ends only when all
   rounds are done, and `at` comes after it. Other writes of the same memory are the caller's to find, those within the loop included. */
bool host_read_fill(struct host_scope *s, struct host_graph *g, LLVMValueRef store, LLVMValueRef at, LLVMValueRef base, uint32_t element_bytes,
                    bool reads_unsigned, struct host_fill *out);

/* What the numbers are, as elements. Sorts them. Of HOST_FILL_ELEMENTS at most each is known. */
enum { HOST_FILL_ELEMENTS = 16 };
struct host_filled host_fill_of_numbers(struct host_reader *r, int64_t *elements, uint32_t count);

#endif
