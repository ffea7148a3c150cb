/* See precompiled.h. */
#include "front/precompiled.h"

#include <string.h>
#include <unistd.h>

#include "base/buffer.h"

enum kind { KIND_HOST, KIND_DEVICE, KIND_STANDARD, KIND_COUNT };

static const struct {
    const char *name, *source;
} FILES[KIND_COUNT] = {[KIND_HOST] = {"host.pch", "__warpproof_host_headers.h"},
                       [KIND_DEVICE] = {"device.pch", "__warpproof_cuda.h"},
                       [KIND_STANDARD] = {"standard.pch", "__warpproof_cuda.h"}};

static const char *path_of(struct arena *arena, const struct front_options *options, const char *name) {
    const char *slash = options->executable_path ? strrchr(options->executable_path, '/') : NULL;
    int length = slash ? (int)(slash - options->executable_path) : 0;
    const char *beside = slash ? arena_printf(arena, "%.*s/%s", length, options->executable_path, name) : NULL;
    if (!beside || access(beside, R_OK) == 0)
        return beside;
    return arena_printf(arena, "%.*s/../lib/warpproof/%s", length, options->executable_path, name);
}

bool precompiled_request(struct arena *arena, const char *folder, const char *share, uint32_t number, struct command_request *request) {
    if (number >= KIND_COUNT)
        return false;
    request->mode = COMMAND_PRECOMPILE;
    request->is_host = number == KIND_HOST;
    request->with_standard_headers = number == KIND_STANDARD;
    request->source = arena_printf(arena, "%s/cuda/%s", share, FILES[number].source);
    request->output = arena_printf(arena, "%s/%s", folder, FILES[number].name);
    return true;
}

/* Names of macros that headers of C++ and the bundled ones may ask for. */
static bool is_of_headers(const char *name) {
    return *name == '_' || strncmp(name, "CU", 2) == 0 || strncmp(name, "NV", 2) == 0;
}

/* Options that change nothing in headers: folders, and macros of the program's own; assert.h, of the standard headers, asks for NDEBUG. */
static bool is_harmless(const char *option, enum kind kind) {
    bool is_asserts = kind == KIND_STANDARD && strncmp(option, "-DNDEBUG", strlen("-DNDEBUG")) == 0;
    bool is_macro = strncmp(option, "-D", 2) == 0 && option[2] && !is_of_headers(option + 2) && !is_asserts;
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
    enum kind kind = request->is_host ? KIND_HOST : request->with_standard_headers ? KIND_STANDARD : KIND_DEVICE;
    const char *path = path_of(arena, options, FILES[kind].name);
    struct buffer text = {0};
    bool is_usable =
        path && request->mode == COMMAND_BITCODE && !request->is_c && !request->remapped && !request->gpuverify_annotations && !request->toolkit;
    is_usable &= request->is_host ? !request->with_standard_headers : !request->flags->architecture;
    for (uint32_t i = 0; is_usable && i < request->flags->args.size; i++) {
        bool is_pair = strcmp(request->flags->args.data[i], "-I") == 0 && i + 1 < request->flags->args.size;
        is_usable = is_pair || is_harmless(request->flags->args.data[i], kind);
        i += is_pair;
    }
    is_usable = is_usable && access(path, R_OK) == 0 && buffer_add_file(&text, request->source) && !defines_reserved(buffer_text(&text));
    buffer_release(&text);
    return is_usable ? path : NULL;
}
