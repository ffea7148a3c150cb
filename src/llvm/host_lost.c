/* Code that clang rejects is left out of a host half (front/omission.h), and may use whatever it names (front/lost.h): functions and variables of
 * the program with such a name are used by somebody unknown, kernels with such a name are launched anyhow. Names are compared as
 * identifiers: each that a global's own name has, namespaces, classes and template arguments included. */
#include <ctype.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/host_parts.h"

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_word_of_types(const char *text, size_t length) {
    static const char *const words[] = {"void",   "int",   "unsigned", "long",      "short",     "char",     "bool", "float",
                                        "double", "const", "signed",   "anonymous", "namespace", "operator", "std"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncmp(words[i], text, length) == 0)
            return true;
    return false;
}

/* The part of a demangled name in front of its parameters. */
static size_t own_part(const char *name) {
    static const char unnamed[] = "(anonymous namespace)";
    size_t i = 0;
    while (name[i] && name[i] != '(')
        i += strncmp(name + i + 1, unnamed, sizeof unnamed - 1) == 0 ? sizeof unnamed : 1;
    return i > 0 ? i : strlen(name);
}

static bool is_among(const struct map *names, const char *mangled) {
    struct arena scratch;
    bool is_found = false;
    arena_init(&scratch);
    const char *kernel = host_kernel_of_stub(&scratch, mangled), *name = name_demangle(&scratch, kernel ? kernel : mangled);
    size_t end = own_part(name);
    for (size_t at = 0; at < end && !is_found;) {
        size_t length = 0;
        while (is_letter(name[at + length]))
            length++;
        is_found = length > 0 && !is_word_of_types(name + at, length) && map_get(names, hash_bytes(name + at, length), NULL);
        at += length + (length == 0);
    }
    arena_release(&scratch);
    return is_found;
}

void host_add_lost(struct map *names, const struct host_input *input) {
    for (uint32_t i = 0; i < input->lost_count; i++)
        map_set(names, hash_bytes(input->lost[i], strlen(input->lost[i])), 1);
}

bool host_is_lost(const struct map *names, LLVMValueRef global) {
    const char *name = LLVMGetValueName2(global, &(size_t){0});
    return names->size > 0 && strncmp(name, "llvm.", 5) != 0 && is_among(names, name);
}

/* The kernels of the half that the code left out of `input` may launch. */
void host_add_lost_launches(struct host_reader *r, const struct host_input *input, LLVMModuleRef half) {
    struct map names = {0};
    host_add_lost(&names, input);
    for (LLVMValueRef f = LLVMGetFirstFunction(half); f && names.size > 0; f = LLVMGetNextFunction(f)) {
        const char *kernel = host_kernel_of_stub(r->arena, LLVMGetValueName2(f, &(size_t){0}));
        bool is_known = false;
        for (uint32_t i = 0; i < r->code->launches.size && kernel; i++) {
            const struct host_launch *told = &r->code->launches.data[i];
            is_known |= told->is_general && told->kernel && strcmp(told->kernel, kernel) == 0 && told->why == input->lost_why;
        }
        if (!kernel || is_known || !is_among(&names, kernel))
            continue;
        struct host_launch launch = {.kernel = kernel,
                                     .display = name_demangle(r->arena, kernel),
                                     .file = input->lost_file,
                                     .line = input->lost_line,
                                     .is_general = true,
                                     .why = input->lost_why};
        vec_push(&r->code->launches, launch);
    }
    map_release(&names);
}
