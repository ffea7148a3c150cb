/* The front end: from a file on disk to a file of LLVM bitcode.
 *
 * CUDA source goes through clang-19, device side only, unoptimised (docs/soundness.md,
 * "Before the protocol"). Up to three attempts at the whole file, each only when the
 * errors of the one before look like missing declarations: the bundled headers; the
 * same with the C and C++ headers that nvcc includes by itself; the headers of a
 * toolkit, if one is found. With a cuda_path the toolkit is the only one.
 * If none compiles, the file is compiled without the parts that do not (omission.h).
 * Bitcode and textual IR are passed on as they are.
 *
 * Nothing is printed, no shell runs, and on failure no file is left behind. */
#ifndef WP_FRONT_FRONT_H
#define WP_FRONT_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

enum front_status {
#define FRONT_STATUS(enumerator, name) enumerator,
#include "front/statuses.def"
#undef FRONT_STATUS
};

const char *front_status_name(enum front_status status);

struct front_options {
    const char *clang;             /* NULL: clang-19 on PATH, or a clang there of version 19 */
    const char *share_dir;         /* NULL: $WARPPROOF_SHARE, beside the executable, the source tree */
    const char *cuda_path;         /* NULL: the bundled headers first */
    bool gpuverify_annotations;    /* GPUVerify's macros, as no-ops */
    const char *const *clang_args; /* the user's; nvcc's spellings are translated */
    size_t clang_arg_count;
    const char *executable_path; /* of this program; NULL: unknown */
};

/* What was left out of a file that does not compile as it is; see omission.h. */
enum omission_kind {
    OMISSION_HEADER, /* not found, and taken as empty; the message is its name */
    OMISSION_HOST,   /* host code; the message is clang's */
    OMISSION_DEVICE  /* device code: kernels that need it are not in the bitcode */
};

struct front_omission {
    enum omission_kind kind;
    const char *file;
    uint32_t line;
    const char *message;
};

struct front_omissions {
    VEC(struct front_omission) list;
    const char *const *names; /* of a host half: all that the code left out may use, launch or change, as identifiers (front/lost.h) */
    uint32_t name_count;
};

/* The files that a compilation read, but for system headers: those found in a folder of -isystem, of a
   toolkit or of the compiler, and those that call themselves one (#pragma GCC system_header). Also what
   #line directives in these files name. */
struct front_own_files {
    const char *const *names;
    uint32_t count;
};

struct front_result {
    enum front_status status;
    char *bitcode_path;               /* NULL unless status is FRONT_OK or FRONT_IN_PART */
    bool bitcode_is_temporary;        /* its folder is removed by front_discard */
    const char *headers;              /* "bundled", "toolkit", or NULL: no source was compiled */
    char *toolkit_path;               /* NULL unless headers is "toolkit" */
    struct front_own_files own_files; /* none: not known */
    struct front_omissions omissions; /* empty unless FRONT_IN_PART; released by front_discard */
    char *message;                    /* clang's diagnostics of the whole file, or one line of ours; NULL if it compiles */
    bool is_first_attempt;            /* the first attempt compiled the whole file (front/digest.h) */
    bool was_killed;                  /* some run of clang was ended by a signal: another run may have another outcome */
    double clang_seconds;             /* wall time of clang, over all attempts */
};

/* Strings of the result belong to arena. */
enum front_status front_compile(struct arena *arena, const struct front_options *options, const char *path, struct front_result *result);

/* The host half of a CUDA file, or a file of host code, with the headers that front_compile would try: FRONT_OK, FRONT_IN_PART (without the
   functions that do not compile: what they may use is in omissions.names), or a reason why there is none, which is no error of the file. Other files have no host half: FRONT_FAILED without a message. */
enum front_status front_compile_host(struct arena *arena, const struct front_options *options, const char *path, struct front_result *result);

/* Compiles the headers that device code and host halves begin with (front/precompiled.h) into files in `folder`. They are used where they
   lie beside the program, or in lib/warpproof beside its folder. */
enum front_status front_precompile(struct arena *arena, const struct front_options *options, const char *folder, struct front_result *result);

/* Whether the name is one of host code in C++ or C, without kernels, unless an option (-x cu) says otherwise. */
bool front_is_host_code(const struct front_options *options, const char *path);

/* Removes the temporary bitcode, if any. */
void front_discard(struct front_result *result);

#endif
