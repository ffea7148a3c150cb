/* What is known of an item, in words (docs/theory.md, "Which alarms are real"):

     typed          nothing about it depends on data read from memory: the
                    judgement V |- n of BabyCUDA (PLACES 2022, section 3)
     exact          it depends on data, and the analysis knows which
     approximate    it depends on values the analysis does not know

   with the parts and values that are not typed: "approximate (offset: value
   read from idx)". */
#ifndef WP_PROTOCOL_APPROXIMATION_H
#define WP_PROTOCOL_APPROXIMATION_H

#include "protocol/protocol.h"

/* Appends " typed", ...; nothing for exits and loops that are typed. */
void approximation_print(const struct protocol *protocol, const struct proto_item *item, struct buffer *out);

/* The marks of an item. Of one in a loop that is not exact the guard is marked, whether a file says so
   or not: it does not tell whether an earlier iteration left the loop. */
uint32_t approximation_marks(const struct protocol *protocol, const struct proto_item *item);

/* The array whose contents the function stands for, or PROTOCOL_NONE. */
uint32_t approximation_array_of_function(const struct protocol *protocol, uint32_t function);

/* A structure passed by value whose arrays the term is computed from, read at a place that varies; PROTOCOL_NONE: there is none. */
uint32_t approximation_struct_of(const struct protocol *protocol, term_ref t);

/* "contents of a", of the first array, by name, whose contents are in the term and are not known; NULL: there is none. */
const char *approximation_contents_of(const struct protocol *protocol, term_ref t);

/* The array a symbol's value was read from, or PROTOCOL_NONE. */
uint32_t approximation_array_of_symbol(const struct protocol *protocol, symbol_ref symbol);

#endif
