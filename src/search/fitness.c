#include "search/fitness.h"

#define EVENTS_MAX UINT64_C(200000)
#define UNBOUNDED_BYTES (UINT64_C(1) << 37)

/* An array, or a block's own copy of a shared variable, in what counts as one interval. */
struct fitness_area {
    bool is_written;
    uint64_t places, visits;
    int64_t first, last;
};

bool fitness_better(enum fitness_goal goal, const struct fitness *a, const struct fitness *b) {
    switch (goal) {
    case GOAL_RACE: return a->crowding != b->crowding ? a->crowding < b->crowding : a->spread < b->spread;
    case GOAL_DIVERGENCE: return a->divergence > b->divergence;
    case GOAL_BOUNDS: return a->slack < b->slack;
    case GOAL_FRESH: return a->fresh > b->fresh;
    case GOAL_COUNT: break;
    }
    return false;
}

void fitness_init(struct fitness_meter *m, const struct kernel *kernel) {
    *m = (struct fitness_meter){.kernel = kernel, .reached = mem_alloc(kernel->inst_count)};
    memset(m->reached, 0, kernel->inst_count);
}

static void clear(struct fitness_meter *m) {
    map_release(&m->areas);
    map_release(&m->places);
    map_release(&m->visits);
    map_release(&m->lengths);
    vec_clear(&m->list);
    vec_clear(&m->events);
    vec_clear(&m->event_blocks);
}

void fitness_begin(struct fitness_meter *m, const struct simulate_input *input) {
    clear(m);
    m->input = input;
    m->seen = 0;
    m->slack = 1e18;
    m->fresh = 0;
}

static uint64_t linear(const uint32_t at[3], const uint32_t extent[3]) {
    return at[0] + (uint64_t)extent[0] * (at[1] + (uint64_t)extent[1] * at[2]);
}

static void note_length(struct fitness_meter *m, uint64_t thread, uint64_t block) {
    uint32_t index = m->events.size;
    if (!map_get(&m->lengths, thread, &index)) {
        map_set(&m->lengths, thread, index);
        vec_push(&m->events, 0);
        vec_push(&m->event_blocks, block);
    }
    m->events.data[index]++;
}

static void note_slack(struct fitness_meter *m, const struct simulate_event *e) {
    uint64_t extent = 0;
    if (e->array != SIMULATE_NONE) {
        extent = m->input->arrays[e->array].size_bytes;
    } else if (e->object != SIMULATE_NONE) {
        extent = m->kernel->objects[e->object].size_bytes;
    }
    if (extent == 0 || extent >= UNBOUNDED_BYTES) {
        return;
    }
    double above = (double)extent - (double)e->offset_bytes - (double)e->size_bytes;
    double least = above < (double)e->offset_bytes ? above : (double)e->offset_bytes;
    m->slack = least < m->slack ? least : m->slack;
}

static uint32_t area_of(struct fitness_meter *m, const struct simulate_event *e, uint64_t block) {
    bool is_own = e->object != SIMULATE_NONE && m->kernel->objects[e->object].space == SPACE_SHARED;
    bool is_one_block = (uint64_t)m->input->grid[0] * m->input->grid[1] * m->input->grid[2] == 1;
    uint64_t key = hash_mix((uint64_t)e->array << 32 | e->object, is_own ? block + 1 : 0);
    key = hash_mix(key, e->member);
    uint32_t index = m->list.size;
    key = hash_mix(key, is_own || is_one_block ? e->interval + UINT64_C(1) : 0);
    if (!map_get(&m->areas, key, &index)) {
        map_set(&m->areas, key, index);
        vec_push(&m->list, (struct fitness_area){.first = e->offset_bytes, .last = e->offset_bytes});
    }
    return index;
}

static bool is_new(struct map *map, uint64_t key) {
    bool known = map_get(map, key, NULL);
    if (!known) {
        map_set(map, key, 0);
    }
    return !known;
}

static void note_reached(struct fitness_meter *m, uint32_t inst) {
    m->fresh += !m->reached[inst];
    m->reached[inst] = true;
}

void fitness_follow(void *context, const struct simulate_event *e) {
    note_reached(context, e->inst.id);
}

void fitness_observe(void *context, const struct simulate_event *e) {
    struct fitness_meter *m = context;
    if (m->seen++ >= EVENTS_MAX) {
        return;
    }
    uint64_t block = linear(e->block, m->input->grid);
    uint64_t thread = hash_mix(block, linear(e->thread, m->input->block));
    note_reached(m, e->inst.id);
    note_length(m, thread, block);
    note_slack(m, e);
    uint32_t index = area_of(m, e, block);
    struct fitness_area *area = &m->list.data[index];
    uint64_t place = hash_mix(index, (uint64_t)e->offset_bytes);
    area->is_written |= e->mode != SIMULATE_READ;
    area->first = e->offset_bytes < area->first ? e->offset_bytes : area->first;
    area->last = e->offset_bytes > area->last ? e->offset_bytes : area->last;
    area->places += is_new(&m->places, place);
    area->visits += is_new(&m->visits, hash_mix(place, thread));
}

/* The greatest difference within a block, over the longest path. */
static double divergence_of(const struct fitness_meter *m) {
    struct map least = {0}, most = {0};
    double found = 0;
    for (uint32_t i = 0; i < m->events.size; i++) {
        uint64_t block = m->event_blocks.data[i];
        uint32_t length = m->events.data[i], low = length, high = length;
        map_get(&least, block, &low);
        map_get(&most, block, &high);
        low = length < low ? length : low;
        high = length > high ? length : high;
        map_set(&least, block, low);
        map_set(&most, block, high);
        double apart = (double)(high - low) / (double)high;
        found = apart > found ? apart : found;
    }
    map_release(&least);
    map_release(&most);
    return found;
}

struct fitness fitness_end(struct fitness_meter *m) {
    struct fitness f = FITNESS_UNKNOWN;
    uint64_t places = 0, visits = 0;
    double bytes = 0;
    for (uint32_t i = 0; i < m->list.size; i++) {
        const struct fitness_area *area = &m->list.data[i];
        if (area->is_written) {
            places += area->places;
            visits += area->visits;
            bytes += (double)area->last - (double)area->first + 1;
        }
    }
    f.crowding = visits > 0 ? (double)places / (double)visits : 1;
    f.spread = places > 0 ? bytes / (double)places : 1e18;
    f.divergence = divergence_of(m);
    f.slack = m->slack;
    f.fresh = m->fresh;
    return f;
}

void fitness_release(struct fitness_meter *m) {
    clear(m);
    vec_release(&m->list);
    vec_release(&m->events);
    vec_release(&m->event_blocks);
    mem_free(m->reached, m->kernel->inst_count);
}
