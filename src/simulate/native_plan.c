/* Which memory each pointer stays in, what is written, and how fine the cells must be. */
#include <string.h>

#include "simulate/native.h"

struct planner {
    struct native_launch *launch;
    const struct kernel *kernel;
    uint32_t *area_of;      /* by instruction */
    bool *is_written;       /* by area */
    uint32_t *atomic_bytes; /* by area: size of its atomic accesses, 0: none */
    uint32_t *atomic_class; /* by area: 1 plus the operation all its atomics have, 0: none */
    bool *is_used;          /* by instruction: its result is */
    bool wild_write;        /* through a pointer that may go anywhere */
    const char *obstacle;
};

enum { COARSEST_BYTES = 16 };
#define UNDECIDED (NATIVE_NONE - 1)

static bool is_private(const struct object *object) {
    return object->space == SPACE_LOCAL || object->space == SPACE_PARAM;
}

/* The first of the objects in dynamic shared memory stands for all of them. */
static uint32_t representative(const struct kernel *k, uint32_t object) {
    for (uint32_t i = 0; k->objects[object].dynamic && !k->objects[object].is_argument && i < object; i++) {
        if (k->objects[i].dynamic && !k->objects[i].is_argument) {
            return i;
        }
    }
    return object;
}

static uint32_t given_array(const struct native_launch *launch, uint32_t object) {
    const uint32_t *arrays = launch->input->object_arrays;
    return arrays ? arrays[object] : SIMULATE_NONE;
}

static void number_objects(struct native_launch *l, uint32_t *next, bool shared, bool private_) {
    const struct kernel *k = l->kernel;
    for (uint32_t i = 0; i < k->object_count; i++) {
        const struct object *object = &k->objects[i];
        if ((object->space == SPACE_SHARED) != shared || is_private(object) != private_) {
            continue;
        }
        uint32_t array = shared || private_ ? SIMULATE_NONE : given_array(l, i);
        uint32_t same = representative(k, i);
        if (array != SIMULATE_NONE || same < i) {
            l->area_of_object[i] = same < i ? l->area_of_object[same] : array;
            continue;
        }
        l->area_of_object[i] = *next;
        l->object_of_area[(*next)++] = i;
    }
}

static void number_areas(struct native_launch *l) {
    const struct kernel *k = l->kernel;
    uint32_t most = l->input->array_count + k->object_count, next = l->input->array_count;
    l->area_of_object = arena_alloc(&l->arena, k->object_count * sizeof(uint32_t));
    l->object_of_area = arena_alloc(&l->arena, most * sizeof(uint32_t));
    for (uint32_t i = 0; i < next; i++) {
        l->object_of_area[i] = NATIVE_NONE;
    }
    number_objects(l, &next, false, false);
    l->launch_areas = next;
    number_objects(l, &next, true, false);
    l->shared_areas = next - l->launch_areas;
    number_objects(l, &next, false, true);
    l->local_areas = next - l->launch_areas - l->shared_areas;
    l->areas = arena_alloc(&l->arena, next * sizeof *l->areas);
    l->plan.areas = l->areas;
    l->plan.area_count = next;
}

static uint32_t area_of_param(const struct native_launch *l, uint32_t index) {
    const struct param *param = &l->kernel->params[index];
    if (param->by_value_struct) {
        return l->area_of_object[param->object];
    }
    const struct simulate_argument *argument = &l->input->arguments[index];
    return param->type.kind == TYPE_POINTER && argument->array != SIMULATE_NONE ? argument->array : NATIVE_NONE;
}

static uint32_t join(uint32_t a, uint32_t b) {
    if (a == UNDECIDED || b == UNDECIDED) {
        return a == UNDECIDED ? b : a;
    }
    return a == b ? a : NATIVE_NONE;
}

static uint32_t area_of_value(const struct planner *p, const struct inst *inst) {
    enum inst_op op = (enum inst_op)inst->op;
    if (inst->type.kind != TYPE_POINTER || inst->type.lanes > 1) {
        return NATIVE_NONE;
    }
    if (op == INST_UNDEF || op == INST_NULLPTR) {
        return UNDECIDED;
    }
    if (op == INST_PARAM) {
        return area_of_param(p->launch, (uint32_t)inst->imm);
    }
    if (op == INST_OBJECT) {
        return p->launch->area_of_object[inst->imm];
    }
    if (op == INST_PTRADD || op == INST_PTRCAST) {
        return p->area_of[kernel_operand(p->kernel, inst, 0).id];
    }
    if (op != INST_PHI && op != INST_SELECT) {
        return NATIVE_NONE;
    }
    uint32_t area = UNDECIDED;
    for (uint32_t i = op == INST_SELECT ? 1 : 0; i < inst->operand_count; i++) {
        area = join(area, p->area_of[kernel_operand(p->kernel, inst, i).id]);
    }
    return area;
}

/* The least solution: values only go from undecided to an area to none. */
static void find_areas(struct planner *p) {
    const struct kernel *k = p->kernel;
    p->area_of = arena_alloc(&p->launch->arena, k->inst_count * sizeof *p->area_of);
    for (uint32_t id = 0; id < k->inst_count; id++) {
        p->area_of[id] = UNDECIDED;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t id = 1; id < k->inst_count; id++) {
            uint32_t area = area_of_value(p, &k->insts[id]);
            changed |= area != p->area_of[id];
            p->area_of[id] = area;
        }
    }
    for (uint32_t id = 0; id < k->inst_count; id++) {
        p->area_of[id] = p->area_of[id] == UNDECIDED ? NATIVE_NONE : p->area_of[id];
    }
    p->launch->plan.area_of = p->area_of;
}

static uint32_t greatest_common_power(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t all = a | b | c;
    return all & (~all + 1);
}

static void refine(struct native_area *area, const struct native_access *access) {
    area->granule_bytes = greatest_common_power(area->granule_bytes, access->size_bytes, access->alignment_bytes);
}

/* Operations that leave the same whatever the order they happen in; 0: not so. */
static uint32_t class_of(const struct planner *p, const struct inst *inst) {
    bool is_used = p->is_used[inst - p->kernel->insts];
    if (inst->op != INST_ATOMIC || is_used || inst->type.kind != TYPE_INT) {
        return 0;
    }
    switch ((enum atomic_op)inst->imm) {
    case ATOMIC_ADD:
    case ATOMIC_SUB: return 1 + ATOMIC_ADD;
    case ATOMIC_AND:
    case ATOMIC_OR:
    case ATOMIC_XOR:
    case ATOMIC_MAX:
    case ATOMIC_MIN:
    case ATOMIC_UMAX:
    case ATOMIC_UMIN: return 1 + (uint32_t)inst->imm;
    case ATOMIC_XCHG:
    case ATOMIC_NAND:
    case ATOMIC_INC:
    case ATOMIC_DEC:
    case ATOMIC_FADD:
    case ATOMIC_FSUB:
    case ATOMIC_FMAX:
    case ATOMIC_FMIN:
    case ATOMIC_OP_COUNT: break;
    }
    return 0;
}

/* One schedule shows what all do only if atomics give the same in every order. */
static void note_order(struct planner *p, uint32_t area, const struct inst *inst) {
    uint32_t class = class_of(p, inst);
    if (class == 0 || (p->atomic_class[area] != 0 && p->atomic_class[area] != class)) {
        p->obstacle = "results depend on the order of atomics";
    }
    p->atomic_class[area] = class;
}

static void note_atomic(struct planner *p, uint32_t area, const struct inst *inst, uint32_t size_bytes) {
    bool of_block = p->launch->areas[area].watch == NATIVE_SHARED;
    bool narrow = inst->scope == SCOPE_KIND_WARP || (inst->scope == SCOPE_KIND_BLOCK && !of_block);
    if (p->launch->areas[area].watch == NATIVE_LOCAL) {
        return;
    }
    if (narrow || (p->atomic_bytes[area] != 0 && p->atomic_bytes[area] != size_bytes)) {
        p->obstacle = "atomics of several sizes or scopes";
    }
    p->atomic_bytes[area] = size_bytes;
    note_order(p, area, inst);
}

/* One access of `inst` through its operand n; without an area it may go to any. */
static void note_access(struct planner *p, const struct inst *inst, uint32_t n, const struct native_access *access) {
    uint32_t area = p->area_of[kernel_operand(p->kernel, inst, n).id];
    for (uint32_t i = 0; i < p->launch->plan.area_count; i++) {
        if (area != NATIVE_NONE && i != area) {
            continue;
        }
        refine(&p->launch->areas[i], access);
        p->is_written[i] |= area != NATIVE_NONE && access->mode != NATIVE_READ;
        if (access->mode == NATIVE_UPDATE) {
            note_atomic(p, i, inst, access->size_bytes);
        }
    }
    p->wild_write |= area == NATIVE_NONE && access->mode != NATIVE_READ;
}

/* Instructions that native code has; what is added to the IR is the interpreter's at first. */
static const bool known[INST_OP_COUNT] = {
    [INST_CONST] = true,       [INST_UNDEF] = true,    [INST_PARAM] = true,      [INST_OBJECT] = true,  [INST_NULLPTR] = true, [INST_ADD] = true,
    [INST_SUB] = true,         [INST_MUL] = true,      [INST_UDIV] = true,       [INST_SDIV] = true,    [INST_UREM] = true,    [INST_SREM] = true,
    [INST_SHL] = true,         [INST_LSHR] = true,     [INST_ASHR] = true,       [INST_AND] = true,     [INST_OR] = true,      [INST_XOR] = true,
    [INST_EQ] = true,          [INST_NE] = true,       [INST_ULT] = true,        [INST_ULE] = true,     [INST_SLT] = true,     [INST_SLE] = true,
    [INST_TRUNC] = true,       [INST_ZEXT] = true,     [INST_SEXT] = true,       [INST_SELECT] = true,  [INST_BSWAP] = true,   [INST_POPC] = true,
    [INST_CTLZ] = true,        [INST_CTTZ] = true,     [INST_BREV] = true,       [INST_MULHI_U] = true, [INST_MULHI_S] = true, [INST_FSHL] = true,
    [INST_FSHR] = true,        [INST_FADD] = true,     [INST_FSUB] = true,       [INST_FMUL] = true,    [INST_FDIV] = true,    [INST_FREM] = true,
    [INST_FNEG] = true,        [INST_FCMP] = true,     [INST_FPTRUNC] = true,    [INST_FPEXT] = true,   [INST_FPTOSI] = true,  [INST_FPTOUI] = true,
    [INST_SITOFP] = true,      [INST_UITOFP] = true,   [INST_BITCAST] = true,    [INST_CALL] = true,    [INST_LANE] = true,    [INST_PACK] = true,
    [INST_PTRADD] = true,      [INST_PTRTOINT] = true, [INST_INTTOPTR] = true,   [INST_PTRCAST] = true, [INST_PHI] = true,     [INST_SREG] = true,
    [INST_LOAD] = true,        [INST_STORE] = true,    [INST_ATOMIC] = true,     [INST_CMPXCHG] = true, [INST_MEMCPY] = true,  [INST_MEMSET] = true,
    [INST_FENCE] = true,       [INST_BARRIER] = true,  [INST_COLLECTIVE] = true, [INST_ASSUME] = true,  [INST_ASSERT] = true,  [INST_BOUND] = true,
    [INST_UNSUPPORTED] = true, [INST_BR] = true,       [INST_CONDBR] = true,     [INST_SWITCH] = true,  [INST_RET] = true,     [INST_TRAP] = true,
    [INST_UNREACHABLE] = true,
};
static const bool known_barriers[BARRIER_KIND_COUNT] = {
    [BARRIER_BLOCK] = true, [BARRIER_COUNT] = true, [BARRIER_AND] = true, [BARRIER_OR] = true, [BARRIER_WARP] = true};

/* What is not known stands in the way, and nothing else is asked about it. */
static bool is_known(struct planner *p, const struct inst *inst) {
    if (!known[inst->op]) {
        p->obstacle = inst_op_name((enum inst_op)inst->op);
    } else if (inst->op == INST_BARRIER && !known_barriers[inst->imm]) {
        p->obstacle = "barrier of some threads or of the grid";
    } else if (inst->op == INST_BARRIER && inst->scope != FENCE_BOTH) {
        p->obstacle = "barrier that orders only some memory";
    } else if (inst->op == INST_COLLECTIVE && inst->imm == COLLECTIVE_MATRIX) {
        p->obstacle = "matrix operation";
    } else if (inst->flags & INST_ASYNC) {
        p->obstacle = "asynchronous copy";
    }
    return known[inst->op] && !(inst->flags & INST_ASYNC) && (inst->op != INST_BARRIER || known_barriers[inst->imm]);
}

static void note_inst(struct planner *p, const struct inst *inst) {
    if (inst->op == INST_MEMCPY || inst->op == INST_MEMSET) {
        struct native_access to = {1, 1, NATIVE_WRITE}, from = {1, 1, NATIVE_READ};
        note_access(p, inst, 0, &to);
        if (inst->op == INST_MEMCPY) {
            note_access(p, inst, 1, &from);
        }
    } else if (inst_class_of((enum inst_op)inst->op) == CLASS_MEMORY) {
        struct native_access access = native_access_of(p->kernel, inst);
        note_access(p, inst, 0, &access);
    }
    p->launch->plan.warp_orders |= inst->op == INST_BARRIER && inst->imm == BARRIER_WARP;
}

static bool is_constant(const struct native_launch *l, uint32_t area) {
    uint32_t object = l->object_of_area[area];
    return object != NATIVE_NONE && (l->kernel->objects[object].is_constant || l->kernel->objects[object].space == SPACE_CONSTANT);
}

/* What each area is, before it is known what is written. */
static void classify(struct native_launch *l) {
    for (uint32_t i = 0; i < l->plan.area_count; i++) {
        l->areas[i].watch = i < l->launch_areas ? NATIVE_GLOBAL : i < l->launch_areas + l->shared_areas ? NATIVE_SHARED : NATIVE_LOCAL;
        l->areas[i].granule_bytes = COARSEST_BYTES;
    }
}

static void settle(struct planner *p) {
    struct native_launch *l = p->launch;
    for (uint32_t i = 0; i < p->kernel->object_count; i++) {
        p->obstacle = p->kernel->objects[i].unknown ? "contents that are not known" : p->obstacle;
    }
    for (uint32_t i = 0; i < l->launch_areas; i++) {
        if (is_constant(l, i)) {
            p->obstacle = p->is_written[i] ? "write to constant memory" : p->obstacle;
            l->areas[i].watch = NATIVE_UNWATCHED;
        } else if (!p->is_written[i] && !p->wild_write) {
            l->areas[i].watch = NATIVE_UNWATCHED;
        }
    }
    for (uint32_t i = l->launch_areas; i < l->plan.area_count; i++) {
        const struct object *object = &l->kernel->objects[l->object_of_area[i]];
        if (l->areas[i].watch == NATIVE_SHARED && object->initialiser) {
            p->obstacle = "shared memory with contents";
        }
        if (l->areas[i].watch == NATIVE_LOCAL) {
            uint64_t bytes = (object->size_bytes + 15) / 16 * 16;
            l->areas[i].local_bytes = l->plan.local_bytes;
            if (bytes > (1u << 20) || l->plan.local_bytes > (1u << 24)) {
                p->obstacle = "large local memory";
                return;
            }
            l->plan.local_bytes += (uint32_t)bytes;
        }
    }
}

const char *native_plan_create(struct native_launch *l) {
    const struct simulate_input *input = l->input;
    const struct kernel *k = l->kernel;
    struct planner p = {.launch = l, .kernel = k};
    if (input->observe || input->follow) {
        return "accesses are observed";
    }
    if (input->lockstep) {
        return "warps in lockstep";
    }
    for (uint32_t i = 0; i < input->array_count; i++) {
        if (input->arrays[i].is_many) {
            return "pointers in memory";
        }
    }
    if (l->thread_count > NATIVE_THREAD_LIMIT || k->inst_count > NATIVE_INST_LIMIT || (k->param_count > 0 && !input->arguments)) {
        return "size of the launch";
    }
    l->plan.kernel = k;
    l->plan.cfg = cfg_create(&l->arena, k);
    number_areas(l);
    classify(l);
    find_areas(&p);
    p.is_written = arena_alloc(&l->arena, l->plan.area_count);
    p.atomic_bytes = arena_alloc(&l->arena, l->plan.area_count * sizeof *p.atomic_bytes);
    p.atomic_class = arena_alloc(&l->arena, l->plan.area_count * sizeof *p.atomic_class);
    p.is_used = arena_alloc(&l->arena, k->inst_count);
    for (uint32_t i = 0; i < k->operand_total; i++) {
        p.is_used[k->operands[i].id] = true;
    }
    for (uint32_t place = 0; place < k->order_total; place++) {
        const struct inst *inst = &k->insts[k->order[place]];
        if (is_known(&p, inst)) {
            note_inst(&p, inst);
        }
    }
    settle(&p);
    return p.obstacle;
}

bool native_plan_equal(const struct native_plan *a, const struct native_plan *b) {
    bool same = a->kernel == b->kernel && a->area_count == b->area_count && a->local_bytes == b->local_bytes && a->warp_orders == b->warp_orders &&
                memcmp(a->area_of, b->area_of, a->kernel->inst_count * sizeof *a->area_of) == 0;
    for (uint32_t i = 0; same && i < a->area_count; i++) {
        same = a->areas[i].watch == b->areas[i].watch && a->areas[i].granule_bytes == b->areas[i].granule_bytes &&
               a->areas[i].local_bytes == b->areas[i].local_bytes;
    }
    return same;
}
