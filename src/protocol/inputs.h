/* Which inputs of a kernel matter, and through what: the taint analysis of SESA
   (Li, Li, Gopalakrishnan, SC 2014, section V), over a protocol.

   Inputs are scalar parameters and what memory holds before the launch. An input
   reaches an index, a branch around an access or barrier, a loop bound or an
   assertion if its value can change it: directly, or through memory that the
   kernel writes and reads again. Values that the analysis does not know are
   sources of their own, because they may carry any input. */
#ifndef WP_PROTOCOL_INPUTS_H
#define WP_PROTOCOL_INPUTS_H

#include "protocol/protocol.h"

enum input_kind {
    INPUT_SCALAR,   /* a parameter, or a scalar field of one */
    INPUT_CONTENTS, /* what an array holds when the kernel starts */
    INPUT_UNKNOWN   /* an unknown value: no input, but it may carry one */
};

enum input_sink { SINK_INDEX, SINK_BRANCH, SINK_LOOP, SINK_ASSERTION };

struct input_use {
    enum input_sink sink;
    uint32_t array;   /* SINK_INDEX: the array indexed, else PROTOCOL_NONE */
    loc_ref location; /* of the access, barrier, loop or assertion */
};

struct input {
    enum input_kind kind;
    const char *name;       /* parameter or array; of an unknown value what it stands for */
    loc_ref location;       /* of an unknown value */
    struct input_use *uses; /* by sink, array and place; one for each line */
    uint32_t use_count;
};

struct inputs {
    struct input *items; /* parameters in order, then other arrays, then unknown values that are used */
    uint32_t count;
};

/* The result lives in `arena`. */
struct inputs inputs_compute(struct arena *arena, const struct protocol *protocol);

/* The text of `warpproof inputs` for one kernel. */
void inputs_report(const struct protocol *protocol, struct buffer *out);

#endif
