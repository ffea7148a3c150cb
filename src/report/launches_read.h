/* Launch files: the launches of a program, stated by hand, as JSON (docs/launches.md).

       { "launches": [ { "kernel": "scale", "file": "main.cu", "line": 80, "block": [32, 8], "grid": 16,
                         "arguments": { "n": 4096 }, "extents": { "a": "n" }, "relations": ["pitch >= n"] } ] }

   A key that is none is an error with its line, as is everything else that is not understood: a launch file is used whole or not
   at all. */
#ifndef WP_REPORT_LAUNCHES_READ_H
#define WP_REPORT_LAUNCHES_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "host/launch_site.h"

struct launch_list {
    struct launch_site *sites;
    uint32_t count;
    const char *const *types; /* conditions on types, as --type-fact has them */
    uint32_t type_count;
};

/* Everything belongs to arena. `path` names the text in messages. False and *error, with the line, if the text is no launch file. */
bool launches_read(struct launch_list *list, struct arena *arena, const char *path, const char *text, size_t size, const char **error);

/* The launch file of these sites. */
void launches_write(const struct launch_list *list, struct buffer *out);

/* Adds the sites of the other list. */
void launches_append(struct arena *arena, struct launch_list *list, const struct launch_list *other);

#endif
