/* Stores that race where what index arrays, lengths and counters hold makes their places equal, run again with contents as authors give them:
   each index its own place, each length 1, no counter below 0. */
#ifndef WP_CHECK_TIDY_H
#define WP_CHECK_TIDY_H

#include "check/check.h"
#include "simulate/witness.h"

/* What those contents satisfy, in the words of conditions, if the race does not happen with them though its accesses do; NULL: it happens, no array
   decides the places, or the kernel updates what it races for (`hist[k]++`), for which equal elements are meant. Of places that tickets give only
   counters are changed: several threads are meant to come to one counter. Where tickets decide whether threads make one of the accesses at all,
   the arrays of counters or flags, which the kernel touches by atomic operations alone, are zero. In `arena`. *steps_left: of the kernel's, in
   simulated steps. */
const char *tidy_race(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, const struct check_options *options,
                      const struct finding *f, const struct witness *launch, uint64_t *steps_left);

/* A place that is computed from elements of arrays in a way that is not followed (in a loop, through a shuffle, as a floating-point number), where
   nothing of the sort happens if the arrays of which nothing is known hold 0, or -1, or each element is its index, and the kernel does come to
   the place. In words what is meant; NULL: it happens, or the place is another one. In `arena`. */
const char *tidy_places(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, const struct check_options *options,
                        const struct finding *f, const struct witness *launch, uint64_t *steps_left);

/* The launch has several threads, or blocks, along y or z, the kernel only numbers them there (`is_counted`, as in struct prove_report), and with
   all of them along x the race does not happen. What it takes for granted, in words; NULL: that is not so. In `arena`. */
const char *tidy_axes(struct arena *arena, const struct kernel *kernel, const bool is_counted[6], const struct finding *f,
                      const struct witness *launch, uint64_t *steps_left);

/* The array counts, and its counts are (part of) the places of the finding. */
bool tidy_is_counter(const struct protocol *p, const struct finding *f, const char *array, size_t length);

/* For tidy_places. The array is memory that a launch gets, or a variable of the device. */
bool tidy_is_memory(const struct proto_array *array);
/* Each access of the race is a plain store of a place that the kernel does not read. */
bool tidy_are_plain_stores(const struct protocol *p, const struct finding *f);
/* The launch's array is the protocol's, or one of the families behind its pointers (simulate/links.h): "rows[]", "t[].8". */
bool tidy_is_array(const struct witness_array *array, const struct proto_array *of);
/* Something is stated of what the array holds. */
bool tidy_is_stated(const struct check_options *options, const char *name);

#endif
