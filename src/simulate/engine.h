/* Execution of launches: native code if it can show that a launch has no findings
   (native.h), and the interpreter for all other launches.
   Both give the same findings, steps and contents; what differs between schedules (values
   that depend on the order of atomics, undefined ones) may differ between the two.

   An engine keeps the code of the last kernel for its next launch. One engine serves one
   thread, and its kernels outlive it. */
#ifndef WP_SIMULATE_ENGINE_H
#define WP_SIMULATE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

enum simulate_engine_kind {
    SIMULATE_AUTO, /* native code once the interpreter has run for a while, or when the launch is large */
    SIMULATE_INTERPRETER,
    SIMULATE_NATIVE /* native code at once */
};

struct simulate_engine_stats {
    uint64_t native_runs;      /* launches that native code finished */
    uint64_t fallen_back;      /* launches that native code began and did not finish, or could not take */
    uint64_t interpreted_runs; /* launches run by the interpreter, those that fell back included */
    uint64_t compilations;
    const char *reason; /* of the last fall back; static text or NULL */
};

struct simulate_engine;
struct simulate_engine *simulate_engine_create(enum simulate_engine_kind kind);
void simulate_engine_release(struct simulate_engine *engine);
const struct simulate_engine_stats *simulate_engine_stats(const struct simulate_engine *engine);

/* For both kinds: the steps of a copy or fill of bytes. They are those of a loop that copies words or, of a fill of memory that only the
   thread itself sees, which no shadow watches, of a loop over large pieces. */
uint64_t engine_copy_steps(uint64_t count, bool is_own);

#endif
