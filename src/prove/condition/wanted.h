/* Conditions on contents that an access suggests: what those about races (wanted_contents.c) and those about bounds (wanted_room.c) share (wanted.c). */
#ifndef WP_PROVE_WANTED_H
#define WP_PROVE_WANTED_H

#include "protocol/stated.h"
#include "prove/condition/candidate.h"
#include "prove/condition/index.h"
#include "prove/condition/survey.h"

/* Conditions may speak of the array: the kernel only reads it, and its name stands for it alone. */
bool wanted_may_be_stated(const struct prover *prover, uint32_t array);
bool wanted_is_store(const struct proto_item *item);
/* The read gives the value. */
bool wanted_is_given(const struct proto_item *item, symbol_ref symbol, const struct term_table *t);
/* Suggests a condition with this text. */
void wanted_add(struct survey *survey, enum candidate_class class, const struct stated *asked, const char *text, bool is_likely);
/* The array, or the field of it, that the violation's accesses speak of first. */
const char *wanted_place(const struct survey *survey, uint32_t array, uint32_t *field);
/* Suggests in_range(array, low, limit); of a limit with this text. */
void wanted_add_range(struct survey *survey, enum candidate_class class, uint32_t array, int64_t low, const struct quantity *limit);
void wanted_add_range_to(struct survey *survey, enum candidate_class class, uint32_t array, int64_t low, term_ref limit, const char *text);
/* How many values in the two numbers are elements of the array that a thread stored elsewhere before: 0, 1, or more. */
uint32_t wanted_staged_in(const struct prover *prover, uint32_t array, term_ref number, term_ref other);
/* One thread reads several elements of the array to know where, or whether, it accesses. */
bool wanted_reads_several(const struct prover *prover, uint32_t array, const struct subject *subject);
/* Of a violation of bounds: ranges of elements that count into the index. */
void wanted_survey_room(struct survey *survey, const struct witness_request *request);

#endif
