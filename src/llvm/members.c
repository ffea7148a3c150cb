/* Members of structs that are passed by value, as the debug information describes them.
 *
 * A struct is taken apart into scalars: through arrays, base classes and anonymous structs, up to
 * pointers, numbers, enumerations, and structs that stand for a number (__half). What overlaps
 * (unions), bit-fields, and names that are not unique are left out; nothing is known then.
 * LLVM-C has no getters for the types of members: they are operands of the metadata nodes. */
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/signature.h"
#include "llvm/decode.h"
#include "llvm/members.h"

enum { MEMBERS_MAX = 1024, DEPTH_MAX = 32, OPERANDS_MAX = 64, STEPS_MAX = 20000 };
enum {
    TAG_ARRAY = 0x01,
    TAG_CLASS = 0x02,
    TAG_ENUM = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_REFERENCE = 0x10,
    TAG_STRUCT = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_INHERITANCE = 0x1c,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_RVALUE_REFERENCE = 0x42
};
enum { OPERAND_BASE = 3, OPERAND_ELEMENTS = 4, OPERAND_TYPE_OF_SUBPROGRAM = 4, OPERAND_TYPES = 3 };

static LLVMMetadataRef operand(struct members *d, LLVMMetadataRef node, unsigned index) {
    LLVMValueRef value = node ? LLVMMetadataAsValue(d->context, node) : NULL, operands[OPERANDS_MAX];
    unsigned count = value ? LLVMGetMDNodeNumOperands(value) : 0;
    if (index >= count || count > OPERANDS_MAX) {
        return NULL;
    }
    LLVMGetMDNodeOperands(value, operands);
    return operands[index] ? LLVMValueAsMetadata(operands[index]) : NULL;
}

/* The operands of a list; *count of them in the arena. */
static LLVMValueRef *list_of(struct members *d, LLVMMetadataRef node, unsigned *count) {
    LLVMValueRef value = node ? LLVMMetadataAsValue(d->context, node) : NULL;
    *count = value ? LLVMGetMDNodeNumOperands(value) : 0;
    LLVMValueRef *operands = arena_alloc(d->arena, (*count + (size_t)1) * sizeof *operands);
    if (*count > 0) {
        LLVMGetMDNodeOperands(value, operands);
    }
    return operands;
}

static const char *name_of(struct members *d, LLVMMetadataRef node) {
    size_t length = 0;
    const char *name = LLVMDITypeGetName(node, &length);
    return name && length > 0 ? arena_strndup(d->arena, name, length) : "";
}

static LLVMMetadataRef without_qualifiers(struct members *d, LLVMMetadataRef type) {
    for (int depth = 0; type && depth < DEPTH_MAX; depth++) {
        unsigned tag = LLVMGetDINodeTag(type);
        if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE && tag != TAG_RESTRICT) {
            break;
        }
        type = operand(d, type, OPERAND_BASE);
    }
    return type;
}

/* As a demangled name has it: "float const*". */
static const char *spelling(struct members *d, LLVMMetadataRef type, int depth) {
    unsigned tag = type ? LLVMGetDINodeTag(type) : 0;
    if (!type || depth > DEPTH_MAX) {
        return "void";
    }
    const char *base = tag == TAG_BASE || tag == TAG_STRUCT || tag == TAG_CLASS || tag == TAG_UNION
                           ? name_of(d, type)
                           : spelling(d, operand(d, type, OPERAND_BASE), depth + 1);
    if (tag == TAG_POINTER) {
        return arena_printf(d->arena, "%s*", base);
    }
    if (tag == TAG_REFERENCE || tag == TAG_RVALUE_REFERENCE) {
        return arena_printf(d->arena, "%s&", base);
    }
    return tag == TAG_CONST || tag == TAG_VOLATILE ? arena_printf(d->arena, tag == TAG_CONST ? "%s const" : "%s volatile", base) : base;
}

enum { OPERAND_SCOPE = 1, OPERAND_NAME = 2 };

const char *members_type_name(struct members *m, LLVMMetadataRef type) {
    const char *name = name_of(m, type);
    LLVMMetadataRef scope = operand(m, type, OPERAND_SCOPE);
    for (int depth = 0; scope && depth < DEPTH_MAX && *name; depth++) {
        LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
        unsigned size = 0;
        LLVMMetadataRef node =
            kind == LLVMDINamespaceMetadataKind || kind == LLVMDICompositeTypeMetadataKind ? operand(m, scope, OPERAND_NAME) : NULL;
        const char *text = node ? LLVMGetMDString(LLVMMetadataAsValue(m->context, node), &size) : NULL;
        if (text && size > 0) {
            name = arena_printf(m->arena, "%.*s::%s", (int)size, text, name);
        }
        scope = operand(m, scope, OPERAND_SCOPE);
    }
    return name;
}

static void add_scalar(struct members *m, LLVMMetadataRef type, const char *path, uint64_t at, const char *spelled) {
    uint64_t bits = LLVMDITypeGetSizeInBits(type);
    m->is_full = m->is_full || m->list.size >= MEMBERS_MAX;
    if (!m->is_full && path[0] && bits > 0 && bits % 8 == 0 && at % 8 == 0 && bits <= 128) {
        vec_push(&m->list, (struct param_member){path, spelled, at / 8, (uint32_t)(bits / 8)});
    }
}

static void add_type(struct members *m, LLVMMetadataRef type, const char *path, uint64_t at, int depth);

static uint64_t elements_in(LLVMValueRef range) {
    LLVMValueRef operands[OPERANDS_MAX];
    unsigned count = range ? LLVMGetMDNodeNumOperands(range) : 0;
    if (count == 0 || count > OPERANDS_MAX) {
        return 0;
    }
    LLVMGetMDNodeOperands(range, operands);
    return operands[0] && LLVMIsAConstantInt(operands[0]) ? LLVMConstIntGetZExtValue(operands[0]) : 0;
}

/* All dimensions from `first` on. */
static void add_array(struct members *m, LLVMMetadataRef type, LLVMValueRef *ranges, unsigned count, const char *path, uint64_t at, uint64_t bits,
                      int depth) {
    if (count == 0) {
        add_type(m, operand(m, type, OPERAND_BASE), path, at, depth + 1);
        return;
    }
    uint64_t elements = elements_in(ranges[0]);
    m->is_full = m->is_full || m->steps++ > STEPS_MAX;
    for (uint64_t i = 0; i < elements && !m->is_full; i++) {
        const char *element = arena_printf(m->arena, "%s[%llu]", path, (unsigned long long)i);
        add_array(m, type, ranges + 1, count - 1, element, at + i * (bits / elements), bits / elements, depth);
    }
}

static void add_element(struct members *m, LLVMMetadataRef element, const char *path, uint64_t at, int depth) {
    unsigned tag = LLVMGetDINodeTag(element);
    LLVMDIFlags flags = LLVMDITypeGetFlags(element);
    const char *name = name_of(m, element);
    if ((tag != TAG_MEMBER && tag != TAG_INHERITANCE) || flags & (LLVMDIFlagStaticMember | LLVMDIFlagBitField)) {
        return;
    }
    const char *longer = !name[0] || tag == TAG_INHERITANCE ? path : path[0] ? arena_printf(m->arena, "%s.%s", path, name) : name;
    add_type(m, operand(m, element, OPERAND_BASE), longer, at + LLVMDITypeGetOffsetInBits(element), depth + 1);
}

/* A struct that stands for a number. */
static bool is_number(struct members *d, const char *name) {
    struct signature_pointee told = signature_pointee(arena_printf(d->arena, "%s*", name));
    return told.bytes > 0 && told.bytes == told.scalar.width_bits / 8u;
}

static void add_type(struct members *m, LLVMMetadataRef type, const char *path, uint64_t at, int depth) {
    struct members *d = m;
    unsigned count = 0;
    type = without_qualifiers(d, type);
    m->is_full = m->is_full || m->steps++ > STEPS_MAX; /* arrays of empty structs */
    if (!type || depth > DEPTH_MAX || m->is_full) {
        return;
    }
    unsigned tag = LLVMGetDINodeTag(type);
    if (tag == TAG_BASE || tag == TAG_POINTER || tag == TAG_ENUM || tag == TAG_REFERENCE || tag == TAG_RVALUE_REFERENCE ||
        is_number(d, name_of(d, type))) {
        add_scalar(m, type, path, at, spelling(d, type, 0));
    } else if (tag == TAG_ARRAY) {
        LLVMValueRef *ranges = list_of(d, operand(d, type, OPERAND_ELEMENTS), &count);
        add_array(m, type, ranges, count, path, at, LLVMDITypeGetSizeInBits(type), depth);
    } else if (tag == TAG_STRUCT || tag == TAG_CLASS || tag == TAG_UNION) {
        if (tag != TAG_UNION && at % 8 == 0) {
            vec_push(&m->structs, (struct param_struct){path, members_type_name(m, type), at / 8});
        }
        LLVMValueRef *elements = list_of(d, operand(d, type, OPERAND_ELEMENTS), &count);
        for (unsigned i = 0; i < count; i++) {
            LLVMMetadataRef element = elements[i] ? LLVMValueAsMetadata(elements[i]) : NULL;
            LLVMMetadataKind kind = element ? LLVMGetMetadataKind(element) : LLVMDISubprogramMetadataKind;
            if (kind == LLVMDIDerivedTypeMetadataKind) {
                add_element(m, element, path, at, depth);
            }
        }
    }
}

/* ---- where pointers lead ---- */

static bool all_elements(struct members *d, LLVMMetadataRef type, int depth, bool (*holds)(struct members *, LLVMMetadataRef, int)) {
    unsigned count = 0;
    LLVMValueRef *elements = list_of(d, operand(d, type, OPERAND_ELEMENTS), &count);
    bool all = true;
    for (unsigned i = 0; i < count && all; i++) {
        LLVMMetadataRef element = elements[i] ? LLVMValueAsMetadata(elements[i]) : NULL;
        bool is_part =
            element && LLVMGetMetadataKind(element) == LLVMDIDerivedTypeMetadataKind && !(LLVMDITypeGetFlags(element) & LLVMDIFlagStaticMember);
        unsigned tag = is_part ? LLVMGetDINodeTag(element) : 0;
        if (tag == TAG_MEMBER || tag == TAG_INHERITANCE) {
            all = holds(d, operand(d, element, OPERAND_BASE), depth + 1);
        }
    }
    return all;
}

static bool is_struct(unsigned tag) {
    return tag == TAG_STRUCT || tag == TAG_CLASS || tag == TAG_UNION;
}

/* Whether nothing in the type is a pointer; not of types that are only declared. */
static bool has_no_pointers(struct members *d, LLVMMetadataRef type, int depth) {
    type = without_qualifiers(d, type);
    unsigned tag = type ? LLVMGetDINodeTag(type) : 0;
    if (depth > DEPTH_MAX) {
        return false;
    }
    if (tag == TAG_ARRAY) {
        return has_no_pointers(d, operand(d, type, OPERAND_BASE), depth + 1);
    }
    if (is_struct(tag)) {
        return !(LLVMDITypeGetFlags(type) & LLVMDIFlagFwdDecl) && all_elements(d, type, depth, has_no_pointers);
    }
    return tag == TAG_BASE || tag == TAG_ENUM;
}

/* As param.leads_to_numbers has it, of every pointer in the type. */
static bool pointers_lead_to_numbers(struct members *d, LLVMMetadataRef type, int depth) {
    type = without_qualifiers(d, type);
    unsigned tag = type ? LLVMGetDINodeTag(type) : 0;
    if (depth > DEPTH_MAX) {
        return false;
    }
    if (tag == TAG_ARRAY) {
        return pointers_lead_to_numbers(d, operand(d, type, OPERAND_BASE), depth + 1);
    }
    if (is_struct(tag)) {
        return !(LLVMDITypeGetFlags(type) & LLVMDIFlagFwdDecl) && all_elements(d, type, depth, pointers_lead_to_numbers);
    }
    if (tag != TAG_POINTER) {
        return tag == TAG_BASE || tag == TAG_ENUM;
    }
    LLVMMetadataRef to = without_qualifiers(d, operand(d, type, OPERAND_BASE)); /* NULL: void */
    bool is_pointer = to && LLVMGetDINodeTag(to) == TAG_POINTER;
    return !to || has_no_pointers(d, to, depth + 1) || (is_pointer && pointers_lead_to_numbers(d, to, depth + 1));
}

bool members_lead_to_numbers(struct members *m, LLVMMetadataRef type) {
    return pointers_lead_to_numbers(m, type, 0);
}

LLVMMetadataRef members_type_of_variable(struct members *m, LLVMValueRef variable) {
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(variable, &count);
    LLVMMetadataRef type = NULL;
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind) {
            type = operand(m, LLVMDIGlobalVariableExpressionGetVariable(node), OPERAND_BASE);
        }
    }
    LLVMDisposeValueMetadataEntries(entries);
    return type;
}

bool members_of_variable_lead_to_numbers(struct members *m, LLVMValueRef variable) {
    LLVMMetadataRef type = members_type_of_variable(m, variable);
    return type && members_lead_to_numbers(m, type);
}

/* ---- types of values ---- */

LLVMMetadataRef members_pointee(struct members *m, LLVMMetadataRef type) {
    type = without_qualifiers(m, type);
    unsigned tag = type ? LLVMGetDINodeTag(type) : 0;
    bool is_pointer = tag == TAG_POINTER || tag == TAG_REFERENCE || tag == TAG_RVALUE_REFERENCE;
    return is_pointer ? without_qualifiers(m, operand(m, type, OPERAND_BASE)) : NULL;
}

bool members_is_integer(struct members *m, LLVMMetadataRef type) {
    type = without_qualifiers(m, type);
    unsigned tag = type ? LLVMGetDINodeTag(type) : 0;
    const char *name = tag == TAG_BASE ? name_of(m, type) : "";
    bool is_other = tag == TAG_POINTER || (tag == TAG_BASE && (strstr(name, "float") || strstr(name, "double")));
    return !is_other;
}

bool members_is_struct(struct members *m, LLVMMetadataRef type) {
    type = without_qualifiers(m, type);
    unsigned tag = type ? LLVMGetDINodeTag(type) : 0;
    return (tag == TAG_STRUCT || tag == TAG_CLASS) && !(LLVMDITypeGetFlags(type) & LLVMDIFlagFwdDecl);
}

static LLVMMetadataRef scalar_at(struct members *m, LLVMMetadataRef type, uint64_t bits, int depth) {
    unsigned count = 0;
    type = without_qualifiers(m, type);
    unsigned tag = type ? LLVMGetDINodeTag(type) : 0;
    if (depth > DEPTH_MAX || !type || bits >= LLVMDITypeGetSizeInBits(type))
        return NULL;
    if (tag == TAG_ARRAY) {
        LLVMMetadataRef element = without_qualifiers(m, operand(m, type, OPERAND_BASE));
        uint64_t size = element ? LLVMDITypeGetSizeInBits(element) : 0;
        return size > 0 ? scalar_at(m, element, bits % size, depth + 1) : NULL;
    }
    if (!is_struct(tag) || tag == TAG_UNION)
        return bits == 0 && tag != TAG_UNION ? type : NULL;
    LLVMValueRef *elements = list_of(m, operand(m, type, OPERAND_ELEMENTS), &count);
    for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef element = elements[i] ? LLVMValueAsMetadata(elements[i]) : NULL;
        bool is_part = element && LLVMGetMetadataKind(element) == LLVMDIDerivedTypeMetadataKind &&
                       !(LLVMDITypeGetFlags(element) & (LLVMDIFlagStaticMember | LLVMDIFlagBitField));
        unsigned part = is_part ? LLVMGetDINodeTag(element) : 0;
        uint64_t at = is_part ? LLVMDITypeGetOffsetInBits(element) : 0;
        LLVMMetadataRef own = part == TAG_MEMBER || part == TAG_INHERITANCE ? without_qualifiers(m, operand(m, element, OPERAND_BASE)) : NULL;
        if (own && bits >= at && bits - at < LLVMDITypeGetSizeInBits(own))
            return scalar_at(m, own, bits - at, depth + 1);
    }
    return NULL;
}

LLVMMetadataRef members_scalar_at(struct members *m, LLVMMetadataRef type, uint64_t offset_bytes) {
    return scalar_at(m, type, offset_bytes * 8, 0);
}

/* Number `index` of the list of a function's types, the result first, where the list has one for each parameter. */
static LLVMMetadataRef type_in_signature(struct members *m, LLVMValueRef function, uint32_t index) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    unsigned count = 0;
    LLVMValueRef *types = list_of(m, operand(m, operand(m, subprogram, OPERAND_TYPE_OF_SUBPROGRAM), OPERAND_TYPES), &count);
    return count == LLVMCountParams(function) + 1 && types[index] ? LLVMValueAsMetadata(types[index]) : NULL;
}

LLVMMetadataRef members_type_of_param(struct members *m, LLVMValueRef function, uint32_t index) {
    return type_in_signature(m, function, index + 1);
}

LLVMMetadataRef members_type_of_result(struct members *m, LLVMValueRef function) {
    return type_in_signature(m, function, 0);
}

bool members_are_passed_whole(struct members *m, LLVMValueRef function) {
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5), count = LLVMCountParams(function);
    bool are = true;
    for (unsigned i = 0; i < count && are; i++) {
        LLVMMetadataRef type = without_qualifiers(m, members_type_of_param(m, function, i));
        bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, i))) == LLVMPointerTypeKind;
        unsigned tag = type ? LLVMGetDINodeTag(type) : 0;
        if (tag == TAG_POINTER || tag == TAG_REFERENCE || tag == TAG_RVALUE_REFERENCE)
            are = is_pointer;
        else if (is_struct(tag))
            are = LLVMGetEnumAttributeAtIndex(function, i + 1, byval) != NULL;
        else
            are = (tag == TAG_BASE || tag == TAG_ENUM) && !is_pointer;
    }
    return are;
}

/* ---- members ---- */

static int compare_members(const void *a, const void *b) {
    const struct param_member *x = a, *y = b;
    int order = (x->offset_bytes > y->offset_bytes) - (x->offset_bytes < y->offset_bytes);
    order = order ? order : (x->size_bytes > y->size_bytes) - (x->size_bytes < y->size_bytes);
    return order ? order : strcmp(x->name, y->name);
}

/* Whether another member has some of its bytes, or its name. */
static bool is_ambiguous(const struct members *m, uint32_t index) {
    const struct param_member *one = &m->list.data[index];
    for (uint32_t i = 0; i < m->list.size; i++) {
        const struct param_member *other = &m->list.data[i];
        bool is_apart = one->offset_bytes + one->size_bytes <= other->offset_bytes || other->offset_bytes + other->size_bytes <= one->offset_bytes;
        if (i != index && (!is_apart || strcmp(one->name, other->name) == 0)) {
            return true;
        }
    }
    return false;
}

void members_read(struct members *m, LLVMMetadataRef type) {
    add_type(m, type, "", 0, 0);
    if (m->list.size > 1) {
        qsort(m->list.data, m->list.size, sizeof *m->list.data, compare_members);
    }
    uint32_t kept = 0;
    bool *ambiguous = arena_alloc(m->arena, (m->list.size + 1) * sizeof *ambiguous);
    for (uint32_t i = 0; i < m->list.size; i++) {
        ambiguous[i] = is_ambiguous(m, i);
    }
    for (uint32_t i = 0; i < m->list.size && !m->is_full; i++) {
        if (!ambiguous[i]) {
            m->list.data[kept++] = m->list.data[i];
        }
    }
    m->list.size = kept;
}

void members_release(struct members *m) {
    vec_release(&m->list);
    vec_release(&m->structs);
}

bool members_of_param_lead_to_numbers(struct decoder *d, uint32_t index) {
    struct members m = {.arena = d->arena, .context = d->module->context};
    LLVMMetadataRef type = without_qualifiers(&m, members_type_of_param(&m, d->function, index));
    bool is_pointer = type && LLVMGetDINodeTag(type) == TAG_POINTER;
    return type && members_lead_to_numbers(&m, is_pointer ? operand(&m, type, OPERAND_BASE) : type);
}

void members_add(struct decoder *d, uint32_t index) {
    struct members m = {.arena = d->arena, .context = d->module->context};
    LLVMMetadataRef type = members_type_of_param(&m, d->function, index);
    const struct kernel *k = builder_kernel(d->builder);
    if (!type) {
        return;
    }
    uint64_t size_bytes = k->objects[k->params[index].object].size_bytes;
    members_read(&m, type);
    for (uint32_t i = 0; i < m.list.size; i++) {
        const struct param_member *member = &m.list.data[i];
        if (member->offset_bytes + member->size_bytes <= size_bytes) {
            builder_add_member(d->builder, member);
        }
    }
    builder_set_structs(d->builder, m.structs.data, m.structs.size);
    members_release(&m);
}
