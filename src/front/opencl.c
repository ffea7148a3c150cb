/* OpenCL C through clang, with clang's own declarations of the built-in functions; no OpenCL
 * installation is needed.
 *
 *   --target=nvptx64-nvidia-nvcl  the address spaces and calls of the other half of the house:
 * images, samplers and events are pointers; -cl-ext=+all                  every extension and
 * feature that clang knows is offered; -D__opencl_c_...              the features of OpenCL 3.0,
 * which a target has to define. Options that hosts pass to clBuildProgram and clang does not know
 * are dropped. */
#include "front/opencl.h"

#include <string.h>

static void add(struct command *command, const char *argument) {
    vec_push(&command->arguments, argument);
}

static void add_list(struct command *command, const char *const *arguments) {
    for (; *arguments; arguments++) {
        add(command, *arguments);
    }
}

bool opencl_has_standard(const struct nvcc_flags *flags) {
    for (uint32_t i = 0; i < flags->args.size; i++) {
        if (strncmp(flags->args.data[i], "-cl-std=", 8) == 0) {
            return true;
        }
    }
    return false;
}

static bool starts_with(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Options of drivers, and what would change the kind of output. */
static bool is_dropped(const char *argument) {
    static const char *const prefixes[] = {"-cl-nv-",
                                           "-cl-amd-",
                                           "-cl-intel-",
                                           "-cl-opt-disable",
                                           "-cl-kernel-arg-info",
                                           "-save-temps",
                                           "-fno-bin-",
                                           "-fbin-",
                                           "-f32",
                                           "-fno-alias",
                                           "-cl-fp32-correctly-rounded-divide-sqrt-",
                                           "-create-library",
                                           "-enable-link-options",
                                           "-cl-no-subgroup-ifp",
                                           "-qcom-",
                                           "-std=c++",
                                           "-Werror"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (starts_with(argument, prefixes[i])) {
            return true;
        }
    }
    return false;
}

static void add_features(struct command *command) {
    static const char *const features[] = {"-D__opencl_c_pipes=1",
                                           "-D__opencl_c_generic_address_space=1",
                                           "-D__opencl_c_work_group_collective_functions=1",
                                           "-D__opencl_c_atomic_order_acq_rel=1",
                                           "-D__opencl_c_atomic_order_seq_cst=1",
                                           "-D__opencl_c_atomic_scope_device=1",
                                           "-D__opencl_c_atomic_scope_all_devices=1",
                                           "-D__opencl_c_read_write_images=1",
                                           "-D__opencl_c_program_scope_global_variables=1",
                                           "-D__opencl_c_subgroups=1",
                                           "-D__opencl_c_3d_image_writes=1",
                                           "-D__opencl_c_fp64=1",
                                           "-D__opencl_c_int64=1",
                                           "-D__opencl_c_images=1",
                                           NULL};
    add_list(command, features);
}

static void add_users(struct command *command, const struct nvcc_flags *flags) {
    for (uint32_t i = 0; i < flags->args.size; i++) {
        if (!is_dropped(flags->args.data[i])) {
            add(command, flags->args.data[i]);
        }
    }
}

void opencl_command(struct arena *arena, const struct command_request *request,
                    const char *standard, struct command *command) {
    static const char *const fixed[] = {"-x",
                                        "cl",
                                        "--target=nvptx64-nvidia-nvcl",
                                        "-Xclang",
                                        "-cl-ext=+all",
                                        "-O1",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "-Xclang",
                                        "-debug-info-kind=limited",
                                        "-fno-discard-value-names",
                                        "-fno-crash-diagnostics",
                                        "-fno-color-diagnostics",
                                        "-w",
                                        NULL};
    static const char *const bitcode[] = {"-emit-llvm", "-c", NULL}, *const text[] = {"-E", NULL};
    *command = (struct command){0};
    add(command, request->clang);
    add_list(command, fixed);
    add_list(command, request->mode == COMMAND_PREPROCESS ? text : bitcode);
    add(command, "-D__WARPPROOF__=1");
    add(command, "-isystem");
    add(command, arena_printf(arena, "%s/include", request->share));
    if (!opencl_has_standard(request->flags)) {
        add(command, arena_printf(arena, "-cl-std=%s", standard));
    }
    add_features(command);
    if (request->gpuverify_annotations) {
        add(command, "-include");
        add(command, arena_printf(arena, "%s/gpuverify/__warpproof_gpuverify.h", request->share));
    }
    add_users(command, request->flags);
    const char *const rest[] = {"-MMD",          "-MF", request->dependencies, "-o",
                                request->output, "--",  request->source,       NULL};
    add_list(command, rest);
    add(command, NULL);
}
