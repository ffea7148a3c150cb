/* Theorem 1 as a test: random well-typed programs of BabyCUDA are DRF by execution if and only if
   their memory access protocols are, by enumeration, by execution of the protocol and by the
   prover.

   generate.c makes programs, judge.c asks all of them, shrink.c makes a disagreement small, keep.c
   writes it as a golden test, figures.c has programs with known histories and types, theorem.c is
   the program. The calculus is compiled into it so that its rules can be broken
   (calculus/breakage.def). */
#ifndef WP_TESTS_CALCULUS_THEOREM_H
#define WP_TESTS_CALCULUS_THEOREM_H

#include "base/rng.h"
#include "calculus/baby.h"

enum { THREADS_LEAST = 2, THREADS_MOST = 5, PARAM_VALUE = 3 };

/* A program; well typed unless an access, condition or bound that uses a variable read from memory
   was put into it. */
struct baby_program *generate_program(struct arena *arena, struct rng *rng, bool is_typed, uint32_t number);

struct judgement {
    const char *disagreement; /* what disagrees, or NULL */
    uint32_t threads;         /* where */
    uint32_t racy, drf, open; /* of the numbers of threads, if all agree; open: the prover did not decide */
};
/* `is_typed`: what the typing must say. The prover is asked if `asks_prover`. */
struct judgement judge_program(struct arena *arena, const struct baby_program *program, bool is_typed, bool asks_prover);

/* What the typing must say: no index, condition or bound has a variable that was read from memory,
   and no condition or bound around a barrier has tid. Written apart from calculus/type.c. */
bool must_be_typed(const struct baby_program *program);

/* The initial history of every run: defines every cell. */
bool initial_value(void *context, uint32_t array, uint32_t index, uint32_t *value);

/* A smaller program about which they disagree as well; NULL if there is none. */
struct baby_program *shrink_program(struct arena *arena, const struct baby_program *program, bool asks_prover);

/* Writes the program to FOLDER/NAME.baby as a golden test (tests/golden/README.md): `why` in its
   head, the launch in its RUN line, and as expectation what its execution with `threads` threads
   says. False if the file cannot be written. No rule may be broken meanwhile. */
bool keep_program(const char *folder, const char *name, const struct baby_program *program, uint32_t threads, const char *why);

/* Programs whose types, histories and final arrays are known. NULL if all are as they should be,
   else what is not. */
const char *judge_figures(struct arena *arena);

#endif
