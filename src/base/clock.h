/* Time that only goes forward, from an arbitrary start. For limits and statistics only: no verdict may depend on it. */
#ifndef WP_BASE_CLOCK_H
#define WP_BASE_CLOCK_H

#include <stdint.h>

double clock_seconds(void);

uint64_t clock_milliseconds(void);

#endif
