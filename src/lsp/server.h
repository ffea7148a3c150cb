/* What the server's files share: its documents and how it speaks. Private to src/lsp. */
#ifndef WP_LSP_SERVER_H
#define WP_LSP_SERVER_H

#include <jansson.h>

#include "base/vec.h"
#include "lsp/child.h"
#include "lsp/lsp.h"
#include "lsp/outcome.h"

enum progress { PROGRESS_NONE, PROGRESS_ASKED, PROGRESS_BEGUN };

/* A file that is open in the editor. */
struct document {
    char *uri;       /* owned */
    char *text;      /* the editor's; owned; NULL: not known */
    bool is_waiting; /* for an analysis */
    bool is_closed;  /* goes when its analysis has ended */
    struct child child;
    char *read_text; /* the file's when the analysis began; owned */
    uint32_t token;  /* of the analysis, for progress */
    enum progress progress;
    struct arena arena;      /* of the outcome */
    struct outcome *outcome; /* of the last analysis; NULL: none has ended well */
    json_t *diagnostics;     /* by URI; NULL */
};

struct server {
    const struct lsp_setup *setup;
    VEC(struct document *) documents;
    uint32_t last_token;
    bool is_initialised, is_shut_down, has_exited, has_progress, is_broken; /* is_broken: nobody reads what is sent */
};

/* Sends a notification, or a request with an id; takes the reference to params. */
void server_notify(struct server *server, const char *method, json_t *params);
void server_request(struct server *server, const char *id, const char *method, json_t *params);

/* Sends an answer; takes the reference to result. */
void server_answer(struct server *server, const json_t *id, json_t *result);
void server_refuse(struct server *server, const json_t *id, int code, const char *why);

/* NULL if it is not open. */
struct document *server_document(struct server *server, const char *uri);

/* What one message says is done. */
void server_handle(struct server *server, const char *body, size_t size);

/* An analysis of the file as it is on disk, instead of one under way. */
void analysis_want(struct server *server, struct document *document);

/* Starts analyses that wait, as many as may run. */
void analysis_start(struct server *server);

/* Ends the one under way, and a waiting one. */
void analysis_cancel(struct server *server, struct document *document);

/* The streams of the document's analysis are at their end. */
void analysis_end(struct server *server, struct document *document);

/* The client has answered the request for progress of this token. */
void analysis_progress_granted(struct server *server, uint32_t token, bool is_granted);

/* Opens a document, closes one, gives back the memory of one without an analysis. */
struct document *document_open(struct server *server, const char *uri);
void document_close(struct server *server, struct document *document);
void document_release(struct document *document);

#endif
