/* What the options are for:
 *   -O1 -disable-llvm-passes  unoptimised, yet without optnone and with type information;
 *   -gline-tables-only        a location for every access;
 *   -nocudalib                mathematics stay calls to declared functions;
 *   --cuda-feature            warp builtins need a PTX version, which otherwise comes from a
 * toolkit;
 *   --cuda-path               for bundled headers a folder without a toolkit, so that clang finds
 *                             none elsewhere and the result is the same everywhere.
 * Warnings are off, and three errors that are only matters of taste in nvcc are not raised. */
#include "front/command.h"

#include <stdbool.h>
#include <stddef.h>

static void add(struct command *command, const char *argument) {
    vec_push(&command->arguments, argument);
}

static void add_list(struct command *command, const char *const *arguments) {
    for (; *arguments; arguments++) {
        add(command, *arguments);
    }
}

static void add_bundled(struct arena *arena, const struct command_request *request,
                        struct command *command) {
    const char *const options[] = {
        "-nocudainc",
        "--cuda-feature=+ptx83",
        "-Xclang",
        "-fcuda-allow-variadic-functions",
        arena_printf(arena, "--cuda-path=%s/cuda", request->share),
        arena_printf(arena, "-I%s/cuda", request->share),
        "-idirafter",
        arena_printf(arena, "%s/cuda-last", request->share),
        request->with_standard_headers ? "-D__WARPPROOF_WITH_STANDARD_HEADERS" : NULL,
        NULL};
    add_list(command, options);
    add(command, "-include");
    add(command, arena_printf(arena, "%s/cuda/__warpproof_cuda.h", request->share));
}

static void add_toolkit(struct arena *arena, const struct command_request *request,
                        struct command *command) {
    const char *const options[] = {
        arena_printf(arena, "--cuda-path=%s", request->toolkit),
        "-isystem",
        arena_printf(arena, "%s/cuda-shim", request->share),
        "-isystem",
        arena_printf(arena, "%s/include/cccl", request->toolkit),
        "-idirafter",
        arena_printf(arena, "%s/cuda-last", request->share),
        "-D_CG_CLUSTER_INTRINSICS_AVAILABLE",
        "-Wno-unknown-cuda-version",
        "-include",
        arena_printf(arena, "%s/cuda-shim/__warpproof_shim.h", request->share),
        NULL};
    add_list(command, options);
}

void command_build(struct arena *arena, const struct command_request *request,
                   struct command *command) {
    static const char *const fixed[] = {"-x",
                                        "cuda",
                                        "--cuda-device-only",
                                        "-nocudalib",
                                        "-std=c++17",
                                        "-O1",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "-gline-tables-only",
                                        "-fno-discard-value-names",
                                        "-fno-crash-diagnostics",
                                        "-fno-color-diagnostics",
                                        "-emit-llvm",
                                        "-c",
                                        "-w",
                                        "-Wno-register",
                                        "-Wno-c++11-narrowing",
                                        "-Wno-reserved-user-defined-literal",
                                        NULL};
    *command = (struct command){0};
    const char *architecture = request->flags->architecture;
    add(command, request->clang);
    add_list(command, fixed);
    add(command, arena_printf(arena, "--cuda-gpu-arch=%s", architecture ? architecture : "sm_80"));
    if (request->toolkit) {
        add_toolkit(arena, request, command);
    } else {
        add_bundled(arena, request, command);
    }
    if (request->gpuverify_annotations) {
        add(command, "-include");
        add(command, arena_printf(arena, "%s/gpuverify/__warpproof_gpuverify.h", request->share));
    }
    for (uint32_t i = 0; i < request->flags->args.size; i++) {
        add(command, request->flags->args.data[i]);
    }
    add(command, "-o");
    add(command, request->output);
    add(command, "--");
    add(command, request->source);
    add(command, NULL);
}

void command_release(struct command *command) {
    vec_release(&command->arguments);
}
