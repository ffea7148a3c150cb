/* What makes random kernels; shared by the files that know the pieces.
 *
 * expressions.c: numbers, indices, places, conditions. statements.c: free statements.
 * idioms.c: what people write. tight.c: one array, few accesses. families.c: shapes that single
 * rules of the prover are about. mutate.c: a token or two changed. kernels.c: a whole kernel. */
#ifndef WP_TESTS_MAKER_H
#define WP_TESTS_MAKER_H

#include "generate.h"

enum { LOOP_DEPTH_MAX = 4, EXPRESSION_DEPTH = 2, PLACE_KINDS = 24 };

struct maker {
    struct arena *arena;
    struct rng *rng;
    bool is_2d, is_uniform; /* all threads of a block are here together */
    uint32_t loop_depth, depth;
    bool uniform_counter[LOOP_DEPTH_MAX];
    const char *own[2]; /* the index that this kernel likes: of global, of shared arrays */
    uint32_t written;   /* which places it writes to; the others are mostly read */
};

uint32_t maker_below(struct maker *g, uint32_t bound);
bool maker_chance(struct maker *g, uint32_t percent);

#define COUNT(table) ((uint32_t)(sizeof(table) / sizeof *(table)))
#define PICK(g, table) ((table)[maker_below((g), COUNT(table))])

/* As many children as the text has holes. */
struct node *maker_node(struct maker *g, enum node_kind kind, const char *text, ...);
#define EXPR(...) maker_node(g, NODE_EXPRESSION, __VA_ARGS__)
#define STMT(...) maker_node(g, NODE_STATEMENT, __VA_ARGS__)
#define PLACE(...) maker_node(g, NODE_PLACE, __VA_ARGS__)

static inline void maker_add(struct maker *g, struct node *list, struct node *statement) {
    node_append(g->arena, list, statement);
}

/* expressions.c */
struct node *make_small(struct maker *g);                 /* a small constant */
struct node *make_counter(struct maker *g, bool uniform); /* of a loop around, or NULL */
struct node *make_uniform(struct maker *g, uint32_t depth);
struct node *make_of_thread(struct maker *g, uint32_t depth);
struct node *make_unary(struct maker *g, struct node *of);
struct node *make_shared_index(struct maker *g); /* most of them different for different threads */
struct node *make_index(struct maker *g, bool shared);
struct node *make_target(struct maker *g); /* something to write */
struct node *make_value(struct maker *g, uint32_t depth);
struct node *make_condition(struct maker *g, bool is_uniform);

/* statements.c */
struct loop_form {
    const char *text[LOOP_DEPTH_MAX];
    bool is_uniform;
};
const struct loop_form *make_loop_form(struct maker *g);
const struct loop_form *make_shift_form(struct maker *g); /* over powers of two */
/* What `fill` makes, in a loop of this form. */
typedef void filler(struct maker *g, struct node *list, void *context);
struct node *make_loop(struct maker *g, const struct loop_form *form, filler *fill, void *context);
struct node *make_barrier(struct maker *g);
struct node *make_statement(struct maker *g);
void make_statements(struct maker *g, struct node *list, uint32_t count);

/* Lists of statements. */
struct node *make_idiom(struct maker *g);
struct node *make_tight(struct maker *g);
struct node *make_family(struct maker *g);
/* tight.c: a sum of products, digits and bits; a comparison of a digit with a radix. */
struct node *make_radix_sum(struct maker *g);
struct node *make_bound(struct maker *g);

#endif
