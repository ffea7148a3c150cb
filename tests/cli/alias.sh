#!/bin/sh
# alias.sh WARPPROOF VALIDATE: pointers into one allocation: --alias, launch files and host code; what is told of them, and what is
# wrong with them. Prints TAP; run from the source root.
set -u

wp=$1 validate=$2
suite=alias
case $validate in /*) ;; *) validate=$PWD/$validate ;; esac
. tests/cli/expect.sh
schemas=$root/share/warpproof/schema
check() { "$wp" check --stats=off "$@"; }

cat >k.cu <<'CU'
__global__ void scale(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 2 * a[i];
}
__global__ void shift(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i + 1];
}
__global__ void twice(const float *__restrict__ a, float *__restrict__ b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 2 * a[i];
}
CU

# The option.
expect 0 "an elementwise kernel in place" check --only=race --kernel scale --alias=b=a -v k.cu
has out "required: b = a" "is an assumption"
hasnt out "distinct pointer arguments" "and takes the place of another one"
expect 1 "a stencil in place" check --only=race --kernel shift --alias=b=a --witness-dir=w k.cu
has out "(where b = a)"
has out ", b = a" "the counterexample has the pointers"
expect 1 "is run again as the source has it" "$wp" simulate --replay "$(echo w/*shift*)" k.cu
has out "data race on 'a'"
expect 1 "at any distance" check --only=race --kernel scale --alias=a,b k.cu
has out "(where a = b + 4 bytes)" "the distance is told"
expect 1 "a distance that is a parameter" check --only=race --kernel shift --alias=b=a+n k.cu
has out "where b = a + " "is told as a number"
expect 0 "halves" check --only=race --kernel scale --alias=b=a+n k.cu
expect 0 "in the other order" check --only=race --kernel scale --alias=b=a-n -v k.cu
has out "required: b = a - n"
expect 0 "bounds are those of the one array" check --only=race,bounds --kernel scale --alias=b=a --extent a=n --requires 'n >= 0' k.cu
has out "race, bounds"
expect 1 "also of the second pointer's accesses" check --only=bounds --kernel shift --alias=b=a --extent b=n k.cu
expect 3 "sizes that contradict each other" check --only=bounds --kernel scale --alias=b=a --extent a=n --extent b=n+1 k.cu
has out "no launch in scope is known to satisfy what is required"
expect 0 "contents are those of both names" check --only=race --kernel scale --alias=b=a --requires 'n > 0' k.cu
expect 2 "a parameter that no kernel has" check --alias=b=c k.cu
has err "no kernel that is checked has a pointer parameter 'c'; there are: 'a', 'b'"
expect 2 "a scalar" check --alias=b,n k.cu
has err "has a pointer parameter 'n'" "is no pointer"
expect 2 "a distance in terms of nothing" check --alias=b=a+q k.cu
has err "the kernel has no parameter 'q'"
expect 2 "no pair" check --alias=b k.cu
has err "'b' is not A,B, A=B or A=B+EXPRESSION"
expect 2 "one pointer twice" check --alias=b,b k.cu
"$wp" map --kernel scale k.cu >k.map 2>/dev/null
expect 3 "a protocol as text" check --only=race --alias=b=a k.map
has out "a protocol's arrays are distinct"
expect 3 "pointers in terms of each other" check --only=race --kernel scale --alias=b=a --alias=a=b+1 k.cu
has out "in terms of each other"
expect 3 "two distances" check --only=race --kernel scale --alias=b=a --alias=b=a+1 k.cu
has out "one pointer in terms of two others is not understood"
expect 0 "a contract in place" "$wp" contract --stats=off --kernel scale --alias=b=a k.cu
has out ": true"
expect 1 "a search in place" "$wp" search --stats=off --kernel shift --alias=b=a k.cu
expect 0 "and where pointers are distinct" "$wp" search --stats=off --kernel shift --only=race k.cu

# Launch files.
cat >sites.json <<'JSON'
{"launches": [
  {"kernel": "scale", "file": "main.cu", "line": 10, "block": 256, "grid": 4, "aliases": {"b": "a"}},
  {"kernel": "shift", "file": "main.cu", "line": 11, "block": 256, "grid": 4, "aliases": {"b": "a + n"}, "relations": ["n >= 0"]},
  {"kernel": "twice", "file": "main.cu", "line": 12, "block": 256, "grid": 4, "overlaps": [["a", "b"]]}
]}
JSON
"$validate" "$schemas/launches-1.schema.json" sites.json >>err 2>&1
result $? "a launch file with aliases follows its schema"
expect 0 "a launch in place" check --only=race --kernel scale --launches=sites.json k.cu
expect 1 "a launch with halves" check --only=race --kernel shift --launches=sites.json k.cu
has out "(launched at main.cu:11)"
has out "where b = a + "
expect 3 "a launch of which only an overlap is known" check --only=race --kernel twice --launches=sites.json k.cu
has out "may get one allocation" "is no counterexample"
cat >bad.json <<'JSON'
{"launches": [{"kernel": "scale", "aliases": {"b": "a *"}}]}
JSON
expect 2 "no pointer" check --launches=bad.json k.cu
has err "is not A,B, A=B or A=B+EXPRESSION"

# Host code.
cat >main.cu <<'CU'
#include <cstdlib>
#include "k.cu"
__global__ void first(const float *a, float *b, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    for (int i = 0; i < n; i++) b[i] = a[i];
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *d, *e;
  cudaMalloc(&d, 2 * n * sizeof(float));
  cudaMalloc(&e, 2 * n * sizeof(float));
  scale<<<(n + 255) / 256, 256>>>(d, d, n);
  scale<<<(n + 255) / 256, 256>>>(d, d + n, n);
  scale<<<(n + 255) / 256, 256>>>(d, e, n);
  twice<<<(n + 255) / 256, 256>>>(d, d, n);
  shift<<<(n + 255) / 256, 256>>>(d, d + n, n);
  first<<<1, 1>>>(d, argc > 2 ? d + argc : e, n);
}
CU
expect 0 "what is read" "$wp" launches main.cu
has out "    b = a"
has out "    b = a + n"
has out "a and b may get one allocation"
expect 0 "as a launch file" "$wp" launches --format=json main.cu
cp out main.json
has main.json '"b": "a + n"'
"$validate" "$schemas/launches-1.schema.json" main.json >>err 2>&1
result $? "which follows its schema"
expect 0 "in place, halves and apart" check --only=race,bounds --kernel scale -v main.cu
has out "proved for the launches of this program"
hasnt out "    assuming distinct" "rests on nothing that is told of pointers"
expect 1 "halves that meet" check --only=race --kernel shift main.cu
has out "(launched at main.cu:16)"
expect 0 "restricted pointers in place" check --only=race --kernel twice main.cu
has err "main.cu:15: warning: twice(float const*, float*, int): 'b' is __restrict__, and b = a: what a compiler makes of it is not judged"
expect 0 "what holds at every distance" check --only=race --kernel first main.cu
hasnt out "may get one allocation"
