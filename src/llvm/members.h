/* The scalars and structs that a type is made of, by its debug information. */
#ifndef WP_LLVM_MEMBERS_H
#define WP_LLVM_MEMBERS_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "base/vec.h"
#include "kernel/kernel.h"

struct members {
    struct arena *arena;
    LLVMContextRef context;
    VEC(struct param_member) list;    /* by offset, none overlap */
    VEC(struct param_struct) structs; /* the type itself and structs within it */
    bool is_full;                     /* there are more: what overlaps is not known, and the list is empty */
    uint32_t steps;                   /* types and elements looked at */
};

/* Fills `list` and `structs`; members_release afterwards. */
void members_read(struct members *m, LLVMMetadataRef type);
void members_release(struct members *m);

/* Whether every pointer in the type leads to memory without pointers, or to pointers that do (struct param). False where it is not known. */
bool members_lead_to_numbers(struct members *m, LLVMMetadataRef type);
bool members_of_variable_lead_to_numbers(struct members *m, LLVMValueRef variable);

/* The types that follow: NULL where debug information does not tell. */
LLVMMetadataRef members_type_of_param(struct members *m, LLVMValueRef function, uint32_t index);
LLVMMetadataRef members_type_of_result(struct members *m, LLVMValueRef function);
LLVMMetadataRef members_type_of_variable(struct members *m, LLVMValueRef variable);
/* What a pointer or reference of the type leads to. */
LLVMMetadataRef members_pointee(struct members *m, LLVMMetadataRef type);
/* The scalar that lies so many bytes behind the start of the type. */
LLVMMetadataRef members_scalar_at(struct members *m, LLVMMetadataRef type, uint64_t offset_bytes);
/* The function is passed each parameter as its type says, in a register or in memory: none is split, left out or passed as something else. */
bool members_are_passed_whole(struct members *m, LLVMValueRef function);
/* The type is an integer, an enumeration, or anything that may be one (void). */
bool members_is_integer(struct members *m, LLVMMetadataRef type);
/* The type is a struct or class whose members are known, apart from qualifiers. */
bool members_is_struct(struct members *m, LLVMMetadataRef type);

/* The name of a struct with its namespaces: "ns::view"; "" if it has none. */
const char *members_type_name(struct members *m, LLVMMetadataRef type);

#endif
