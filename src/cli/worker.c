#include "cli/worker.h"

#include <ctype.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/map.h"
#include "base/vec.h"
#include "calculus/express.h"
#include "check/aliases.h"
#include "check/contract.h"
#include "check/launches.h"
#include "check/option_names.h"
#include "check/program.h"
#include "check/simulation.h"
#include "check/type_facts.h"
#include "cli/kernel_name.h"
#include "cli/message.h"
#include "cli/plan.h"
#include "cli/project.h"
#include "cli/simulate.h"
#include "cli/worker_parts.h"
#include "kernel/signature.h"
#include "protocol/inputs.h"
#include "protocol/launch.h"
#include "protocol/protocol.h"
#include "prove/prove.h"
#include "report/report.h"
#include "simulate/array_file.h"
#include "simulate/witness.h"
#include "llvm/llvm.h"

struct worker_names {
    const char *directory, *path, *kernel;
};

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

/* Sends it, and keeps it for the cache. */
void worker_send_bytes(const struct worker *worker, enum message_kind kind, const char *bytes, size_t size) {
    if (worker->record) {
        message_add(worker->record, kind, bytes, size);
    }
    message_send(worker->job->fd, kind, bytes, size);
}

void worker_send(const struct worker *worker, enum message_kind kind, const struct buffer *text) {
    worker_send_bytes(worker, kind, buffer_text(text), text->size);
}

void worker_send_file(struct worker *worker, const struct message_file *file) {
    struct buffer text = {0};
    worker->is_analysed = strcmp(file->status, "analysed") == 0 || strcmp(file->status, "no-kernels") == 0;
    message_file_text(file, &text);
    worker_send(worker, MESSAGE_FILE, &text);
    buffer_release(&text);
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
    const char *path = strlen(start) <= LONGEST
                           ? arena_printf(arena, "%s/%s.%u.witness", names.directory, start, number)
                           : arena_printf(arena, "%s/%.*s.%016llx.%u.witness", names.directory, LONGEST, start, (unsigned long long)hash, number);
    buffer_release(&name);
    return path;
}

/* Lost, with a reason that the parent tells. */
_Noreturn void worker_fail(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(EXIT_FAILURE);
}

static void write_witnesses(const struct worker *worker, struct arena *arena, struct kernel_result *result) {
    struct worker_names names = {worker->options->witness_dir, worker->job->path, result->name};
    for (uint32_t i = 0; i < result->finding_count; i++) {
        struct finding_witness *witness = &result->findings[i].witness;
        const char *error = NULL;
        if (!witness->text) {
            continue;
        }
        witness->file = witness_path(names, arena, i + 1);
        if (!array_file_write(arena, witness->file, (struct type){.lanes = 1}, (const uint8_t *)witness->text, strlen(witness->text), &error)) {
            worker_fail(error);
        }
        if (worker->record) {
            struct buffer frame = {0};
            buffer_add_n(&frame, witness->file, strlen(witness->file) + 1);
            buffer_add(&frame, witness->text);
            message_add(worker->record, MESSAGE_WITNESS, frame.data, frame.size);
            buffer_release(&frame);
        }
    }
}

static unsigned prover_dumps(const struct worker *worker) {
    bool is_decided = !worker_is_after(worker, STAGE_PAIRS);
    return (wants_dump(worker, STAGE_FORMULA) ? PROVE_DUMP_FORMULA : 0u) | (wants_dump(worker, STAGE_PAIRS) && is_decided ? PROVE_DUMP_PAIRS : 0u) |
           (worker->options->dumps_contents && is_decided ? PROVE_DUMP_CONTENTS : 0u);
}

static void warn_of_site(const struct worker *worker, const struct launch_site *site, const char *kernel, const char *what) {
    struct buffer text = {0};
    buffer_printf(&text, "%s:%u: warning: %s: %s\n", site->stated_file, site->stated_line, kernel, what);
    worker_send(worker, MESSAGE_WARNING, &text);
    buffer_release(&text);
}

/* What a site says of parameters that the kernel does not have. It stands for every launch that fits the rest. */
static void warn_of_names(const struct worker *worker, struct arena *arena, const struct launch_site *site, struct protocol *protocol) {
    const struct check_options none = {0};
    const struct check_options only = launches_options(arena, protocol, &none, site);
    const struct launch_flags flags = protocol_launch_flags(protocol);
    const struct option_names names = option_names_find(arena, protocol, &only);
    protocol_restore_launch_flags(protocol, &flags);
    for (uint32_t i = 0; i < names.count; i++) {
        if (names.problems[i]) {
            warn_of_site(worker, site, protocol->display, names.problems[i]);
        }
    }
}

/* A launch that passes one allocation to parameters that are declared to have memory of their own. */
static void warn_of_restrict(const struct worker *worker, struct arena *arena, const struct launch_site *site, const struct kernel *kernel,
                             const struct protocol *protocol) {
    struct launch_site told = *site;
    told.stated_file = site->is_read ? site->file : site->stated_file;
    told.stated_line = site->is_read ? site->line : site->stated_line;
    for (uint32_t i = 0; i < site->alias_count && kernel; i++) {
        const struct check_alias alias = {.name = site->aliases[i].name, .of = site->aliases[i].of, .offset = site->aliases[i].offset};
        const char *broken = alias_restricted(arena, kernel, protocol, &alias);
        if (broken) {
            warn_of_site(worker, &told, protocol->display, broken);
        }
    }
}

/* Waiting for host code takes no time of a kernel's. */
static void still_waiting(void *context) {
    const struct worker *worker = context;
    message_send(worker->job->fd, MESSAGE_WAITING, "", 0);
}

const char *worker_take_launches(struct worker *worker) {
    const char *text = NULL;
    if (!worker->has_launches) {
        worker->has_launches = true;
        launches_append(&worker->arena, &worker->launches, &worker->options->launches);
        host_wait(&worker->arena, worker->job->host, &worker->launches, &text, still_waiting, worker);
    }
    return text;
}

/* Two pointers of which the protocol has not both names may still get one allocation. */
static void fit_aliases(struct arena *arena, const struct launch_site *site, const char *const *problems, struct launch_site *own) {
    struct launch_alias *aliases = arena_alloc(arena, (site->alias_count + 1) * sizeof *aliases);
    own->overlaps = arena_alloc(arena, (site->overlap_count + (size_t)site->alias_count + 1) * sizeof *own->overlaps);
    own->overlap_count = own->alias_count = 0;
    for (uint32_t i = 0; i < site->overlap_count; i++) {
        memcpy(own->overlaps[own->overlap_count++], site->overlaps[i], sizeof *own->overlaps);
    }
    for (uint32_t i = 0; i < site->alias_count; i++) {
        const struct launch_alias *alias = &site->aliases[i];
        if (problems[i] && strcmp(alias->of, SIGNATURE_NULL) == 0) {
            continue;
        }
        if (problems[i]) {
            own->overlaps[own->overlap_count][0] = alias->of;
            own->overlaps[own->overlap_count++][1] = alias->name;
        } else {
            aliases[own->alias_count++] = *alias;
        }
    }
    own->aliases = aliases;
    own->all_distinct &= own->overlap_count == 0;
}

/* What a site that was read says of the kernel as the protocol has it; a fact that cannot be said of it is left out. */
static const struct launch_site *fitting(struct arena *arena, const struct launch_site *site, struct protocol *protocol) {
    const struct check_options none = {0};
    const struct check_options only = launches_options(arena, protocol, &none, site);
    const struct launch_flags flags = protocol_launch_flags(protocol);
    const struct option_names names = option_names_find(arena, protocol, &only);
    protocol_restore_launch_flags(protocol, &flags);
    struct launch_site *own = arena_alloc(arena, sizeof *own);
    struct launch_value *values = arena_alloc(arena, (site->value_count + 1) * sizeof *values);
    struct launch_extent *extents = arena_alloc(arena, (site->extent_count + 1) * sizeof *extents);
    const char **relations = arena_alloc(arena, (site->relation_count + 1) * sizeof *relations);
    const char *const *problems = names.problems;
    *own = *site;
    own->value_count = own->extent_count = own->relation_count = 0;
    for (uint32_t i = 0; i < site->value_count; i++) {
        if (!*problems++) {
            values[own->value_count++] = site->values[i];
        }
    }
    for (uint32_t i = 0; i < site->extent_count; i++) {
        if (!*problems++) {
            extents[own->extent_count++] = site->extents[i];
        }
    }
    for (uint32_t i = 0; i < site->relation_count; i++) {
        if (!*problems++) {
            relations[own->relation_count++] = site->relations[i];
        }
    }
    own->values = values;
    own->extents = extents;
    own->relations = relations;
    fit_aliases(arena, site, problems, own);
    return own;
}

/* Names of internal linkage, as C++ mangles them: only the file that defines the kernel can launch it. */
static bool is_internal(const char *mangled) {
    return strncmp(mangled, "_ZL", 3) == 0 || strstr(mangled, "_GLOBAL__N_1") != NULL;
}

/* The site stands for all host code of another file, which is not read, and which cannot name the kernel. */
static bool is_out_of_reach(const struct worker *worker, const struct launch_site *site, const struct protocol *protocol) {
    bool is_whole_file = site->is_read && site->why && site->line == 0 && site->file && *site->file;
    return is_whole_file && is_internal(protocol->name) && strcmp(site->file, worker->job->path) != 0;
}

/* Whether the site is of a program that the file belongs to. Files without host code may belong to each. */
static bool is_of_program(const struct launch_site *site, const char *path) {
    const char *dot = strrchr(path, '.');
    bool is_found = site->program_count == 0 || !dot || (strcmp(dot, ".cu") != 0 && strcmp(dot, ".cuh") != 0);
    for (uint32_t i = 0; i < site->program_count; i++) {
        is_found |= strcmp(site->program[i], path) == 0;
    }
    return is_found;
}

/* Why the launch fails, and runs nothing; NULL: nothing says that it does. */
static const char *why_it_fails(struct arena *arena, const struct launch_site *site, const struct protocol *protocol) {
    uint64_t threads = (uint64_t)site->block[0] * site->block[1] * site->block[2];
    if (site->is_read && !site->fails && protocol->max_threads > 0 && threads > protocol->max_threads) {
        return arena_printf(arena, "this launch fails, and runs nothing: blocks of %" PRIu64 " threads of a kernel that is for at most %u", threads,
                            protocol->max_threads);
    }
    return site->fails ? arena_printf(arena, "this launch fails, and runs nothing: %s", site->fails) : NULL;
}

/* The sites that may launch the kernel. Where host code has none but such of which nothing is known, there are none, and *note says
   why not. */
static struct launches find_sites(const struct worker *worker, const char **note, struct arena *arena, const struct worker_source *source,
                                  struct protocol *protocol, const struct check_options *check) {
    const struct options *options = worker->options;
    bool is_used = options->launches_mode != LAUNCHES_ANY && check->stop_after == CHECK_WHOLE, has_facts = false;
    *note = NULL;
    const struct launch_list *all = &worker->launches;
    const struct launch_site **sites = arena_alloc(arena, (all->count + 1) * sizeof *sites);
    struct launches launches = {.sites = sites, .mode = options->launches_mode};
    for (uint32_t i = 0; i < all->count && is_used; i++) {
        const struct launch_site *site = &all->sites[i];
        if (!kernel_name_matches(site->kernel, protocol->name, protocol->display) || is_out_of_reach(worker, site, protocol) ||
            !is_of_program(site, worker->job->path)) {
            continue;
        }
        if (site->is_read && (source->program || !source->kernel)) {
            continue;
        }
        const char *fails = why_it_fails(arena, site, protocol);
        if (fails) {
            struct launch_site told = *site;
            told.stated_file = site->is_read ? site->file : site->stated_file;
            told.stated_line = site->is_read ? site->line : site->stated_line;
            *note = fails;
            warn_of_site(worker, &told, protocol->display, fails);
            continue;
        }
        if (site->is_read) {
            *note = site->why ? site->why : worker->launches_in_device ? "device code launches kernels, and is left out" : *note;
            has_facts |= !site->why && !worker->launches_in_device;
            sites[launches.count] = fitting(arena, site, protocol);
            warn_of_restrict(worker, arena, sites[launches.count++], source->kernel, protocol);
            continue;
        }
        has_facts = true;
        if (source->program) {
            warn_of_site(worker, site, protocol->display, "a BabyCUDA program is judged for every launch");
            continue;
        }
        warn_of_names(worker, arena, site, protocol);
        warn_of_restrict(worker, arena, site, source->kernel, protocol);
        sites[launches.count++] = site;
    }
    launches.count = has_facts ? launches.count : 0;
    *note = has_facts ? NULL : *note ? *note : "no launch of the kernel is seen";
    return launches;
}

/* What is stated of a type that a kernel has, and not of its members, says nothing: a warning. */
static struct check_options with_type_facts(const struct worker *worker, struct arena *arena, const struct kernel *kernel, struct protocol *protocol,
                                            const struct check_options *check) {
    const struct launch_site place = {.stated_file = protocol->file, .stated_line = protocol->line};
    const char *problem = NULL;
    const struct check_options own = type_facts_apply(arena, kernel, protocol, check, &problem);
    if (problem) {
        warn_of_site(worker, &place, protocol->display, problem);
    }
    return own;
}

static void send_check(const struct worker *worker, struct arena *arena, const struct worker_source *source, struct protocol *protocol,
                       double start) {
    struct buffer text = {0};
    const struct options *options = worker->options;
    const struct witness base = {.file = worker->job->path,
                                 .clang_args = options->clang_args,
                                 .clang_arg_count = options->clang_arg_count,
                                 .gpuverify_annotations = options->gpuverify_annotations};
    struct check_options check;
    double inferred = clock_seconds();
    project_apply_kernel(arena, options, protocol->name, protocol->display, &check);
    check = with_type_facts(worker, arena, source->kernel, protocol, &check);
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
    check.stop_after = !worker_is_after(worker, STAGE_CHECK) ? CHECK_WHOLE : worker_is_after(worker, STAGE_PAIRS) ? CHECK_FORMULAS : CHECK_PROOFS;
    const char *note = NULL;
    const struct launches launches = find_sites(worker, &note, arena, source, protocol, &check);
    struct launch_protocols protocols = {0};
    struct kernel_result *result = options->command == COMMAND_CONTRACT && check.stop_after == CHECK_WHOLE
                                       ? contract_kernel(arena, source->kernel, protocol, &check, &protocols)
                                       : launches_check(arena, source->kernel, protocol, &check, &launches, &protocols);
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
    result->launch_note = source->kernel && options->launches_mode != LAUNCHES_ANY ? note : NULL;
    result->stats.seconds = clock_seconds() - start;
    result->stats.seconds_protocol = inferred - start;
    report_json_kernel(result, true, &text);
    worker_send(worker, MESSAGE_KERNEL, &text);
    launches_release(&protocols);
    buffer_release(&text);
}

static void send_names(const struct worker *worker, struct arena *arena, struct protocol *protocol) {
    struct check_options check = worker->options->check; /* as the command line has it: the same for all files */
    struct buffer text = {0};
    check.param_count = worker->options->command_params;
    check.extent_count = worker->options->command_extents;
    check.required_count = worker->options->command_required;
    check.alias_count = worker->options->command_aliases;
    if (check.param_count + check.extent_count + check.required_count + check.alias_count == 0) {
        return;
    }
    struct option_names names = option_names_find(arena, protocol, &check);
    message_names_text(&names, &text);
    worker_send(worker, MESSAGE_NAMES, &text);
    buffer_release(&text);
}

/* What the project file says of parameters that the kernel does not have. */
static void warn_of_project(const struct worker *worker, struct arena *arena, struct protocol *protocol) {
    const struct project *project = worker->options->own_project;
    for (uint32_t k = 0; project && k < project->kernels.size; k++) {
        const struct project_kernel *kernel = &project->kernels.data[k];
        struct options only = {.command = worker->options->command};
        const char *error = NULL;
        if (!kernel_name_matches(kernel->pattern, protocol->name, protocol->display) || !options_add(arena, &only, &kernel->settings, &error)) {
            continue;
        }
        struct option_names names = option_names_find(arena, protocol, &only.check);
        for (uint32_t i = 0; i < names.count; i++) {
            struct buffer text = {0};
            if (names.problems[i]) {
                buffer_printf(&text, "%s:%u: warning: %s: %s\n", project->path, kernel->line, protocol->display, names.problems[i]);
                worker_send(worker, MESSAGE_WARNING, &text);
            }
            buffer_release(&text);
        }
    }
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

void worker_use_protocol(const struct worker *worker, struct arena *arena, const struct worker_source *source, struct protocol *protocol,
                         double start) {
    if (wants_dump(worker, STAGE_PROTOCOL)) {
        send_protocol(worker, protocol);
    }
    if (worker_is_after(worker, STAGE_FORMULA)) {
        return;
    }
    switch (worker->options->command) {
    case COMMAND_MAP: send_map(worker, source, protocol); break;
    case COMMAND_INPUTS: send_inputs(worker, protocol); break;
    case COMMAND_CHECK:
    case COMMAND_CONTRACT:
    case COMMAND_SEARCH:
        send_names(worker, arena, protocol);
        warn_of_project(worker, arena, protocol);
        send_check(worker, arena, source, protocol, start);
        break;
    case COMMAND_SIMULATE:
    case COMMAND_LAUNCHES:
    case COMMAND_LSP:
    case COMMAND_COUNT: break;
    }
}

static void send_simulation(const struct worker *worker, struct arena *arena, const struct kernel *kernel, double start) {
    struct buffer text = {0};
    const struct simulate_output output = {worker->job->fd, &text};
    const char *error = NULL;
    struct kernel_result *result = NULL;
    const struct witness *launch = simulate_launch(arena, worker->options, worker->job->path, kernel, &error);
    if (launch) {
        result = simulate_kernel(arena, worker->options, kernel, launch, &output, &error);
    }
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

/* Pointers in memory may be taken to lead to memory of their own: no launch of the kernel is seen, or each is known to pass such. Not those in
   variables of which a launch does not say so. */
static void take_loads(const struct worker *worker, struct kernel *kernel) {
    bool is_any = worker->options->launches_mode == LAUNCHES_ANY;
    kernel->loads_apart = true;
    for (uint32_t i = 0; i < worker->launches.count && !is_any; i++) {
        const struct launch_site *site = &worker->launches.sites[i];
        if (!kernel_name_matches(site->kernel, kernel->name, kernel->display))
            continue;
        kernel->loads_apart &= site->has_pointers_apart;
        for (uint32_t k = 0; k < kernel->object_count; k++)
            kernel->objects[k].leads_to_numbers &= launch_site_holds(site, kernel->objects[k].symbol);
    }
}

static void work_on_kernel(const struct worker *worker, struct llvm_module *module, uint32_t index) {
    struct arena arena = {0};
    double start = clock_seconds();
    worker_misbehave(worker->options, llvm_kernel_name(module, index), llvm_kernel_display(module, index));
    struct kernel *kernel = llvm_decode(module, index, &arena);
    kernel->file = kernel->file[0] ? kernel->file : worker->job->path; /* bitcode without debug information */
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
        struct check_options check;
        project_apply_kernel(&arena, worker->options, kernel->name, kernel->display, &check);
        take_loads(worker, kernel);
        struct protocol *protocol = protocol_infer(&arena, kernel, launches_block_threads(&check));
        if (check.lockstep) {
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
    worker_send_bytes(worker, MESSAGE_BEGIN, number, (size_t)length);
}

void worker_share(struct worker *worker, const char *const *displays, uint32_t count,
                  void (*work)(struct worker *worker, void *context, uint32_t kernel), void *context) {
    const struct worker_job *job = worker->job;
    const struct plan plan = plan_make(&worker->arena, displays, count);
    for (uint32_t group; (group = atomic_fetch_add(job->claimed, 1)) < plan.group_count;) {
        worker->answers = prove_answers_create();
        for (uint32_t i = plan.starts[group]; i < plan.starts[group + 1]; i++) {
            uint32_t kernel = plan.kernels[i];
            if (!job->is_continuing || !job->done[kernel]) {
                worker_send_begin(worker, kernel);
                work(worker, context, kernel);
            }
        }
        prove_answers_destroy(worker->answers);
        worker->answers = NULL;
    }
}

static void work_on_kernel_of(struct worker *worker, void *context, uint32_t kernel) {
    work_on_kernel(worker, context, kernel);
}

void worker_use_module(struct worker *worker, struct llvm_module *module) {
    uint32_t count = llvm_kernel_count(module);
    if (wants_dump(worker, STAGE_LLVM) && !worker->job->is_continuing) {
        struct buffer text = {0};
        llvm_print(module, &text);
        worker_send(worker, MESSAGE_TEXT, &text);
        buffer_release(&text);
    }
    worker_take_launches(worker);
    if (worker_is_after(worker, STAGE_KERNEL)) {
        return;
    }
    const char **displays = arena_alloc(&worker->arena, (count + 1) * sizeof *displays);
    for (uint32_t i = 0; i < count; i++) {
        displays[i] = llvm_kernel_display(module, i);
    }
    worker_share(worker, displays, count, work_on_kernel_of, module);
}
