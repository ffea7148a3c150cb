/* The value that an option or a launch gives a scalar parameter, as the bits that the kernel gets. */
#ifndef WP_CHECK_PARAM_VALUE_H
#define WP_CHECK_PARAM_VALUE_H

#include "check/check.h"

/* For a parameter of `type`: a whole number that is given for a floating-point one is that number. */
uint64_t param_value_bits(const struct check_param *param, struct type type);

/* The same, of the parameter or member that has this name in the protocol. */
uint64_t param_value_in(const struct protocol *protocol, const struct check_param *param);

/* Why the parameter cannot have the value, in words; NULL: it can. */
const char *param_value_misfit(struct arena *arena, const struct protocol *protocol, const struct check_param *param);

#endif
