/* Polynomials of a query divided by strides. Private to rows.c and row_order.c. */
#ifndef WP_PROVE_ROW_STRIDES_H
#define WP_PROVE_ROW_STRIDES_H

#include "integer/integer.h"
#include "integer/polynomial.h"

/* A stride, and what is divided by it: x*w + low. */
struct divided {
    struct polynomial w, x, low;
};

/* The form with its products multiplied out; false: it has too many summands. */
bool stride_expand(const struct integer_space *space, const struct linear *l, struct polynomial *out);
/* `product`, wherever p has it, becomes the atom that is equal to it. */
bool stride_name(struct polynomial *p, const struct power_product *product, uint32_t atom);
/* As the space has it: with products of atoms. */
bool stride_collapse(struct integer_space *space, const struct polynomial *p, struct linear *out);
uint32_t stride_degree(const struct polynomial *p);
/* All threads have one value of p. */
bool stride_is_uniform(const struct integer_space *space, const struct polynomial *p);
/* Linear, but for products of the launch's numbers and the thread's: blockIdx.x * blockDim.x. */
bool stride_is_linear(const struct integer_space *space, const struct polynomial *p);

/* p = x*w + low by out->w, and low has no multiple of what leads in w. False: x is 0. */
bool stride_divide(const struct polynomial *p, struct divided *out);
/* Of a difference of sizes it is not seen which sign it has: (-x)*(-w) + low. False: it is no difference. */
bool stride_negate(struct divided *d);

/* p by what indices are multiplied with, `nx + 2` before `(nx + 2) * (ny + 2)`; or, where there are no indices, by sizes. At most
   STRIDES_MAX; how many. */
enum { STRIDES_MAX = 8 };
uint32_t strides_of(const struct integer_space *space, const struct polynomial *p, struct divided *out);

#endif
