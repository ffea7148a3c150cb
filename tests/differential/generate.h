/* Random kernels as trees.
 *
 * A node is a piece of C with holes: "%0" to "%3" stand for its children. Lists hold
 * statements; expressions are integers of any type, so that one may stand wherever another
 * does. That is all the reducer has to know. All variables are declared at the top of the
 * kernel, and only those that its text uses: a statement can go without breaking another.
 *
 * Kernels are built from idioms (stencil, reduction, transposition, ...) and free statements,
 * then mutated by a token or two: near the border between right and wrong is where a prover
 * errs. Same seed, same kernels. */
#ifndef WP_TESTS_GENERATE_H
#define WP_TESTS_GENERATE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/rng.h"

enum node_kind { NODE_LIST, NODE_STATEMENT, NODE_EXPRESSION, NODE_PLACE };

struct node {
    enum node_kind kind;
    bool is_loop, leaves_loop, is_barrier;
    const char *text;
    struct node **kids;
    uint32_t count, capacity;
};

enum { TYPE_TID, TYPE_GID, TYPE_COUNTER, TYPE_LOCAL, TYPED_COUNT };

struct generated {
    struct node *body;
    const char *types[TYPED_COUNT];
    const char *attribute;
};

struct node *node_create(struct arena *arena, enum node_kind kind, const char *text, uint32_t count, struct node *const *kids);
struct node *node_list(struct arena *arena);
void node_append(struct arena *arena, struct node *list, struct node *item);
struct node *node_copy(struct arena *arena, const struct node *node);
/* Whether each `break` and `continue` is in a loop. */
bool node_is_valid(const struct node *node, bool in_loop);
uint32_t node_size(const struct node *node);

struct generated *generate_kernel(struct arena *arena, uint64_t seed);
/* Changes a random place. */
void generate_mutate(struct arena *arena, struct rng *rng, struct generated *kernel);

/* What stands before the kernels of a file. */
extern const char generate_prelude[];
void generate_print(const struct generated *kernel, const char *name, struct buffer *out);

#endif
