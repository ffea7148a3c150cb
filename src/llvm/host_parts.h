/* What the files host_*.c share. host_program.c says which files form programs, host_load.c makes one module of the host halves, host_library.c leaves a toolkit's own code out,
   host_names.c tells functions of libraries by their names,
   host_lost.c says what code that does not compile may use, host_assembly.c what inline assembly names, host_local.c gives `main` the variables that only it uses, host_variable.c finds those of the device, host_unroll.c says which loops
   are unrolled,
   host_stub.c says what launches pass, host_indirect.c which kernels pointers launch, host_value.c
   gives SSA values whole numbers, host_pointer.c follows pointers to their allocations, host_element.c compares elements of tables, host_contents.c finds what they hold, host_fill.c what loops write, host_made.c whether the program computes it, host_texture.c says what textures are made of, host_member.c finds members of structs, host_written.c says whether they may be written, host_launch.c reads
   the launches. */
#ifndef WP_LLVM_HOST_PARTS_H
#define WP_LLVM_HOST_PARTS_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/buffer.h"
#include "base/map.h"
#include "llvm/host.h"

/* A scalar that a launch passes: a parameter, or a member of a parameter that is a struct. */
struct host_leaf {
    uint32_t param;
    uint64_t offset_bytes;
    const char *name;
    LLVMTypeRef type;
    bool is_member;
};

struct host_kernel {
    const char *name, *display; /* mangled, demangled */
    VEC(struct host_leaf) leaves;
    VEC(LLVMTypeRef) params; /* as they lie in memory */
    const char *file;        /* that alone can launch it: its stub is of internal linkage; NULL: any */
    bool is_ambiguous;       /* another file has a kernel of this name with other parameters */
};

/* What inline assembly of the host halves names. */
struct host_assembly {
    struct map words;
    bool is_there; /* anything that is not empty */
    bool is_open;  /* it may name what does not stand in its text */
};

/* A kernel that is launched, and a pointer to memory that it may store to; NULL: to variables of the device. */
struct host_stored {
    const char *kernel;
    LLVMValueRef base;
};

/* A struct that host code reads members of. */
struct host_type {
    LLVMMetadataRef type;
    const char *name;
    const struct param_member *members;
    uint32_t member_count;
    const struct param_struct *structs; /* itself, and those within it */
    uint32_t struct_count;
    bool is_cut; /* there are more members and structs */
};

/* A member of a struct behind `base`, of which facts of types say something. */
struct host_read_member {
    LLVMValueRef base, load; /* load: the first one that reads it; the others read the same number */
    int64_t offset_bytes, struct_bytes;
    uint32_t object;         /* numbers structs, from 1 on */
    const char *type, *name; /* of the struct; within it */
    int64_t least;           /* it is no less */
    bool is_signed;          /* the reading that facts are about: of 64 bits always the signed one */
};

/* What host_given.c has found, by value. */
struct host_origin {
    LLVMValueRef load, origin;
};
struct host_given {
    struct map read_in;   /* loads: whether the bytes are read in */
    struct map answers;   /* memory: whether elements are read in or drawn */
    struct map functions; /* those whose loads are in `origins` */
    VEC(struct host_origin) origins;
};

struct host_reader {
    struct arena *arena;
    struct host_given *given; /* NULL until launches are read: passes change the module before */
    struct host_code *code;
    LLVMContextRef context;
    LLVMModuleRef module; /* NULL: nothing was read */
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    VEC(struct host_kernel) kernels;
    struct map symbols; /* by value, width and reading: 1 + the index of the symbol */
    struct buffer diagnostic;
    uint32_t halves;                     /* read so far */
    bool is_whole;                       /* nothing but the files given calls their functions */
    bool is_open;                        /* something of the program cannot be read: other code may call its functions */
    VEC(const char *) library_variables; /* of the program's, which bodies that were dropped use */
    struct map lost;                     /* names that code left out may use */
    struct map variables;                /* names of variables of the device: bits of enum host_variable */
    VEC(const char *) variable_names;    /* the same as a list */
    struct map own;                      /* names of libraries' functions that the program itself declares */
    struct host_assembly assembly;
    bool is_ordered;         /* calls take effect in their order */
    bool gets_nothing;       /* from outside of the program */
    uint32_t passed_kernels; /* launches whose list of arguments is read already */
    VEC(struct host_stored) stored;
    struct host_numbers *numbers; /* host_source.c: of the launch that was asked about last; NULL: none */
    struct map spoken;            /* places of loads: 1 + the index of the struct in whose terms the source reads there; 0: several */
    VEC(const char *) spoken_structs;
    struct map written; /* by function, type and sizes: whether it may write such members */
    VEC(const struct host_type *) types;
    VEC(const struct host_read_member *) read_members;
};

extern const char *const host_launch_name; /* the function that launches with values: kernel, how, sizes, shared bytes, values */
enum host_launch_way {
    HOST_LAUNCH_BY_LIST,
    HOST_LAUNCH_BY_STUB /* <<<...>>> */,
    HOST_LAUNCH_BY_PLAIN_LIST /* not cooperative */,
    HOST_LAUNCH_BY_COOPERATIVE_LIST
};
enum { HOST_LAUNCH_KERNEL, HOST_LAUNCH_WAY, HOST_LAUNCH_GRID, HOST_LAUNCH_BLOCK = 5, HOST_LAUNCH_SHARED = 8, HOST_LAUNCH_VALUES };

/* host_program.c */
struct host_program {
    uint32_t *files, count; /* in ascending order */
    bool has_main;
    bool is_whole; /* all files: no two have a `main` */
};
bool host_has_main(LLVMModuleRef half);
/* The programs that the halves form; those that could not be read are NULL. */
struct host_program *host_find_programs(struct arena *arena, const struct host_input *inputs, const LLVMModuleRef *halves, uint32_t count,
                                        uint32_t *found);

/* host_assembly.c. Adds what assembly of the half names, and lets it touch any memory. */
void host_read_assembly(LLVMModuleRef half, struct host_assembly *assembly);
/* Whether assembly may use the function or variable without being given its address. */
bool host_is_in_assembly(const struct host_assembly *assembly, LLVMValueRef global);

/* host_calls.c. What functions without a body do with memory and with the program. */
void host_describe_calls(struct host_reader *r);
void host_add_attribute(struct host_reader *r, LLVMValueRef function, const char *name, uint64_t value);

/* host_names.c. The name of a function of C, C++, CUDA or one of their libraries; of C alone. */
bool host_is_library(const char *name);
/* host_load.c. The same, and the program does not declare one of its own with this name. */
bool host_is_library_of(const struct host_reader *r, const char *name);
bool host_is_of_c(const char *name);
/* host_names.c. Of POSIX, or of C and seldom used: a program may well have its own. */
bool host_is_of_posix(const char *name);
/* Notes which of such functions the half's own files declare: they are the program's, whatever their names. */
void host_note_own(struct host_reader *r, const struct host_input *input, LLVMModuleRef half);

/* host_lost.c. Adds the names that code left out of the half may use. */
void host_add_lost(struct map *names, const struct host_input *input);
/* Whether such code may use the function or variable. */
bool host_is_lost(const struct map *names, LLVMValueRef global);
/* Adds a launch of each kernel of the half that code left out of `input` names. */
void host_add_lost_launches(struct host_reader *r, const struct host_input *input, LLVMModuleRef half);

/* host_library.c. What the headers of a toolkit define in the half of file number `file` is as if another file defined it. */
void host_leave_library_out(struct host_reader *r, LLVMModuleRef half, const char *toolkit, unsigned file);
bool host_is_dropped(LLVMValueRef function);
/* A function or variable of the program's that such a body calls or uses. */
bool host_is_used_by_library(const struct host_reader *r, LLVMValueRef value);

/* host_variable.c. Variables of the device, as hosts see them. */
enum host_variable { HOST_VARIABLE_ANY = 1, HOST_VARIABLE_CONSTANT = 2, HOST_VARIABLE_OWN = 4 /* of its file */, HOST_VARIABLE_MANAGED = 8 };
/* Notes the half's, and forgets the values that clang gives them for the host: kernels and copies write them. */
void host_note_variables(struct host_reader *r, LLVMModuleRef half);
/* As host_variable_kind, by the variable's name: passes may have removed what nothing uses. */
uint32_t host_named_kind(const struct host_reader *r, const char *name);
/* host_contents.c. Whether the instruction may write some variable of the device that kernels may write. */
bool host_may_write_variables(const struct host_reader *r, LLVMValueRef instruction);
/* host_initial.c. Adds the variables that hold at the launch what they are initialised with. */
void host_read_initial(struct host_reader *r, LLVMValueRef launch, struct host_launch *told);
/* 0: it is none whose contents may be told. */
uint32_t host_variable_kind(const struct host_reader *r, LLVMValueRef global);
/* Whether it is one at all; whether host code takes its address for more than the runtime's copies. */
bool host_is_variable(const struct host_reader *r, LLVMValueRef global);
bool host_variable_escapes(LLVMValueRef global);

/* host_local.c. Where the whole program is there, variables that only `main` uses become its own. */
void host_localise(struct host_reader *r);

/* host_mirror.c. Numbers that calls write are read from where no call writes. */
void host_mirror_numbers(struct host_reader *r);
/* host_narrow.c. Chains of shifts become the numbers that the program has before optimisation. After all passes. */
void host_narrow_numbers(struct host_reader *r);
/* The distance of two pointers by the size of an element. */
bool host_counts_elements(LLVMValueRef value);

/* host_join.c. Bounds of a number, as a signed one, that paths choose; false: it is no such number. */
bool host_joined(LLVMValueRef value, int64_t *least, int64_t *most);

/* host_calls.c. Whether the comparison holds of two numbers, which are given as signed ones of its width. */
bool host_compares(LLVMIntPredicate predicate, int64_t a, int64_t b);
/* The function that the instruction calls; "" where it calls none, or a pointer. */
const char *host_callee_name(LLVMValueRef instruction);
/* The call keeps no copy of the pointer, as its attributes say, and what is known of the function. */
bool host_keeps_nothing(LLVMValueRef call, LLVMValueRef pointer);
/* host_contents.c. What the pointer is computed from by constant and other steps. */
LLVMValueRef host_base_of(LLVMValueRef pointer);

/* host_made.c. Host code computes what the memory at `base` holds, in a way that need not be followed. */
bool host_is_made(const struct host_reader *r, LLVMValueRef base);
/* A pointer computed from another: its first operand. */
bool host_is_step(LLVMValueRef value);
/* What the use copies to this pointer, memory of the host or the device: where from; NULL: it is no copy to there. */
LLVMValueRef host_copy_source(LLVMValueRef user, LLVMValueRef pointer);
/* host_calls.c. A call of a function of C or C++ that writes what comes from outside of the program to where its arguments point. */
bool host_is_reader(const struct host_reader *r, LLVMValueRef call);
/* How many bytes such a call writes whole at the pointer that it gets; -1: as many as another argument says, which is no constant; 0: not known. */
int64_t host_reader_bytes(LLVMValueRef call, LLVMValueRef pointer);
/* The number that the load of bytes of a local variable gives: one store writes it there, before the load on every path, and calls that get a pointer
   to the variable read numbers to other bytes of it; NULL: that is not so. */
LLVMValueRef host_constant_of(const struct host_reader *r, LLVMValueRef load);
/* host_given.c. The program has read the number from a file or an input: the load is of bytes of a local variable, or of those it was copied from,
   that only constants and such calls write; or a choice of such loads. */
bool host_is_read_in(const struct host_reader *r, LLVMValueRef value);
/* Tells the arrays of which the program reads in elements, or draws them at random. Call when the arguments are read. */
void host_read_given(struct host_reader *r, LLVMValueRef launch, struct host_launch *told);
/* Adds the arrays that other kernels of the program may store to. Call when the arguments are read. */
void host_read_stored(struct host_reader *r, const struct host_kernel *kernel, LLVMValueRef launch, struct host_launch *told);

/* host_unroll.c. Loops that allocate or free are to be unrolled. */
void host_mark_loops(struct host_reader *r);

/* host_configure.c. What a launch is configured with stays so while its arguments are computed. After host_rewrite_stubs. */
void host_keep_configurations(struct host_reader *r, LLVMModuleRef module);
/* The configuration in the variable `now`: of the grid, the block, and the bytes of dynamic shared memory; where the builder stands. */
enum { HOST_SIZES = 7 };
void host_load_configuration(const struct host_reader *r, LLVMValueRef now, LLVMValueRef sizes[HOST_SIZES]);
void host_store_configuration(const struct host_reader *r, LLVMValueRef now, LLVMValueRef const sizes[HOST_SIZES]);

/* host_stub.c */
void host_rewrite_stubs(struct host_reader *r, LLVMModuleRef module, const char *file);
/* The kernel's name in the device half; NULL: no stub's name. */
const char *host_kernel_of_stub(struct arena *arena, const char *name);
/* That many bytes behind the pointer; an instruction where the builder stands, or a constant. */
LLVMValueRef host_element_at(const struct host_reader *r, LLVMValueRef pointer, uint64_t offset_bytes);
/* Launches with lists of pointers, whose kernel is known now, become launches with values. Whether there was one. */
bool host_rewrite_lists(struct host_reader *r);
/* NULL: it marks no kernel. *file: the only file whose kernel it is, where others have one of this name; else NULL. */
struct host_kernel *host_find_kernel(struct host_reader *r, LLVMValueRef marker, const char **file);

/* host_indirect.c. All stubs that a pointer may be; false: they are not known, or are more than `most`. */
bool host_find_stubs(struct host_reader *r, LLVMValueRef pointer, LLVMValueRef stubs[], uint32_t most, uint32_t *count);
/* The stub's address is compared at most: nothing calls it. */
bool host_is_never_called(LLVMValueRef stub);
/* Calls through pointers that may only be stubs become calls of each of them. Whether there was one. */
bool host_resolve_calls(struct host_reader *r);

/* host_value.c. The facts of one launch: what the conditions that hold there say of symbols. */
struct host_bound {
    uint32_t symbol;
    int64_t least, most;
};
/* A branch that leads to the launch, and whose condition is not understood. */
struct host_lost {
    LLVMValueRef branch;
    bool is_exit; /* it leaves a loop there */
};
struct host_graph;
struct host_scope;
/* host_steps.c. Conditions that counters of loops satisfy at the launch, told one after the other. */
typedef void host_condition_taker(void *context, struct host_condition condition);
void host_read_steps(struct host_scope *scope, struct host_graph *g, LLVMBasicBlockRef launch, host_condition_taker *take, void *context);

/* small <= large. */
struct host_ordered {
    const struct host_value *small, *large;
};
struct host_scope {
    struct host_reader *r;
    bool claims; /* unsigned sums and products are claimed not to wrap, numbers to fit what they are converted to */
    VEC(struct host_bound) bounds;
    VEC(struct host_ordered) ordered; /* by conditions of the launch */
    uint32_t steps;                   /* values read so far */
    struct map known;                 /* by value and reading: 1 + the index of its number in `values` */
    VEC(const struct host_value *) values;
    VEC(struct host_lost) lost;
};
void host_scope_forget(struct host_scope *s); /* bounds have changed */
void host_scope_release(struct host_scope *s);
/* Never NULL: a symbol if nothing else is known. */
const struct host_value *host_integer(struct host_scope *s, LLVMValueRef value, bool is_signed);
/* The same, and NULL where it would be a symbol that another reading of the value is not. */
const struct host_value *host_integer_known(struct host_scope *s, LLVMValueRef value, bool is_signed);
const char *host_describe(struct host_reader *r, LLVMValueRef value);
const char *host_place(struct host_reader *r, LLVMValueRef instruction);
/* The struct that the pointer leads to, or "a number" for memory that holds no integers; NULL: not known, or integers. */
const struct host_type *host_type_behind(struct host_reader *r, LLVMValueRef pointer);
/* The struct of a local variable is `type`, is in it, or has it in itself. */
bool host_may_be_struct(struct host_reader *r, LLVMTypeRef local, const struct host_type *type);
/* host_written.c. Whether the function, or one that it calls, may write integers of these sizes (bit s: of s bytes) in such a struct. */
bool host_may_write_members(struct host_reader *r, LLVMValueRef function, const struct host_type *type, uint32_t sizes);
/* host_member.c. Notes, before passes change them, in terms of which struct each load reads a member. */
void host_note_members(struct host_reader *r);
/* "the member ne[0] of a tensor"; NULL: the load reads no member that is known. */
const char *host_describe_member(struct host_reader *r, LLVMValueRef load);
/* NULL: no fact about a type speaks of what the value is. */
const struct host_read_member *host_read_member(struct host_reader *r, LLVMValueRef value);
/* host_text.c. The first call of the function that reads the same text of main's arguments as the same number; or the value itself. */
LLVMValueRef host_same_text(LLVMValueRef value);
/* The same for all numbers that the text is read as: `atoi(argv[1])`, `strtol(argv[1], NULL, 16)`. NULL: it is no such number. */
LLVMValueRef host_text_reader(LLVMValueRef value);

/* From outside of the program: any value may come. */
bool host_is_input(const struct host_reader *r, LLVMValueRef value);

/* host_source.c. Forgets what was found of the launch that was asked about last. */
void host_forget_numbers(struct host_reader *r);
/* The branch is decided by what the launch's numbers are computed from, or by pointers. */
bool host_is_decided_with(struct host_reader *r, LLVMValueRef call, const struct host_launch *told, LLVMValueRef terminator);
/* host_texture.c. Whether textures of the program are memory that the launch gets a pointer to. */
enum host_textures host_textures_of(struct host_scope *s, LLVMValueRef launch);
/* Nothing comes into the program from outside: each of its conditions is a constant, and none for which some input decides. */
bool host_gets_nothing(const struct host_reader *r);
/* A value of a condition of the launch that is not understood, and is computed from what the launch's numbers are computed
   from, in words; NULL: there is none. */
const char *host_find_related(struct host_reader *r, LLVMValueRef call, const struct host_launch *told);
/* The call may end the program, throw, or never return: it does, or is of what is not known. */
bool host_may_stop(const struct host_reader *r, LLVMValueRef call);
/* A call on the way to the launch that gets what its numbers are computed from and may not return (`require(n % 256 == 0, ...)`), in words;
   NULL: there is none. */
const char *host_find_stop(struct host_reader *r, LLVMValueRef call, const struct host_launch *told);

/* host_pointer.c */
struct host_target {
    LLVMValueRef base;               /* the allocation, or whatever the pointer is computed from */
    const struct host_value *offset; /* NULL: not known */
};
/* What an instruction adds to a pointer: `bytes`, and each index times its size. */
enum { HOST_STEP_MOST = 4 };
struct host_step {
    LLVMValueRef index[HOST_STEP_MOST];
    int64_t size_bytes[HOST_STEP_MOST], bytes;
    uint32_t count;
};
/* Whether that is known. */
bool host_step_parts(const struct host_reader *r, LLVMValueRef gep, struct host_step *step);
struct host_target host_target_of(struct host_scope *s, LLVMValueRef pointer);
/* host_allocation.c */
bool host_is_allocation(LLVMValueRef value);
bool host_is_free(LLVMValueRef value);
/* How many bytes an allocation has; NULL: not known. */
const struct host_value *host_allocated_bytes(struct host_scope *s, LLVMValueRef allocation);
/* Bytes from `start` to `end`; NULL: not known. */
const struct host_value *host_distance(struct host_scope *s, LLVMValueRef end, LLVMValueRef start);
/* The pointers that may have been stored where this one is read, in an array all of whose cells are written before; 0: not known, or more. */
uint32_t host_cells(struct host_scope *s, LLVMValueRef load, LLVMValueRef cells[], uint32_t most);
/* The pointers that one that is chosen (by conditions, in rounds of loops) may be; 0: more than `most`. */
uint32_t host_choices(LLVMValueRef pointer, LLVMValueRef sources[], uint32_t most);
/* The allocation is still there at the launch, whatever the program does. */
bool host_is_alive(struct host_reader *r, LLVMValueRef allocation, LLVMValueRef launch);
/* Both stores are to one place, which is known. */
bool host_is_one_cell(struct host_scope *s, LLVMValueRef first, LLVMValueRef second);
bool host_may_overlap(struct host_scope *s, LLVMValueRef a, LLVMValueRef b);
bool host_is_distinct(struct host_scope *s, LLVMValueRef a, LLVMValueRef b);

/* host_element.c. Whether two addresses that one place of the program computes are never of one pointer in a table. */
bool host_elements_differ(const struct host_reader *r, LLVMValueRef a, LLVMValueRef b);
/* The same of an address `before` that was computed before the block is entered from `from`, and one of the round that begins there. */
bool host_elements_rotate(const struct host_reader *r, LLVMValueRef before, LLVMValueRef now, LLVMBasicBlockRef block, LLVMBasicBlockRef from);

/* host_condition.c: the conditions of branches that dominate the launch. */
void host_read_conditions(struct host_scope *s, LLVMValueRef launch, struct host_launch *told);
/* host_held.c. Whether each pointer in memory that the launch gets leads to an allocation of its own, or comes from outside of the program with
   it, and the variables of the device of which that is so. */
void host_read_held(struct host_scope *s, const struct host_kernel *kernel, LLVMValueRef launch, struct host_launch *told);
/* host_count.c. Whether the edge, number `edge` of the block's, ends a loop that only counts: it is taken once the counter, the first operand of
   the test, reaches a bound from before the loop, and says nothing else. */
bool host_ends_count(struct host_graph *g, uint32_t block, uint32_t edge);
/* host_count.c. Whether the value is the counter of a loop that counts by one, from a number on, until its test ends it. */
bool host_counts_plainly(const struct host_reader *r, LLVMValueRef phi);
/* host_count.c. told->each: counters of loops around the launch that begin at a number, count by one, and of which each round comes to it. */
void host_read_counters(struct host_scope *s, struct host_graph *g, LLVMValueRef launch, struct host_launch *told);

/* host_contents.c. Whether calls of the program may take effect at another time. */
bool host_has_disorder(const struct host_reader *r);
/* A pointer that is chosen between null and another one, as it was last computed: the other one; else the pointer itself. */
LLVMValueRef host_beside_null(LLVMValueRef pointer);
/* Adds what arrays hold before the launch. */
void host_read_contents(struct host_scope *s, const struct host_kernel *kernel, LLVMValueRef launch, struct host_launch *told);

/* host_launch.c */
void host_read_launches(struct host_reader *r);

#endif
