#include "check/arguments.h"

#include <inttypes.h>
#include <string.h>

#include "base/vec.h"
#include "check/language.h"
#include "kernel/member.h"
#include "kernel/names.h"
#include "kernel/signature.h"
#include "protocol/expression.h"
#include "simulate/array_file.h"
#include "simulate/value.h"
#include "simulate/witness_words.h"

enum { PIECES_MAX = 6 };

struct reader {
    struct arena *arena;
    const struct kernel *kernel;
    struct protocol *protocol;
    struct witness_slots slots;
    VEC(struct witness_argument) arguments;
    VEC(struct witness_array) arrays;
    struct witness *witness;
    const char *error;
};

#define FAIL(r, ...) ((void)((r)->error = (r)->error ? (r)->error : arena_printf((r)->arena, __VA_ARGS__)))

static const char *type_text(struct arena *arena, struct type type) {
    struct buffer out = {0};
    type_print(type, &out);
    const char *text = arena_strdup(arena, buffer_text(&out));
    buffer_release(&out);
    return text;
}

/* ---- expressions ---- */

static uint64_t symbol_value(void *context, symbol_ref symbol) {
    static const char *const axes[] = {"x", "y", "z"};
    struct reader *r = context;
    const char *name = symbol_get(r->protocol->terms, symbol)->name;
    for (uint32_t i = 0; i < r->arguments.size; i++)
        if (strcmp(r->arguments.data[i].name, name) == 0)
            return r->arguments.data[i].bits;
    for (int axis = 0; axis < 3; axis++) {
        if (strcmp(name, arena_printf(r->arena, "bdim.%s", axes[axis])) == 0)
            return r->witness->block[axis];
        if (strcmp(name, arena_printf(r->arena, "gdim.%s", axes[axis])) == 0)
            return r->witness->grid[axis];
    }
    FAIL(r, "'%s' has no value yet; give it as a number", name);
    return 0;
}

static int64_t evaluate(struct reader *r, const char *text, const char *what) {
    const char *error = NULL;
    term_ref t = expression_number(r->protocol, r->arena, text, &error);
    if (term_is_none(t)) {
        FAIL(r, "%s '%s': %s", what, text, error);
        return 0;
    }
    const struct term_model model = {.context = r, .symbol = symbol_value};
    struct evaluation *evaluation = evaluation_create(r->protocol->terms, &model);
    int64_t value = (int64_t)evaluation_value(evaluation, t);
    evaluation_destroy(evaluation);
    return value;
}

static uint64_t element_count(struct reader *r, const char *name, const char *text, struct type type) {
    uint64_t most = WITNESS_ARRAY_BYTES / (type.width_bits / 8u);
    int64_t count = evaluate(r, text, "number of elements");
    if (!r->error && (count < 0 || (uint64_t)count > most))
        FAIL(r, "%" PRId64 " elements of '%s' cannot be; at most %" PRIu64 " can", count, name, most);
    return r->error ? 0 : (uint64_t)count;
}

/* ---- arrays ---- */

static uint32_t add_array(struct reader *r, const struct witness_array *array) {
    vec_push(&r->arrays, *array);
    return r->arrays.size - 1;
}

static bool is_file(const char *spec) {
    size_t length = strlen(spec);
    return spec[0] == '@' || (length > 4 && strcmp(spec + length - 4, ".npy") == 0);
}

static bool same_element(struct type a, struct type b) {
    return a.width_bits == b.width_bits && (a.kind == TYPE_INT) == (b.kind == TYPE_INT);
}

static void read_file(struct reader *r, const char *spec, bool is_typed, struct witness_array *array) {
    struct array_file file;
    const char *error = NULL;
    array->path = spec[0] == '@' ? spec + 1 : spec;
    if (!array_file_read(r->arena, array->path, &file, &error)) {
        FAIL(r, "%s", error);
        return;
    }
    if (file.is_typed && !is_typed && array->type.width_bits == 8)
        array->type = file.type;
    if (file.is_typed && !same_element(file.type, array->type))
        FAIL(r, "%s: holds %s, but '%s' has elements of type %s", array->path, type_text(r->arena, file.type), array->name,
             type_text(r->arena, array->type));
    if (file.byte_count % (array->type.width_bits / 8u) != 0)
        FAIL(r, "%s: %" PRIu64 " bytes are no whole number of %s for '%s'", array->path, file.byte_count, type_text(r->arena, array->type),
             array->name);
    array->bytes = file.bytes;
    array->byte_count = array->size_bytes = file.byte_count;
}

/* "a:b:c" in place; the number of pieces, at most PIECES_MAX. */
static uint32_t split(struct arena *arena, const char *spec, const char *pieces[PIECES_MAX]) {
    uint32_t count = 0;
    while (spec && count < PIECES_MAX) {
        const char *stop = count + 1 < PIECES_MAX ? strchr(spec, ':') : NULL;
        pieces[count++] = stop ? arena_strndup(arena, spec, (size_t)(stop - spec)) : spec;
        spec = stop ? stop + 1 : NULL;
    }
    return count;
}

static void read_range(struct reader *r, const char *text, struct witness_array *array) {
    const struct type real = {.kind = TYPE_FLOAT, .width_bits = 64, .lanes = 1};
    const char *dots = strstr(text, "..");
    uint64_t low, high;
    bool is_range = witness_read_value(real, arena_strndup(r->arena, text, (size_t)(dots - text)), &low) && witness_read_value(real, dots + 2, &high);
    if (is_range) {
        memcpy(&array->low, &low, sizeof array->low);
        memcpy(&array->high, &high, sizeof array->high);
    }
    array->has_range = true;
    if (!is_range || !witness_is_range(array->type, array->low, array->high))
        FAIL(r, "'%s' is no range LOW..HIGH", text);
}

static void read_fill(struct reader *r, const char *spec, struct witness_array *array) {
    const char *pieces[PIECES_MAX];
    uint32_t count = split(r->arena, spec, pieces), at = 1;
    if (strcmp(pieces[0], "zero") == 0) {
        array->fill = FILL_ZERO;
    } else if (strcmp(pieces[0], "iota") == 0) {
        array->fill = FILL_IOTA;
    } else if (strcmp(pieces[0], "const") == 0 || strcmp(pieces[0], "constant") == 0) {
        array->fill = FILL_CONSTANT;
        if (at >= count || !witness_read_value(array->type, pieces[at], &array->value))
            FAIL(r, "'%s': const:VALUE:COUNT with a value of type %s expected", spec, type_text(r->arena, array->type));
        at++;
    } else if (strcmp(pieces[0], "random") == 0) {
        const struct type seed = {.kind = TYPE_INT, .width_bits = 64, .lanes = 1};
        array->fill = FILL_RANDOM;
        if (at >= count || !witness_read_value(seed, pieces[at], &array->seed))
            FAIL(r, "'%s': random:SEED[:LOW..HIGH]:COUNT expected", spec);
        at++;
        if (!r->error && at < count && strstr(pieces[at], ".."))
            read_range(r, pieces[at++], array);
    } else {
        FAIL(r, "'%s' is no contents for '%s': zero, iota, const, random, @FILE or FILE.npy expected", spec, array->name);
    }
    if (!r->error && at >= count)
        FAIL(r, "'%s' lacks the number of elements: %s=%s:COUNT", spec, array->name, spec);
    if (!r->error && at + 1 < count)
        FAIL(r, "'%s' has too many parts", spec);
    if (!r->error)
        array->size_bytes = element_count(r, array->name, pieces[at], array->type) * (array->type.width_bits / 8u);
}

/* Takes "f32:" from the front. */
static bool take_type(const char **spec, struct type *type) {
    const char *colon = strchr(*spec, ':');
    struct type found;
    if (!colon || !type_find(*spec, (size_t)(colon - *spec), &found) || !witness_is_element(found))
        return false;
    *type = found;
    *spec = colon + 1;
    return true;
}

static uint32_t read_array(struct reader *r, const char *name, const char *spec, struct type type) {
    struct witness_array array = {.name = name, .type = type};
    bool is_typed = take_type(&spec, &array.type);
    if (is_file(spec))
        read_file(r, spec, is_typed, &array);
    else
        read_fill(r, spec, &array);
    return add_array(r, &array);
}

/* ---- variables of the kernel ---- */

static bool is_settable(const struct object *object) {
    return object->space == SPACE_GLOBAL || object->space == SPACE_CONSTANT;
}

static struct type element_type(const struct object *object) {
    bool fits = object->elem_bytes == 2 || object->elem_bytes == 4 || object->elem_bytes == 8;
    return (struct type){.kind = TYPE_INT, .width_bits = (uint8_t)(fits ? object->elem_bytes * 8 : 8), .lanes = 1};
}

static bool read_variable(struct reader *r, const struct argument_text *text) {
    for (uint32_t i = 0; i < r->kernel->object_count; i++) {
        const struct object *object = &r->kernel->objects[i];
        if (!is_settable(object) || !object->name || strcmp(object->name, text->name) != 0)
            continue;
        const char *name = arena_printf(r->arena, "@%" PRIu32 ".%s", i, object->name);
        uint32_t array = read_array(r, name, text->spec, element_type(object));
        if (!r->error && r->arrays.data[array].size_bytes > object->size_bytes)
            FAIL(r, "'%s' has only %" PRIu64 " bytes", text->name, object->size_bytes);
        r->arrays.data[array].size_bytes = object->size_bytes;
        return true;
    }
    return false;
}

/* ---- arguments ---- */

static const struct argument_text *find_text(const struct argument_text *texts, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(texts[i].name, name) == 0)
            return &texts[i];
    return NULL;
}

/* A member may be called by its byte. */
static bool is_called(const struct reader *r, const struct witness_slot *slot, const char *name) {
    return strcmp(slot->name, name) == 0 || (slot->is_field && member_is_same(r->kernel, slot->name, name));
}

static const char image_spec[] = "image"; /* no argument: memory without an end */
static bool is_image(const struct reader *r, const struct witness_slot *slot) {
    if (r->kernel->language != LANGUAGE_OPENCL || slot->is_field || slot->type.kind != TYPE_POINTER)
        return false;
    const char *type = signature_type(r->arena, r->kernel->display, slot->param), *end = type + strlen(type);
    return end - type > 7 && strncmp(type, "image", 5) == 0 && strcmp(end - 2, "_t") == 0;
}

/* What a host leaves out when it launches an OpenCL kernel: no offset, as many dimensions as are used; and what only images are. */
static const struct argument_text *usual_text(const struct reader *r, const struct witness_slot *slot) {
    static const struct argument_text none = {"", "0"}, image = {"", image_spec}, dimensions[] = {{"", "1"}, {"", "2"}, {"", "3"}};
    const struct witness *w = r->witness;
    if (r->kernel->language != LANGUAGE_OPENCL || slot->is_field)
        return NULL;
    if (is_image(r, slot))
        return &image;
    for (uint32_t axis = 0; axis < 3; axis++)
        if (strcmp(slot->name, language_offset_name(axis)) == 0)
            return &none;
    uint32_t last = w->block[2] > 1 || w->grid[2] > 1 ? 2 : w->block[1] > 1 || w->grid[1] > 1 ? 1 : 0;
    return strcmp(slot->name, "work_dim") == 0 ? &dimensions[last] : NULL;
}

static const struct argument_text *find_slot_text(const struct reader *r, const struct argument_text *texts, uint32_t count,
                                                  const struct witness_slot *slot) {
    const struct argument_text *found = find_text(texts, count, slot->name);
    for (uint32_t i = 0; i < count && !found; i++)
        if (is_called(r, slot, texts[i].name))
            found = &texts[i];
    return found ? found : usual_text(r, slot);
}

/* Whether it can only be meant as an expression. */
static bool is_expression(struct reader *r, struct type type, const char *spec) {
    return type.kind == TYPE_INT && strspn(spec, "0123456789xX.-+") < strlen(spec) && !expression_syntax(r->arena, spec);
}

static void read_scalar(struct reader *r, const struct witness_slot *slot, const char *spec) {
    struct witness_argument a = {.name = slot->name, .type = slot->type, .array = SIMULATE_NONE};
    (void)take_type(&spec, &a.type);
    if (witness_read_value(a.type, spec, &a.bits)) {
        vec_push(&r->arguments, a);
        return;
    }
    if (!is_expression(r, a.type, spec)) {
        FAIL(r, "'%s' is no %s of type %s, which '%s' has", spec, a.type.kind == TYPE_INT ? "integer" : "number", type_text(r->arena, a.type),
             slot->name);
        return;
    }
    int64_t value = evaluate(r, spec, arena_printf(r->arena, "value of '%s'", slot->name));
    a.bits = (uint64_t)value & value_mask(a.type.width_bits);
    if (!r->error && value_signed(a.bits, a.type.width_bits) != value && (int64_t)a.bits != value)
        FAIL(r, "%" PRId64 " does not fit in the %u bits of '%s'", value, a.type.width_bits, slot->name);
    vec_push(&r->arguments, a);
}

/* "&b" and "&b+4": into the array of an argument that was given before. */
static void read_alias(struct reader *r, const struct witness_slot *slot, const char *spec, struct witness_argument *a) {
    size_t length = strcspn(spec, "+");
    const char *target = arena_strndup(r->arena, spec, length);
    for (uint32_t i = 0; i < r->arguments.size; i++) {
        const struct witness_argument *other = &r->arguments.data[i];
        if (other->array != SIMULATE_NONE && strcmp(other->name, target) == 0) {
            int64_t by = spec[length] ? evaluate(r, spec + length + 1, "elements behind a pointer") : 0;
            a->array = other->array;
            a->offset_bytes = other->offset_bytes + by * (witness_pointee(r->kernel, slot).width_bits / 8);
            return;
        }
    }
    FAIL(r, "'%s' points into '%s', which is no array given before", slot->name, target);
}

static void read_pointer(struct reader *r, const struct witness_slot *slot, const char *spec) {
    struct witness_argument a = {.name = slot->name, .type = slot->type, .array = SIMULATE_NONE};
    if (is_image(r, slot) && spec != image_spec)
        FAIL(r, "'%s' is an image, which takes no argument", slot->name);
    else if (is_image(r, slot))
        a.array = add_array(r, &(struct witness_array){.name = slot->name, .type = witness_pointee(r->kernel, slot), .unbounded = true});
    else if (spec[0] == '&')
        read_alias(r, slot, spec + 1, &a);
    else if (strcmp(spec, "null") != 0)
        a.array = read_array(r, slot->name, spec, witness_pointee(r->kernel, slot));
    vec_push(&r->arguments, a);
}

static void read_struct(struct reader *r, uint32_t param, const char *spec) {
    uint64_t size_bytes = r->kernel->objects[r->kernel->params[param].object].size_bytes;
    struct witness_argument a = {.name = r->kernel->params[param].name, .type = {.kind = TYPE_VOID, .lanes = 1}, .array = SIMULATE_NONE};
    uint8_t *bytes = arena_alloc(r->arena, size_bytes + 1);
    if (strncmp(spec, "hex:", 4) == 0) {
        size_t digits = strspn(spec + 4, "0123456789abcdefABCDEF");
        if (spec[4 + digits] || digits != size_bytes * 2)
            FAIL(r, "'%s' is a struct of %" PRIu64 " bytes: as many pairs of hexadecimal digits expected", a.name, size_bytes);
        for (size_t i = 0; i < digits && !r->error; i++) {
            unsigned digit = (unsigned)(spec[4 + i] <= '9' ? spec[4 + i] - '0' : (spec[4 + i] | 32) - 'a' + 10);
            bytes[i / 2] = (uint8_t)((unsigned)bytes[i / 2] << 4 | digit);
        }
    } else if (spec[0] == '@') {
        struct array_file file = {.byte_count = 0};
        const char *error = NULL;
        if (!array_file_read(r->arena, spec + 1, &file, &error))
            FAIL(r, "%s", error);
        else if (file.byte_count != size_bytes)
            FAIL(r, "%s: '%s' is a struct of %" PRIu64 " bytes, the file has %" PRIu64, spec + 1, a.name, size_bytes, file.byte_count);
        else
            memcpy(bytes, file.bytes, size_bytes);
    } else if (strcmp(spec, "zero") != 0) {
        FAIL(r, "'%s' is a struct: %s.BYTES=VALUE for a field, %s=hex:DIGITS, %s=zero or %s=@FILE expected", a.name, a.name, a.name, a.name, a.name);
    }
    a.bytes = bytes;
    a.byte_count = size_bytes;
    vec_push(&r->arguments, a);
}

static void read_structs(struct reader *r, const struct argument_text *texts, uint32_t count) {
    for (uint32_t i = 0; i < r->kernel->param_count && !r->error; i++) {
        const struct argument_text *text = find_text(texts, count, r->kernel->params[i].name);
        if (r->kernel->params[i].by_value_struct && text)
            read_struct(r, i, text->spec);
    }
}

/* Scalars that are plain numbers first: others, and counts, may refer to them. */
static void read_slots(struct reader *r, const struct argument_text *texts, uint32_t count, int pass) {
    for (uint32_t i = 0; i < r->slots.count && !r->error; i++) {
        const struct witness_slot *slot = &r->slots.slots[i];
        const struct argument_text *text = find_slot_text(r, texts, count, slot);
        uint64_t bits;
        if (!text || slot->type.kind == TYPE_VOID)
            continue;
        bool is_alias = slot->type.kind == TYPE_POINTER && text->spec[0] == '&';
        bool is_plain = witness_read_value(slot->type, text->spec, &bits);
        int when = slot->type.kind == TYPE_POINTER ? (is_alias ? 3 : 2) : is_plain ? 0 : 1;
        if (when != pass)
            continue;
        if (slot->type.kind == TYPE_POINTER)
            read_pointer(r, slot, text->spec);
        else
            read_scalar(r, slot, text->spec);
    }
}

/* That of the debug information. */
static bool take_member_type(struct reader *r, const struct param *param, const char *name, struct type *type) {
    for (uint32_t i = 0; i < param->member_count; i++) {
        const struct param_member *member = &param->members[i];
        if ((int64_t)member->offset_bytes == member_place(param, name)) {
            *type = signature_pointee(arena_printf(r->arena, "%s*", member->type)).scalar;
            return type->width_bits == member->size_bytes * 8;
        }
    }
    return false;
}

/* Fields that the kernel never loads by themselves may be given, with a type where it is not known. */
static bool read_other_field(struct reader *r, const struct argument_text *text) {
    for (uint32_t i = 0; i < r->kernel->param_count; i++) {
        const struct param *param = &r->kernel->params[i];
        size_t length = strlen(param->name);
        if (!param->by_value_struct || strncmp(text->name, param->name, length) != 0 || text->name[length] != '.')
            continue;
        const char *spec = text->spec;
        struct witness_argument a = {.name = text->name, .array = SIMULATE_NONE};
        if (member_place(param, text->name) < 0)
            FAIL(r, "'%s': '%s' has no such member; '%s.8' is the one at byte 8", text->name, param->name, param->name);
        else if (!(take_type(&spec, &a.type) || take_member_type(r, param, text->name, &a.type)) || !witness_read_value(a.type, spec, &a.bits))
            FAIL(r, "the kernel does not read '%s' by itself: give it with a type, as in %s=i32:5", text->name, text->name);
        vec_push(&r->arguments, a);
        return true;
    }
    return false;
}

/* ---- pointers in arrays: "t[3]" is what the pointer in element 3 of t points to ---- */

enum { CELLS_MAX = 4096, DEPTH_MAX = 4 };

static uint32_t brackets(const char *name) {
    uint32_t count = 0;
    for (const char *at = name; *at; at++)
        count += *at == '[';
    return count;
}

static bool is_member(const struct reader *r, const char *name) {
    for (uint32_t i = 0; i < r->kernel->param_count; i++)
        if (member_place(&r->kernel->params[i], name) >= 0)
            return true;
    return false;
}

static bool is_cell(const struct reader *r, const char *name) {
    const char *open = strrchr(name, '[');
    return !is_member(r, name) && open && open > name && name[strlen(name) - 1] == ']' && name[strlen(name) - 2] != '[';
}

static uint32_t find_array(const struct reader *r, const char *name) {
    for (uint32_t i = 0; i < r->arrays.size; i++)
        if (strcmp(r->arrays.data[i].name, name) == 0)
            return i;
    return SIMULATE_NONE;
}

/* Behind so many pointers more than the parameter itself; bytes if its type does not tell. */
static struct type cell_pointee(const struct reader *r, const char *name) {
    const struct type byte = {.kind = TYPE_INT, .width_bits = 8, .lanes = 1};
    for (uint32_t i = 0; i < r->kernel->param_count; i++) {
        size_t length = strlen(r->kernel->params[i].name);
        if (strncmp(name, r->kernel->params[i].name, length) != 0 || name[length] != '[')
            continue;
        char *type = arena_strdup(r->arena, r->kernel->display ? signature_type(r->arena, r->kernel->display, i) : "");
        for (uint32_t depth = brackets(name); depth > 0; depth--) {
            char *star = strrchr(type, '*');
            *(star ? star : type) = 0;
            for (size_t end = strlen(type); end > 0 && type[end] != '*'; end--)
                if (strcmp(type + end, " const") == 0 || strcmp(type + end, " volatile") == 0)
                    type[end] = 0;
        }
        struct signature_pointee told = signature_pointee(type);
        return told.bytes > 0 ? told.scalar : byte;
    }
    return byte;
}

static void add_cell(struct reader *r, uint32_t array, int64_t index, const char *target, int64_t target_bytes) {
    struct witness_array *a = &r->arrays.data[array];
    if ((a->cell_count & (a->cell_count - 1)) == 0) { /* full: as many again */
        struct witness_cell *more = arena_alloc(r->arena, (2 * a->cell_count + 1) * sizeof *more);
        if (a->cell_count > 0)
            memcpy(more, a->cells, a->cell_count * sizeof *more);
        a->cells = more;
    }
    a->cells[a->cell_count++] = (struct witness_cell){.offset_bytes = 8 * index, .size_bytes = 8, .target = target, .target_bytes = target_bytes};
}

static void read_cell_at(struct reader *r, uint32_t array, int64_t index, const char *spec) {
    const char *name = arena_printf(r->arena, "%s[%" PRId64 "]", r->arrays.data[array].name, index);
    if (find_array(r, name) != SIMULATE_NONE) {
        FAIL(r, "two arguments for '%s'", name);
        return;
    }
    if (spec[0] != '&') {
        (void)read_array(r, name, spec, cell_pointee(r, name));
        add_cell(r, array, index, name, 0);
        return;
    }
    size_t length = strcspn(spec + 1, "+");
    uint32_t target = find_array(r, arena_strndup(r->arena, spec + 1, length));
    if (target == SIMULATE_NONE) {
        FAIL(r, "'%s' points into '%.*s', which is no array given before", name, (int)length, spec + 1);
        return;
    }
    int64_t by = spec[length + 1] ? evaluate(r, spec + length + 2, "elements behind a pointer") : 0;
    add_cell(r, array, index, r->arrays.data[target].name, by * (r->arrays.data[target].type.width_bits / 8));
}

static void read_cell(struct reader *r, const struct argument_text *text) {
    const char *open = strrchr(text->name, '['), *base = arena_strndup(r->arena, text->name, (size_t)(open - text->name));
    const char *index = arena_strndup(r->arena, open + 1, strlen(open) - 2);
    uint32_t array = find_array(r, base);
    if (array == SIMULATE_NONE) {
        FAIL(r, "'%s': there is no array '%s'; %s=zero:COUNT gives one, of null pointers", text->name, base, base);
        return;
    }
    int64_t count = (int64_t)(r->arrays.data[array].size_bytes / 8);
    bool is_all = strcmp(index, "*") == 0;
    int64_t first = is_all ? 0 : evaluate(r, index, "index");
    if (r->arrays.data[array].type.kind != TYPE_INT || r->arrays.data[array].type.width_bits != 64)
        FAIL(r, "'%s': '%s' has elements of type %s, which are no pointers", text->name, base, type_text(r->arena, r->arrays.data[array].type));
    if (first < 0 || first >= count)
        FAIL(r, "'%s': '%s' has %" PRId64 " elements", text->name, base, count);
    if (is_all && count > CELLS_MAX)
        FAIL(r, "'%s' is too many arrays; at most %d can be", text->name, CELLS_MAX);
    for (int64_t i = first; i < (is_all ? count : first + 1) && !r->error; i++)
        read_cell_at(r, array, i, text->spec);
}

static void read_cells(struct reader *r, const struct argument_text *texts, uint32_t count) {
    for (uint32_t depth = 1; depth <= DEPTH_MAX; depth++)
        for (int aliases = 0; aliases < 2; aliases++)
            for (uint32_t i = 0; i < count && !r->error; i++)
                if (is_cell(r, texts[i].name) && brackets(texts[i].name) == depth && (texts[i].spec[0] == '&') == aliases)
                    read_cell(r, &texts[i]);
}

static bool is_slot(const struct reader *r, const char *name) {
    for (uint32_t i = 0; i < r->slots.count; i++)
        if (is_called(r, &r->slots.slots[i], name))
            return true;
    for (uint32_t i = 0; i < r->kernel->param_count; i++)
        if (strcmp(r->kernel->params[i].name, name) == 0)
            return true;
    return false;
}

static void add_suggestion(const struct witness_slot *slot, struct buffer *out) {
    if (slot->type.kind == TYPE_POINTER)
        buffer_printf(out, " --arg %s=zero:1024", slot->name);
    else
        buffer_printf(out, " --arg %s=%s", slot->name, slot->type.kind == TYPE_VOID ? "zero" : slot->type.kind == TYPE_INT ? "64" : "1.0");
}

static void list_names(struct reader *r, struct buffer *out) {
    for (uint32_t i = 0; i < r->slots.count; i++) {
        const struct witness_slot *slot = &r->slots.slots[i];
        buffer_printf(out, "%s'%s'", i > 0 ? ", " : "", slot->name);
        if (slot->type.kind == TYPE_POINTER)
            buffer_printf(out, " (pointer to %s)", type_text(r->arena, witness_pointee(r->kernel, slot)));
        else
            buffer_printf(out, " (%s)", slot->type.kind == TYPE_VOID ? "struct" : type_text(r->arena, slot->type));
    }
    buffer_add(out, r->slots.count == 0 ? "none" : "");
}

static void check_names(struct reader *r, const struct argument_text *texts, uint32_t count) {
    for (uint32_t i = 0; i < count && !r->error; i++) {
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(texts[i].name, texts[j].name) == 0 || member_is_same(r->kernel, texts[i].name, texts[j].name))
                FAIL(r, "two arguments for '%s'", texts[i].name);
        bool is_read = is_cell(r, texts[i].name) && brackets(texts[i].name) <= DEPTH_MAX;
        if (is_read || is_slot(r, texts[i].name) || read_other_field(r, &texts[i]) || read_variable(r, &texts[i]))
            continue;
        struct buffer names = {0};
        list_names(r, &names);
        FAIL(r, "the kernel has no parameter '%s'; its parameters: %s", texts[i].name, buffer_text(&names));
        buffer_release(&names);
    }
}

static void check_whole(struct reader *r, const struct argument_text *texts, uint32_t count) {
    struct buffer missing = {0}, help = {0};
    for (uint32_t i = 0; i < r->slots.count; i++) {
        const struct witness_slot *slot = &r->slots.slots[i];
        if (find_slot_text(r, texts, count, slot) || find_text(texts, count, r->kernel->params[slot->param].name))
            continue;
        buffer_printf(&missing, "%s'%s'", missing.size > 0 ? ", " : "", slot->name);
        add_suggestion(slot, &help);
    }
    if (missing.size > 0)
        FAIL(r, "no argument for %s; for example%s", buffer_text(&missing), buffer_text(&help));
    buffer_release(&missing);
    buffer_release(&help);
}

bool arguments_read(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct argument_text *texts, uint32_t count,
                    struct witness *witness, const char **error) {
    struct reader r = {.arena = arena, .kernel = kernel, .protocol = protocol, .slots = witness_slots(arena, kernel), .witness = witness};
    check_whole(&r, texts, count);
    read_structs(&r, texts, count);
    for (int pass = 0; pass < 4; pass++)
        read_slots(&r, texts, count, pass);
    read_cells(&r, texts, count);
    check_names(&r, texts, count);
    witness->argument_count = r.arguments.size;
    witness->arguments = arena_alloc(arena, (r.arguments.size + 1) * sizeof *witness->arguments);
    for (uint32_t i = 0; i < r.arguments.size; i++)
        witness->arguments[i] = r.arguments.data[i];
    witness->array_count = r.arrays.size;
    witness->arrays = arena_alloc(arena, (r.arrays.size + 1) * sizeof *witness->arrays);
    for (uint32_t i = 0; i < r.arrays.size; i++)
        witness->arrays[i] = r.arrays.data[i];
    vec_release(&r.arguments);
    vec_release(&r.arrays);
    *error = r.error;
    return !r.error;
}
