#include "launch.h"

#include <string.h>

static uint32_t below(struct rng *rng, uint32_t bound) {
    return (uint32_t)rng_below(rng, bound);
}

static bool reads(const struct protocol *p, bool of_grid, int axis) {
    return of_grid ? p->reads_bid[axis] || p->reads_gdim[axis] : p->reads_tid[axis] || p->reads_bdim[axis];
}

/* As the kernel's attributes and its unread axes allow. */
static void fit(const struct kernel *kernel, const struct protocol *p, struct launch *launch) {
    uint32_t limit = kernel->max_threads;
    for (int axis = 0; axis < 3; axis++) {
        launch->block[axis] = axis == 0 || reads(p, false, axis) ? launch->block[axis] : 1;
        launch->grid[axis] = reads(p, true, axis) ? launch->grid[axis] : 1;
    }
    while (limit && launch->block[0] * launch->block[1] * launch->block[2] > limit) {
        launch->block[0] = launch->block[0] > 1 ? launch->block[0] / 2 : 1;
        launch->block[2] = 1;
    }
}

static void choose_numbers(struct rng *rng, struct launch *launch) {
    for (uint32_t i = 0; i < LAUNCH_NUMBERS; i++) {
        launch->numbers[i] = launch_number(rng, launch);
    }
}

struct launch launch_any(struct rng *rng, const struct kernel *kernel, const struct protocol *p) {
    static const uint32_t flat[] = {1, 2, 3, 8, 31, 32, 32, 33, 40, 48, 64, 64, 64, 96};
    static const uint32_t deep[][3] = {{8, 4, 1}, {4, 8, 1},  {5, 3, 1}, {16, 2, 1}, {2, 2, 2},
                                       {1, 7, 1}, {16, 4, 1}, {4, 4, 3}, {32, 2, 1}, {3, 1, 2}};
    static const uint32_t grids[][3] = {{1, 1, 1}, {1, 1, 1}, {2, 1, 1}, {2, 1, 1}, {3, 1, 1}, {2, 2, 1}, {1, 2, 1}, {5, 1, 1}};
    struct launch launch = {.block = {flat[below(rng, sizeof flat / sizeof *flat)], 1, 1}};
    bool is_deep = reads(p, false, 1) || reads(p, false, 2);
    if (is_deep && below(rng, 8) != 0) {
        memcpy(launch.block, deep[below(rng, sizeof deep / sizeof *deep)], sizeof launch.block);
    }
    memcpy(launch.grid, grids[below(rng, sizeof grids / sizeof *grids)], sizeof launch.grid);
    fit(kernel, p, &launch);
    choose_numbers(rng, &launch);
    return launch;
}

struct launch launch_small(struct rng *rng, const struct kernel *kernel, const struct protocol *p, uint32_t number) {
    struct launch launch = {.block = {1 + number % 4, 1, 1}, .grid = {1 + number / 4 % 2, 1, 1}};
    if (reads(p, false, 1) && number % 4 != 0) {
        launch.block[1] = 2;
        launch.block[0] -= number % 4 == 3;
    }
    fit(kernel, p, &launch);
    choose_numbers(rng, &launch);
    launch.numbers[0] = number / 8;
    return launch;
}

int64_t launch_number(struct rng *rng, const struct launch *launch) {
    static const int64_t numbers[] = {0, 1, -1, 2, 3, 4, 5, 7, 8, 16, 17, 31, 32, 33, 64, 100, -5, -32, 1000};
    switch (below(rng, 8)) {
    case 0: return launch->block[0];
    case 1: return (int64_t)launch->block[0] * launch->grid[0];
    case 2: return (int64_t)launch->block[0] * launch->grid[0] * (1 + below(rng, 3)) - below(rng, 3);
    case 3: return launch->block[0] / 2;
    default: return numbers[below(rng, sizeof numbers / sizeof *numbers)];
    }
}

const char *const launch_size_texts[SIZES_COUNT] = {NULL, "blockDim.x*gridDim.x", "256", "2*blockDim.x*blockDim.y*gridDim.x*gridDim.y"};

static uint64_t count_of(const struct launch *launch) {
    uint64_t x = (uint64_t)launch->block[0] * launch->grid[0];
    switch (launch->sizes) {
    case SIZES_THREADS: return x;
    case SIZES_FIXED: return 256;
    case SIZES_AXES: return 2 * x * launch->block[1] * launch->grid[1];
    case SIZES_UNKNOWN:
    case SIZES_COUNT: break;
    }
    return 0;
}

static uint64_t element(void *context, uint32_t member, uint64_t index) {
    (void)member;
    uint64_t mode = *(const uint64_t *)context, h = (index + mode * 977) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 29;
    h *= UINT64_C(0xBF58476D1CE4E5B9);
    h ^= h >> 32;
    switch (mode % 5) {
    case 0: return 0;
    case 1: return h % 64;
    case 2: return index & 0xffff;
    case 3: return h % 5 == 0 ? h & UINT32_MAX : h % 200 - 20;
    default: return h % 3;
    }
}

void launch_input(struct rng *rng, const struct launch *launch, uint64_t size_bytes, struct launch_input *in) {
    static const uint32_t element_bytes[LAUNCH_ARRAYS] = {4, 4, 4, 4, 1, 4};
    memset(in, 0, sizeof *in);
    for (uint32_t i = 0; i < LAUNCH_ARRAYS; i++) {
        in->modes[i] = rng_below(rng, 1000);
        in->arrays[i] =
            (struct simulate_array){.size_bytes = size_bytes, .element = element, .context = &in->modes[i], .elem_bytes = element_bytes[i]};
        in->arguments[i] = (struct simulate_argument){.array = i, .offset_bytes = (int64_t)(size_bytes / 2)};
        if (launch->sizes != SIZES_UNKNOWN && i < LAUNCH_SIZED) {
            in->arrays[i].size_bytes = count_of(launch) * element_bytes[i];
            in->arguments[i].offset_bytes = 0;
        }
    }
    for (uint32_t i = 0; i < LAUNCH_NUMBERS; i++) {
        uint64_t bits = (uint64_t)launch->numbers[i];
        in->arguments[LAUNCH_ARRAYS + i] = (struct simulate_argument){.bits = i < 3 ? bits & UINT32_MAX : bits, .array = SIMULATE_NONE};
    }
    in->input = (struct simulate_input){.dynamic_shared_bytes = 4096,
                                        .arguments = in->arguments,
                                        .arrays = in->arrays,
                                        .array_count = LAUNCH_ARRAYS,
                                        .seed = rng_next(rng),
                                        .step_budget = LAUNCH_STEPS};
    memcpy(in->input.block, launch->block, sizeof in->input.block);
    memcpy(in->input.grid, launch->grid, sizeof in->input.grid);
}

void launch_fill(struct launch_input *in, uint32_t array, uint8_t *bytes, uint64_t count) {
    uint32_t size = in->arrays[array].elem_bytes;
    for (uint64_t i = 0; i < count; i += size) {
        uint64_t value = element(&in->modes[array], 0, i / size);
        memcpy(bytes + i, &value, size);
    }
}
