/* The control flow graph of one host function, for questions about paths: small functions, answered by search. */
#ifndef WP_LLVM_HOST_GRAPH_H
#define WP_LLVM_HOST_GRAPH_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct host_graph {
    LLVMBasicBlockRef *blocks; /* the entry first */
    uint32_t count;
    uint32_t *places, place_mask; /* open addressing: 1 + the number of a block */
    uint32_t **next, *next_count; /* by block: its successors */
    bool *seen;
    uint32_t *stack;
    struct arena *arena;
    uint32_t *dominators; /* by block: its immediate dominator, the entry's is itself; HOST_GRAPH_NONE: it is not reached. NULL: not asked yet */
    bool *origins;        /* of block number `origins_of`; NULL: not asked yet */
    uint32_t origins_of;
};

/* In `arena`. */
struct host_graph host_graph_make(struct arena *arena, LLVMValueRef function);
uint32_t host_graph_index(const struct host_graph *graph, LLVMBasicBlockRef block);
#define HOST_GRAPH_NONE UINT32_MAX
/* Whether a path of one edge or more leads from block `from` to `to` that neither takes the edge (`out`, successor number `edge`) nor
   goes on from the block `stop`; HOST_GRAPH_NONE: no such edge, no such block. The entry reaches itself if `from` is HOST_GRAPH_NONE. */
bool host_graph_reaches(struct host_graph *graph, uint32_t from, uint32_t to, uint32_t out, uint32_t edge, uint32_t stop);
/* Whether `second` may be executed after `first`; an instruction after itself only in a loop. */
bool host_graph_comes_before(struct host_graph *graph, LLVMValueRef first, LLVMValueRef second);
/* The blocks of the loop with this header, itself among them, by block, in `arena`; NULL: it is none. A way out of the loop that leads back to the
   header by a loop around both is outside. */
bool *host_graph_loop(struct host_graph *graph, struct arena *arena, uint32_t header);
/* The instruction may be executed again, in a loop. */
bool host_is_repeated(LLVMValueRef instruction);
/* Whether every path from the entry to block number `second` leads through block number `first`, which may be the same one. The dominators of all
   blocks are found at the first question. */
bool host_graph_is_dominated(struct host_graph *graph, uint32_t first, uint32_t second);
/* By block: whether a path of one edge or more leads from it to block number `to`. Valid until the question is asked for another one. */
const bool *host_graph_origins(struct host_graph *graph, uint32_t to);
/* Whether every path of the function to block `second` leads through block `first`: for a single question about a function. */
bool host_graph_dominates(LLVMBasicBlockRef first, LLVMBasicBlockRef second);

#endif
