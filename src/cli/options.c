/* See options.h: which words are commands, options, operands. */
#include <string.h>

#include "calculus/execute.h"
#include "cli/parser.h"
#include "report/project_read.h"

enum {
    ON_LSP = 1u << COMMAND_LSP, /* hands its options on to `check` */
    ON_CHECK = 1u << COMMAND_CHECK | 1u << COMMAND_CONTRACT | ON_LSP,
    ON_SIMULATE = 1u << COMMAND_SIMULATE,
    ON_SEARCH = 1u << COMMAND_CHECK | 1u << COMMAND_SEARCH,
    ON_REPORT = ON_CHECK | ON_SIMULATE | ON_SEARCH,
    ON_RUN = ON_REPORT,
    ON_LIST = 1u << COMMAND_LAUNCHES,
    ON_ALL = (1u << COMMAND_COUNT) - 1
};

#define OPTION(suffix, name, letter, argument, commands, help) {name, letter, argument, commands, help},
const struct option_info option_infos[OPTION_COUNT] = {
#include "cli/options.def"
};
#undef OPTION

#define COMMAND(suffix, name, operands, help) {name, operands, help},
const struct command_info command_infos[COMMAND_COUNT] = {
#include "cli/options.def"
};
#undef COMMAND

const char *command_name(enum command command) {
    return command_infos[command].name;
}

_Static_assert(OPTION_COUNT <= 64, "options->on_command_line has a bit for each option");

enum { LONGEST_NAME = 32 };

/* Levenshtein's distance of two short words. */
static unsigned word_distance(const char *a, const char *b) {
    unsigned row[LONGEST_NAME + 1];
    size_t length = strlen(b);
    if (strlen(a) > LONGEST_NAME || length > LONGEST_NAME) {
        return LONGEST_NAME;
    }
    for (unsigned j = 0; j <= length; j++) {
        row[j] = j;
    }
    for (unsigned i = 1; a[i - 1]; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= length; j++) {
            unsigned best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            best = row[j] + 1 < best ? row[j] + 1 : best;
            row[j] = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
        }
    }
    return row[length];
}

static void unknown_option(struct parser *parser, const char *name) {
    unsigned best = 3;
    const char *nearest = NULL;
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        unsigned distance = word_distance(name, option_infos[i].name);
        if (distance < best) {
            best = distance;
            nearest = option_infos[i].name;
        }
    }
    if (nearest) {
        FAIL(parser, "unknown option '--%s'; did you mean '--%s'?", name, nearest);
    } else {
        FAIL(parser, "unknown option '--%s'", name);
    }
}

/* Other names of options: OpenCL's words, and those of GPUVerify's users. */
static const char *usual_name(const char *name) {
    static const char *const aliases[][2] = {
        {"local-size", "block"}, {"local_size", "block"}, {"blockDim", "block"},          {"num-groups", "grid"},
        {"num_groups", "grid"},  {"gridDim", "grid"},     {"global_size", "global-size"}, {"global_offset", "global-offset"}};
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        if (strcmp(aliases[i][0], name) == 0) {
            return aliases[i][1];
        }
    }
    return name;
}

static enum option find_option(const char *name, char letter) {
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_info *info = &option_infos[i];
        if (name ? strcmp(info->name, name) == 0 : letter != 0 && info->letter == letter) {
            return (enum option)i;
        }
    }
    return OPTION_COUNT;
}

static bool fits_command(struct parser *parser, enum option option) {
    enum command command = parser->options->command;
    if (command == COMMAND_COUNT || option_infos[option].commands & (1u << command)) {
        return true;
    }
    FAIL(parser, "'%s' has no option --%s", command_name(command), option_infos[option].name);
    return false;
}

/* Whether the option changes only which files are analysed, how many at a time, and how results are told. */
static bool is_of_report(enum option option) {
    static const enum option of_report[] = {OPTION_DATABASE,        OPTION_FILES_FROM, OPTION_FORMAT,       OPTION_OUTPUT,
                                            OPTION_BASELINE,        OPTION_CONFIG,     OPTION_COLOR,        OPTION_VERBOSE,
                                            OPTION_QUIET,           OPTION_STATS,      OPTION_JOBS,         OPTION_CACHE,
                                            OPTION_REQUIRE_KERNELS, OPTION_PROJECT,    OPTION_PRINT_CONFIG, OPTION_CHANGED_SINCE};
    bool is_found = false;
    for (size_t i = 0; i < sizeof of_report / sizeof *of_report; i++) {
        is_found = is_found || of_report[i] == option;
    }
    return is_found;
}

static void set_option(struct parser *parser, enum option option, const char *value) {
    if (!is_of_report(option)) {
        buffer_printf(&parser->given, "%s %zu %s\n", option_infos[option].name, value ? strlen(value) : 0, value ? value : "");
    }
    buffer_printf(&parser->told, "    --%s%s%s\n", option_infos[option].name, value ? "=" : "", value ? value : "");
    parser->options->on_command_line |= UINT64_C(1) << option;
    option_set(parser, option, value);
}

/* Sets the option from `value` or else from the next word; gives the words used. */
static int take_option(struct parser *parser, enum option option, const char *value, bool is_last, const char *next) {
    const char *argument = option_infos[option].argument;
    bool is_optional = argument && argument[0] == '[';
    if (!fits_command(parser, option)) {
        return 1;
    }
    if (!argument && value) {
        FAIL(parser, "--%s takes no value", option_infos[option].name);
    } else if (!argument || value || is_optional) {
        set_option(parser, option, value);
    } else if (is_last) {
        FAIL(parser, "--%s needs %s", option_infos[option].name, argument);
    } else {
        set_option(parser, option, next);
        return 2;
    }
    return 1;
}

/* One word that starts with '-'; gives the words used. */
static int parse_word(struct parser *parser, const char *word, bool is_last, const char *next) {
    if (word[1] != '-') {
        enum option option = find_option(NULL, word[1]);
        if (option == OPTION_COUNT) {
            FAIL(parser, "unknown option '-%c'", word[1]);
            return 1;
        }
        return take_option(parser, option, word[2] ? word + 2 : NULL, is_last, next);
    }
    const char *equals = strchr(word, '=');
    const char *name = equals ? arena_strndup(parser->arena, word + 2, (size_t)(equals - word - 2)) : word + 2;
    enum option option = find_option(usual_name(name), 0);
    if (option == OPTION_COUNT) {
        unknown_option(parser, name);
        return 1;
    }
    return take_option(parser, option, equals ? equals + 1 : NULL, is_last, next);
}

static void parse_command(struct parser *parser, const char *word) {
    for (unsigned c = 0; c < COMMAND_COUNT; c++) {
        if (strcmp(command_infos[c].name, word) == 0) {
            parser->options->command = (enum command)c;
            return;
        }
    }
    if (strcmp(word, "help") == 0) {
        parser->options->help = true;
        return;
    }
    if (strchr(word, '.') || strchr(word, '/')) {
        FAIL(parser, "unknown command '%s'; did you mean 'warpproof check %s'?", word, word);
    } else {
        FAIL(parser, "unknown command '%s'; 'warpproof --help' lists them", word);
    }
}

/* Whether the file is of this kind, by its ending; standard input by --language. */
static bool is_kind(const struct options *o, const char *path, const char *kind) {
    const char *ending = strrchr(path, '.');
    const char *is = strcmp(path, "-") == 0 && o->language ? o->language : ending ? ending + 1 : "";
    return strcmp(is, kind) == 0;
}

/* A BabyCUDA program is run by its own semantics: some threads of one block. */
static void check_program(struct parser *parser) {
    struct options *o = parser->options;
    const uint32_t *block = o->check.block, *grid = o->check.grid;
    o->threads = o->threads ? o->threads : block[0];
    if (o->threads == 0) {
        FAIL(parser, "'simulate' of a BabyCUDA program needs --threads");
    }
    if (block[1] > 1 || block[2] > 1 || grid[0] > 1 || grid[1] > 1 || grid[2] > 1) {
        FAIL(parser, "a BabyCUDA program runs in one block of --threads threads");
    }
    if (o->threads > BABY_THREADS_MAX) {
        FAIL(parser, "at most %d threads can be run", BABY_THREADS_MAX);
    }
}

static void check_simulation(struct parser *parser) {
    const struct options *o = parser->options;
    if (o->file_count > 1) {
        FAIL(parser, "'simulate' runs one kernel of one file");
    }
    if (o->file_count > 0 && is_kind(o, o->files[0], "map")) {
        FAIL(parser, "a protocol cannot be run; 'simulate' needs the kernel");
    }
    if (o->file_count > 0 && is_kind(o, o->files[0], "baby")) {
        check_program(parser);
        return;
    }
    if (o->threads > 0) {
        FAIL(parser, "--threads is for BabyCUDA programs; kernels have --block and --grid");
    }
    if (o->replay) {
        bool has_launch =
            o->argument_count > 0 || o->check.block[0] > 0 || o->check.grid[0] > 0 || o->kernel_count > 0 || o->check.dynamic_shared_given;
        if (has_launch) {
            FAIL(parser, "--replay takes kernel, launch and arguments from the witness file");
        }
        return;
    }
    if (o->trace) {
        FAIL(parser, "--trace needs --replay FILE");
    }
    if (o->check.block[0] == 0 || o->check.grid[0] == 0) {
        FAIL(parser, "'simulate' needs --block and --grid");
    }
}

void options_apply_global_size(struct parser *parser) {
    struct options *o = parser->options;
    if (o->global_size[0] == 0) {
        return;
    }
    if (o->check.block[0] == 0 || o->check.grid[0] > 0) {
        FAIL(parser, "--global-size needs --local-size, and no --num-groups");
        return;
    }
    for (int axis = 0; axis < 3; axis++) {
        if (o->global_size[axis] % o->check.block[axis] != 0) {
            FAIL(parser, "--global-size: %u is no multiple of %u; work-groups of several sizes are not supported", o->global_size[axis],
                 o->check.block[axis]);
            return;
        }
        o->check.grid[axis] = o->global_size[axis] / o->check.block[axis];
    }
}

static void check_search(struct parser *parser) {
    struct options *o = parser->options;
    if (o->command == COMMAND_SEARCH) {
        o->check.search = SEARCH_ALONE;
    } else if (o->check.search != SEARCH_UNPROVED && (o->command == COMMAND_CHECK || o->command == COMMAND_LSP) && o->check.search_steps > 0) {
        FAIL(parser, "--steps needs --search");
    }
    o->check.search_seed = o->seed;
    for (uint32_t i = 0; i < o->file_count && o->check.search == SEARCH_ALONE; i++) {
        if (is_kind(o, o->files[i], "map")) {
            FAIL(parser, "a protocol cannot be run; 'search' needs the kernel");
        }
        if (is_kind(o, o->files[i], "baby")) {
            FAIL(parser, "'search' needs a kernel, not a BabyCUDA program");
        }
    }
}

/* Launches that no device makes. Blocks of more than 1024 threads are analysed if asked for, and told. */
static void check_launch(struct parser *parser) {
    const struct check_options *check = &parser->options->check;
    const uint32_t *block = check->block, *grid = check->grid;
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    if (grid[0] > INT32_MAX || grid[1] > UINT16_MAX || grid[2] > UINT16_MAX) {
        FAIL(parser, "--grid=%u,%u,%u: no device launches such a grid; x is at most 2147483647, y and z are at most 65535", grid[0], grid[1],
             grid[2]);
    }
    if (block[0] > UINT16_MAX || block[1] > UINT16_MAX || block[2] > UINT16_MAX || threads > UINT16_MAX) {
        FAIL(parser, "--block=%u,%u,%u: no device launches such a block", block[0], block[1], block[2]);
    }
    parser->options->has_large_block = threads > 1024 || block[2] > 64;
}

static void check_operands(struct parser *parser) {
    struct options *o = parser->options;
    uint32_t inputs = 0;
    if (o->help || o->version || ((o->manual || o->precompile) && !parser->error)) {
        parser->error = NULL;
        return;
    }
    if (o->command == COMMAND_COUNT) {
        FAIL(parser, "no command; 'warpproof --help' lists them");
        return;
    }
    check_search(parser);
    check_launch(parser);
    if (o->command == COMMAND_SIMULATE) {
        check_simulation(parser);
    }
    if (o->command == COMMAND_LSP) {
        if (o->file_count > 0) {
            FAIL(parser, "'lsp' has no operands; the editor names the files");
        }
    } else if (o->file_count == 0 && !o->replay && !o->files_from && !o->database) {
        FAIL(parser, "'%s' needs a file", command_name(o->command));
    }
    for (uint32_t i = 0; i < o->file_count; i++) {
        inputs += strcmp(o->files[i], "-") == 0;
    }
    if (inputs > 1) {
        FAIL(parser, "standard input can be read once only");
    }
}

/* Where reports go: one to standard output unless told otherwise, no two to one place. */
static void check_targets(struct parser *parser) {
    const struct report_target *targets = parser->targets.data;
    for (uint32_t i = 0; i < parser->targets.size; i++) {
        for (uint32_t j = 0; j < i; j++) {
            bool is_same = targets[i].path && targets[j].path ? strcmp(targets[i].path, targets[j].path) == 0 : !targets[i].path && !targets[j].path;
            if (is_same) {
                FAIL(parser, "two reports to %s; each --format needs an -o of its own", targets[i].path ? targets[i].path : "standard output");
            }
        }
    }
}

static void keep_targets(struct parser *parser) {
    uint32_t count = parser->targets.size;
    struct report_target *kept = arena_alloc(parser->arena, (count + 1) * sizeof *kept);
    for (uint32_t i = 0; i < count; i++) {
        kept[i] = parser->targets.data[i];
    }
    kept[count] = (struct report_target){0};
    parser->options->targets = kept;
    parser->options->target_count = count > 0 ? count : 1;
    vec_release(&parser->targets);
}

static const char **copy_words(struct arena *arena, const char *const *words, uint32_t count) {
    const char **copy = arena_alloc(arena, (count + 1) * sizeof *copy);
    if (count > 0) {
        memcpy(copy, words, count * sizeof *copy);
    }
    return copy;
}

/* The lists of options->check. */
static void keep_check_lists(struct parser *parser) {
    struct check_options *check = &parser->options->check;
    uint32_t params = check->param_count = parser->params.size, extents = check->extent_count = parser->extents.size;
    struct check_param *copy = arena_alloc(parser->arena, (params + 1) * sizeof *copy);
    struct check_extent *kept = arena_alloc(parser->arena, (extents + 1) * sizeof *kept);
    for (uint32_t i = 0; i < params; i++) {
        copy[i] = parser->params.data[i];
    }
    for (uint32_t i = 0; i < extents; i++) {
        kept[i] = parser->extents.data[i];
    }
    struct check_alias *aliases = arena_alloc(parser->arena, (parser->aliases.size + 1) * sizeof *aliases);
    for (check->alias_count = 0; check->alias_count < parser->aliases.size; check->alias_count++) {
        aliases[check->alias_count] = parser->aliases.data[check->alias_count];
    }
    check->aliases = aliases;
    struct type_fact *facts = arena_alloc(parser->arena, (parser->type_facts.size + 1) * sizeof *facts);
    for (check->type_fact_count = 0; check->type_fact_count < parser->type_facts.size; check->type_fact_count++) {
        facts[check->type_fact_count] = parser->type_facts.data[check->type_fact_count];
    }
    check->type_facts = facts;
    check->params = copy;
    check->extents = kept;
    check->required_count = parser->required.size;
    check->required = copy_words(parser->arena, parser->required.data, parser->required.size);
    vec_release(&parser->params);
    vec_release(&parser->extents);
    vec_release(&parser->aliases);
    vec_release(&parser->type_facts);
    vec_release(&parser->required);
}

/* Instances go to the compiler before its other options, so that they reach whatever keeps these: caches, witness files. */
static void put_instances(struct parser *parser) {
    struct options *o = parser->options;
    for (uint32_t i = 0; i < o->clang_arg_count; i++) {
        vec_push(&parser->instances, o->clang_args[i]);
    }
    o->clang_arg_count = parser->instances.size;
    o->clang_args = copy_words(parser->arena, parser->instances.data, o->clang_arg_count);
    vec_release(&parser->instances);
}

static void keep_lists(struct parser *parser) {
    struct options *o = parser->options;
    o->file_count = parser->files.size;
    o->files = copy_words(parser->arena, parser->files.data, o->file_count);
    o->kernel_count = parser->kernels.size;
    o->kernels = copy_words(parser->arena, parser->kernels.data, o->kernel_count);
    put_instances(parser);
    o->argument_count = parser->arguments.size;
    struct argument_text *arguments = arena_alloc(parser->arena, (o->argument_count + 1) * sizeof *arguments);
    for (uint32_t i = 0; i < o->argument_count; i++) {
        arguments[i] = parser->arguments.data[i];
    }
    o->arguments = arguments;
    o->output_count = parser->outputs.size;
    struct array_output *outputs = arena_alloc(parser->arena, (o->output_count + 1) * sizeof *outputs);
    for (uint32_t i = 0; i < o->output_count; i++) {
        outputs[i] = parser->outputs.data[i];
    }
    o->outputs = outputs;
    o->launch_file_count = parser->launches.size;
    o->launch_files = copy_words(parser->arena, parser->launches.data, o->launch_file_count);
    vec_release(&parser->launches);
    vec_release(&parser->arguments);
    vec_release(&parser->outputs);
    vec_release(&parser->files);
    vec_release(&parser->kernels);
    keep_check_lists(parser);
}

bool options_parse(struct arena *arena, int argc, const char *const *argv, struct options *options, const char **error) {
    struct parser parser = {.arena = arena, .options = options};
    *options = (struct options){
        .command = COMMAND_COUNT, .stop_after = STAGE_CHECK, .seed = 1, .schedules = 1, .executable_path = argc > 0 ? argv[0] : NULL};
    options->check.properties = PROPERTY_RACE | PROPERTY_DIVERGENCE | PROPERTY_BOUNDS | PROPERTY_ASSERT;
    options->check.advice = true;
    options->check.search = SEARCH_POSSIBLE;
    bool has_command = false;
    int i = 1;
    while (i < argc && !parser.error) {
        const char *word = argv[i];
        if (strcmp(word, "--") == 0) {
            options->clang_arg_count = (uint32_t)(argc - i - 1);
            options->clang_args = copy_words(arena, argv + i + 1, options->clang_arg_count);
            break;
        }
        if (word[0] == '-' && word[1]) {
            i += parse_word(&parser, word, i + 1 >= argc || strcmp(argv[i + 1], "--") == 0, i + 1 < argc ? argv[i + 1] : NULL);
            continue;
        }
        if (!has_command) {
            parse_command(&parser, word);
            options->command_word = i;
            has_command = true;
        } else {
            vec_push(&parser.files, word);
        }
        i++;
    }
    if (options->command == COMMAND_CONTRACT && !parser.has_only) {
        options->check.properties = PROPERTY_RACE | PROPERTY_DIVERGENCE;
    }
    options->told = arena_strdup(arena, buffer_text(&parser.told));
    buffer_release(&parser.told);
    options->given = arena_strdup(arena, buffer_text(&parser.given));
    buffer_release(&parser.given);
    check_targets(&parser);
    keep_targets(&parser);
    keep_lists(&parser);
    options->command_params = options->check.param_count;
    options->command_extents = options->check.extent_count;
    options->command_required = options->check.required_count;
    options->command_aliases = options->check.alias_count;
    options_apply_global_size(&parser);
    check_operands(&parser);
    *error = parser.error;
    return !parser.error;
}

/* ---- project files ---- */

enum option options_find(const char *name) {
    return find_option(name, 0);
}

/* Makes room for a value of the name that the setting NAME=... gives; false if the command line has one. */
static bool replace_named(struct parser *parser, enum option option, const char *value) {
    const struct options *o = parser->options;
    const char *equals = strchr(value, '=');
    size_t length = equals ? (size_t)(equals - value) : 0;
    uint32_t count = option == OPTION_PARAM ? parser->params.size : parser->extents.size;
    for (uint32_t i = 0; i < count && length > 0; i++) {
        const char *name = option == OPTION_PARAM ? parser->params.data[i].name : parser->extents.data[i].name;
        if (strlen(name) != length || memcmp(name, value, length) != 0) {
            continue;
        }
        if (i < (option == OPTION_PARAM ? o->command_params : o->command_extents)) {
            return false;
        }
        if (option == OPTION_PARAM) {
            parser->params.data[i] = parser->params.data[--parser->params.size];
        } else {
            parser->extents.data[i] = parser->extents.data[--parser->extents.size];
        }
        return true;
    }
    return true;
}

static bool is_wanted(struct parser *parser, enum option option, const char *value) {
    const struct options *o = parser->options;
    if (!(option_infos[option].commands & (1u << o->command))) {
        return false;
    }
    if ((option == OPTION_PARAM || option == OPTION_EXTENT) && value) {
        return replace_named(parser, option, value);
    }
    return option == OPTION_REQUIRES || option == OPTION_ALIAS || option == OPTION_TYPE_FACT || !(o->on_command_line & UINT64_C(1) << option);
}

static void add_setting(struct parser *parser, const struct project_setting *setting) {
    enum option option = find_option(setting->name, 0);
    const char *argument = option == OPTION_COUNT ? NULL : option_infos[option].argument;
    if (option == OPTION_COUNT) {
        FAIL(parser, "unknown option '%s'", setting->name);
    } else if (!argument != !setting->value) {
        FAIL(parser, argument ? "'%s' needs a value" : "'%s' is true or false", setting->name);
    } else if (is_wanted(parser, option, setting->value)) {
        option_set(parser, option, setting->value);
    }
}

bool options_add(struct arena *arena, struct options *options, const struct project_settings *settings, const char **error) {
    struct parser parser = {.arena = arena, .options = options};
    const struct check_options *check = &options->check;
    uint32_t line = 0;
    for (uint32_t i = 0; i < check->param_count; i++) {
        vec_push(&parser.params, check->params[i]);
    }
    for (uint32_t i = 0; i < check->extent_count; i++) {
        vec_push(&parser.extents, check->extents[i]);
    }
    for (uint32_t i = 0; i < check->required_count; i++) {
        vec_push(&parser.required, check->required[i]);
    }
    for (uint32_t i = 0; i < check->type_fact_count; i++) {
        vec_push(&parser.type_facts, check->type_facts[i]);
    }
    for (uint32_t i = 0; i < check->alias_count; i++) {
        vec_push(&parser.aliases, check->aliases[i]);
    }
    for (uint32_t i = 0; i < settings->list.size && !parser.error; i++) {
        line = settings->list.data[i].line;
        add_setting(&parser, &settings->list.data[i]);
    }
    keep_check_lists(&parser);
    if (!parser.error && options->check.grid[0] == 0) {
        options_apply_global_size(&parser);
    }
    if (!parser.error) {
        options->check.search_seed = options->seed;
        check_launch(&parser);
    }
    if (parser.error) {
        *error = arena_printf(arena, "line %u: %s", line, parser.error);
    }
    return !parser.error;
}
