/* Members of structs that host code reads: `t->ne[0]`. LLVM's pointers have no types, so what a pointer leads to is followed through debug
 * information: from the parameters of the function, variables and results of calls, through members that are pointers.
 *
 * What --type-fact says of a type is taken of each struct of it that lies behind one pointer value: members which such a fact names keep their
 * values there, and those without a sign are below 2^63. Not where the program is seen to write such members (host_written.c). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/host_parts.h"
#include "llvm/members.h"

enum { DEEPEST_POINTER = 12, TYPES_MOST = 64 };

/* The pointer as a value and the bytes behind it. */
struct spot {
    LLVMValueRef base;
    int64_t bytes;
};

/* All indices are constants. */
static bool constant_step(const struct host_reader *r, LLVMValueRef gep, int64_t *bytes) {
    struct host_step step;
    if (!host_step_parts(r, gep, &step))
        return false;
    *bytes += step.bytes;
    for (uint32_t i = 0; i < step.count; i++) {
        bool is_small = LLVMIsAConstantInt(step.index[i]) && LLVMGetIntTypeWidth(LLVMTypeOf(step.index[i])) <= 64;
        int64_t by = is_small ? LLVMConstIntGetSExtValue(step.index[i]) : INT64_MAX;
        if (by > INT32_MAX || by < INT32_MIN || step.size_bytes[i] > INT32_MAX)
            return false;
        *bytes += by * step.size_bytes[i];
    }
    return true;
}

static struct spot spot_of(const struct host_reader *r, LLVMValueRef pointer) {
    struct spot s = {pointer, 0};
    int64_t bytes = 0;
    while (LLVMIsAGetElementPtrInst(s.base) && constant_step(r, s.base, &bytes)) {
        s = (struct spot){LLVMGetOperand(s.base, 0), bytes};
    }
    return s;
}

static LLVMMetadataRef pointee_of(const struct host_reader *r, struct members *m, LLVMValueRef pointer, int depth);

/* Steps by whole elements lead to an element. */
static LLVMMetadataRef element_of(const struct host_reader *r, struct members *m, LLVMValueRef gep, int depth) {
    struct host_step step;
    LLVMMetadataRef type = pointee_of(r, m, LLVMGetOperand(gep, 0), depth + 1);
    if (!type || !host_step_parts(r, gep, &step) || step.bytes != 0)
        return NULL;
    for (uint32_t i = 0; i < step.count; i++) {
        bool is_zero = LLVMIsAConstantInt(step.index[i]) && LLVMIsNull(step.index[i]);
        if (!is_zero && (uint64_t)step.size_bytes[i] * 8 != LLVMDITypeGetSizeInBits(type))
            return NULL;
    }
    return type;
}

static LLVMMetadataRef param_pointee(struct members *m, LLVMValueRef argument) {
    LLVMValueRef function = LLVMGetParamParent(argument);
    unsigned index = 0;
    while (LLVMGetParam(function, index) != argument)
        index++;
    LLVMMetadataRef type = members_are_passed_whole(m, function) ? members_type_of_param(m, function, index) : NULL;
    return type && members_is_struct(m, type) ? type : members_pointee(m, type); /* a struct that is passed in memory */
}

/* What the pointer leads to; NULL: not known. */
static LLVMMetadataRef pointee_of(const struct host_reader *r, struct members *m, LLVMValueRef pointer, int depth) {
    LLVMMetadataRef type = NULL;
    if (depth > DEEPEST_POINTER)
        return NULL;
    if (LLVMIsAArgument(pointer))
        return param_pointee(m, pointer);
    if (LLVMIsAGlobalVariable(pointer))
        return members_type_of_variable(m, pointer);
    if (LLVMIsAGetElementPtrInst(pointer))
        return element_of(r, m, pointer, depth);
    if (LLVMIsALoadInst(pointer)) {
        struct spot from = spot_of(r, LLVMGetOperand(pointer, 0));
        type = from.bytes >= 0 ? pointee_of(r, m, from.base, depth + 1) : NULL;
        return type ? members_pointee(m, members_scalar_at(m, type, (uint64_t)from.bytes)) : NULL;
    }
    if ((LLVMIsACallInst(pointer) || LLVMIsAInvokeInst(pointer)) && LLVMIsAFunction(LLVMGetCalledValue(pointer)))
        return members_pointee(m, members_type_of_result(m, LLVMGetCalledValue(pointer)));
    for (unsigned i = 0; LLVMIsAPHINode(pointer) && i < LLVMCountIncoming(pointer) && !type; i++)
        type = pointee_of(r, m, LLVMGetIncomingValue(pointer, i), depth + 4);
    return type; /* is_spoken_of says whether the source reads it so */
}

/* ---- what the source says that it reads ---- */

/* Where the instruction stands in the source; 0: not known. Inlined copies stand at one place. */
static uint64_t place_of(LLVMValueRef instruction) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    if (!location || LLVMDILocationGetLine(location) == 0)
        return 0;
    uint64_t key = hash_mix((uint64_t)(uintptr_t)LLVMDILocationGetScope(location), LLVMDILocationGetLine(location));
    return hash_mix(hash_mix(key, LLVMDILocationGetColumn(location)), LLVMGetIntTypeWidth(LLVMTypeOf(instruction))) | 1;
}

/* The struct that the innermost step into one names; NULL: there is none. */
static LLVMTypeRef struct_of(LLVMValueRef pointer) {
    for (; LLVMIsAGetElementPtrInst(pointer) || LLVMIsAConstantExpr(pointer); pointer = LLVMGetOperand(pointer, 0)) {
        if (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) != LLVMGetElementPtr)
            return NULL;
        LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
            return LLVMGetNumOperands(pointer) == 3 ? type : NULL;
    }
    return NULL;
}

/* "class.ns::view.12" is ns::view. */
static const char *plain_name(struct arena *arena, LLVMTypeRef type) {
    const char *name = type ? LLVMGetStructName(type) : NULL, *dot = name ? strchr(name, '.') : NULL;
    if (!dot)
        return "";
    size_t length = strlen(dot + 1), digits = length;
    while (digits > 0 && isdigit((unsigned char)dot[digits]))
        digits--;
    return arena_strndup(arena, dot + 1, digits < length && digits > 0 && dot[digits] == '.' ? digits - 1 : length);
}

void host_note_members(struct host_reader *r) {
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                const uint64_t place = LLVMIsALoadInst(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind ? place_of(i) : 0;
                uint32_t known;
                const char *name = place != 0 ? plain_name(r->arena, struct_of(LLVMGetOperand(i, 0))) : "";
                if (!*name || strcmp(name, "dim3") == 0) /* a macro's <<<...>>> loads the sizes at the same place */
                    continue;
                if (!map_get(&r->spoken, place, &known)) {
                    vec_push(&r->spoken_structs, name);
                    map_set(&r->spoken, place, r->spoken_structs.size);
                } else if (known == 0 || strcmp(r->spoken_structs.data[known - 1], name) != 0) {
                    map_set(&r->spoken, place, 0);
                }
            }
}

/* The source reads a member of the struct there: pointers that are cast, unions and structs that share parameters lead debug information astray. */
static bool is_spoken_of(const struct host_reader *r, LLVMValueRef load, const struct host_type *type, const struct param_member *member) {
    uint32_t index = 0;
    if (!map_get(&r->spoken, place_of(load), &index) || index == 0)
        return false;
    const char *spoken = r->spoken_structs.data[index - 1];
    bool is = false;
    for (uint32_t i = 0; i < type->struct_count && *spoken; i++) {
        const struct param_struct *s = &type->structs[i];
        const size_t length = strcspn(s->type, "<"), path = strlen(s->path);
        bool is_within = path == 0 || (strncmp(member->name, s->path, path) == 0 && member->name[path] == '.');
        is |= is_within && strlen(spoken) == length && strncmp(spoken, s->type, length) == 0;
    }
    return is;
}

static const struct host_type *type_of(struct host_reader *r, LLVMMetadataRef type) {
    for (uint32_t i = 0; i < r->types.size; i++)
        if (r->types.data[i]->type == type)
            return r->types.data[i];
    if (r->types.size >= TYPES_MOST)
        return NULL;
    struct members m = {.arena = r->arena, .context = r->context};
    struct host_type *own = arena_alloc(r->arena, sizeof *own);
    members_read(&m, type);
    *own = (struct host_type){
        .type = type, .name = members_type_name(&m, type), .member_count = m.list.size, .struct_count = m.structs.size, .is_cut = m.is_full};
    struct param_member *members = arena_alloc(r->arena, (m.list.size + (size_t)1) * sizeof *members);
    struct param_struct *structs = arena_alloc(r->arena, (m.structs.size + (size_t)1) * sizeof *structs);
    for (uint32_t i = 0; i < m.list.size; i++)
        members[i] = m.list.data[i];
    for (uint32_t i = 0; i < m.structs.size; i++)
        structs[i] = m.structs.data[i];
    own->members = members;
    own->structs = structs;
    members_release(&m);
    vec_push(&r->types, own);
    return own;
}

/* The member that the load reads, all of it; false: it reads none that is known. */
static bool find_member(struct host_reader *r, LLVMValueRef load, struct spot *spot, const struct host_type **type,
                        const struct param_member **member) {
    bool is_number = LLVMIsALoadInst(load) && LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMIntegerTypeKind;
    struct members m = {.arena = r->arena, .context = r->context};
    if (!is_number)
        return false;
    *spot = spot_of(r, LLVMGetOperand(load, 0));
    LLVMMetadataRef behind = spot->bytes >= 0 ? pointee_of(r, &m, spot->base, 0) : NULL;
    *type = behind && members_is_struct(&m, behind) ? type_of(r, behind) : NULL;
    for (uint32_t i = 0; *type && i < (*type)->member_count; i++) {
        *member = &(*type)->members[i];
        if ((*member)->offset_bytes == (uint64_t)spot->bytes && (*member)->size_bytes * 8 == LLVMGetIntTypeWidth(LLVMTypeOf(load)))
            return is_spoken_of(r, load, *type, *member);
    }
    return false;
}

const char *host_describe_member(struct host_reader *r, LLVMValueRef load) {
    struct spot spot;
    const struct host_type *type;
    const struct param_member *member;
    return find_member(r, load, &spot, &type, &member) && *type->name ? arena_printf(r->arena, "the member %s of a %s", member->name, type->name)
                                                                      : NULL;
}

const struct host_type *host_type_behind(struct host_reader *r, LLVMValueRef pointer) {
    static const struct host_type number = {.name = "a number"};
    struct members m = {.arena = r->arena, .context = r->context};
    const bool is_chosen = LLVMIsAPHINode(pointer) || LLVMIsASelectInst(pointer);
    LLVMMetadataRef type = is_chosen ? NULL : pointee_of(r, &m, pointer, 0);
    if (!type)
        return NULL;
    return members_is_struct(&m, type) ? type_of(r, type) : members_is_integer(&m, type) ? NULL : &number;
}

bool host_may_be_struct(struct host_reader *r, LLVMTypeRef local, const struct host_type *type) {
    const char *name = plain_name(r->arena, local);
    const bool has_room = LLVMABISizeOfType(r->layout, local) * 8 >= LLVMDITypeGetSizeInBits(type->type);
    bool may = !*name || (has_room && strncmp(LLVMGetStructName(local), "union.", 6) == 0);
    for (uint32_t i = 0; i < type->struct_count; i++)
        may |= strncmp(type->structs[i].type, name, strcspn(type->structs[i].type, "<")) == 0;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(local) && !may; i++) {
        LLVMTypeRef element = LLVMStructGetTypeAtIndex(local, i);
        while (LLVMGetTypeKind(element) == LLVMArrayTypeKind)
            element = LLVMGetElementType(element);
        may = LLVMGetTypeKind(element) == LLVMStructTypeKind && host_may_be_struct(r, element, type);
    }
    return may;
}

/* The part of a member's name within the struct at `path`; NULL: it is none of its members. */
static const char *name_within(const char *path, const char *name) {
    size_t length = strlen(path);
    return length == 0 ? name : strncmp(name, path, length) == 0 && name[length] == '.' ? name + length + 1 : NULL;
}

static bool is_named_by_fact(const struct host_reader *r, const char *type, const char *member) {
    bool is = false;
    for (uint32_t i = 0; i < r->code->type_fact_count && !is; i++)
        is = strcmp(r->code->type_facts[i].type, type) == 0 && type_fact_names(r->arena, r->code->type_facts[i].condition, member);
    return is;
}

/* A fact that is `member >= C` or `member > C` and no more. */
static int64_t least_by_facts(const struct host_reader *r, const char *type, const char *member, int64_t least) {
    const size_t length = strlen(member);
    for (uint32_t i = 0; i < r->code->type_fact_count; i++) {
        const struct type_fact *fact = &r->code->type_facts[i];
        if (strcmp(fact->type, type) != 0 || strncmp(fact->condition, member, length) != 0)
            continue;
        const char *at = fact->condition + length + strspn(fact->condition + length, " ");
        bool is_strict = at[0] == '>' && at[1] != '=' && at[1] != '>', is_least = at[0] == '>' && at[1] == '=';
        at += is_least ? 2 : 1;
        at += strspn(at, " ");
        size_t digits = is_strict || is_least ? strspn(at, "0123456789") : 0;
        if (digits == 0 || digits > 9 || at[digits + strspn(at + digits, " ")])
            continue;
        int64_t bound = atoll(at) + is_strict;
        least = bound > least ? bound : least;
    }
    return least;
}

/* Not an enumeration, whose sign is not known. */
static bool is_integer(const char *type) {
    static const char *const all[] = {"bool", "char", "signed char", "short", "int", "long", "long long"};
    bool is = strncmp(type, "unsigned ", 9) == 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        is |= strcmp(type, all[i]) == 0;
    return is;
}

/* Bit s: a member of s bytes is named by a fact. */
static uint32_t named_sizes(const struct host_reader *r, const struct host_type *type) {
    uint32_t sizes = 0;
    for (uint32_t i = 0; i < type->member_count; i++)
        for (uint32_t k = 0; k < type->struct_count; k++) {
            const char *name = name_within(type->structs[k].path, type->members[i].name);
            bool is_named = name && is_integer(type->members[i].type) && is_named_by_fact(r, type->structs[k].type, name);
            sizes |= is_named ? 1u << type->members[i].size_bytes : 0;
        }
    return sizes;
}

const struct host_read_member *host_read_member(struct host_reader *r, LLVMValueRef load) {
    struct spot spot;
    const struct host_type *type;
    const struct param_member *member;
    if (r->code->type_fact_count == 0 || !find_member(r, load, &spot, &type, &member))
        return NULL;
    for (uint32_t i = 0; i < r->read_members.size; i++) {
        const struct host_read_member *known = r->read_members.data[i];
        if (known->base == spot.base && known->offset_bytes == spot.bytes && LLVMTypeOf(known->load) == LLVMTypeOf(load))
            return known;
    }
    for (uint32_t i = 0; i < type->struct_count; i++) {
        const struct param_struct *within = &type->structs[i];
        const char *name = name_within(within->path, member->name);
        if (!name || !is_integer(member->type) || !is_named_by_fact(r, within->type, name) ||
            host_may_write_members(r, LLVMGetBasicBlockParent(LLVMGetInstructionParent(load)), type, named_sizes(r, type)))
            continue;
        struct host_read_member *own = arena_alloc(r->arena, sizeof *own);
        const bool is_unsigned = strncmp(member->type, "unsigned ", 9) == 0;
        *own = (struct host_read_member){.base = spot.base, .offset_bytes = spot.bytes, .load = load, .type = within->type, .name = name};
        own->struct_bytes = (int64_t)within->offset_bytes;
        own->is_signed = !is_unsigned || member->size_bytes >= 8;
        own->least = least_by_facts(r, own->type, name, is_unsigned && own->is_signed ? 0 : INT64_MIN);
        for (uint32_t k = 0; k < r->read_members.size && own->object == 0; k++) {
            const struct host_read_member *other = r->read_members.data[k];
            own->object =
                other->base == own->base && other->struct_bytes == own->struct_bytes && strcmp(other->type, own->type) == 0 ? other->object : 0;
        }
        own->object = own->object ? own->object : r->code->objects + 1;
        r->code->objects = own->object > r->code->objects ? own->object : r->code->objects;
        vec_push(&r->read_members, own);
        return own;
    }
    return NULL;
}
