/* From LLVM bitcode to kernel IR. The only room that sees LLVM.

   Loads a module (.bc or .ll), runs the fixed pass list that keeps every
   memory access, and decodes each kernel. The pass list is a soundness matter:
   early-cse, instcombine, GVN, LICM, DSE and plain simplifycfg delete racing
   loads or invent stores, so none of them runs here. */
#ifndef WP_LLVM_LLVM_H
#define WP_LLVM_LLVM_H

#include "kernel/kernel.h"

struct llvm_options {
    const char *const *kernel_globs; /* --kernel: mangled or display names, may hold '*'; NULL: all */
    uint32_t kernel_glob_count;
    const char *const *own_files; /* kernels that other files define are left out, unless there are globs; none: no kernel is */
    uint32_t own_file_count;
    bool trusts_undefined; /* functions without a body that get no pointers do nothing but return some value: UNSUPPORTED_ASSUMED */
};

struct llvm_module;

/* Reads and normalises a module; NULL and *error (in the arena: "file: what")
   if it cannot be read or is not a device module. */
struct llvm_module *llvm_load(struct arena *arena, const char *path, const struct llvm_options *options, const char **error);
void llvm_release(struct llvm_module *module);

/* Kernels in source order (file, line, then name). */
uint32_t llvm_kernel_count(const struct llvm_module *module);
/* Displayed names, joined with commas, where the globs left out all kernels; or NULL. */
const char *llvm_names_left_out(const struct llvm_module *module);
uint32_t llvm_kernels_left_out(const struct llvm_module *module); /* by the globs of the options */

/* A file that is none of own_files, and how many kernels that it defines are left out for that. */
struct llvm_header {
    const char *file;
    uint32_t kernel_count;
};

const struct llvm_header *llvm_headers_left_out(const struct llvm_module *module, uint32_t *count);

const char *llvm_kernel_name(const struct llvm_module *module, uint32_t index);    /* mangled */
const char *llvm_kernel_display(const struct llvm_module *module, uint32_t index); /* demangled */
uint32_t llvm_kernel_line(const struct llvm_module *module, uint32_t index);

/* Decodes one kernel into `arena`. Never fails: what cannot be decoded becomes
   INST_UNSUPPORTED at its line. */
struct kernel *llvm_decode(struct llvm_module *module, uint32_t index, struct arena *arena);

/* Writes the module's text after the pass list (--dump=llvm). */
void llvm_print(const struct llvm_module *module, struct buffer *out);

/* The pass list, and what it does to memory operations; for tests. */
uint32_t llvm_pass_count(void);
const char *llvm_pass_name(uint32_t pass);

enum llvm_access_kind { LLVM_ACCESS_LOAD, LLVM_ACCESS_STORE, LLVM_ACCESS_ATOMIC, LLVM_ACCESS_TRANSFER };

/* Memory operations of one kind at one source location: loads, stores, atomics, copies and
   fills. Private ones are those whose address is computed from a local variable. */
struct llvm_access_count {
    const char *file;
    uint32_t line, column;
    enum llvm_access_kind kind;
    bool is_private;
    uint32_t count;
};

/* Counts after the first `passes` of the list (0: as the module was read), in functions
   that have a body, by location. False and *error if the module cannot be read. */
bool llvm_count_accesses(struct arena *arena, const char *path, uint32_t passes, struct llvm_access_count **counts, uint32_t *count,
                         const char **error);

#endif
