/* The arguments of a launch as a user writes them: NAME=SPEC.

     n=1024  n=-1  n=0x10  x=1.5  n=blockDim.x*4     scalars; p.8=5 a field at byte 8 of struct p
     a=zero:COUNT  a=iota:COUNT  a=const:VALUE:COUNT  a=random:SEED[:LOW..HIGH]:COUNT
     a=@FILE  a=FILE.npy                             contents of a file, as many elements as it has
     a=f32:iota:COUNT                                elements of another type than the kernel accesses
     a=&b  a=&b+4  a=null                            into another's array, elements on; no array
     p=hex:00ff..  p=zero  p=@FILE                   a whole struct
     table=iota:64                                   a __device__ or __constant__ variable

   COUNT is a C expression over scalar arguments and the launch (protocol/expression.h). */
#ifndef WP_CHECK_ARGUMENTS_H
#define WP_CHECK_ARGUMENTS_H

#include "protocol/protocol.h"
#include "simulate/witness.h"

struct argument_text {
    const char *name, *spec;
};

/* Puts arguments and arrays into the witness, whose block and grid are known. Every parameter
   must be given. False and *error, for the user, if something is wrong. */
bool arguments_read(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct argument_text *texts, uint32_t count,
                    struct witness *witness, const char **error);

#endif
