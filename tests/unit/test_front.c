/* The front end: options translated, files examined, CUDA compiled with the bundled headers. The
 * kernels of tests/headers, which use every family of device functions, must all compile. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "front/diagnosis.h"
#include "front/front.h"
#include "front/locate.h"
#include "front/nvcc_flags.h"
#include "front/own_files.h"
#include "front/templates.h"

static char folder[] = "/tmp/test_front.XXXXXX";

static const char *write_file(struct arena *arena, const char *name, const void *bytes, size_t count) {
    const char *path = arena_printf(arena, "%s/%s", folder, name);
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, count, stream), count);
    fclose(stream);
    return path;
}

static const char *write_text(struct arena *arena, const char *name, const char *text) {
    return write_file(arena, name, text, strlen(text));
}

static size_t count_entries(const char *path) {
    DIR *directory = opendir(path);
    assert_non_null(directory);
    size_t count = 0;
    while (readdir(directory)) {
        count++;
    }
    closedir(directory);
    return count - 2;
}

static int set_up(void **state) {
    (void)state;
    return mkdtemp(folder) ? setenv("TMPDIR", folder, 1) : -1;
}

static int tear_down(void **state) {
    (void)state;
    struct arena arena = {0};
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory)) != NULL;) {
        remove(arena_printf(&arena, "%s/%s", folder, entry->d_name));
    }
    closedir(directory);
    arena_release(&arena);
    return rmdir(folder);
}

/* {nvcc's arguments, ours, architecture}; arguments are separated by single spaces. */
static const char *const translations[][3] = {
    {"", "", NULL},
    {"-DN=3 -I inc -Iinc -isystem sys", "-DN=3 -I inc -Iinc -isystem sys", NULL},
    {"-gencode arch=compute_70,code=sm_70", "", "sm_70"},
    {"-gencode=arch=compute_86,code=sm_86 -arch=sm_90a", "", "sm_90"},
    {"--generate-code=arch=compute_120a,code=[compute_120a,sm_120a]", "", "sm_90"},
    {"-arch sm_88", "", "sm_87"},
    {"-arch=sm_35 -arch=native", "", "sm_50"},
    {"--cuda-gpu-arch=sm_75 --offload-arch=sm_80", "", "sm_80"},
    {"--expt-relaxed-constexpr --extended-lambda -lineinfo -G -use_fast_math", "", NULL},
    {"-Xcompiler -Wall,-DA=1,-O3 -Xcompiler=-fPIC", "-DA=1", NULL},
    {"-rdc=true -dc --threads 4 -t=2 -maxrregcount 64 --maxrregcount=32", "", NULL},
    {"--std=c++14 --std c++20 -std=c++11", "-std=c++14 -std=c++20 -std=c++11", NULL},
    {"--define-macro A --include-path=dir --pre-include x.h", "-DA -Idir -include x.h", NULL},
    {"-ccbin g++ -Xptxas -v -Xcudafe --display_error_number -DX", "-DX", NULL},
    {"-O3 -g -g2 -lcuda -L/lib k.cu other.o -o k -c -x cu", "", NULL},
    {"--diag-suppress 20012 -diag-suppress=1 -Werror all-warnings -Werror -DY", "-DY", NULL},
    {"-MD -MF k.d -MT k.o -MMD", "", NULL},
    {"-Xclang -fcuda-is-device -fms-extensions", "-Xclang -fcuda-is-device -fms-extensions", NULL},
    {"-I", "", NULL},
};

static size_t split(struct arena *arena, const char *text, const char **pieces) {
    size_t count = 0;
    for (char *rest = arena_strdup(arena, text), *piece; (piece = strtok_r(rest, " ", &rest));) {
        pieces[count++] = piece;
    }
    return count;
}

static void check_translation(const char *from, const char *to, const char *architecture) {
    struct arena arena = {0};
    struct buffer text = {0};
    struct nvcc_flags flags;
    const char *pieces[32];
    size_t count = split(&arena, from, pieces);
    nvcc_flags_translate(&arena, pieces, count, &flags);
    for (uint32_t i = 0; i < flags.args.size; i++) {
        buffer_printf(&text, "%s%s", i ? " " : "", flags.args.data[i]);
    }
    assert_string_equal(buffer_text(&text), to);
    assert_int_equal(architecture == NULL, flags.architecture == NULL);
    if (architecture) {
        assert_string_equal(flags.architecture, architecture);
    }
    nvcc_flags_release(&flags);
    buffer_release(&text);
    arena_release(&arena);
}

static void test_nvcc_flags(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof translations / sizeof *translations; i++) {
        check_translation(translations[i][0], translations[i][1], translations[i][2]);
    }
}

static void test_options_file(void **state) {
    (void)state;
    struct arena arena = {0};
    const char *path = write_text(&arena, "options.txt", "-DA \"-DB=x y\"\n  -arch=sm_75 -lineinfo");
    const char *names[] = {"-optf %s", "--options-file=%s", "@%s"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *arg = i == 0 ? "-optf" : i == 1 ? arena_printf(&arena, "--options-file=%s", path) : arena_printf(&arena, "@%s", path);
        const char *const args[] = {arg, path};
        struct nvcc_flags flags;
        nvcc_flags_translate(&arena, args, i == 0 ? 2 : 1, &flags);
        assert_int_equal(flags.args.size, 2);
        assert_string_equal(flags.args.data[0], "-DA");
        assert_string_equal(flags.args.data[1], "-DB=x y");
        assert_string_equal(flags.architecture, "sm_75");
        nvcc_flags_release(&flags);
    }
    arena_release(&arena);
}

static void test_diagnosis(void **state) {
    (void)state;
    struct arena arena = {0};
    struct diagnosis none = diagnosis_make(&arena, "a.cu:2:9: error: expected ';'\n"
                                                   "    2 |   unknown type name\n");
    assert_false(none.lacks_declarations);
    assert_null(none.missing_header);
    assert_true(diagnosis_make(&arena, "a.cu:1:1: error: unknown type name 'uint'\n").lacks_declarations);
    struct diagnosis header = diagnosis_make(&arena, "a.cu:1:10: fatal error: 'cub/cub.cuh' file not found\n");
    assert_string_equal(header.missing_header, "cub/cub.cuh");
    assert_string_equal(diagnosis_trim(&arena, "k.cu:1:1: error: x\n1 error generated when compiling for sm_80.\n"), "k.cu:1:1: error: x");
    arena_release(&arena);
}

struct expectation {
    const char *name, *bytes;
    size_t count;
    enum front_status status;
    const char *says;
};

static const struct expectation files[] = {
    {"empty.ll", "", 0, FRONT_NOT_SOURCE, "empty"},
    {"blank.ll", " \n", 2, FRONT_NOT_SOURCE, "empty"},
    {"empty.bc", "", 0, FRONT_NOT_SOURCE, "empty"},
    {"text.bc", "text", 4, FRONT_NOT_SOURCE, "not LLVM bitcode"},
    {"magic.bc", "BC\xC0\xDE", 4, FRONT_OK, NULL},
    {"module.ll", "define", 6, FRONT_OK, NULL},
    {"binary.cu", "a\0b", 3, FRONT_NOT_SOURCE, "not text"},
    {"kernel.txt", "", 0, FRONT_UNSUPPORTED_KIND, ".cu"},
    {"kernel", "", 0, FRONT_UNSUPPORTED_KIND, ".cu"},
    {"empty.cu", "", 0, FRONT_OK, NULL},
    {"syntax.cu", "__global__ void k(int *a) {\n  a[0] = 1\n}\n", 41, FRONT_IN_PART, "syntax.cu:2:11: error: expected ';'"},
    {"header.cu", "#include \"no_such_header.h\"\n", 28, FRONT_IN_PART, "'no_such_header.h' file not found"},
    {"brace.cu", "__global__ void k(int *a) {\n", 28, FRONT_DOES_NOT_COMPILE, "brace.cu"},
    {"name.cu", "__global__ void k(int *a) { *a = no_such_name; }", 48, FRONT_IN_PART, "no_such_name"},
};

static void test_files(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct arena arena = {0};
        struct front_options options = {0};
        struct front_result result;
        const char *path = write_file(&arena, files[i].name, files[i].bytes, files[i].count);
        size_t before = count_entries(folder);
        enum front_status status = front_compile(&arena, &options, path, &result);
        assert_int_equal(status, files[i].status);
        assert_int_equal(result.status, status);
        assert_int_equal(status == FRONT_OK, result.message == NULL);
        assert_int_equal(status == FRONT_IN_PART, result.omissions.list.size > 0);
        if (status != FRONT_OK) {
            assert_non_null(strstr(result.message, files[i].name));
            assert_non_null(strstr(result.message, files[i].says));
        }
        if (status == FRONT_OK || status == FRONT_IN_PART) {
            assert_int_equal(access(result.bitcode_path, R_OK), 0);
        } else {
            assert_null(result.bitcode_path);
            assert_int_equal(count_entries(folder), before);
        }
        front_discard(&result);
        assert_int_equal(count_entries(folder), before);
        assert_int_equal(access(path, F_OK), 0);
        arena_release(&arena);
    }
}

static void expect_message(const struct front_options *options, const char *path, enum front_status status, const char *says) {
    struct arena arena = {0};
    struct front_result result;
    assert_int_equal(front_compile(&arena, options, path, &result), status);
    assert_non_null(result.message);
    assert_non_null(strstr(result.message, says));
    assert_null(strchr(result.message, '\n'));
    arena_release(&arena);
}

static void test_what_is_missing(void **state) {
    (void)state;
    struct arena arena = {0};
    const char *path = write_text(&arena, "missing.cu", "__global__ void k() {}\n");
    struct front_options options = {0};
    expect_message(&options, arena_printf(&arena, "%s/none.cu", folder), FRONT_UNREADABLE, "No such file");
    mkdir(arena_printf(&arena, "%s/folder.cu", folder), 0700);
    expect_message(&options, arena_printf(&arena, "%s/folder.cu", folder), FRONT_UNREADABLE, "is a folder");
    options = (struct front_options){.clang = "/nonexistent/clang"};
    expect_message(&options, path, FRONT_NO_CLANG, "/nonexistent/clang");
    options = (struct front_options){.clang = "/bin/true"};
    expect_message(&options, path, FRONT_NO_CLANG, "version 19");
    options = (struct front_options){.share_dir = folder};
    expect_message(&options, path, FRONT_NO_HEADERS, folder);
    options = (struct front_options){.cuda_path = folder};
    expect_message(&options, path, FRONT_NO_TOOLKIT, folder);
    options = (struct front_options){0};
    setenv("TMPDIR", "/nonexistent", 1);
    expect_message(&options, path, FRONT_FAILED, "TMPDIR");
    setenv("TMPDIR", folder, 1);
    arena_release(&arena);
}

static void test_clang_absent(void **state) {
    (void)state;
    struct arena arena = {0};
    char *path = arena_strdup(&arena, getenv("PATH"));
    const char *error = NULL;
    setenv("PATH", folder, 1);
    if (!locate_clang(&arena, NULL, &error)) { /* else it is where Debian keeps it */
        assert_non_null(strstr(error, "clang-19"));
    }
    setenv("PATH", path, 1);
    arena_release(&arena);
}

static void compile_well(const char *path, const struct front_options *options, const char *headers) {
    struct arena arena = {0};
    struct front_result result;
    enum front_status status = front_compile(&arena, options, path, &result);
    if (status != FRONT_OK) {
        print_error("%s: %s\n", path, result.message);
    }
    assert_int_equal(status, FRONT_OK);
    assert_string_equal(result.headers, headers);
    assert_int_equal(result.toolkit_path != NULL, strcmp(headers, "toolkit") == 0);
    struct stat before, after;
    assert_int_equal(stat(result.bitcode_path, &before), 0);
    char *bitcode = arena_strdup(&arena, result.bitcode_path);
    front_discard(&result);
    assert_int_not_equal(stat(bitcode, &after), 0);
    arena_release(&arena);
}

static void test_headers(void **state) {
    (void)state;
    DIR *directory = opendir("tests/headers");
    assert_non_null(directory);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        struct arena arena = {0};
        const char *dot = strrchr(entry->d_name, '.');
        if (dot && strcmp(dot, ".cu") == 0) {
            struct front_options options = {.gpuverify_annotations = strncmp(entry->d_name, "gpuverify", 9) == 0};
            compile_well(arena_printf(&arena, "tests/headers/%s", entry->d_name), &options, "bundled");
            count++;
        }
        arena_release(&arena);
    }
    closedir(directory);
    assert_true(count >= 10);
}

static void test_users_options(void **state) {
    (void)state;
    struct arena arena = {0};
    const char *path = write_text(&arena, "options.cu",
                                  "static_assert(__cplusplus == 201402L && N == 7);\n"
                                  "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 700\n#error\n#endif\n"
                                  "__global__ void k(int *a) { a[threadIdx.x] = N; }\n");
    static const char *const args[] = {"-std=c++14", "-gencode", "arch=compute_70,code=sm_70", "-DN=7", "-O3", "--extended-lambda"};
    struct front_options options = {.clang_args = args, .clang_arg_count = 6};
    compile_well(path, &options, "bundled");
    arena_release(&arena);
}

/* A program's own header of a toolkit's name is the program's. */
static void test_own_header(void **state) {
    (void)state;
    struct arena arena = {0};
    write_text(&arena, "common_functions.h", "#define N 7\n");
    const char *path = write_text(&arena, "own.cu",
                                  "#include <common_functions.h>\n"
                                  "__global__ void k(int *a) { *a = N; }\n");
    const char *const args[] = {"-I", folder};
    struct front_options options = {.clang_args = args, .clang_arg_count = 2};
    compile_well(path, &options, "bundled");
    arena_release(&arena);
}

/* Where a toolkit is installed, the same kernel goes both ways. */
static void test_toolkit(void **state) {
    (void)state;
    struct arena arena = {0};
    const char *toolkit = locate_toolkit(&arena, NULL);
    if (toolkit) {
        const char *path = write_text(&arena, "toolkit.cu",
                                      "#include <cstdio>\n"
                                      "__global__ void k(int *a, const float *f, unsigned long n) {\n"
                                      "  a[threadIdx.x] = __ldcg(a + 1) + (int)min(n, 3u) + (int)sinf(f[threadIdx.x]);\n"
                                      "  __stcg(a, 2);\n"
                                      "}\n"
                                      "int main() { k<<<1, 32>>>(nullptr, nullptr, 3); }\n");
        struct front_options options = {0};
        compile_well(path, &options, "bundled");
        const char *const args[] = {"-I", arena_printf(&arena, "%s/include", toolkit), arena_printf(&arena, "-isystem%s/include", toolkit), "-DX"};
        options.clang_args = args;
        options.clang_arg_count = 4;
        compile_well("tests/headers/half.cu", &options, "bundled");
        options = (struct front_options){.cuda_path = toolkit};
        compile_well(path, &options, "toolkit");
    }
    arena_release(&arena);
}

/* A text, and whether it says that it is a system header. */
static const struct {
    const char *text;
    bool is_system;
} header_texts[] = {
    {"", false},
    {"#pragma once\nint a;\n", false},
    {"#pragma GCC system_header", true},
    {"#if A\n  #\tpragma   clang\tsystem_header\n#endif\n", true},
    {"// #pragma GCC system_header\n", false},
    {"#pragma nv_diag system_header\n", false},
    {"#pragma GCC diagnostic push\n#pragma GCC system_header\n", true},
};

static void system_headers_say_so(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof header_texts / sizeof *header_texts; i++) {
        assert_int_equal(own_files_is_system_text(header_texts[i].text), header_texts[i].is_system);
    }
}

static void own_files_are_read(void **state) {
    (void)state;
    struct arena arena = {0};
    struct front_own_files own;
    const char *said = write_text(&arena, "said.h", "#pragma GCC system_header\n#line 3 \"said.y\"\n");
    const char *made = write_text(&arena, "made.h", "#line 7 \"k.y\"\nint a;\n #  3 \"other one.y\" 1 3\n#line 5\n#define line \"x\"\n");
    const char *rule = write_text(&arena, "k.d", arena_printf(&arena, "/tmp/k.o: k.cu \\\n  a\\ b.h %s c$$d\\#.h \\\n  %s\n", said, made));
    own_files_read(&arena, rule, &own);
    assert_int_equal(own.count, 6);
    assert_string_equal(own.names[0], "k.cu");
    assert_string_equal(own.names[1], "a b.h");
    assert_string_equal(own.names[2], "c$d#.h");
    assert_string_equal(own.names[3], made);
    assert_string_equal(own.names[4], "k.y");
    assert_string_equal(own.names[5], "other one.y");
    own_files_read(&arena, "/no/such/file", &own);
    assert_int_equal(own.count, 0);
    own_files_read(&arena, NULL, &own);
    assert_int_equal(own.count, 0);
    arena_release(&arena);
}

static void templates_are_named(void **state) {
    (void)state;
    struct arena arena = {0};
    const char *path = write_text(&arena, "templates.cu",
                                  "// template <int N> __global__ void commented(int *o) {}\n"
                                  "#define MACRO template <int N> \\\n"
                                  "  __global__ void macro(int *o) {}\n"
                                  "const char *s = \"template <int N> __global__ void quoted() {}\";\n"
                                  "template <typename T, int N = (3 > 2)> __global__ __launch_bounds__(128) void used(T *o) {}\n"
                                  "template <> __global__ void used<float, 5>(float *o) {}\n"
                                  "template __global__ void used<int, 4>(int *);\n"
                                  "template <typename T> __device__ void device(T *o) {}\n"
                                  "template <typename T> __global__ void declared(T *o);\n"
                                  "template <typename T> struct S { template <int N> static __global__ void member(T *o) {} };\n"
                                  "template <class A, template <class> class B> __global__ void __launch_bounds__(64)\n"
                                  "unused(A *o) { o[0] = '{'; }\n");
    const char *displays[] = {"void ns::used<int, 4>(int*)", "nonmember<3>(int*)"};
    assert_string_equal(templates_without_instance(&arena, path, displays, 2), "member (line 10), unused (line 12)");
    const char *all[] = {"used<int, 4>(int*)", "S<int>::member<3>(int*)", "unused<int, V>(int*)"};
    assert_null(templates_without_instance(&arena, path, all, 3));
    assert_null(templates_without_instance(&arena, "/no/such/file", all, 3));
    path = write_text(&arena, "cut.cu", "template <int N> __global__ void k(int *o");
    assert_null(templates_without_instance(&arena, path, NULL, 0));
    path = write_text(&arena, "open.cu", "template <int");
    assert_null(templates_without_instance(&arena, path, NULL, 0));
    arena_release(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(system_headers_say_so),
        cmocka_unit_test(own_files_are_read),
        cmocka_unit_test(templates_are_named),
        cmocka_unit_test(test_nvcc_flags),
        cmocka_unit_test(test_options_file),
        cmocka_unit_test(test_diagnosis),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_what_is_missing),
        cmocka_unit_test(test_clang_absent),
        cmocka_unit_test(test_headers),
        cmocka_unit_test(test_users_options),
        cmocka_unit_test(test_own_header),
        cmocka_unit_test(test_toolkit),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
