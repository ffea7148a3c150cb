/* The typing judgement V |- b > u (Figure 6): a program's memory access protocol, or why it has
   none. V holds tid, ntid, parameters and the variables of loops; what `let` binds is not in V, so
   that nothing that was read from memory decides where an access goes or whether it happens. */
#ifndef WP_CALCULUS_TYPE_H
#define WP_CALCULUS_TYPE_H

#include "calculus/baby.h"

struct baby_typing_failure {
    enum baby_typing_rule rule;    /* of the statement, t-write say */
    enum baby_typing_rule premise; /* T_N or T_B: of the expression */
    uint32_t stmt, expr, variable; /* the variable is not in V */
    const char *text;              /* one line, without place */
};

struct baby_typing {
    struct baby_program *map;                 /* u: a protocol (BABY_RD, BABY_WR); NULL: not well typed. Its
                                 statements keep the places of the program's */
    VEC(struct baby_typing_failure) failures; /* in source order */
};

/* Everything lives in `arena` or on the heap until baby_typing_release. */
void baby_type(struct arena *arena, const struct baby_program *program, struct baby_typing *typing);
void baby_typing_release(struct baby_typing *typing);

/* "{tid, ntid, M}": the environment the whole program is typed in. */
void baby_print_environment(const struct baby_program *program, struct buffer *out);

/* The protocol u for one thread after the other, enumerated for a concrete launch: whether two
   threads access one cell in one phase, one of them writing (Definition 1 on MAPs). Parameters by
   position. Not complete where `steps` did not suffice or threads disagree on a barrier. */
struct baby_enumeration {
    bool is_drf, is_complete;
    uint64_t accesses, fingerprint; /* how many access values; the sum of their baby_access_hash */
};
struct baby_enumeration baby_enumerate(const struct baby_program *map, uint32_t threads, const uint32_t *params, uint64_t steps);

/* An access value of a phase as a number, to compare sets of them. */
uint64_t baby_access_hash(uint32_t phase, uint32_t thread, uint32_t array, uint32_t index, bool is_write);

#endif
