/* OpenCL C through clang, with clang's own declarations of the built-in functions; no OpenCL
 * installation is needed.
 *
 *   --target=nvptx64-nvidia-nvcl  the address spaces and calls of the other half of the house:
 * images, samplers and events are pointers; -cl-ext=+all                  every extension and
 * feature that clang knows is offered; -D__opencl_c_...              the features of OpenCL 3.0,
 * which a target has to define. Where that does not compile, with the macros of extensions that clang's header
 * defines for SPIR alone. Options that hosts pass to clBuildProgram and clang does not know
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

static bool has_standard(const struct nvcc_flags *flags) {
    for (uint32_t i = 0; i < flags->args.size; i++) {
        if (strncmp(flags->args.data[i], "-cl-std=", 8) == 0) {
            return true;
        }
    }
    return false;
}

/* The version that hosts get without an option, then the one with generic pointers and atomic types. Extensions come
 * last: sources ask with #ifdef what there is, and mostly do without. */
uint32_t opencl_dialects(const struct nvcc_flags *flags, const struct opencl_dialect **dialects) {
    static const struct opencl_dialect unnamed[] = {{"CL1.2", false}, {"CL2.0", false}, {"CL2.0", true}};
    static const struct opencl_dialect named[] = {{NULL, false}, {NULL, true}};
    bool is_named = has_standard(flags);
    *dialects = is_named ? named : unnamed;
    return (uint32_t)(is_named ? sizeof named / sizeof *named : sizeof unnamed / sizeof *unnamed);
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

static void add_extensions(struct command *command) {
    static const char *const extensions[] = {"-Dcl_khr_subgroup_extended_types=1",
                                             "-Dcl_khr_subgroup_non_uniform_vote=1",
                                             "-Dcl_khr_subgroup_ballot=1",
                                             "-Dcl_khr_subgroup_non_uniform_arithmetic=1",
                                             "-Dcl_khr_subgroup_shuffle=1",
                                             "-Dcl_khr_subgroup_shuffle_relative=1",
                                             "-Dcl_khr_subgroup_clustered_reduce=1",
                                             "-Dcl_khr_subgroup_rotate=1",
                                             "-Dcl_khr_extended_bit_ops=1",
                                             "-Dcl_khr_integer_dot_product=1",
                                             "-D__opencl_c_integer_dot_product_input_4x8bit=1",
                                             "-D__opencl_c_integer_dot_product_input_4x8bit_packed=1",
                                             "-Dcl_ext_float_atomics=1",
                                             "-D__opencl_c_ext_fp16_global_atomic_load_store=1",
                                             "-D__opencl_c_ext_fp16_local_atomic_load_store=1",
                                             "-D__opencl_c_ext_fp16_global_atomic_add=1",
                                             "-D__opencl_c_ext_fp16_local_atomic_add=1",
                                             "-D__opencl_c_ext_fp16_global_atomic_min_max=1",
                                             "-D__opencl_c_ext_fp16_local_atomic_min_max=1",
                                             "-D__opencl_c_ext_fp64_global_atomic_add=1",
                                             "-D__opencl_c_ext_fp64_local_atomic_add=1",
                                             "-D__opencl_c_ext_fp64_global_atomic_min_max=1",
                                             "-D__opencl_c_ext_fp64_local_atomic_min_max=1",
                                             "-D__opencl_c_ext_fp32_global_atomic_add=1",
                                             "-D__opencl_c_ext_fp32_local_atomic_add=1",
                                             "-D__opencl_c_ext_fp32_global_atomic_min_max=1",
                                             "-D__opencl_c_ext_fp32_local_atomic_min_max=1",
                                             "-Dcl_khr_kernel_clock=1",
                                             "-D__opencl_c_kernel_clock_scope_device=1",
                                             "-D__opencl_c_kernel_clock_scope_work_group=1",
                                             "-D__opencl_c_kernel_clock_scope_sub_group=1",
                                             NULL};
    add_list(command, extensions);
}

static void add_users(struct command *command, const struct nvcc_flags *flags) {
    for (uint32_t i = 0; i < flags->args.size; i++) {
        if (!is_dropped(flags->args.data[i])) {
            add(command, flags->args.data[i]);
        }
    }
}

void opencl_command(struct arena *arena, const struct command_request *request, const struct opencl_dialect *dialect, struct command *command) {
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
    if (dialect->standard) {
        add(command, arena_printf(arena, "-cl-std=%s", dialect->standard));
    }
    add_features(command);
    if (dialect->has_extensions) {
        add_extensions(command);
    }
    if (request->gpuverify_annotations) {
        add(command, "-include");
        add(command, arena_printf(arena, "%s/gpuverify/__warpproof_gpuverify.h", request->share));
    }
    add_users(command, request->flags);
    const char *const rest[] = {"-MMD", "-MF", request->dependencies, "-o", request->output, "--", request->source, NULL};
    add_list(command, rest);
    add(command, NULL);
}
