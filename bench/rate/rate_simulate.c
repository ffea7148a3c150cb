/* wp_rate_simulate: the kernels of bench/rate through our simulator, watched for races.

     wp_rate_simulate FOLDER KERNEL THREADS RUNS native|interpreter

   Prints the seconds of each run, from the launch until its result is there, memory and
   shadow included; the kernel is compiled in the first run, which is printed with a
   leading "first". Then a line "steps N": instructions of all threads of one run. The
   results are compared with those computed here; findings or wrong results are an error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "front/front.h"
#include "llvm/llvm.h"
#include "rate.h"
#include "simulate/simulate.h"

static double now_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void fail(const char *what) {
    fprintf(stderr, "wp_rate_simulate: %s\n", what);
    exit(1);
}

static struct kernel *load(struct arena *arena, const char *folder, const char *name) {
    struct front_options options = {.executable_path = NULL};
    struct front_result front;
    const char *path = arena_printf(arena, "%s/%s.cu", folder, name), *error = NULL;
    if (front_compile(arena, &options, path, &front) != FRONT_OK) {
        fail(front.message);
    }
    struct llvm_options all = {.kernel_globs = NULL};
    struct llvm_module *module = llvm_load(arena, front.bitcode_path, &all, &error);
    if (!module || llvm_kernel_count(module) != 1) {
        fail(error ? error : "one kernel expected");
    }
    struct kernel *kernel = llvm_decode(module, 0, arena);
    llvm_release(module);
    front_discard(&front);
    return kernel;
}

struct bench {
    struct simulate_array arrays[RATE_ARGUMENTS];
    struct simulate_argument arguments[RATE_ARGUMENTS];
    struct simulate_input input;
    uint32_t output; /* array */
};

static void prepare(const struct rate_launch *launch, struct bench *b) {
    uint32_t arrays = 0;
    for (uint32_t i = 0; i < launch->argument_count; i++) {
        const struct rate_argument *argument = &launch->arguments[i];
        b->arguments[i] = (struct simulate_argument){.bits = argument->value, .array = SIMULATE_NONE};
        if (argument->words) {
            uint64_t size_bytes = argument->count * sizeof *argument->words;
            b->arrays[arrays] = (struct simulate_array){.size_bytes = size_bytes,
                                                        .bytes = (const uint8_t *)argument->words,
                                                        .byte_count = size_bytes};
            b->arguments[i].array = b->output = arrays++;
        }
    }
    b->input = (struct simulate_input){.block = {launch->block[0], launch->block[1], 1},
                                       .grid = {launch->grid[0], launch->grid[1], 1},
                                       .arguments = b->arguments,
                                       .arrays = b->arrays,
                                       .array_count = arrays,
                                       .keep_contents = true};
}

static double run(const struct kernel *kernel, const struct bench *b, const uint32_t *wanted,
                  uint64_t *steps) {
    struct arena arena = {0};
    double start = now_seconds();
    struct simulate_result *result = simulate_run(&arena, kernel, &b->input);
    double seconds = now_seconds() - start;
    if (result->finding_count > 0 || !result->complete) {
        fail(result->finding_count > 0 ? simulate_rule_name(result->findings[0].rule) : "incomplete");
    }
    if (memcmp(result->contents[b->output], wanted, b->arrays[b->output].size_bytes) != 0) {
        fail("wrong results");
    }
    *steps = result->steps;
    arena_release(&arena);
    return seconds;
}

int main(int argc, char **argv) {
    struct rate_launch launch;
    if (argc != 6 || !rate_launch_of(argv[2], (uint32_t)strtoul(argv[3], NULL, 10), &launch)) {
        fputs("usage: wp_rate_simulate FOLDER KERNEL THREADS RUNS native|interpreter\n", stderr);
        return 2;
    }
    struct arena arena = {0};
    struct bench bench = {.output = 0};
    bool is_native = strcmp(argv[5], "native") == 0;
    const struct kernel *kernel = load(&arena, argv[1], argv[2]);
    prepare(&launch, &bench);
    bench.input.engine = simulate_engine_create(is_native ? SIMULATE_NATIVE : SIMULATE_INTERPRETER);
    const uint32_t *wanted = rate_results(argv[2], &launch);
    uint64_t steps = 0;
    printf("first %.6f\n", run(kernel, &bench, wanted, &steps));
    for (unsigned long i = strtoul(argv[4], NULL, 10); i > 0; i--) {
        printf("%.6f\n", run(kernel, &bench, wanted, &steps));
    }
    printf("steps %llu\n", (unsigned long long)steps);
    if (is_native && simulate_engine_stats(bench.input.engine)->fallen_back > 0) {
        fail(simulate_engine_stats(bench.input.engine)->reason);
    }
    simulate_engine_release(bench.input.engine);
    arena_release(&arena);
    return 0;
}
