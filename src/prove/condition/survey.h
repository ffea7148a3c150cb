/* The state of a search for candidates (candidate.h) of one violation: guards, offsets, parameters. Private to the files that
   make candidates. */
#ifndef WP_PROVE_SURVEY_H
#define WP_PROVE_SURVEY_H

#include "base/vec.h"
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

enum { SURVEY_BOUNDS_MAX = 16, PARAMS_MAX = 8, SUBJECTS_MAX = 2 };

/* sum < limit: a conjunct of a subject's guard. */
struct bound {
    struct index_sum sum;
    struct quantity limit;
    uint32_t subject;
};

/* What one thread of the violation executes: its guard and, for an access, offset and size in bytes; the offset is TERM_NONE for
   other items. */
struct subject {
    term_ref guard, offset, size;
};

/* A parameter divided by a constant. */
struct part_of {
    term_ref whole;
    uint64_t of;
};

/* threadIdx.axis & by, threadIdx.axis / by. */
struct thread_part {
    term_ref by;
    uint32_t axis;
};
enum { PARTS_MAX = 4 };

struct survey {
    struct prover *prover;
    struct candidates *out;
    struct subject subjects[SUBJECTS_MAX];
    uint32_t subject_count, subject; /* index of the subject that is being read */
    uint32_t array;                  /* that they access */
    struct bound bounds[SURVEY_BOUNDS_MAX];
    uint32_t bound_count;
    symbol_ref params[PARAMS_MAX], strides[PARAMS_MAX], rounds[PARAMS_MAX]; /* rounds: of loops with a barrier */
    uint32_t param_count, stride_count, rounds_count;
    struct index_divisors divisors; /* of offsets */
    struct part_of parts[PARAMS_MAX];
    uint32_t part_count;
    struct thread_part masks[PARTS_MAX], quotients[PARTS_MAX]; /* by what no constant is */
    uint32_t mask_count, quotient_count;
    VEC(term_ref) limited; /* what a guard or a requirement bounds by a constant */
};

/* candidate.c: conditions are added in order of class, each once, unless the
   scope makes them true or false. */
void survey_add(struct survey *survey, struct candidate candidate);
/* a >= b */
void survey_add_at_least(struct survey *survey, enum candidate_class class, const struct quantity *a, const struct quantity *b);
/* 0 <= q, its negative parts on the other side. */
void survey_add_natural(struct survey *survey, enum candidate_class class, const struct quantity *q);
/* blockDim.axis <= limit; gridDim of axis - 3. */
void survey_add_limit(struct survey *survey, enum candidate_class class, uint32_t axis, uint64_t limit);

/* The index is the ordinal of a loop with at most *rounds iterations for all arguments, such as a loop over the rows of a tile. */
bool survey_is_short(const struct survey *survey, term_ref index, int64_t *rounds);

/* digit_ranks.c: x - x / d * d in the sum becomes x % d. */
void survey_take_remainders(struct survey *survey, struct index_sum *sum);
/* An index of the launch, a remainder or a quotient. */
bool survey_is_digit(const struct survey *survey, term_ref index);
/* The rank of a digit or an index of the launch: digits with higher place value have a higher rank. */
uint32_t survey_digit_rank(struct survey *survey, term_ref index);

/* The index is a sum divided by a constant. */
bool survey_divided(const struct survey *survey, term_ref index, struct index_sum *whole, int64_t *by);

/* places.c */
/* The offset of an access as a sum; NULL: it is none. Valid until the next call. */
const struct index_sum *survey_item_sum(struct prover *prover, uint32_t item);
/* The radix, a distance between the two accesses, lies between fields of a structure of arrays, or between two arrays in one: threads
   write both places. */
bool survey_separates(struct survey *survey, const struct quantity *radix);
/* Both places in the array of the subjects are written, neither with what is read at the other. */
bool survey_both_written(const struct survey *survey, const struct index_sum sums[2]);
/* Another axis than `axis` counts in steps from `from` on, below `to`. */
bool survey_counts_in(const struct prover *prover, const struct index_sum *sum, uint32_t axis, int64_t from, int64_t to);
/* The symbol is a stride, if it is a parameter. */
void survey_note_stride(struct survey *survey, term_ref symbol);
/* The two offsets have the same digits, quotients apart: padding, i + i / 32. */
bool survey_same_digits(const struct survey *survey, const struct index_sum *a, const struct index_sum *b);
/* Rows of threads of one access begin where the other one's row, the array's last, lies behind them. */
bool survey_is_last_row(const struct survey *survey, const struct index_sum sums[2]);

/* guarded.c: what guards compare, what is halved, masked or divided. */
void survey_guard(struct survey *survey, term_ref guard);
/* A lower bound of threadIdx along the axis for threads that satisfy the guard. */
int64_t survey_least(const struct survey *survey, term_ref guard, uint32_t axis);
/* Adds to `limited` the terms that the condition bounds from above by a constant. */
void survey_limits(struct survey *survey, term_ref condition);
void survey_terms(struct survey *survey, term_ref root);
/* Adds the symbol to `params` if it is a number that the kernel gets; for term_visit_symbols. */
void survey_note_param(void *context, symbol_ref symbol);

/* exact.c: sizes that are multiples of what they are handled in. */
void survey_add_divisible(struct survey *survey, term_ref symbol, uint64_t of);
void survey_multiples(struct survey *survey);
void survey_add_power(struct survey *survey, term_ref symbol);
/* P of P / C or P >> C; the term itself. */
term_ref survey_undivided(const struct term_table *t, term_ref a);
bool survey_is_param(const struct term_table *t, term_ref x);
/* The parameter of the mask `Q - 1`; TERM_NONE. */
term_ref survey_size_below(const struct term_table *t, term_ref mask);

/* masks.c: what masks need that are parameters, after powers of two. */
void survey_masks(struct survey *survey);

/* component.c: components of records that a parameter chooses. */
void survey_components(struct survey *survey);

/* abduce.c: what the mixed-radix lemma lacks to tell the two accesses apart. */
void survey_abduce(struct survey *survey, const struct witness_request *request);

/* wanted_contents.c: what index arrays hold. */
void survey_contents(struct survey *survey, const struct witness_request *request);

/* The elements of the array say how many there are of something, and it is never none. */
void survey_counts(struct survey *survey, uint32_t array);

/* first_round.c: loops whose barriers the query has in their first round go round at least once. */
void survey_rounds(struct survey *survey, term_ref query);

/* asserted.c: what an assertion claims of sizes alone. */
void survey_stated(struct survey *survey, term_ref claim);
/* What it asks of elements of arrays. */
void survey_elements(struct survey *survey, term_ref claim);
/* wanted_contents.c: an assertion asks that the element of an array is below the limit: in_range(a, 0, limit). */
void survey_claimed(struct survey *survey, term_ref element, const struct quantity *limit);

/* numbering.c: axes whose threads are only counted. */
void survey_axes(struct survey *survey);

/* room.c: conditions under which the access stays inside an array of `extent` bytes. */
void survey_extent(struct survey *survey, const struct scoped_item *access, term_ref extent);

/* spread.c: the same for an offset of `size` bytes that takes threadIdx apart. */
void survey_spread(struct survey *survey, const struct index_sum *sum, int64_t bytes, int64_t size);

#endif
