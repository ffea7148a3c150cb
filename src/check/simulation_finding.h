/* Converts findings of the simulator to findings of reports. Private to simulation. */
#ifndef WP_CHECK_SIMULATION_FINDING_H
#define WP_CHECK_SIMULATION_FINDING_H

#include "finding/finding.h"
#include "simulate/witness.h"

struct simulation_view {
    struct arena *arena;
    const struct kernel *kernel;
    const struct witness *witness;
    bool strict;
};

/* The rule and property of the finding; false if it is no violation but a limit of the simulator. */
bool simulation_rule(const struct simulate_finding *seen, enum rule *rule, unsigned *property);

/* A race that a flag or a lock may order (flagged.h) is only possible, unless a witness expects it: the prover has looked. */
bool simulation_is_flagged(const struct simulation_view *view, const struct simulate_finding *seen);
struct finding simulation_finding(const struct simulation_view *view, const struct simulate_finding *seen, unsigned *property);

/* The kernel's own place for location 0. */
struct source_place simulation_place(const struct simulation_view *view, loc_ref ref);

/* Whether this is the finding that the witness expects; and whether its threads are those of the expected finding. */
bool simulation_is_expected(const struct simulation_view *view, const struct finding *finding);
bool simulation_has_threads(const struct simulation_view *view, const struct finding *finding);

#endif
