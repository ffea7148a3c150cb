/* Individuals of a search: a launch with its arguments and contents, as numbers that can be changed. Private to the room.

   A natural genome keeps conditions, each of which can be repaired on its own:
     the number of threads of a block is a multiple of a warp;
     sizes are from 0 to a size that a person would choose, or a constant that the kernel compares with; strides positive;
     strides are no smaller than any size that is none, nor than a row of threads.
   Fixed sizes, scalars and axes are nobody's choice and break no condition. */
#ifndef WP_SEARCH_GENOME_H
#define WP_SEARCH_GENOME_H

#include "base/rng.h"
#include "search/domain.h"

#define BLOCK_Z_MAX 64u
#define GRID_MAX 65535u

enum contents_kind { CONTENTS_ZERO, CONTENTS_INITIAL, CONTENTS_CONSTANT, CONTENTS_IOTA, CONTENTS_RANGE, CONTENTS_REAL, CONTENTS_ANY };

struct contents {
    enum contents_kind kind;
    int64_t value; /* CONSTANT; RANGE: the greatest, from 0 */
    uint64_t seed;
    uint32_t cell_count; /* elements apart from these */
    struct {
        uint32_t index;
        int64_t value;
    } cells[3];
};

struct genome {
    uint32_t block[3], grid[3];
    int64_t *integers;         /* by scalar of the domain */
    double *reals;             /* likewise */
    struct contents *contents; /* by array of the domain */
    uint64_t schedule;
};

/* Number n of the first individuals, natural ones: the same for every seed up to their contents. */
struct genome *genome_initial(struct arena *arena, const struct domain *domain, struct rng *rng, uint32_t n);
/* Number n of those made of the request's seeds, of which there is one: SEED_WAYS of each, with other blocks, sizes and contents. */
enum { SEED_WAYS = 8 };
struct genome *genome_seeded(struct arena *arena, const struct domain *domain, struct rng *rng, uint32_t n);
/* A copy in which each array of integers whose contents reach an index holds 0, 1, 2, ...: indices that are distinct, ascending and
   in range. False: it is no different. */
bool genome_orders_contents(struct arena *arena, const struct domain *domain, const struct genome *genome, struct genome **ordered);
/* Unnatural ones: number n is the first individual but for one scalar or the width of a block; NULL behind the last. */
struct genome *genome_odd(struct arena *arena, const struct domain *domain, struct rng *rng, uint32_t n);
struct genome *genome_copy(struct arena *arena, const struct domain *domain, const struct genome *genome);

/* How far arguments are moved (Simulee, algorithm 2). */
enum mutation { MUTATION_NORMAL, MUTATION_CAUCHY };
/* Standard normal and standard Cauchy numbers. */
double mutation_step(struct rng *rng, enum mutation mutation);
struct genome *genome_child(struct arena *arena, const struct domain *domain, struct rng *rng, const struct genome *parent, enum mutation mutation,
                            bool is_wild);

/* ---- natural conditions ---- */

enum nature_kind { NATURE_WARP, NATURE_LEAST, NATURE_MOST, NATURE_STRIDE, NATURE_ROW };
struct nature {
    enum nature_kind kind;
    uint32_t scalar, other; /* as the kind needs: of LEAST and MOST the scalar; of STRIDE the size that is larger */
};
/* The first broken condition from number *at on, which is set behind it; false if there is none. */
bool genome_broken(const struct domain *domain, const struct genome *genome, uint32_t *at, struct nature *nature);
void genome_repair(const struct domain *domain, struct genome *genome, const struct nature *nature);
void genome_naturalise(const struct domain *domain, struct genome *genome);
const char *nature_text(struct arena *arena, const struct domain *domain, const struct nature *nature);

/* Fewer threads, but more than a warp, if axes are free. */
void genome_make_small(const struct domain *domain, struct genome *genome);

/* Threads of a block; of all blocks. */
uint64_t genome_threads(const struct genome *genome);
uint64_t genome_all_threads(const struct genome *genome);

/* The launch it stands for; NULL if it is too large to run. */
struct witness *genome_launch(struct arena *arena, const struct domain *domain, const struct genome *genome);

#endif
