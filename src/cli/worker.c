#include "cli/worker.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/map.h"
#include "base/vec.h"
#include "calculus/express.h"
#include "check/contract.h"
#include "check/option_names.h"
#include "check/program.h"
#include "check/simulation.h"
#include "cli/kernel_name.h"
#include "cli/message.h"
#include "cli/simulate.h"
#include "cli/worker_parts.h"
#include "front/front.h"
#include "front/templates.h"
#include "protocol/inputs.h"
#include "protocol/protocol.h"
#include "prove/prove.h"
#include "report/report.h"
#include "simulate/array_file.h"
#include "simulate/witness.h"
#include "llvm/llvm.h"

struct worker_names {
    const char *directory, *path, *kernel;
};

double worker_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* --developer-crash and --developer-hang: tests of what happens then. */
void worker_misbehave(const struct options *options, const char *name, const char *display) {
    if (options->crash && kernel_name_matches(options->crash, name, display)) {
        fprintf(stderr, "--developer-crash\n");
        abort();
    }
    while (options->hang && kernel_name_matches(options->hang, name, display)) {
        sleep(1000);
    }
}

bool worker_is_after(const struct worker *worker, enum stage stage) {
    return stage > worker->options->stop_after;
}

void worker_send(const struct worker *worker, enum message_kind kind,
                        const struct buffer *text) {
    message_send(worker->job->fd, kind, buffer_text(text), text->size);
}

static bool wants_dump(const struct worker *worker, enum stage stage) {
    return worker->options->dumps & (1u << stage);
}

static void send_protocol(const struct worker *worker, const struct protocol *protocol) {
    struct buffer text = {0};
    protocol_print(protocol, &text);
    worker_send(worker, MESSAGE_TEXT, &text);
    buffer_release(&text);
}

static void send_inputs(const struct worker *worker, const struct protocol *protocol) {
    struct buffer text = {0};
    inputs_report(protocol, &text);
    worker_send(worker, MESSAGE_TEXT, &text);
    buffer_release(&text);
}

/* "examples/k.cu" and "_Z1kPi" give "examples_k.cu._Z1kPi.1.witness". */
static const char *witness_path(struct worker_names names, struct arena *arena, uint32_t number) {
    enum { LONGEST = 180 };
    struct buffer name = {0};
    buffer_printf(&name, "%s.%s", names.path, names.kernel);
    for (size_t i = 0; i < name.size; i++) {
        bool is_plain = isalnum((unsigned char)name.data[i]) || strchr("._-+", name.data[i]);
        name.data[i] = is_plain ? name.data[i] : '_';
    }
    uint64_t hash = hash_bytes(name.data, name.size);
    const char *start = buffer_text(&name);
    start += strncmp(start, "._", 2) == 0 ? 2 : 0;
    const char *path =
        strlen(start) <= LONGEST
            ? arena_printf(arena, "%s/%s.%u.witness", names.directory, start, number)
            : arena_printf(arena, "%s/%.*s.%016llx.%u.witness", names.directory, LONGEST, start,
                           (unsigned long long)hash, number);
    buffer_release(&name);
    return path;
}

/* Lost, with a reason that the parent tells. */
_Noreturn void worker_fail(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(EXIT_FAILURE);
}

static void write_witnesses(const struct worker *worker, struct arena *arena,
                            struct kernel_result *result) {
    struct worker_names names = {worker->options->witness_dir, worker->job->path, result->name};
    for (uint32_t i = 0; i < result->finding_count; i++) {
        struct finding_witness *witness = &result->findings[i].witness;
        const char *error = NULL;
        if (!witness->text) {
            continue;
        }
        witness->file = witness_path(names, arena, i + 1);
        if (!array_file_write(arena, witness->file, (struct type){.lanes = 1},
                              (const uint8_t *)witness->text, strlen(witness->text), &error)) {
            worker_fail(error);
        }
    }
}

static unsigned prover_dumps(const struct worker *worker) {
    bool is_decided = !worker_is_after(worker, STAGE_PAIRS);
    return (wants_dump(worker, STAGE_FORMULA) ? PROVE_DUMP_FORMULA : 0u) |
           (wants_dump(worker, STAGE_PAIRS) && is_decided ? PROVE_DUMP_PAIRS : 0u) |
           (worker->options->dumps_contents && is_decided ? PROVE_DUMP_CONTENTS : 0u);
}

static void send_check(const struct worker *worker, struct arena *arena, const struct worker_source *source,
                       struct protocol *protocol, double start) {
    struct buffer text = {0};
    const struct options *options = worker->options;
    const struct witness base = {.file = worker->job->path,
                                 .clang_args = options->clang_args,
                                 .clang_arg_count = options->clang_arg_count,
                                 .gpuverify_annotations = options->gpuverify_annotations};
    struct check_options check = options->check;
    double inferred = worker_seconds();
    check.program = source->program;
    check.program_items = source->items;
    for (int axis = 0; source->program && axis < 3; axis++) { /* one block, of threads that have one index */
        check.block[axis] = axis == 0 ? check.block[axis] : 1;
        check.grid[axis] = 1;
    }
    check.exit_diverges |= source->program != NULL; /* no rule lets a thread end before a barrier */
    check.witness_base = options->witness_dir ? &base : NULL;
    check.answers = worker->answers;
    check.dumps = prover_dumps(worker);
    check.dump = &text;
    check.stop_after = !worker_is_after(worker, STAGE_CHECK) ? CHECK_WHOLE
                       : worker_is_after(worker, STAGE_PAIRS) ? CHECK_FORMULAS : CHECK_PROOFS;
    struct kernel_result *result = options->command == COMMAND_CONTRACT && check.stop_after == CHECK_WHOLE
                                       ? contract_kernel(arena, source->kernel, protocol, &check)
                                       : check_kernel(arena, source->kernel, protocol, &check);
    if (text.size > 0) {
        worker_send(worker, MESSAGE_TEXT, &text);
        buffer_clear(&text);
    }
    if (check.stop_after != CHECK_WHOLE) {
        buffer_release(&text);
        return;
    }
    if (source->program) {
        program_type(arena, source->program, result);
    }
    write_witnesses(worker, arena, result);
    result->stats.seconds = worker_seconds() - start;
    result->stats.seconds_protocol = inferred - start;
    report_json_kernel(result, &text);
    worker_send(worker, MESSAGE_KERNEL, &text);
    buffer_release(&text);
}

static void send_names(const struct worker *worker, struct arena *arena, struct protocol *protocol) {
    const struct check_options *check = &worker->options->check;
    struct buffer text = {0};
    if (check->param_count + check->extent_count + check->required_count == 0) {
        return;
    }
    struct option_names names = option_names_find(arena, protocol, check);
    message_names_text(&names, &text);
    worker_send(worker, MESSAGE_NAMES, &text);
    buffer_release(&text);
}

static void send_map(const struct worker *worker, const struct worker_source *source, const struct protocol *protocol) {
    struct buffer text = {0};
    if (worker->options->map_form == AS_MAP) {
        send_protocol(worker, protocol);
        return;
    }
    if (source->program && worker->options->map_form == AS_BABY) {
        baby_print(source->program, NULL, NULL, &text);
    } else if (source->program) {
        program_print_typing(source->program, &text);
    } else {
        baby_express(protocol, &text);
    }
    worker_send(worker, MESSAGE_TEXT, &text);
    buffer_release(&text);
}

void worker_use_protocol(const struct worker *worker, struct arena *arena, const struct worker_source *source,
                         struct protocol *protocol, double start) {
    if (wants_dump(worker, STAGE_PROTOCOL)) {
        send_protocol(worker, protocol);
    }
    if (worker_is_after(worker, STAGE_FORMULA)) {
        return;
    }
    switch (worker->options->command) {
    case COMMAND_MAP:
        send_map(worker, source, protocol);
        break;
    case COMMAND_INPUTS:
        send_inputs(worker, protocol);
        break;
    case COMMAND_CHECK:
    case COMMAND_CONTRACT:
    case COMMAND_SEARCH:
        send_names(worker, arena, protocol);
        send_check(worker, arena, source, protocol, start);
        break;
    case COMMAND_SIMULATE:
    case COMMAND_COUNT:
        break;
    }
}

static void send_simulation(const struct worker *worker, struct arena *arena,
                            const struct kernel *kernel, double start) {
    struct buffer text = {0};
    const struct simulate_output output = {worker->job->fd, &text};
    const char *error = NULL;
    struct kernel_result *result = NULL;
    const struct witness *launch =
        simulate_launch(arena, worker->options, worker->job->path, kernel, &error);
    if (launch) {
        result = simulate_kernel(arena, worker->options, kernel, launch, &output, &error);
    }
    if (!result) {
        worker_fail(error);
    }
    worker_send(worker, MESSAGE_TEXT, &text);
    buffer_clear(&text);
    result->stats.seconds = worker_seconds() - start;
    report_json_kernel(result, &text);
    worker_send(worker, MESSAGE_KERNEL, &text);
    buffer_release(&text);
}

static uint32_t block_threads(const struct options *options) {
    const uint32_t *block = options->check.block;
    uint64_t threads = (uint64_t)block[0] * block[1];
    threads = threads > UINT32_MAX ? UINT32_MAX : threads * block[2];
    return threads > UINT32_MAX ? UINT32_MAX : (uint32_t)threads;
}

static void work_on_kernel(const struct worker *worker, struct llvm_module *module,
                           uint32_t index) {
    struct arena arena = {0};
    double start = worker_seconds();
    worker_misbehave(worker->options, llvm_kernel_name(module, index),
                 llvm_kernel_display(module, index));
    struct kernel *kernel = llvm_decode(module, index, &arena);
    if (wants_dump(worker, STAGE_KERNEL)) {
        struct buffer text = {0};
        kernel_print(kernel, &text);
        worker_send(worker, MESSAGE_TEXT, &text);
        buffer_release(&text);
    }
    if (worker->options->command == COMMAND_SIMULATE && !worker_is_after(worker, STAGE_CHECK)) {
        if (wants_dump(worker, STAGE_PROTOCOL)) {
            struct protocol *protocol = protocol_infer(&arena, kernel, 0);
            send_protocol(worker, protocol);
            protocol_destroy(protocol);
        }
        send_simulation(worker, &arena, kernel, start);
    } else if (!worker_is_after(worker, STAGE_PROTOCOL)) {
        struct protocol *protocol = protocol_infer(&arena, kernel, block_threads(worker->options));
        if (worker->options->check.lockstep) {
            protocol_add_sides(protocol, kernel);
        }
        worker_use_protocol(worker, &arena, &(struct worker_source){.kernel = kernel}, protocol, start);
        protocol_destroy(protocol);
    }
    arena_release(&arena);
}

void worker_send_begin(const struct worker *worker, uint32_t index) {
    char number[16];
    int length = snprintf(number, sizeof number, "%u", index);
    message_send(worker->job->fd, MESSAGE_BEGIN, number, (size_t)length);
}

static void work_on_module(struct worker *worker, struct llvm_module *module) {
    uint32_t count = llvm_kernel_count(module);
    if (wants_dump(worker, STAGE_LLVM) && worker->job->first_kernel == 0) {
        struct buffer text = {0};
        llvm_print(module, &text);
        worker_send(worker, MESSAGE_TEXT, &text);
        buffer_release(&text);
    }
    for (uint32_t i = worker->job->first_kernel; i < count && !worker_is_after(worker, STAGE_KERNEL);
         i++) {
        worker_send_begin(worker, i);
        work_on_kernel(worker, module, i);
    }
}

void worker_state_kernels(const struct worker *worker, struct message_file *file) {
    if (file->kernel_count > 0) {
        file->status = "analysed";
        return;
    }
    file->status = "no-kernels";
    file->error = worker->options->kernel_count > 0    ? "no kernel of this file matches --kernel"
                  : file->system_header_count > 0 ? "no kernels in this file but those of system headers"
                                                  : "no kernels in this file";
}

static void take_system_headers(struct worker *worker, const struct llvm_module *module, struct message_file *file) {
    const struct llvm_header *headers = llvm_headers_left_out(module, &file->system_header_count);
    file->system_headers = arena_alloc(&worker->arena, (file->system_header_count + 1) * sizeof *file->system_headers);
    for (uint32_t i = 0; i < file->system_header_count; i++) {
        file->system_headers[i] = (struct file_header){headers[i].file, headers[i].kernel_count};
    }
}

static void name_kernels(struct worker *worker, const struct llvm_module *module,
                         struct message_file *file) {
    file->kernel_count = llvm_kernel_count(module);
    file->kernels_left_out = llvm_kernels_left_out(module);
    file->kernels = arena_alloc(&worker->arena, (file->kernel_count + 1) * sizeof *file->kernels);
    for (uint32_t i = 0; i < file->kernel_count; i++) {
        file->kernels[i] = (struct message_name){.name = llvm_kernel_name(module, i),
                                                 .display = llvm_kernel_display(module, i),
                                                 .line = llvm_kernel_line(module, i)};
    }
    take_system_headers(worker, module, file);
    worker_state_kernels(worker, file);
    if (file->headers && worker->options->kernel_count == 0) { /* compiled here */
        const char **displays = arena_alloc(&worker->arena, (file->kernel_count + 1) * sizeof *displays);
        for (uint32_t i = 0; i < file->kernel_count; i++) {
            displays[i] = file->kernels[i].display;
        }
        file->templates = templates_without_instance(&worker->arena, worker->job->contents, displays, file->kernel_count);
    }
}

/* Whether there is one kernel, and a launch that fits it; else the message says what is wrong. */
static bool is_launch_good(struct worker *worker, struct llvm_module *module,
                           struct message_file *file) {
    const struct options *options = worker->options;
    const char *error = NULL;
    if (options->command != COMMAND_SIMULATE || worker_is_after(worker, STAGE_CHECK) ||
        file->kernel_count == 0) {
        return true;
    }
    if (file->kernel_count > 1) {
        struct buffer names = {0};
        for (uint32_t i = 0; i < file->kernel_count; i++) {
            buffer_printf(&names, "%s%s", i > 0 ? ", " : "", file->kernels[i].display);
        }
        error = arena_printf(&worker->arena, "%u kernels; choose one with --kernel: %s",
                             file->kernel_count, buffer_text(&names));
        buffer_release(&names);
    } else {
        struct kernel *kernel = llvm_decode(module, 0, &worker->arena);
        struct witness *launch = simulate_launch(&worker->arena, options, worker->job->path, kernel, &error);
        struct simulate_input input;
        if (launch && simulation_is_runnable(&worker->arena, launch, &error)) {
            (void)witness_input(&worker->arena, kernel, launch, &input, &error);
        }
    }
    file->status = error ? "no-launch" : file->status;
    file->error = error;
    return !error;
}

static void load_and_work(struct worker *worker, struct message_file *file) {
    const struct llvm_options options = {.kernel_globs = worker->options->kernels,
                                         .kernel_glob_count = worker->options->kernel_count,
                                         .own_files = file->own_files,
                                         .own_file_count = file->own_file_count,
                                         .trusts_undefined = worker->options->gpuverify_annotations};
    const char *error = NULL;
    worker_misbehave(worker->options, "load", "load");
    struct llvm_module *module = llvm_load(&worker->arena, file->bitcode, &options, &error);
    if (!module) {
        file->status = "not-loaded";
        file->error = error;
        message_send_file(worker->job->fd, file);
        return;
    }
    if (file->omission_count > 0 && llvm_kernel_count(module) == 0) {
        file->status = front_status_name(FRONT_DOES_NOT_COMPILE);
        file->error = worker->diagnostics;
        file->omission_count = 0;
        message_send_file(worker->job->fd, file);
        llvm_release(module);
        return;
    }
    if (!worker->job->bitcode) {
        name_kernels(worker, module, file);
        bool is_good = is_launch_good(worker, module, file);
        file->kernel_count = is_good ? file->kernel_count : 0;
        message_send_file(worker->job->fd, file);
        if (!is_good) {
            llvm_release(module);
            return;
        }
    }
    work_on_module(worker, module);
    llvm_release(module);
}

/* Source files. */

/* A copy of standard input is called by its shown name. */
static const char *shown_message(struct worker *worker, const char *message) {
    const char *contents = worker->job->contents;
    struct buffer shown = {0};
    const char *found;
    for (; message && (found = strstr(message, contents)); message = found + strlen(contents)) {
        buffer_add_n(&shown, message, (size_t)(found - message));
        buffer_add(&shown, worker->job->path);
    }
    buffer_add(&shown, message ? message : "");
    const char *copy = arena_strdup(&worker->arena, buffer_text(&shown));
    buffer_release(&shown);
    return copy;
}

static const char *headers_of(struct worker *worker, const struct front_result *result) {
    return result->toolkit_path ? arena_printf(&worker->arena, "toolkit %s", result->toolkit_path)
                                : result->headers;
}

static void take_omissions(struct worker *worker, const struct front_result *result, struct message_file *file) {
    static const char *const kinds[] = {
        [OMISSION_HEADER] = "header", [OMISSION_HOST] = "host-code", [OMISSION_DEVICE] = "device-code"};
    file->omission_count = result->omissions.list.size;
    file->omissions = arena_alloc(&worker->arena, (file->omission_count + 1) * sizeof *file->omissions);
    for (uint32_t i = 0; i < file->omission_count; i++) {
        const struct front_omission *omission = &result->omissions.list.data[i];
        file->omissions[i] = (struct file_omission){kinds[omission->kind], shown_message(worker, omission->file),
                                                    omission->line, omission->message};
    }
}

/* The source is the user's whatever clang's list of files makes of its name. */
static void take_own_files(struct worker *worker, const struct front_own_files *own, struct message_file *file) {
    const char **names = arena_alloc(&worker->arena, (own->count + 1) * sizeof *names);
    memcpy(names, own->names, own->count * sizeof *names);
    names[own->count] = worker->job->contents;
    file->own_files = names;
    file->own_file_count = own->count + 1;
}

static void compile_and_work(struct worker *worker) {
    const struct options *options = worker->options;
    const struct front_options front = {.clang = options->clang,
                                        .share_dir = options->share_dir,
                                        .cuda_path = options->cuda_path,
                                        .gpuverify_annotations = options->gpuverify_annotations,
                                        .clang_args = options->clang_args,
                                        .clang_arg_count = options->clang_arg_count,
                                        .executable_path = options->executable_path};
    struct front_result result = {0};
    struct message_file file = {0};
    worker_misbehave(options, "front", "front");
    enum front_status status =
        front_compile(&worker->arena, &front, worker->job->contents, &result);
    file.headers = headers_of(worker, &result);
    file.seconds = result.clang_seconds;
    file.bitcode = result.bitcode_path;
    take_omissions(worker, &result, &file);
    if (!options->system_headers && result.own_files.count > 0) {
        take_own_files(worker, &result.own_files, &file);
    }
    worker->diagnostics = shown_message(worker, result.message);
    if (status != FRONT_OK && status != FRONT_IN_PART) {
        file.status = front_status_name(status);
        file.error = worker->diagnostics;
        message_send_file(worker->job->fd, &file);
        return;
    }
    if (worker_is_after(worker, STAGE_LLVM)) {
        file.status = "analysed";
        message_send_file(worker->job->fd, &file);
        return;
    }
    load_and_work(worker, &file);
}

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length >= tail && strcmp(path + length - tail, ending) == 0;
}

void worker_run(const struct worker_job *job) {
    struct worker worker = {.job = job, .options = job->options, .answers = prove_answers_create()};
    if (has_ending(job->contents, ".map")) {
        worker_read_protocols(&worker);
    } else if (has_ending(job->contents, ".baby")) {
        worker_read_programs(&worker);
    } else if (job->bitcode) {
        struct message_file file = {.bitcode = job->bitcode, .own_files = job->own_files, .own_file_count = job->own_file_count};
        load_and_work(&worker, &file);
    } else {
        compile_and_work(&worker);
    }
    message_send(job->fd, MESSAGE_END, "", 0);
    prove_answers_destroy(worker.answers);
    arena_release(&worker.arena);
}
