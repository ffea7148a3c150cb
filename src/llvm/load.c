#include <errno.h>
#include <inttypes.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "llvm/decode.h"
#include "llvm/llvm.h"

enum { CALL_PTX_KERNEL = 71, CALL_SPIR_KERNEL = 76 };

static void keep_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
    struct llvm_module *m = context;
    if (LLVMGetDiagInfoSeverity(info) == LLVMDSError && m->diagnostic.size == 0) {
        char *text = LLVMGetDiagInfoDescription(info);
        buffer_add(&m->diagnostic, text);
        LLVMDisposeMessage(text);
    }
}

/* A message without a trailing line end, and with the path in front. */
static const char *message_of(struct arena *arena, const char *path, const char *text) {
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n') {
        length--;
    }
    if (strncmp(text, path, strlen(path)) == 0) {
        return arena_strndup(arena, text, length);
    }
    return arena_printf(arena, "%s: %.*s", path, (int)length, text);
}

static bool read_module(struct llvm_module *m, const char *path, const char **error) {
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        *error = message_of(m->arena, path, message);
        LLVMDisposeMessage(message);
        return false;
    }
    if (LLVMGetBufferSize(buffer) == 0) {
        LLVMDisposeMemoryBuffer(buffer);
        *error = arena_printf(m->arena, "%s: empty file", path);
        return false;
    }
    if (LLVMParseIRInContext(m->context, buffer, &m->module, &message)) {
        const char *text = message && message[0] ? message : buffer_text(&m->diagnostic);
        *error = message_of(m->arena, path, text[0] ? text : "not LLVM bitcode");
        LLVMDisposeMessage(message);
        m->module = NULL;
        return false;
    }
    if (LLVMVerifyModule(m->module, LLVMReturnStatusAction, &message)) {
        *error = message_of(m->arena, path, message);
        LLVMDisposeMessage(message);
        return false;
    }
    LLVMDisposeMessage(message);
    return true;
}

static bool find_target(struct llvm_module *m, const char *path, const char **error) {
    const char *triple = LLVMGetTarget(m->module);
    if (triple[0] == '\0' && !LLVMGetFirstFunction(m->module)) {
        *error = arena_printf(m->arena, "%s: not a device module (it is empty)", path);
        return false;
    }
    if (strncmp(triple, "nvptx", 5) == 0 || triple[0] == '\0') {
        m->target = TARGET_NVPTX;
    } else if (strncmp(triple, "spir", 4) == 0) {
        m->target = TARGET_SPIR;
    } else {
        *error = arena_printf(m->arena, "%s: not a device module (its target is %s)", path, triple);
        return false;
    }
    return true;
}

/* The node of that kind on a function, or NULL. */
static LLVMValueRef function_metadata(struct llvm_module *m, LLVMValueRef function, const char *name) {
    unsigned kind = LLVMGetMDKindIDInContext(m->context, name, (unsigned)strlen(name));
    size_t count;
    LLVMValueRef found = NULL;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(function, &count);
    for (unsigned i = 0; i < count; i++) {
        if (LLVMValueMetadataEntriesGetKind(entries, i) == kind) {
            found = LLVMMetadataAsValue(m->context, LLVMValueMetadataEntriesGetMetadata(entries, i));
        }
    }
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

/* "k(float*, int)": OpenCL's names have no types, but clang tells them beside. */
static const char *display_of(struct llvm_module *m, LLVMValueRef function, const char *name) {
    struct buffer text = {0};
    LLVMValueRef node = function_metadata(m, function, "kernel_arg_type"), operands[256];
    unsigned count = node ? LLVMGetMDNodeNumOperands(node) : 0;
    if (m->language != LANGUAGE_OPENCL || !node || count > 256) {
        return name_demangle(m->arena, name);
    }
    LLVMGetMDNodeOperands(node, operands);
    buffer_printf(&text, "%s(", name);
    for (unsigned i = 0; i < count; i++) {
        unsigned length = 0;
        const char *type = LLVMGetMDString(operands[i], &length);
        buffer_printf(&text, "%s%.*s", i ? ", " : "", (int)length, type ? type : "");
    }
    buffer_char(&text, ')');
    const char *display = arena_strdup(m->arena, buffer_text(&text));
    buffer_release(&text);
    return display;
}

static struct kernel_entry *add_kernel(struct llvm_module *m, LLVMValueRef function) {
    for (uint32_t i = 0; i < m->kernels.size; i++) {
        if (m->kernels.data[i].function == function) {
            return &m->kernels.data[i];
        }
    }
    struct kernel_entry entry = {.function = function, .file = ""};
    entry.name = arena_strdup(m->arena, LLVMGetValueName2(function, &(size_t){0}));
    entry.display = display_of(m, function, entry.name);
    param_names_find(m, function);
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    if (subprogram) {
        entry.line = LLVMDISubprogramGetLine(subprogram);
        entry.file = location_file(m->arena, subprogram);
    }
    vec_push(&m->kernels, entry);
    return &vec_last(&m->kernels);
}

static uint32_t metadata_number(LLVMValueRef value) {
    return value && LLVMIsAConstantInt(value) ? (uint32_t)LLVMConstIntGetZExtValue(value) : 0;
}

struct bounds {
    uint32_t most[3], required[3];
};

static void read_annotation(const char *key, uint32_t value, struct bounds *bounds) {
    static const char *const axes = "xyz";
    const char *axis = strchr(axes, key[strlen(key) - 1]);
    if (!axis || !*axis) {
        return;
    }
    if (strncmp(key, "maxntid", 7) == 0) {
        bounds->most[axis - axes] = value;
    } else if (strncmp(key, "reqntid", 7) == 0) {
        bounds->required[axis - axes] = value;
    }
}

static void apply_bounds(struct kernel_entry *entry, const struct bounds *bounds) {
    uint32_t most = 1;
    bool has_most = false, has_required = false;
    for (int i = 0; i < 3; i++) {
        has_most = has_most || bounds->most[i];
        has_required = has_required || bounds->required[i];
        most *= bounds->most[i] ? bounds->most[i] : 1;
    }
    if (has_most) {
        entry->max_threads = most;
    }
    for (int i = 0; i < 3 && has_required; i++) {
        entry->required_block[i] = bounds->required[i] ? bounds->required[i] : 1;
    }
}

/* Operands are (function, key, value, key, value, ...). */
static void read_nvvm_annotations(struct llvm_module *m) {
    unsigned count = LLVMGetNamedMetadataNumOperands(m->module, "nvvm.annotations");
    LLVMValueRef *nodes = mem_alloc(mem_array_bytes(count, sizeof *nodes));
    LLVMGetNamedMetadataOperands(m->module, "nvvm.annotations", nodes);
    for (int pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < count; i++) {
            LLVMValueRef operands[64];
            unsigned operand_count = LLVMGetMDNodeNumOperands(nodes[i]);
            if (operand_count > 64) {
                continue;
            }
            LLVMGetMDNodeOperands(nodes[i], operands);
            LLVMValueRef function = operand_count > 0 && operands[0] ? LLVMIsAFunction(operands[0]) : NULL;
            struct bounds bounds = {0};
            bool is_kernel = false;
            for (unsigned o = 1; function && o + 1 < operand_count; o += 2) {
                unsigned length = 0;
                const char *text = operands[o] ? LLVMGetMDString(operands[o], &length) : NULL;
                if (!text || length == 0) {
                    continue;
                }
                const char *key = arena_strndup(m->arena, text, length);
                is_kernel = is_kernel || (strcmp(key, "kernel") == 0 && metadata_number(operands[o + 1]) != 0);
                read_annotation(key, metadata_number(operands[o + 1]), &bounds);
            }
            if (is_kernel && pass == 0 && !LLVMIsDeclaration(function)) {
                add_kernel(m, function);
            }
            for (uint32_t k = 0; k < m->kernels.size && pass == 1 && function; k++) {
                if (m->kernels.data[k].function == function) {
                    apply_bounds(&m->kernels.data[k], &bounds);
                }
            }
        }
    }
    mem_free(nodes, mem_array_bytes(count, sizeof *nodes));
}

static void read_triple_attribute(LLVMValueRef function, const char *key, uint32_t values[3]) {
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key, (unsigned)strlen(key));
    unsigned length = 0;
    const char *text = attribute ? LLVMGetStringAttributeValue(attribute, &length) : "";
    for (int i = 0; i < 3 && text && *text; i++) {
        char *end;
        values[i] = (uint32_t)strtoul(text, &end, 10);
        text = *end == ',' ? end + 1 : "";
    }
}

static void read_work_group_size(struct llvm_module *m, struct kernel_entry *entry) {
    LLVMValueRef node = function_metadata(m, entry->function, "reqd_work_group_size"), operands[3];
    if (node && LLVMGetMDNodeNumOperands(node) == 3) {
        LLVMGetMDNodeOperands(node, operands);
        for (int axis = 0; axis < 3; axis++) {
            entry->required_block[axis] = metadata_number(operands[axis]);
        }
    }
}

static void find_kernels(struct llvm_module *m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) {
        unsigned convention = LLVMGetFunctionCallConv(f);
        if (!LLVMIsDeclaration(f) && (convention == CALL_PTX_KERNEL || convention == CALL_SPIR_KERNEL)) {
            add_kernel(m, f);
        }
    }
    read_nvvm_annotations(m);
    for (uint32_t i = 0; i < m->kernels.size; i++) {
        struct kernel_entry *entry = &m->kernels.data[i];
        struct bounds bounds = {0};
        read_triple_attribute(entry->function, "nvvm.maxntid", bounds.most);
        read_triple_attribute(entry->function, "nvvm.reqntid", bounds.required);
        apply_bounds(entry, &bounds);
        read_work_group_size(m, entry);
    }
}

/* The text of the displayed name behind namespaces, classes and the type in front; `plain` is its beginning without arguments. */
static const char *behind_qualifier(const char *text, const char *plain) {
    size_t at = strlen(plain);
    while (at > 0 && plain[at - 1] != ':' && plain[at - 1] != ' ') {
        at--;
    }
    return text + at;
}

/* A pattern is matched with the mangled name, the demangled one, and the demangled one
 * without parameters, template arguments and namespaces. */
static bool is_wanted(struct llvm_module *m, const struct kernel_entry *entry, const struct llvm_options *options) {
    if (!options || !options->kernel_globs || options->kernel_glob_count == 0) {
        return true;
    }
    const char *no_parameters = arena_strndup(m->arena, entry->display, strcspn(entry->display, "("));
    const char *no_arguments = arena_strndup(m->arena, entry->display, strcspn(entry->display, "(<"));
    const char *const names[] = {entry->name,
                                 entry->display,
                                 no_parameters,
                                 no_arguments,
                                 behind_qualifier(entry->display, no_arguments),
                                 behind_qualifier(no_parameters, no_arguments),
                                 behind_qualifier(no_arguments, no_arguments)};
    for (uint32_t i = 0; i < options->kernel_glob_count; i++) {
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            if (name_matches(options->kernel_globs[i], names[n])) {
                return true;
            }
        }
    }
    return false;
}

static int compare_entries(const void *a, const void *b) {
    const struct kernel_entry *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    if (order == 0) {
        order = (x->line > y->line) - (x->line < y->line);
    }
    return order ? order : strcmp(x->name, y->name);
}

/* A file that is not there counts as one of the program's. */
bool load_is_own_file(const char *name, const char *const *own_files, uint32_t count) {
    struct stat file, own;
    bool is_own = count == 0 || stat(name, &file) != 0;
    for (uint32_t i = 0; !is_own && i < count; i++) {
        is_own = stat(own_files[i], &own) == 0 && own.st_dev == file.st_dev && own.st_ino == file.st_ino;
    }
    return is_own;
}

static bool is_own(const struct kernel_entry *entry, const struct llvm_options *options) {
    return !options || options->kernel_glob_count > 0 || load_is_own_file(entry->file, options->own_files, options->own_file_count);
}

static void note_header(struct llvm_module *m, const char *file) {
    for (uint32_t i = 0; i < m->headers.size; i++) {
        if (strcmp(m->headers.data[i].file, file) == 0) {
            m->headers.data[i].kernel_count++;
            return;
        }
    }
    vec_push(&m->headers, (struct llvm_header){file, 1});
}

enum { NAMES_MAX = 12 };

/* The kernels' displayed names, each once, without parameters. */
static const char *names_of(struct llvm_module *m) {
    const char *names[NAMES_MAX], *text = "";
    uint32_t count = 0, more = 0;
    for (uint32_t i = 0; i < m->kernels.size; i++) {
        const char *display = m->kernels.data[i].display;
        const char *name = arena_strndup(m->arena, display, strcspn(display, "("));
        bool is_known = false;
        for (uint32_t n = 0; n < count; n++) {
            is_known = is_known || strcmp(names[n], name) == 0;
        }
        if (!is_known && count < NAMES_MAX) {
            text = arena_printf(m->arena, "%s%s%s", text, count > 0 ? ", " : "", name);
            names[count++] = name;
        } else {
            more += !is_known;
        }
    }
    return more > 0 ? arena_printf(m->arena, "%s and %" PRIu32 " more", text, more) : text;
}

static void select_kernels(struct llvm_module *m, const struct llvm_options *options) {
    uint32_t kept = 0, own = 0;
    for (uint32_t i = 0; i < m->kernels.size; i++) {
        if (is_wanted(m, &m->kernels.data[i], options)) {
            m->kernels.data[kept++] = m->kernels.data[i];
        }
    }
    m->kernels_left_out = m->kernels.size - kept;
    m->names_left_out = kept == 0 ? names_of(m) : NULL;
    m->kernels.size = kept;
    if (kept > 0) {
        qsort(m->kernels.data, kept, sizeof *m->kernels.data, compare_entries);
    }
    for (uint32_t i = 0; i < kept; i++) {
        if (is_own(&m->kernels.data[i], options)) {
            m->kernels.data[own++] = m->kernels.data[i];
        } else {
            note_header(m, m->kernels.data[i].file);
        }
    }
    m->kernels.size = own;
}

struct llvm_module *llvm_load_stages(struct arena *arena, const char *path, const struct llvm_options *options, uint32_t stage_end,
                                     const char **error) {
    struct llvm_module *m = arena_alloc(arena, sizeof *m);
    m->arena = arena;
    m->trusts_undefined = options && options->trusts_undefined;
    m->own_files = options ? options->own_files : NULL;
    m->own_file_count = options ? options->own_file_count : 0;
    m->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(m->context, keep_diagnostic, m);
    if (!read_module(m, path, error) || !find_target(m, path, error)) {
        llvm_release(m);
        return NULL;
    }
    m->layout = LLVMGetModuleDataLayout(m->module);
    m->language = LLVMGetNamedMetadataNumOperands(m->module, "opencl.ocl.version") > 0 ? LANGUAGE_OPENCL : LANGUAGE_CUDA;
    find_kernels(m);
    select_kernels(m, options);
    const char *failure = normalise_run(m, stage_end);
    if (failure) {
        *error = arena_printf(arena, "%s: %s", path, failure);
        llvm_release(m);
        return NULL;
    }
    return m;
}

struct llvm_module *llvm_load(struct arena *arena, const char *path, const struct llvm_options *options, const char **error) {
    return llvm_load_stages(arena, path, options, llvm_pass_count(), error);
}

void llvm_release(struct llvm_module *module) {
    vec_release(&module->kernels);
    vec_release(&module->headers);
    buffer_release(&module->diagnostic);
    if (module->module) {
        LLVMDisposeModule(module->module);
    }
    LLVMContextDispose(module->context);
}

const char *llvm_names_left_out(const struct llvm_module *module) {
    return module->names_left_out;
}

uint32_t llvm_kernels_left_out(const struct llvm_module *module) {
    return module->kernels_left_out;
}

const struct llvm_header *llvm_headers_left_out(const struct llvm_module *module, uint32_t *count) {
    *count = module->headers.size;
    return module->headers.data;
}

uint32_t llvm_kernel_count(const struct llvm_module *module) {
    return module->kernels.size;
}

const char *llvm_kernel_name(const struct llvm_module *module, uint32_t index) {
    return module->kernels.data[index].name;
}

const char *llvm_kernel_display(const struct llvm_module *module, uint32_t index) {
    return module->kernels.data[index].display;
}

uint32_t llvm_kernel_line(const struct llvm_module *module, uint32_t index) {
    return module->kernels.data[index].line;
}

void llvm_print(const struct llvm_module *module, struct buffer *out) {
    char *text = LLVMPrintModuleToString(module->module);
    buffer_add(out, text);
    LLVMDisposeMessage(text);
}
