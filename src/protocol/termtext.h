/* The terms of one protocol as text.

   Two things are needed that term_print does not do. The text must not depend
   on the order in which terms were built, so that printing, parsing and
   printing again gives the same text: operands of commutative operators are
   printed in an order that only looks at structure and names. And text must be
   linear in the number of terms: a term that is large and shared, or deep, is
   printed once, as `let $1 = ...`, and named elsewhere.

   Use: create, add every term that will be printed, in the order of printing;
   finish; then print. Facts of symbols below added terms are added with them. */
#ifndef WP_PROTOCOL_TERMTEXT_H
#define WP_PROTOCOL_TERMTEXT_H

#include "protocol/protocol.h"

struct termtext;

struct termtext *termtext_create(const struct term_table *terms);
void termtext_destroy(struct termtext *text);

/* TERM_NONE is ignored. */
void termtext_add(struct termtext *text, term_ref t);
void termtext_finish(struct termtext *text);

bool termtext_uses_symbol(const struct termtext *text, symbol_ref symbol);
bool termtext_uses_function(const struct termtext *text, uint32_t function);

/* Shared terms by name: "$1" to "$count"; a term's name is used after its line. */
uint32_t termtext_shared_count(const struct termtext *text);
void termtext_print_shared(struct termtext *text, uint32_t number, struct buffer *out);

void termtext_print(struct termtext *text, term_ref t, struct buffer *out);

#endif
