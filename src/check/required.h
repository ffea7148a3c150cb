/* Requirements of launches (--requires), as conditions of a kernel's protocol. */
#ifndef WP_CHECK_REQUIRED_H
#define WP_CHECK_REQUIRED_H

#include "check/check.h"
#include "prove/prove.h"

/* The condition with each elements(a) as the options give the size of `a`; NULL: they do not give it, or in bytes of which elements of unknown
   size are made. */
const char *required_text(struct arena *arena, const struct protocol *protocol, const struct check_options *options, const char *text);
/* The next elements(a) of the text: where, and the length of its name, which begins REQUIRED_WORD characters later; NULL: none. */
enum { REQUIRED_WORD = 9 };
const char *required_next_size(const char *text, const char *at, size_t *length);
/* The texts that speak of this kernel: those whose names it has. In `arena`. */
const struct prove_condition *required_make(struct arena *arena, struct protocol *protocol, const struct check_options *options, uint32_t *count);

/* Why no launch of the kernel has this block (0: a free axis), as a message in `arena`: what its attributes allow, of `max_threads` (0: any)
   and `required` (0: any), is something else; or NULL. */
const char *required_block_misfit(struct arena *arena, const char *kernel, uint32_t max_threads, const uint32_t required[3], const uint32_t block[3]);

/* Why no launch of this kernel is as the options fix it, as a message: its block, or the first value of --param that the type of the parameter does not hold; or NULL. */
const char *required_misfit(struct arena *arena, const struct protocol *protocol, const struct check_options *options);

/* Whether a launch satisfies them; parameters that it does not name are taken to. */
bool required_hold(const struct protocol *protocol, const struct prove_condition *conditions, uint32_t count, const uint32_t block[3],
                   const uint32_t grid[3], const struct prove_named *params, uint32_t param_count);

/* The value of a term over launch dimensions and parameters in a launch; false if the launch does not tell it. */
bool required_number(const struct protocol *protocol, term_ref term, const uint32_t block[3], const uint32_t grid[3],
                     const struct prove_named *params, uint32_t param_count, uint64_t *value);

#endif
