/* What flag.c and flag_control.c share: who waits for a flag. Private to the room. */
#ifndef WP_PROVE_FLAG_PARTS_H
#define WP_PROVE_FLAG_PARTS_H

#include "prove/frame/prover.h"

struct flags {
    struct prover *prover;
    enum pairing pairing;
    term_ref apart; /* the condition under which no pattern found so far orders the pair */
    bool found, by_rounds;
    bool is_relayed; /* of threads of two blocks: a third one waits for a flag and passes the order on with a scope that both blocks are in */
};

/* Which thread of u's block tells whether u gets there, by what it found. */
enum control_by { NO_CONTROL, BY_SELF, BY_BLOCK };

struct control {
    enum control_by by;
    term_ref when; /* condition of u's thread: it does not go around the acquire */
};

const struct proto_item *flag_item(const struct prover *prover, uint32_t i);
/* Whether operations of this scope order the threads of the pair. */
bool flag_is_wide_enough(const struct flags *flags, enum scope_kind scope);
/* An access that may be part of a pattern: atomic, or volatile. */
bool flag_is_strong(const struct flags *flags, uint32_t i);
/* Whether loop `outer` is `loop`, or around it. */
bool flag_is_around(const struct protocol *p, uint32_t outer, uint32_t loop);
/* A thread that executes x executes y in the same iteration of the loops around y. */
bool flag_implies(struct flags *flags, uint32_t x, uint32_t y);
/* The condition of a thread at `at` that passes a barrier between positions from and to, with one that executes `who`. */
term_ref flag_passes_barrier(struct flags *flags, uint32_t at, uint32_t from, uint32_t to, uint32_t who);
/* t depends on the value that the access read. */
bool flag_mentions(const struct prover *prover, term_ref t, const struct proto_item *source);
/* t depends on what a vote or a collective between from and to gave. */
bool flag_depends_on_exchange(const struct prover *prover, term_ref t, uint32_t from, uint32_t to);
/* A loop around the acquire that `then` is behind waits for its value. */
struct control flag_waits(struct flags *flags, uint32_t acquire, uint32_t then);
/* Whether u gets to `then` depends on the value of the acquire. */
struct control flag_controls(struct flags *flags, uint32_t acquire, uint32_t then);

#endif
