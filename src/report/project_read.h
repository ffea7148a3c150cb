/* Project files: the options of a folder of sources, as JSON (docs/builds.md).

       { "options": { "only": "race,divergence", "requires": ["n > 0"] },
         "define": ["N=16"], "include": ["include"],
         "kernels": { "reduce*": { "block": 256, "extent": { "in": "n" } } },
         "levels": { "redundant-barrier": "off" } }

   What stands in it is data: texts with the lines they stand in, which the command line's parser judges. A key that is none is an
   error with its line. */
#ifndef WP_REPORT_PROJECT_READ_H
#define WP_REPORT_PROJECT_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

/* --NAME=VALUE; value NULL: without one. */
struct project_setting {
    const char *name, *value;
    uint32_t line;
};

struct project_settings {
    VEC(struct project_setting) list;
};

struct project_kernel {
    const char *pattern; /* as of --kernel */
    struct project_settings settings;
    uint32_t line;
};

struct project {
    const char *path;
    struct project_settings options, defines, includes; /* of the latter two the values */
    VEC(struct project_kernel) kernels;
    struct project_settings levels; /* rule and level */
};

/* Strings belong to arena. False and *error, with the line, if the text is no project file; `project` is to be released then too. */
bool project_read(struct project *project, struct arena *arena, const char *text, size_t size, const char **error);

void project_release(struct project *project);

#endif
