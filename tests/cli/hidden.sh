#!/bin/sh
# hidden.sh WARPPROOF VALIDATE: host code that hides a launch: what is not understood proves nothing (tests/cli/hidden). Prints TAP; run
# from the source root.
set -u

wp=$1
suite=hidden
. tests/cli/expect.sh
awk '/^#/ && !name { next } /^== / { name = $2 ".cu"; print "__global__ void row(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.y; }" >name; next } { print >name }' \
    "$root/tests/cli/hidden/programs.txt"
for file in *.cu; do
    "$wp" check --only=race --kernel row --jobs 1 "$file" >out 2>err
    status=$?
    test $status -ne 0 -a $status -ne 2
    result $? "${file%.cu}: its racy launch is not proved away"
done
