/* What the options are for:
 *   -O1 -disable-llvm-passes  unoptimised, yet without optnone and with type information;
 *   -debug-info-kind=limited  a location for every access, and the members of structs;
 *   -nocudalib                mathematics stay calls to declared functions;
 *   --cuda-feature            warp builtins need a PTX version, which otherwise comes from a
 * toolkit;
 *   --cuda-path               for bundled headers a folder without a toolkit, so that clang finds
 *                             none elsewhere and the result is the same everywhere.
 * Of the host half, -dwarf-version=5: where functions without a body are declared is told; -fno-strict-aliasing: cudaMalloc((void **)&p, n) writes a float *; -funroll-loops: at -O1 clang forbids it in each loop.
 * Warnings are off, and three errors that are only matters of taste in nvcc are not raised. */
#include "front/command.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static void add(struct command *command, const char *argument) {
    vec_push(&command->arguments, argument);
}

static void add_list(struct command *command, const char *const *arguments) {
    for (; *arguments; arguments++) {
        add(command, *arguments);
    }
}

static bool is_preprocessed(const struct command_request *request) {
    return request->mode == COMMAND_SYNTAX || request->mode == COMMAND_PREPROCESSED;
}

static void add_bundled(struct arena *arena, const struct command_request *request, struct command *command) {
    const char *const options[] = {"-isystem",
                                   arena_printf(arena, "%s/cuda", request->share),
                                   "-idirafter",
                                   arena_printf(arena, "%s/cuda-last", request->share),
                                   request->with_standard_headers ? "-D__WARPPROOF_WITH_STANDARD_HEADERS" : NULL,
                                   NULL};
    add_list(command, options);
    if (request->mode == COMMAND_PRECOMPILE) {
        return;
    }
    add(command, request->precompiled ? "-include-pch" : "-include");
    add(command, request->precompiled ? request->precompiled : arena_printf(arena, "%s/cuda/__warpproof_cuda.h", request->share));
    if (request->is_plain) {
        add(command, "-include");
        add(command, arena_printf(arena, "%s/cuda/__warpproof_plain.h", request->share));
    }
}

static void add_toolkit(struct arena *arena, const struct command_request *request, struct command *command) {
    const char *const options[] = {"-isystem",
                                   arena_printf(arena, "%s/cuda-shim", request->share),
                                   "-isystem",
                                   arena_printf(arena, "%s/include/cccl", request->toolkit),
                                   "-idirafter",
                                   arena_printf(arena, "%s/cuda-last", request->share),
                                   "-D_CG_CLUSTER_INTRINSICS_AVAILABLE",
                                   "-include",
                                   "math.h", /* as nvcc's headers do: isfinite and kin without std:: */
                                   "-include",
                                   arena_printf(arena, "%s/cuda-shim/__warpproof_shim.h", request->share),
                                   NULL};
    add_list(command, options);
}

/* Whether args[index] adds a toolkit's folder of headers, and in how many arguments. A build made
   for nvcc may name it; beside the bundled headers it would give half of each. */
static uint32_t count_toolkit_path(struct arena *arena, const struct nvcc_flags *flags, uint32_t index) {
    static const char *const options[] = {"-I", "-isystem"};
    const char *arg = flags->args.data[index];
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        size_t length = strlen(options[i]);
        bool is_pair = strcmp(arg, options[i]) == 0 && index + 1 < flags->args.size;
        const char *folder = is_pair ? flags->args.data[index + 1] : arg + length;
        if (strncmp(arg, options[i], length) == 0 && *folder && access(arena_printf(arena, "%s/cuda_runtime.h", folder), R_OK) == 0) {
            return is_pair ? 2 : 1;
        }
    }
    return 0;
}

/* How many arguments at index are for the preprocessor only; 0: it is for the compiler too. */
static uint32_t count_preprocessor_arguments(const struct nvcc_flags *flags, uint32_t index) {
    static const char *const options[] = {"-D", "-U", "-I", "-include", "-imacros", "-isystem", "-iquote", "-idirafter"};
    const char *arg = flags->args.data[index];
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        size_t length = strlen(options[i]);
        if (strncmp(arg, options[i], length) == 0) {
            return arg[length] || index + 1 == flags->args.size ? 1 : 2;
        }
    }
    return 0;
}

static void add_users(struct arena *arena, const struct command_request *request, struct command *command) {
    const struct nvcc_flags *flags = request->flags;
    for (uint32_t i = 0; i < flags->args.size;) {
        uint32_t skipped = is_preprocessed(request) ? count_preprocessor_arguments(flags, i)
                           : request->toolkit       ? 0
                                                    : count_toolkit_path(arena, flags, i);
        if (skipped == 0) {
            add(command, flags->args.data[i]);
        }
        i += skipped ? skipped : 1;
    }
}

static void add_headers(struct arena *arena, const struct command_request *request, struct command *command) {
    if (request->toolkit) {
        add_toolkit(arena, request, command);
    } else {
        add_bundled(arena, request, command);
    }
    if (request->remapped) {
        const char *const options[] = {"-Xclang", "-remap-file", "-Xclang", request->remapped, NULL};
        add_list(command, options);
    }
    add(command, "-D__WARPPROOF__=1");
    add(command, "-isystem");
    add(command, arena_printf(arena, "%s/include", request->share));
    if (request->gpuverify_annotations) {
        add(command, "-include");
        add(command, arena_printf(arena, "%s/gpuverify/__warpproof_gpuverify.h", request->share));
    }
    add_users(arena, request, command);
    if (request->absent_headers) {
        add(command, "-idirafter");
        add(command, request->absent_headers);
    }
}

/* C code: without CUDA's words and without the bundled headers, which are C++. */
static void build_c(struct arena *arena, const struct command_request *request, struct command *command) {
    static const char *const fixed[] = {"-x",
                                        "c",
                                        "-O1",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "-Xclang",
                                        "-debug-info-kind=limited",
                                        "-Xclang",
                                        "-dwarf-version=5",
                                        "-fno-discard-value-names",
                                        "-fno-crash-diagnostics",
                                        "-fno-color-diagnostics",
                                        "-w",
                                        "-Wno-implicit-int",
                                        "-Wno-implicit-function-declaration",
                                        "-Wno-int-conversion",
                                        "-Wno-incompatible-function-pointer-types",
                                        "-fno-strict-aliasing",
                                        "-funroll-loops",
                                        "-emit-llvm",
                                        "-c",
                                        NULL};
    *command = (struct command){0};
    add(command, request->clang);
    add_list(command, fixed);
    add_users(arena, request, command);
    if (request->dependencies) {
        add(command, "-MMD");
        add(command, "-MF");
        add(command, request->dependencies);
    }
    add(command, "-o");
    add(command, request->output);
    add(command, "--");
    add(command, request->source);
    add(command, NULL);
}

void command_build(struct arena *arena, const struct command_request *request, struct command *command) {
    if (request->is_c) {
        build_c(arena, request, command);
        return;
    }
    static const char *const fixed[] = {"-x",
                                        "cuda",
                                        "-nocudalib",
                                        "-std=c++17",
                                        "-O1",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "-Xclang",
                                        "-debug-info-kind=limited",
                                        "-fno-discard-value-names",
                                        "-fno-crash-diagnostics",
                                        "-fno-color-diagnostics",
                                        "-w",
                                        "-Wno-register",
                                        "-Wno-c++11-narrowing",
                                        "-Wno-reserved-user-defined-literal",
                                        NULL};
    static const char *const modes[][4] = {[COMMAND_BITCODE] = {"-emit-llvm", "-c", NULL},
                                           [COMMAND_PREPROCESS] = {"-E", NULL},
                                           [COMMAND_SYNTAX] = {"-fsyntax-only", "-ferror-limit=500", "-fno-caret-diagnostics", NULL},
                                           [COMMAND_PREPROCESSED] = {"-emit-llvm", "-c", NULL},
                                           [COMMAND_PRECOMPILE] = {"-Xclang", "-emit-pch", "-c", NULL}};
    static const char *const bundled[] = {"-nocudainc", "-Xclang", "-fcuda-allow-variadic-functions", NULL};
    static const char *const host[] = {
        "--cuda-host-only", "-fno-strict-aliasing", "-funroll-loops", "-D__WARPPROOF_HOST__=1", "-Xclang", "-dwarf-version=5", NULL};
    /* The form of a launch that src/llvm/host_stub.c reads, whatever the toolkit's version. */
    static const char *const old_launch[] = {"-Xclang", "-target-sdk-version=8.0", NULL};
    static const char *const preprocessed[] = {"-nocudainc", "-nostdinc", NULL};
    *command = (struct command){0};
    const char *architecture = request->flags->architecture;
    add(command, request->clang);
    add_list(command, fixed);
    if (request->is_host) {
        add_list(command, host);
    } else {
        add(command, "--cuda-device-only");
        add(command, arena_printf(arena, "--cuda-gpu-arch=%s", architecture ? architecture : "sm_80"));
    }
    add_list(command, modes[request->mode]);
    if (request->mode == COMMAND_PRECOMPILE && !request->is_host) {
        add(command, "-emit-llvm"); /* else the driver assembles what it takes for PTX */
    }
    if (request->toolkit) {
        add(command, arena_printf(arena, "--cuda-path=%s", request->toolkit));
        add(command, "-Wno-unknown-cuda-version");
        if (request->is_host) {
            add_list(command, old_launch);
        }
    } else {
        add_list(command, bundled);
        if (!request->is_host) {
            add(command, "--cuda-feature=+ptx83");
        }
        add(command, arena_printf(arena, "--cuda-path=%s/cuda", request->share));
    }
    if (is_preprocessed(request)) {
        add_list(command, preprocessed);
        add_users(arena, request, command);
    } else {
        add_headers(arena, request, command);
    }
    if (request->dependencies && !is_preprocessed(request)) {
        add(command, "-MMD");
        add(command, "-MF");
        add(command, request->dependencies);
    }
    if (request->output) {
        add(command, "-o");
        add(command, request->output);
    }
    add(command, "--");
    add(command, request->source);
    add(command, NULL);
}

void command_release(struct command *command) {
    vec_release(&command->arguments);
}
