/* Requirements of launches (--requires), as conditions of a kernel's protocol. */
#ifndef WP_CHECK_REQUIRED_H
#define WP_CHECK_REQUIRED_H

#include "check/check.h"
#include "prove/prove.h"

/* The texts that speak of this kernel: those whose names it has. In `arena`. */
const struct prove_condition *required_make(struct arena *arena, struct protocol *protocol, const char *const *texts, uint32_t text_count,
                                            uint32_t *count);

/* The first value of --param that the type of this kernel's parameter does not hold, as a message; or NULL. */
const char *required_misfit(struct arena *arena, const struct protocol *protocol, const struct check_options *options);

/* Whether a launch satisfies them; parameters that it does not name are taken to. */
bool required_hold(const struct protocol *protocol, const struct prove_condition *conditions, uint32_t count, const uint32_t block[3],
                   const uint32_t grid[3], const struct prove_named *params, uint32_t param_count);

/* The value of a term over launch dimensions and parameters in a launch; false if the launch does not tell it. */
bool required_number(const struct protocol *protocol, term_ref term, const uint32_t block[3], const uint32_t grid[3],
                     const struct prove_named *params, uint32_t param_count, uint64_t *value);

#endif
