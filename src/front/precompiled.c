/* See precompiled.h. */
#include "front/precompiled.h"

#include <string.h>
#include <unistd.h>

#include "base/buffer.h"

const char *front_precompiled_path(struct arena *arena, const struct front_options *options) {
    const char *slash = options->executable_path ? strrchr(options->executable_path, '/') : NULL;
    int length = slash ? (int)(slash - options->executable_path) : 0;
    const char *beside = slash ? arena_printf(arena, "%.*s/host.pch", length, options->executable_path) : NULL;
    if (!beside || access(beside, R_OK) == 0)
        return beside;
    return arena_printf(arena, "%.*s/../lib/warpproof/host.pch", length, options->executable_path);
}

/* Names of macros that headers of C++ and the bundled ones may ask for. */
static bool is_of_headers(const char *name) {
    return *name == '_' || strncmp(name, "CU", 2) == 0 || strncmp(name, "NV", 2) == 0;
}

/* Options that change nothing in headers: folders, and macros of the program's own. */
static bool is_harmless(const char *option) {
    bool is_macro = strncmp(option, "-D", 2) == 0 && option[2] && !is_of_headers(option + 2);
    return is_macro || (strncmp(option, "-I", 2) == 0 && option[2]);
}

static bool defines_reserved(const char *text) {
    for (const char *at = text; (at = strstr(at, "define")) != NULL;) {
        at += strlen("define");
        if (is_of_headers(at + strspn(at, " \t")))
            return true;
    }
    return false;
}

const char *precompiled_for(struct arena *arena, const struct front_options *options, const struct command_request *request) {
    const char *path = front_precompiled_path(arena, options);
    struct buffer text = {0};
    bool is_usable = path && request->is_host && !request->is_c && !request->remapped && !request->gpuverify_annotations;
    for (uint32_t i = 0; is_usable && i < request->flags->args.size; i++) {
        bool is_pair = strcmp(request->flags->args.data[i], "-I") == 0 && i + 1 < request->flags->args.size;
        is_usable = is_pair || is_harmless(request->flags->args.data[i]);
        i += is_pair;
    }
    is_usable = is_usable && access(path, R_OK) == 0 && buffer_add_file(&text, request->source) && !defines_reserved(buffer_text(&text));
    buffer_release(&text);
    return is_usable ? path : NULL;
}
