#include "cli/simulate.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/vec.h"
#include "check/language.h"
#include "check/required.h"
#include "check/simulation.h"
#include "cli/message.h"
#include "protocol/protocol.h"
#include "report/report_accesses.h"
#include "report/report_trace.h"
#include "simulate/array_file.h"

#define DEFAULT_STEPS UINT64_C(1000000000)
#define INTERPRETED_STEPS UINT64_C(100000000) /* a loop that runs away is told in seconds */
#define WITNESS_BYTES_MAX (UINT64_C(1) << 26)

/* ---- witness files ---- */

static char *read_text(struct arena *arena, const char *path, const char **error) {
    struct array_file file;
    if (!array_file_read(arena, path, &file, error)) {
        return NULL;
    }
    if (file.byte_count > WITNESS_BYTES_MAX || file.is_typed || memchr(file.bytes, '\0', file.byte_count)) {
        *error = arena_printf(arena, "%s: is no witness file", path);
        return NULL;
    }
    return arena_strndup(arena, (const char *)file.bytes, file.byte_count);
}

static void take_clang_options(struct arena *arena, struct options *options, const struct witness *witness) {
    uint32_t count = witness->clang_arg_count + options->clang_arg_count;
    const char **all = arena_alloc(arena, (count + 1) * sizeof *all);
    for (uint32_t i = 0; i < witness->clang_arg_count; i++) {
        all[i] = witness->clang_args[i];
    }
    for (uint32_t i = 0; i < options->clang_arg_count; i++) {
        all[witness->clang_arg_count + i] = options->clang_args[i];
    }
    options->clang_args = all;
    options->clang_arg_count = count;
    options->gpuverify_annotations |= witness->gpuverify_annotations;
}

/* Compiler options that only say how the source is to be read: they load and run nothing. */
static bool is_harmless(const char *option) {
    static const char *const beginnings[] = {"-D",
                                             "-U",
                                             "-I",
                                             "-std=",
                                             "--std=",
                                             "-isystem",
                                             "-iquote",
                                             "-O",
                                             "-g",
                                             "-w",
                                             "-W",
                                             "-arch",
                                             "--arch",
                                             "-gencode",
                                             "--gpu-architecture",
                                             "--generate-code",
                                             "-code",
                                             "--cuda-gpu-arch=",
                                             "--offload-arch=",
                                             "-rdc",
                                             "--relocatable-device-code",
                                             "-lineinfo",
                                             "-maxrregcount",
                                             "--expt-",
                                             "-expt-",
                                             "--extended-lambda",
                                             "-extended-lambda",
                                             "--use_fast_math",
                                             "-use_fast_math",
                                             "-ffast-math",
                                             "-fno-",
                                             "-ffp-",
                                             "-fcuda-",
                                             "-fgpu-",
                                             "-m64",
                                             "-pthread",
                                             "-fPIC",
                                             "-fpermissive",
                                             "--instantiate="};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (strncmp(option, beginnings[i], strlen(beginnings[i])) == 0) {
            return strncmp(option, "-Wl,", 4) != 0 && strncmp(option, "-Wp,", 4) != 0 && strncmp(option, "-Wa,", 4) != 0;
        }
    }
    return false;
}

/* Whether the path stays in the folder that it starts from. */
static bool is_below(const char *path) {
    bool is_inside = path[0] != '/';
    for (const char *at = path; is_inside && at; at = strchr(at, '/')) {
        at += *at == '/';
        is_inside = !(strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0'));
    }
    return is_inside;
}

/* A witness file is data: it runs nothing, and reads nothing but its source and arrays below the working directory
   (docs/security.md). NULL, or what it asks for beyond that. */
static const char *distrust(struct arena *arena, const struct witness *witness) {
    for (uint32_t i = 0; i < witness->clang_arg_count; i++) {
        const char *option = witness->clang_args[i];
        bool is_value = option[0] != '-' && i > 0 &&
                        (strcmp(witness->clang_args[i - 1], "-I") == 0 || strcmp(witness->clang_args[i - 1], "-isystem") == 0 ||
                         strcmp(witness->clang_args[i - 1], "-D") == 0 || strcmp(witness->clang_args[i - 1], "-arch") == 0);
        if (!is_value && !is_harmless(option)) {
            return arena_printf(arena, "the compiler option '%s'", option);
        }
    }
    for (uint32_t i = 0; i < witness->array_count; i++) {
        if (witness->arrays[i].path && !is_below(witness->arrays[i].path)) {
            return arena_printf(arena, "the file '%s'", witness->arrays[i].path);
        }
    }
    return NULL;
}

bool simulate_read_witness(struct arena *arena, struct options *options, const char **error) {
    const char *text = read_text(arena, options->replay, error), *problem = NULL;
    struct witness *witness = text ? witness_parse(arena, text, &problem) : NULL;
    if (problem) {
        *error = arena_printf(arena, "%s: %s", options->replay, problem);
    }
    const char *beyond = witness && !options->trust ? distrust(arena, witness) : NULL;
    if (beyond) {
        *error = arena_printf(arena, "%s: asks for %s; --trust follows it", options->replay, beyond);
        return false;
    }
    if (!witness || !witness_read_files(arena, witness, error)) {
        return false;
    }
    const char **names = arena_alloc(arena, 2 * sizeof *names);
    names[0] = witness->file;
    names[1] = witness->kernel;
    if (options->file_count == 0) {
        options->files = names;
        options->file_count = 1;
    }
    options->kernels = names + 1;
    options->kernel_count = 1;
    take_clang_options(arena, options, witness);
    options->witness = witness;
    return true;
}

/* ---- the launch ---- */

/* The arguments, and the global offset as more of them; ends in one without a name. */
static const struct argument_text *with_offset(struct arena *arena, const struct options *options, const struct kernel *kernel) {
    struct argument_text *texts = arena_alloc(arena, (options->argument_count + 4) * sizeof *texts);
    uint32_t count = options->argument_count;
    for (uint32_t i = 0; i < count; i++) {
        texts[i] = options->arguments[i];
    }
    for (uint32_t i = 0; i < kernel->param_count && options->check.offset == CHECK_OFFSET_GIVEN; i++) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            const char *name = language_offset_name(axis);
            if (strcmp(kernel->params[i].name, name) == 0) {
                texts[count++] = (struct argument_text){name, arena_printf(arena, "%lld", (long long)options->check.global_offset[axis])};
            }
        }
    }
    texts[count] = (struct argument_text){NULL, NULL};
    return texts;
}

static struct witness *launch_of_options(struct arena *arena, const struct options *options, const char *path, const struct kernel *kernel,
                                         const char **error) {
    *error = required_block_misfit(arena, kernel->display, kernel->max_threads, kernel->required_block, options->check.block);
    if (*error)
        return NULL;
    struct witness *w = arena_alloc(arena, sizeof *w);
    *w = (struct witness){.file = path,
                          .kernel = kernel->name,
                          .clang_args = options->clang_args,
                          .clang_arg_count = options->clang_arg_count,
                          .gpuverify_annotations = options->gpuverify_annotations,
                          .dynamic_shared_bytes = options->check.dynamic_shared_bytes,
                          .exit_diverges = options->check.exit_given ? options->check.exit_diverges : kernel->language == LANGUAGE_OPENCL,
                          .lockstep = options->check.lockstep,
                          .seed = options->seed,
                          .step_budget = options->check.budget_steps ? options->check.budget_steps : DEFAULT_STEPS};
    memcpy(w->block, options->check.block, sizeof w->block);
    memcpy(w->grid, options->check.grid, sizeof w->grid);
    struct protocol *protocol = protocol_infer(arena, kernel, 0);
    const struct argument_text *texts = with_offset(arena, options, kernel);
    uint32_t count = options->argument_count;
    while (texts[count].name) {
        count++;
    }
    bool is_whole = arguments_read(arena, kernel, protocol, texts, count, w, error);
    protocol_destroy(protocol);
    return is_whole ? w : NULL;
}

static const struct witness_array *find_array(const struct witness *w, const char *name) {
    for (uint32_t i = 0; i < w->array_count; i++) {
        const char *own = w->arrays[i].name;
        const char *dot = own && own[0] == '@' ? strchr(own, '.') : NULL;
        if (own && (strcmp(own, name) == 0 || (dot && strcmp(dot + 1, name) == 0))) {
            return &w->arrays[i];
        }
    }
    return NULL;
}

static bool has_accesses(struct arena *arena, const struct options *options, const struct kernel *kernel, const struct witness *w,
                         const char **error) {
    struct accesses *accesses = options->accesses ? accesses_create(kernel, w, options->accesses) : NULL;
    if (options->accesses && !accesses) {
        *error = arena_printf(arena, "--dump=accesses:%s: the kernel has no such array", options->accesses);
        return false;
    }
    if (accesses) {
        accesses_destroy(accesses);
    }
    return true;
}

/* Whether files can be written is known before the run. */
static bool has_outputs(struct arena *arena, const struct options *options, const struct witness *w, const char **error) {
    for (uint32_t i = 0; i < options->output_count; i++) {
        const struct witness_array *array = find_array(w, options->outputs[i].name);
        if (!array || array->unbounded) {
            *error = arena_printf(arena, "--out: '%s' is no array of this launch%s", options->outputs[i].name, array ? " with a size" : "");
            return false;
        }
        FILE *stream = fopen(options->outputs[i].path, "ab");
        if (!stream || fclose(stream) != 0) {
            *error = arena_printf(arena, "%s: %s", options->outputs[i].path, strerror(errno));
            return false;
        }
    }
    return true;
}

struct witness *simulate_launch(struct arena *arena, const struct options *options, const char *path, const struct kernel *kernel,
                                const char **error) {
    struct witness *w;
    if (options->witness) {
        w = arena_alloc(arena, sizeof *w);
        *w = *options->witness;
        w->step_budget = options->check.budget_steps ? options->check.budget_steps : w->step_budget;
    } else {
        w = launch_of_options(arena, options, path, kernel, error);
    }
    return w && has_outputs(arena, options, w, error) && has_accesses(arena, options, kernel, w, error) ? w : NULL;
}

/* ---- the run ---- */

struct watcher {
    const struct simulate_output *output;
    double started, told;
};

static void tell_progress(void *context, uint64_t steps) {
    struct watcher *watcher = context;
    double now = clock_seconds();
    if (now - watcher->told < 0.5) {
        return;
    }
    char line[100];
    double seconds = now - watcher->started;
    int length = snprintf(line, sizeof line, "simulate: %.0f million instructions in %.0f s", (double)steps / 1e6, seconds);
    watcher->told = now;
    message_send(watcher->output->fd, MESSAGE_PROGRESS, line, (size_t)length);
}

static void take_print(void *context, const char *text, size_t size) {
    buffer_add_n(context, text, size);
}

static bool write_outputs(struct arena *arena, const struct options *options, const struct witness *launch,
                          const struct simulation_contents *contents, struct simulation *simulation, const char **error) {
    for (uint32_t i = 0; i < options->output_count; i++) {
        const struct array_output *output = &options->outputs[i];
        const struct witness_array *array = find_array(launch, output->name);
        const uint8_t *bytes = contents->arrays[array - launch->arrays];
        if (!bytes) {
            *error = "--out: the arrays of this launch are too large to be kept";
            return false;
        }
        if (!array_file_write(arena, output->path, array->type, bytes, array->size_bytes, error)) {
            return false;
        }
        for (uint32_t n = 0; n < simulation->array_count; n++) {
            if (strcmp(simulation->arrays[n].name, array->name) == 0) {
                simulation->arrays[n].file = output->path;
            }
        }
    }
    return true;
}

struct kernel_result *simulate_kernel(struct arena *arena, const struct options *options, const struct kernel *kernel, const struct witness *launch,
                                      const struct simulate_output *output, const char **error) {
    struct simulation_contents contents;
    struct watcher watcher = {output, clock_seconds(), 0};
    struct simulation_request request = {.kernel = kernel,
                                         .interpreted_budget = options->check.budget_steps > 0 || options->witness ? 0 : INTERPRETED_STEPS,
                                         .witness = launch,
                                         .schedules = options->schedules,
                                         .engine = simulate_engine_create(options->engine),
                                         .strict = options->check.strict,
                                         .keep_arrays = true,
                                         .until_expected = options->trace,
                                         .print = take_print,
                                         .print_context = output->text,
                                         .progress = tell_progress,
                                         .progress_context = &watcher};
    struct accesses *accesses = NULL;
    struct trace *trace = NULL;
    if (options->accesses) {
        accesses = accesses_create(kernel, launch, options->accesses);
        request.observe = accesses_add;
        request.observe_context = accesses;
    }
    if (options->trace) {
        trace = trace_create(kernel, launch);
        request.followed = trace_threads(trace, &request.followed_count);
        request.follow = trace_add;
        request.follow_context = trace;
    }
    struct kernel_result *result = simulation_run(arena, &request, &contents, error);
    simulate_engine_release(request.engine);
    if (accesses) {
        accesses_print(accesses, output->text);
        accesses_destroy(accesses);
    }
    if (trace) {
        trace_print(trace, result, output->text);
        trace_destroy(trace);
    }
    bool is_whole = result && write_outputs(arena, options, launch, &contents, result->simulation, error);
    return is_whole ? result : NULL;
}
