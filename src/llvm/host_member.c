/* Members of structs that host code reads: `t->ne[0]`. LLVM's pointers have no types, so what a pointer leads to is followed through debug
 * information: from the parameters of the function, variables and results of calls, through members that are pointers.
 *
 * What --type-fact says of a type is taken of each struct of it that lies behind one pointer value: members which such a fact names keep their
 * values there, and those without a sign are below 2^63. Not where the function itself writes to the struct. */
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
    LLVMMetadataRef type = members_type_of_param(m, function, index);
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
    return type;
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
    *own = (struct host_type){.type = type, .name = members_type_name(&m, type), .member_count = m.list.size, .struct_count = m.structs.size};
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
            return true;
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

static bool has_attribute(LLVMValueRef function, unsigned at, const char *name) {
    return LLVMGetEnumAttributeAtIndex(function, at, LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

/* A function of the program's that is called with the pointer may write there. Of functions without a body the fact says that they do not. */
static bool may_write(LLVMValueRef call, LLVMValueRef pointer) {
    LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
    bool may = false;
    for (unsigned i = 0; callee && !LLVMIsDeclaration(callee) && i < LLVMGetNumArgOperands(call) && i < LLVMCountParams(callee); i++)
        may |= LLVMGetOperand(call, i) == pointer && !has_attribute(callee, i + 1, "readonly") && !has_attribute(callee, i + 1, "readnone");
    return may;
}

/* Something in the function writes where the pointer leads. */
static bool is_written(LLVMValueRef pointer, int depth) {
    bool is = depth > 6;
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u && !is; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_copy =
            LLVMIsACallInst(user) && (strncmp(host_callee_name(user), "llvm.mem", 8) == 0 || strncmp(host_callee_name(user), "mem", 3) == 0);
        bool is_call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
        is = (is_call && may_write(user, pointer)) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer) ||
             (is_copy && LLVMGetOperand(user, 0) == pointer) || (LLVMIsAGetElementPtrInst(user) && is_written(user, depth + 1));
    }
    return is;
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
        if (!name || !is_named_by_fact(r, within->type, name) || is_written(spot.base, 0))
            continue;
        struct host_read_member *own = arena_alloc(r->arena, sizeof *own);
        bool is_unsigned = strstr(member->type, "unsigned") != NULL;
        *own = (struct host_read_member){.base = spot.base, .offset_bytes = spot.bytes, .load = load, .type = within->type, .name = name};
        own->struct_bytes = (int64_t)within->offset_bytes;
        own->least = least_by_facts(r, own->type, name, is_unsigned ? 0 : INT64_MIN);
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
