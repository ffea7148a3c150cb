#include "report/json_tree.h"

#include <assert.h>

#include "report/unicode.h"

json_t *tree_string(const char *text) {
    if (!text) {
        return json_null();
    }
    json_t *string = json_string(text);
    if (!string) {
        struct buffer clean = {0};
        utf8_add(&clean, text);
        string = json_string(buffer_text(&clean));
        buffer_release(&clean);
    }
    assert(string);
    return string;
}

void tree_set(json_t *object, const char *key, json_t *value) {
    int failed = json_object_set_new(object, key, value);
    assert(!failed);
    (void)failed;
}

void tree_set_string(json_t *object, const char *key, const char *text) {
    tree_set(object, key, tree_string(text));
}

void tree_set_count(json_t *object, const char *key, uint64_t count) {
    tree_set(object, key, json_integer((json_int_t)count));
}

void tree_append(json_t *array, json_t *value) {
    int failed = json_array_append_new(array, value);
    assert(!failed);
    (void)failed;
}

static int add_piece(const char *text, size_t size, void *context) {
    buffer_add_n(context, text, size);
    return 0;
}

void tree_print(json_t *tree, size_t flags, struct buffer *out) {
    int failed = json_dump_callback(tree, add_piece, out, flags);
    assert(!failed);
    (void)failed;
    json_decref(tree);
}
