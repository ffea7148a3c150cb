/* See host.h. A file may launch a kernel if `<<<` or the name of a launching function stands in it, or if it includes a file of the
 * program: such a file, or a macro of it, may. Compiler options may as well. */
#include "cli/host.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/inputs.h"
#include "front/front.h"
#include "front/process.h"
#include "host/facts.h"
#include "llvm/host.h"

/* ---- which files ---- */

/* "<<<", or "<< <" as formatters leave it (front/dialect.h). */
static bool has_configuration(const char *text) {
    bool has = false;
    for (const char *at = text; (at = strstr(at, "<<")) && !has; at += 2)
        has = at[2 + strspn(at + 2, " \t")] == '<';
    return has;
}

static bool has_launch(const char *text) {
    return has_configuration(text) || strstr(text, "LaunchKernel") || strstr(text, "cuLaunch") || strstr(text, "LaunchCooperative") ||
           strstr(text, "KernelNode") || strstr(text, "cudaGraph");
}

/* Headers of C, of C++ and of CUDA hold no launch that a program's kernel takes part in. Whole names: `cuda_run.h` is the program's. */
static bool is_foreign_header(const char *name, size_t length) {
    static const char *const folders[] = {"cooperative_groups/", "cub/", "cuda/", "nv/", "sys/", "thrust/"};
    static const char *const names[] = {"algorithm",
                                        "any",
                                        "array",
                                        "assert.h",
                                        "atomic",
                                        "barrier",
                                        "bit",
                                        "bitset",
                                        "cassert",
                                        "cctype",
                                        "cerrno",
                                        "cfenv",
                                        "cfloat",
                                        "charconv",
                                        "chrono",
                                        "cinttypes",
                                        "climits",
                                        "clocale",
                                        "cmath",
                                        "compare",
                                        "complex",
                                        "complex.h",
                                        "concepts",
                                        "condition_variable",
                                        "cooperative_groups.h",
                                        "csetjmp",
                                        "csignal",
                                        "cstdarg",
                                        "cstddef",
                                        "cstdint",
                                        "cstdio",
                                        "cstdlib",
                                        "cstring",
                                        "ctime",
                                        "ctype.h",
                                        "cublas.h",
                                        "cublas_v2.h",
                                        "cuda.h",
                                        "cuda_awbarrier.h",
                                        "cuda_bf16.h",
                                        "cuda_fp16.h",
                                        "cuda_fp8.h",
                                        "cuda_pipeline.h",
                                        "cuda_profiler_api.h",
                                        "cuda_runtime.h",
                                        "cuda_runtime_api.h",
                                        "cuda_texture_types.h",
                                        "cufft.h",
                                        "curand.h",
                                        "curand_kernel.h",
                                        "cusparse.h",
                                        "deque",
                                        "device_atomic_functions.h",
                                        "device_functions.h",
                                        "device_launch_parameters.h",
                                        "errno.h",
                                        "exception",
                                        "fenv.h",
                                        "filesystem",
                                        "float.h",
                                        "forward_list",
                                        "fstream",
                                        "functional",
                                        "future",
                                        "getopt.h",
                                        "initializer_list",
                                        "inttypes.h",
                                        "iomanip",
                                        "ios",
                                        "iosfwd",
                                        "iostream",
                                        "istream",
                                        "iterator",
                                        "limits",
                                        "limits.h",
                                        "list",
                                        "locale",
                                        "map",
                                        "math.h",
                                        "math_constants.h",
                                        "math_functions.h",
                                        "memory",
                                        "mma.h",
                                        "mutex",
                                        "new",
                                        "numbers",
                                        "numeric",
                                        "optional",
                                        "ostream",
                                        "queue",
                                        "random",
                                        "ranges",
                                        "ratio",
                                        "regex",
                                        "set",
                                        "setjmp.h",
                                        "shared_mutex",
                                        "signal.h",
                                        "sm_60_atomic_functions.h",
                                        "span",
                                        "sstream",
                                        "stack",
                                        "stdarg.h",
                                        "stdbool.h",
                                        "stddef.h",
                                        "stdexcept",
                                        "stdint.h",
                                        "stdio.h",
                                        "stdlib.h",
                                        "streambuf",
                                        "string",
                                        "string.h",
                                        "string_view",
                                        "strings.h",
                                        "system_error",
                                        "thread",
                                        "time.h",
                                        "tuple",
                                        "type_traits",
                                        "typeindex",
                                        "typeinfo",
                                        "unistd.h",
                                        "unordered_map",
                                        "unordered_set",
                                        "utility",
                                        "valarray",
                                        "variant",
                                        "vector",
                                        "vector_functions.h",
                                        "vector_types.h",
                                        "version"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (length > strlen(folders[i]) && strncmp(name, folders[i], strlen(folders[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (length == strlen(names[i]) && strncmp(name, names[i], length) == 0)
            return true;
    return false;
}

static bool includes_program(const char *text) {
    for (const char *at = text; (at = strchr(at, '#')) != NULL;) {
        at += 1 + strspn(at + 1, " \t");
        if (strncmp(at, "include", 7) != 0)
            continue;
        at += 7 + strspn(at + 7, " \t");
        size_t length = *at == '<' ? strcspn(at + 1, ">\n") : 0;
        if (*at != '<' || !is_foreign_header(at + 1, length))
            return true;
    }
    return false;
}

static bool has_host_code(const struct host_file *file) {
    static const char *const endings[] = {".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c"};
    const char *dot = strrchr(file->contents, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0)
            return true;
    return false;
}

static bool may_launch(struct arena *arena, const struct host_file *file) {
    const char *error = NULL;
    size_t size = 0;
    const struct options *o = file->options;
    if (!has_host_code(file))
        return false;
    const char *text = inputs_read(arena, file->contents, &size, &error);
    if (!text || has_launch(text) || includes_program(text))
        return text != NULL;
    for (uint32_t i = 0; i < o->clang_arg_count; i++)
        if (has_launch(o->clang_args[i]) || strncmp(o->clang_args[i], "-include", 8) == 0 || strncmp(o->clang_args[i], "-imacros", 8) == 0)
            return true;
    return false;
}

/* ---- files beside those of the run ---- */

/* The options of the file's own command come first. */
static void add_own(struct arena *arena, const struct file_options *own, struct options *options) {
    if (own->count == 0)
        return;
    const char **args = arena_alloc(arena, (own->count + options->clang_arg_count + 1) * sizeof *args);
    memcpy(args, own->clang_args, own->count * sizeof *args);
    if (options->clang_arg_count > 0)
        memcpy(args + own->count, options->clang_args, options->clang_arg_count * sizeof *args);
    options->clang_args = args;
    options->clang_arg_count += own->count;
}

uint32_t host_add_beside(struct arena *arena, const struct options *options, struct host_file *files) {
    struct options *all = arena_alloc(arena, (options->beside_count + 1) * sizeof *all);
    for (uint32_t i = 0; i < options->beside_count; i++) {
        all[i] = *options;
        add_own(arena, &options->beside_options[i], &all[i]);
        files[i] = (struct host_file){options->beside[i], options->beside[i], &all[i], true};
    }
    return options->beside_count;
}

/* ---- reading ---- */

static struct front_options front_of(const struct options *o) {
    return (struct front_options){.clang = o->clang,
                                  .share_dir = o->share_dir,
                                  .clang_args = o->clang_args,
                                  .clang_arg_count = o->clang_arg_count,
                                  .cuda_path = o->cuda_path,
                                  .executable_path = o->executable_path};
}

/* The first line of a message of clang's that names an error. */
static const char *first_error(struct arena *arena, const char *message) {
    const char *found = message ? strstr(message, "error:") : NULL;
    while (found && found > message && found[-1] != '\n')
        found--;
    return found ? arena_strndup(arena, found, strcspn(found, "\n")) : NULL;
}

/* The first place in host code that is left out. */
static void tell_lost(struct arena *arena, const struct front_result *result, struct host_input *input) {
    const struct front_omission *first = NULL;
    uint32_t places = 0;
    for (uint32_t i = 0; i < result->omissions.list.size; i++) {
        const struct front_omission *omission = &result->omissions.list.data[i];
        first = !first || (first->kind == OMISSION_HEADER && omission->kind != OMISSION_HEADER) ? omission : first;
        places += omission->kind != OMISSION_HEADER;
    }
    input->lost = result->omissions.names;
    input->lost_count = result->omissions.name_count;
    if (!first)
        return;
    input->lost_file = first->file;
    input->lost_line = first->line;
    input->lost_why = first->kind == OMISSION_HEADER
                          ? arena_printf(arena, "the header %s is not found, and taken as empty in host code", first->message)
                      : places > 1 ? arena_printf(arena, "host code here, and in %u other places, does not compile: %s", places - 1, first->message)
                                   : arena_printf(arena, "host code here does not compile: %s", first->message);
}

static bool has_fact(const struct host_code *code, const struct type_fact *fact) {
    for (uint32_t i = 0; i < code->type_fact_count; i++)
        if (strcmp(code->type_facts[i].type, fact->type) == 0 && strcmp(code->type_facts[i].condition, fact->condition) == 0)
            return true;
    return false;
}

/* What is stated of types for any of the files: they are one program. */
static void take_type_facts(struct arena *arena, const struct host_file *files, uint32_t count, struct host_code *code) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most += files[i].options->check.type_fact_count;
    struct type_fact *facts = arena_alloc(arena, (most + (size_t)1) * sizeof *facts);
    code->type_facts = facts;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < files[i].options->check.type_fact_count; k++)
            if (!has_fact(code, &files[i].options->check.type_facts[k]))
                facts[code->type_fact_count++] = files[i].options->check.type_facts[k];
}

void host_read(struct arena *arena, const struct host_file *files, uint32_t count, struct host_code *code) {
    struct host_input *inputs = arena_alloc(arena, (count + 1) * sizeof *inputs);
    struct front_result *results = arena_alloc(arena, (count + 1) * sizeof *results);
    uint32_t used = 0;
    bool is_launching = false;
    *code = (struct host_code){0};
    take_type_facts(arena, files, count, code);
    for (uint32_t i = 0; i < count && !is_launching; i++)
        is_launching = may_launch(arena, &files[i]);
    for (uint32_t i = 0; i < count && is_launching; i++) {
        if (!has_host_code(&files[i])) /* any other file may call a function that launches, if only from an initialiser */
            continue;
        const struct front_options options = front_of(files[i].options);
        struct front_result *result = &results[used];
        enum front_status status = front_compile_host(arena, &options, files[i].contents, result);
        const char *error = first_error(arena, result->message);
        inputs[used] = (struct host_input){.path = files[i].path,
                                           .bitcode = result->bitcode_path,
                                           .toolkit = result->toolkit_path,
                                           .own_files = result->own_files.names,
                                           .own_file_count = result->own_files.count};
        if (status == FRONT_IN_PART)
            tell_lost(arena, result, &inputs[used]);
        else if (status != FRONT_OK && files[i].is_beside) {
            vec_push(&code->notes, arena_printf(arena, "%s: its host code does not compile, and is taken for none of the program: %s", files[i].path,
                                                error ? error : "no message"));
            continue;
        } else if (status != FRONT_OK)
            inputs[used].why = arena_printf(arena, "its host code does not compile: %s",
                                            error             ? error
                                            : result->message ? result->message
                                                              : "no message");
        used++;
    }
    if (used > 0)
        llvm_read_host(arena, inputs, used, code);
    for (uint32_t i = 0; i < used; i++)
        front_discard(&results[i]);
}

static int compare_sites(const void *a, const void *b) {
    const struct launch_site *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    order = order ? order : (x->line > y->line) - (x->line < y->line);
    return order ? order : strcmp(x->kernel, y->kernel);
}

struct launch_list host_sites(struct arena *arena, const struct host_code *code) {
    struct launch_list list = {.sites = arena_alloc(arena, (code->launches.size + 1) * sizeof *list.sites)};
    for (uint32_t i = 0; i < code->launches.size; i++)
        list.sites[list.count++] = host_site(arena, code, i);
    if (list.count > 1)
        qsort(list.sites, list.count, sizeof *list.sites, compare_sites);
    return list;
}

/* ---- the process ---- */

static bool write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t count = write(fd, bytes, size);
        if (count <= 0)
            return false;
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}

static _Noreturn void be_reader(struct arena *arena, const struct host_file *files, uint32_t count, const char *directory, const char *path,
                                pid_t parent) {
    struct host_code code;
    struct buffer text = {0};
    process_begin_child(parent);
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    setenv("TMPDIR", directory, 1);
    host_read(arena, files, count, &code);
    const struct launch_list list = host_sites(arena, &code);
    launches_write(&list, &text);
    const char *partial = arena_printf(arena, "%s.part", path);
    int fd = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool is_written = fd >= 0 && write_all(fd, buffer_text(&text), text.size);
    _exit(is_written && rename(partial, path) == 0 ? 0 : 1);
}

struct host_process host_start(struct arena *arena, const struct host_file *files, uint32_t count, const char *directory) {
    struct host_process p = {.ready_fd = -1};
    bool is_needed = false;
    int ends[2];
    for (uint32_t i = 0; i < count && !is_needed; i++) {
        const struct options *o = files[i].options;
        bool is_asked = o->command == COMMAND_CHECK && o->launches_mode != LAUNCHES_ANY && o->stop_after == STAGE_CHECK;
        is_needed = is_asked && may_launch(arena, &files[i]);
    }
    if (!is_needed || !process_open_pipe(ends))
        return p;
    p.path = arena_printf(arena, "%s/launches.json", directory);
    for (uint32_t i = 0; i < count; i++)
        p.end_ms += files[i].options->check.timeout_ms;
    p.end_ms += p.end_ms > 0 ? clock_milliseconds() : 0;
    pid_t parent = getpid();
    p.pid = fork();
    if (p.pid == 0) {
        close(ends[0]);
        be_reader(arena, files, count, directory, p.path, parent);
    }
    close(ends[1]);
    p.ready_fd = ends[0];
    if (p.pid < 0) {
        close(p.ready_fd);
        p = (struct host_process){.ready_fd = -1};
    }
    return p;
}

void host_stop(struct host_process *process) {
    if (process->pid > 0) {
        kill(process->pid, SIGKILL);
        waitpid(process->pid, NULL, 0);
        close(process->ready_fd);
        process->pid = 0;
    }
}

static void set_read(struct arena *arena, struct launch_site *site) {
    site->is_read = true;
    if (site->claiming) {
        struct launch_site *claiming = arena_alloc(arena, sizeof *claiming);
        *claiming = *site->claiming;
        claiming->is_read = true;
        site->claiming = claiming;
    }
}

/* Whether the process has ended before its time was up. */
static bool has_ended(const struct host_process *process, void (*still_waiting)(void *context), void *context) {
    struct pollfd end = {process->ready_fd, POLLIN, 0};
    while (poll(&end, 1, 1000) <= 0) {
        if (process->end_ms > 0 && clock_milliseconds() >= process->end_ms)
            return false;
        still_waiting(context);
    }
    return true;
}

void host_wait(struct arena *arena, const struct host_process *process, struct launch_list *list, const char **text,
               void (*still_waiting)(void *context), void *context) {
    const char *error = NULL;
    struct launch_list read_list = {0};
    size_t size = 0;
    *text = NULL;
    if (!process || process->pid == 0)
        return;
    bool is_read = has_ended(process, still_waiting, context);
    *text = inputs_read(arena, process->path, &size, &error);
    if (!*text || !launches_read(&read_list, arena, process->path, *text, size, &error)) {
        struct launch_site lost = {.kernel = "*",
                                   .file = "",
                                   .stated_file = "",
                                   .is_read = true,
                                   .why = is_read ? "the process that reads host code ended early" : "reading host code took longer than --timeout"};
        read_list.sites = arena_alloc(arena, sizeof lost);
        read_list.sites[0] = lost;
        read_list.count = 1;
    }
    for (uint32_t i = 0; i < read_list.count; i++)
        set_read(arena, &read_list.sites[i]);
    launches_append(arena, list, &read_list);
}

/* ---- the commands ---- */

bool host_precompile(struct arena *arena, const struct options *options, const char **error) {
    const struct front_options front = front_of(options);
    struct front_result result;
    bool is_made = front_precompile(arena, &front, options->precompile, &result) == FRONT_OK;
    *error = is_made ? NULL : result.message;
    return is_made;
}

void host_list(struct arena *arena, const struct options *options, struct buffer *out) {
    struct host_file *files = arena_alloc(arena, ((size_t)options->file_count + options->beside_count + 1) * sizeof *files);
    struct options *all = arena_alloc(arena, (options->file_count + 1) * sizeof *all);
    struct host_code code;
    for (uint32_t i = 0; i < options->file_count; i++) {
        all[i] = *options;
        if (options->file_options)
            add_own(arena, &options->file_options[i], &all[i]);
        files[i] = (struct host_file){options->files[i], options->files[i], &all[i], false};
    }
    host_read(arena, files, options->file_count + host_add_beside(arena, options, files + options->file_count), &code);
    for (uint32_t i = 0; i < options->target_count; i++) {
        if (options->targets[i].format == FORMAT_JSON) {
            const struct launch_list list = host_sites(arena, &code);
            launches_write(&list, &out[i]);
        } else {
            host_print(arena, &code, &out[i]);
        }
    }
    host_code_release(&code);
}
