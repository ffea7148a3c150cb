/* Documents and their analyses: what runs, what is published when it ends, progress. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/place.h"
#include "lsp/server.h"
#include "report/json_tree.h"

enum { MESSAGE_ERROR = 1 };

/* ---- documents ---- */

struct document *server_document(struct server *server, const char *uri) {
    for (uint32_t i = 0; uri && i < server->documents.size; i++) {
        struct document *document = server->documents.data[i];
        if (!document->is_closed && strcmp(document->uri, uri) == 0) {
            return document;
        }
    }
    return NULL;
}

struct document *document_open(struct server *server, const char *uri) {
    struct document *document = mem_alloc(sizeof *document);
    *document = (struct document){.uri = strdup(uri), .child = {.streams = {-1, -1}}};
    vec_push(&server->documents, document);
    return document;
}

void document_release(struct document *document) {
    free(document->uri);
    free(document->text);
    free(document->read_text);
    json_decref(document->diagnostics);
    arena_release(&document->arena);
    mem_free(document, sizeof *document);
}

/* ---- diagnostics ---- */

static void add_each(json_t *all, const json_t *list) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *one = json_array_get(list, i);
        bool is_told = false;
        for (size_t j = 0; j < json_array_size(all) && !is_told; j++) {
            is_told = json_equal(json_array_get(all, j), one);
        }
        if (!is_told) {
            tree_append(all, json_incref(one));
        }
    }
}

/* What all documents know of one file: a header may be part of several. */
static void publish(struct server *server, const char *uri) {
    json_t *all = json_array(), *params = json_object();
    for (uint32_t i = 0; i < server->documents.size; i++) {
        add_each(all, json_object_get(server->documents.data[i]->diagnostics, uri));
    }
    tree_set_string(params, "uri", uri);
    tree_set(params, "diagnostics", all);
    server_notify(server, "textDocument/publishDiagnostics", params);
}

/* Replaces the document's diagnostics, NULL for none, in every file that had or has some. */
static void replace_diagnostics(struct server *server, struct document *document, json_t *diagnostics) {
    json_t *old = document->diagnostics, *list;
    const char *uri;
    document->diagnostics = diagnostics;
    json_object_foreach(old, uri, list) {
        if (!json_object_get(diagnostics, uri)) {
            publish(server, uri);
        }
    }
    json_object_foreach(diagnostics, uri, list) {
        publish(server, uri);
    }
    json_decref(old);
}

void document_close(struct server *server, struct document *document) {
    document->is_closed = true;
    analysis_cancel(server, document);
    replace_diagnostics(server, document, NULL);
    for (uint32_t i = 0; i < server->documents.size && document->child.pid == 0; i++) {
        if (server->documents.data[i] == document) {
            memmove(&server->documents.data[i], &server->documents.data[i + 1], (server->documents.size - i - 1) * sizeof document);
            server->documents.size--;
            document_release(document);
            return;
        }
    }
}

/* ---- progress ---- */

static void tell_progress(struct server *server, uint32_t token, json_t *value) {
    json_t *params = json_object();
    char text[32];
    snprintf(text, sizeof text, "warpproof-%u", token);
    tree_set_string(params, "token", text);
    tree_set(params, "value", value);
    server_notify(server, "$/progress", params);
}

static void ask_progress(struct server *server, struct document *document) {
    json_t *params = json_object();
    char text[32];
    document->progress = PROGRESS_ASKED;
    snprintf(text, sizeof text, "warpproof-%u", document->token);
    tree_set_string(params, "token", text);
    server_request(server, text, "window/workDoneProgress/create", params);
}

void analysis_progress_granted(struct server *server, uint32_t token, bool is_granted) {
    for (uint32_t i = 0; i < server->documents.size; i++) {
        struct document *document = server->documents.data[i];
        if (document->token != token || document->progress != PROGRESS_ASKED) {
            continue;
        }
        document->progress = is_granted ? PROGRESS_BEGUN : PROGRESS_NONE;
        if (is_granted) {
            json_t *value = json_object();
            const char *name = strrchr(document->uri, '/');
            tree_set_string(value, "kind", "begin");
            tree_set_string(value, "title", "warpproof");
            tree_set_string(value, "message", name ? name + 1 : document->uri);
            tree_set(value, "cancellable", json_true());
            tell_progress(server, token, value);
        }
    }
}

static void end_progress(struct server *server, struct document *document) {
    if (document->progress == PROGRESS_BEGUN) {
        json_t *value = json_object();
        tree_set_string(value, "kind", "end");
        tell_progress(server, document->token, value);
    }
    document->progress = PROGRESS_NONE;
}

/* ---- analyses ---- */

static void show_error(struct server *server, const struct document *document, const char *what) {
    json_t *params = json_object();
    struct buffer text = {0};
    buffer_printf(&text, "warpproof: %s: %s", document->uri, what);
    tree_set_count(params, "type", MESSAGE_ERROR);
    tree_set_string(params, "message", buffer_text(&text));
    server_notify(server, "window/showMessage", params);
    buffer_release(&text);
}

/* Whether `check` takes files of this name. */
static bool is_checked(const char *path) {
    static const char *const endings[] = {".cu", ".cl", ".ll", ".map", ".baby"};
    const char *ending = strrchr(path, '.');
    bool is_known = false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        is_known |= ending && strcmp(ending, endings[i]) == 0;
    }
    return is_known;
}

void analysis_want(struct server *server, struct document *document) {
    struct arena arena = {0};
    const char *path = place_path(&arena, document->uri);
    bool is_wanted = path && is_checked(path);
    arena_release(&arena);
    if (is_wanted) {
        analysis_cancel(server, document);
        document->is_waiting = true;
    }
}

void analysis_cancel(struct server *server, struct document *document) {
    document->is_waiting = false;
    if (document->child.pid > 0 && !document->child.is_cancelled) {
        child_cancel(&document->child);
        end_progress(server, document);
    }
}

static void start_one(struct server *server, struct document *document) {
    const struct lsp_setup *setup = server->setup;
    struct arena arena = {0};
    VEC(const char *) words = {0};
    const char *path = place_path(&arena, document->uri);
    vec_push(&words, setup->program);
    vec_push(&words, "check");
    vec_push(&words, "--format=json");
    for (uint32_t i = 0; i < setup->word_count; i++) {
        vec_push(&words, setup->words[i]);
    }
    vec_push(&words, path);
    if (setup->clang_word_count > 0) {
        vec_push(&words, "--");
    }
    for (uint32_t i = 0; i < setup->clang_word_count; i++) {
        vec_push(&words, setup->clang_words[i]);
    }
    vec_push(&words, NULL);
    document->is_waiting = false;
    free(document->read_text);
    char *text = outcome_read_text(path);
    document->read_text = text ? text : strdup(""); /* a position in it is then at its beginning */
    document->token = ++server->last_token;
    if (!child_start(&document->child, words.data)) {
        show_error(server, document, strerror(errno));
    } else if (server->has_progress) {
        ask_progress(server, document);
    }
    vec_release(&words);
    arena_release(&arena);
}

void analysis_start(struct server *server) {
    uint32_t running = 0;
    for (uint32_t i = 0; i < server->documents.size; i++) {
        running += server->documents.data[i]->child.pid > 0;
    }
    for (uint32_t i = 0; i < server->documents.size && running < server->setup->jobs; i++) {
        struct document *document = server->documents.data[i];
        if (document->is_waiting && document->child.pid == 0 && !server->is_shut_down) {
            start_one(server, document);
            running++;
        }
    }
}

/* The last line that the run printed as an error, or what else is known of its end. */
static const char *why_lost(struct arena *arena, const struct buffer *errors, const char *error) {
    const char *text = buffer_text(errors);
    size_t end = errors->size;
    while (end > 0 && text[end - 1] == '\n') {
        end--;
    }
    size_t start = end;
    while (start > 0 && text[start - 1] != '\n') {
        start--;
    }
    return end > start ? arena_strndup(arena, text + start, end - start) : error;
}

static void use_report(struct server *server, struct document *document) {
    struct arena arena = {0};
    struct outcome *outcome = arena_alloc(&arena, sizeof *outcome);
    const struct buffer *report = &document->child.texts[0];
    const char *error = NULL;
    outcome->text = arena_strdup(&arena, document->read_text);
    outcome->uri = arena_strdup(&arena, document->uri);
    if (!outcome_read(&arena, buffer_text(report), report->size, outcome, &error)) {
        show_error(server, document, why_lost(&arena, &document->child.texts[1], error));
        arena_release(&arena);
        return;
    }
    outcome_read_headers(&arena, outcome);
    arena_release(&document->arena);
    document->arena = arena;
    document->outcome = outcome;
    replace_diagnostics(server, document, outcome_diagnostics(outcome));
}

void analysis_end(struct server *server, struct document *document) {
    if (!document->child.is_cancelled) {
        use_report(server, document);
        end_progress(server, document);
    }
    child_finish(&document->child);
    if (document->is_closed) {
        document_close(server, document);
    }
}
