#include "cli/message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/option_names.h"

struct frame_head {
    uint32_t kind, size_bytes;
};

static bool write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t count = write(fd, bytes, size);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}

bool message_send(int fd, enum message_kind kind, const char *bytes, size_t size) {
    struct frame_head head = {(uint32_t)kind, (uint32_t)size};
    return size <= UINT32_MAX && write_all(fd, (const char *)&head, sizeof head) && write_all(fd, bytes, size);
}

/* Strings follow each other with their NULs; NULL is sent as "". */
static void put_string(struct buffer *out, const char *text) {
    buffer_add_n(out, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void put_number(struct buffer *out, uint32_t number) {
    buffer_printf(out, "%u", number);
    buffer_char(out, '\0');
}

void message_add(struct buffer *out, enum message_kind kind, const char *bytes, size_t size) {
    struct frame_head head = {(uint32_t)kind, (uint32_t)size};
    buffer_add_n(out, (const char *)&head, sizeof head);
    buffer_add_n(out, bytes, size);
}

void message_file_text(const struct message_file *file, struct buffer *out) {
    struct buffer numbers = {0};
    put_string(out, file->status);
    put_string(out, file->error);
    put_string(out, file->headers);
    put_string(out, file->templates);
    put_string(out, file->bitcode);
    buffer_printf(&numbers, "%.6f %u %u %u %u %u", file->seconds, file->kernel_count, file->omission_count, file->kernels_left_out,
                  file->system_header_count, file->own_file_count);
    put_string(out, buffer_text(&numbers));
    for (uint32_t i = 0; i < file->omission_count; i++) {
        const struct file_omission *omission = &file->omissions[i];
        put_string(out, omission->kind);
        put_string(out, omission->file);
        put_string(out, omission->message);
        put_number(out, omission->line);
    }
    for (uint32_t i = 0; i < file->kernel_count; i++) {
        put_string(out, file->kernels[i].name);
        put_string(out, file->kernels[i].display);
        put_number(out, file->kernels[i].line);
    }
    for (uint32_t i = 0; i < file->system_header_count; i++) {
        put_string(out, file->system_headers[i].file);
        put_number(out, file->system_headers[i].kernel_count);
    }
    for (uint32_t i = 0; i < file->own_file_count; i++) {
        put_string(out, file->own_files[i]);
    }
    buffer_release(&numbers);
}

int message_next(const struct buffer *in, const char **bytes, size_t *size) {
    struct frame_head head;
    if (in->size < sizeof head) {
        return 0;
    }
    memcpy(&head, in->data, sizeof head);
    if (in->size - sizeof head < head.size_bytes) {
        return 0;
    }
    *bytes = in->data + sizeof head;
    *size = head.size_bytes;
    return (int)head.kind;
}

void message_drop(struct buffer *in) {
    const char *bytes;
    size_t size;
    if (message_next(in, &bytes, &size)) {
        size_t used = sizeof(struct frame_head) + size;
        memmove(in->data, in->data + used, in->size - used);
        in->size -= used;
    }
}

/* The next string, copied; NULL for "" and at the end. */
static const char *take_string(struct arena *arena, const char **at, const char *end) {
    const char *stop = *at < end ? memchr(*at, '\0', (size_t)(end - *at)) : NULL;
    if (!stop) {
        *at = end;
        return NULL;
    }
    const char *text = stop > *at ? arena_strdup(arena, *at) : NULL;
    *at = stop + 1;
    return text;
}

/* The system headers, and the files that are none. */
static bool take_headers(struct arena *arena, const char **at, const char *end, struct message_file *file) {
    file->system_headers = arena_alloc(arena, (file->system_header_count + 1) * sizeof *file->system_headers);
    for (uint32_t i = 0; i < file->system_header_count; i++) {
        const char *name = take_string(arena, at, end);
        const char *count = take_string(arena, at, end);
        if (!name || !count) {
            return false;
        }
        file->system_headers[i] = (struct file_header){name, (uint32_t)strtoul(count, NULL, 10)};
    }
    const char **own = arena_alloc(arena, (file->own_file_count + 1) * sizeof *own);
    for (uint32_t i = 0; i < file->own_file_count; i++) {
        own[i] = take_string(arena, at, end);
        if (!own[i]) {
            return false;
        }
    }
    file->own_files = own;
    return true;
}

bool message_launches_in_device(const struct message_file *file) {
    static const char start[] = "reference to __global__ function";
    for (uint32_t i = 0; i < file->omission_count; i++)
        if (strcmp(file->omissions[i].kind, "device-code") == 0 && strncmp(file->omissions[i].message, start, strlen(start)) == 0)
            return true;
    return false;
}

bool message_read_file(struct arena *arena, const char *bytes, size_t size, struct message_file *file) {
    const char *at = bytes, *end = bytes + size;
    *file = (struct message_file){0};
    file->status = take_string(arena, &at, end);
    file->error = take_string(arena, &at, end);
    file->headers = take_string(arena, &at, end);
    file->templates = take_string(arena, &at, end);
    file->bitcode = take_string(arena, &at, end);
    const char *numbers = take_string(arena, &at, end);
    char *rest;
    if (!file->status || !numbers) {
        return false;
    }
    file->seconds = strtod(numbers, &rest);
    file->kernel_count = (uint32_t)strtoul(rest, &rest, 10);
    file->omission_count = (uint32_t)strtoul(rest, &rest, 10);
    file->kernels_left_out = (uint32_t)strtoul(rest, &rest, 10);
    file->system_header_count = (uint32_t)strtoul(rest, &rest, 10);
    file->own_file_count = (uint32_t)strtoul(rest, NULL, 10);
    if (file->kernel_count > size || file->omission_count > size || file->system_header_count > size || file->own_file_count > size) {
        return false;
    }
    file->omissions = arena_alloc(arena, (file->omission_count + 1) * sizeof *file->omissions);
    for (uint32_t i = 0; i < file->omission_count; i++) {
        struct file_omission *omission = &file->omissions[i];
        omission->kind = take_string(arena, &at, end);
        omission->file = take_string(arena, &at, end);
        omission->message = take_string(arena, &at, end);
        const char *line = take_string(arena, &at, end);
        if (!omission->kind || !omission->message || !line) {
            return false;
        }
        omission->file = omission->file ? omission->file : "";
        omission->line = (uint32_t)strtoul(line, NULL, 10);
    }
    file->kernels = arena_alloc(arena, (file->kernel_count + 1) * sizeof *file->kernels);
    for (uint32_t i = 0; i < file->kernel_count; i++) {
        struct message_name *kernel = &file->kernels[i];
        kernel->name = take_string(arena, &at, end);
        kernel->display = take_string(arena, &at, end);
        const char *line = take_string(arena, &at, end);
        if (!kernel->name || !line) {
            return false;
        }
        kernel->display = kernel->display ? kernel->display : kernel->name;
        kernel->line = (uint32_t)strtoul(line, NULL, 10);
    }
    return take_headers(arena, &at, end, file);
}

/* Each string begins with a letter: 'o' an option that fits or with its problem behind it, 's' a scalar, 'p' a pointer. */
static void put_tagged(struct buffer *out, char tag, const char *text) {
    buffer_char(out, tag);
    put_string(out, text);
}

void message_names_text(const struct option_names *names, struct buffer *out) {
    for (uint32_t i = 0; i < names->count; i++) {
        put_tagged(out, 'o', names->problems[i]);
    }
    for (uint32_t i = 0; i < names->scalar_count; i++) {
        put_tagged(out, 's', names->scalars[i]);
    }
    for (uint32_t i = 0; i < names->pointer_count; i++) {
        put_tagged(out, 'p', names->pointers[i]);
    }
}

static void take_problem(struct message_names *names, uint32_t option, const char *problem) {
    if (option >= names->problems.size) {
        vec_push(&names->problems, problem);
    } else if (!problem) {
        names->problems.data[option] = NULL;
    }
}

static bool has_name(const char *const *names, uint32_t count, const char *name) {
    bool is_there = false;
    for (uint32_t i = 0; i < count && !is_there; i++) {
        is_there = strcmp(names[i], name) == 0;
    }
    return is_there;
}

void message_names_take(struct arena *arena, const char *bytes, size_t size, struct message_names *names) {
    const char *at = bytes, *end = bytes + size;
    for (uint32_t option = 0; at < end;) {
        const char *text = take_string(arena, &at, end);
        char tag = text ? text[0] : '\0';
        text = text && text[1] ? text + 1 : NULL;
        if (tag == 'o') {
            take_problem(names, option++, text);
        } else if (tag == 's' && text && !has_name(names->scalars.data, names->scalars.size, text)) {
            vec_push(&names->scalars, text);
        } else if (tag == 'p' && text && !has_name(names->pointers.data, names->pointers.size, text)) {
            vec_push(&names->pointers, text);
        }
    }
    names->kernel_count++;
}

void message_names_release(struct message_names *names) {
    vec_release(&names->problems);
    vec_release(&names->scalars);
    vec_release(&names->pointers);
}
