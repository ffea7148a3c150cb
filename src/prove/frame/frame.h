/* The protocol with the scope's constants in place: made once, and then only read, but for the facts of launches that are
   not always all in use. */
#ifndef WP_PROVE_FRAME_H
#define WP_PROVE_FRAME_H

#include "base/map.h"
#include "base/vec.h"
#include "prove/frame/prover.h"

/* An item with the scope's constants in place, as thread t sees it. */
struct scoped_item {
    term_ref guard, offset, size, value, mask, count, ballot, source;
};

/* Who takes part in a barrier of part of a block: threads first .. first+count-1
   of it, or those of one tile of `count`. */
struct part {
    enum { PART_UNKNOWN, PART_RANGE, PART_TILE } kind;
    uint32_t first, count;
};

/* What a dimension or parameter is required to be. */
struct equality {
    symbol_ref symbol;
    term_ref value;
};
/* A symbol that is required to be a multiple of a constant. */
struct size_multiple {
    symbol_ref symbol;
    uint64_t of;
};

struct frame {
    struct scoped_item *items;          /* by item */
    uint32_t dims_block, dims_grid;     /* highest axis in use + 1 */
    bool fixed_block[3], fixed_grid[3]; /* by the user, the kernel's attributes or the unread rule */
    uint32_t block[3], grid[3];
    uint32_t threads_max; /* of a block in scope */
    bool has_warp_barrier;
    bool has_flags;                      /* fences or exchanges: flag.c may find a pattern */
    struct part *parts;                  /* by item; see order/part.c */
    bool *comes_together;                /* by item: all lanes that it names come to it; of meetings (property/meeting.h) */
    const bool *removed;                 /* by item: barriers taken to be absent; NULL: none */
    VEC(struct equality) equalities;     /* required */
    VEC(symbol_ref) powers;              /* required to be powers of two; at most one */
    VEC(struct size_multiple) multiples; /* required to be */
    VEC(symbol_ref) stated;              /* conditions on contents that hold: elements.h */
    bool assumes;                        /* what the program assumes may be used */
    term_ref *facts;                     /* by item: what holds of a thread that gets there */
    uint8_t *is_used;                    /* by claim of the program: in some fact */
    struct map given_by;                 /* symbol -> the item that gives this value */
    VEC(term_ref) launch_facts;
    uint32_t facts_for_asserts; /* launch_facts that do not presume what assertions claim */
    uint32_t own_facts;         /* launch_facts that no claim of the program made */
};

/* scope.c: notes which item gives which unknown value. */
void prover_note_givers(struct prover *prover);
/* The item that gives this unknown value, an access or a collective; PROTOCOL_NONE: none does. */
uint32_t prover_giver(const struct prover *prover, symbol_ref symbol);

#endif
