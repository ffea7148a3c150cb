/* What --help prints. */
#include <string.h>

#include "cli/parser.h"

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
            buffer_printf(out, "  warpproof %-9s %-9s %s\n", command_infos[c].name, command_infos[c].operands, command_infos[c].help);
        }
        buffer_add(out, "\n'warpproof COMMAND --help' lists the options of a command.\n");
    } else {
        buffer_printf(out, "usage: warpproof %s%s%s [options] [-- clang options]\n\n%s\n\noptions:\n", command_infos[command].name,
                      command_infos[command].operands[0] ? " " : "", command_infos[command].operands, command_infos[command].help);
        for (unsigned i = 0; i < OPTION_COUNT; i++) {
            bool is_hidden = strncmp(option_infos[i].name, "developer-", 10) == 0;
            if (!is_hidden && option_infos[i].commands & (1u << command)) {
                help_option(&option_infos[i], out);
            }
        }
    }
    buffer_add(out, "\nfiles: .cu, .cl, .bc, .ll, .map, .baby; '-' is standard input.\n"
                    "exit status of check: 0 everything asked for is proved, 1 something is refuted,\n"
                    "3 nothing is refuted and something is unproved, 2 usage error or unusable file.\n");
}
