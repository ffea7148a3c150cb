/* The server's loop: it waits for the client and for the analyses at once. */
#include "lsp/lsp.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "lsp/frame.h"
#include "lsp/server.h"
#include "report/json_tree.h"

enum { POLL_MILLISECONDS = 1000 };

/* ---- sending ---- */

static void send_message(struct server *server, json_t *message) {
    struct buffer body = {0}, whole = {0};
    tree_set_string(message, "jsonrpc", "2.0");
    tree_print(message, JSON_COMPACT, &body);
    frame_add(&whole, buffer_text(&body), body.size);
    for (size_t sent = 0; sent < whole.size && !server->is_broken;) {
        ssize_t size = write(STDOUT_FILENO, whole.data + sent, whole.size - sent);
        if (size > 0) {
            sent += (size_t)size;
        } else if (errno == EAGAIN) {
            poll(&(struct pollfd){.fd = STDOUT_FILENO, .events = POLLOUT}, 1, POLL_MILLISECONDS);
        } else {
            server->is_broken = errno != EINTR || *server->setup->stop;
        }
    }
    buffer_release(&body);
    buffer_release(&whole);
}

void server_notify(struct server *server, const char *method, json_t *params) {
    json_t *message = json_object();
    tree_set_string(message, "method", method);
    tree_set(message, "params", params);
    send_message(server, message);
}

void server_request(struct server *server, const char *id, const char *method, json_t *params) {
    json_t *message = json_object();
    tree_set_string(message, "id", id);
    tree_set_string(message, "method", method);
    tree_set(message, "params", params);
    send_message(server, message);
}

void server_answer(struct server *server, const json_t *id, json_t *result) {
    json_t *message = json_object();
    tree_set(message, "id", json_copy((json_t *)id));
    tree_set(message, "result", result);
    send_message(server, message);
}

void server_refuse(struct server *server, const json_t *id, int code, const char *why) {
    json_t *message = json_object(), *error = json_object();
    tree_set(error, "code", json_integer(code));
    tree_set_string(error, "message", why);
    tree_set(message, "id", id ? json_copy((json_t *)id) : json_null());
    tree_set(message, "error", error);
    send_message(server, message);
}

/* ---- the loop ---- */

/* Handles the messages that have come; false if the next cannot be found. */
static bool handle_all(struct server *server, struct frame_reader *reader) {
    const char *body, *why = NULL;
    size_t size;
    enum frame_status status = FRAME_INCOMPLETE;
    while (!server->has_exited && (status = frame_next(reader, &body, &size, &why)) == FRAME_WHOLE) {
        server_handle(server, body, size);
    }
    if (status == FRAME_BROKEN) {
        fprintf(stderr, "warpproof: error: %s\n", why);
    }
    return status != FRAME_BROKEN;
}

/* False at the end of the stream. */
static bool read_client(struct server *server, struct frame_reader *reader) {
    char piece[65536];
    ssize_t size = read(STDIN_FILENO, piece, sizeof piece);
    if (size < 0) {
        return errno == EINTR || errno == EAGAIN;
    }
    frame_receive(reader, piece, (size_t)size);
    return size > 0 && handle_all(server, reader);
}

/* Reads what analyses print. Documents may go, so that what was asked of poll is looked up by stream. */
static void read_children(struct server *server, const struct pollfd *polled, uint32_t count) {
    for (uint32_t p = 0; p < count; p++) {
        for (uint32_t i = 0; i < server->documents.size && polled[p].revents; i++) {
            struct document *document = server->documents.data[i];
            for (int stream = 0; stream < 2; stream++) {
                if (document->child.streams[stream] == polled[p].fd) {
                    child_read(&document->child, stream);
                }
            }
        }
    }
    for (uint32_t i = server->documents.size; i-- > 0;) {
        struct document *document = server->documents.data[i];
        if (document->child.pid > 0 && child_is_done(&document->child)) {
            analysis_end(server, document);
        }
    }
}

/* Waits once, and does what is to be done. False: the client has gone, or speaks nothing that can be read. */
static bool serve_once(struct server *server, struct frame_reader *reader) {
    VEC(struct pollfd) polled = {0};
    bool is_there = true;
    vec_push(&polled, (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN});
    for (uint32_t i = 0; i < server->documents.size; i++) {
        for (int stream = 0; stream < 2; stream++) {
            int fd = server->documents.data[i]->child.streams[stream];
            if (fd >= 0) {
                vec_push(&polled, (struct pollfd){.fd = fd, .events = POLLIN});
            }
        }
    }
    if (poll(polled.data, polled.size, POLL_MILLISECONDS) > 0) {
        read_children(server, polled.data + 1, polled.size - 1);
        is_there = !polled.data[0].revents || read_client(server, reader);
    }
    vec_release(&polled);
    analysis_start(server);
    return is_there;
}

int lsp_serve(const struct lsp_setup *setup) {
    struct server server = {.setup = setup};
    struct frame_reader reader = {0};
    while (!server.has_exited && !server.is_broken && !*setup->stop && serve_once(&server, &reader)) {
    }
    for (uint32_t i = 0; i < server.documents.size; i++) {
        struct document *document = server.documents.data[i];
        server.is_broken = true; /* nothing more is told */
        if (document->child.pid > 0) {
            child_cancel(&document->child);
            child_finish(&document->child);
        }
        document_release(document);
    }
    vec_release(&server.documents);
    frame_release(&reader);
    return server.has_exited && server.is_shut_down ? 0 : 1;
}
