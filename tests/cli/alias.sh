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

# Tables of pointers: elements that are never one in a launch, and such that may be.
cat >tables.cu <<'CU'
#include <utility>
#define KERNEL(name) __global__ void name(const float *a, float *b, int n) { \
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) b[i] = a[i + 1]; }
KERNEL(difference) KERNEL(flipped) KERNEL(remainder) KERNEL(masked) KERNEL(negated) KERNEL(swapped) KERNEL(third) KERNEL(fields)
KERNEL(doubled) KERNEL(equal) KERNEL(chosen) KERNEL(kept) KERNEL(shared) KERNEL(unknown)
struct plan { float *in, *out; };
void unseen(plan *);
int main(int argc, char **argv) {
  const int n = 4096, size = n * sizeof(float);
  float *d[2], *r[3], *e[3], *f[2];
  plan p[4], q[4];
  for (int i = 0; i < 2; i++) cudaMalloc(&d[i], size);
  for (int i = 0; i < 3; i++) { cudaMalloc(&r[i], size); cudaMalloc(&e[i], size); }
  for (int i = 0; i < 4; i++) { cudaMalloc(&p[i].in, size); cudaMalloc(&p[i].out, size); }
  cudaMalloc(&f[0], size);
  f[1] = f[0];
  e[2] = e[0];
  unseen(q);
  int cur = 0, from = 0, to = 1;
  bool flip = false;
  for (int k = 0; k < argc; k++) { difference<<<16, 256>>>(d[cur], d[1 - cur], n); cur = 1 - cur; }
  for (int k = 0; k < argc; k++) { flipped<<<16, 256>>>(d[cur], d[cur ^ 1], n); cur ^= 1; }
  for (int k = 0; k < argc; k++) remainder<<<16, 256>>>(d[k % 2], d[(k + 1) % 2], n);
  for (int k = 0; k < argc; k++) masked<<<16, 256>>>(d[k & 1], d[(k + 1) & 1], n);
  for (int k = 0; k < argc; k++) { negated<<<16, 256>>>(d[flip], d[!flip], n); flip = !flip; }
  for (int k = 0; k < argc; k++) { swapped<<<16, 256>>>(d[from], d[to], n); std::swap(from, to); }
  for (int k = 0; k < argc; k++) third<<<16, 256>>>(r[k % 3], r[(k + 1) % 3], n);
  for (int k = 0; k < 4; k++) fields<<<16, 256>>>(p[k].in, p[k].out, n);
  for (int k = 0; k < argc; k++) doubled<<<16, 256>>>(e[k % 3], e[(k + 1) % 3], n);
  for (int k = 0; k < argc; k++) equal<<<16, 256>>>(r[k % 3], r[(k + 3) % 3], n);
  chosen<<<16, 256>>>(d[argc & 1], d[argc >> 1 & 1], n);
  const float *before = d[1];
  for (int k = 0; k < argc; k++) { kept<<<16, 256>>>(before, d[cur], n); before = d[cur]; }
  for (int k = 0; k < argc; k++) { shared<<<16, 256>>>(f[cur], f[1 - cur], n); cur = 1 - cur; }
  unknown<<<16, 256>>>(q[argc & 3].in, q[argc >> 1 & 3].in, n);
}
CU
check --only=race tables.cu >out 2>err
for kernel in difference flipped remainder masked negated swapped third fields; do
    grep -q "[: ]$kernel(.*: proved for every launch: race" out
    result $? "two elements of a table are two: $kernel"
done
for kernel in doubled equal chosen kept shared unknown; do
    grep -q "[: ]$kernel(.*: proved" out
    result $((1 - $?)) "two elements of a table may be one: $kernel"
done
has out "may get one allocation"

# Variables of the device, by their address.
cat >variables.cu <<'CU'
__device__ float gv[4096], own[4096], other[4096];
__managed__ float mv[4096];
__global__ void symbol(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1 && n <= 4096) a[i] = gv[i + 1]; }
__global__ void managed(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1 && n <= 4096) a[i] = mv[i + 1]; }
__global__ void written(const float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1 && n <= 4096) gv[i] = a[i + 1]; }
__global__ void apart(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1 && n <= 4096) a[i] = other[i + 1]; }
__global__ void allocated(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1 && n <= 4096) a[i] = gv[i + 1]; }
int main() {
  float *s, *d;
  cudaGetSymbolAddress((void **)&s, gv);
  cudaMalloc(&d, sizeof gv);
  symbol<<<16, 256>>>(s, 4096);
  managed<<<16, 256>>>(mv, 4096);
  written<<<16, 256>>>(s, 4096);
  apart<<<16, 256>>>(s, 4096);
  allocated<<<16, 256>>>(d, 4096);
  cudaMemcpyToSymbol(other, d, sizeof other, 0, cudaMemcpyDeviceToDevice);
}
CU
check --only=race -v variables.cu >out 2>err
for kernel in symbol managed written; do
    grep -q "[: ]$kernel(.*: proved" out
    result $((1 - $?)) "a pointer may be the address of a variable: $kernel"
done
for kernel in apart allocated; do
    grep -q "[: ]$kernel(.*: proved for every launch: race" out
    result $? "a pointer is none of the variable that the kernel uses: $kernel"
done
has out "'a' and 'gv' may get one allocation"
expect 0 "the variable is told" "$wp" launches variables.cu
has out "a may be the address of mv"
