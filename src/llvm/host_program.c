/* Which files form programs, where several have a `main`: each file with a `main` forms one with the files it is connected to, and what is
 * left forms programs without a `main`, one for each part that is connected. Two files are connected if one defines a name that the other
 * one uses, or that both may define (weak functions, variables of headers), or if code that is left out of one, or inline assembly in it, may use it. Files that share no name cannot call each other or change each
 * other's variables, whatever they are linked with; of files with a `main` no two are linked. */
#include <stdlib.h>
#include <string.h>

#include "llvm/host_parts.h"

enum role { ROLE_USES, ROLE_DEFINES, ROLE_SHARES };

struct name {
    uint64_t hash;
    uint32_t file;
    enum role role;
};
struct names {
    VEC(struct name) list;
    struct map *lost; /* of each file: names that code left out of it may use */
    bool *connected;  /* connected[i * count + j] */
    uint32_t count;
};

static int compare_names(const void *a, const void *b) {
    const struct name *x = a, *y = b;
    return x->hash != y->hash ? (x->hash < y->hash ? -1 : 1) : x->file != y->file ? (x->file < y->file ? -1 : 1) : (int)x->role - (int)y->role;
}

/* Constants that headers define, and what each file has for itself, connect nothing. */
static void add_global(struct names *names, LLVMValueRef global, uint32_t file) {
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    LLVMLinkage linkage = LLVMGetLinkage(global);
    bool is_inline = linkage == LLVMLinkOnceODRLinkage || linkage == LLVMLinkOnceAnyLinkage || linkage == LLVMWeakODRLinkage;
    bool is_variable = LLVMIsAGlobalVariable(global) != NULL;
    bool is_declared = LLVMIsDeclaration(global) || linkage == LLVMAvailableExternallyLinkage;
    enum role role = is_declared                                                                  ? ROLE_USES
                     : is_inline || linkage == LLVMWeakAnyLinkage || linkage == LLVMCommonLinkage ? ROLE_SHARES
                                                                                                  : ROLE_DEFINES;
    if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage || linkage == LLVMAppendingLinkage || strncmp(name, "llvm.", 5) == 0)
        return;
    if (strcmp(name, "main") == 0 || strcmp(name, "__wp_host_now") == 0 || (is_inline && (!is_variable || LLVMIsGlobalConstant(global))))
        return;
    vec_push(&names->list, ((struct name){hash_bytes(name, length), file, role}));
    for (uint32_t i = 0; i < names->count; i++)
        if (names->lost[i].size > 0 && i != file && !(is_declared && host_is_library(name)) && host_is_lost(&names->lost[i], global))
            names->connected[i * names->count + file] = names->connected[file * names->count + i] = true;
}

static void add_half(struct names *names, LLVMModuleRef half, uint32_t file) {
    for (LLVMValueRef f = LLVMGetFirstFunction(half); f; f = LLVMGetNextFunction(f))
        add_global(names, f, file);
    for (LLVMValueRef g = LLVMGetFirstGlobal(half); g; g = LLVMGetNextGlobal(g))
        add_global(names, g, file);
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(half); a; a = LLVMGetNextGlobalAlias(a))
        add_global(names, a, file);
    struct host_assembly assembly = {0};
    host_read_assembly(half, &assembly);
    for (uint32_t i = 0; i < assembly.words.capacity; i++)
        if (assembly.words.entries[i].is_used)
            vec_push(&names->list, ((struct name){assembly.words.entries[i].key, file, ROLE_USES}));
    for (uint32_t i = 0; i < names->count && assembly.is_open; i++)
        names->connected[i * names->count + file] = names->connected[file * names->count + i] = true;
    map_release(&assembly.words);
}

bool host_has_main(LLVMModuleRef half) {
    LLVMValueRef main = half ? LLVMGetNamedFunction(half, "main") : NULL;
    return main && !LLVMIsDeclaration(main);
}

static bool *connect(struct arena *arena, const struct host_input *inputs, const LLVMModuleRef *halves, uint32_t count) {
    bool *connected = arena_alloc(arena, (size_t)count * count * sizeof *connected);
    struct names names = {.lost = arena_alloc(arena, count * sizeof *names.lost), .connected = connected, .count = count};
    for (uint32_t i = 0; i < count; i++)
        host_add_lost(&names.lost[i], &inputs[i]);
    for (uint32_t i = 0; i < count; i++)
        if (halves[i])
            add_half(&names, halves[i], i);
    if (names.list.size > 0)
        qsort(names.list.data, names.list.size, sizeof *names.list.data, compare_names);
    for (uint32_t start = 0, end; start < names.list.size; start = end) {
        const struct name *group = &names.list.data[start];
        for (end = start; end < names.list.size && names.list.data[end].hash == group->hash; end++) {
        }
        for (uint32_t i = 0; i < end - start; i++) {
            for (uint32_t j = 0; j < end - start && group[i].role != ROLE_USES; j++) {
                bool is_edge = group[i].role != group[j].role || group[i].role == ROLE_SHARES;
                connected[group[i].file * count + group[j].file] |= is_edge;
                connected[group[j].file * count + group[i].file] |= is_edge;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++)
        map_release(&names.lost[i]);
    vec_release(&names.list);
    return connected;
}

/* The file, and those without a `main` that are connected to it, in their order. */
static struct host_program gather(struct arena *arena, const bool *connected, const bool *is_main, uint32_t count, uint32_t from) {
    struct host_program p = {.files = arena_alloc(arena, count * sizeof *p.files), .has_main = is_main[from]};
    bool *is_in = arena_alloc(arena, count * sizeof *is_in);
    VEC(uint32_t) open = {0};
    is_in[from] = true;
    vec_push(&open, from);
    for (uint32_t o = 0; o < open.size; o++) {
        for (uint32_t i = 0; i < count; i++) {
            if (!is_in[i] && !is_main[i] && connected[open.data[o] * count + i]) {
                is_in[i] = true;
                vec_push(&open, i);
            }
        }
    }
    for (uint32_t i = 0; i < count; i++)
        if (is_in[i])
            p.files[p.count++] = i;
    vec_release(&open);
    return p;
}

struct host_program *host_find_programs(struct arena *arena, const struct host_input *inputs, const LLVMModuleRef *halves, uint32_t count,
                                        uint32_t *found) {
    struct host_program *programs = arena_alloc(arena, (count + 1) * sizeof *programs);
    bool *is_main = arena_alloc(arena, (count + 1) * sizeof *is_main), *is_taken = arena_alloc(arena, (count + 1) * sizeof *is_taken);
    uint32_t mains = 0;
    for (uint32_t i = 0; i < count; i++)
        mains += is_main[i] = host_has_main(halves[i]);
    *found = 0;
    if (mains <= 1) {
        programs[0] = (struct host_program){
            .files = arena_alloc(arena, (count + 1) * sizeof(uint32_t)), .count = count, .has_main = mains == 1, .is_whole = true};
        for (uint32_t i = 0; i < count; i++)
            programs[0].files[i] = i;
        *found = 1;
        return programs;
    }
    const bool *connected = connect(arena, inputs, halves, count);
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < count; i++) {
            if (!halves[i] || is_taken[i] || is_main[i] != (round == 0))
                continue;
            struct host_program *p = &programs[(*found)++];
            *p = gather(arena, connected, is_main, count, i);
            for (uint32_t k = 0; k < p->count; k++)
                is_taken[p->files[k]] = true;
        }
    }
    return programs;
}
