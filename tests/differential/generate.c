/* Trees, and how they print. */
#include "generate.h"

#include <ctype.h>
#include <string.h>

const char generate_prelude[] = "#ifdef __CUDACC__\n#include <cassert>\n#include <cuda_pipeline.h>\n#endif\n"
                                "struct S { int x; short y; char z[2]; long long w; };\n"
                                "__device__ int clamped(int x, int n) { if (x < 0) return 0; if (x >= n) return n - 1; return x; }\n"
                                "__device__ void put(int *q, int i, int n, int v) { if (i >= n) return; q[i] = v; }\n"
                                "__device__ int get(const int *q, int i, int n) { if (i < 0 || i >= n) return 0; return q[i]; }\n"
                                "__device__ void copy(int *q, const int *from) { __pipeline_memcpy_async(q, from, 4); }\n"
                                "__device__ int pick(int x) {\n"
                                "  switch (x & 3) { case 0: return 1; case 1: return x; case 2: return x ^ 1; default: return 0; }\n"
                                "}\n"
                                "__device__ void exchange(int *x, int *y) { int t = *x; if (t < *y) return; *x = *y; *y = t; }\n"
                                "__device__ int find(const int *q, int n, int v) {\n"
                                "  for (int i = 0; i < n; i++) if (q[i] == v) return i;\n"
                                "  return n;\n"
                                "}\n";

static const char parameters[] = "int *a, int *b, const int *c, unsigned *d, char *e, S *p, int n, int m, unsigned w, long long z";

/* Declarations by the word that asks for them; %N is types[N]. Later ones use earlier ones. */
static const struct declaration {
    const char *word, *text;
} declarations[] = {
    {"s0", "__shared__ int s0[256];"},
    {"s1", "__shared__ int s1[16][17];"},
    {"s2", "__shared__ short s2[128];"},
    {"s3", "__shared__ int s3[16][8];"},
    {"s4", "__shared__ struct { int x[4], y[4]; } s4[32];"},
    {"dyn", "extern __shared__ int dyn[];"},
    {"tid", "const %0 tid = threadIdx.x;"},
    {"gid", "const %1 gid = blockIdx.x * blockDim.x + threadIdx.x;"},
    {"tx", "const %0 tx = threadIdx.x;"},
    {"ty", "const %0 ty = threadIdx.y;"},
    {"row", "const %1 row = blockIdx.y * blockDim.y + threadIdx.y;"},
    {"col", "const %1 col = blockIdx.x * blockDim.x + threadIdx.x;"},
    {"i0", "%2 i0 = 0;"},
    {"i1", "%2 i1 = 0;"},
    {"i2", "%2 i2 = 0;"},
    {"i3", "%2 i3 = 0;"},
    {"v0", "%3 v0 = 1;"},
    {"v1", "%3 v1 = n;"},
    {"v2", "%3 v2 = threadIdx.x;"},
    {"v3", "%3 v3 = 0;"},
    {"q", "int *q = a;"},
    {"r", "int *r = b;"},
    {"sq", "int *sq = s0;"},
    {"sr", "int *sr = s0 + 128;"},
    {"swap", "int *swap;"},
};

struct node *node_create(struct arena *arena, enum node_kind kind, const char *text, uint32_t count, struct node *const *kids) {
    struct node *node = arena_alloc(arena, sizeof *node);
    node->kind = kind;
    node->text = text;
    node->count = node->capacity = count;
    node->kids = arena_alloc(arena, (count + 1) * sizeof(struct node *));
    for (uint32_t i = 0; i < count; i++) {
        node->kids[i] = kids[i];
    }
    if (kind == NODE_STATEMENT) {
        node->is_loop = strncmp(text, "for", 3) == 0 || strncmp(text, "while", 5) == 0 || strncmp(text, "do", 2) == 0;
        node->leaves_loop = strstr(text, "break;") || strstr(text, "continue;");
        node->leaves_loop = node->leaves_loop && !node->is_loop && !strstr(text, "switch");
        node->is_barrier = strstr(text, "__sync") != NULL;
    }
    return node;
}

struct node *node_list(struct arena *arena) {
    return node_create(arena, NODE_LIST, "", 0, NULL);
}

void node_append(struct arena *arena, struct node *list, struct node *item) {
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 4;
        struct node **grown = arena_alloc(arena, list->capacity * sizeof *grown);
        memcpy(grown, list->kids, list->count * sizeof *grown);
        list->kids = grown;
    }
    list->kids[list->count++] = item;
}

struct node *node_copy(struct arena *arena, const struct node *node) {
    struct node *copy = node_create(arena, node->kind, node->text, node->count, node->kids);
    for (uint32_t i = 0; i < copy->count; i++) {
        copy->kids[i] = node_copy(arena, node->kids[i]);
    }
    return copy;
}

bool node_is_valid(const struct node *node, bool in_loop) {
    if (node->leaves_loop && !in_loop) {
        return false;
    }
    for (uint32_t i = 0; i < node->count; i++) {
        if (!node_is_valid(node->kids[i], in_loop || node->is_loop)) {
            return false;
        }
    }
    return true;
}

uint32_t node_size(const struct node *node) {
    uint32_t size = 1;
    for (uint32_t i = 0; i < node->count; i++) {
        size += node_size(node->kids[i]);
    }
    return size;
}

static void print_node(const struct node *node, uint32_t indent, struct buffer *out) {
    if (node->kind == NODE_LIST) {
        for (uint32_t i = 0; i < node->count; i++) {
            buffer_printf(out, "\n%*s", (int)indent, "");
            print_node(node->kids[i], indent, out);
        }
        return;
    }
    for (const char *c = node->text; *c; c++) {
        if (*c == '%' && isdigit((unsigned char)c[1])) {
            uint32_t kid = (uint32_t)(c[1] - '0');
            print_node(node->kids[kid], indent + 2, out);
            if (node->kids[kid]->kind == NODE_LIST) {
                buffer_printf(out, "\n%*s", (int)indent, "");
            }
            c++;
        } else {
            buffer_char(out, *c);
        }
    }
}

static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += length) {
        bool starts = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_' || at[-1] == '.');
        bool ends = !(isalnum((unsigned char)at[length]) || at[length] == '_');
        if (starts && ends) {
            return true;
        }
    }
    return false;
}

void generate_print(const struct generated *kernel, const char *name, struct buffer *out) {
    struct buffer body = {0}, head = {0};
    print_node(kernel->body, 2, &body);
    size_t count = sizeof declarations / sizeof *declarations;
    bool asked[sizeof declarations / sizeof *declarations] = {false};
    for (size_t i = count; i-- > 0;) {
        asked[i] = has_word(buffer_text(&body), declarations[i].word);
        for (size_t j = i + 1; j < count; j++) {
            asked[i] = asked[i] || (asked[j] && has_word(declarations[j].text, declarations[i].word));
        }
    }
    for (size_t i = 0; i < count; i++) {
        const char *hole = strchr(declarations[i].text, '%');
        if (!asked[i]) {
            continue;
        }
        buffer_add(&head, "\n  ");
        if (hole) {
            buffer_add_n(&head, declarations[i].text, (size_t)(hole - declarations[i].text));
            buffer_add(&head, kernel->types[hole[1] - '0']);
        }
        buffer_add(&head, hole ? hole + 2 : declarations[i].text);
    }
    buffer_printf(out, "__global__ void %s%s(%s) {%s%s\n}\n", kernel->attribute, name, parameters, buffer_text(&head), buffer_text(&body));
    buffer_release(&body);
    buffer_release(&head);
}
