/* A scripted client of a language server. lsp_client PROGRAM [OPTION...] runs the server and follows the script on standard input,
   a command in each line:

   send JSON          sends a message; @URI(PATH) in it stands for the URI of a file
   raw TEXT           sends these bytes; \r and \n are such
   open PATH          textDocument/didOpen with the file's text
   wait KEY           reads until a message has the method or the id KEY, and prints each that came
   apply TITLE|PATH   makes the edits of the first action of the last answer whose title begins so
   kill               ends the server with SIGKILL
   end                closes the server's input

   Requests of the server are granted. At the end it prints the server's exit status. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "lsp/frame.h"
#include "lsp/place.h"

enum { WAIT_SECONDS = 100 };

static int to_server = -1, from_server = -1;
static pid_t server;
static struct frame_reader reader;
static json_t *last_result;

static void fail(const char *why) {
    printf("client: %s\n", why);
    fflush(stdout);
    kill(server, SIGKILL);
    exit(3);
}

static void send_bytes(const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = write(to_server, bytes, size);
        if (sent <= 0) {
            return; /* the server has gone; its status tells */
        }
        bytes += sent;
        size -= (size_t)sent;
    }
}

static void send_text(const char *text) {
    struct buffer whole = {0};
    frame_add(&whole, text, strlen(text));
    send_bytes(whole.data, whole.size);
    buffer_release(&whole);
}

static void send_tree(json_t *tree) {
    char *text = json_dumps(tree, JSON_COMPACT);
    send_text(text);
    free(text);
    json_decref(tree);
}

static void add_uri(struct buffer *out, const char *path) {
    char *whole = realpath(path, NULL);
    place_uri(whole ? whole : path, out);
    free(whole);
}

static void send_script(const char *text) {
    struct buffer out = {0};
    const char *mark;
    while ((mark = strstr(text, "@URI("))) {
        size_t length = strcspn(mark, ")") - 5;
        char path[512];
        snprintf(path, sizeof path, "%.*s", (int)length, mark + 5);
        buffer_add_n(&out, text, (size_t)(mark - text));
        add_uri(&out, path);
        text = mark + 5 + length + 1;
    }
    buffer_add(&out, text);
    send_text(buffer_text(&out));
    buffer_release(&out);
}

static void send_raw(const char *text) {
    for (; *text; text++) {
        bool is_escape = text[0] == '\\' && (text[1] == 'r' || text[1] == 'n');
        char c = !is_escape ? *text : text[1] == 'r' ? '\r' : '\n';
        text += is_escape;
        send_bytes(&c, 1);
    }
}

static char *read_file(const char *path) {
    struct buffer text = {0};
    char piece[4096];
    size_t size;
    FILE *stream = fopen(path, "rb");
    while (stream && (size = fread(piece, 1, sizeof piece, stream)) > 0) {
        buffer_add_n(&text, piece, size);
    }
    if (stream) {
        fclose(stream);
    }
    char *copy = strdup(buffer_text(&text));
    buffer_release(&text);
    return copy;
}

static void send_open(const char *path) {
    struct buffer uri = {0};
    char *text = read_file(path);
    add_uri(&uri, path);
    send_tree(json_pack("{s:s,s:s,s:{s:{s:s,s:s,s:i,s:s}}}", "jsonrpc", "2.0", "method", "textDocument/didOpen", "params", "textDocument", "uri",
                        buffer_text(&uri), "languageId", "cuda", "version", 1, "text", text));
    buffer_release(&uri);
    free(text);
}

/* Handles a message; whether its method or id is the one that is waited for. */
static bool take(const char *body, size_t size, const char *key) {
    json_error_t problem;
    json_t *tree = json_loadb(body, size, 0, &problem), *id = json_object_get(tree, "id");
    const char *method = json_string_value(json_object_get(tree, "method"));
    char number[32] = "";
    if (!tree) {
        fail("the server sent something that is no JSON");
    }
    char *text = json_dumps(tree, JSON_COMPACT | JSON_SORT_KEYS);
    puts(text);
    free(text);
    if (json_is_integer(id)) {
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(id));
    } else if (json_is_null(id)) {
        snprintf(number, sizeof number, "null");
    }
    if (method && id) {
        send_tree(json_pack("{s:s,s:O,s:n}", "jsonrpc", "2.0", "id", id, "result"));
    } else if (json_object_get(tree, "result")) {
        json_decref(last_result);
        last_result = json_incref(json_object_get(tree, "result"));
    }
    bool is_it = strcmp(method ? method : number, key) == 0;
    json_decref(tree);
    return is_it;
}

static void wait_for(const char *key) {
    time_t start = time(NULL);
    for (;;) {
        const char *body, *why;
        size_t size;
        char piece[65536];
        enum frame_status status = frame_next(&reader, &body, &size, &why);
        if (status == FRAME_BROKEN) {
            fail(why);
        }
        if (status == FRAME_WHOLE) {
            if (take(body, size, key)) {
                return;
            }
            continue;
        }
        if (time(NULL) - start > WAIT_SECONDS) {
            fail("waited too long");
        }
        if (poll(&(struct pollfd){.fd = from_server, .events = POLLIN}, 1, 1000) > 0) {
            ssize_t count = read(from_server, piece, sizeof piece);
            if (count <= 0) {
                fail("the server has ended");
            }
            frame_receive(&reader, piece, (size_t)count);
        }
    }
}

static size_t offset_of(const char *text, const json_t *position) {
    return place_offset(text, (uint32_t)json_integer_value(json_object_get(position, "line")),
                        (uint32_t)json_integer_value(json_object_get(position, "character")));
}

/* Edits from the last to the first, so that offsets stay right; the server gives them in the order of the text. */
static void apply(const char *title, const char *path) {
    char *text = read_file(path);
    json_t *action = NULL, *edits;
    const char *uri;
    for (size_t i = 0; i < json_array_size(last_result) && !action; i++) {
        json_t *one = json_array_get(last_result, i);
        const char *name = json_string_value(json_object_get(one, "title"));
        action = name && strncmp(name, title, strlen(title)) == 0 ? one : NULL;
    }
    if (!action) {
        fail("there is no such action");
    }
    json_object_foreach(json_object_get(json_object_get(action, "edit"), "changes"), uri, edits) {
        for (size_t i = json_array_size(edits); i-- > 0;) {
            const json_t *edit = json_array_get(edits, i), *range = json_object_get(edit, "range");
            size_t start = offset_of(text, json_object_get(range, "start")), end = offset_of(text, json_object_get(range, "end"));
            struct buffer changed = {0};
            buffer_add_n(&changed, text, start);
            buffer_add(&changed, json_string_value(json_object_get(edit, "newText")));
            buffer_add(&changed, text + end);
            free(text);
            text = strdup(buffer_text(&changed));
            buffer_release(&changed);
        }
    }
    FILE *stream = fopen(path, "wb");
    if (!stream || fputs(text, stream) < 0 || fclose(stream) != 0) {
        fail("cannot write");
    }
    free(text);
}

static void follow(char *line) {
    char *argument = line + strcspn(line, " ");
    if (*argument) {
        *argument++ = 0;
    }
    if (strcmp(line, "send") == 0) {
        send_script(argument);
    } else if (strcmp(line, "raw") == 0) {
        send_raw(argument);
    } else if (strcmp(line, "open") == 0) {
        send_open(argument);
    } else if (strcmp(line, "wait") == 0) {
        wait_for(argument);
    } else if (strcmp(line, "apply") == 0) {
        char *path = argument + strcspn(argument, "|");
        path += *path == '|';
        path[-1] = 0;
        apply(argument, path);
    } else if (strcmp(line, "kill") == 0) {
        kill(server, SIGKILL);
    } else if (strcmp(line, "end") == 0) {
        close(to_server);
    } else if (*line) {
        fail("no such command in the script");
    }
}

int main(int argc, char **argv) {
    int input[2], output[2], status = 0;
    char line[65536];
    if (argc < 2 || pipe(input) != 0 || pipe(output) != 0) {
        return 3;
    }
    signal(SIGPIPE, SIG_IGN);
    server = fork();
    if (server == 0) {
        dup2(input[0], STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        close(input[0]);
        close(input[1]);
        close(output[0]);
        close(output[1]);
        execv(argv[1], argv + 1);
        _exit(127);
    }
    close(input[0]);
    close(output[1]);
    to_server = input[1];
    from_server = output[0];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        follow(line);
    }
    for (int i = 0; i < WAIT_SECONDS && waitpid(server, &status, WNOHANG) == 0; i++) {
        if (i == WAIT_SECONDS - 1) {
            fail("the server does not end");
        }
        poll(NULL, 0, i < 20 ? 50 : 1000);
    }
    printf("status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    json_decref(last_result);
    frame_release(&reader);
    return 0;
}
