/* What the parts of the command line's parser share: the tables made from
   options.def, and the state of a run of the parser. */
#ifndef WP_CLI_PARSER_H
#define WP_CLI_PARSER_H

#include "base/vec.h"
#include "cli/options.h"

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

struct command_info {
    const char *name, *operands, *help;
};

extern const struct option_info option_infos[OPTION_COUNT];
extern const struct command_info command_infos[COMMAND_COUNT];

/* The first error is kept. */
struct parser {
    struct arena *arena;
    struct options *options;
    const char *error;
    VEC(const char *) files;
    VEC(const char *) kernels;
    VEC(const char *) instances; /* as options of the compiler */
    VEC(struct check_param) params;
    VEC(struct argument_text) arguments;
    VEC(struct array_output) outputs;
    VEC(struct check_extent) extents;
    VEC(const char *) required;
    VEC(struct check_alias) aliases;
    VEC(struct type_fact) type_facts;
    VEC(const char *) launches;
    VEC(struct report_target) targets;
    struct buffer given, told; /* become options->given and ->told */
    bool has_only;
};

#define FAIL(parser, ...) ((void)((parser)->error = (parser)->error ? (parser)->error : arena_printf((parser)->arena, __VA_ARGS__)))

/* OPTION_COUNT if there is no option of this name. */
enum option options_find(const char *name);

/* The number of work-groups from that of work-items, if the latter is given. */
void options_apply_global_size(struct parser *parser);

/* Takes the option's value, which is checked; NULL where it has none. */
void option_set(struct parser *parser, enum option option, const char *value);

#endif
