/* Conditions on what an array holds when the kernel begins (docs/contracts.md, "Contents").

     distinct(a)             no two elements are equal
     sorted(a)               a[i] <= a[j] for i < j
     increasing(a)           a[i] <  a[j] for i < j
     in_range(a, low, high)  low <= a[i] < high
     positive(a)             a[i] >= 1
     zero(a)                 every byte is 0

   of all elements of the array a, or (two more arguments, first and end) of a[first] .. a[end - 1]. Elements are integers of the
   type that the kernel's displayed name gives the pointer; where the name gives none, signed integers of the size of the kernel's
   accesses. Of a vector type such as int2 a condition speaks of one field of each element: `sorted(a.y)`. Each condition is a Boolean symbol of the protocol, whose meaning is `struct stated`; it stands alone in an
   expression or is joined to others by &&. */
#ifndef WP_PROTOCOL_STATED_H
#define WP_PROTOCOL_STATED_H

#include "protocol/protocol.h"

enum content_kind {
#define CONTENT(kind, name, has_bounds) CONTENT_##kind,
#include "protocol/contents.def"
#undef CONTENT
    CONTENT_KINDS
};

#define STATED_WHOLE UINT32_MAX

struct stated {
    enum content_kind kind;
    symbol_ref symbol; /* Boolean; its name is the condition's text */
    uint32_t array;
    uint32_t field;        /* of elements that are vectors: 0 to 3, x to w; STATED_WHOLE */
    uint32_t elem_bytes;   /* of a number: 1, 2, 4 or 8 */
    uint32_t stride_bytes; /* from one element to the next: elem_bytes but for fields */
    uint32_t offset_bytes; /* of the field in its element */
    bool is_signed;
    term_ref first, end; /* the elements that it speaks of, 64 bits; TERM_NONE: all */
    term_ref low, high;  /* IN_RANGE: 64 bits, signed */
};

/* The list of a protocol; grows as expressions are read. */
struct stated_list {
    struct stated *list;
    uint32_t count, capacity;
};

/* The kind of this name; CONTENT_KINDS if it is none. */
enum content_kind stated_kind(const char *name);
bool stated_has_bounds(enum content_kind kind);

/* The Boolean symbol of the condition, a new one unless the protocol has it. `asked`: all but symbol, sizes and is_signed, which
   are found out. TERM_NONE and *error in the protocol's arena if the array's elements are no integers. `text` is copied. */
term_ref stated_make(const struct protocol *protocol, const struct stated *asked, const char *text, const char **error);

/* The array, parameter or variable, of this name that the kernel accesses; PROTOCOL_NONE. */
uint32_t stated_array(const struct protocol *protocol, const char *name);
/* The same, of a name that may end in `.x` to `.w`: *field, or STATED_WHOLE. */
uint32_t stated_field_array(const struct protocol *protocol, const char *name, uint32_t *field);
/* How many numbers an element of the array has; 1 if it is no vector of integers that conditions may speak of. */
uint32_t stated_fields(const struct protocol *protocol, uint32_t array);
/* The two speak of the same elements, or fields of them. */
bool stated_same_place(const struct stated *a, const struct stated *b);

/* The condition whose symbol this is; NULL. Valid until the next one is made. */
const struct stated *stated_of(const struct protocol *protocol, symbol_ref symbol);
/* The condition that the Boolean term is; NULL. */
const struct stated *stated_of_term(const struct protocol *protocol, term_ref t);

/* Every condition of this kind in the term is the term itself, or a part of its conjunction. */
bool stated_is_conjunct(const struct protocol *protocol, term_ref t);

#endif
