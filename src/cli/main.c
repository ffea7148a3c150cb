/* warpproof: the command line. Parses it, runs the command over the files, and is the only
   place that prints. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/simulate.h"
#include "report/report.h"

enum { STATUS_OK = 0, STATUS_UNUSABLE = 2, STATUS_INCOMPLETE = 3 };

struct program {
    const struct options *options;
    struct report_options report, errors; /* of the report; of messages on stderr */
    struct report_summary summary;
    VEC(const struct file_result *) files;
    FILE *out;
    uint32_t kernel_count;
    bool is_incomplete, write_failed, has_progress;
};

static volatile sig_atomic_t signal_caught;

static void on_signal(int number) {
    signal_caught = number;
    run_interrupt();
}

static void catch_signals(void) {
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        sigaction(caught[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
}

static bool is_set(const char *variable) {
    const char *value = getenv(variable);
    return value && value[0];
}

static bool wants_colour(const struct options *options, FILE *stream) {
    const char *term = getenv("TERM");
    const char *force = getenv("CLICOLOR_FORCE");
    switch (options->colour) {
    case COLOUR_ALWAYS:
        return true;
    case COLOUR_NEVER:
        return false;
    case COLOUR_AUTO:
        break;
    }
    if (is_set("NO_COLOR")) {
        return false;
    }
    if (force && force[0] && strcmp(force, "0") != 0) {
        return true;
    }
    return isatty(fileno(stream)) && term && strcmp(term, "dumb") != 0;
}

static void write_out(struct program *program, const char *bytes, size_t size) {
    if (fwrite(bytes, 1, size, program->out) != size || fflush(program->out) != 0) {
        if (!program->write_failed && errno != EPIPE) {
            fprintf(stderr, "warpproof: error: cannot write: %s\n", strerror(errno));
        }
        program->write_failed = true;
        run_interrupt();
    }
}

static void show_error(struct program *program, const struct file_result *file) {
    struct buffer text = {0};
    report_text_error(file, &program->errors, &text);
    fputs(buffer_text(&text), stderr);
    buffer_release(&text);
}

static void show_omissions(struct program *program, const struct file_result *file) {
    struct buffer text = {0};
    report_text_omissions(file, &program->errors, &text);
    fputs(buffer_text(&text), stderr);
    buffer_release(&text);
}

static void show_system_headers(struct program *program, const struct file_result *file) {
    struct buffer text = {0};
    report_text_system_headers(file, &program->errors, &text);
    fputs(buffer_text(&text), stderr);
    buffer_release(&text);
}

/* Dumps would spoil JSON on the same stream. */
static void show_dumps(struct program *program, const struct run_output *output) {
    bool is_apart = program->options->format == FORMAT_JSON && !program->options->output &&
                    program->options->stop_after == STAGE_CHECK;
    if (is_apart) {
        fwrite(output->text, 1, output->text_bytes, stderr);
    } else if (output->text_bytes > 0) {
        write_out(program, output->text, output->text_bytes);
    }
}

/* Without a report, lost kernels are told one by one. */
static void show_lost(struct program *program, const struct file_result *file) {
    for (uint32_t i = 0; i < file->kernel_count; i++) {
        const struct kernel_result *kernel = file->kernels[i];
        struct arena arena = {0};
        const char *detail = kernel->unproved_count > 0 ? kernel->unproved[0].detail : "lost";
        struct file_result lost = {
            .path = file->path, .error = arena_printf(&arena, "%s: %s", kernel->display, detail)};
        show_error(program, &lost);
        arena_release(&arena);
    }
}

/* One line of a terminal, written over. */
static void on_progress(void *context, const char *line) {
    struct program *program = context;
    fprintf(stderr, "\r%s", line);
    program->has_progress = true;
}

static void clear_progress(struct program *program) {
    if (program->has_progress) {
        fprintf(stderr, "\r%*s\r", 78, "");
        program->has_progress = false;
    }
}

static void on_file(void *context, const struct run_output *output) {
    struct program *program = context;
    const struct file_result *file = output->file;
    clear_progress(program);
    report_count(&program->summary, file);
    program->kernel_count += output->kernel_count;
    program->is_incomplete |= output->is_incomplete;
    show_dumps(program, output);
    show_omissions(program, file);
    if (!report_file_is_ok(file)) {
        show_error(program, file);
    }
    if (!options_give_results(program->options)) {
        show_system_headers(program, file);
        show_lost(program, file);
        return;
    }
    if (program->options->format == FORMAT_JSON) {
        vec_push(&program->files, file);
        return;
    }
    struct buffer text = {0};
    report_text_file(file, &program->report, &text);
    write_out(program, buffer_text(&text), text.size);
    buffer_release(&text);
}

static void finish_report(struct program *program) {
    struct buffer text = {0};
    if (program->options->format == FORMAT_JSON) {
        report_json(program->files.data, program->files.size, &program->report, &text);
    } else if (!program->options->quiet && program->options->command == COMMAND_CHECK) {
        report_text_summary(&program->summary, &program->report, &text);
    }
    write_out(program, buffer_text(&text), text.size);
    buffer_release(&text);
}

static int exit_status(const struct program *program) {
    const struct report_summary *summary = &program->summary;
    if (options_give_results(program->options)) {
        return report_exit_status(summary);
    }
    return summary->failed_files + summary->partial_files > 0 ? STATUS_UNUSABLE
           : program->is_incomplete  ? STATUS_INCOMPLETE
                                     : STATUS_OK;
}

/* A name that no file has is a mistake on the command line, not a proof. */
static bool names_nothing(const struct program *program) {
    return program->options->kernel_count > 0 && program->kernel_count == 0 &&
           program->summary.failed_files == 0 && program->options->stop_after > STAGE_FRONT;
}

static int run_command(struct program *program) {
    struct arena arena = {0};
    const char *error = NULL, *misnamed = NULL;
    int status;
    run_progress progress = isatty(STDERR_FILENO) ? on_progress : NULL;
    bool is_whole = run_files(&arena, program->options, on_file, progress, program, &misnamed, &error);
    if (!is_whole) {
        if (!program->write_failed) {
            fprintf(stderr, "warpproof: error: %s\n", error);
        }
        status = STATUS_UNUSABLE;
    } else {
        if (options_give_results(program->options)) {
            finish_report(program);
        }
        status = program->write_failed ? STATUS_UNUSABLE : exit_status(program);
        if (names_nothing(program)) {
            fprintf(stderr, "warpproof: error: no kernel matches --kernel %s\n",
                    program->options->kernels[0]);
            status = STATUS_UNUSABLE;
        }
        if (misnamed) {
            fprintf(stderr, "warpproof: error: %s\n", misnamed);
            status = STATUS_UNUSABLE;
        }
    }
    vec_release(&program->files);
    arena_release(&arena);
    return status;
}

/* The directory exists and can be written to. */
static bool make_directory(const char *path) {
    struct stat info;
    bool is_made = mkdir(path, 0777) == 0 || errno == EEXIST;
    if (is_made && stat(path, &info) == 0 && !S_ISDIR(info.st_mode)) {
        errno = ENOTDIR;
        is_made = false;
    }
    if (!is_made || access(path, W_OK | X_OK) != 0) {
        fprintf(stderr, "warpproof: error: %s: %s\n", path, strerror(errno));
        return false;
    }
    return true;
}

static int run_program(const struct options *options) {
    struct program program = {.options = options, .out = stdout};
    program.report = (struct report_options){.stats = options->format == FORMAT_JSON
                                                          ? options->stats != STATS_OFF
                                                          : options->stats == STATS_ON,
                                             .verbose = options->verbose,
                                             .quiet = options->quiet,
                                             .version = WP_VERSION};
    if (options->witness_dir && !make_directory(options->witness_dir)) {
        return STATUS_UNUSABLE;
    }
    if (options->output) {
        program.out = fopen(options->output, "wb");
        if (!program.out) {
            fprintf(stderr, "warpproof: error: %s: %s\n", options->output, strerror(errno));
            return STATUS_UNUSABLE;
        }
    }
    program.report.colour = wants_colour(options, program.out);
    program.errors.colour = wants_colour(options, stderr);
    int status = run_command(&program);
    if (options->output && fclose(program.out) != 0) {
        fprintf(stderr, "warpproof: error: %s: %s\n", options->output, strerror(errno));
        status = STATUS_UNUSABLE;
    }
    return status;
}

/* The program's own path: share/warpproof may lie beside it. */
static const char *find_program(struct arena *arena, const char *called) {
    enum { LONGEST = 4096 };
    char *path = arena_alloc(arena, LONGEST + 1);
    ssize_t length = readlink("/proc/self/exe", path, LONGEST);
    return length > 0 && length < LONGEST ? path : called;
}

static void print_help(enum command command) {
    struct buffer text = {0};
    options_help(command, &text);
    fputs(buffer_text(&text), stdout);
    buffer_release(&text);
}

int main(int argc, char **argv) {
    struct arena arena = {0};
    struct options options;
    const char *error = NULL;
    int status = STATUS_OK;
    catch_signals();
    if (!options_parse(&arena, argc, (const char *const *)argv, &options, &error)) {
        fprintf(stderr, "warpproof: error: %s\n", error);
        status = STATUS_UNUSABLE;
    } else if (options.version) {
        puts("warpproof " WP_VERSION);
    } else if (options.help) {
        print_help(options.command);
    } else {
        options.executable_path = find_program(&arena, argv[0]);
        if (options.replay && !simulate_read_witness(&arena, &options, &error)) {
            fprintf(stderr, "warpproof: error: %s\n", error);
            status = STATUS_UNUSABLE;
        } else {
            status = run_program(&options);
        }
    }
    arena_release(&arena);
    if (signal_caught) {
        signal(signal_caught, SIG_DFL);
        raise(signal_caught);
    }
    if (status == STATUS_OK && fflush(stdout) != 0) {
        status = STATUS_UNUSABLE;
    }
    return status;
}
