/* What the parts of the SARIF report share. Private to the room. */
#ifndef WP_REPORT_SARIF_H
#define WP_REPORT_SARIF_H

#include "report/excerpt.h"
#include "report/json_tree.h"
#include "report/messages.h"
#include "report/report.h"

struct sarif {
    const struct report_options *options;
    struct source_cache sources;
};

/* An artifactLocation: relative to the working directory for files in it, else a file: URI. */
json_t *sarif_artifact(const struct sarif *sarif, const char *path);

/* A physicalLocation; columns count UTF-16 code units. With `has_snippet` also the source lines. */
json_t *sarif_physical(struct sarif *sarif, const struct source_place *place, bool has_snippet);

/* A location with a message, or NULL for none. */
json_t *sarif_location(struct sarif *sarif, const struct source_place *place, const char *text);

/* {"text": ...} */
json_t *sarif_text(const char *text);

/* The codeFlow of a finding with two accesses: the story in one thread flow, then one for each thread. NULL for other findings. */
json_t *sarif_code_flow(struct sarif *sarif, const struct finding *finding);

#endif
