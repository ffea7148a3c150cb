/* The prover's dumps as text (docs/dumps.md). Private to the room. */
#ifndef WP_PROVE_DUMP_H
#define WP_PROVE_DUMP_H

#include "prove/frame/prover.h"
#include "prove/property/trace.h"

/* The dumps that the scope asks for, in the arena. Call when all properties are decided, as the last step of a run. */
const char *dump_text(struct prover *prover);

/* dump_formula.c, dump_contents.c */
void dump_formulas(struct prover *prover, struct buffer *out);
void dump_contents(struct prover *prover, struct buffer *out);

/* "shift.cu:4:56", "shift.cu:4:56 called at 11:10". */
void dump_place(const struct protocol *p, loc_ref location, struct buffer *out);
/* "#3 write s at shift.cu:10:18". */
void dump_item(const struct prover *prover, uint32_t item, struct buffer *out);
/* "pair 1: t #1 write s at ..., u #3 read s at ..., in one block, no barrier between", and so on. */
void dump_question(const struct prover *prover, const struct recorded *q, struct buffer *out);
/* One conjunct per line, indented; subterms that are large and occur more than once are named first. */
void dump_conjuncts(const struct prover *prover, term_ref t, const char *indent, struct buffer *out);
/* The term without names for subterms. */
void dump_term(const struct prover *prover, term_ref t, struct buffer *out);

#endif
