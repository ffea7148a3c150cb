/* What the client asks, and the answers. Requests are answered at once, from the last analysis, so that there is none to cancel;
   analyses are cancelled through their progress, by the next save, or by closing the file. */
#include "lsp/server.h"

#include <stdlib.h>
#include <string.h>

#include "lsp/place.h"
#include "report/json_tree.h"

/* Codes of JSON-RPC and of the protocol. */
enum { PARSE_ERROR = -32700, INVALID_REQUEST = -32600, METHOD_NOT_FOUND = -32601, INVALID_PARAMS = -32602, NOT_INITIALISED = -32002 };

enum { SYNC_FULL = 1 };

/* The member at the end of a path of keys "a.b.c"; NULL if one is missing. */
static json_t *member(json_t *object, const char *keys) {
    char key[64];
    while (object && *keys) {
        size_t length = strcspn(keys, ".");
        if (length >= sizeof key) {
            return NULL;
        }
        memcpy(key, keys, length);
        key[length] = 0;
        object = json_object_get(object, key);
        keys += length + (keys[length] == '.');
    }
    return object;
}

static const char *text_member(json_t *object, const char *keys) {
    return json_string_value(member(object, keys));
}

static struct document *document_of(struct server *server, json_t *params) {
    return server_document(server, text_member(params, "textDocument.uri"));
}

/* A line or column: what is no number from 0 is 0. */
static uint32_t count_member(json_t *object, const char *keys) {
    json_int_t number = json_integer_value(member(object, keys));
    return number < 0 ? 0 : number > INT32_MAX ? INT32_MAX : (uint32_t)number;
}

/* ---- requests ---- */

static void initialise(struct server *server, const json_t *id, json_t *params) {
    json_t *result = json_object(), *can = json_object(), *sync = json_object(), *save = json_object(), *actions = json_object(),
           *kinds = json_array(), *info = json_object();
    server->is_initialised = true;
    server->has_progress = json_is_true(member(params, "capabilities.window.workDoneProgress"));
    tree_set(sync, "openClose", json_true());
    tree_set_count(sync, "change", SYNC_FULL);
    tree_set(save, "includeText", json_false());
    tree_set(sync, "save", save);
    tree_append(kinds, tree_string("quickfix"));
    tree_set(actions, "codeActionKinds", kinds);
    tree_set_string(can, "positionEncoding", "utf-16");
    tree_set(can, "textDocumentSync", sync);
    tree_set(can, "hoverProvider", json_true());
    tree_set(can, "codeActionProvider", actions);
    tree_set_string(info, "name", "warpproof");
    tree_set_string(info, "version", WP_VERSION);
    tree_set(result, "capabilities", can);
    tree_set(result, "serverInfo", info);
    server_answer(server, id, result);
}

static void shut_down(struct server *server, const json_t *id, json_t *params) {
    (void)params;
    server->is_shut_down = true;
    for (uint32_t i = 0; i < server->documents.size; i++) {
        analysis_cancel(server, server->documents.data[i]);
    }
    server_answer(server, id, json_null());
}

static void hover(struct server *server, const json_t *id, json_t *params) {
    const struct document *document = document_of(server, params);
    json_t *found = NULL;
    if (document && document->outcome && document->text) {
        uint32_t line = count_member(params, "position.line"), units = count_member(params, "position.character");
        found = outcome_hover(document->outcome, document->text, place_offset(document->text, line, units));
    }
    server_answer(server, id, found ? found : json_null());
}

/* Whether the client wants quick fixes, among the kinds that it names. */
static bool wants_fixes(json_t *params) {
    const json_t *only = member(params, "context.only");
    bool is_wanted = !json_is_array(only);
    for (size_t i = 0; i < json_array_size(only); i++) {
        const char *kind = json_string_value(json_array_get(only, i));
        is_wanted |= kind && (!*kind || strcmp(kind, "quickfix") == 0);
    }
    return is_wanted;
}

static void add_once(json_t *all, json_t *one) {
    for (size_t i = 0; i < json_array_size(all); i++) {
        if (json_equal(json_array_get(all, i), one)) {
            return;
        }
    }
    tree_append(all, json_incref(one));
}

/* Whether the text is that of the file: of the editor where it is open, else on disk. */
static bool is_current(void *context, const char *uri, const char *text) {
    const struct document *document = server_document(context, uri);
    struct arena arena = {0};
    char *on_disk = document ? NULL : outcome_read_text(place_path(&arena, uri));
    const char *now = document ? document->text : on_disk;
    bool is_same = now && strcmp(now, text) == 0;
    free(on_disk);
    arena_release(&arena);
    return is_same;
}

/* The edits that open files have for these lines: of the file itself, or of those that include it. None while the editor's text
   is not the one that was analysed: edits would be made at wrong places. */
static void act(struct server *server, const json_t *id, json_t *params) {
    struct arena arena = {0};
    struct action_query query = {.path = place_path(&arena, text_member(params, "textDocument.uri")),
                                 .first = count_member(params, "range.start.line"),
                                 .last = count_member(params, "range.end.line"),
                                 .is_current = is_current,
                                 .context = server};
    json_t *actions = json_array();
    for (uint32_t i = 0; query.path && wants_fixes(params) && i < server->documents.size; i++) {
        const struct document *document = server->documents.data[i];
        if (!document->is_closed && document->outcome && document->text && strcmp(document->text, document->outcome->text) == 0) {
            json_t *list = outcome_actions(document->outcome, &query);
            for (size_t n = 0; n < json_array_size(list); n++) {
                add_once(actions, json_array_get(list, n));
            }
            json_decref(list);
        }
    }
    arena_release(&arena);
    server_answer(server, id, actions);
}

/* ---- notifications ---- */

static void leave(struct server *server, const json_t *id, json_t *params) {
    (void)id;
    (void)params;
    server->has_exited = true;
}

static void keep_text(struct document *document, const char *text) {
    free(document->text);
    document->text = text ? strdup(text) : NULL;
}

static void did_open(struct server *server, const json_t *id, json_t *params) {
    const char *uri = text_member(params, "textDocument.uri");
    struct document *document = server_document(server, uri);
    (void)id;
    if (uri) {
        document = document ? document : document_open(server, uri);
        keep_text(document, text_member(params, "textDocument.text"));
        analysis_want(server, document);
    }
}

static void did_change(struct server *server, const json_t *id, json_t *params) {
    struct document *document = document_of(server, params);
    json_t *changes = member(params, "contentChanges");
    (void)id;
    for (size_t i = 0; document && i < json_array_size(changes); i++) {
        json_t *change = json_array_get(changes, i);
        keep_text(document, member(change, "range") ? NULL : text_member(change, "text"));
    }
}

static void did_save(struct server *server, const json_t *id, json_t *params) {
    struct document *document = document_of(server, params);
    (void)id;
    if (document) {
        analysis_want(server, document);
    }
}

static void did_close(struct server *server, const json_t *id, json_t *params) {
    struct document *document = document_of(server, params);
    (void)id;
    if (document) {
        document_close(server, document);
    }
}

/* The number of a token of ours, 0 of another. */
static uint32_t token_number(const char *token) {
    static const char start[] = "warpproof-";
    return token && strncmp(token, start, sizeof start - 1) == 0 ? (uint32_t)strtoul(token + sizeof start - 1, NULL, 10) : 0;
}

static void cancel_progress(struct server *server, const json_t *id, json_t *params) {
    uint32_t token = token_number(text_member(params, "token"));
    (void)id;
    for (uint32_t i = 0; token > 0 && i < server->documents.size; i++) {
        if (server->documents.data[i]->token == token) {
            analysis_cancel(server, server->documents.data[i]);
        }
    }
}

/* ---- messages ---- */

typedef void (*handler)(struct server *server, const json_t *id, json_t *params);

static const struct method {
    const char *name;
    bool is_request;
    handler handle;
} methods[] = {
    {"initialize", true, initialise},
    {"shutdown", true, shut_down},
    {"textDocument/hover", true, hover},
    {"textDocument/codeAction", true, act},
    {"exit", false, leave},
    {"textDocument/didOpen", false, did_open},
    {"textDocument/didChange", false, did_change},
    {"textDocument/didSave", false, did_save},
    {"textDocument/didClose", false, did_close},
    {"window/workDoneProgress/cancel", false, cancel_progress},
};

static void handle_request(struct server *server, const char *name, const json_t *id, json_t *params) {
    const struct method *method = NULL;
    for (size_t i = 0; i < sizeof methods / sizeof *methods && !method; i++) {
        method = methods[i].is_request && strcmp(methods[i].name, name) == 0 ? &methods[i] : NULL;
    }
    bool is_first = strcmp(name, "initialize") == 0;
    if (!server->is_initialised && !is_first) {
        server_refuse(server, id, NOT_INITIALISED, "the first request is initialize");
    } else if (server->is_shut_down || (server->is_initialised && is_first)) {
        server_refuse(server, id, INVALID_REQUEST, is_first ? "initialize is sent once" : "nothing but exit follows shutdown");
    } else if (!method) {
        server_refuse(server, id, METHOD_NOT_FOUND, "this server has no such method");
    } else if (!is_first && strcmp(name, "shutdown") != 0 && !text_member(params, "textDocument.uri")) {
        server_refuse(server, id, INVALID_PARAMS, "textDocument.uri is missing");
    } else {
        method->handle(server, id, params);
    }
}

static void handle_notification(struct server *server, const char *name, json_t *params) {
    bool is_exit = strcmp(name, "exit") == 0;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (!methods[i].is_request && strcmp(methods[i].name, name) == 0 && (is_exit || (server->is_initialised && !server->is_shut_down))) {
            methods[i].handle(server, NULL, params);
        }
    }
}

void server_handle(struct server *server, const char *body, size_t size) {
    json_error_t problem;
    json_t *message = json_loadb(body, size, 0, &problem), *id = json_object_get(message, "id");
    const char *name = text_member(message, "method");
    bool has_id = json_is_integer(id) || json_is_string(id);
    if (!message) {
        server_refuse(server, NULL, PARSE_ERROR, problem.text);
    } else if (name && id && !has_id) {
        server_refuse(server, NULL, INVALID_REQUEST, "an id is a number or text");
    } else if (name && has_id) {
        handle_request(server, name, id, member(message, "params"));
    } else if (name) {
        handle_notification(server, name, member(message, "params"));
    } else if (has_id) {
        analysis_progress_granted(server, token_number(json_string_value(id)), !member(message, "error"));
    } else {
        server_refuse(server, NULL, INVALID_REQUEST, "no method");
    }
    json_decref(message);
}
