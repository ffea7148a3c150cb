#include "rate.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, TILE = 16, DEPTH = 64 };

static struct rate_argument scalar(uint32_t value) {
    return (struct rate_argument){.value = value};
}

/* Small numbers, as integers or as floats: every sum of them is exact. */
static struct rate_argument array(uint64_t count, bool is_float) {
    struct rate_argument argument = {.words = malloc(count * sizeof(uint32_t)), .count = count};
    for (uint64_t i = 0; i < count && argument.words; i++) {
        uint32_t number = (uint32_t)(i * 2654435761u >> 16 & (is_float ? 7 : 255));
        float fraction = (float)number;
        memcpy(&argument.words[i], is_float ? (void *)&fraction : (void *)&number, 4);
    }
    return argument;
}

static struct rate_argument zeros(uint64_t count) {
    return (struct rate_argument){.words = calloc(count, sizeof(uint32_t)), .count = count};
}

static void multiply(uint32_t threads, struct rate_launch *launch) {
    uint32_t n = TILE;
    while ((n + TILE) * (n + TILE) <= threads) {
        n += TILE;
    }
    uint64_t area = (uint64_t)n * DEPTH;
    *launch = (struct rate_launch){
        .block = {TILE, TILE},
        .grid = {n / TILE, n / TILE},
        .arguments = {array(area, true), array(area, true), zeros((uint64_t)n * n), scalar(n),
                      scalar(DEPTH)},
        .argument_count = 5};
}

static void one_per_thread(uint32_t threads, bool is_float, uint64_t results,
                           struct rate_launch *launch) {
    uint32_t blocks = threads / BLOCK > 0 ? threads / BLOCK : 1, n = blocks * BLOCK;
    *launch = (struct rate_launch){
        .block = {BLOCK, 1},
        .grid = {blocks, 1},
        .arguments = {array(n, is_float), zeros(results ? results : n), scalar(n)},
        .argument_count = 3};
}

bool rate_launch_of(const char *kernel, uint32_t threads, struct rate_launch *launch) {
    if (strcmp(kernel, "matmul") == 0) {
        multiply(threads, launch);
    } else if (strcmp(kernel, "reduction") == 0) {
        one_per_thread(threads, true, threads / BLOCK + 1, launch);
    } else if (strcmp(kernel, "scan") == 0) {
        one_per_thread(threads, false, 0, launch);
    } else if (strcmp(kernel, "histogram") == 0) {
        one_per_thread(threads, false, BLOCK, launch);
    } else {
        return false;
    }
    return true;
}

static float as_float(uint32_t word) {
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

static void multiply_plainly(const struct rate_launch *launch, uint32_t *c) {
    const uint32_t *a = launch->arguments[0].words, *b = launch->arguments[1].words;
    uint32_t n = launch->arguments[3].value, k = launch->arguments[4].value;
    for (uint32_t row = 0; row < n; row++) {
        for (uint32_t column = 0; column < n; column++) {
            float sum = 0;
            for (uint32_t i = 0; i < k; i++) {
                sum += as_float(a[row * k + i]) * as_float(b[i * n + column]);
            }
            memcpy(&c[(size_t)row * n + column], &sum, sizeof sum);
        }
    }
}

static void add_up_plainly(const char *kernel, const struct rate_launch *launch, uint32_t *out) {
    const uint32_t *in = launch->arguments[0].words;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < launch->arguments[2].value; i++) {
        bool is_reduction = strcmp(kernel, "reduction") == 0;
        sum = i % BLOCK == 0 ? 0 : sum;
        sum += is_reduction ? (uint32_t)as_float(in[i]) : in[i];
        float as_number = (float)sum;
        if (is_reduction) {
            memcpy(&out[i / BLOCK], &as_number, sizeof as_number);
        } else if (strcmp(kernel, "scan") == 0) {
            out[i] = sum;
        } else {
            out[in[i] & (BLOCK - 1)]++;
        }
    }
}

const uint32_t *rate_results(const char *kernel, const struct rate_launch *launch) {
    bool multiplies = strcmp(kernel, "matmul") == 0;
    uint32_t *results = calloc(launch->arguments[multiplies ? 2 : 1].count, sizeof *results);
    if (results && multiplies) {
        multiply_plainly(launch, results);
    } else if (results) {
        add_up_plainly(kernel, launch, results);
    }
    return results;
}
