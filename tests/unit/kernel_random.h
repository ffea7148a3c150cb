/* Seeded random kernels for the tests of the kernel room: any control flow of up to
 * `blocks` blocks, every instruction, valid for kernel_check. Operands are leaves, values
 * of the entry or of the same block, so dominance holds by construction. */
#ifndef WP_TESTS_KERNEL_RANDOM_H
#define WP_TESTS_KERNEL_RANDOM_H

#include "base/rng.h"
#include "base/vec.h"
#include "kernel/kernel.h"

#define T_INT(bits) ((struct type){TYPE_INT, (bits), 0, 1})
#define T_FLOAT(bits) ((struct type){TYPE_FLOAT, (bits), 0, 1})
#define T_BFLOAT ((struct type){TYPE_BFLOAT, 16, 0, 1})
#define T_PTR(space) ((struct type){TYPE_POINTER, 64, (space), 1})
#define T_VOID ((struct type){0})

struct random_kernel {
    struct kernel_builder *builder;
    struct rng rng;
    block_ref block;
    uint32_t entry_last;  /* values 1..entry_last may be used everywhere */
    uint32_t block_first; /* values from here on belong to the block being filled */
};

static inline bool random_type_same(struct type a, struct type b) {
    return a.kind == b.kind && a.width_bits == b.width_bits && a.space == b.space && a.lanes == b.lanes;
}

static inline struct type random_type(struct random_kernel *r) {
    const struct type types[] = {
        T_INT(1),          T_INT(8),    T_INT(16),   T_INT(24), T_INT(32),           T_INT(32),           T_INT(64),
        T_FLOAT(16),       T_FLOAT(32), T_FLOAT(64), T_BFLOAT,  T_PTR(SPACE_GLOBAL), T_PTR(SPACE_SHARED), T_PTR(SPACE_GENERIC),
        T_PTR(SPACE_LOCAL)};
    return types[rng_below(&r->rng, sizeof types / sizeof *types)];
}

static inline struct type random_int(struct random_kernel *r) {
    const uint8_t widths[] = {1, 7, 8, 16, 32, 64};
    return T_INT(widths[rng_below(&r->rng, 6)]);
}

static inline struct type random_float(struct random_kernel *r) {
    const struct type types[] = {T_FLOAT(16), T_FLOAT(32), T_FLOAT(64), T_BFLOAT};
    return types[rng_below(&r->rng, 4)];
}

static inline value_ref random_leaf(struct random_kernel *r, struct type type) {
    uint64_t bits = rng_next(&r->rng);
    bits >>= type.width_bits >= 64 ? 0 : 64 - type.width_bits;
    if (type.lanes > 1 || rng_below(&r->rng, 8) == 0) {
        return builder_leaf(r->builder, INST_UNDEF, type, 0);
    }
    if (type.kind == TYPE_POINTER) {
        const struct kernel *k = builder_kernel(r->builder);
        for (uint32_t i = 0; i < k->object_count; i++) {
            if (k->objects[i].space == type.space && rng_below(&r->rng, 2)) {
                return builder_leaf(r->builder, INST_OBJECT, type, i);
            }
        }
        return builder_leaf(r->builder, INST_NULLPTR, type, 0);
    }
    return builder_leaf(r->builder, INST_CONST, type, bits);
}

/* A usable value of the type. */
static inline value_ref random_value(struct random_kernel *r, struct type type) {
    const struct kernel *k = builder_kernel(r->builder);
    for (uint32_t tries = 0; tries < 12; tries++) {
        uint32_t id = 1 + (uint32_t)rng_below(&r->rng, k->inst_count);
        bool usable = id < k->inst_count && (id <= r->entry_last || id >= r->block_first);
        if (usable && random_type_same(k->insts[id].type, type)) {
            return (value_ref){id};
        }
    }
    return random_leaf(r, type);
}

static inline value_ref random_emit(struct random_kernel *r, struct inst inst, const struct type *types, uint32_t count) {
    value_ref operands[8] = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        operands[i] = random_value(r, types[i]);
    }
    inst.loc.id = (uint32_t)rng_below(&r->rng, builder_kernel(r->builder)->loc_count);
    return builder_inst(r->builder, r->block, &inst, operands, count);
}

#define EMIT(fields, ...)                                                                                                                            \
    random_emit(r, (struct inst)fields, (const struct type[]){__VA_ARGS__}, sizeof((const struct type[]){__VA_ARGS__}) / sizeof(struct type))
#define FIELDS(...)                                                                                                                                  \
    { __VA_ARGS__ }

static inline void random_matrix(struct random_kernel *r, enum inst_op op, struct type pointer) {
    const struct inst inst = {.op = (uint8_t)op};
    const value_ref operands[] = {random_value(r, pointer), random_value(r, T_INT(64)),
                                  builder_leaf(r->builder, INST_CONST, T_INT(64), 1 + rng_below(&r->rng, 4)),
                                  builder_leaf(r->builder, INST_CONST, T_INT(64), 1 + rng_below(&r->rng, 130)),
                                  builder_leaf(r->builder, INST_CONST, T_INT(64), rng_below(&r->rng, 3))};
    builder_inst(r->builder, r->block, &inst, operands, 5);
}

static inline void random_memory(struct random_kernel *r, uint32_t op) {
    struct type ptr = T_PTR(rng_below(&r->rng, 2) ? SPACE_GLOBAL : SPACE_SHARED);
    struct type type = random_type(r), vector = T_FLOAT(32);
    vector.lanes = 4;
    uint16_t scope = (uint16_t)rng_below(&r->rng, 3);
    uint8_t flags = (uint8_t)(rng_below(&r->rng, 2) ? INST_VOLATILE : 0);
    switch (op) {
    case 0: EMIT(FIELDS(.op = INST_LOAD, .type = type, .flags = flags), ptr); break;
    case 1: EMIT(FIELDS(.op = INST_STORE, .flags = INST_ATOMIC_ACCESS, .scope = scope), ptr, type); break;
    case 2: EMIT(FIELDS(.op = INST_ATOMIC, .type = T_INT(32), .scope = scope, .imm = rng_below(&r->rng, ATOMIC_OP_COUNT)), ptr, T_INT(32)); break;
    case 3: EMIT(FIELDS(.op = INST_CMPXCHG, .type = T_INT(64), .scope = scope), ptr, T_INT(64), T_INT(64)); break;
    case 4: EMIT(FIELDS(.op = INST_MEMCPY, .flags = rng_below(&r->rng, 2) ? INST_ASYNC : 0), ptr, T_PTR(SPACE_GLOBAL), T_INT(64)); break;
    case 5: EMIT(FIELDS(.op = INST_MEMSET), ptr, T_INT(8), T_INT(64)); break;
    case 6: EMIT(FIELDS(.op = INST_LOAD, .type = vector, .imm = 16), ptr); break;
    case 7: EMIT(FIELDS(.op = INST_STORE, .imm = 4), ptr, vector); break;
    case 9: random_matrix(r, INST_MATRIX_LOAD, ptr); break;
    case 10: random_matrix(r, INST_MATRIX_STORE, ptr); break;
    case 8: EMIT(FIELDS(.op = INST_LANE, .type = T_FLOAT(32), .imm = rng_below(&r->rng, 4)), vector); break;
    default: EMIT(FIELDS(.op = INST_PACK, .type = vector), T_FLOAT(32), T_FLOAT(32), T_FLOAT(32), T_FLOAT(32)); break;
    }
}

static inline void random_sync(struct random_kernel *r, uint32_t op) {
    uint64_t kind = rng_below(&r->rng, BARRIER_KIND_COUNT);
    bool reduces = kind == BARRIER_COUNT || kind == BARRIER_AND || kind == BARRIER_OR;
    uint32_t operands = kind == BARRIER_BLOCK || kind == BARRIER_GRID ? 0 : 1;
    const struct type i32 = T_INT(32), operand = T_INT(kind == BARRIER_SAME ? 64 : 32);
    switch (op) {
    case 0: random_emit(r, (struct inst){.op = INST_FENCE, .imm = rng_below(&r->rng, 4)}, NULL, 0); break;
    case 1:
        random_emit(r,
                    (struct inst){
                        .op = INST_BARRIER, .imm = kind, .type = reduces ? i32 : T_VOID, .scope = kind == BARRIER_SAME ? FENCE_NEITHER : FENCE_BOTH},
                    &operand, operands);
        break;
    case 2:
        EMIT(FIELDS(.op = INST_COLLECTIVE, .imm = COLLECTIVE_SHFL, .type = T_FLOAT(32), .name = "shfl.sync.down.f32"), T_INT(32), T_FLOAT(32),
             T_INT(32), T_INT(32));
        break;
    case 8: random_emit(r, (struct inst){.op = INST_COPY_COMMIT}, NULL, 0); break;
    case 9: EMIT(FIELDS(.op = INST_COPY_WAIT), T_INT(64)); break;
    case 3: EMIT(FIELDS(.op = INST_ASSERT, .name = "a < \"b\"\n"), T_INT(1)); break;
    case 4: EMIT(FIELDS(.op = INST_ASSUME), T_INT(1)); break;
    case 5: EMIT(FIELDS(.op = INST_BOUND), T_INT(64), T_INT(64), T_PTR(SPACE_GLOBAL)); break;
    case 6: EMIT(FIELDS(.op = INST_PRINTF), T_PTR(SPACE_GLOBAL), T_PTR(SPACE_LOCAL), T_INT(32), T_FLOAT(64)); break;
    case 10: EMIT(FIELDS(.op = INST_OTHER, .type = T_INT(32), .name = "of another"), T_INT(32)); break;
    case 11: random_emit(r, (struct inst){.op = INST_ENABLED, .type = T_INT(1)}, NULL, 0); break;
    default: EMIT(FIELDS(.op = INST_UNSUPPORTED, .name = "wmma", .type = random_type(r), .imm = 1), random_type(r)); break;
    }
}

static inline void random_arithmetic(struct random_kernel *r, enum inst_op op) {
    struct type i = random_int(r), f = random_float(r), p = T_PTR(SPACE_GLOBAL);
    uint8_t flags = (uint8_t)rng_below(&r->rng, 4);
    if (op <= INST_XOR) {
        EMIT(FIELDS(.op = (uint8_t)op, .type = i, .flags = flags), i, i);
    } else if (op <= INST_SLE) {
        EMIT(FIELDS(.op = (uint8_t)op, .type = T_INT(1)), i, i);
    } else if (op == INST_TRUNC || op == INST_ZEXT || op == INST_SEXT) {
        bool down = op == INST_TRUNC;
        EMIT(FIELDS(.op = (uint8_t)op, .type = T_INT(down ? 16 : 64)), T_INT(down ? 32 : 16));
    } else if (op == INST_SELECT) {
        struct type any = random_type(r);
        EMIT(FIELDS(.op = INST_SELECT, .type = any, .name = "choice"), T_INT(1), any, any);
    } else if (op == INST_BSWAP) {
        EMIT(FIELDS(.op = INST_BSWAP, .type = T_INT(32)), T_INT(32));
    } else if (op <= INST_BREV) {
        EMIT(FIELDS(.op = (uint8_t)op, .type = i), i);
    } else if (op <= INST_MULHI_S) {
        EMIT(FIELDS(.op = (uint8_t)op, .type = i), i, i);
    } else if (op <= INST_FSHR) {
        EMIT(FIELDS(.op = (uint8_t)op, .type = i), i, i, i);
    } else if (op <= INST_FREM) {
        EMIT(FIELDS(.op = (uint8_t)op, .type = f), f, f);
    } else if (op == INST_FNEG) {
        EMIT(FIELDS(.op = INST_FNEG, .type = f), f);
    } else if (op == INST_FCMP) {
        EMIT(FIELDS(.op = INST_FCMP, .type = T_INT(1), .imm = rng_below(&r->rng, 16)), f, f);
    } else if (op == INST_FPTRUNC) {
        EMIT(FIELDS(.op = INST_FPTRUNC, .type = T_BFLOAT), T_FLOAT(32));
    } else if (op == INST_FPEXT) {
        EMIT(FIELDS(.op = INST_FPEXT, .type = T_FLOAT(64)), T_FLOAT(16));
    } else if (op <= INST_FPTOUI) {
        EMIT(FIELDS(.op = (uint8_t)op, .type = i), f);
    } else if (op <= INST_UITOFP) {
        EMIT(FIELDS(.op = (uint8_t)op, .type = f), i);
    } else if (op == INST_BITCAST) {
        EMIT(FIELDS(.op = INST_BITCAST, .type = T_FLOAT(32)), T_INT(32));
    } else if (op == INST_CALL) {
        EMIT(FIELDS(.op = INST_CALL, .type = f, .name = "__nv_expf"), f, i);
    } else if (op == INST_PTRADD) {
        EMIT(FIELDS(.op = INST_PTRADD, .type = p, .flags = INST_INBOUNDS), p, T_INT(64));
    } else if (op == INST_PTRTOINT) {
        EMIT(FIELDS(.op = INST_PTRTOINT, .type = T_INT(64)), p);
    } else if (op == INST_INTTOPTR) {
        EMIT(FIELDS(.op = INST_INTTOPTR, .type = p), T_INT(64));
    } else if (op == INST_PTRCAST) {
        EMIT(FIELDS(.op = INST_PTRCAST, .type = T_PTR(SPACE_GENERIC)), p);
    } else {
        uint64_t sreg = rng_below(&r->rng, SREG_COUNT);
        random_emit(r, (struct inst){.op = INST_SREG, .type = T_INT(32), .imm = sreg}, NULL, 0);
    }
}

static inline void random_tables(struct random_kernel *r) {
    struct kernel_builder *b = r->builder;
    static const uint8_t bytes[] = {0, 1, 0xfe, 0xff};
    struct loc outer = {.file = "a b.cu", .function = "f(int)", .line = 3, .column = 7};
    struct loc inner = {.file = "d\"q\\.h", .function = "g", .line = 9};
    inner.inlined_at = builder_add_loc(b, &outer);
    builder_add_loc(b, &inner);
    builder_add_param(b, &(struct param){.name = "in", .type = T_PTR(SPACE_GLOBAL), .is_restrict = true, .elem_bytes = 4});
    builder_add_param(b, &(struct param){.name = "n", .type = T_INT(32), .is_readonly = true});
    builder_add_param(b, &(struct param){.name = "s t", .type = T_PTR(SPACE_PARAM), .by_value_struct = true, .object = 1});
    builder_add_object(b, &(struct object){.name = "tile", .space = SPACE_SHARED, .size_bytes = 128, .elem_bytes = 4, .loc = {1}});
    builder_add_object(b, &(struct object){.name = "s t", .space = SPACE_PARAM, .size_bytes = 12, .param = 2});
    builder_add_object(b, &(struct object){.name = "table", .space = SPACE_CONSTANT, .size_bytes = 4, .is_constant = true, .initialiser = bytes});
    builder_add_object(b, &(struct object){.name = "dyn", .space = SPACE_SHARED, .dynamic = true});
    builder_kernel(b)->max_threads = (uint32_t)rng_below(&r->rng, 3) * 256;
    builder_kernel(b)->required_block[1] = (uint32_t)rng_below(&r->rng, 2);
}

static inline void random_inst(struct random_kernel *r) {
    uint64_t choice = rng_below(&r->rng, 4);
    if (choice == 0) {
        random_memory(r, (uint32_t)rng_below(&r->rng, 12));
    } else if (choice == 1) {
        random_sync(r, (uint32_t)rng_below(&r->rng, 12));
    } else {
        const uint32_t first = INST_ADD, last = INST_SREG;
        enum inst_op op = (enum inst_op)(first + rng_below(&r->rng, last - first + 1));
        if (op != INST_PHI && op != INST_LANE && op != INST_PACK) {
            random_arithmetic(r, op);
        }
    }
}

/* Ends block `at` with successors among blocks 1..count-1. */
static inline uint32_t random_end(struct random_kernel *r, uint32_t count, block_ref *successors) {
    uint64_t choice = count > 1 ? rng_below(&r->rng, 8) : 7;
    uint32_t succ_count = choice < 2 ? 1 : choice < 6 ? 2 : choice < 7 ? 3 : 0;
    for (uint32_t i = 0; i < succ_count; i++) {
        successors[i].id = 1 + (uint32_t)rng_below(&r->rng, count - 1);
    }
    if (succ_count == 0) {
        const uint8_t ends[] = {INST_RET, INST_RET, INST_TRAP, INST_UNREACHABLE};
        random_emit(r, (struct inst){.op = ends[rng_below(&r->rng, 4)]}, NULL, 0);
    } else if (succ_count == 1) {
        random_emit(r, (struct inst){.op = INST_BR}, NULL, 0);
    } else if (succ_count == 2) {
        EMIT(FIELDS(.op = INST_CONDBR), T_INT(1));
    } else {
        struct type i8 = T_INT(8);
        value_ref operands[3] = {random_value(r, i8)};
        operands[1] = builder_leaf(r->builder, INST_CONST, i8, 3);
        operands[2] = builder_leaf(r->builder, INST_CONST, i8, 200);
        builder_inst(r->builder, r->block, &(struct inst){.op = INST_SWITCH}, operands, 3);
    }
    builder_successors(r->builder, r->block, successors, succ_count);
    return succ_count;
}

/* A phi in each block but the entry, whose operands are leaves. */
static inline struct kernel *random_kernel_create(struct arena *arena, uint64_t seed, uint32_t blocks, uint32_t insts_per_block) {
    struct random_kernel random = {.builder = builder_create(arena, "_Z1kPfi")};
    struct random_kernel *r = &random;
    VEC(value_ref) phis = {0};
    VEC(uint32_t) edges = {0}; /* pairs from, to */
    rng_init(&r->rng, seed);
    random_tables(r);
    uint32_t count = 1 + (uint32_t)rng_below(&r->rng, blocks);
    for (uint32_t n = 0; n < count; n++) {
        builder_add_block(r->builder);
    }
    for (uint32_t n = 0; n < count; n++) {
        block_ref successors[3] = {{0}};
        r->block = (block_ref){n};
        r->block_first = builder_kernel(r->builder)->inst_count;
        value_ref phi = {0};
        if (n > 0) {
            phi = builder_inst(r->builder, r->block, &(struct inst){.op = INST_PHI, .type = T_INT(32)}, NULL, 0);
        }
        vec_push(&phis, phi);
        for (uint64_t i = rng_below(&r->rng, insts_per_block + 1); i > 0; i--) {
            random_inst(r);
        }
        uint32_t succ_count = random_end(r, count, successors);
        for (uint32_t i = 0; i < succ_count; i++) {
            vec_push(&edges, n);
            vec_push(&edges, successors[i].id);
        }
        if (n == 0) {
            r->entry_last = builder_kernel(r->builder)->inst_count - 1;
        }
    }
    for (uint32_t e = 0; e < edges.size; e += 2) {
        builder_phi_add(r->builder, phis.data[edges.data[e + 1]], random_leaf(r, T_INT(32)), (block_ref){edges.data[e]});
    }
    vec_release(&edges);
    vec_release(&phis);
    return builder_finish(r->builder);
}

#endif
