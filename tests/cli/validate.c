/* validate SCHEMA REPORT: status 0 if the report follows the schema, else 1. */
#include "schema.h"

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: validate SCHEMA REPORT\n");
        return 2;
    }
    json_error_t error;
    json_t *schema = json_load_file(argv[1], JSON_REJECT_DUPLICATES, &error);
    json_t *report = schema ? json_load_file(argv[2], JSON_REJECT_DUPLICATES, &error) : NULL;
    if (!report) {
        fprintf(stderr, "%s:%d: %s\n", error.source, error.line, error.text);
        json_decref(schema);
        return 1;
    }
    int violations = schema_validate(schema, report, stderr);
    json_decref(schema);
    json_decref(report);
    return violations > 0;
}
