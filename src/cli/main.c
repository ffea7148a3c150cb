/* warpproof: the command line. Parses it, runs the command over the files, and is the only
   place that prints. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/breakage.h"
#include "base/pages.h"
#include "base/vec.h"
#include "cli/changes.h"
#include "cli/host.h"
#include "cli/host_apart.h"
#include "cli/inputs.h"
#include "cli/kernel_name.h"
#include "cli/launch_files.h"
#include "cli/manual.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/project.h"
#include "cli/run.h"
#include "cli/simulate.h"
#include "lsp/lsp.h"
#include "report/report.h"

enum { STATUS_OK = 0, STATUS_UNUSABLE = 2, STATUS_INCOMPLETE = 3 };

struct program {
    const struct options *options;
    struct report_options report, errors; /* of the report; of messages on stderr */
    struct report_summary summary;
    VEC(const struct file_result *) files;
    struct output *outputs; /* of options->targets */
    uint32_t kernel_count, cached_files, incomplete_files;
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
    case COLOUR_ALWAYS: return true;
    case COLOUR_NEVER: return false;
    case COLOUR_AUTO: break;
    }
    if (is_set("NO_COLOR")) {
        return false;
    }
    if (force && force[0] && strcmp(force, "0") != 0) {
        return true;
    }
    return isatty(fileno(stream)) && term && strcmp(term, "dumb") != 0;
}

static void write_to(struct program *program, struct output *output, const char *bytes, size_t size) {
    if (!output_write(output, bytes, size)) {
        if (!program->write_failed && errno != EPIPE) {
            fprintf(stderr, "warpproof: error: cannot write: %s\n", strerror(errno));
        }
        program->write_failed = true;
        run_interrupt();
    }
}

/* Dumps, protocols and the like go where the first report goes. */
static void write_out(struct program *program, const char *bytes, size_t size) {
    write_to(program, &program->outputs[0], bytes, size);
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
    const struct report_target *first = &program->options->targets[0];
    bool is_apart = options_give_results(program->options) && first->format != FORMAT_TEXT;
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
        struct file_result lost = {.path = file->path, .error = arena_printf(&arena, "%s: %s", kernel->display, detail)};
        show_error(program, &lost);
        arena_release(&arena);
    }
}

/* Colour and counters depend on where the report goes and on its form. */
static struct report_options report_options_for(const struct program *program, uint32_t index) {
    const struct report_target *target = &program->options->targets[index];
    struct report_options how = program->report;
    how.stats = target->format == FORMAT_JSON ? program->options->stats != STATS_OFF : program->options->stats == STATS_ON;
    how.colour = wants_colour(program->options, program->outputs[index].stream);
    return how;
}

static void write_text(struct program *program, uint32_t index, const struct file_result *file) {
    struct buffer text = {0};
    struct report_options how = report_options_for(program, index);
    report_text_file(file, &how, &text);
    write_to(program, &program->outputs[index], buffer_text(&text), text.size);
    buffer_release(&text);
}

/* Comments that suppress nothing, if everything was asked for that they could speak of. */
static void show_unused(const struct program *program, const struct file_result *file) {
    const struct check_options *check = &program->options->check;
    unsigned all = PROPERTY_RACE | PROPERTY_DIVERGENCE | PROPERTY_BOUNDS | PROPERTY_ASSERT;
    bool is_whole = program->options->command == COMMAND_CHECK && check->properties == all && check->advice && program->options->kernel_count == 0;
    for (uint32_t i = 0; is_whole && i < file->unused_suppression_count; i++) {
        const struct unused_suppression *unused = &file->unused_suppressions[i];
        fprintf(stderr, "%s:%u: warning: this comment suppresses nothing%s%s%s [unused-suppression]\n", unused->file, unused->line,
                unused->rules ? ": " : "", unused->rules ? unused->rules : "", "");
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
    program->incomplete_files += output->is_incomplete;
    program->cached_files += output->is_cached;
    show_dumps(program, output);
    fputs(output->warnings, stderr);
    show_omissions(program, file);
    if (!report_file_is_ok(file)) {
        show_error(program, file);
    }
    if (!options_give_results(program->options)) {
        show_system_headers(program, file);
        show_lost(program, file);
        return;
    }
    show_unused(program, file);
    vec_push(&program->files, file);
    for (uint32_t i = 0; i < program->options->target_count; i++) {
        if (program->options->targets[i].format == FORMAT_TEXT) {
            write_text(program, i, file);
        }
    }
}

typedef void (*report_whole)(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out);

/* The reports that are made at the end. */
static report_whole report_of(enum report_format format) {
    switch (format) {
    case FORMAT_JSON: return report_json;
    case FORMAT_SARIF: return report_sarif;
    case FORMAT_JUNIT: return report_junit;
    case FORMAT_GITHUB: return report_github;
    case FORMAT_GCC: return report_gcc;
    case FORMAT_HTML: return report_html;
    case FORMAT_TEXT:
    case FORMAT_COUNT: break;
    }
    return NULL;
}

static void finish_report(struct program *program, uint32_t index) {
    const struct options *options = program->options;
    struct buffer text = {0};
    report_whole report = report_of(options->targets[index].format);
    struct report_options how = report_options_for(program, index);
    if (report) {
        report(program->files.data, program->files.size, &how, &text);
    } else if (!options->quiet && options->command == COMMAND_CHECK && !program->report.is_incomplete) {
        report_text_summary(&program->summary, &how, &text);
    }
    write_to(program, &program->outputs[index], buffer_text(&text), text.size);
    buffer_release(&text);
}

/* What is finished, on standard output: the reports that go there, or text if all go to files, which keep what was in them. */
static void finish_interrupted(struct program *program) {
    bool gives_results = options_give_results(program->options), is_told = false;
    program->report.is_incomplete = true;
    for (uint32_t i = 0; i < program->options->target_count && !program->write_failed; i++) {
        if (!program->options->targets[i].path && gives_results) {
            finish_report(program, i);
            is_told = true;
        }
    }
    for (uint32_t i = 0; i < program->files.size && gives_results && !is_told; i++) {
        struct buffer text = {0};
        report_text_file(program->files.data[i], &program->report, &text);
        fwrite(buffer_text(&text), 1, text.size, stdout);
        buffer_release(&text);
    }
    (void)fflush(stdout);
    fprintf(stderr, "warpproof: %u of %u files were analysed%s\n", program->summary.files - program->incomplete_files, program->options->file_count,
            program->options->targets[0].path ? "; reports in files are left as they were" : "");
}

static int exit_status(const struct program *program) {
    const struct report_summary *summary = &program->summary;
    if (options_give_results(program->options)) {
        return report_exit_status(summary);
    }
    return summary->failed_files + summary->partial_files > 0 ? STATUS_UNUSABLE : program->is_incomplete ? STATUS_INCOMPLETE : STATUS_OK;
}

/* A name that no file has is a mistake on the command line, not a proof. */
static bool names_nothing(const struct program *program) {
    return program->options->kernel_count > 0 && program->kernel_count == 0 && program->summary.failed_files == 0 &&
           program->options->stop_after > STAGE_FRONT;
}

static bool has_kernel(const struct program *program, const char *pattern) {
    bool is_found = false;
    for (uint32_t i = 0; i < program->files.size && !is_found; i++) {
        const struct file_result *file = program->files.data[i];
        is_found = !report_file_is_ok(file) || file_result_is_partial(file) || file->kernels_left_out > 0 || file->system_header_count > 0;
        for (uint32_t k = 0; k < file->kernel_count && !is_found; k++) {
            is_found = kernel_name_matches(pattern, file->kernels[k]->name, file->kernels[k]->display);
        }
    }
    return is_found;
}

/* Launches of kernels that are in none of the files, where all kernels of the files are known. */
static void warn_of_launches(const struct program *program) {
    const struct options *options = program->options;
    for (uint32_t i = 0; i < options->launches.count && options->launches_mode != LAUNCHES_ANY && options_give_results(options); i++) {
        const struct launch_site *site = &options->launches.sites[i];
        if (!has_kernel(program, site->kernel)) {
            fprintf(stderr, "%s:%u: warning: no file has the kernel '%s' that is launched here\n", site->stated_file, site->stated_line,
                    site->kernel);
        }
    }
}

static int run_command(struct program *program) {
    struct arena arena = {0};
    const char *error = NULL, *misnamed = NULL;
    int status;
    run_progress progress = isatty(STDERR_FILENO) && !program->options->quiet ? on_progress : NULL;
    const struct run_listener listener = {.emit = on_file, .progress = progress, .context = program};
    bool is_whole = run_files(&arena, program->options, NULL, &listener, &misnamed, &error);
    clear_progress(program);
    if (program->options->cache_dir && program->options->verbose) {
        fprintf(stderr, "warpproof: %u of %u files are from the cache\n", program->cached_files, program->summary.files);
    }
    if (!is_whole) {
        if (!program->write_failed) {
            fprintf(stderr, "warpproof: error: %s\n", error);
            finish_interrupted(program);
        }
        program->report.is_incomplete = true;
        status = STATUS_UNUSABLE;
    } else {
        for (uint32_t i = 0; i < program->options->target_count && options_give_results(program->options); i++) {
            finish_report(program, i);
        }
        status = program->write_failed ? STATUS_UNUSABLE : exit_status(program);
        if (names_nothing(program)) {
            fprintf(stderr, "warpproof: error: no kernel matches --kernel %s\n", program->options->kernels[0]);
            status = STATUS_UNUSABLE;
        }
        warn_of_launches(program);
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

/* NULL: not known. */
static const char *working_directory(struct arena *arena) {
    enum { LONGEST = 4096 };
    return getcwd(arena_alloc(arena, LONGEST), LONGEST);
}

static bool open_outputs(struct program *program, struct arena *arena) {
    const struct options *options = program->options;
    const char *error = NULL;
    uint32_t opened = 0;
    program->outputs = arena_alloc(arena, options->target_count * sizeof *program->outputs);
    while (opened < options->target_count &&
           output_open(&program->outputs[opened], arena, options->targets[opened].path, options->files, options->file_count, &error)) {
        opened++;
    }
    if (opened == options->target_count) {
        return true;
    }
    fprintf(stderr, "warpproof: error: %s\n", error);
    for (uint32_t i = 0; i < opened; i++) {
        output_abandon(&program->outputs[i]);
    }
    return false;
}

static int close_outputs(struct program *program, int status) {
    bool is_good = !program->report.is_incomplete && !program->write_failed;
    for (uint32_t i = 0; i < program->options->target_count; i++) {
        if (!is_good) {
            output_abandon(&program->outputs[i]);
        } else if (!output_finish(&program->outputs[i])) {
            fprintf(stderr, "warpproof: error: %s: %s\n", program->outputs[i].path, strerror(errno));
            status = STATUS_UNUSABLE;
        }
    }
    return status;
}

static int run_program(const struct options *options) {
    struct arena arena = {0};
    struct program program = {.options = options};
    int status = STATUS_UNUSABLE;
    program.report = (struct report_options){.verbose = options->verbose, .quiet = options->quiet, .config = options->config, .version = WP_VERSION};
    program.report.directory = working_directory(&arena);
    program.errors.colour = wants_colour(options, stderr);
    if (options->has_large_block) {
        fprintf(stderr, "warpproof: warning: --block=%u,%u,%u: CUDA devices launch at most 1024 threads per block, 64 along z\n",
                options->check.block[0], options->check.block[1], options->check.block[2]);
    }
    bool has_folders = (!options->witness_dir || make_directory(options->witness_dir)) && (!options->cache_dir || make_directory(options->cache_dir));
    if (has_folders && open_outputs(&program, &arena)) {
        status = close_outputs(&program, run_command(&program));
    }
    arena_release(&arena);
    return status;
}

/* The program's own path: share/warpproof may lie beside it. */
static const char *find_program(struct arena *arena, const char *called) {
    enum { LONGEST = 4096 };
    char *path = arena_alloc(arena, LONGEST + 1);
    ssize_t length = readlink("/proc/self/exe", path, LONGEST);
    return length > 0 && length < LONGEST ? path : called;
}

/* --baseline */
static bool read_baseline(struct arena *arena, struct options *options, const char **error) {
    size_t size = 0;
    const char *path = options->baseline_path, *what = NULL;
    if (!path) {
        return true;
    }
    const char *text = inputs_read(arena, path, &size, error);
    if (!text) {
        return false;
    }
    options->baseline_given = baseline_read(&options->baseline, arena, text, size, &what);
    if (!options->baseline_given) {
        baseline_release(&options->baseline);
        *error = arena_printf(arena, "%s: %s", path, what);
    }
    return options->baseline_given;
}

static void print_manual(const char *form) {
    struct buffer text = {0};
    manual_print(form, &text);
    fputs(buffer_text(&text), stdout);
    buffer_release(&text);
}

static void print_config(const struct options *options) {
    struct buffer text = {0};
    project_print(options, &text);
    fputs(buffer_text(&text), stdout);
    buffer_release(&text);
}

static void print_help(enum command command) {
    struct buffer text = {0};
    options_help(command, &text);
    fputs(buffer_text(&text), stdout);
    buffer_release(&text);
}

/* The command line with the words of FILE in place of @FILE, up to "--"; NULL and *error if a file cannot be read. */
static const char *const *response_words(struct arena *arena, int *count, const char *const *words, const char **error) {
    VEC(const char *) all = {0};
    bool is_over = false;
    for (int i = 0; i < *count && !*error; i++) {
        is_over |= strcmp(words[i], "--") == 0;
        if (is_over || i == 0 || words[i][0] != '@' || !words[i][1]) {
            vec_push(&all, words[i]);
            continue;
        }
        size_t size;
        uint32_t inner = 0;
        const char *text = inputs_read(arena, words[i] + 1, &size, error);
        const char **list = text ? inputs_split(arena, text, &inner) : NULL;
        for (uint32_t w = 0; w < inner; w++) {
            vec_push(&all, list[w]);
        }
    }
    const char **copy = arena_alloc(arena, (all.size + 1) * sizeof *copy);
    for (uint32_t i = 0; i < all.size; i++) {
        copy[i] = all.data[i];
    }
    copy[all.size] = NULL;
    *count = (int)all.size;
    vec_release(&all);
    return *error ? NULL : copy;
}

static int list_launches(struct arena *arena, const struct options *options) {
    struct program program = {.options = options};
    struct buffer *texts = arena_alloc(arena, options->target_count * sizeof *texts);
    for (uint32_t i = 0; i < options->target_count; i++) {
        if (options->targets[i].format != FORMAT_TEXT && options->targets[i].format != FORMAT_JSON) {
            fprintf(stderr, "warpproof: error: launches are listed as text or json\n");
            return STATUS_UNUSABLE;
        }
    }
    if (!open_outputs(&program, arena)) {
        return STATUS_UNUSABLE;
    }
    const char *error;
    if (!host_list_apart(arena, options, texts, &signal_caught, &error)) {
        fprintf(stderr, "warpproof: error: %s\n", error);
        (void)close_outputs(&program, STATUS_UNUSABLE);
        return STATUS_UNUSABLE;
    }
    for (uint32_t i = 0; i < options->target_count; i++) {
        write_to(&program, &program.outputs[i], buffer_text(&texts[i]), texts[i].size);
        buffer_release(&texts[i]);
    }
    return close_outputs(&program, program.write_failed ? STATUS_UNUSABLE : STATUS_OK);
}

/* The options of the command line are those of each analysis, as they stand there. */
static int serve_editor(struct arena *arena, const struct options *options, int count, const char *const *words) {
    const char **own = arena_alloc(arena, (size_t)count * sizeof *own);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct lsp_setup setup = {.program = options->executable_path,
                              .words = own,
                              .clang_words = options->clang_args,
                              .clang_word_count = options->clang_arg_count,
                              .jobs = options->jobs > 0 ? options->jobs
                                      : cores > 0       ? (uint32_t)cores
                                                        : 1,
                              .stop = &signal_caught};
    for (int i = 1; i < count && strcmp(words[i], "--") != 0; i++) {
        if (i != options->command_word) {
            own[setup.word_count++] = words[i];
        }
    }
    return lsp_serve(&setup);
}

int main(int argc, char **argv) {
    struct arena arena = {0};
    struct options options = {0};
    const char *error = NULL;
    int status = STATUS_OK;
    pages_use_huge();
    catch_signals();
#ifdef WP_BREAKABLE
    if (is_set("WP_BREAK") && !breakage_begin(getenv("WP_BREAK"))) {
        fputs("warpproof: error: WP_BREAK names no rule of base/breakage.def\n", stderr);
        return STATUS_UNUSABLE;
    }
#endif
    const char *const *words = response_words(&arena, &argc, (const char *const *)argv, &error);
    if (!words || !options_parse(&arena, argc, words, &options, &error)) {
        fprintf(stderr, "warpproof: error: %s\n", error);
        status = STATUS_UNUSABLE;
    } else if (options.version) {
        puts("warpproof " WP_VERSION);
    } else if (options.manual) {
        print_manual(options.manual);
    } else if (options.help) {
        print_help(options.command);
    } else {
        options.executable_path = find_program(&arena, argv[0]);
        if (options.precompile) {
            status = host_precompile(&arena, &options, &error) ? STATUS_OK : STATUS_UNUSABLE;
        } else if (options.command == COMMAND_LSP) {
            status = serve_editor(&arena, &options, argc, words);
        } else if (!read_baseline(&arena, &options, &error) || !launch_files_read(&arena, &options, &error) ||
                   !inputs_expand(&arena, &options, &error) || !changes_select(&arena, &options, &error) || !project_load(&arena, &options, &error)) {
            fprintf(stderr, "warpproof: error: %s\n", error);
            status = STATUS_UNUSABLE;
        } else if (options.replay && !simulate_read_witness(&arena, &options, &error)) {
            fprintf(stderr, "warpproof: error: %s\n", error);
            status = STATUS_UNUSABLE;
        } else if (options.command == COMMAND_LAUNCHES) {
            status = list_launches(&arena, &options);
        } else if (options.print_config) {
            print_config(&options);
        } else {
            status = run_program(&options);
        }
        project_unload(&options);
    }
    if (options.baseline_given) {
        baseline_release(&options.baseline);
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
