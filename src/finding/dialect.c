/* See dialect.h. The texts are made in CUDA's words; a table says what OpenCL calls the same. */
#include "finding/dialect.h"

#include <ctype.h>
#include <string.h>

/* Longer phrases first; each stands for whole words. */
static const struct {
    const char *cuda, *opencl;
} phrases[] = {
    {"neither __syncwarp nor a barrier separates them", "no barrier separates them"},
    {"(still undefined in CUDA C++)", "(still undefined in OpenCL C)"},
    {"threads of one warp", "work-items of one work-group"},
    {"a __syncthreads()", "a barrier()"},
    {"__syncthreads()", "barrier()"},
    {"__syncthreads", "barrier"},
    {"shared memory", "local memory"},
    {"shared array", "local array"},
    {"threadIdx.x", "get_local_id(0)"},
    {"threadIdx.y", "get_local_id(1)"},
    {"threadIdx.z", "get_local_id(2)"},
    {"blockIdx.x", "get_group_id(0)"},
    {"blockIdx.y", "get_group_id(1)"},
    {"blockIdx.z", "get_group_id(2)"},
    {"blockDim.x", "get_local_size(0)"},
    {"blockDim.y", "get_local_size(1)"},
    {"blockDim.z", "get_local_size(2)"},
    {"gridDim.x", "get_num_groups(0)"},
    {"gridDim.y", "get_num_groups(1)"},
    {"gridDim.z", "get_num_groups(2)"},
    {"blockDim", "local size"},
    {"gridDim", "number of groups"},
    {"threads", "work-items"},
    {"thread", "work-item"},
    {"blocks", "work-groups"},
    {"block", "work-group"},
};

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* "   12 | int x;", "      |    ^" */
static bool is_excerpt(const char *line) {
    line += strspn(line, " ");
    line += strspn(line, "0123456789");
    line += strspn(line, " ");
    return *line == '|';
}

/* The phrase at `at`, which is no part of a file's or a function's name and which follows `before`;
 * NULL: none. */
static const char *phrase_at(const char *at, char before, size_t *length) {
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        *length = strlen(phrases[i].cuda);
        bool is_whole = !(is_word(at[0]) && (is_word(before) || strchr("/.-", before))) && strncmp(at, phrases[i].cuda, *length) == 0 &&
                        !(is_word(at[*length - 1]) && (is_word(at[*length]) || (at[*length] && strchr("/.-(", at[*length]))));
        if (is_whole) {
            return phrases[i].opencl;
        }
    }
    return NULL;
}

static void translate(const char *text, struct buffer *out) {
    char before = '\n', last = '\n';
    bool is_source = is_excerpt(text), is_quoted = false;
    while (*text) {
        size_t length = 1;
        if (last == '\n') {
            is_source = is_excerpt(text);
            is_quoted = false;
        }
        const char *phrase = is_source || is_quoted ? NULL : phrase_at(text, before, &length);
        length = phrase ? length : 1;
        bool opens = *text == '\'' && !is_word(before) && !is_quoted;
        is_quoted = opens || (is_quoted && *text != '\'');
        before = last = text[length - 1];
        if (phrase) {
            buffer_add(out, phrase);
        } else {
            buffer_char(out, *text);
        }
        text += length;
    }
}

const char *dialect_text(struct arena *arena, const char *text) {
    struct buffer out = {0};
    if (!text) {
        return NULL;
    }
    translate(text, &out);
    const char *copy = arena_strdup(arena, buffer_text(&out));
    buffer_release(&out);
    return copy;
}

void dialect_buffer(struct buffer *out, size_t start) {
    struct buffer changed = {0};
    if (start >= out->size) {
        return;
    }
    translate(out->data + start, &changed);
    out->size = start;
    buffer_add_n(out, buffer_text(&changed), changed.size);
    buffer_release(&changed);
}

void dialect_result(struct arena *arena, struct kernel_result *result) {
    if (result->language != LANGUAGE_OPENCL) {
        return;
    }
    for (uint32_t i = 0; i < result->finding_count; i++) {
        struct finding *finding = &result->findings[i];
        finding->message = dialect_text(arena, finding->message);
        finding->precondition = dialect_text(arena, finding->precondition);
    }
    for (uint32_t i = 0; i < result->assumption_count; i++) {
        result->assumptions[i].text = dialect_text(arena, result->assumptions[i].text);
    }
    for (uint32_t i = 0; i < result->advice_count; i++) {
        result->advice[i].message = dialect_text(arena, result->advice[i].message);
        result->advice[i].barrier = dialect_text(arena, result->advice[i].barrier);
    }
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        result->unproved[i].detail = dialect_text(arena, result->unproved[i].detail);
    }
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        result->sufficient[p] = dialect_text(arena, result->sufficient[p]);
    }
}
