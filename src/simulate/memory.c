/* Instances of memory, their pages, and addresses.
 *
 * An address is (instance << OFFSET_BITS) + OFFSET_BIAS + offset, in every address space:
 * pointers keep their identity through integers, memory and arithmetic out of bounds, and
 * their alignment is that of the offset. Arrays of the input come first, so that
 * simulate_address needs no machine. Instances of a finished block stay dead: a pointer
 * to them is out of bounds. The members of an array of many have numbers of their own in
 * addresses, above all others; each becomes an instance when an address of it is used. */
#include <string.h>

#include "simulate/machine.h"
#include "simulate/value.h"

enum { OFFSET_BITS = 40, INSTANCE_LIMIT = 1 << 23, MANY_LIMIT = INSTANCE_LIMIT / SIMULATE_MEMBERS };
#define OFFSET_BIAS ((uint64_t)1 << (OFFSET_BITS - 1))

uint64_t memory_address(uint32_t instance, int64_t offset_bytes) {
    return ((uint64_t)instance << OFFSET_BITS) + OFFSET_BIAS + (uint64_t)offset_bytes;
}

uint64_t simulate_address(uint32_t array, int64_t offset_bytes) {
    return memory_address(array + 1, offset_bytes);
}

static uint32_t instance_create(struct machine *m, const struct instance *instance) {
    vec_push(&m->instances, *instance);
    m->instances.data[m->instances.size - 1].alive = true;
    return m->instances.size - 1;
}

uint64_t simulate_member_address(uint32_t array, uint32_t member, int64_t offset_bytes) {
    bool exists = array < MANY_LIMIT && member < SIMULATE_MEMBERS;
    return exists ? memory_address(INSTANCE_LIMIT + array * SIMULATE_MEMBERS + member, offset_bytes) : 0;
}

static uint32_t member_instance(struct machine *m, uint32_t number) {
    uint32_t array = (number - INSTANCE_LIMIT) / SIMULATE_MEMBERS, index;
    if (map_get(&m->members, number, &index)) {
        return index;
    }
    if (array >= m->input->array_count || !m->input->arrays[array].is_many) {
        return 0;
    }
    struct instance instance = {.space = SPACE_GLOBAL, .array = array, .object = SIMULATE_NONE, .member = number % SIMULATE_MEMBERS};
    instance.block = instance.thread = SIMULATE_NONE;
    instance.size_bytes = m->input->arrays[array].size_bytes;
    instance.zeroed = true;
    index = instance_create(m, &instance);
    map_set(&m->members, number, index);
    return index;
}

uint32_t memory_resolve(struct machine *m, uint64_t address, int64_t *offset_bytes) {
    uint64_t instance = address >> OFFSET_BITS;
    *offset_bytes = (int64_t)(address & ((OFFSET_BIAS << 1) - 1)) - (int64_t)OFFSET_BIAS;
    if (instance >= INSTANCE_LIMIT) {
        return member_instance(m, (uint32_t)instance);
    }
    bool exists = instance > 0 && instance < m->instances.size;
    return exists && m->instances.data[instance].alive ? (uint32_t)instance : 0;
}

bool memory_strays(uint64_t base, uint64_t address) {
    return base >> OFFSET_BITS != 0 && base >> OFFSET_BITS != address >> OFFSET_BITS;
}

bool memory_contains(const struct instance *instance, int64_t offset_bytes, uint64_t size_bytes) {
    return offset_bytes >= 0 && size_bytes <= instance->size_bytes && (uint64_t)offset_bytes <= instance->size_bytes - size_bytes;
}

static bool is_private(const struct object *object) {
    return object->space == SPACE_LOCAL || object->space == SPACE_PARAM;
}

static uint32_t array_instance(struct machine *m, uint32_t index) {
    const uint32_t *arrays = m->input->object_arrays;
    return arrays && arrays[index] != SIMULATE_NONE ? arrays[index] + 1 : 0;
}

/* The first of the objects in dynamic shared memory stands for all of them. */
static uint32_t dynamic_representative(const struct kernel *k, uint32_t object) {
    for (uint32_t i = 0; k->objects[object].dynamic && !k->objects[object].is_argument && i < object; i++) {
        if (k->objects[i].dynamic && !k->objects[i].is_argument) {
            return i;
        }
    }
    return object;
}

void memory_create(struct machine *m) {
    const struct kernel *k = m->kernel;
    vec_push(&m->instances, (struct instance){0});
    vec_push(&m->pages, (struct page *)NULL);
    vec_push(&m->copies, (struct pending_copy){0});
    for (uint32_t i = 0; i < m->input->array_count; i++) {
        struct instance array = {.space = SPACE_GLOBAL, .array = i, .object = SIMULATE_NONE};
        array.block = array.thread = SIMULATE_NONE;
        array.size_bytes = m->input->arrays[i].size_bytes;
        array.zeroed = true;
        instance_create(m, &array);
    }
    m->object_instance = arena_alloc(&m->scratch, k->object_count * sizeof(uint32_t));
    m->local_number = arena_alloc(&m->scratch, k->object_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < k->object_count; i++) {
        const struct object *object = &k->objects[i];
        struct instance instance = {.space = object->space, .array = SIMULATE_NONE, .object = i};
        instance.size_bytes = object->size_bytes;
        instance.zeroed = true;
        instance.block = instance.thread = SIMULATE_NONE;
        instance.is_constant = object->is_constant || object->space == SPACE_CONSTANT;
        if (is_private(object)) {
            m->local_number[i] = m->local_count++;
        } else if (object->space != SPACE_SHARED) {
            uint32_t given = array_instance(m, i);
            m->object_instance[i] = given ? given : instance_create(m, &instance);
        }
    }
}

static void page_release(struct machine *m, struct page *page) {
    if (page->shadow) {
        m->memory_bytes -= page->size_bytes * sizeof *page->shadow;
        mem_free(page->shadow, page->size_bytes * sizeof *page->shadow);
    }
    m->memory_bytes -= (uint64_t)page->size_bytes * 3;
    mem_free(page, sizeof *page + (size_t)page->size_bytes * 3);
}

static void instance_release(struct machine *m, struct instance *instance) {
    for (uint32_t i = 0; i < instance->pages.capacity; i++) {
        const struct map_entry *entry = &instance->pages.entries[i];
        if (entry->is_used) {
            page_release(m, m->pages.data[entry->value]);
            m->pages.data[entry->value] = NULL;
        }
    }
    map_release(&instance->pages);
    instance->alive = false;
}

static void drop_records(struct machine *m, const struct instance *instance) {
    for (uint32_t i = 0; i < instance->pages.capacity; i++) {
        const struct map_entry *entry = &instance->pages.entries[i];
        if (entry->is_used && m->pages.data[entry->value]->shadow) {
            shadow_drop(m, m->pages.data[entry->value]);
        }
    }
}

void memory_release(struct machine *m) {
    for (uint32_t i = 1; i < m->instances.size; i++) {
        if (m->instances.data[i].alive) {
            instance_release(m, &m->instances.data[i]);
        }
    }
    vec_release(&m->instances);
    map_release(&m->members);
    vec_release(&m->pages);
    vec_release(&m->records);
    vec_release(&m->copies);
    map_release(&m->own_writes);
    map_release(&m->known_reads);
}

bool memory_enter_block(struct machine *m, struct block_state *block) {
    const struct kernel *k = m->kernel;
    uint64_t wanted = (uint64_t)m->local_count * m->thread_count + k->object_count;
    if (m->instances.size + wanted > INSTANCE_LIMIT) {
        return false;
    }
    block->first_instance = m->instances.size;
    for (uint32_t i = 0; i < k->object_count; i++) {
        const struct object *object = &k->objects[i];
        block->shared[i] = 0;
        if (object->space != SPACE_SHARED) {
            continue;
        }
        uint32_t same = dynamic_representative(k, i);
        struct instance instance = {.space = SPACE_SHARED, .array = SIMULATE_NONE, .object = i};
        instance.block = block->index;
        instance.thread = SIMULATE_NONE;
        instance.size_bytes = object->dynamic ? m->input->dynamic_shared_bytes : object->size_bytes;
        block->shared[i] = same < i ? block->shared[same] : instance_create(m, &instance);
    }
    block->first_local = m->instances.size;
    for (uint32_t t = 0; t < m->thread_count && m->local_count > 0; t++) {
        for (uint32_t i = 0; i < k->object_count; i++) {
            const struct object *object = &k->objects[i];
            struct instance instance = {.space = object->space, .array = SIMULATE_NONE};
            instance.object = i;
            instance.block = block->index;
            instance.thread = t;
            instance.size_bytes = object->size_bytes;
            instance.zeroed = object->space == SPACE_PARAM;
            if (is_private(object)) {
                instance_create(m, &instance);
            }
        }
    }
    block->instance_count = m->instances.size - block->first_instance;
    return true;
}

void memory_leave_block(struct machine *m, struct block_state *block) {
    for (uint32_t i = 0; i < block->instance_count; i++) {
        struct instance *instance = &m->instances.data[block->first_instance + i];
        drop_records(m, instance);
        instance_release(m, instance);
    }
}

uint64_t memory_object_address(struct machine *m, const struct thread *thread, uint32_t object) {
    uint32_t instance = m->object_instance[object];
    if (instance == 0 && is_private(&m->kernel->objects[object])) {
        instance = thread->home->first_local + thread->index * m->local_count + m->local_number[object];
    } else if (instance == 0) {
        instance = thread->home->shared[object];
    }
    return memory_address(instance, 0);
}

static void fill_from_array(const struct simulate_array *array, uint32_t member, uint64_t start, uint8_t *bytes, uint32_t count) {
    uint64_t element = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t at = start + i;
        if (at < array->byte_count) {
            bytes[i] = array->bytes[at];
        } else if (array->element) {
            uint32_t part = (uint32_t)(at % array->elem_bytes);
            if (part == 0 || i == 0 || at == array->byte_count) {
                element = array->element(array->context, member, at / array->elem_bytes);
            }
            bytes[i] = (uint8_t)(element >> (part * 8));
        }
    }
}

static void page_fill(struct machine *m, const struct instance *instance, uint64_t start, struct page *page) {
    const struct kernel *k = m->kernel;
    memset(page->defined, instance->zeroed, page->size_bytes);
    if (instance->array != SIMULATE_NONE) {
        fill_from_array(&m->input->arrays[instance->array], instance->member, start, page->bytes, page->size_bytes);
        return;
    }
    const struct object *object = &k->objects[instance->object];
    struct simulate_array contents = {.bytes = object->initialiser};
    contents.byte_count = object->initialiser ? object->size_bytes : 0;
    if (object->space == SPACE_PARAM && m->input->arguments) {
        contents.bytes = m->input->arguments[object->param].bytes;
        contents.byte_count = m->input->arguments[object->param].byte_count;
    }
    fill_from_array(&contents, 0, start, page->bytes, page->size_bytes);
    if (object->initialiser) {
        memset(page->defined, 1, page->size_bytes);
    }
    for (uint32_t i = 0; object->unknown && i < page->size_bytes; i++) {
        page->taints[i] = object->unknown[start + i] ? TAINT_UNSUPPORTED : 0;
    }
    for (uint32_t i = 0; i < page->size_bytes && !page->defined[0]; i++) {
        page->bytes[i] = (uint8_t)rng_next(&m->rng);
    }
}

struct page *memory_page(struct machine *m, uint32_t instance, uint64_t offset_bytes, uint32_t *place) {
    struct instance *home = &m->instances.data[instance];
    uint64_t number = offset_bytes / PAGE_BYTES, start = number * PAGE_BYTES;
    uint32_t index;
    *place = (uint32_t)(offset_bytes - start);
    if (map_get(&home->pages, number, &index)) {
        return m->pages.data[index];
    }
    uint64_t left = home->size_bytes - start;
    uint32_t size_bytes = left < PAGE_BYTES ? (uint32_t)left : PAGE_BYTES;
    struct page *page = mem_alloc(sizeof *page + (size_t)size_bytes * 3);
    *page = (struct page){.bytes = (uint8_t *)(page + 1), .size_bytes = size_bytes};
    memset(page->bytes, 0, (size_t)size_bytes * 3);
    page->taints = page->bytes + page->size_bytes;
    page->defined = page->taints + page->size_bytes;
    m->memory_bytes += (uint64_t)page->size_bytes * 3;
    page_fill(m, home, start, page);
    map_set(&home->pages, number, m->pages.size);
    vec_push(&m->pages, page);
    return page;
}

uint8_t *memory_contents(struct machine *m, uint32_t array) {
    uint64_t size_bytes = m->input->arrays[array].size_bytes;
    uint8_t *contents = arena_alloc(m->arena, size_bytes);
    for (uint64_t start = 0; start < size_bytes; start += PAGE_BYTES) {
        uint32_t place;
        struct page *page = memory_page(m, array + 1, start, &place);
        memcpy(contents + start, page->bytes, page->size_bytes);
    }
    return contents;
}
