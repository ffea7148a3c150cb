#include "kernel/member.h"

#include <string.h>

const struct param_member *member_at(const struct param *param, uint64_t offset_bytes, uint64_t size_bytes) {
    for (uint32_t i = 0; i < param->member_count; i++) {
        const struct param_member *member = &param->members[i];
        if (member->offset_bytes == offset_bytes && member->size_bytes == size_bytes) {
            return member;
        }
    }
    return NULL;
}

const char *member_name(struct arena *arena, const struct param *param, uint64_t offset_bytes, uint64_t size_bytes) {
    const struct param_member *member = member_at(param, offset_bytes, size_bytes);
    return member ? arena_printf(arena, "%s.%s", param->name, member->name)
                  : arena_printf(arena, "%s.%llu", param->name, (unsigned long long)offset_bytes);
}

static int64_t number_of(const char *digits) {
    int64_t number = 0;
    const char *c = digits;
    for (; *c >= '0' && *c <= '9' && number < INT32_MAX; c++) {
        number = number * 10 + (*c - '0');
    }
    return *digits && !*c ? number : -1;
}

int64_t member_place(const struct param *param, const char *name) {
    size_t length = strlen(param->name);
    if (!param->by_value_struct || strncmp(name, param->name, length) != 0 || name[length] != '.') {
        return -1;
    }
    for (uint32_t i = 0; i < param->member_count; i++) {
        if (strcmp(param->members[i].name, name + length + 1) == 0) {
            return (int64_t)param->members[i].offset_bytes;
        }
    }
    return number_of(name + length + 1);
}

bool member_is_same(const struct kernel *kernel, const char *a, const char *b) {
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        int64_t place = member_place(&kernel->params[i], a);
        if (place >= 0 && place == member_place(&kernel->params[i], b)) {
            return true;
        }
    }
    return false;
}
