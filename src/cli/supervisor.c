/* See supervisor.h. Everything here runs in a process of its own and may allocate from arenas. */
#include "cli/supervisor.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/vec.h"
#include "cli/options.h"
#include "cli/run.h"
#include "report/report.h"
#include "warpproof/warpproof.h"

struct supervisor {
    const struct supervisor_job *job;
    struct arena arena;
    struct options options;
    VEC(const struct file_result *) files;
    struct report_summary summary;
    bool is_cancelled;
};

static bool send_bytes(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t count = send(fd, bytes, size, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}

static bool send_frame(const struct supervisor *supervisor, struct supervisor_head head, const char *bytes, size_t size) {
    head.size_bytes = size;
    return send_bytes(supervisor->job->fd, (const char *)&head, sizeof head) && send_bytes(supervisor->job->fd, bytes, size);
}

static void send_error(const struct supervisor *supervisor, enum wp_status status, const char *message) {
    send_frame(supervisor, (struct supervisor_head){.kind = FRAME_ERROR, .status = status}, message, strlen(message));
}

/* warpproof check FILE OPTIONS...: the file stands before any "--". */
static bool parse(struct supervisor *supervisor, const char *path, const char **error) {
    const struct supervisor_job *job = supervisor->job;
    struct options *options = &supervisor->options;
    const char **words = arena_alloc(&supervisor->arena, ((size_t)job->count + 4) * sizeof *words);
    const char **files = arena_alloc(&supervisor->arena, sizeof *files);
    words[0] = "warpproof";
    words[1] = "check";
    words[2] = "FILE";
    for (int i = 0; i < job->count; i++) {
        words[3 + i] = job->words[i];
    }
    if (!options_parse(&supervisor->arena, job->count + 3, words, options, error)) {
        return false;
    }
    bool chooses_files =
        options->file_count != 1 || options->files_from || options->database || options->changed_since || options->project || options->print_config;
    bool writes_files = options->target_count != 1 || options->targets[0].has_path || options->baseline_path;
    if (chooses_files || writes_files || options->help || options->version || options->manual || !options_give_results(options)) {
        *error = "only options of check that make one report, without options that choose files, write reports to files or read baselines and "
                 "project files";
        return false;
    }
    files[0] = path;
    options->files = files;
    options->executable_path = NULL;
    return true;
}

/* The listener. */

static void stop(struct supervisor *supervisor) {
    supervisor->is_cancelled = true;
    run_interrupt();
}

static char receive_answer(int fd) {
    char answer = 1;
    while (recv(fd, &answer, 1, 0) < 0 && errno == EINTR) {
    }
    return answer;
}

static enum wp_status status_of(enum verdict verdict) {
    switch (verdict) {
    case VERDICT_PROVED:
    case VERDICT_UNCHECKED: return WP_PROVED;
    case VERDICT_REFUTED: return WP_REFUTED;
    case VERDICT_UNPROVED:
    case VERDICT_COUNT: break;
    }
    return WP_UNPROVED;
}

static void on_kernel(void *context, const struct kernel_result *kernel, uint32_t index, uint32_t count) {
    struct supervisor *supervisor = context;
    struct buffer bytes = {0};
    const char *names[] = {supervisor->options.files[0], kernel->name, kernel->display};
    if (supervisor->is_cancelled) {
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        buffer_add_n(&bytes, names[i], strlen(names[i]) + 1);
    }
    report_json_kernel(kernel, supervisor->options.stats != STATS_OFF, &bytes);
    buffer_char(&bytes, '\0');
    struct supervisor_head head = {.kind = FRAME_KERNEL, .status = status_of(kernel->verdict), .numbers = {kernel->line, index, count}};
    if (!send_frame(supervisor, head, bytes.data, bytes.size) || receive_answer(supervisor->job->fd) != 0) {
        stop(supervisor);
    }
    buffer_release(&bytes);
}

static void on_file(void *context, const struct run_output *output) {
    struct supervisor *supervisor = context;
    vec_push(&supervisor->files, output->file);
    report_count(&supervisor->summary, output->file);
}

/* Text in memory. */

static const char *language_of(const struct supervisor_job *job, const struct options *options) {
    static const char *const languages[] = {"cu", "cl", "ll", "bc", "map", "baby"};
    const char *dot = strrchr(job->path, '.');
    const char *wanted = job->language ? job->language : options->language ? options->language : dot ? dot + 1 : "";
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        if (strcmp(wanted, languages[i]) == 0) {
            return languages[i];
        }
    }
    return NULL;
}

/* Quoted includes are searched in the folder of the name, as they would be from a file there. */
static void add_folder(struct supervisor *supervisor) {
    struct arena *arena = &supervisor->arena;
    const char *slash = strrchr(supervisor->job->path, '/');
    const char **words = arena_alloc(arena, 2 * sizeof *words);
    struct file_options *own = arena_alloc(arena, sizeof *own);
    words[0] = "-iquote";
    words[1] = !slash                           ? "."
               : slash == supervisor->job->path ? "/"
                                                : arena_strndup(arena, supervisor->job->path, (size_t)(slash - supervisor->job->path));
    *own = (struct file_options){words, 2};
    supervisor->options.file_options = own;
}

/* The check. */

static void check(struct supervisor *supervisor) {
    const struct supervisor_job *job = supervisor->job;
    const struct run_listener listener = {.emit = on_file, .kernel = job->wants_kernels ? on_kernel : NULL, .context = supervisor};
    const struct run_text text = {job->text, job->text_bytes, job->text ? language_of(job, &supervisor->options) : NULL};
    const char *error = NULL, *misnamed = NULL;
    if (job->text && (!text.language || strpbrk(job->path, "\r\n"))) {
        send_error(supervisor, WP_BAD_ARGUMENT, text.language ? "a line break in the name of a text" : "the language of the text is not known");
        return;
    }
    if (job->text && supervisor->options.header_options) {
        send_error(supervisor, WP_BAD_OPTIONS, "--header-options reads files only");
        return;
    }
    if (job->text && (strcmp(text.language, "cu") == 0 || strcmp(text.language, "cl") == 0)) {
        add_folder(supervisor);
    }
    bool is_whole = run_files(&supervisor->arena, &supervisor->options, job->text ? &text : NULL, &listener, &misnamed, &error);
    if (!is_whole) {
        bool is_cancelled = strcmp(error, "interrupted") == 0;
        send_error(supervisor, is_cancelled ? WP_CANCELLED : WP_NO_RESOURCES, is_cancelled ? "cancelled" : error);
    } else if (misnamed) {
        send_error(supervisor, WP_BAD_OPTIONS, misnamed);
    } else {
        struct buffer report = {0};
        struct report_options how = {.stats = supervisor->options.stats != STATS_OFF, .version = WP_VERSION};
        report_json(supervisor->files.data, supervisor->files.size, &how, &report);
        enum wp_status status = (enum wp_status)report_exit_status(&supervisor->summary);
        send_frame(supervisor, (struct supervisor_head){.kind = FRAME_REPORT, .status = status}, buffer_text(&report), report.size);
        buffer_release(&report);
    }
}

static void on_signal(int number) {
    (void)number;
    run_interrupt();
}

/* None of the caller's handlers and masks. */
static void reset_signals(void) {
    static const int stopping[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction plain = {.sa_handler = SIG_DFL}, interrupt = {.sa_handler = on_signal}, ignored = {.sa_handler = SIG_IGN};
    sigset_t none;
    for (int number = 1; number < SIGRTMIN; number++) {
        sigaction(number, &plain, NULL); /* fails for SIGKILL and SIGSTOP, and for no others */
    }
    for (size_t i = 0; i < sizeof stopping / sizeof *stopping; i++) {
        sigaction(stopping[i], &interrupt, NULL);
    }
    sigaction(SIGPIPE, &ignored, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

void supervisor_run(const struct supervisor_job *job) {
    struct supervisor supervisor = {.job = job};
    const char *path = !job->path ? "FILE" : strcmp(job->path, "-") == 0 && !job->text ? "./-" : job->path;
    const char *error = NULL;
    reset_signals();
    if (job->directory) {
        setenv("TMPDIR", job->directory, 1);
    }
    if (!parse(&supervisor, path, &error)) {
        send_error(&supervisor, WP_BAD_OPTIONS, error);
    } else if (job->path) {
        check(&supervisor);
    } else {
        send_error(&supervisor, WP_PROVED, "");
    }
    _exit(0);
}
