/* printf: what a thread prints, given to the input's callback piece by piece of one call.
 *
 * The format is C's, as CUDA documents it: flags, width and precision (also '*'), lengths, and
 * the conversions of integers, floats, characters, strings and pointers; a conversion that is
 * none of these is printed as it stands, and an argument that is missing is 0. Arguments come as
 * operands, or from a buffer where each lies at a multiple of its size (4 or 8 bytes). Strings
 * are read up to their NUL, at most LONGEST_STRING bytes. Memory is only looked at: printing
 * races with nothing. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "simulate/machine.h"
#include "simulate/value.h"

enum { LONGEST_STRING = 4096, LONGEST_SPEC = 24, WIDEST_FIELD = 1000 };

struct arguments {
    struct machine *m;
    const struct thread *thread;
    const struct inst *inst;
    bool in_buffer;
    uint64_t at; /* the next operand, or the address in the buffer */
};

static bool peek_byte(struct machine *m, const struct thread *thread, uint64_t address, uint8_t *byte) {
    int64_t offset_bytes;
    uint32_t place, instance = memory_resolve(m, address, &offset_bytes);
    const struct instance *home = &m->instances.data[instance];
    bool is_own = instance != 0 && (home->block == SIMULATE_NONE || home->block == thread->home->index) &&
                  (home->thread == SIMULATE_NONE || home->thread == thread->index);
    if (!is_own || !memory_contains(home, offset_bytes, 1)) {
        return false;
    }
    *byte = memory_page(m, instance, (uint64_t)offset_bytes, &place)->bytes[place];
    return true;
}

/* The next argument; of `size_bytes` in a buffer. */
static uint64_t take(struct arguments *a, uint32_t size_bytes) {
    uint64_t value = 0;
    if (!a->in_buffer) {
        if (a->at >= a->inst->operand_count) {
            return 0;
        }
        value_ref operand = kernel_operand(a->m->kernel, a->inst, (uint32_t)a->at++);
        return execute_operand(a->m, a->thread, operand).lanes[0];
    }
    a->at = (a->at + size_bytes - 1) / size_bytes * size_bytes;
    for (uint32_t i = 0; i < size_bytes; i++) {
        uint8_t byte = 0;
        (void)peek_byte(a->m, a->thread, a->at + i, &byte);
        value |= (uint64_t)byte << (8 * i);
    }
    a->at += size_bytes;
    return value;
}

static void add_string(struct machine *m, const struct thread *thread, uint64_t address, const char *spec, struct buffer *out) {
    struct buffer text = {0};
    char piece[LONGEST_STRING + WIDEST_FIELD];
    uint8_t byte;
    while (text.size < LONGEST_STRING && peek_byte(m, thread, address + text.size, &byte) && byte) {
        buffer_char(&text, (char)byte);
    }
    bool is_null = address == 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(piece, sizeof piece, spec, is_null ? "(null)" : buffer_text(&text));
#pragma GCC diagnostic pop
    buffer_add(out, piece);
    buffer_release(&text);
}

/* A conversion: "%-*.3" without length and letter is in `spec`. */
struct conversion {
    char spec[LONGEST_SPEC + 8];
    size_t length;
    uint32_t longs, shorts; /* l, ll, z, j, t count as long; h, hh as short */
    char letter;
};

static void add_number(struct arguments *a, struct conversion *c, struct buffer *out) {
    char piece[WIDEST_FIELD + 400];
    bool is_float = strchr("fFeEgGaA", c->letter) != NULL;
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    bool is_char = c->letter == 'c', is_pointer = c->letter == 'p';
    uint64_t bits = take(a, is_float || c->longs > 0 || is_pointer ? 8 : 4);
    if (is_char || is_float) {
        c->spec[c->length] = c->letter;
        c->spec[c->length + 1] = '\0';
    } else {
        snprintf(c->spec + c->length, sizeof c->spec - c->length, "%s",
                 is_pointer         ? PRIx64
                 : is_signed        ? PRId64
                 : c->letter == 'o' ? PRIo64
                 : c->letter == 'u' ? PRIu64
                 : c->letter == 'x' ? PRIx64
                                    : PRIX64);
    }
    uint32_t width = c->longs > 0 || is_pointer ? 64 : c->shorts > 1 ? 8 : c->shorts > 0 ? 16 : 32;
    double real;
    memcpy(&real, &bits, sizeof real);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (is_float) {
        snprintf(piece, sizeof piece, c->spec, real);
    } else if (is_char) {
        snprintf(piece, sizeof piece, c->spec, (int)(bits & 0xff));
    } else if (is_signed) {
        snprintf(piece, sizeof piece, c->spec, value_signed(bits & value_mask(width), width));
    } else {
        snprintf(piece, sizeof piece, c->spec, bits & value_mask(width));
    }
#pragma GCC diagnostic pop
    buffer_add(out, is_pointer ? "0x" : "");
    buffer_add(out, piece);
}

/* Width or precision: digits or '*'; kept small. */
static const char *read_size(struct arguments *a, const char *at, struct conversion *c) {
    long size = 0;
    if (*at == '*') {
        size = (int32_t)take(a, 4);
        at++;
    } else {
        for (; *at >= '0' && *at <= '9'; at++) {
            size = size < WIDEST_FIELD ? size * 10 + (*at - '0') : size;
        }
    }
    size = size > WIDEST_FIELD / 2 ? WIDEST_FIELD / 2 : size < -WIDEST_FIELD / 2 ? -WIDEST_FIELD / 2 : size;
    c->length += (size_t)snprintf(c->spec + c->length, LONGEST_SPEC - c->length, "%ld", size);
    return at;
}

/* One conversion, at the '%'; gives what follows it. */
static const char *convert(struct arguments *a, const char *start, struct buffer *out) {
    struct conversion c = {.spec = "%", .length = 1};
    const char *at = start + 1;
    for (; *at && strchr("-+ #0", *at); at++) {
        if (!memchr(c.spec, *at, c.length)) {
            c.spec[c.length++] = *at;
        }
    }
    if (*at == '*' || (*at >= '0' && *at <= '9')) {
        at = read_size(a, at, &c);
    }
    if (*at == '.') {
        c.spec[c.length++] = '.';
        at = read_size(a, at + 1, &c);
    }
    for (; *at && strchr("hljztL", *at); at++) {
        c.shorts += *at == 'h';
        c.longs += *at != 'h';
    }
    c.letter = *at;
    if (c.letter == 's') {
        memcpy(c.spec + c.length, "s", 2);
        uint64_t address = take(a, 8);
        add_string(a->m, a->thread, address, c.spec, out);
    } else if (c.letter && strchr("diouxXcpfFeEgGaA", c.letter)) {
        add_number(a, &c, out);
    } else if (c.letter == '%') {
        buffer_char(out, '%');
    } else {
        buffer_add_n(out, start, (size_t)(at - start));
        return at;
    }
    return at + 1;
}

static void read_format(struct machine *m, const struct thread *thread, uint64_t address, struct buffer *format) {
    uint8_t byte;
    while (format->size < LONGEST_STRING && peek_byte(m, thread, address + format->size, &byte) && byte) {
        buffer_char(format, (char)byte);
    }
}

void printf_execute(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    struct buffer format = {0}, out = {0};
    if (!m->input->print) {
        return;
    }
    uint64_t address = execute_operand(m, thread, kernel_operand(m->kernel, inst, 0)).lanes[0];
    uint64_t buffer = execute_operand(m, thread, kernel_operand(m->kernel, inst, 1)).lanes[0];
    struct arguments arguments = {.m = m, .thread = thread, .inst = inst, .in_buffer = buffer != 0, .at = buffer != 0 ? buffer : 2};
    read_format(m, thread, address, &format);
    for (const char *at = buffer_text(&format); *at;) {
        size_t plain = strcspn(at, "%");
        buffer_add_n(&out, at, plain);
        at += plain;
        at = *at ? convert(&arguments, at, &out) : at;
    }
    m->input->print(m->input->print_context, buffer_text(&out), out.size);
    buffer_release(&format);
    buffer_release(&out);
}
