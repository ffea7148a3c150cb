/* Protocols and programs that are read from text: .map and .baby files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/vec.h"
#include "calculus/lower.h"
#include "check/program.h"
#include "cli/kernel_name.h"
#include "cli/worker_parts.h"
#include "report/report.h"
#include "simulate/array_file.h"

/* ---- protocols ---- */

/* The file, and a NUL behind it; *size without that. NULL if it cannot be read. */
static char *read_text(struct arena *arena, const char *path, size_t *size) {
    struct buffer text = {0};
    char piece[65536];
    size_t count;
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        return NULL;
    }
    while ((count = fread(piece, 1, sizeof piece, stream)) > 0) {
        buffer_add_n(&text, piece, count);
    }
    bool failed = ferror(stream) != 0;
    fclose(stream);
    char *copy = failed ? NULL : arena_alloc(arena, text.size + 1);
    if (copy && text.size > 0) {
        memcpy(copy, text.data, text.size);
    }
    *size = text.size;
    buffer_release(&text);
    return copy;
}

static bool is_wanted(const struct options *options, const char *name, const char *display) {
    bool is_wanted = options->kernel_count == 0;
    for (uint32_t i = 0; i < options->kernel_count; i++) {
        is_wanted = is_wanted || kernel_name_matches(options->kernels[i], name, display);
    }
    return is_wanted;
}

/* The text of the protocol that starts at *at, below as many empty lines as stand before it, so
   that errors name the right line; *at moves to the next one or becomes NULL. */
static char *next_protocol(struct arena *arena, const char *text, const char **at) {
    static const char start[] = "\nprotocol ";
    const char *begin = *at;
    const char *next = strstr(begin, start);
    if (next && begin == text && strncmp(text, start + 1, sizeof start - 2) != 0) {
        next = strstr(next + 1, start);
    }
    size_t length = next ? (size_t)(next + 1 - begin) : strlen(begin);
    struct buffer piece = {0};
    for (const char *c = text; c < begin; c++) {
        if (*c == '\n') {
            buffer_char(&piece, '\n');
        }
    }
    buffer_add_n(&piece, begin, length);
    char *copy = arena_strdup(arena, buffer_text(&piece));
    buffer_release(&piece);
    *at = next ? next + 1 : NULL;
    return copy;
}

struct protocol_list {
    VEC(struct protocol *) protocols;
    VEC(struct message_name) names;
};

static bool parse_protocols(struct worker *worker, struct protocol_list *list, const char **error) {
    size_t size = 0;
    const char *text = read_text(&worker->arena, worker->job->contents, &size);
    *error = "cannot be read";
    for (const char *at = text; at;) {
        const char *piece = next_protocol(&worker->arena, text, &at);
        struct protocol *protocol = protocol_parse(&worker->arena, piece, worker->job->path, error);
        if (!protocol) {
            return false;
        }
        if (is_wanted(worker->options, protocol->name, protocol->display)) {
            vec_push(&list->protocols, protocol);
            vec_push(&list->names, (struct message_name){protocol->name, protocol->display, protocol->line});
        } else {
            protocol_destroy(protocol);
        }
    }
    return text != NULL;
}

static const char **displays_of(struct arena *arena, const struct message_name *names, uint32_t count) {
    const char **displays = arena_alloc(arena, (count + 1) * sizeof *displays);
    for (uint32_t i = 0; i < count; i++) {
        displays[i] = names[i].display;
    }
    return displays;
}

static void work_on_protocol(struct worker *worker, void *context, uint32_t index) {
    struct protocol *protocol = ((struct protocol **)context)[index];
    struct arena arena = {0};
    worker_misbehave(worker->options, protocol->name, protocol->display);
    worker_use_protocol(worker, &arena, &(struct worker_source){.kernel = NULL}, protocol, clock_seconds());
    arena_release(&arena);
}

void worker_read_protocols(struct worker *worker) {
    struct message_file file = {0};
    struct protocol_list list = {0};
    const char *error = NULL;
    bool is_parsed = parse_protocols(worker, &list, &error);
    if (is_parsed) {
        file.kernels = list.names.data;
        file.kernel_count = list.names.size;
        worker_state_kernels(worker, &file);
    } else {
        file.status = "not-parsed";
        file.error = error;
    }
    if (!worker->job->is_continuing) {
        worker_send_file(worker, &file);
    }
    if (is_parsed) {
        worker_share(worker, displays_of(&worker->arena, list.names.data, list.names.size), list.names.size, work_on_protocol, list.protocols.data);
    }
    for (uint32_t i = 0; i < list.protocols.size; i++) {
        protocol_destroy(list.protocols.data[i]);
    }
    vec_release(&list.protocols);
    vec_release(&list.names);
}

/* ---- programs of the calculus ---- */

static const struct baby_program **choose_programs(struct worker *worker, const struct baby_programs *all, struct message_file *file) {
    const struct baby_program **chosen = arena_alloc(&worker->arena, (all->count + 1) * sizeof *chosen);
    file->kernels = arena_alloc(&worker->arena, (all->count + 1) * sizeof *file->kernels);
    for (uint32_t i = 0; i < all->count; i++) {
        const struct baby_program *program = all->programs[i];
        if (!is_wanted(worker->options, program->name, program->name)) {
            file->kernels_left_out++;
            continue;
        }
        chosen[file->kernel_count] = program;
        file->kernels[file->kernel_count++] = (struct message_name){program->name, program->name, program->place.line};
    }
    return chosen;
}

static bool write_arrays(const struct worker *worker, struct arena *arena, const struct baby_program *program,
                         const struct program_contents *contents, struct kernel_result *result, const char **error) {
    const struct options *options = worker->options;
    for (uint32_t i = 0; i < options->output_count; i++) {
        uint32_t array = baby_find_array(program, options->outputs[i].name);
        const struct type type = {.kind = TYPE_INT, .width_bits = 32, .lanes = 1};
        if (array == BABY_NONE) {
            *error = arena_printf(arena, "--out: '%s' is no array of this program", options->outputs[i].name);
            return false;
        }
        if (!array_file_write(arena, options->outputs[i].path, type, (const uint8_t *)contents->cells[array],
                              (uint64_t)contents->counts[array] * sizeof *contents->cells[array], error)) {
            return false;
        }
        result->simulation->arrays[array].file = options->outputs[i].path;
    }
    return true;
}

/* NULL and *error, for the user, if it cannot be run as asked. */
static struct kernel_result *simulate_program(const struct worker *worker, struct arena *arena, const struct baby_program *program,
                                              struct buffer *text, const char **error) {
    enum { DEFAULT_STEPS = 20000000 };
    const struct options *options = worker->options;
    const struct program_request request = {.program = program,
                                            .threads = options->threads,
                                            .arguments = options->arguments,
                                            .argument_count = options->argument_count,
                                            .steps = options->check.budget_steps ? options->check.budget_steps : DEFAULT_STEPS,
                                            .strict = options->check.strict,
                                            .tells_history = options->trace};
    struct program_contents contents;
    struct kernel_result *result = program_simulate(arena, &request, text, &contents, error);
    return result && write_arrays(worker, arena, program, &contents, result, error) ? result : NULL;
}

static void run_program(const struct worker *worker, struct arena *arena, const struct baby_program *program) {
    struct buffer text = {0};
    const char *error = NULL;
    double start = clock_seconds();
    struct kernel_result *result = simulate_program(worker, arena, program, &text, &error);
    if (!result) {
        worker_fail(error);
    }
    worker_send(worker, MESSAGE_TEXT, &text);
    buffer_clear(&text);
    result->stats.seconds = clock_seconds() - start;
    report_json_kernel(result, true, &text);
    worker_send(worker, MESSAGE_KERNEL, &text);
    buffer_release(&text);
}

static void work_on_program(struct worker *worker, void *context, uint32_t index) {
    const struct baby_program *program = ((const struct baby_program **)context)[index];
    struct arena arena = {0};
    double start = clock_seconds();
    struct worker_source source = {.program = program};
    worker_misbehave(worker->options, program->name, program->name);
    if (worker->options->command == COMMAND_SIMULATE) {
        run_program(worker, &arena, program);
    } else {
        uint32_t *items = NULL;
        struct protocol *protocol = baby_lower(&arena, program, &items);
        source.items = items;
        worker_use_protocol(worker, &arena, &source, protocol, start);
        protocol_destroy(protocol);
    }
    arena_release(&arena);
}

/* One program, and arguments that fit it; else the message says what is wrong. */
static void check_launch(struct worker *worker, const struct baby_program **programs, struct message_file *file) {
    const char *error = NULL;
    if (file->kernel_count > 1) {
        struct buffer names = {0};
        for (uint32_t i = 0; i < file->kernel_count; i++) {
            buffer_printf(&names, "%s%s", i > 0 ? ", " : "", programs[i]->name);
        }
        error = arena_printf(&worker->arena, "%u programs; choose one with --kernel: %s", file->kernel_count, buffer_text(&names));
        buffer_release(&names);
    } else if (file->kernel_count == 1) {
        error = program_misfit(&worker->arena, programs[0], worker->options->arguments, worker->options->argument_count);
    }
    file->status = error ? "no-launch" : file->status;
    file->error = error ? error : file->error;
    file->kernel_count = error ? 0 : file->kernel_count;
}

void worker_read_programs(struct worker *worker) {
    struct message_file file = {0};
    size_t size = 0;
    const char *error = "cannot be read", *text = read_text(&worker->arena, worker->job->contents, &size);
    struct baby_programs all = {.count = 0};
    if (text) {
        all = baby_parse(&worker->arena, text, size, worker->job->path, &error);
    }
    const struct baby_program **programs = choose_programs(worker, &all, &file);
    worker_state_kernels(worker, &file);
    if (error) {
        file.status = "not-parsed";
        file.error = error;
    } else if (worker->options->command == COMMAND_SIMULATE) {
        check_launch(worker, programs, &file);
    }
    if (!worker->job->is_continuing) {
        worker_send_file(worker, &file);
    }
    if (!worker_is_after(worker, STAGE_PROTOCOL)) {
        worker_share(worker, displays_of(&worker->arena, file.kernels, file.kernel_count), file.kernel_count, work_on_program, programs);
    }
    for (uint32_t i = 0; i < all.count; i++) {
        baby_program_destroy(all.programs[i]);
    }
}
