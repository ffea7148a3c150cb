/* Host code: the host halves of a program's files as one LLVM module, and what it says of launches (host/host_code.h).

   The passes that run here (host_load.c) may change anything that LLVM's rules allow: of host code only the values that reach a
   launch matter. What another function, another thread or the runtime may change in between is LLVM's to know; a value that stays
   a load, a call's result or a parameter is a symbol. */
#ifndef WP_LLVM_HOST_H
#define WP_LLVM_HOST_H

#include "host/host_code.h"

struct host_input {
    const char *path;    /* the file that was compiled */
    const char *bitcode; /* of its host half; NULL: there is none, `why` says so */
    const char *why;
    const char *toolkit; /* whose headers it was compiled with; NULL: with the bundled ones */
    const char *const *own_files;
    uint32_t own_file_count; /* that were read for it, and are no system headers; none: not known */
    const char *const *lost;
    uint32_t lost_count;              /* names that code left out of it may use (front/lost.h); none: nothing is left out */
    const char *lost_file, *lost_why; /* where that code is, the first of it, and why it is left out */
    uint32_t lost_line;
};

/* Reads the host halves as one program. Never fails: what cannot be read becomes a general launch of any kernel, with a note.
   Texts belong to arena; host_code_release afterwards. */
void llvm_read_host(struct arena *arena, const struct host_input *inputs, uint32_t count, struct host_code *code);

#endif
