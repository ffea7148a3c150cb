/* The command line as data. options.def lists commands and options. */
#ifndef WP_CLI_OPTIONS_H
#define WP_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "check/arguments.h"
#include "check/check.h"
#include "host/launch_site.h"
#include "report/launches_read.h"
#include "report/suppression.h"
#include "simulate/engine.h"

#define COMMAND(suffix, name, operands, help) COMMAND_##suffix,
enum command {
#include "cli/options.def"
    COMMAND_COUNT
};
#undef COMMAND

#define FORMAT(suffix, name) FORMAT_##suffix,
enum report_format {
#include "cli/formats.def"
    FORMAT_COUNT
};
#undef FORMAT

/* A report that a run makes. */
struct report_target {
    enum report_format format;
    const char *path; /* NULL: standard output */
    bool has_format, has_path;
};

enum colour_choice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };
enum map_form { AS_MAP, AS_BABY, AS_TYPE };
enum stats_choice { STATS_DEFAULT, STATS_ON, STATS_OFF };

/* In the order in which a file goes through them. */
enum stage { STAGE_FRONT, STAGE_LLVM, STAGE_KERNEL, STAGE_PROTOCOL, STAGE_FORMULA, STAGE_PAIRS, STAGE_CHECK, STAGE_COUNT };

struct array_output {
    const char *name, *path;
};

/* Compiler options of one file, from compile_commands.json. */
struct file_options {
    const char *const *clang_args;
    uint32_t count;
};

struct project;
struct project_settings;

struct options {
    enum command command; /* COMMAND_COUNT: none was given */
    int command_word;     /* its place on the command line */
    bool help, version;
    const char **files;
    uint32_t file_count;
    const char **kernels; /* --kernel */
    uint32_t kernel_count;
    bool system_headers;                     /* their kernels too */
    const struct file_options *file_options; /* by file, in front of clang_args; NULL: none */
    const char *const *beside;               /* C++ and C files in the folders of files, whose host code is read, too */
    const struct file_options *beside_options;
    uint32_t beside_count;
    const char *files_from, *database; /* --files-from, -p */
    const char **clang_args;           /* after -- */
    uint32_t clang_arg_count;
    struct check_options check;
    uint32_t global_size[3];         /* zeros: not given */
    const char *const *launch_files; /* --launches */
    uint32_t launch_file_count;
    enum launches_mode launches_mode;
    struct launch_list launches;         /* of all launch files, once read */
    const char *launches_text;           /* their bytes: results depend on them; NULL: none was given */
    const struct report_target *targets; /* at least one; at most one of them on standard output */
    uint32_t target_count;
    bool baseline_given;
    struct baseline baseline;
    const char *baseline_path, *config;
    enum colour_choice colour;
    enum stats_choice stats;
    bool has_large_block; /* more threads than a CUDA device has in a block */
    bool require_kernels, trust;
    bool verbose, quiet, gpuverify_annotations, annotations_given;
    bool header_options; /* sizes from the second line of each file */
    uint32_t jobs;       /* 0: number of cores */
    unsigned dumps;      /* bits 1 << stage */
    bool dumps_contents; /* at STAGE_PAIRS */
    enum stage stop_after;
    enum map_form map_form; /* of map */
    /* simulate */
    uint32_t threads; /* of BabyCUDA programs; 0: not given */
    const struct argument_text *arguments;
    uint32_t argument_count;
    const struct array_output *outputs;
    uint32_t output_count;
    uint64_t seed;
    uint32_t schedules;
    enum simulate_engine_kind engine;
    const char *accesses; /* --dump=accesses:ARRAY, or NULL */
    const char *replay;
    bool trace;
    const struct witness *witness; /* of --replay, once read */
    const char *witness_dir;       /* of check, or NULL */
    const char *cache_dir;         /* --cache, or NULL */
    const char *changed_since;     /* --changed-since, or NULL */
    const char *project;           /* --project, or NULL */
    bool print_config;
    const struct project *const *projects;                                       /* by file, NULL where there is none; NULL: none at all */
    const struct project *own_project;                                           /* of a worker's file, once project_apply has used it */
    uint64_t on_command_line;                                                    /* bits by option: set there */
    uint32_t command_params, command_extents, command_required, command_aliases; /* the first ones of the lists in `check` */
    const char *told;                                                            /* the command line's options, one in a line */
    const char *given;    /* the options that a worker's results may depend on, as they were given */
    const char *language; /* NULL: cu */
    const char *clang, *cuda_path, *share_dir;
    const char *executable_path;
    const char *precompile;   /* developer option: a folder */
    const char *manual;       /* developer option: man, bash, zsh, fish */
    const char *crash, *hang; /* developer options: kernel names */
};

/* Reads argv[1..]; what it points to lives in `arena` or is argv's. False and *error (without
   newline) if it cannot be followed. */
bool options_parse(struct arena *arena, int argc, const char *const *argv, struct options *options, const char **error);

/* Adds the settings of a project file; where the command line says something it stays. False and *error, with the line, if one
   cannot be followed. */
bool options_add(struct arena *arena, struct options *options, const struct project_settings *settings, const char **error);

/* The help text of a command, or of the program for COMMAND_COUNT. */
void options_help(enum command command, struct buffer *out);

const char *command_name(enum command command);

/* Whether the run makes results of kernels: `check`, `simulate` or `search`, not stopped before. */
static inline bool options_give_results(const struct options *options) {
    bool is_one = options->command == COMMAND_CHECK || options->command == COMMAND_CONTRACT || options->command == COMMAND_SIMULATE ||
                  options->command == COMMAND_SEARCH;
    return is_one && options->stop_after == STAGE_CHECK;
}

#endif
