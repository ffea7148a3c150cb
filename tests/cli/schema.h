/* A validator for the part of JSON Schema (draft 2020-12) that our schema uses.
   A keyword it does not know is an error, so that no constraint is ignored. */
#ifndef WP_TESTS_SCHEMA_H
#define WP_TESTS_SCHEMA_H

#include <jansson.h>
#include <stdio.h>

/* Number of violations; each is written to `log` as "path: what". */
int schema_validate(json_t *schema, json_t *value, FILE *log);

#endif
