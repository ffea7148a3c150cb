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

/* candidate_index.c */
/* Whether the index of a digit is a thread's or a block's (`role`), and of which axis. */
/* The largest size up to the limit that an author would choose: a multiple of eight or a power of two. */
int64_t index_size_below(int64_t limit);
int64_t index_common_divisor(int64_t a, int64_t b);
bool index_is(const struct prover *prover, term_ref index, enum symbol_role role, uint32_t *axis);
const struct digit *index_digit(const struct prover *prover, const struct index_sum *sum, enum symbol_role role, uint32_t axis);
/* q = plus - minus, neither with a negative part. */
bool quantity_split(const struct quantity *q, struct quantity *plus, struct quantity *minus);
bool quantity_has_param(const struct prover *prover, const struct quantity *q);
/* The sum in elements: without the constant that all coefficients share, which is returned, and without
   the uniform parts that do not. */
int64_t index_to_elements(struct index_sum *sum);

/* candidate_digits.c: x - x / d * d in the sum becomes x % d. */
void survey_take_remainders(struct survey *survey, struct index_sum *sum);
/* An index of the launch, a remainder or a quotient. */
bool survey_is_digit(const struct survey *survey, term_ref index);
/* The number of values of the digit x % d, x % d / e, or min(x, d); false if the index is none of these. */
bool survey_digit_width(struct survey *survey, term_ref index, struct quantity *width);
/* The rank of a digit or an index of the launch: digits with higher place value have a higher rank. */
uint32_t survey_digit_rank(struct survey *survey, term_ref index);

/* The index is a sum divided by a constant. */
bool survey_divided(const struct survey *survey, term_ref index, struct index_sum *whole, int64_t *by);

/* candidate_rows.c: a stride is no smaller than its row, whose elements are `gap` apart, or, where it has no
   digits, than a record of more than `record` elements. */
void survey_strides(struct survey *survey, const struct index_sum *sum, int64_t gap, int64_t record);
void survey_fields(struct survey *survey, const struct index_sum sums[2]);
/* The radix, a distance between the two accesses, lies between fields of a structure of arrays, or between two arrays in one: threads
   write both places. */
bool survey_separates(struct survey *survey, const struct quantity *radix);
/* Numbers of threads, blocks, remainders and quotients that the digits of `row` count: blockIdx.x * C +
   threadIdx.x counts gridDim.x * C. False if a digit is of another kind. */
bool survey_launch_width(struct survey *survey, const struct index_sum *row, struct quantity *width);

/* Helpers of rows and tensors (candidate_index.c). */
bool rows_bounded_width(const struct index_sum *row, const struct bound *bound, struct quantity *width);
void rows_row_of(const struct prover *prover, const struct index_sum *sum, const struct quantity *stride, const struct quantity *below,
                 struct index_sum *row);
bool rows_is_negative(const struct quantity *q);
bool rows_shares_atoms(const struct quantity *a, const struct quantity *b);

/* candidate_tensors.c: strides of tensors, one for each dimension. */
void tensors_add(struct survey *survey, const struct index_sum *sum);
bool tensors_is_diagonal(const struct quantity *q);
bool tensors_apart(const struct index_sum *sum, struct index_sum *parts);

/* candidate_grid.c: rows of constant length hold what the blocks count in them. */
void survey_constant_rows(struct survey *survey, const struct index_sum *sums, uint32_t count);

/* candidate_tiles.c: blocks no larger than a tile, for threads that satisfy the guard; `gap` elements lie between the accesses. */
void survey_tiles(struct survey *survey, const struct index_sum *sum, int64_t gap, term_ref guard);
/* The same for numbers of threads that something below the root takes apart by a constant. */
void survey_numbers(struct survey *survey, term_ref root, term_ref guard);

/* candidate_parts.c: parts of one array, `gap` bytes apart, are for that many threads. */
void survey_parts(struct survey *survey, const struct index_sum sums[2], int64_t gap);
/* Both places in the array of the subjects are written, neither with what is read at the other. */
bool survey_both_written(const struct survey *survey, const struct index_sum sums[2]);
/* The distance between the least and the greatest constant among accesses of the array that have the sum's digits. */
int64_t survey_record(const struct survey *survey, const struct index_sum *sum);

/* candidate_terms.c: what guards compare, what is halved, masked or divided. */
void survey_guard(struct survey *survey, term_ref guard);
/* A lower bound of threadIdx along the axis for threads that satisfy the guard. */
int64_t survey_least(const struct survey *survey, term_ref guard, uint32_t axis);
/* Adds to `limited` the terms that the condition bounds from above by a constant. */
void survey_limits(struct survey *survey, term_ref condition);
void survey_terms(struct survey *survey, term_ref root);
/* Adds the symbol to `params` if it is a number that the kernel gets; for term_visit_symbols. */
void survey_note_param(void *context, symbol_ref symbol);

/* candidate_multiples.c: sizes that are multiples of what they are handled in. */
void survey_add_divisible(struct survey *survey, term_ref symbol, uint64_t of);
void survey_multiples(struct survey *survey);

/* candidate_fields.c: components of records that a parameter chooses. */
void survey_components(struct survey *survey);

/* abduce.c: what the mixed-radix lemma lacks to tell the two accesses apart. */
void survey_abduce(struct survey *survey, const struct witness_request *request);

/* candidate_contents.c: what index arrays hold. */
void survey_contents(struct survey *survey, const struct witness_request *request);

/* The elements of the array say how many there are of something, and it is never none. */
void survey_counts(struct survey *survey, uint32_t array);

/* candidate_rounds.c: loops whose barriers the query has in their first round go round at least once. */
void survey_rounds(struct survey *survey, term_ref query);

/* candidate_stated.c: what an assertion claims of sizes alone. */
void survey_stated(struct survey *survey, term_ref claim);

/* candidate_axes.c: axes whose threads are only counted. */
void survey_axes(struct survey *survey);

/* candidate_extent.c: conditions under which the access stays inside an array of `extent` bytes. */
void survey_extent(struct survey *survey, const struct scoped_item *access, term_ref extent);

#endif
