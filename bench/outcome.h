/* What a kernel's JSON report says, in the words of the tables.

   A kernel's race is `open` if the report has neither a proof nor a data race to
   show; the unproved reasons tell why. A kernel is decided if race and divergence
   are each proved or have a finding for everything that is unproved about them. */
#ifndef WP_BENCH_OUTCOME_H
#define WP_BENCH_OUTCOME_H

#include <jansson.h>
#include <stdbool.h>

enum outcome {
    OUTCOME_PROVED,
    OUTCOME_REFUTED,      /* a data race of level error was confirmed */
    OUTCOME_POSSIBLE,     /* one was found and not confirmed */
    OUTCOME_PRECONDITION, /* all of them need an input that looks unintended */
    OUTCOME_OPEN,
    OUTCOME_COUNT
};

const char *outcome_name(enum outcome outcome);

/* rule: "data-race" with property "race", or "barrier-divergence" with "divergence". */
enum outcome outcome_of(const json_t *kernel, const char *property, const char *rule);

bool outcome_is_decided(const json_t *kernel);

/* Whether something about the property (NULL: about any) is unproved for this reason. */
bool outcome_has_reason(const json_t *kernel, const char *property, const char *reason);

/* "" if there is no such string. */
/* The level of a finding; what the language excuses (the warning of exited threads) counts as a note. */
const char *outcome_level(const json_t *finding);
const char *outcome_text(const json_t *object, const char *key);

/* A counter of the kernel's stats; 0 if it has none. */
double outcome_stat(const json_t *kernel, const char *name);

#endif
