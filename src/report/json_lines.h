/* Lines in JSON texts, for messages about what stands in them: jansson keeps none. */
#ifndef WP_REPORT_JSON_LINES_H
#define WP_REPORT_JSON_LINES_H

#include <stdint.h>

/* One step from a value to one in it: to the value of a key, or to an element of a list where the key is NULL. */
struct json_step {
    const char *key;
    uint32_t index;
};

/* The line of the key or element that the steps lead to; if a key is written with escapes, of the last step that was found.
   The text is JSON that ends with a NUL. */
uint32_t json_line_of(const char *text, const struct json_step *steps, uint32_t count);

#endif
