#include "cli/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "protocol/expression.h"

enum {
    ON_CHECK = 1u << COMMAND_CHECK | 1u << COMMAND_CONTRACT,
    ON_SIMULATE = 1u << COMMAND_SIMULATE,
    ON_SEARCH = 1u << COMMAND_CHECK | 1u << COMMAND_SEARCH,
    ON_REPORT = ON_CHECK | ON_SIMULATE | ON_SEARCH,
    ON_RUN = ON_REPORT,
    ON_ALL = (1u << COMMAND_COUNT) - 1
};

#define OPTION(suffix, name, letter, argument, commands, help) OPTION_##suffix,
enum option {
#include "cli/options.def"
    OPTION_COUNT
};
#undef OPTION

struct option_info {
    const char *name;
    char letter;
    const char *argument;
    unsigned commands;
    const char *help;
};

#define OPTION(suffix, name, letter, argument, commands, help)                                     \
    {name, letter, argument, commands, help},
static const struct option_info option_infos[OPTION_COUNT] = {
#include "cli/options.def"
};
#undef OPTION

struct command_info {
    const char *name, *operands, *help;
};

#define COMMAND(suffix, name, operands, help) {name, operands, help},
static const struct command_info command_infos[COMMAND_COUNT] = {
#include "cli/options.def"
};
#undef COMMAND

static const char *const stage_names[STAGE_COUNT] = {"front", "llvm", "kernel", "protocol",
                                                     "formula", "pairs", "check"};

/* The first error is kept. */
struct parser {
    struct arena *arena;
    struct options *options;
    const char *error;
    VEC(const char *) files;
    VEC(const char *) kernels;
    VEC(struct check_param) params;
    VEC(struct argument_text) arguments;
    VEC(struct array_output) outputs;
    VEC(struct check_extent) extents;
    VEC(const char *) required;
    bool has_only;
};

const char *command_name(enum command command) {
    return command_infos[command].name;
}

#define FAIL(parser, ...)                                                                          \
    ((void)((parser)->error =                                                                      \
                (parser)->error ? (parser)->error : arena_printf((parser)->arena, __VA_ARGS__)))

static void not_yet(struct parser *parser, const char *what) {
    FAIL(parser, "%s is not implemented yet", what);
}

/* Values. */

static bool parse_number(const char *text, uint64_t most, uint64_t *value) {
    char *end;
    errno = 0;
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    unsigned long long number = strtoull(text, &end, 0);
    *value = number;
    return errno == 0 && *end == '\0' && number <= most;
}

static uint64_t get_number(struct parser *parser, enum option option, const char *text,
                           uint64_t least, uint64_t most) {
    uint64_t value = 0;
    if (!parse_number(text, most, &value) || value < least) {
        FAIL(parser, "--%s: '%s' is not a number from %llu to %llu", option_infos[option].name,
             text, (unsigned long long)least, (unsigned long long)most);
    }
    return value;
}

/* Copies what stands before the separator and advances; NULL at the end. */
static char *next_piece(struct arena *arena, const char **text, char separator) {
    if (!*text) {
        return NULL;
    }
    const char *stop = strchr(*text, separator);
    char *piece =
        stop ? arena_strndup(arena, *text, (size_t)(stop - *text)) : arena_strdup(arena, *text);
    *text = stop ? stop + 1 : NULL;
    return piece;
}

static void get_triple(struct parser *parser, enum option option, const char *text,
                       uint32_t triple[3]) {
    const char *rest = text;
    char *piece;
    uint32_t count = 0;
    triple[0] = triple[1] = triple[2] = 1;
    while ((piece = next_piece(parser->arena, &rest, ','))) {
        uint64_t value;
        if (count == 3 || !parse_number(piece, UINT32_MAX, &value) || value == 0) {
            FAIL(parser, "--%s: '%s' is not X[,Y[,Z]] with positive numbers",
                 option_infos[option].name, text);
            return;
        }
        triple[count++] = (uint32_t)value;
    }
}

static uint32_t get_choice(struct parser *parser, enum option option, const char *text,
                           const char *first, const char *second, const char *third) {
    const char *const names[] = {first, second, third};
    for (uint32_t i = 0; i < 3; i++) {
        if (names[i] && strcmp(names[i], text) == 0) {
            return i;
        }
    }
    FAIL(parser, "--%s: '%s' is not one of %s, %s%s%s", option_infos[option].name, text, first,
         second, third ? ", " : "", third ? third : "");
    return 0;
}

static void get_param(struct parser *parser, const char *text) {
    const char *equals = strchr(text, '=');
    char *end = NULL;
    errno = 0;
    long long value = equals ? strtoll(equals + 1, &end, 0) : 0;
    if (!equals || equals == text || end == equals + 1 || *end != '\0' || errno != 0) {
        FAIL(parser, "--param: '%s' is not NAME=INTEGER", text);
        return;
    }
    char *name = arena_strndup(parser->arena, text, (size_t)(equals - text));
    for (uint32_t i = 0; i < parser->params.size; i++) {
        if (strcmp(parser->params.data[i].name, name) == 0 &&
            parser->params.data[i].value != value) {
            FAIL(parser, "--param: two values for '%s'", name);
        }
    }
    vec_push(&parser->params, (struct check_param){name, value});
}

/* "NAME=REST": the name; *rest is what follows, NULL if it is not of that form. */
static const char *get_pair(struct parser *parser, enum option option, const char *text,
                            const char **rest) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1]) {
        FAIL(parser, "--%s: '%s' is not %s", option_infos[option].name, text,
             option_infos[option].argument);
        *rest = NULL;
        return text;
    }
    *rest = equals + 1;
    return arena_strndup(parser->arena, text, (size_t)(equals - text));
}

static void get_argument(struct parser *parser, enum option option, const char *text) {
    struct argument_text argument;
    argument.name = get_pair(parser, option, text, &argument.spec);
    vec_push(&parser->arguments, argument);
}

static void get_array_output(struct parser *parser, const char *text) {
    struct array_output output;
    output.name = get_pair(parser, OPTION_OUT, text, &output.path);
    vec_push(&parser->outputs, output);
}

static void get_extent(struct parser *parser, const char *text) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        FAIL(parser, "--extent: '%s' is not NAME=EXPRESSION", text);
        return;
    }
    struct check_extent extent = {arena_strndup(parser->arena, text, (size_t)(equals - text)), equals + 1};
    const char *error = expression_syntax(parser->arena, extent.expression);
    if (error) {
        FAIL(parser, "--extent %s: %s", extent.name, error);
    }
    for (uint32_t i = 0; i < parser->extents.size; i++) {
        if (strcmp(parser->extents.data[i].name, extent.name) == 0) {
            FAIL(parser, "--extent: two values for '%s'", extent.name);
        }
    }
    vec_push(&parser->extents, extent);
}

static void get_requirement(struct parser *parser, const char *text) {
    const char *error = expression_syntax(parser->arena, text);
    if (error) {
        FAIL(parser, "--requires: %s", error);
        return;
    }
    vec_push(&parser->required, text);
}

static void get_only(struct parser *parser, const char *text) {
    const char *rest = text;
    char *piece;
    unsigned properties = 0;
    bool advice = false;
    while ((piece = next_piece(parser->arena, &rest, ','))) {
        unsigned found = 0;
        for (unsigned p = 0; p < PROP_COUNT; p++) {
            found |= strcmp(property_name(p), piece) == 0 ? 1u << p : 0;
        }
        bool is_advice = strcmp(piece, "advice") == 0;
        advice |= is_advice;
        if (!found && !is_advice) {
            FAIL(parser, "--only: '%s' is not one of race, divergence, bounds, assert, advice", piece);
        }
        properties |= found;
    }
    parser->options->check.properties = properties;
    parser->options->check.advice = advice;
    parser->has_only = true;
    parser->options->check.bounds_only = properties == PROPERTY_BOUNDS;
}

static bool find_stage(const char *name, enum stage *stage) {
    for (unsigned s = 0; s < STAGE_COUNT; s++) {
        if (strcmp(stage_names[s], name) == 0) {
            *stage = (enum stage)s;
            return true;
        }
    }
    return false;
}

/* What `simulate`, `map` and `inputs` never get to. */
static bool is_proving(const struct parser *parser) {
    return parser->options->command == COMMAND_CHECK ||
           parser->options->command == COMMAND_CONTRACT;
}

static void get_stop(struct parser *parser, const char *text) {
    enum stage *stop = &parser->options->stop_after;
    if (!find_stage(text, stop)) {
        FAIL(parser, "--stop-after: '%s' is not one of front, llvm, kernel, protocol, formula, pairs", text);
    } else if ((*stop == STAGE_FORMULA || *stop == STAGE_PAIRS) && !is_proving(parser)) {
        FAIL(parser, "--stop-after=%s: only check and contract get there", text);
    }
}

static void get_dumps(struct parser *parser, const char *text) {
    const char *rest = text;
    char *piece;
    while ((piece = next_piece(parser->arena, &rest, ','))) {
        enum stage stage = STAGE_COUNT;
        if (find_stage(piece, &stage) && stage >= STAGE_LLVM && stage <= STAGE_PROTOCOL) {
            parser->options->dumps |= 1u << stage;
        } else if (is_proving(parser) && (stage == STAGE_FORMULA || stage == STAGE_PAIRS)) {
            parser->options->dumps |= 1u << stage;
        } else if (is_proving(parser) && strcmp(piece, "contents") == 0) {
            parser->options->dumps_contents = true;
        } else if (strncmp(piece, "accesses:", 9) == 0 && piece[9] &&
                   parser->options->command == COMMAND_SIMULATE) {
            parser->options->accesses = piece + 9;
        } else {
            FAIL(parser, "--dump: '%s' is not one of llvm, kernel, protocol%s", piece,
                 is_proving(parser) ? ", formula, pairs, contents" : "");
        }
    }
}

static void get_timeout(struct parser *parser, const char *text) {
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end != '\0' || !(seconds >= 0.001 && seconds <= 4e6)) {
        FAIL(parser, "--timeout: '%s' is not a number of seconds", text);
        return;
    }
    parser->options->check.timeout_ms = (uint32_t)(seconds * 1000);
}

static void get_language(struct parser *parser, const char *text) {
    static const char *const known[] = {"cu", "bc", "ll", "map"};
    parser->options->language = text;
    if (strcmp(text, "cl") == 0 || strcmp(text, "baby") == 0) {
        not_yet(parser, arena_printf(parser->arena, "--language=%s", text));
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i], text) == 0) {
            return;
        }
    }
    FAIL(parser, "--language: '%s' is not one of cu, bc, ll, map", text);
}

static void get_format(struct parser *parser, const char *text) {
    if (strcmp(text, "sarif") == 0 || strcmp(text, "html") == 0) {
        not_yet(parser, arena_printf(parser->arena, "--format=%s", text));
        return;
    }
    parser->options->format =
        (enum report_format)get_choice(parser, OPTION_FORMAT, text, "text", "json", NULL);
}

static void set_option(struct parser *parser, enum option option, const char *value) {
    struct options *o = parser->options;
    switch (option) {
    case OPTION_KERNEL:
        vec_push(&parser->kernels, value);
        break;
    case OPTION_BLOCK:
        get_triple(parser, option, value, o->check.block);
        break;
    case OPTION_GRID:
        get_triple(parser, option, value, o->check.grid);
        break;
    case OPTION_PARAM:
        if (o->command == COMMAND_SIMULATE) {
            get_argument(parser, option, value);
        } else {
            get_param(parser, value);
        }
        break;
    case OPTION_REQUIRES:
        get_requirement(parser, value);
        break;
    case OPTION_EXTENT:
        get_extent(parser, value);
        break;
    case OPTION_ARG:
        get_argument(parser, option, value);
        break;
    case OPTION_OUT:
        get_array_output(parser, value);
        break;
    case OPTION_SEED:
        o->seed = get_number(parser, option, value, 0, INT64_MAX);
        break;
    case OPTION_SCHEDULES:
        o->schedules = (uint32_t)get_number(parser, option, value, 1, 1000000);
        break;
    case OPTION_ENGINE:
        o->engine = (enum simulate_engine_kind)get_choice(parser, option, value, "auto", "interpreter", "native");
        break;
    case OPTION_REPLAY:
        o->replay = value;
        break;
    case OPTION_TRACE:
        o->trace = true;
        break;
    case OPTION_WITNESS_DIR:
        o->witness_dir = value;
        break;
    case OPTION_DYNAMIC_SHARED:
        o->check.dynamic_shared_bytes = get_number(parser, option, value, 0, UINT32_MAX);
        o->check.dynamic_shared_given = true;
        break;
    case OPTION_ONLY:
        get_only(parser, value);
        break;
    case OPTION_SEARCH:
        o->check.search = SEARCH_UNPROVED;
        break;
    case OPTION_STEPS:
        o->check.search_steps = get_number(parser, option, value, 1, INT64_MAX);
        break;
    case OPTION_STRICT:
        o->check.strict = true;
        break;
    case OPTION_WARP:
        o->check.lockstep = get_choice(parser, option, value, "independent", "lockstep", NULL) == 1;
        break;
    case OPTION_BARRIER_EXIT:
        o->check.exit_diverges = get_choice(parser, option, value, "arrive", "diverge", NULL) == 1;
        break;
    case OPTION_ANNOTATIONS:
        o->gpuverify_annotations =
            get_choice(parser, option, value, "none", "gpuverify", NULL) == 1;
        break;
    case OPTION_FORMAT:
        get_format(parser, value);
        break;
    case OPTION_OUTPUT:
        o->output = strcmp(value, "-") == 0 ? NULL : value;
        break;
    case OPTION_COLOR:
        o->colour =
            (enum colour_choice)get_choice(parser, option, value, "auto", "always", "never");
        break;
    case OPTION_QUIET:
        o->quiet = true;
        break;
    case OPTION_STATS:
        o->stats = value && get_choice(parser, option, value, "on", "off", NULL) == 1 ? STATS_OFF
                                                                                      : STATS_ON;
        break;
    case OPTION_JOBS:
        o->jobs = (uint32_t)get_number(parser, option, value, 1, 1024);
        break;
    case OPTION_BUDGET:
        o->check.budget_steps = get_number(parser, option, value, 1, INT64_MAX);
        break;
    case OPTION_TIMEOUT:
        get_timeout(parser, value);
        break;
    case OPTION_DUMP:
        get_dumps(parser, value);
        break;
    case OPTION_STOP_AFTER:
        get_stop(parser, value);
        break;
    case OPTION_LANGUAGE:
        get_language(parser, value);
        break;
    case OPTION_CLANG:
        o->clang = value;
        break;
    case OPTION_CUDA_PATH:
        o->cuda_path = value;
        break;
    case OPTION_SHARE_DIR:
        o->share_dir = value;
        break;
    case OPTION_CRASH:
        o->crash = value;
        break;
    case OPTION_HANG:
        o->hang = value;
        break;
    case OPTION_HELP:
        o->help = true;
        break;
    case OPTION_VERSION:
        o->version = true;
        break;
    case OPTION_COUNT:
        break;
    }
}

/* Finding options. */

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

/* Sets the option from `value` or else from the next word; gives the words used. */
static int take_option(struct parser *parser, enum option option, const char *value, bool is_last,
                       const char *next) {
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
    const char *name =
        equals ? arena_strndup(parser->arena, word + 2, (size_t)(equals - word - 2)) : word + 2;
    enum option option = find_option(name, 0);
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

static bool is_protocol(const struct options *o, const char *path) {
    const char *ending = strrchr(path, '.');
    return (ending && strcmp(ending, ".map") == 0) || (o->language && strcmp(o->language, "map") == 0);
}

static void check_simulation(struct parser *parser) {
    const struct options *o = parser->options;
    if (o->file_count > 1) {
        FAIL(parser, "'simulate' runs one kernel of one file");
    }
    if (o->file_count > 0 && is_protocol(o, o->files[0])) {
        FAIL(parser, "a protocol cannot be run; 'simulate' needs the kernel");
    }
    if (o->replay) {
        bool has_launch = o->argument_count > 0 || o->check.block[0] > 0 || o->check.grid[0] > 0 ||
                          o->kernel_count > 0 || o->check.dynamic_shared_given;
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

static void check_search(struct parser *parser) {
    struct options *o = parser->options;
    if (o->command == COMMAND_SEARCH) {
        o->check.search = SEARCH_ALONE;
    } else if (o->check.search == SEARCH_OFF && o->command == COMMAND_CHECK && o->check.search_steps > 0) {
        FAIL(parser, "--steps needs --search");
    }
    o->check.search_seed = o->seed;
    for (uint32_t i = 0; i < o->file_count && o->check.search == SEARCH_ALONE; i++) {
        if (is_protocol(o, o->files[i])) {
            FAIL(parser, "a protocol cannot be run; 'search' needs the kernel");
        }
    }
}

static void check_operands(struct parser *parser) {
    struct options *o = parser->options;
    uint32_t inputs = 0;
    if (o->help || o->version) {
        parser->error = NULL;
        return;
    }
    if (o->command == COMMAND_COUNT) {
        FAIL(parser, "no command; 'warpproof --help' lists them");
        return;
    }
    check_search(parser);
    if (o->command == COMMAND_SIMULATE) {
        check_simulation(parser);
    }
    if (o->file_count == 0 && !o->replay) {
        FAIL(parser, "'%s' needs a file", command_name(o->command));
    }
    for (uint32_t i = 0; i < o->file_count; i++) {
        inputs += strcmp(o->files[i], "-") == 0;
    }
    if (inputs > 1) {
        FAIL(parser, "standard input can be read once only");
    }
}

static const char **copy_words(struct arena *arena, const char *const *words, uint32_t count) {
    const char **copy = arena_alloc(arena, (count + 1) * sizeof *copy);
    if (count > 0) {
        memcpy(copy, words, count * sizeof *copy);
    }
    return copy;
}

static void keep_lists(struct parser *parser) {
    struct options *o = parser->options;
    o->file_count = parser->files.size;
    o->files = copy_words(parser->arena, parser->files.data, o->file_count);
    o->kernel_count = parser->kernels.size;
    o->kernels = copy_words(parser->arena, parser->kernels.data, o->kernel_count);
    uint32_t params = o->check.param_count = parser->params.size;
    struct check_param *copy = arena_alloc(parser->arena, (params + 1) * sizeof *copy);
    if (params > 0) {
        memcpy(copy, parser->params.data, params * sizeof *copy);
    }
    o->check.params = copy;
    o->argument_count = parser->arguments.size;
    struct argument_text *arguments =
        arena_alloc(parser->arena, (o->argument_count + 1) * sizeof *arguments);
    for (uint32_t i = 0; i < o->argument_count; i++) {
        arguments[i] = parser->arguments.data[i];
    }
    o->arguments = arguments;
    o->output_count = parser->outputs.size;
    struct array_output *outputs =
        arena_alloc(parser->arena, (o->output_count + 1) * sizeof *outputs);
    for (uint32_t i = 0; i < o->output_count; i++) {
        outputs[i] = parser->outputs.data[i];
    }
    o->outputs = outputs;
    vec_release(&parser->arguments);
    vec_release(&parser->outputs);
    uint32_t extents = o->check.extent_count = parser->extents.size;
    struct check_extent *kept = arena_alloc(parser->arena, (extents + 1) * sizeof *kept);
    for (uint32_t i = 0; i < extents; i++) {
        kept[i] = parser->extents.data[i];
    }
    o->check.extents = kept;
    vec_release(&parser->extents);
    vec_release(&parser->files);
    vec_release(&parser->kernels);
    o->check.required_count = parser->required.size;
    o->check.required = copy_words(parser->arena, parser->required.data, parser->required.size);
    vec_release(&parser->params);
    vec_release(&parser->required);
}

bool options_parse(struct arena *arena, int argc, const char *const *argv, struct options *options,
                   const char **error) {
    struct parser parser = {.arena = arena, .options = options};
    *options = (struct options){.command = COMMAND_COUNT,
                                .stop_after = STAGE_CHECK,
                                .seed = 1,
                                .schedules = 1,
                                .executable_path = argc > 0 ? argv[0] : NULL};
    options->check.properties =
        PROPERTY_RACE | PROPERTY_DIVERGENCE | PROPERTY_BOUNDS | PROPERTY_ASSERT;
    options->check.advice = true;
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
            i += parse_word(&parser, word, i + 1 >= argc || strcmp(argv[i + 1], "--") == 0,
                            i + 1 < argc ? argv[i + 1] : NULL);
            continue;
        }
        if (!has_command) {
            parse_command(&parser, word);
            has_command = true;
        } else {
            vec_push(&parser.files, word);
        }
        i++;
    }
    if (options->command == COMMAND_CONTRACT && !parser.has_only) {
        options->check.properties = PROPERTY_RACE | PROPERTY_DIVERGENCE;
    }
    keep_lists(&parser);
    check_operands(&parser);
    *error = parser.error;
    return !parser.error;
}

/* Help. */

static void help_option(const struct option_info *info, struct buffer *out) {
    struct buffer left = {0};
    if (info->letter) {
        buffer_printf(&left, "-%c, ", info->letter);
    }
    buffer_printf(&left, "--%s", info->name);
    if (info->argument) {
        bool is_optional = info->argument[0] == '[';
        buffer_printf(&left, is_optional ? "[=%s" : " %s", info->argument + is_optional);
    }
    if (left.size <= 30) {
        buffer_printf(out, "  %-30s  %s\n", buffer_text(&left), info->help);
    } else {
        buffer_printf(out, "  %s\n  %-30s  %s\n", buffer_text(&left), "", info->help);
    }
    buffer_release(&left);
}

void options_help(enum command command, struct buffer *out) {
    if (command == COMMAND_COUNT) {
        buffer_add(out, "usage: warpproof COMMAND FILE... [options] [-- clang options]\n\n"
                        "Proves GPU kernels free of data races, or shows how they race.\n\n");
        for (unsigned c = 0; c < COMMAND_COUNT; c++) {
            buffer_printf(out, "  warpproof %-9s %-9s %s\n", command_infos[c].name,
                          command_infos[c].operands, command_infos[c].help);
        }
        buffer_add(out, "\n'warpproof COMMAND --help' lists the options of a command.\n");
    } else {
        buffer_printf(out,
                      "usage: warpproof %s %s [options] [-- clang options]\n\n%s\n\noptions:\n",
                      command_infos[command].name, command_infos[command].operands,
                      command_infos[command].help);
        for (unsigned i = 0; i < OPTION_COUNT; i++) {
            bool is_hidden = strncmp(option_infos[i].name, "developer-", 10) == 0;
            if (!is_hidden && option_infos[i].commands & (1u << command)) {
                help_option(&option_infos[i], out);
            }
        }
    }
    buffer_add(out,
               "\nfiles: .cu, .bc, .ll, .map; '-' is standard input.\n"
               "exit status of check: 0 everything asked for is proved, 1 something is refuted,\n"
               "3 nothing is refuted and something is unproved, 2 usage error or unusable file.\n");
}
