/* What express.c (statements), express_term.c (expressions), express_symbol.c (variables) and
   express_loop.c (how often loops go round) share. Private to the four. */
#ifndef WP_CALCULUS_EXPRESS_PARTS_H
#define WP_CALCULUS_EXPRESS_PARTS_H

#include "calculus/baby.h"
#include "protocol/protocol.h"

/* A value that a read gave, while its variable is in scope. */
struct express_value {
    uint32_t array;
    term_ref offset, gives; /* gives: the symbol, or TERM_NONE */
    uint32_t name;
};

struct expresser {
    struct arena *arena;
    const struct protocol *p;
    struct baby_program *program;
    uint32_t *array_of;               /* by array of the protocol: the program's; BABY_NONE: none yet */
    uint32_t *elem_bytes;             /* by array of the protocol */
    uint32_t *name_of;                /* by symbol: the name; BABY_NONE: none yet */
    VEC(struct express_value) values; /* in scope, the innermost last */
    VEC(const char *) outside;        /* what is not of the fragment, "k.cu:3:5: an atomic access" */
    VEC(loc_ref) places;              /* by statement */
    loc_ref here;                     /* of the item being expressed */
    uint32_t nodes;                   /* expressions made for it */
};

/* Notes something at `here` that the fragment does not have, once. Expressions made afterwards mean
 * nothing. */
void express_outside(struct expresser *x, const char *what);
/* A name for text of the protocol, with signs that names may have; distinct from all others. */
const char *express_name(struct expresser *x, const char *text);

/* 0, for what is noted as outside. */
uint32_t express_nothing(struct expresser *x, const char *what);

/* The parameters for the sizes of axes make up a block of ntid threads, as a condition; BABY_NONE if
   the block has one axis. */
uint32_t express_block_condition(struct expresser *x);

/* What a symbol is, and what memory holds: a variable. */
uint32_t express_symbol(struct expresser *x, symbol_ref s);
uint32_t express_contents(struct expresser *x, term_ref application);

/* Numbers of up to 32 bits, zero-extended, and conditions (1 bit). */
uint32_t express_term(struct expresser *x, term_ref t);
/* A number of 64 bits modulo 2^32. */
uint32_t express_low(struct expresser *x, term_ref t);
/* A byte offset of 64 bits divided by the size of an element, modulo 2^32. */
uint32_t express_index(struct expresser *x, term_ref offset, uint32_t elem_bytes);

/* How often the loop goes on; *is_exact: then it goes on in each of these iterations (else in no
 * others). */
uint32_t express_count(struct expresser *x, uint32_t loop, bool *is_exact);

static inline uint32_t express_binary(struct expresser *x, enum baby_op op, uint32_t a, uint32_t b) {
    return baby_expr(x->program, op, a, b, BABY_NONE);
}

#endif
