#define _GNU_SOURCE /* dl_iterate_phdr */
#include "cli/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <link.h>
#endif

static const char magic[] = "warpproof-cache 1\n";

enum { MAGIC_BYTES = sizeof magic - 1, HEAD_BYTES = MAGIC_BYTES + SHA256_HEX_BYTES, LONGEST_PATH = 4096, ENTRY_BYTES_MAX = 1 << 30 };

/* A program or library by its path, size and time. */
static void add_object(struct sha256 *hash, const char *path) {
    struct stat info;
    sha256_add_text(hash, path);
    if (stat(path, &info) == 0) {
        sha256_add(hash, &info.st_size, sizeof info.st_size);
        sha256_add(hash, &info.st_mtim.tv_sec, sizeof info.st_mtim.tv_sec);
        sha256_add(hash, &info.st_mtim.tv_nsec, sizeof info.st_mtim.tv_nsec);
    }
}

#ifdef __linux__
static int add_loaded(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    add_object(context, info->dlpi_name);
    return 0;
}
#endif

static void add_options(struct sha256 *hash, const struct cache_job *job) {
    const struct options *options = job->options;
    sha256_add_text(hash, command_name(options->command));
    sha256_add_text(hash, options->given);
    for (uint32_t i = 0; i < options->clang_arg_count; i++) {
        sha256_add_text(hash, options->clang_args[i]);
    }
    sha256_add_text(hash, NULL);
    sha256_add_text(hash, options->launches_text);
    sha256_add_text(hash, job->launches_text);
    /* What the file's own second line and names say (cli/header_options.h). */
    sha256_add(hash, options->check.block, sizeof options->check.block);
    sha256_add(hash, options->check.grid, sizeof options->check.grid);
    sha256_add(hash, options->check.global_offset, sizeof options->check.global_offset);
    sha256_add(hash, &options->check.annotations_chosen, sizeof options->check.annotations_chosen);
    sha256_add(hash, &options->gpuverify_annotations, sizeof options->gpuverify_annotations);
}

/* DIR/ab/cdef... */
static const char *entry_path(const struct cache_job *job, struct arena *arena, const char *digest) {
    struct sha256 hash;
    char hex[SHA256_HEX_BYTES], folder[LONGEST_PATH];
    sha256_init(&hash);
    sha256_add_text(&hash, magic);
    sha256_add_text(&hash, WP_VERSION);
    add_object(&hash, job->options->executable_path ? job->options->executable_path : "");
#ifdef __linux__
    dl_iterate_phdr(add_loaded, &hash);
#endif
    add_options(&hash, job);
    sha256_add_text(&hash, getcwd(folder, sizeof folder));
    sha256_add_text(&hash, job->path);
    sha256_add_text(&hash, digest);
    sha256_hex(&hash, hex);
    return arena_printf(arena, "%s/%.2s/%s", job->directory, hex, hex + 2);
}

static void hash_payload(const char *bytes, size_t size, char hex[SHA256_HEX_BYTES]) {
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, bytes, size);
    sha256_hex(&hash, hex);
}

static bool read_file(const char *path, struct buffer *text) {
    char piece[65536];
    ssize_t count;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) {
        return false;
    }
    while ((count = read(fd, piece, sizeof piece)) > 0 && text->size < ENTRY_BYTES_MAX) {
        buffer_add_n(text, piece, (size_t)count);
    }
    bool is_read = count == 0;
    if (is_read) {
        (void)futimens(fd, NULL); /* so that entries out of use can be told by their time */
    }
    close(fd);
    return is_read;
}

static bool read_entry(const char *path, struct buffer *messages) {
    struct buffer text = {0};
    char hex[SHA256_HEX_BYTES];
    bool is_good = read_file(path, &text) && text.size > HEAD_BYTES && memcmp(text.data, magic, MAGIC_BYTES) == 0;
    if (is_good) {
        hash_payload(text.data + HEAD_BYTES, text.size - HEAD_BYTES, hex);
        is_good = memcmp(hex, text.data + MAGIC_BYTES, SHA256_HEX_BYTES - 1) == 0;
    }
    if (is_good) {
        buffer_add_n(messages, text.data + HEAD_BYTES, text.size - HEAD_BYTES);
    }
    buffer_release(&text);
    return is_good;
}

static bool write_all(int fd, const char *bytes, size_t size) {
    ssize_t count = 0;
    for (; size > 0 && (count >= 0 || errno == EINTR); bytes += count > 0 ? count : 0, size -= count > 0 ? (size_t)count : 0) {
        count = write(fd, bytes, size);
    }
    return size == 0;
}

/* An entry that cannot be written is one that is not there. */
static void write_entry(const char *path, struct arena *arena, const struct buffer *messages) {
    char head[HEAD_BYTES + 1];
    const char *folder = arena_strndup(arena, path, (size_t)(strrchr(path, '/') - path));
    char *beside = arena_printf(arena, "%s/new.XXXXXX", folder);
    memcpy(head, magic, MAGIC_BYTES);
    hash_payload(messages->data, messages->size, head + MAGIC_BYTES);
    head[HEAD_BYTES - 1] = '\n';
    (void)mkdir(folder, 0777);
    int fd = mkstemp(beside);
    if (fd < 0) {
        return;
    }
    bool is_written = write_all(fd, head, HEAD_BYTES) && write_all(fd, messages->data, messages->size);
    is_written = close(fd) == 0 && is_written;
    if (!is_written || rename(beside, path) != 0) {
        unlink(beside);
    }
}

bool cache_begin(struct cache_job *job, struct arena *arena, struct buffer *messages) {
    if (!job->directory || !front_digest_make(arena, &job->front, job->contents, &job->digest)) {
        job->directory = NULL;
        return false;
    }
    if (read_entry(entry_path(job, arena, job->digest.first), messages)) {
        return true;
    }
    job->is_whole = front_digest_extend(arena, &job->front, job->contents, &job->digest);
    return job->is_whole && read_entry(entry_path(job, arena, job->digest.whole), messages);
}

void cache_keep(struct cache_job *job, struct arena *arena, bool is_first_attempt, const struct buffer *messages) {
    bool has_key = job->directory && (is_first_attempt || job->is_whole);
    if (has_key && messages->size > 0 && messages->size < ENTRY_BYTES_MAX && front_digest_holds(&job->digest)) {
        write_entry(entry_path(job, arena, is_first_attempt ? job->digest.first : job->digest.whole), arena, messages);
    }
}

void cache_end(struct cache_job *job) {
    front_digest_release(&job->digest);
}
