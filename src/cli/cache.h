/* Results of earlier runs (--cache DIR): for a file, the messages that a worker sent about it.

   The key of an entry is everything that determines them: this program and its libraries, the options that a worker sees, the
   file's name and folder, and what compiling it depends on (front/digest.h). An entry is a file DIR/ab/cdef..., written beside
   and renamed, so that several processes can share the folder; it holds the SHA-256 of its contents, and one that does not agree
   with it counts as absent and is replaced. */
#ifndef WP_CLI_CACHE_H
#define WP_CLI_CACHE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "cli/options.h"
#include "front/digest.h"

struct cache_job {
    const char *directory; /* NULL: no cache, or nothing to keep of this file */
    const struct options *options;
    struct front_options front;
    const char *launches_text; /* of host code, or NULL */
    const char *path, *contents;
    struct front_digest digest;
    bool is_whole; /* digest.whole is known */
};

/* Begins the work on a file; true if the cache has its messages, which are appended to `messages`. */
bool cache_begin(struct cache_job *job, struct arena *arena, struct buffer *messages);

/* Keeps the messages, if nothing that they depend on has changed since. is_first_attempt: as in struct front_result. */
void cache_keep(struct cache_job *job, struct arena *arena, bool is_first_attempt, const struct buffer *messages);

void cache_end(struct cache_job *job);

#endif
