/* Trees of jansson, without failures: text that is not UTF-8 is repaired, a lack of memory is an assertion. */
#ifndef WP_REPORT_JSON_TREE_H
#define WP_REPORT_JSON_TREE_H

#include <stdint.h>

#include <jansson.h>

#include "base/buffer.h"

/* The text, or null for NULL. */
json_t *tree_string(const char *text);

/* Sets a member; takes the reference to value. */
void tree_set(json_t *object, const char *key, json_t *value);
void tree_set_string(json_t *object, const char *key, const char *text);
void tree_set_count(json_t *object, const char *key, uint64_t count);

/* Adds to an array; takes the reference to value. */
void tree_append(json_t *array, json_t *value);

/* Prints the tree with flags of jansson, and drops the reference to it. */
void tree_print(json_t *tree, size_t flags, struct buffer *out);

#endif
