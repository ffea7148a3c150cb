/* PTX instructions that access memory, synchronise, or exchange values in a warp.
 *
 * Orders stand as fences beside the access, as in decode_memory.c. */
#include <string.h>

#include "llvm/decode_ptx.h"

static bool is_base(const struct ptx_statement *s, const char *base) {
    return strcmp(s->parts[0], base) == 0;
}

static const char *part_with_prefix(const struct ptx_statement *s, const char *prefix) {
    for (uint32_t i = 1; i < s->part_count; i++) {
        if (strncmp(s->parts[i], prefix, strlen(prefix)) == 0) {
            return s->parts[i];
        }
    }
    return NULL;
}

static enum scope_kind scope_of(const struct ptx_statement *s, enum scope_kind otherwise) {
    if (ptx_has_part(s, "sys")) {
        return SCOPE_KIND_SYSTEM;
    }
    if (ptx_has_part(s, "gpu") || ptx_has_part(s, "gl")) {
        return SCOPE_KIND_DEVICE;
    }
    return ptx_has_part(s, "cta") || ptx_has_part(s, "cluster") ? SCOPE_KIND_BLOCK : otherwise;
}

bool ptx_space(const struct ptx_statement *s, enum space *space) {
    const char *shared = part_with_prefix(s, "shared");
    *space = SPACE_GENERIC;
    if (shared) {
        *space = SPACE_SHARED;
        return strcmp(shared, "shared") == 0 || strcmp(shared, "shared::cta") == 0;
    }
    if (ptx_has_part(s, "global")) {
        *space = SPACE_GLOBAL;
    } else if (ptx_has_part(s, "local")) {
        *space = SPACE_LOCAL;
    } else if (ptx_has_part(s, "const")) {
        *space = SPACE_CONSTANT;
    }
    return !part_with_prefix(s, "param");
}

/* The pointer that a number was made from, with the offset added since; addresses of
 * shared memory may have been cut to 32 bits. */
static bool find_pointer(struct decoder *d, value_ref value, bool is_shared, value_ref *pointer, value_ref *offset) {
    for (int depth = 0; depth < 8; depth++) {
        const struct kernel *k = builder_kernel(d->builder);
        const struct inst *inst = kernel_inst(k, value);
        bool is_resize = inst->op == INST_ZEXT || inst->op == INST_TRUNC;
        if (inst->op == INST_PTRTOINT) {
            *pointer = emit_plain(d, kernel_operand(k, inst, 0));
            return true;
        }
        if (inst->op == INST_ADD) {
            value_ref term = emit_resize(d, kernel_operand(k, inst, 1), 64, true);
            inst = kernel_inst(builder_kernel(d->builder), value);
            *offset = offset->id ? emit2(d, INST_ADD, type_i64, *offset, term) : term;
            inst = kernel_inst(builder_kernel(d->builder), value);
        } else if (!is_resize || !is_shared) {
            return false;
        }
        value = kernel_operand(builder_kernel(d->builder), inst, 0);
    }
    return false;
}

static value_ref in_space(struct decoder *d, value_ref pointer, enum space space) {
    pointer = emit_plain(d, pointer);
    bool is_generic = emit_type_of(d, pointer).space == SPACE_GENERIC;
    return is_generic && space != SPACE_GENERIC ? emit_pointer_cast(d, pointer, space) : pointer;
}

bool ptx_pointer(struct decoder *d, value_ref value, enum space space, value_ref *result) {
    value_ref pointer = value, offset = {0};
    struct type type = emit_type_of(d, value);
    if (type.kind != TYPE_POINTER && type.kind != TYPE_INT) {
        return false;
    }
    if (type.kind == TYPE_INT && !find_pointer(d, value, space == SPACE_SHARED, &pointer, &offset)) {
        struct type made = {.kind = TYPE_POINTER, .width_bits = 64, .space = (uint8_t)space, .lanes = 1};
        pointer = emit1(d, INST_INTTOPTR, made, emit_resize(d, value, 64, false));
        offset = (value_ref){0};
    }
    pointer = in_space(d, pointer, space);
    if (offset.id != 0) {
        pointer = emit2(d, INST_PTRADD, emit_type_of(d, pointer), pointer, offset);
    }
    *result = pointer;
    return true;
}

bool ptx_address(struct ptx_machine *m, const struct ptx_term *term, enum space space, value_ref *address) {
    value_ref value, pointer;
    if (!term->is_address || !ptx_value(m, &term->elements[0], &value) || !ptx_pointer(m->d, value, space, &pointer)) {
        return false;
    }
    *address = emit_pointer_add(m->d, pointer, (uint64_t)term->offset);
    return true;
}

struct access {
    struct type type;
    uint32_t lanes;
    uint8_t flags;
    uint16_t scope;
    enum space space;
    bool acquires, releases, is_signed;
};

#define SPACES "global shared shared::cta local const "
#define SCOPES "sys gpu gl cta cluster "
#define CACHES "ca cg cs cv lu wb wt nc L1::* L2::* "

static bool access_of(const struct ptx_statement *s, const char *words, struct access *a) {
    *a = (struct access){.lanes = 1};
    if (!ptx_type_of(s, words, &a->type, &a->is_signed) || a->type.width_bits < 8 || !ptx_space(s, &a->space)) {
        return false;
    }
    a->lanes = ptx_has_part(s, "v2") ? 2 : ptx_has_part(s, "v4") ? 4 : ptx_has_part(s, "v8") ? 8 : 1;
    bool is_sc = ptx_has_part(s, "acq_rel");
    a->acquires = ptx_has_part(s, "acquire") || is_sc;
    a->releases = ptx_has_part(s, "release") || is_sc;
    if (a->acquires || a->releases || ptx_has_part(s, "relaxed")) {
        a->flags = INST_ATOMIC_ACCESS;
        a->scope = (uint16_t)scope_of(s, SCOPE_KIND_SYSTEM);
    }
    if (ptx_has_part(s, "volatile")) {
        a->flags |= INST_VOLATILE;
    }
    return true;
}

static void fence(struct decoder *d, bool is_wanted, uint16_t scope) {
    if (is_wanted) {
        emit(d, INST_FENCE, type_void, scope, NULL, 0);
    }
}

static bool load(struct ptx_machine *m, const struct ptx_statement *s) {
    struct access a;
    value_ref address;
    struct decoder *d = m->d;
    if (!is_base(s, "ld") || s->term_count != 2 || !access_of(s, SPACES SCOPES CACHES "weak relaxed acquire volatile v2 v4 v8", &a) ||
        s->terms[0].count != a.lanes || !ptx_address(m, &s->terms[1], a.space, &address)) {
        return false;
    }
    struct inst inst = {.op = INST_LOAD, .flags = a.flags, .scope = a.scope, .type = a.type};
    inst.type.lanes = (uint8_t)a.lanes;
    value_ref loaded = emit_full(d, inst, &address, 1);
    for (uint32_t i = 0; i < a.lanes; i++) {
        value_ref lane = a.lanes > 1 ? emit(d, INST_LANE, a.type, i, &loaded, 1) : loaded;
        if (!ptx_set_wide(m, &s->terms[0].elements[i], lane, a.is_signed)) {
            return false;
        }
    }
    fence(d, a.acquires, a.scope);
    return true;
}

static bool store(struct ptx_machine *m, const struct ptx_statement *s) {
    struct access a;
    value_ref address, lanes[PTX_ELEMENTS_LIMIT];
    struct decoder *d = m->d;
    if (!is_base(s, "st") || s->term_count != 2 || !access_of(s, SPACES SCOPES CACHES "weak relaxed release volatile v2 v4 v8", &a) ||
        s->terms[1].count != a.lanes || !ptx_address(m, &s->terms[0], a.space, &address)) {
        return false;
    }
    for (uint32_t i = 0; i < a.lanes; i++) {
        if (!ptx_get(m, &s->terms[1].elements[i], a.type, &lanes[i])) {
            return false;
        }
    }
    struct type vector = a.type;
    vector.lanes = (uint8_t)a.lanes;
    value_ref value = a.lanes > 1 ? emit(d, INST_PACK, vector, 0, lanes, a.lanes) : lanes[0];
    struct inst inst = {.op = INST_STORE, .flags = a.flags, .scope = a.scope, .type = type_void};
    fence(d, a.releases, a.scope);
    emit_full(d, inst, (value_ref[]){address, value}, 2);
    return true;
}

static bool atomic_op_of(const struct ptx_statement *s, bool is_signed, enum atomic_op *op) {
    static const struct {
        const char *name;
        enum atomic_op op;
    } ops[] = {
        {"add", ATOMIC_ADD}, {"exch", ATOMIC_XCHG}, {"and", ATOMIC_AND}, {"or", ATOMIC_OR},
        {"xor", ATOMIC_XOR}, {"inc", ATOMIC_INC},   {"dec", ATOMIC_DEC},
    };
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (ptx_has_part(s, ops[i].name)) {
            *op = ops[i].op;
            return true;
        }
    }
    if (ptx_has_part(s, "min") || ptx_has_part(s, "max")) {
        bool is_min = ptx_has_part(s, "min");
        *op = is_signed ? (is_min ? ATOMIC_MIN : ATOMIC_MAX) : (is_min ? ATOMIC_UMIN : ATOMIC_UMAX);
        return true;
    }
    return false;
}

static bool atomic(struct ptx_machine *m, const struct ptx_statement *s) {
    struct access a;
    struct decoder *d = m->d;
    bool is_red = is_base(s, "red"), is_cas = ptx_has_part(s, "cas");
    uint32_t first = is_red ? 0 : 1, values = is_cas ? 2 : 1;
    if ((!is_red && !is_base(s, "atom")) || s->term_count != first + 1 + values ||
        !access_of(s, SPACES SCOPES "relaxed acquire release acq_rel noftz add exch and or xor inc dec min max cas L2::*", &a)) {
        return false;
    }
    struct type type = a.type;
    value_ref operands[3];
    for (uint32_t i = 0; i < values; i++) {
        if (!ptx_get(m, &s->terms[first + 1 + i].elements[0], type, &operands[1 + i])) {
            return false;
        }
    }
    enum atomic_op op = ATOMIC_ADD;
    if ((!is_cas && !atomic_op_of(s, a.is_signed, &op)) || !ptx_address(m, &s->terms[first], a.space, &operands[0])) {
        return false;
    }
    if (type.kind == TYPE_FLOAT) {
        if (is_cas || (op != ATOMIC_ADD && op != ATOMIC_XCHG)) {
            return false;
        }
        op = op == ATOMIC_ADD ? ATOMIC_FADD : op;
    }
    struct inst inst = {.op = is_cas ? INST_CMPXCHG : INST_ATOMIC, .type = type, .imm = is_cas ? 0 : op};
    inst.scope = (uint16_t)scope_of(s, SCOPE_KIND_DEVICE);
    fence(d, a.releases, inst.scope);
    value_ref old = emit_full(d, inst, operands, 1 + values);
    fence(d, a.acquires, inst.scope);
    return is_red || ptx_set(m, &s->terms[0].elements[0], old);
}

/* Operand orders are those of the intrinsics. */
static bool collective(struct ptx_machine *m, const struct ptx_statement *s) {
    static const struct {
        const char *base;
        enum collective_kind kind;
        uint32_t operands;
        uint8_t order[4]; /* place of each source operand in the intrinsic */
        const char *words;
    } kinds[] = {
        {"shfl", COLLECTIVE_SHFL, 4, {1, 2, 3, 0}, "sync up down bfly idx"},
        {"vote", COLLECTIVE_VOTE, 2, {1, 0}, "sync all any uni ballot"},
        {"match", COLLECTIVE_MATCH, 2, {1, 0}, "sync any all"},
        {"redux", COLLECTIVE_REDUX, 2, {0, 1}, "sync add min max and or xor"},
        {"activemask", COLLECTIVE_ACTIVEMASK, 0, {0}, ""},
    };
    struct decoder *d = m->d;
    struct type type;
    bool is_signed;
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
        uint32_t count = kinds[n].operands;
        if (!is_base(s, kinds[n].base)) {
            continue;
        }
        if (s->term_count != count + 1 || !ptx_type_of(s, kinds[n].words, &type, &is_signed) || type.kind != TYPE_INT ||
            (count > 0 && !ptx_has_part(s, "sync"))) {
            return false;
        }
        value_ref operands[4];
        for (uint32_t i = 0; i < count; i++) {
            struct type wanted = kinds[n].kind == COLLECTIVE_VOTE && i == 0 ? type_i1 : i == 0 && kinds[n].kind != COLLECTIVE_SHFL ? type : type_i32;
            const struct ptx_term *term = &s->terms[i + 1];
            value_ref *place = &operands[kinds[n].order[i]];
            if (term->count != 1 || !ptx_get(m, &term->elements[0], wanted, place)) {
                return false;
            }
            if (term->is_negated) {
                *place = emit2(d, INST_XOR, wanted, *place, emit_constant(d, wanted, UINT64_MAX));
            }
        }
        const char *name = arena_strndup(d->arena, s->mnemonic, strlen(s->mnemonic) - strlen(s->parts[s->part_count - 1]) - 1);
        if (strcmp(s->parts[0], "shfl") == 0 && s->part_count == 4) {
            name = arena_printf(d->arena, "shfl.sync.%s", s->parts[2]);
        } else if (kinds[n].kind == COLLECTIVE_VOTE) {
            name = arena_printf(d->arena, "vote.%s.sync", s->parts[1]);
            name = strcmp(s->parts[1], "sync") == 0 ? arena_printf(d->arena, "vote.%s.sync", s->parts[2]) : name;
        }
        if (kinds[n].kind == COLLECTIVE_REDUX && !is_signed && (ptx_has_part(s, "min") || ptx_has_part(s, "max"))) {
            name = arena_printf(d->arena, "redux.sync.u%s", ptx_has_part(s, "min") ? "min" : "max");
        }
        struct type result = kinds[n].kind == COLLECTIVE_MATCH ? type_i32 : type;
        struct inst inst = {.op = INST_COLLECTIVE, .type = result, .imm = kinds[n].kind, .name = name};
        if (!ptx_set(m, &s->terms[0].elements[0], emit_full(d, inst, operands, count))) {
            return false;
        }
        if (s->terms[0].is_pair) {
            inst.type = type_i1;
            inst.name = arena_printf(d->arena, "%s.predicate", name);
            return ptx_set(m, &s->terms[0].elements[1], emit_full(d, inst, operands, count));
        }
        return s->terms[0].count == 1;
    }
    return false;
}

/* ldmatrix and stmatrix of 8x8 matrices of 16-bit elements: each lane names a row of 16 bytes, which other lanes' registers hold parts of; of one
 * or two matrices only the first 8 or 16 lanes do. */
static bool matrix_rows(struct ptx_machine *m, const struct ptx_statement *s) {
    static const struct {
        const char *part;
        uint32_t registers;
    } counts[] = {{"x1", 1}, {"x2", 2}, {"x4", 4}};
    struct decoder *d = m->d;
    const bool is_load = is_base(s, "ldmatrix");
    enum { LANES = 4 };
    uint32_t registers = 0;
    enum space space;
    value_ref address, words[LANES];
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        registers = ptx_has_part(s, counts[i].part) ? counts[i].registers : registers;
    }
    bool is_known = (is_load || is_base(s, "stmatrix")) && ptx_has_part(s, "m8n8") && ptx_has_part(s, "b16");
    if (!is_known || registers == 0 || s->term_count != 2 || s->terms[!is_load].count != registers || !ptx_space(s, &space) ||
        !ptx_address(m, &s->terms[is_load], space, &address)) {
        return false;
    }
    emit_matrix_product(d);
    struct type row = type_i32;
    row.lanes = LANES;
    for (uint32_t i = 0; i < LANES; i++) {
        words[i] = emit_unsupported(d, type_i32, UNSUPPORTED_VALUE, "element of a matrix");
        if (is_load && i < registers && !ptx_set(m, &s->terms[0].elements[i], words[i])) {
            return false;
        }
    }
    block_ref meeting = d->block;
    if (registers < LANES) {
        value_ref lane = emit_lane(d);
        meeting = emit_branch(d, emit2(d, INST_ULT, type_i1, lane, emit_constant(d, type_i32, UINT64_C(8) * registers)));
    }
    if (is_load) {
        emit_full(d, (struct inst){.op = INST_LOAD, .scope = SCOPE_KIND_SYSTEM, .type = row}, &address, 1);
    } else {
        value_ref value = emit(d, INST_PACK, row, 0, words, LANES);
        emit_full(d, (struct inst){.op = INST_STORE, .scope = SCOPE_KIND_SYSTEM, .type = type_void}, (value_ref[]){address, value}, 2);
    }
    if (registers < LANES) {
        emit_join(d, meeting);
    }
    return true;
}

static bool barrier(struct ptx_machine *m, const struct ptx_statement *s) {
    bool is_bar = is_base(s, "bar"), is_barrier = is_base(s, "barrier");
    bool is_warp = is_bar && ptx_has_part(s, "warp");
    if ((!is_bar && !is_barrier) || !ptx_has_part(s, "sync") || ptx_has_part(s, "cluster") || s->term_count < 1 || s->term_count > 2) {
        return false;
    }
    struct decoder *d = m->d;
    value_ref operands[2];
    uint32_t count = s->term_count;
    for (uint32_t i = 0; i < count; i++) {
        if (s->terms[i].count != 1 || !ptx_get(m, &s->terms[i].elements[0], type_i32, &operands[i])) {
            return false;
        }
    }
    const struct inst *id = kernel_inst(builder_kernel(d->builder), operands[0]);
    bool is_block = !is_warp && count == 1 && id->op == INST_CONST && id->imm == 0;
    enum barrier_kind kind = is_warp ? BARRIER_WARP : is_block ? BARRIER_BLOCK : BARRIER_NAMED;
    emit(d, INST_BARRIER, type_void, kind, operands, is_block ? 0 : count);
    return true;
}

static bool other(struct ptx_machine *m, const struct ptx_statement *s) {
    struct decoder *d = m->d;
    if (is_base(s, "membar") || (is_base(s, "fence") && !ptx_has_part(s, "mbarrier_init"))) {
        emit(d, INST_FENCE, type_void, scope_of(s, SCOPE_KIND_BLOCK), NULL, 0);
        return true;
    }
    if (is_base(s, "exit") || is_base(s, "trap")) {
        emit_end(d, is_base(s, "exit") ? INST_RET : INST_TRAP);
        return true;
    }
    return is_base(s, "nanosleep") || is_base(s, "pmevent") || is_base(s, "prefetch") || is_base(s, "prefetchu") || is_base(s, "brkpt");
}

bool ptx_effect(struct ptx_machine *m, const struct ptx_statement *s) {
    return load(m, s) || store(m, s) || atomic(m, s) || collective(m, s) || matrix_rows(m, s) || barrier(m, s) || other(m, s);
}
