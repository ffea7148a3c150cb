/* engine [--random KERNELS SEED] [--verbose] FILE|FOLDER...: native code against the
 * interpreter, as TAP.
 *
 * Each kernel of the files, and of random ones, is launched in several ways. What native
 * code finishes, it says to have nothing to find. Then the interpreter must find nothing
 * either, under two seeds, and where these two agree it must agree with them, on the number
 * of steps and every byte of the arrays. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../differential/generate.h"
#include "base/map.h"
#include "base/vec.h"
#include "front/front.h"
#include "simulate/simulate.h"
#include "llvm/llvm.h"

enum { LAUNCHES = 3, BATCH = 25, ARRAY_BYTES = 1 << 16, MOST_PARAMETERS = 32, STEP_BUDGET = 400000 };

struct tally {
    const char *reason;
    uint64_t count;
};

struct session {
    struct rng rng;
    bool verbose;
    const char *program; /* the warpproof of this build: its compiled headers are used */
    uint64_t launches, native, clean, failures, kernels;
    VEC(struct tally) needless; /* why native code left clean launches to the interpreter */
};

struct scene {
    struct simulate_array arrays[MOST_PARAMETERS + 1];
    struct simulate_argument arguments[MOST_PARAMETERS];
    uint64_t modes[MOST_PARAMETERS + 1];
    struct simulate_input input;
};

static uint64_t element(void *context, uint32_t member, uint64_t index) {
    (void)member;
    uint64_t mode = *(const uint64_t *)context;
    switch (mode % 4) {
    case 0: return index;
    case 1: return 0;
    case 2: return hash_mix(mode, index) % 64;
    default: return hash_mix(mode, index);
    }
}

static uint64_t any_number(struct session *s) {
    static const uint64_t numbers[] = {0, 1, 2, 3, 4, 8, 16, 31, 32, 33, 64, 64, 100, 128, 1000, UINT64_MAX};
    return numbers[rng_below(&s->rng, sizeof numbers / sizeof *numbers)];
}

/* Arrays of 64 KiB; pointers to their middle; now and then two to one array. */
/* A number, and no NaN: which NaN is the product of two of them is not said. */
static uint64_t float_bits(unsigned width_bits, int number) {
    float f = (float)number / 4;
    double d = f;
    uint32_t of_float;
    uint64_t of_double;
    memcpy(&of_float, &f, sizeof f);
    memcpy(&of_double, &d, sizeof d);
    return width_bits == 64 ? of_double : width_bits == 32 ? of_float : 0x3c00; /* halves: 1 */
}

static void set_arguments(struct session *s, const struct kernel *k, struct scene *scene) {
    for (uint32_t i = 0; i < k->param_count; i++) {
        bool is_array = k->params[i].type.kind == TYPE_POINTER;
        uint32_t array = i > 0 && rng_below(&s->rng, 12) == 0 ? i - 1 : i;
        scene->modes[i] = rng_next(&s->rng);
        scene->arrays[i] = (struct simulate_array){.size_bytes = ARRAY_BYTES, .element = element, .context = &scene->modes[i]};
        scene->arrays[i].elem_bytes = k->params[i].elem_bytes >= 1 && k->params[i].elem_bytes <= 8 ? k->params[i].elem_bytes : 4;
        scene->arguments[i] = (struct simulate_argument){.array = SIMULATE_NONE, .bits = any_number(s)};
        if (k->params[i].type.kind == TYPE_FLOAT) {
            scene->arguments[i].bits = float_bits(k->params[i].type.width_bits, (int)rng_below(&s->rng, 64) - 32);
        }
        if (is_array) {
            scene->arguments[i] = (struct simulate_argument){.array = array, .offset_bytes = ARRAY_BYTES / 2};
        }
    }
}

static void set_scene(struct session *s, const struct kernel *k, struct scene *scene) {
    static const uint32_t blocks[][3] = {{32, 1, 1}, {64, 1, 1}, {33, 1, 1}, {1, 1, 1}, {16, 16, 1}, {8, 4, 1}, {4, 4, 3}, {96, 1, 1}, {256, 1, 1}};
    static const uint32_t grids[][3] = {{1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {2, 2, 1}, {7, 1, 1}};
    memset(scene, 0, sizeof *scene);
    set_arguments(s, k, scene);
    scene->input = (struct simulate_input){.dynamic_shared_bytes = 4096,
                                           .arguments = scene->arguments,
                                           .arrays = scene->arrays,
                                           .array_count = k->param_count,
                                           .step_budget = STEP_BUDGET,
                                           .keep_contents = true};
    memcpy(scene->input.block, blocks[rng_below(&s->rng, sizeof blocks / sizeof *blocks)], sizeof scene->input.block);
    memcpy(scene->input.grid, grids[rng_below(&s->rng, sizeof grids / sizeof *grids)], sizeof scene->input.grid);
    scene->input.lockstep = rng_below(&s->rng, 16) == 0;
    if (k->required_block[0] != 0) {
        memcpy(scene->input.block, k->required_block, sizeof scene->input.block);
    }
}

static bool is_clean(const struct simulate_result *result) {
    return result->finding_count == 0 && result->complete && !result->incomplete_memory && !result->assumption_failed;
}

static bool is_nan(uint32_t bits) {
    return (bits & 0x7fffffffu) > 0x7f800000u;
}

/* An operation on two NaNs gives one of them, which one nobody says. */
static bool is_same_array(const uint8_t *a, const uint8_t *b) {
    bool same = true;
    for (size_t i = 0; i < ARRAY_BYTES && same; i += sizeof(uint32_t)) {
        uint32_t x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        same = x == y || (is_nan(x) && is_nan(y));
    }
    return same;
}

static bool is_same(const struct simulate_result *a, const struct simulate_result *b, const struct simulate_input *input) {
    bool same = a->steps == b->steps;
    for (uint32_t i = 0; i < input->array_count; i++) {
        same = same && is_same_array(a->contents[i], b->contents[i]);
    }
    return same;
}

static void count_needless(struct session *s, const char *reason) {
    for (uint32_t i = 0; i < s->needless.size; i++) {
        if (strcmp(s->needless.data[i].reason, reason) == 0) {
            s->needless.data[i].count++;
            return;
        }
    }
    vec_push(&s->needless, (struct tally){reason, 1});
}

static void fail(struct session *s, const struct kernel *k, const char *name, const struct scene *scene, const char *what,
                 const struct simulate_result *result) {
    const uint32_t *block = scene->input.block, *grid = scene->input.grid;
    s->failures++;
    printf("# %s: %s: block %u %u %u grid %u %u %u: %s", name, k->name, block[0], block[1], block[2], grid[0], grid[1], grid[2], what);
    for (uint32_t i = 0; result && i < result->finding_count; i++) {
        const struct simulate_finding *f = &result->findings[i];
        printf("; %s at %u", simulate_rule_name(f->rule), k->locs[f->events[0].loc.id].line);
        if (f->event_count > 1) {
            printf("-%u", k->locs[f->events[1].loc.id].line);
        }
    }
    printf("; arguments");
    for (uint32_t i = 0; i < k->param_count; i++) {
        printf(" %llu", (unsigned long long)(scene->arguments[i].array == SIMULATE_NONE ? scene->arguments[i].bits : scene->arguments[i].array));
    }
    printf("\n");
}

/* The same launch four ways. */
static void compare(struct session *s, const struct kernel *k, const char *name, struct simulate_engine *engine) {
    struct arena arena = {0};
    struct scene scene;
    set_scene(s, k, &scene);
    const struct simulate_result *seen[2];
    for (uint32_t seed = 0; seed < 2; seed++) {
        scene.input.seed = seed + 1;
        seen[seed] = simulate_run(&arena, k, &scene.input);
    }
    scene.input.engine = engine;
    const struct simulate_result *native = simulate_run(&arena, k, &scene.input);
    bool clean = is_clean(seen[0]) && is_clean(seen[1]);
    s->launches++;
    s->clean += clean;
    s->native += native->native;
    if (native->native && !is_clean(seen[0]) && !is_clean(seen[1])) {
        fail(s, k, name, &scene, "native code found nothing", seen[0]);
    } else if (native->native && clean && is_same(seen[0], seen[1], &scene.input) && !is_same(seen[0], native, &scene.input)) {
        fail(s, k, name, &scene, seen[0]->steps == native->steps ? "other contents" : "other steps", NULL);
    } else if (clean && !native->native) {
        count_needless(s, simulate_engine_stats(engine)->reason);
        if (s->verbose) {
            printf("# %s: %s: %s\n", name, k->name, simulate_engine_stats(engine)->reason);
        }
    }
    arena_release(&arena);
}

static void compare_kernel(struct session *s, const struct kernel *k, const char *name) {
    struct simulate_engine *engine = simulate_engine_create(SIMULATE_NATIVE);
    s->kernels++;
    for (uint32_t i = 0; i < LAUNCHES && k->param_count <= MOST_PARAMETERS; i++) {
        compare(s, k, name, engine);
    }
    simulate_engine_release(engine);
}

/* False if clang does not take the file. */
static bool compare_file(struct session *s, const char *path) {
    struct arena arena = {0};
    struct front_options options = {.executable_path = s->program};
    struct front_result front;
    const char *error = NULL;
    bool good = front_compile(&arena, &options, path, &front) == FRONT_OK;
    struct llvm_options all = {.kernel_globs = NULL};
    struct llvm_module *module = good ? llvm_load(&arena, front.bitcode_path, &all, &error) : NULL;
    for (uint32_t i = 0; module && i < llvm_kernel_count(module); i++) {
        struct arena scratch = {0};
        compare_kernel(s, llvm_decode(module, i, &scratch), path);
        arena_release(&scratch);
    }
    if (module) {
        llvm_release(module);
    }
    if (good) {
        front_discard(&front);
    }
    arena_release(&arena);
    return module != NULL;
}

static void compare_folder(struct session *s, const char *folder) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[4096];
        size_t length = strlen(entries[i]->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (length > 3 && strcmp(entries[i]->d_name + length - 3, ".cu") == 0) {
            compare_file(s, path);
        }
        free(entries[i]);
    }
    free(entries);
}

static void compare_random(struct session *s, uint64_t first, uint32_t count) {
    char folder[] = "/tmp/wp-engine-XXXXXX", path[64], name[16];
    if (!mkdtemp(folder)) {
        s->failures++;
        return;
    }
    snprintf(path, sizeof path, "%s/kernels.cu", folder);
    for (uint32_t done = 0; done < count; done += BATCH) {
        struct arena arena = {0};
        struct buffer text = {0};
        buffer_add(&text, generate_prelude);
        for (uint32_t i = 0; i < BATCH && done + i < count; i++) {
            snprintf(name, sizeof name, "k%llu", (unsigned long long)(first + done + i));
            generate_print(generate_kernel(&arena, first + done + i), name, &text);
        }
        FILE *stream = fopen(path, "w");
        bool good = stream && fputs(buffer_text(&text), stream) >= 0;
        good = stream && fclose(stream) == 0 && good;
        if (good && !compare_file(s, path)) {
            printf("# rejected by clang: batch of seed %llu\n", (unsigned long long)(first + done));
        }
        buffer_release(&text);
        arena_release(&arena);
    }
    unlink(path);
    rmdir(folder);
}

static void print(struct session *s, const char *what) {
    bool vacuous = s->native == 0;
    printf("# %s: %llu kernels, %llu launches, %llu without findings, %llu in native code\n", what, (unsigned long long)s->kernels,
           (unsigned long long)s->launches, (unsigned long long)s->clean, (unsigned long long)s->native);
    for (uint32_t i = 0; i < s->needless.size; i++) {
        printf("#   left to the interpreter, and clean: %llu: %s\n", (unsigned long long)s->needless.data[i].count, s->needless.data[i].reason);
    }
    printf("%s engine: native code and interpreter agree on %s\n", s->failures || vacuous ? "not ok" : "ok", what);
    fflush(stdout);
    vec_release(&s->needless);
}

int main(int argc, char **argv) {
    bool good = true, verbose = false;
    const char *slash = strrchr(argv[0], '/');
    char program[4096] = "";
    (void)snprintf(program, sizeof program, "%.*s../../warpproof", slash ? (int)(slash - argv[0]) + 1 : 0, argv[0]);
    for (int i = 1; i < argc; i++) {
        struct session s = {.verbose = verbose, .program = program};
        struct stat status;
        rng_init(&s.rng, 1);
        if (strcmp(argv[i], "--verbose") == 0) {
            verbose = true;
            continue;
        }
        if (strcmp(argv[i], "--random") == 0 && i + 2 < argc) {
            compare_random(&s, strtoull(argv[i + 2], NULL, 10), (uint32_t)strtoul(argv[i + 1], NULL, 10));
            i += 2;
            print(&s, "random kernels");
        } else if (stat(argv[i], &status) == 0 && S_ISDIR(status.st_mode)) {
            compare_folder(&s, argv[i]);
            print(&s, argv[i]);
        } else {
            compare_file(&s, argv[i]);
            print(&s, argv[i]);
        }
        good = good && s.failures == 0 && s.native > 0;
    }
    return good ? 0 : 1;
}
