#include "simulate/links.h"

#include <inttypes.h>
#include <string.h>

#include "base/divisor.h"
#include "base/vec.h"

enum { POINTER_BYTES = 8, SPOTS_MAX = 4, DEPTH_MAX = 12, ROUNDS_MAX = 64 };

/* Bytes offset + k * stride; stride 0: this byte. */
struct lattice {
    uint64_t stride;
    int64_t offset;
};

/* Where a pointer may point to. Origins are slots, objects behind them, and loads behind those. */
struct spot {
    uint32_t origin;
    struct lattice at;
};

struct spots {
    uint32_t count;
    struct spot spots[SPOTS_MAX];
};

struct place {
    uint32_t origin, family;
    struct lattice at;
};

struct finder {
    struct arena *arena;
    const struct kernel *kernel;
    struct witness_slots slots;
    struct spots *spots;   /* by instruction */
    struct lattice *steps; /* of ptradd: what is added */
    uint32_t *load_number; /* by instruction: 1 and up for loads that give pointers */
    VEC(uint32_t) loads;
    uint32_t *family; /* by load: the first load of its family */
    bool *is_dead;    /* by load: numbers lie in its places */
    VEC(struct place) places;
};

/* ---- lattices ---- */

static uint64_t distance(int64_t a, int64_t b) {
    return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
}

static struct lattice lattice(uint64_t stride, int64_t offset) {
    int64_t rest = stride && stride <= INT64_MAX ? offset % (int64_t)stride : offset;
    return (struct lattice){stride, rest < 0 && stride ? rest + (int64_t)stride : rest};
}

static struct lattice join(struct lattice a, struct lattice b) {
    return lattice(common_divisor(common_divisor(a.stride, b.stride), distance(a.offset, b.offset)), a.offset);
}

/* Whether `bytes` bytes at each point of b can touch a pointer at a point of a. */
static bool meets(struct lattice a, struct lattice b, uint64_t bytes) {
    uint64_t divisor = common_divisor(a.stride, b.stride);
    if (divisor == 0) {
        return a.offset < b.offset + (int64_t)bytes && b.offset < a.offset + POINTER_BYTES;
    }
    uint64_t behind = (uint64_t)lattice(divisor, b.offset - a.offset).offset;
    return behind < POINTER_BYTES || behind + bytes > divisor;
}

/* An integer as constant + k * step; what is not seen through counts in ones. */
static struct lattice steps_of(const struct kernel *k, value_ref v, uint32_t depth) {
    const struct inst *inst = kernel_inst(k, v);
    struct lattice any = {1, 0}, a, b;
    enum inst_op op = (enum inst_op)inst->op;
    uint32_t unused = 64u - inst->type.width_bits;
    if (inst->type.kind != TYPE_INT || inst->type.lanes != 1 || depth > DEPTH_MAX) {
        return any;
    }
    if (op == INST_CONST) {
        return (struct lattice){0, (int64_t)(inst->imm << unused) >> unused};
    }
    if (op == INST_SEXT || op == INST_ZEXT || op == INST_TRUNC) {
        return steps_of(k, kernel_operand(k, inst, 0), depth + 1);
    }
    bool is_sum = op == INST_ADD || op == INST_SUB || (op == INST_OR && (inst->flags & INST_DISJOINT));
    if (!is_sum && op != INST_MUL && op != INST_SHL) {
        return any;
    }
    a = steps_of(k, kernel_operand(k, inst, 0), depth + 1);
    b = steps_of(k, kernel_operand(k, inst, 1), depth + 1);
    bool is_small = a.stride < 1u << 20 && b.stride < 1u << 20 && distance(a.offset, 0) < 1u << 20 && distance(b.offset, 0) < 1u << 20;
    if (!is_small || (op == INST_SHL && (b.stride > 0 || b.offset < 0 || b.offset > 20))) {
        return any;
    }
    if (is_sum) {
        return (struct lattice){common_divisor(a.stride, b.stride), op == INST_SUB ? a.offset - b.offset : a.offset + b.offset};
    }
    b = op == INST_SHL ? (struct lattice){0, INT64_C(1) << b.offset} : b;
    uint64_t stride = common_divisor(a.stride * b.stride, a.stride * distance(b.offset, 0));
    return (struct lattice){common_divisor(stride, b.stride * distance(a.offset, 0)), a.offset * b.offset};
}

/* ---- where pointers point to ---- */

static bool add_spot(struct spots *to, uint32_t origin, struct lattice at) {
    for (uint32_t i = 0; i < to->count; i++) {
        struct spot *old = &to->spots[i];
        if (old->origin == origin) {
            struct lattice joined = join(old->at, at);
            bool is_new = joined.stride != old->at.stride || joined.offset != old->at.offset;
            old->at = joined;
            return is_new;
        }
    }
    if (to->count == SPOTS_MAX) {
        return false;
    }
    to->spots[to->count++] = (struct spot){origin, at};
    return true;
}

static bool add_spots(struct spots *to, const struct spots *from, struct lattice by) {
    bool changed = false;
    for (uint32_t i = 0; i < from->count; i++) {
        const struct lattice *at = &from->spots[i].at;
        changed |= add_spot(to, from->spots[i].origin, lattice(common_divisor(at->stride, by.stride), at->offset + by.offset));
    }
    return changed;
}

static uint32_t origin_of_object(const struct finder *f, uint32_t object) {
    return f->slots.count + object;
}

static uint32_t origin_of_load(const struct finder *f, uint32_t load) {
    return f->slots.count + f->kernel->object_count + f->family[load];
}

/* What launches may fill, and copies of it; not what the program says the contents of. */
static bool holds_pointers(const struct object *object) {
    return !object->initialiser && object->space != SPACE_SHARED;
}

static bool find_leaf(struct finder *f, uint32_t id) {
    const struct inst *inst = &f->kernel->insts[id];
    if (inst->op == INST_OBJECT && holds_pointers(&f->kernel->objects[inst->imm])) {
        return add_spot(&f->spots[id], origin_of_object(f, (uint32_t)inst->imm), (struct lattice){0, 0});
    }
    if (inst->op == INST_PARAM && f->kernel->params[inst->imm].by_value_struct) {
        return add_spot(&f->spots[id], origin_of_object(f, f->kernel->params[inst->imm].object), (struct lattice){0, 0});
    }
    for (uint32_t i = 0; i < f->slots.count; i++) {
        if (f->slots.slots[i].type.kind == TYPE_POINTER && witness_slot_is(f->kernel, &f->slots.slots[i], id)) {
            return add_spot(&f->spots[id], i, (struct lattice){0, 0});
        }
    }
    return false;
}

static bool flow(struct finder *f, uint32_t id) {
    const struct kernel *k = f->kernel;
    const struct inst *inst = &k->insts[id];
    const struct lattice none = {0, 0};
    enum inst_op op = (enum inst_op)inst->op;
    bool changed = false;
    if (inst->type.kind != TYPE_POINTER || inst->type.lanes != 1) {
        return false;
    }
    if (op == INST_PTRADD || op == INST_PTRCAST) {
        return add_spots(&f->spots[id], &f->spots[kernel_operand(k, inst, 0).id], op == INST_PTRADD ? f->steps[id] : none);
    }
    for (uint32_t i = op == INST_SELECT; (op == INST_SELECT || op == INST_PHI) && i < inst->operand_count; i++) {
        changed |= add_spots(&f->spots[id], &f->spots[kernel_operand(k, inst, i).id], none);
    }
    uint32_t load = op == INST_INTTOPTR ? kernel_operand(k, inst, 0).id : id;
    if (f->load_number[load]) {
        changed |= add_spot(&f->spots[id], origin_of_load(f, f->load_number[load] - 1), none);
    }
    return changed;
}

static void find_spots(struct finder *f) {
    const struct kernel *k = f->kernel;
    memset(f->spots, 0, k->inst_count * sizeof *f->spots);
    for (uint32_t id = 1; id < k->inst_count; id++) {
        (void)find_leaf(f, id);
    }
    bool changed = true;
    for (uint32_t round = 0; changed && round < ROUNDS_MAX; round++) {
        changed = false;
        for (uint32_t i = 0; i < k->order_total; i++) {
            changed |= flow(f, k->order[i]);
        }
    }
}

/* ---- places ---- */

static void add_place(struct finder *f, uint32_t load, uint32_t origin, struct lattice at) {
    if (at.stride % POINTER_BYTES != 0) {
        at = lattice(POINTER_BYTES, at.offset);
    }
    if (at.offset % POINTER_BYTES == 0) {
        vec_push(&f->places, (struct place){origin, f->family[load], at});
    }
}

/* Of a struct that is passed by value the members are known that are pointers. */
static bool is_struct(const struct finder *f, uint32_t origin) {
    uint32_t object = origin - f->slots.count;
    return origin >= f->slots.count && object < f->kernel->object_count && f->kernel->objects[object].space == SPACE_PARAM;
}

static void add_members(struct finder *f, uint32_t load, uint32_t origin, struct lattice at) {
    const struct param *param = &f->kernel->params[f->kernel->objects[origin - f->slots.count].param];
    for (uint32_t i = 0; i < param->member_count; i++) {
        const struct param_member *member = &param->members[i];
        struct lattice here = {0, (int64_t)member->offset_bytes};
        if (member->size_bytes == POINTER_BYTES && strchr(member->type, '*') && meets(at, here, 1)) {
            add_place(f, load, origin, here);
        }
    }
}

static void add_source(struct finder *f, uint32_t load, uint32_t origin, struct lattice at) {
    if (is_struct(f, origin)) {
        add_members(f, load, origin, at);
    } else {
        add_place(f, load, origin, at);
    }
}

/* What lies in a local variable was copied there. */
static void add_copied(struct finder *f, uint32_t load, uint32_t local, struct lattice at) {
    const struct kernel *k = f->kernel;
    for (uint32_t id = 1; id < k->inst_count; id++) {
        const struct inst *inst = &k->insts[id];
        uint64_t bytes = inst->op == INST_MEMCPY ? kernel_inst(k, kernel_operand(k, inst, 2))->imm : 0;
        bool is_constant = bytes > 0 && kernel_inst(k, kernel_operand(k, inst, 2))->op == INST_CONST;
        const struct spots *to = is_constant ? &f->spots[kernel_operand(k, inst, 0).id] : NULL;
        const struct spots *from = is_constant ? &f->spots[kernel_operand(k, inst, 1).id] : NULL;
        for (uint32_t i = 0; is_constant && i < to->count; i++) {
            int64_t begin = to->spots[i].at.offset;
            bool is_there = to->spots[i].origin == local && to->spots[i].at.stride == 0 && at.offset >= begin &&
                            distance(at.offset, begin) + POINTER_BYTES <= bytes;
            for (uint32_t n = 0; is_there && n < from->count; n++) {
                struct lattice source = from->spots[n].at;
                add_source(f, load, from->spots[n].origin, lattice(common_divisor(source.stride, at.stride), source.offset + (at.offset - begin)));
            }
        }
    }
}

static bool is_local(const struct finder *f, uint32_t origin) {
    uint32_t object = origin - f->slots.count;
    return origin >= f->slots.count && object < f->kernel->object_count && f->kernel->objects[object].space == SPACE_LOCAL;
}

static void find_places(struct finder *f) {
    vec_clear(&f->places);
    for (uint32_t load = 0; load < f->loads.size; load++) {
        const struct inst *inst = &f->kernel->insts[f->loads.data[load]];
        const struct spots *from = &f->spots[kernel_operand(f->kernel, inst, 0).id];
        for (uint32_t i = 0; i < from->count; i++) {
            if (is_local(f, from->spots[i].origin)) {
                add_copied(f, load, from->spots[i].origin, from->spots[i].at);
            } else {
                add_source(f, load, from->spots[i].origin, from->spots[i].at);
            }
        }
    }
}

static void unite(struct finder *f, uint32_t a, uint32_t b) {
    uint32_t kept = a < b ? a : b, gone = a < b ? b : a;
    for (uint32_t i = 0; i < f->loads.size; i++) {
        f->family[i] = f->family[i] == gone ? kept : f->family[i];
    }
}

/* Places that share a pointer become one, and their families; whether families did. */
static bool merge_places(struct finder *f) {
    bool united = false;
    for (uint32_t i = 0; i < f->places.size; i++) {
        for (uint32_t j = i + 1; j < f->places.size;) {
            struct place *a = &f->places.data[i], *b = &f->places.data[j];
            if (a->origin != b->origin || !meets(a->at, b->at, POINTER_BYTES)) {
                j++;
                continue;
            }
            if (f->family[a->family] != f->family[b->family]) {
                unite(f, f->family[a->family], f->family[b->family]);
                united = true;
            }
            a->at = join(a->at, b->at);
            *b = vec_last(&f->places);
            f->places.size--;
            j = i + 1;
        }
    }
    return united;
}

/* What one pointer may point to is of one family. */
static bool merge_mixed(struct finder *f) {
    uint32_t first_load = f->slots.count + f->kernel->object_count;
    bool united = false;
    for (uint32_t id = 1; id < f->kernel->inst_count; id++) {
        const struct spots *s = &f->spots[id];
        uint32_t known = SIMULATE_NONE;
        for (uint32_t i = 0; i < s->count; i++) {
            uint32_t family = s->spots[i].origin < first_load ? SIMULATE_NONE : f->family[s->spots[i].origin - first_load];
            if (known != SIMULATE_NONE && family != SIMULATE_NONE && family != known) {
                unite(f, known, family);
                known = f->family[known];
                united = true;
            } else if (family != SIMULATE_NONE) {
                known = family;
            }
        }
    }
    return united;
}

/* Where numbers lie, too, the kernel means something else than pointers apart. */
static void find_numbers(struct finder *f) {
    const struct kernel *k = f->kernel;
    for (uint32_t id = 1; id < k->inst_count; id++) {
        const struct inst *inst = &k->insts[id];
        bool is_store = inst->op == INST_STORE, is_access = is_store || inst->op == INST_LOAD || inst->op == INST_ATOMIC;
        struct type type = is_store ? kernel_inst(k, kernel_operand(k, inst, 1))->type : inst->type;
        if (!is_access || type.kind == TYPE_POINTER || f->load_number[id]) {
            continue;
        }
        const struct spots *to = &f->spots[kernel_operand(k, inst, 0).id];
        uint64_t bytes = (type.width_bits + 7u) / 8u * (uint64_t)type.lanes;
        for (uint32_t i = 0; i < to->count; i++) {
            for (uint32_t p = 0; p < f->places.size; p++) {
                const struct place *place = &f->places.data[p];
                bool meet = place->origin == to->spots[i].origin && !is_struct(f, place->origin) && meets(place->at, to->spots[i].at, bytes);
                f->is_dead[f->family[place->family]] |= meet;
            }
        }
    }
}

/* ---- families ---- */

static struct type type_of(const struct finder *f, uint32_t family) {
    const struct type byte = {.kind = TYPE_INT, .width_bits = 8, .lanes = 1}, word = {.kind = TYPE_INT, .width_bits = 64, .lanes = 1};
    const struct kernel *k = f->kernel;
    struct type found = {0};
    bool agree = true;
    for (uint32_t id = 1; id < k->inst_count; id++) {
        const struct inst *inst = &k->insts[id];
        bool is_store = inst->op == INST_STORE, is_here = false;
        bool is_access = is_store || inst->op == INST_LOAD || inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG;
        struct type type = is_store ? kernel_inst(k, kernel_operand(k, inst, 1))->type : inst->type;
        const struct spots *to = is_access && type.kind != TYPE_POINTER && !f->load_number[id] ? &f->spots[kernel_operand(k, inst, 0).id] : NULL;
        for (uint32_t i = 0; to && i < to->count; i++) {
            is_here |= to->spots[i].origin == f->slots.count + k->object_count + family;
        }
        if (!is_here) {
            continue;
        }
        agree &= found.width_bits == 0 || found.width_bits == type.width_bits;
        bool is_mixed = found.width_bits > 0 && found.kind != type.kind;
        found = type;
        found.lanes = 1;
        found.kind = is_mixed ? TYPE_INT : type.kind;
    }
    bool is_size = found.width_bits == 8 || found.width_bits == 16 || found.width_bits == 32 || found.width_bits == 64;
    return found.width_bits == 0 ? word : agree && is_size ? found : byte;
}

static const char *home_of(const struct finder *f, uint32_t origin, const char *const *names) {
    if (origin < f->slots.count) {
        return f->slots.slots[origin].name;
    }
    uint32_t object = origin - f->slots.count;
    if (is_struct(f, origin)) {
        return f->kernel->params[f->kernel->objects[object].param].name;
    }
    if (object < f->kernel->object_count) {
        const char *name = f->kernel->objects[object].name;
        return arena_printf(f->arena, "@%" PRIu32 ".%s", object, name ? name : "");
    }
    return names[object - f->kernel->object_count];
}

/* Each after its first place in an array that has a name; those that are reached from nowhere have none. */
static const char **name_families(struct finder *f) {
    const char **names = arena_alloc(f->arena, (f->loads.size + 1) * sizeof *names);
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < f->places.size; i++) {
            const struct place *p = &f->places.data[i];
            uint32_t family = f->family[p->family];
            const char *home = f->is_dead[family] || names[family] ? NULL : home_of(f, p->origin, names);
            if (home) {
                const char *variable = home[0] == '@' && strchr(home, '.') ? strchr(home, '.') + 1 : home;
                names[family] =
                    p->at.offset == 0 ? arena_printf(f->arena, "%s[]", variable) : arena_printf(f->arena, "%s[].%" PRId64, variable, p->at.offset);
                changed = true;
            }
        }
    }
    return names;
}

/* A variable may be called like a parameter. */
static const char *unused_name(struct finder *f, const struct links *links, const char *name) {
    for (uint32_t i = 0; i < links->family_count; i++) {
        if (strcmp(links->families[i].name, name) == 0) {
            return unused_name(f, links, arena_printf(f->arena, "%s'", name));
        }
    }
    return name;
}

static struct links *give(struct finder *f) {
    struct links *links = arena_alloc(f->arena, sizeof *links);
    const char **names = name_families(f);
    uint32_t *number = arena_alloc(f->arena, (f->loads.size + 1) * sizeof *number);
    links->families = arena_alloc(f->arena, (f->loads.size + 1) * sizeof *links->families);
    links->places = arena_alloc(f->arena, (f->places.size + 1) * sizeof *links->places);
    for (uint32_t i = 0; i < f->loads.size; i++) {
        if (names[i]) {
            number[i] = links->family_count;
            names[i] = unused_name(f, links, names[i]);
            links->families[links->family_count++] = (struct link_family){.name = names[i], .type = type_of(f, i)};
        }
    }
    for (uint32_t i = 0; i < f->places.size; i++) {
        const struct place *p = &f->places.data[i];
        uint32_t family = f->family[p->family];
        const char *home = names[family] ? home_of(f, p->origin, names) : NULL;
        if (home) {
            links->places[links->place_count++] = (struct link_place){.home = home,
                                                                      .family = number[family],
                                                                      .number = links->families[number[family]].place_count++,
                                                                      .offset_bytes = p->at.offset,
                                                                      .stride_bytes = p->at.stride};
        }
    }
    return links;
}

static void find_loads(struct finder *f) {
    const struct kernel *k = f->kernel;
    for (uint32_t i = 0; i < k->order_total; i++) {
        uint32_t id = k->order[i];
        const struct inst *inst = &k->insts[id];
        uint32_t load = inst->op == INST_INTTOPTR ? kernel_operand(k, inst, 0).id : id;
        bool is_pointer = (inst->op == INST_INTTOPTR || inst->type.kind == TYPE_POINTER) && inst->type.lanes == 1;
        bool is_field = false;
        for (uint32_t s = 0; s < f->slots.count; s++) {
            is_field |= f->slots.slots[s].is_field && witness_slot_is(k, &f->slots.slots[s], load);
        }
        if (k->insts[load].op == INST_LOAD && k->insts[load].type.lanes == 1 && is_pointer && !is_field && !f->load_number[load]) {
            vec_push(&f->loads, load);
            f->load_number[load] = f->loads.size;
        }
    }
}

struct links *links_find(struct arena *arena, const struct kernel *kernel) {
    struct finder f = {.arena = arena, .kernel = kernel, .slots = witness_slots(arena, kernel)};
    f.spots = arena_alloc(arena, kernel->inst_count * sizeof *f.spots);
    f.steps = arena_alloc(arena, kernel->inst_count * sizeof *f.steps);
    f.load_number = arena_alloc(arena, kernel->inst_count * sizeof *f.load_number);
    find_loads(&f);
    f.family = arena_alloc(arena, (f.loads.size + 1) * sizeof *f.family);
    f.is_dead = arena_alloc(arena, (f.loads.size + 1) * sizeof *f.is_dead);
    for (uint32_t i = 0; i < f.loads.size; i++) {
        f.family[i] = i;
    }
    for (uint32_t id = 1; id < kernel->inst_count; id++) {
        if (kernel->insts[id].op == INST_PTRADD) {
            f.steps[id] = steps_of(kernel, kernel_operand(kernel, &kernel->insts[id], 1), 0);
        }
    }
    do {
        if (f.loads.size > 0) {
            find_spots(&f);
            find_places(&f);
        }
    } while (merge_mixed(&f) || merge_places(&f));
    find_numbers(&f);
    struct links *links = give(&f);
    vec_release(&f.loads);
    vec_release(&f.places);
    return links;
}

void links_put(struct arena *arena, const struct links *links, struct witness *witness) {
    for (uint32_t i = 0; i < links->place_count; i++) {
        const struct link_place *p = &links->places[i];
        uint32_t home = witness_find_array(witness, p->home);
        if (home == SIMULATE_NONE) {
            continue;
        }
        struct witness_array *array = &witness->arrays[home];
        struct witness_link *more = arena_alloc(arena, (array->link_count + 1) * sizeof *more);
        if (array->link_count > 0) {
            memcpy(more, array->links, array->link_count * sizeof *more);
        }
        const struct link_family *family = &links->families[p->family];
        more[array->link_count++] = (struct witness_link){family->name, p->offset_bytes, p->stride_bytes, family->place_count, p->number};
        array->links = more;
    }
}
