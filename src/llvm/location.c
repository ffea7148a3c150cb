/* Source locations, with the chain of call sites of inlined code.
 *
 * LLVM-C has no getter for a scope's subprogram and name; they are read as operands of
 * the metadata node: a lexical block is (file, scope), a subprogram (file, scope, name,
 * ...). File names are relative to the compilation directory where that is the current
 * one, so that they read as the user gave them.
 *
 * Functions of system headers (a toolkit's, clang's own, those of -isystem folders) that are
 * inlined into the program's code have the location of the call: the program's line is where
 * the access is made. */
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include <unistd.h>

#include "llvm/decode.h"

const char *location_file(struct arena *arena, LLVMMetadataRef scope) {
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    if (!file) {
        return "";
    }
    unsigned length = 0, directory_length = 0;
    const char *name = LLVMDIFileGetFilename(file, &length);
    const char *directory = LLVMDIFileGetDirectory(file, &directory_length);
    char cwd[4096];
    if (length == 0 || name[0] == '/' || directory_length == 0 || !getcwd(cwd, sizeof cwd) ||
        (strlen(cwd) == directory_length && memcmp(cwd, directory, directory_length) == 0)) {
        return arena_strndup(arena, name, length);
    }
    return arena_printf(arena, "%.*s/%.*s", (int)directory_length, directory, (int)length, name);
}

static const char *subprogram_name(struct decoder *d, LLVMMetadataRef scope) {
    for (int depth = 0; scope && depth < 1000; depth++) {
        LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
        bool is_subprogram = kind == LLVMDISubprogramMetadataKind;
        if (!is_subprogram && kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind) {
            return "";
        }
        LLVMValueRef node = LLVMMetadataAsValue(d->module->context, scope);
        unsigned count = LLVMGetMDNodeNumOperands(node);
        if (count < 3 && (is_subprogram || count < 2)) {
            return "";
        }
        LLVMValueRef small[32];
        LLVMValueRef *operands = count <= 32 ? small : arena_alloc(d->arena, count * sizeof *operands);
        LLVMGetMDNodeOperands(node, operands);
        if (is_subprogram) {
            unsigned length = 0;
            const char *text = operands[2] ? LLVMGetMDString(operands[2], &length) : NULL;
            return text ? arena_strndup(d->arena, text, length) : "";
        }
        scope = operands[1] ? LLVMValueAsMetadata(operands[1]) : NULL;
    }
    return "";
}

/* Headers that come with clang belong to no program, whatever is known of the others. */
static bool is_of_clang(const char *file) {
    const char *folder = strstr(file, "/lib/clang/");
    return folder && strstr(folder, "/include/");
}

static bool is_own(struct decoder *d, const char *file) {
    uint32_t known;
    if (!string_map_get(&d->own_names, file, &known)) {
        known = !is_of_clang(file) && load_is_own_file(file, d->module->own_files, d->module->own_file_count);
        string_map_set(&d->own_names, file, known);
    }
    return known != 0;
}

static uint32_t scope_index(struct decoder *d, LLVMMetadataRef scope) {
    uint32_t index;
    if (!map_get(&d->scopes, key_of(scope), &index)) {
        index = d->functions.size;
        vec_push(&d->functions, subprogram_name(d, scope));
        vec_push(&d->files, location_file(d->arena, scope));
        vec_push(&d->own, is_own(d, vec_last(&d->files)));
        map_set(&d->scopes, key_of(scope), index);
    }
    return index;
}

loc_ref location_of(struct decoder *d, LLVMValueRef instruction) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    VEC(LLVMMetadataRef) chain = {0};
    loc_ref outer = {0};
    while (location) {
        uint32_t known;
        if (map_get(&d->locs, key_of(location), &known)) {
            outer = (loc_ref){known};
            break;
        }
        vec_push(&chain, location);
        location = LLVMDILocationGetInlinedAt(location);
    }
    while (chain.size > 0) {
        LLVMMetadataRef inner = vec_pop(&chain);
        uint32_t scope = scope_index(d, LLVMDILocationGetScope(inner));
        struct loc loc = {.file = d->files.data[scope],
                          .function = d->functions.data[scope],
                          .line = LLVMDILocationGetLine(inner),
                          .column = LLVMDILocationGetColumn(inner),
                          .inlined_at = outer};
        bool is_hidden = outer.id != 0 && !d->own.data[scope] && d->own_loc.data[outer.id];
        if (loc.line > 0 && !is_hidden) {
            outer = builder_add_loc(d->builder, &loc);
            vec_resize_zero(&d->own_loc, outer.id + 1 > d->own_loc.size ? outer.id + 1 : d->own_loc.size);
            d->own_loc.data[outer.id] = d->own.data[scope];
        }
        map_set(&d->locs, key_of(inner), outer.id);
    }
    vec_release(&chain);
    return outer;
}
