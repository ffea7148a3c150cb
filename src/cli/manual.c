#include "cli/manual.h"

#include <string.h>

#include "cli/parser.h"

static bool is_shown(const struct option_info *info) {
    return strncmp(info->name, "developer-", 10) != 0;
}

static bool is_optional(const struct option_info *info) {
    return info->argument && info->argument[0] == '[';
}

/* "man|bash": alternatives to choose from, in contrast to "DIR|FILE" and "NAME=VALUE". */
static bool is_choice(const char *argument) {
    if (!argument || !strchr(argument, '|')) {
        return false;
    }
    for (const char *c = argument; *c; c++) {
        if (!((*c >= 'a' && *c <= 'z') || *c == '|' || *c == '-')) {
            return false;
        }
    }
    return true;
}

static bool takes_path(const char *argument) {
    return argument && (strstr(argument, "FILE") || strstr(argument, "DIR") || strcmp(argument, "PROGRAM") == 0);
}

/* ---- man ---- */

/* Text of a manual page: no line begins a request, backslashes and dashes are characters. */
static void add_roff(struct buffer *out, const char *text) {
    if (*text == '.' || *text == '\'') {
        buffer_add(out, "\\&");
    }
    for (; *text; text++) {
        if (*text == '\\') {
            buffer_add(out, "\\e");
        } else if (*text == '-') {
            buffer_add(out, "\\-");
        } else {
            buffer_char(out, *text);
        }
    }
}

static void add_man_option(struct buffer *out, const struct option_info *info) {
    buffer_add(out, ".TP\n.B ");
    if (info->letter) {
        buffer_printf(out, "\\-%c, ", info->letter);
    }
    buffer_add(out, "\\-\\-");
    add_roff(out, info->name);
    if (info->argument) {
        buffer_add(out, is_optional(info) ? "[=" : " ");
        add_roff(out, info->argument + is_optional(info));
    }
    buffer_char(out, '\n');
    add_roff(out, info->help);
    buffer_add(out, " (");
    bool is_first = true, is_all = true;
    for (unsigned c = 0; c < COMMAND_COUNT; c++) {
        is_all &= (info->commands >> c & 1) != 0;
    }
    for (unsigned c = 0; c < COMMAND_COUNT && !is_all; c++) {
        if (info->commands >> c & 1) {
            buffer_printf(out, "%s%s", is_first ? "" : ", ", command_infos[c].name);
            is_first = false;
        }
    }
    buffer_add(out, is_all ? "all commands).\n" : ").\n");
}

static void print_man(struct buffer *out) {
    buffer_add(out, ".TH WARPPROOF 1 \"\" \"warpproof " WP_VERSION "\" \"User Commands\"\n.SH NAME\n"
                    "warpproof \\- prove GPU kernels free of data races, or show how they race\n.SH SYNOPSIS\n"
                    ".B warpproof\n.I COMMAND FILE... [options] [\\-\\- clang options]\n.SH DESCRIPTION\n"
                    "Reads CUDA, OpenCL and LLVM bitcode, and answers without a GPU: is each kernel free of data races, of barrier\n"
                    "divergence, of accesses out of bounds and of failing assertions, for every launch or for the one that is named?\n"
                    "Each answer is a proof, a counterexample that was executed, or neither, with the reason.\n.PP\n"
                    "A word @FILE stands for the words in that file.\n.SH COMMANDS\n");
    for (unsigned c = 0; c < COMMAND_COUNT; c++) {
        buffer_printf(out, ".TP\n.B %s %s\n", command_infos[c].name, command_infos[c].operands);
        add_roff(out, command_infos[c].help);
        buffer_char(out, '\n');
    }
    buffer_add(out, ".SH OPTIONS\n");
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        if (is_shown(&option_infos[i])) {
            add_man_option(out, &option_infos[i]);
        }
    }
    buffer_add(out,
               ".SH EXIT STATUS\n.TP\n.B 0\nevery property asked for is proved\n.TP\n.B 1\nsomething is refuted\n.TP\n.B 2\n"
               "wrong usage, or a file that could not be analysed while nothing is refuted\n.TP\n.B 3\nnothing is refuted, something is unproved\n"
               ".SH ENVIRONMENT\nNO_COLOR, CLICOLOR_FORCE and TERM decide about colour; TMPDIR is where temporary files go.\n");
}

/* ---- completions ---- */

static void print_bash(struct buffer *out) {
    buffer_add(out, "# bash completion for warpproof\n_warpproof() {\n"
                    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
                    "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '");
    for (unsigned c = 0; c < COMMAND_COUNT; c++) {
        buffer_printf(out, "%s ", command_infos[c].name);
    }
    buffer_add(out, "--help --version' -- \"$cur\"))\n        return\n    fi\n    case $prev in\n");
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_info *info = &option_infos[i];
        if (!is_shown(info) || !is_choice(info->argument)) {
            continue;
        }
        buffer_printf(out, "    --%s) COMPREPLY=($(compgen -W '", info->name);
        for (const char *a = info->argument; *a; a++) {
            buffer_char(out, *a == '|' ? ' ' : *a);
        }
        buffer_add(out, "' -- \"$cur\")); return ;;\n");
    }
    buffer_add(out, "    esac\n    case $cur in\n    -*)\n        case $command in\n");
    for (unsigned c = 0; c < COMMAND_COUNT; c++) {
        buffer_printf(out, "        %s) COMPREPLY=($(compgen -W '", command_infos[c].name);
        for (unsigned i = 0; i < OPTION_COUNT; i++) {
            if (is_shown(&option_infos[i]) && option_infos[i].commands >> c & 1) {
                buffer_printf(out, "--%s ", option_infos[i].name);
            }
        }
        buffer_add(out, "' -- \"$cur\")) ;;\n");
    }
    buffer_add(out, "        esac ;;\n    *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n    esac\n}\ncomplete -o filenames -F _warpproof warpproof\n");
}

/* Text in single quotes. */
static void add_quoted(struct buffer *out, const char *text, const char *special) {
    for (; *text; text++) {
        if (*text == '\'') {
            buffer_add(out, "'\\''");
        } else {
            buffer_add(out, strchr(special, *text) ? "\\" : "");
            buffer_char(out, *text);
        }
    }
}

static void print_zsh(struct buffer *out) {
    buffer_add(out, "#compdef warpproof\nlocal -a commands\ncommands=(\n");
    for (unsigned c = 0; c < COMMAND_COUNT; c++) {
        buffer_printf(out, "  '%s:", command_infos[c].name);
        add_quoted(out, command_infos[c].help, ":\\");
        buffer_add(out, "'\n");
    }
    buffer_add(out, ")\nif (( CURRENT == 2 )); then\n  _describe command commands\n  return\nfi\n_arguments \\\n");
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_info *info = &option_infos[i];
        if (!is_shown(info)) {
            continue;
        }
        buffer_printf(out, "  '*--%s%s[", info->name, info->argument && !is_optional(info) ? "=" : "");
        add_quoted(out, info->help, "[]:\\");
        buffer_add(out, "]");
        if (is_choice(info->argument)) {
            buffer_add(out, ":value:(");
            for (const char *a = info->argument; *a; a++) {
                buffer_char(out, *a == '|' ? ' ' : *a);
            }
            buffer_char(out, ')');
        } else if (info->argument && !is_optional(info)) {
            buffer_add(out, takes_path(info->argument) ? ":file:_files" : ":value: ");
        }
        buffer_add(out, "' \\\n");
    }
    buffer_add(out, "  '*:file:_files'\n");
}

static void print_fish(struct buffer *out) {
    for (unsigned c = 0; c < COMMAND_COUNT; c++) {
        buffer_printf(out, "complete -c warpproof -n __fish_use_subcommand -a %s -d '", command_infos[c].name);
        add_quoted(out, command_infos[c].help, "\\");
        buffer_add(out, "'\n");
    }
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_info *info = &option_infos[i];
        if (!is_shown(info)) {
            continue;
        }
        buffer_add(out, "complete -c warpproof -n 'not __fish_use_subcommand'");
        if (info->letter) {
            buffer_printf(out, " -s %c", info->letter);
        }
        buffer_printf(out, " -l %s%s", info->name, info->argument && !is_optional(info) ? takes_path(info->argument) ? " -r -F" : " -x" : "");
        if (is_choice(info->argument)) {
            buffer_add(out, " -a '");
            for (const char *a = info->argument; *a; a++) {
                buffer_char(out, *a == '|' ? ' ' : *a);
            }
            buffer_char(out, '\'');
        }
        buffer_add(out, " -d '");
        add_quoted(out, info->help, "\\");
        buffer_add(out, "'\n");
    }
}

static const struct {
    const char *form;
    void (*print)(struct buffer *out);
} forms[] = {{"man", print_man}, {"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

bool manual_has(const char *form) {
    bool is_there = false;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        is_there |= strcmp(forms[i].form, form) == 0;
    }
    return is_there;
}

void manual_print(const char *form, struct buffer *out) {
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (strcmp(forms[i].form, form) == 0) {
            forms[i].print(out);
        }
    }
}
