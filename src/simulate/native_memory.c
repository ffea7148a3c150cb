/* Memory of a launch in plain arrays, and accesses through pointers that may go anywhere. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"
#include "simulate/engine.h"
#include "simulate/native.h"

enum { MOST_COPIED_BYTES = 1 << 26, MOST_INSTANCES = (1 << 24) - 2, ADDRESS_BITS = 40 };
#define MOST_LAUNCH_BYTES ((uint64_t)1 << 31)

/* Zeroed memory, made as it is touched. */
struct native_pages {
    struct native_pages *next;
    void *memory;
    size_t size_bytes;
};

static void *create_pages(struct native_launch *l, uint64_t size_bytes) {
    void *memory = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    madvise(memory, size_bytes, MADV_HUGEPAGE);
#endif
    struct native_pages *pages = arena_alloc(&l->arena, sizeof *pages);
    *pages = (struct native_pages){l->pages, memory, size_bytes};
    l->pages = pages;
    return memory;
}

static void fill(const struct simulate_array *array, uint8_t *bytes) {
    uint64_t given = array->byte_count < array->size_bytes ? array->byte_count : array->size_bytes;
    if (given > 0) {
        memcpy(bytes, array->bytes, given);
    }
    for (uint64_t at = given; array->element && at < array->size_bytes;) {
        uint64_t index = at / array->elem_bytes, part = at % array->elem_bytes;
        uint64_t element = array->element(array->context, 0, index);
        for (; part < array->elem_bytes && at < array->size_bytes; part++) {
            bytes[at++] = (uint8_t)(element >> (part * 8));
        }
    }
}

static const struct object *object_of(const struct native_launch *l, uint32_t area) {
    uint32_t object = l->object_of_area[area];
    return object == NATIVE_NONE ? NULL : &l->kernel->objects[object];
}

static uint64_t size_of_area(const struct native_launch *l, uint32_t area) {
    const struct object *object = object_of(l, area);
    if (!object) {
        return l->input->arrays[area].size_bytes;
    }
    return object->dynamic ? l->input->dynamic_shared_bytes : object->size_bytes;
}

static uint64_t bytes_of_cells(const struct native_launch *l, uint32_t area) {
    enum native_watch watch = l->areas[area].watch;
    uint64_t granule = l->areas[area].granule_bytes;
    bool has_cells = watch == NATIVE_SHARED || watch == NATIVE_GLOBAL;
    return has_cells ? (size_of_area(l, area) + granule - 1) / granule * sizeof(struct native_cell) : 0;
}

/* What an object holds when it comes into being. */
static struct simulate_array contents_of(const struct native_launch *l, const struct object *object) {
    struct simulate_array contents = {.size_bytes = object->size_bytes, .bytes = object->initialiser};
    contents.byte_count = object->initialiser ? object->size_bytes : 0;
    if (object->space == SPACE_PARAM && l->input->arguments) {
        contents.bytes = l->input->arguments[object->param].bytes;
        contents.byte_count = l->input->arguments[object->param].byte_count;
    }
    return contents;
}

static void create_template(struct native_launch *l) {
    uint32_t locals = l->plan.local_bytes;
    l->template_bytes = arena_alloc(&l->arena, 2 * (size_t)locals);
    for (uint32_t i = 0; i < l->local_areas; i++) {
        uint32_t area = l->launch_areas + l->shared_areas + i;
        const struct object *object = object_of(l, area);
        struct simulate_array contents = contents_of(l, object);
        uint8_t *bytes = l->template_bytes + l->areas[area].local_bytes;
        bool is_defined = object->space == SPACE_PARAM || object->initialiser;
        fill(&contents, bytes);
        memset(bytes + locals, is_defined, object->size_bytes);
    }
}

static uint32_t instances_per_block(const struct native_launch *l) {
    return l->shared_areas + l->local_areas * l->thread_count;
}

const char *native_memory_create(struct native_launch *l) {
    uint64_t bytes = 2 * (uint64_t)l->plan.local_bytes * l->thread_count;
    uint64_t instances = l->launch_areas + l->block_count * instances_per_block(l);
    for (uint32_t i = 0; i < l->plan.area_count; i++) {
        uint64_t size_bytes = size_of_area(l, i);
        if (size_bytes > MOST_LAUNCH_BYTES) {
            return "large memory";
        }
        bytes += i < l->launch_areas + l->shared_areas ? size_bytes + bytes_of_cells(l, i) : 0;
    }
    if (bytes > MOST_LAUNCH_BYTES || instances > MOST_INSTANCES) {
        return "large memory";
    }
    l->places = arena_alloc(&l->arena, l->plan.area_count * sizeof *l->places);
    for (uint32_t i = 0; i < l->plan.area_count; i++) {
        struct native_place *place = &l->places[i];
        uint64_t cells = bytes_of_cells(l, i);
        place->size_bytes = size_of_area(l, i);
        bool has_bytes = i < l->launch_areas + l->shared_areas && place->size_bytes > 0;
        place->bytes = has_bytes ? create_pages(l, place->size_bytes) : NULL;
        place->cells = cells > 0 ? create_pages(l, cells) : NULL;
        if ((has_bytes && !place->bytes) || (cells > 0 && !place->cells)) {
            return "large memory";
        }
        if (i < l->launch_areas) {
            const struct object *object = object_of(l, i);
            struct simulate_array contents = object ? contents_of(l, object) : l->input->arrays[i];
            place->address = simulate_address(i, 0);
            fill(&contents, place->bytes);
        }
    }
    create_template(l);
    return NULL;
}

void native_memory_release(struct native_launch *l) {
    for (struct native_pages *pages = l->pages; pages; pages = pages->next) {
        munmap(pages->memory, pages->size_bytes);
    }
    l->pages = NULL;
}

/* Instances are numbered like areas, those of blocks and threads one after another. */
void native_memory_enter_block(struct native_launch *l) {
    uint64_t first = l->launch_areas + l->block_number * instances_per_block(l);
    for (uint32_t i = l->launch_areas; i < l->plan.area_count; i++) {
        uint64_t instance = first + (i - l->launch_areas);
        l->places[i].address = simulate_address((uint32_t)instance, 0);
    }
    l->context.local_step = (uint64_t)l->local_areas << ADDRESS_BITS;
    size_t size_bytes = 2 * (size_t)l->plan.local_bytes;
    for (uint32_t t = 0; t < l->thread_count && size_bytes > 0; t++) {
        memcpy(l->context.locals + t * size_bytes, l->template_bytes, size_bytes);
    }
}

/* The area an address points into or near, if the thread may access it; its offset. */
static uint32_t resolve(const struct native_launch *l, uint32_t thread, uint64_t address, uint64_t *offset) {
    uint64_t origin = simulate_address(0, 0);
    uint64_t instance = (address >> ADDRESS_BITS) - (origin >> ADDRESS_BITS);
    uint32_t area = NATIVE_NONE;
    *offset = (address & (((uint64_t)1 << ADDRESS_BITS) - 1)) - (origin & (((uint64_t)1 << ADDRESS_BITS) - 1));
    if (instance < l->launch_areas) {
        return (uint32_t)instance;
    }
    uint64_t first = l->launch_areas + l->block_number * instances_per_block(l);
    uint64_t inner = instance - first;
    if (instance < first || inner >= instances_per_block(l)) {
        return NATIVE_NONE;
    }
    if (inner < l->shared_areas) {
        area = (uint32_t)(l->launch_areas + inner);
    } else if ((inner - l->shared_areas) / l->local_areas == thread) {
        area = (uint32_t)(l->launch_areas + l->shared_areas + (inner - l->shared_areas) % l->local_areas);
    }
    return area;
}

static uint8_t *reach_local(struct native_launch *l, uint32_t area, uint32_t thread, uint64_t offset, uint64_t size_bytes, enum native_mode mode) {
    uint8_t *bytes = l->context.locals + thread * 2 * (size_t)l->plan.local_bytes + l->areas[area].local_bytes + offset;
    uint8_t *defined = bytes + l->plan.local_bytes;
    for (uint64_t i = 0; i < size_bytes; i++) {
        if (mode != NATIVE_WRITE && !defined[i]) {
            return NULL;
        }
        defined[i] = 1;
    }
    return bytes;
}

/* Whether memory that nothing was to write is only read. */
static bool may_access(const struct native_launch *l, uint32_t area, enum native_mode mode) {
    return l->areas[area].watch != NATIVE_UNWATCHED || mode == NATIVE_READ;
}

static uint8_t *reach(struct native_launch *l, uint32_t thread, uint64_t address, uint64_t size_bytes, uint64_t alignment_bytes,
                      enum native_mode mode) {
    uint64_t offset;
    uint32_t area = resolve(l, thread, address, &offset);
    if (area == NATIVE_NONE || !may_access(l, area, mode)) {
        return NULL;
    }
    struct native_place *place = &l->places[area];
    if (size_bytes > place->size_bytes || offset > place->size_bytes - size_bytes || offset % alignment_bytes != 0) {
        return NULL;
    }
    if (l->areas[area].watch == NATIVE_LOCAL) {
        return reach_local(l, area, thread, offset, size_bytes, mode);
    }
    if (place->cells) {
        uint64_t granule = l->areas[area].granule_bytes, count = size_bytes / granule;
        if (!native_order_check(&l->context, place->cells + offset / granule, (uint32_t)count, thread, mode, l->areas[area].watch)) {
            return NULL;
        }
    }
    return place->bytes + offset;
}

struct native_access native_access_of(const struct kernel *k, const struct inst *inst) {
    struct type type = inst->type;
    if (inst->op == INST_STORE) {
        type = kernel_inst(k, kernel_operand(k, inst, 1))->type;
    }
    struct native_access access = {.size_bytes = (type.width_bits + 7u) / 8 * type.lanes};
    bool is_atomic = inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG || (inst->flags & INST_ATOMIC_ACCESS);
    access.mode = is_atomic ? NATIVE_UPDATE : inst->op == INST_LOAD ? NATIVE_READ : NATIVE_WRITE;
    access.alignment_bytes = 1;
    while (access.alignment_bytes * 2 <= access.size_bytes) {
        access.alignment_bytes *= 2;
    }
    bool promised = (inst->op == INST_LOAD || inst->op == INST_STORE) && inst->imm != 0;
    if (promised && inst->imm < access.alignment_bytes) {
        access.alignment_bytes = (uint32_t)inst->imm;
    }
    return access;
}

uint8_t *native_memory_reach(struct native_context *context, uint32_t inst, uint32_t thread, uint64_t address) {
    struct native_launch *l = context->owner;
    struct native_access access = native_access_of(l->kernel, &l->kernel->insts[inst]);
    return reach(l, thread, address, access.size_bytes, access.alignment_bytes, access.mode);
}

uint64_t native_memory_copy(struct native_context *context, uint32_t inst, uint32_t thread, uint64_t to, uint64_t from, uint64_t count) {
    struct native_launch *l = context->owner;
    bool copies = l->kernel->insts[inst].op == INST_MEMCPY;
    if (count == 0) {
        return 1;
    }
    if (count > MOST_COPIED_BYTES) {
        return 0;
    }
    uint8_t *source = copies ? reach(l, thread, from, count, 1, NATIVE_READ) : NULL;
    uint8_t *target = !copies || source ? reach(l, thread, to, count, 1, NATIVE_WRITE) : NULL;
    if (!target) {
        return 0;
    }
    if (copies) {
        memmove(target, source, count);
    } else {
        memset(target, (int)from, count);
    }
    uint64_t offset;
    bool is_own = !copies && resolve(l, thread, to, &offset) >= l->launch_areas + l->shared_areas;
    return 1 + engine_copy_steps(count, is_own);
}
