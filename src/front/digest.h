/* What the outcome of compiling a file depends on, as one number: two compilations with the same digest have the same outcome.

   The first digest covers clang (its path, size and time), the options, the source preprocessed with the bundled headers, and the
   bytes of each file that was read for it: enough if the first attempt compiles. The whole digest covers the other attempts too:
   with standard headers, with a toolkit, without headers that are not found. Files of other kinds are digested as they are. */
#ifndef WP_FRONT_DIGEST_H
#define WP_FRONT_DIGEST_H

#include <time.h>

#include "base/sha256.h"
#include "front/front.h"

struct front_digest {
    char first[SHA256_HEX_BYTES], whole[SHA256_HEX_BYTES]; /* whole: "" until front_digest_extend */
    struct timespec begun;                                 /* on the clock of file systems */
    VEC(const char *) files;                               /* that were read */
};

/* False if there is no digest: a source that cannot be preprocessed, or an option that may make clang read what the preprocessor
   does not show (plugins, precompiled headers). Strings belong to arena. */
bool front_digest_make(struct arena *arena, const struct front_options *options, const char *path, struct front_digest *digest);

/* Adds digest->whole. */
bool front_digest_extend(struct arena *arena, const struct front_options *options, const char *path, struct front_digest *digest);

/* Whether none of the files has changed since the digest was begun: what was made of them meanwhile belongs to it. */
bool front_digest_holds(const struct front_digest *digest);

void front_digest_release(struct front_digest *digest);

#endif
