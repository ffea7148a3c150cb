/* Values of options. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "calculus/execute.h"
#include "check/aliases.h"
#include "check/type_facts.h"
#include "cli/manual.h"
#include "cli/parser.h"
#include "front/instance.h"
#include "protocol/expression.h"

static const char *const stage_names[STAGE_COUNT] = {"front", "llvm", "kernel", "protocol", "formula", "pairs", "check"};

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

static uint64_t get_number(struct parser *parser, enum option option, const char *text, uint64_t least, uint64_t most) {
    uint64_t value = 0;
    if (!parse_number(text, most, &value) || value < least) {
        FAIL(parser, "--%s: '%s' is not a number from %llu to %llu", option_infos[option].name, text, (unsigned long long)least,
             (unsigned long long)most);
    }
    return value;
}

/* Copies what stands before the separator and advances; NULL at the end. */
static char *next_piece(struct arena *arena, const char **text, char separator) {
    if (!*text) {
        return NULL;
    }
    const char *stop = strchr(*text, separator);
    char *piece = stop ? arena_strndup(arena, *text, (size_t)(stop - *text)) : arena_strdup(arena, *text);
    *text = stop ? stop + 1 : NULL;
    return piece;
}

static void get_triple(struct parser *parser, enum option option, const char *text, uint32_t triple[3]) {
    size_t length = strlen(text);
    bool in_brackets = length > 2 && text[0] == '[' && text[length - 1] == ']'; /* as GPUVerify writes it */
    const char *rest = in_brackets ? arena_strndup(parser->arena, text + 1, length - 2) : text;
    char *piece;
    uint32_t count = 0;
    triple[0] = triple[1] = triple[2] = 1;
    while ((piece = next_piece(parser->arena, &rest, ','))) {
        uint64_t value;
        if (count == 3 || !parse_number(piece, UINT32_MAX, &value) || value == 0) {
            FAIL(parser, "--%s: '%s' is not X[,Y[,Z]] with positive numbers", option_infos[option].name, text);
            return;
        }
        triple[count++] = (uint32_t)value;
    }
}

/* X[,Y[,Z]], or any. */
static void get_offset(struct parser *parser, const char *text) {
    struct check_options *check = &parser->options->check;
    const char *rest = text;
    char *piece;
    uint32_t count = 0;
    bool is_any = strcmp(text, "any") == 0;
    check->offset = is_any ? CHECK_OFFSET_ANY : CHECK_OFFSET_GIVEN;
    while (!is_any && (piece = next_piece(parser->arena, &rest, ','))) {
        uint64_t value;
        if (count == 3 || !parse_number(piece, INT64_MAX, &value)) {
            FAIL(parser, "--global-offset: '%s' is neither X[,Y[,Z]] nor any", text);
            return;
        }
        check->global_offset[count++] = (int64_t)value;
    }
}

static uint32_t get_choice(struct parser *parser, enum option option, const char *text, const char *first, const char *second, const char *third) {
    const char *const names[] = {first, second, third};
    for (uint32_t i = 0; i < 3; i++) {
        if (names[i] && strcmp(names[i], text) == 0) {
            return i;
        }
    }
    FAIL(parser, "--%s: '%s' is not one of %s, %s%s%s", option_infos[option].name, text, first, second, third ? ", " : "", third ? third : "");
    return 0;
}

static void get_param(struct parser *parser, const char *text) {
    const char *equals = strchr(text, '=');
    char *end = NULL;
    errno = 0;
    struct check_param param = {.value = equals ? strtoll(equals + 1, &end, 0) : 0};
    if (equals && end && end != equals + 1 && (*end == '.' || *end == 'e' || *end == 'E')) {
        param.real = strtod(equals + 1, &end);
        param.is_real = true;
    }
    if (!equals || equals == text || end == equals + 1 || *end != '\0' || errno != 0) {
        FAIL(parser, "--param: '%s' is not NAME=NUMBER", text);
        return;
    }
    char *name = arena_strndup(parser->arena, text, (size_t)(equals - text));
    for (uint32_t i = 0; i < parser->params.size; i++) {
        const struct check_param *other = &parser->params.data[i];
        if (strcmp(other->name, name) == 0 && (other->value != param.value || other->real < param.real || other->real > param.real)) {
            FAIL(parser, "--param: two values for '%s'", name);
        }
    }
    param.name = name;
    vec_push(&parser->params, param);
}

/* "NAME=REST": the name; *rest is what follows, NULL if it is not of that form. */
static const char *get_pair(struct parser *parser, enum option option, const char *text, const char **rest) {
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1]) {
        FAIL(parser, "--%s: '%s' is not %s", option_infos[option].name, text, option_infos[option].argument);
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
    struct check_extent extent = {.name = arena_strndup(parser->arena, text, (size_t)(equals - text)), .expression = equals + 1};
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

static void get_type_fact(struct parser *parser, const char *text) {
    const char *error = NULL;
    struct type_fact fact = type_fact_parse(parser->arena, text, &error);
    if (error) {
        FAIL(parser, "--type-fact: %s", error);
        return;
    }
    vec_push(&parser->type_facts, fact);
}

static void get_alias(struct parser *parser, const char *text) {
    const char *error = NULL;
    struct check_alias alias = alias_parse(parser->arena, text, &error);
    if (error) {
        FAIL(parser, "--alias: %s", error);
        return;
    }
    vec_push(&parser->aliases, alias);
}

/* One of three words, or a file. */
static void get_launches(struct parser *parser, const char *text) {
    struct options *o = parser->options;
    if (strcmp(text, "both") == 0) {
        o->launches_mode = LAUNCHES_BOTH;
    } else if (strcmp(text, "program") == 0) {
        o->launches_mode = LAUNCHES_PROGRAM;
    } else if (strcmp(text, "any") == 0) {
        o->launches_mode = LAUNCHES_ANY;
    } else {
        vec_push(&parser->launches, text);
    }
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
    return parser->options->command == COMMAND_CHECK || parser->options->command == COMMAND_CONTRACT;
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
        } else if (strncmp(piece, "accesses:", 9) == 0 && piece[9] && parser->options->command == COMMAND_SIMULATE) {
            parser->options->accesses = piece + 9;
        } else {
            FAIL(parser, "--dump: '%s' is not one of llvm, kernel, protocol%s", piece, is_proving(parser) ? ", formula, pairs, contents" : "");
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
    static const char *const known[] = {"cu", "cl", "bc", "ll", "map", "baby"};
    parser->options->language = text;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i], text) == 0) {
            return;
        }
    }
    FAIL(parser, "--language: '%s' is not one of cu, cl, bc, ll, map, baby", text);
}

static const char *const format_names[FORMAT_COUNT] = {
#define FORMAT(suffix, name) name,
#include "cli/formats.def"
#undef FORMAT
};

static void get_format(struct parser *parser, const char *text) {
    uint32_t last = parser->targets.size;
    struct report_target target = {.has_format = true};
    while (target.format < FORMAT_COUNT && strcmp(format_names[target.format], text) != 0) {
        target.format++;
    }
    if (target.format == FORMAT_COUNT) {
        FAIL(parser, "--format: '%s' is not one of text, json, sarif, html, junit, github, gcc", text);
    } else if (last > 0 && !parser->targets.data[last - 1].has_format) {
        parser->targets.data[last - 1].format = target.format;
        parser->targets.data[last - 1].has_format = true;
    } else {
        vec_push(&parser->targets, target);
    }
}

static void get_output(struct parser *parser, const char *text) {
    uint32_t last = parser->targets.size;
    struct report_target target = {.path = strcmp(text, "-") == 0 ? NULL : text, .has_path = true};
    if (!*text) {
        FAIL(parser, "-o needs the name of a file");
    } else if (last > 0 && !parser->targets.data[last - 1].has_path) {
        parser->targets.data[last - 1].path = target.path;
        parser->targets.data[last - 1].has_path = true;
    } else {
        vec_push(&parser->targets, target);
    }
}

void option_set(struct parser *parser, enum option option, const char *value) {
    struct options *o = parser->options;
    switch (option) {
    case OPTION_KERNEL: vec_push(&parser->kernels, value); break;
    case OPTION_INSTANTIATE: {
        const char *problem = instance_problem(parser->arena, value);
        if (problem) {
            FAIL(parser, "--instantiate: '%s' %s", value, problem);
        } else {
            vec_push(&parser->instances, arena_printf(parser->arena, "--instantiate=%s", value));
        }
        break;
    }
    case OPTION_BLOCK: get_triple(parser, option, value, o->check.block); break;
    case OPTION_GRID: get_triple(parser, option, value, o->check.grid); break;
    case OPTION_GLOBAL_SIZE: get_triple(parser, option, value, o->global_size); break;
    case OPTION_GLOBAL_OFFSET: get_offset(parser, value); break;
    case OPTION_PARAM:
        if (o->command == COMMAND_SIMULATE) {
            get_argument(parser, option, value);
        } else {
            get_param(parser, value);
        }
        break;
    case OPTION_REQUIRES: get_requirement(parser, value); break;
    case OPTION_LAUNCHES: get_launches(parser, value); break;
    case OPTION_EXTENT: get_extent(parser, value); break;
    case OPTION_ALIAS: get_alias(parser, value); break;
    case OPTION_TYPE_FACT: get_type_fact(parser, value); break;
    case OPTION_ARG: get_argument(parser, option, value); break;
    case OPTION_OUT: get_array_output(parser, value); break;
    case OPTION_SEED: o->seed = get_number(parser, option, value, 0, INT64_MAX); break;
    case OPTION_SCHEDULES: o->schedules = (uint32_t)get_number(parser, option, value, 1, 1000000); break;
    case OPTION_ENGINE: o->engine = (enum simulate_engine_kind)get_choice(parser, option, value, "auto", "interpreter", "native"); break;
    case OPTION_REPLAY: o->replay = value; break;
    case OPTION_SYSTEM_HEADERS: o->system_headers = true; break;
    case OPTION_DATABASE: o->database = value; break;
    case OPTION_FILES_FROM: o->files_from = value; break;
    case OPTION_REQUIRE_KERNELS: o->require_kernels = true; break;
    case OPTION_TRUST: o->trust = true; break;
    case OPTION_TRACE: o->trace = true; break;
    case OPTION_THREADS: o->threads = (uint32_t)get_number(parser, option, value, 1, BABY_THREADS_MAX); break;
    case OPTION_AS: o->map_form = (enum map_form)get_choice(parser, option, value, "map", "baby", "type"); break;
    case OPTION_CHANGED_SINCE:
        if (!*value || value[0] == '-') {
            FAIL(parser, "--changed-since: '%s' is no revision", value);
        }
        o->changed_since = value;
        break;
    case OPTION_PROJECT: o->project = value; break;
    case OPTION_PRINT_CONFIG: o->print_config = true; break;
    case OPTION_CACHE: o->cache_dir = value; break;
    case OPTION_WITNESS_DIR: o->witness_dir = value; break;
    case OPTION_DYNAMIC_SHARED:
        o->check.dynamic_shared_bytes = get_number(parser, option, value, 0, UINT32_MAX);
        o->check.dynamic_shared_given = true;
        break;
    case OPTION_ONLY: get_only(parser, value); break;
    case OPTION_SEARCH:
        o->check.search = !value ? SEARCH_UNPROVED : get_choice(parser, option, value, "possible", "off", NULL) == 1 ? SEARCH_OFF : SEARCH_POSSIBLE;
        break;
    case OPTION_STEPS: o->check.search_steps = get_number(parser, option, value, 1, INT64_MAX); break;
    case OPTION_STRICT: o->check.strict = true; break;
    case OPTION_WARP: o->check.lockstep = get_choice(parser, option, value, "independent", "lockstep", NULL) == 1; break;
    case OPTION_BARRIER_EXIT:
        o->check.exit_given = true;
        o->check.exit_diverges = get_choice(parser, option, value, "arrive", "diverge", NULL) == 1;
        break;
    case OPTION_HEADER_OPTIONS: o->header_options = true; break;
    case OPTION_ANNOTATIONS:
        o->gpuverify_annotations = get_choice(parser, option, value, "none", "gpuverify", NULL) == 1;
        o->annotations_given = true;
        break;
    case OPTION_FORMAT: get_format(parser, value); break;
    case OPTION_OUTPUT: get_output(parser, value); break;
    case OPTION_BASELINE: o->baseline_path = value; break;
    case OPTION_CONFIG: o->config = value; break;
    case OPTION_COLOR: o->colour = (enum colour_choice)get_choice(parser, option, value, "auto", "always", "never"); break;
    case OPTION_VERBOSE: o->verbose = true; break;
    case OPTION_QUIET: o->quiet = true; break;
    case OPTION_STATS: o->stats = value && get_choice(parser, option, value, "on", "off", NULL) == 1 ? STATS_OFF : STATS_ON; break;
    case OPTION_JOBS: o->jobs = (uint32_t)get_number(parser, option, value, 1, 1024); break;
    case OPTION_BUDGET: o->check.budget_steps = get_number(parser, option, value, 1, INT64_MAX); break;
    case OPTION_TIMEOUT: get_timeout(parser, value); break;
    case OPTION_DUMP: get_dumps(parser, value); break;
    case OPTION_STOP_AFTER: get_stop(parser, value); break;
    case OPTION_LANGUAGE: get_language(parser, value); break;
    case OPTION_CLANG: o->clang = value; break;
    case OPTION_CUDA_PATH: o->cuda_path = value; break;
    case OPTION_SHARE_DIR: o->share_dir = value; break;
    case OPTION_PRECOMPILE: o->precompile = value; break;
    case OPTION_MANUAL:
        if (!manual_has(value)) {
            FAIL(parser, "--developer-manual: '%s' is not one of man, bash, zsh, fish", value);
        }
        o->manual = value;
        break;
    case OPTION_CRASH: o->crash = value; break;
    case OPTION_HANG: o->hang = value; break;
    case OPTION_HELP: o->help = true; break;
    case OPTION_VERSION: o->version = true; break;
    case OPTION_COUNT: break;
    }
}
