/* The clang command for one attempt. */
#ifndef WP_FRONT_COMMAND_H
#define WP_FRONT_COMMAND_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"
#include "front/nvcc_flags.h"

enum command_mode {
    COMMAND_BITCODE,      /* from CUDA source */
    COMMAND_PREPROCESS,   /* from CUDA source to text */
    COMMAND_SYNTAX,       /* errors in preprocessed text; no output */
    COMMAND_PREPROCESSED, /* from preprocessed text to bitcode */
    COMMAND_PRECOMPILE    /* the bundled headers for COMMAND_BITCODE */
};

struct command_request {
    enum command_mode mode;
    const char *clang, *share, *toolkit; /* toolkit NULL: the bundled headers */
    const char *source, *output;
    bool with_standard_headers; /* bundled headers: also the headers that nvcc includes by itself */
    bool gpuverify_annotations;
    bool is_host;               /* the host half; with the bundled headers only */
    bool is_plain;              /* host code that nvcc passes on as it is, without __CUDACC__ */
    bool is_c;                  /* the same in C, without the bundled headers */
    const char *precompiled;    /* a file of COMMAND_PRECOMPILE, which the bundled headers are taken from; NULL: none */
    const char *absent_headers; /* a folder that is searched last; NULL: none */
    const char *remapped;       /* a copy of the source that is read in its place, "SOURCE;COPY"; NULL: none */
    const char *dependencies;   /* where the files that are read are listed, but for system headers; NULL: nowhere */
    const struct nvcc_flags *flags;
};

struct command {
    VEC(const char *) arguments; /* ends in a null pointer */
};

/* Texts belong to arena or to the request. */
void command_build(struct arena *arena, const struct command_request *request, struct command *command);

void command_release(struct command *command);

#endif
