/* The witness file, written; docs/witness-files.md has the grammar. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/names.h"
#include "simulate/value.h"
#include "simulate/witness.h"
#include "simulate/witness_words.h"

static const char *const fill_names[] = {"zero", "initial", "constant", "iota", "random"};

const char *witness_fill_name(enum witness_fill fill) {
    return fill_names[fill];
}

static void print_string(const char *text, struct buffer *out) {
    buffer_char(out, '"');
    for (const char *c = text ? text : ""; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte < 0x20 || byte == '"' || byte == '\\' || byte == 0x7f) {
            buffer_printf(out, "\\%02x", byte);
        } else {
            buffer_char(out, *c);
        }
    }
    buffer_char(out, '"');
}

/* With as few digits as read back to the same bits. */
static void print_float(struct type type, uint64_t bits, struct buffer *out) {
    double value = value_to_double(type, bits);
    for (int digits = 1; digits <= 17 && !isnan(value); digits++) {
        char text[40];
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (value_from_double(type, strtod(text, NULL)) == bits) {
            buffer_add(out, text);
            return;
        }
    }
    buffer_printf(out, "0x%" PRIx64, bits);
}

void witness_print_value(struct type type, uint64_t bits, struct buffer *out) {
    if (type.kind == TYPE_FLOAT || type.kind == TYPE_BFLOAT) {
        print_float(type, bits, out);
    } else if (type.kind == TYPE_INT) {
        buffer_printf(out, "%" PRId64, value_signed(bits, type.width_bits));
    } else {
        buffer_printf(out, "0x%" PRIx64, bits);
    }
}

static void print_triple(const uint32_t triple[3], struct buffer *out) {
    buffer_printf(out, " %" PRIu32 " %" PRIu32 " %" PRIu32, triple[0], triple[1], triple[2]);
}

static void print_cell(const struct witness_array *array, const struct witness_cell *cell, struct buffer *out) {
    int64_t size_bytes = (array->type.width_bits + 7) / 8;
    if (cell->target) {
        buffer_printf(out, "  byte %" PRId64 " ptr = ", cell->offset_bytes);
        print_string(cell->target, out);
        buffer_printf(out, " %" PRId64, cell->target_bytes);
    } else if (cell->size_bytes == size_bytes && cell->offset_bytes % size_bytes == 0) {
        buffer_printf(out, "  [%" PRId64 "] = ", cell->offset_bytes / size_bytes);
        witness_print_value(array->type, cell->value, out);
    } else {
        struct type type = {.kind = TYPE_INT, .width_bits = (uint8_t)(cell->size_bytes * 8)};
        buffer_printf(out, "  byte %" PRId64 " i%u = ", cell->offset_bytes, type.width_bits);
        witness_print_value(type, cell->value, out);
    }
    buffer_char(out, '\n');
}

static void print_array(const struct witness_array *array, struct buffer *out) {
    uint32_t elem_bytes = (array->type.width_bits + 7u) / 8u;
    buffer_add(out, "array ");
    print_string(array->name, out);
    buffer_add(out, array->is_many ? " many " : " ");
    type_print(array->type, out);
    if (array->unbounded) {
        buffer_add(out, " unbounded");
    } else {
        buffer_printf(out, " %" PRIu64, array->size_bytes / elem_bytes);
        if (array->size_bytes % elem_bytes != 0) {
            buffer_printf(out, " + %" PRIu64, array->size_bytes % elem_bytes);
        }
    }
    if (array->path) {
        buffer_add(out, " file ");
        print_string(array->path, out);
    }
    buffer_printf(out, " %s", fill_names[array->fill]);
    if (array->fill == FILL_CONSTANT || (array->fill == FILL_IOTA && (array->value != 0 || array->step > 1))) {
        buffer_char(out, ' ');
        witness_print_value(array->type, array->value, out);
        if (array->fill == FILL_IOTA && array->step > 1) {
            buffer_printf(out, " %" PRIu64, array->step);
        }
    } else if (array->fill == FILL_RANDOM) {
        buffer_printf(out, " %" PRIu64, array->seed);
        if (array->has_range) {
            buffer_printf(out, " %.17g %.17g", array->low, array->high);
        }
    }
    buffer_char(out, '\n');
    for (uint32_t i = 0; i < array->link_count; i++) {
        const struct witness_link *link = &array->links[i];
        buffer_printf(out, "  every %" PRIu64 " from %" PRId64 " ptr = ", link->stride_bytes, link->offset_bytes);
        print_string(link->target, out);
        buffer_printf(out, " %" PRIu32 " %" PRIu32 "\n", link->times, link->plus);
    }
    for (uint32_t i = 0; i < array->cell_count; i++) {
        print_cell(array, &array->cells[i], out);
    }
}

static void print_argument(const struct witness *witness, const struct witness_argument *a, struct buffer *out) {
    buffer_add(out, "argument ");
    print_string(a->name, out);
    if (a->type.kind == TYPE_VOID) {
        buffer_add(out, " bytes ");
        for (uint64_t i = 0; i < a->byte_count; i++) {
            buffer_printf(out, "%02x", a->bytes[i]);
        }
    } else if (a->type.kind == TYPE_POINTER) {
        buffer_add(out, " ptr = ");
        if (a->array != SIMULATE_NONE) {
            print_string(witness->arrays[a->array].name, out);
            buffer_printf(out, " %" PRId64, a->offset_bytes);
        } else {
            buffer_printf(out, "0x%" PRIx64, a->bits);
        }
    } else {
        buffer_char(out, ' ');
        type_print(a->type, out);
        buffer_add(out, " = ");
        witness_print_value(a->type, a->bits, out);
    }
    buffer_char(out, '\n');
}

static void print_place(const struct source_place *place, struct buffer *out) {
    print_string(place->file, out);
    buffer_printf(out, " %" PRIu32 " %" PRIu32, place->line, place->column);
}

static void print_expected(const struct finding *f, struct buffer *out) {
    buffer_printf(out, "expect %s %s %s ", rule_name(f->rule), finding_kind_name(f->kind), finding_scope_name(f->scope));
    print_string(f->array, out);
    buffer_char(out, '\n');
    for (uint32_t i = 0; i < f->access_count; i++) {
        const struct finding_access *a = &f->accesses[i];
        buffer_printf(out, "  %s", a->mode ? a->mode : "access");
        print_triple(a->thread, out);
        buffer_add(out, " of");
        print_triple(a->block, out);
        buffer_char(out, ' ');
        print_place(&a->place, out);
        for (uint32_t n = 0; n < a->inlined_count; n++) {
            buffer_add(out, " from ");
            print_place(&a->inlined_at[n], out);
        }
        buffer_char(out, '\n');
    }
}

static void print_comment(const char *comment, struct buffer *out) {
    for (const char *line = comment; line && *line;) {
        size_t length = strcspn(line, "\n");
        buffer_add(out, "; ");
        buffer_add_n(out, line, length);
        buffer_char(out, '\n');
        line += length + (line[length] == '\n');
    }
}

static void print_named(const char *word, const char *text, struct buffer *out) {
    buffer_printf(out, "%s ", word);
    print_string(text, out);
    buffer_char(out, '\n');
}

static void print_head(const struct witness *w, struct buffer *out) {
    buffer_add(out, "witness 1\n");
    print_named("source", w->file, out);
    for (uint32_t i = 0; i < w->clang_arg_count; i++) {
        print_named("clang", w->clang_args[i], out);
    }
    buffer_add(out, w->gpuverify_annotations ? "annotations gpuverify\n" : "");
    print_named("kernel", w->kernel, out);
    buffer_add(out, "block");
    print_triple(w->block, out);
    buffer_add(out, "\ngrid");
    print_triple(w->grid, out);
    buffer_char(out, '\n');
    if (w->dynamic_shared_bytes > 0) {
        buffer_printf(out, "dynamic-shared %" PRIu64 "\n", w->dynamic_shared_bytes);
    }
    buffer_add(out, w->exit_diverges ? "barrier-exit diverge\n" : "");
    buffer_add(out, w->lockstep ? "warp lockstep\n" : "");
    buffer_printf(out, "seed %" PRIu64 "\n", w->seed);
    if (w->step_budget > 0) {
        buffer_printf(out, "steps %" PRIu64 "\n", w->step_budget);
    }
}

void witness_print(const struct witness *w, const char *comment, struct buffer *out) {
    print_comment(comment, out);
    print_head(w, out);
    for (uint32_t i = 0; i < w->array_count; i++) {
        if (w->arrays[i].name) {
            print_array(&w->arrays[i], out);
        }
    }
    for (uint32_t i = 0; i < w->argument_count; i++) {
        print_argument(w, &w->arguments[i], out);
    }
    for (uint32_t i = 0; i < w->block_count; i++) {
        buffer_add(out, "run");
        print_triple(w->blocks[i], out);
        buffer_char(out, '\n');
    }
    for (uint32_t i = 0; i < w->thread_count; i++) {
        buffer_add(out, "thread");
        print_triple(w->threads[i].thread, out);
        buffer_add(out, " of");
        print_triple(w->threads[i].block, out);
        buffer_char(out, '\n');
    }
    if (w->expected) {
        print_expected(w->expected, out);
    }
}
