/* Kernels of fixed block size seldom say so, but their constants do: `__shared__ float s[256]`, `if (tid < 128)` of a reduction,
   `tile[threadIdx.y][threadIdx.x]` of `tile[16][17]`, `threadIdx.y * 32 + threadIdx.x`. Candidates are counted per axis and for the
   whole block, and blocks are made of them. They are hints: nothing follows from them but which launches are tried first. */
#include "kernel/shape.h"

#include <string.h>

enum { THREADS_MAX = 1024, WARP = 32, WHOLE = 3, CANDIDATES_MAX = 24 };

struct candidates {
    uint32_t values[CANDIDATES_MAX], weights[CANDIDATES_MAX], count; /* by weight, largest first, then in order of discovery */
};

struct finder {
    const struct kernel *kernel;
    uint32_t max_threads;
    struct candidates of[4]; /* of each axis; WHOLE: of the product */
};

static void add(struct candidates *c, uint64_t value, uint32_t weight) {
    uint32_t at = 0;
    if (value < 2 || value > THREADS_MAX)
        return;
    while (at < c->count && c->values[at] != value)
        at++;
    if (at == CANDIDATES_MAX)
        return;
    if (at == c->count) {
        c->values[at] = (uint32_t)value;
        c->weights[c->count++] = 0;
    }
    c->weights[at] += weight;
    for (; at > 0 && c->weights[at] > c->weights[at - 1]; at--) {
        uint32_t v = c->values[at], w = c->weights[at];
        c->values[at] = c->values[at - 1];
        c->weights[at] = c->weights[at - 1];
        c->values[at - 1] = v;
        c->weights[at - 1] = w;
    }
}

static bool is_power(uint64_t value) {
    return value > 0 && (value & (value - 1)) == 0;
}

static const struct inst *uncast(const struct kernel *k, value_ref v) {
    const struct inst *i = kernel_inst(k, v);
    while (i->op == INST_ZEXT || i->op == INST_SEXT || i->op == INST_TRUNC)
        i = kernel_inst(k, kernel_operand(k, i, 0));
    return i;
}

/* The axis whose thread index the value is, WHOLE of a sum with such a part, or -1. */
static int axis_of(const struct kernel *k, value_ref v, int depth) {
    const struct inst *i = uncast(k, v);
    if (i->op == INST_SREG && i->imm <= SREG_TID_Z)
        return (int)(i->imm - SREG_TID_X);
    if (depth == 0 || (i->op != INST_ADD && i->op != INST_OR))
        return -1;
    return axis_of(k, kernel_operand(k, i, 0), depth - 1) >= 0 && axis_of(k, kernel_operand(k, i, 1), 0) >= 0 ? WHOLE : -1;
}

/* `threadIdx.y * C`, `threadIdx.y << c`: the axis, and C; -1 of another value. */
static int row_of(const struct kernel *k, const struct inst *i, uint64_t *length) {
    for (uint32_t n = 0; n < 2 && (i->op == INST_MUL || i->op == INST_SHL); n++) {
        const struct inst *c = uncast(k, kernel_operand(k, i, 1 - n));
        int axis = axis_of(k, kernel_operand(k, i, n), 0);
        if (c->op != INST_CONST || axis < 0 || (i->op == INST_SHL && n == 1))
            continue;
        *length = i->op == INST_MUL ? c->imm : c->imm < 32 ? UINT64_C(1) << c->imm : 0;
        return axis;
    }
    return -1;
}

/* The value is `threadIdx.y * C + threadIdx.x`, or threadIdx.x of a kernel without another axis. */
static bool is_linear(const struct kernel *k, value_ref v) {
    const struct inst *i = uncast(k, v);
    uint64_t length;
    if (i->op != INST_ADD)
        return false;
    for (uint32_t n = 0; n < 2; n++)
        if (axis_of(k, kernel_operand(k, i, n), 0) == 0 && uncast(k, kernel_operand(k, i, 1 - n))->op == INST_MUL)
            return row_of(k, uncast(k, kernel_operand(k, i, 1 - n)), &length) != 0;
    return false;
}

/* A comparison with a constant, or with the first value of a loop's counter: `tid < 128` of a reduction that halves speaks of 256. */
static void add_limit(struct finder *f, int axis, const struct inst *limit, bool is_counter) {
    const struct kernel *k = f->kernel;
    if (limit->op == INST_CONST && limit->type.kind == TYPE_INT) {
        add(&f->of[axis], limit->imm, is_counter ? 1 : 2);
        if (is_power(limit->imm) && limit->imm >= 16)
            add(&f->of[axis], 2 * limit->imm, is_counter ? 4 : 3);
    }
    for (uint32_t n = 0; limit->op == INST_PHI && !is_counter && n < limit->operand_count; n++)
        add_limit(f, axis, kernel_inst(k, kernel_operand(k, limit, n)), true);
}

static void read_comparison(struct finder *f, const struct inst *i) {
    const struct kernel *k = f->kernel;
    for (uint32_t n = 0; n < 2; n++) {
        value_ref index = kernel_operand(k, i, n);
        int axis = is_linear(k, index) ? WHOLE : axis_of(k, index, 0);
        if (axis >= 0)
            add_limit(f, axis, uncast(k, kernel_operand(k, i, 1 - n)), false);
    }
}

/* `[E]` that a thread index selects of: E threads, or one or two fewer where E is a power of two and padding. */
static void read_dimension(struct finder *f, const struct inst *i) {
    uint64_t extent = kernel_inst(f->kernel, kernel_operand(f->kernel, i, 1))->imm;
    int axis = axis_of(f->kernel, kernel_operand(f->kernel, i, 0), 0);
    if (axis < 0)
        return;
    for (uint64_t padding = 0; padding <= 2; padding++)
        if (extent > padding && is_power(extent - padding)) {
            add(&f->of[axis], extent - padding, 8);
            return;
        }
    add(&f->of[axis], extent, 4);
}

static void read_objects(struct finder *f) {
    for (uint32_t i = 0; i < f->kernel->object_count; i++) {
        const struct object *o = &f->kernel->objects[i];
        uint64_t count = o->space == SPACE_SHARED && !o->dynamic && o->elem_bytes ? o->size_bytes / o->elem_bytes : 0;
        if (count % WARP == 0) {
            add(&f->of[WHOLE], count, 6);
            add(&f->of[WHOLE], count / 2, count / 2 % WARP == 0 ? 1 : 0);
        }
    }
}

static void read_instructions(struct finder *f) {
    for (uint32_t n = 1; n < f->kernel->inst_count; n++) {
        const struct inst *i = &f->kernel->insts[n];
        uint64_t length;
        int axis = row_of(f->kernel, i, &length);
        if (axis > 0 && i->type.width_bits <= 32)
            add(&f->of[axis - 1], length, 6);
        if (i->op == INST_EQ || i->op == INST_NE || i->op == INST_ULT || i->op == INST_ULE || i->op == INST_SLT || i->op == INST_SLE)
            read_comparison(f, i);
        else if (i->op == INST_BOUND)
            read_dimension(f, i);
    }
}

static void put(struct finder *f, struct shapes *list, uint32_t x, uint32_t y, uint32_t z) {
    const uint32_t block[3] = {x, y, z};
    uint64_t threads = (uint64_t)x * y * z;
    bool fits = threads > 0 && threads % WARP == 0 && threads <= f->max_threads && z <= 64;
    for (uint32_t i = 0; i < list->count; i++)
        fits = fits && memcmp(list->blocks[i], block, sizeof block) != 0;
    if (fits && list->count < SHAPES_MAX)
        memcpy(list->blocks[list->count++], block, sizeof block);
}

/* Blocks along one axis: candidates of the axis are candidates of the whole. */
static void make_lines(struct finder *f, struct shapes *list) {
    struct candidates *whole = &f->of[WHOLE];
    for (uint32_t i = 0; i < f->of[0].count; i++)
        add(whole, f->of[0].values[i], f->of[0].weights[i]);
    for (uint32_t i = 0; i < whole->count; i++)
        if (whole->weights[i] > 0)
            put(f, list, whole->values[i], 1, 1);
}

/* Blocks along two or three axes: rows of the likeliest lengths; as many as the other axis, or the whole block, says. */
static void make_planes(struct finder *f, uint32_t axes, struct shapes *list) {
    static const uint32_t usual[] = {32, 16};
    struct candidates *x = &f->of[0], *y = &f->of[1], *z = &f->of[2], *whole = &f->of[WHOLE];
    if (x->count == 0 && y->count == 0 && whole->count == 0)
        return;
    for (uint32_t n = 0; n < 2 && x->count == 0; n++)
        add(x, usual[n], 1);
    uint32_t layers = axes > 2 && z->count > 0 ? z->values[0] : 1;
    for (uint32_t i = 0; i < x->count && i < 3; i++) {
        for (uint32_t j = 0; j < y->count && j < 2; j++)
            put(f, list, x->values[i], y->values[j], layers);
        for (uint32_t j = 0; j < whole->count && j < 2; j++)
            if (whole->weights[j] > 0 && whole->values[j] % (x->values[i] * layers) == 0)
                put(f, list, x->values[i], whole->values[j] / (x->values[i] * layers), layers);
        if (y->count == 0 && whole->count == 0) /* a square tile */
            put(f, list, x->values[i], x->values[i], layers);
    }
}

struct shapes shapes_find(const struct kernel *kernel, uint32_t max_threads, uint32_t axes) {
    struct finder f = {.kernel = kernel, .max_threads = max_threads && max_threads < THREADS_MAX ? max_threads : THREADS_MAX};
    struct shapes list = {.count = 0};
    if (max_threads)
        add(&f.of[WHOLE], max_threads, 10);
    read_objects(&f);
    read_instructions(&f);
    if (axes <= 1)
        make_lines(&f, &list);
    else
        make_planes(&f, axes, &list);
    return list;
}
