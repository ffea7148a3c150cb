#!/bin/sh
# omissions.sh WARPPROOF VALIDATE: files that do not compile as a whole. What is left out may never
# change a verdict: each file's kernels that do not need it get their verdict, the others none.
# Prints TAP; run from the source root.
set -u

wp=$1 validate=$2
case $wp in /*) ;; *) wp=$PWD/$wp ;; esac
case $validate in /*) ;; *) validate=$PWD/$validate ;; esac
schema=$PWD/share/warpproof/schema/report-1.schema.json
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# file NAME STATUS: standard input is the file; runs check on it.
file() {
    name=$1
    cat >"$name.cu"
    CUDA_PATH= CUDA_HOME= "$wp" check --only=race "$name.cu" >out 2>err </dev/null
    status=$?
    if [ "$status" -eq "$2" ]; then echo "ok $name: status"; else
        echo "not ok $name: status $status, not $2"
        sed 's/^/# /' out err | head -n 20
    fi
}

# has FILE TEXT, lacks FILE TEXT: of the last run.
has() {
    if grep -qF -- "$2" "$1"; then echo "ok $name: $2"; else
        echo "not ok $name: no '$2'"
        sed 's/^/# /' out err | head -n 20
    fi
}
lacks() {
    if ! grep -qF -- "$2" "$1"; then echo "ok $name: no '$2'"; else echo "not ok $name: '$2'"; fi
}

file libraries 1 <<'CU'
#include <absent/solver.h>
#include "nowhere.h"
#include <vector>
solver_handle handle;
struct Context { solver_handle h; std::vector<float> v; void make() { solver_create(&h); } };
static solver_status check(solver_status s) { return s; }
template <class T> __global__ void racy(T *a) {
  __shared__ T s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[(threadIdx.x + 1) % 64];
}
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void launch(Context &c, float *p) {
  c.make();
  if (solver_run(c.h) != SOLVER_OK) { p--; } else { p++; }
  racy<float><<<1, 64>>>(p);
  for (int i = 0; i < SOLVER_MAX; i++) { fine<<<1, 64>>>((int *)p); }
}
CU
has err "libraries.cu:1: warning: 'absent/solver.h' is not found"
has err "libraries.cu:2: warning: 'nowhere.h' is not found"
has err "libraries.cu:4: warning: host code that does not compile is left out here and below"
has out "libraries.cu:9:18: error: data race on 's'"
has out "racy<float>(float*): refuted: race"
has out "fine(int*): proved for every launch: race"
has out "code left out (-v)"

file host 0 <<'CU'
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() { if (absent()) return 1; fine<<<1, 1>>>(0); }
CU
has err "host.cu:2: warning: host code that does not compile is left out here: use of undeclared identifier 'absent'"
file header 2 <<'CU'
#include <absent.h>
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
CU
has out "1 kernel in 1 file: 1 proved; 1 file analysed in part"

# An overload that is deleted is still chosen; a kernel that chooses it is left out.
file overload 2 <<'CU'
__global__ void broken(int *a) { a[threadIdx.x] = undeclared; }
__device__ int twice(int x) { return 2 * y; }
__device__ int twice(float x) { return 0; }
__global__ void calls(int *a) { a[twice(3)] = threadIdx.x; }
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = twice(3.f); }
int main() { broken<<<1, 1>>>(0); fine<<<1, 1>>>(0); }
CU
has err "overload.cu:1: error: this device code, and every kernel that needs it, is left out: use of undeclared identifier 'undeclared'"
has err "overload.cu:2: error: this device code"
has err "overload.cu:4: error: this device code, and every kernel that needs it, is left out: call to deleted function 'twice'"
has out "fine(int*): proved for every launch: race"
has out "1 kernel in 1 file: 1 proved; 1 file analysed in part"
lacks out "calls"

# Without a specialisation the general case would be taken.
file specialised_class 2 <<'CU'
template <class T> struct size { static const int n = 1; };
template <> struct size<float> { static const int n = ABSENT; };
__global__ void k(int *a) { a[threadIdx.x / size<float>::n] = 1; }
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
CU
lacks out "k(int*)"
file specialised_variable 2 <<'CU'
template <class T> constexpr int n = 1;
template <> constexpr int n<float> = ABSENT;
__global__ void k(int *a) { a[threadIdx.x / n<float>] = 1; }
CU
has err "error: use of undeclared identifier 'ABSENT'"
lacks out "k(int*)"

# What only looks like host code.
file constants 2 <<'CU'
constexpr int tile() { return ABSENT; }
enum { SIZE = ABSENT + 1 };
auto deduced() { return ABSENT; }
__global__ void array(int *a) { __shared__ int s[tile()]; a[threadIdx.x] = s[0]; }
__global__ void value(int *a) { a[threadIdx.x + tile()] = 1; }
__global__ void number(int *a) { a[threadIdx.x / SIZE] = 1; }
__global__ void type(int *a) { decltype(deduced()) x = 1; a[threadIdx.x + x] = 1; }
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
CU
for kernel in array value number type; do lacks out "$kernel(int*)"; done
has out "fine(int*): proved for every launch: race"
file members 2 <<'CU'
struct S { int n = ABSENT; int m; __device__ int get() { return m; } };
struct T { ABSENT n; int m; };
__global__ void first(S s, int *a) { a[s.get()] = threadIdx.x; }
__global__ void second(T t, int *a) { a[t.m] = threadIdx.x; }
__global__ void third(int *a) { a[sizeof(T) * threadIdx.x] = threadIdx.x; }
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
CU
for kernel in first second third; do lacks out "$kernel("; done
has out "fine(int*): proved for every launch: race"
file lambdas 2 <<'CU'
template <class F> __global__ void run(F f) { f(threadIdx.x); }
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void host(int *p) { run<<<1, 32>>>([=] __device__(int i) { p[i / 2] = ABSENT; }); }
CU
has err "lambdas.cu:3: error: this device code"
lacks out "run<"

# No other declaration of a name takes its place.
file shadows 2 <<'CU'
constexpr int N = 1;
typedef int number;
__device__ int f(int x) { return x; }
namespace inner {
constexpr int M = 2, N = ABSENT[3];
using number = ABSENT;
enum { A, B = ABSENT };
__device__ int f(ABSENT x);
__global__ void variable(int *a) { a[threadIdx.x / N] = 1; }
__global__ void type(int *a) { a[threadIdx.x * sizeof(number)] = 1; }
__global__ void function(int *a) { a[f(threadIdx.x)] = 1; }
__global__ void member(int *a) { a[threadIdx.x + A] = 1; }
}
constexpr int A = 3;
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x * N] = 1; }
CU
for kernel in variable type function member; do lacks out "$kernel(int*)"; done
has out "fine(int*): proved for every launch: race"

# Nothing is left: the whole file's errors are told.
file prose 2 <<'CU'
this is no program
CU
has err "prose.cu:1:1: error: expected unqualified-id"
has out "1 file could not be analysed"
file declared 2 <<'CU'
#include <absent/absent.h>
template <class T> __global__ void lost(T *a, int n);
__device__ int helper(int x);
template <class T> __global__ void lost(T *a, int n) { a[threadIdx.x] = absent::zero<T>(); }
__device__ int helper(int x) { return absent::one(x); }
__global__ void needs(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = helper(n); }
template <class T> __global__ void fine(T *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
template __global__ void lost<float>(float *, int);
template __global__ void fine<float>(float *);
CU
has err "declared.cu:4: error: this device code, and every kernel that needs it, is left out"
has out "fine<float>(float*): proved for every launch: race"
has out "needs(int*, int): unproved: race"
lacks out "lost<float>"
file outside 2 <<'CU'
#include "../../outside.h"
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
CU
has err "fatal error: '../../outside.h' file not found"
file unbalanced 2 <<'CU'
__global__ void fine(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
CU
has out "1 file could not be analysed"
name=nested
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "namespace a {"; print "x"; for (i = 0; i < 100000; i++) printf "}" }' |
    file nested 2
has out "1 file could not be analysed"

name=json
"$wp" check --format=json libraries.cu overload.cu prose.cu 2>err >report.json
if "$validate" "$schema" report.json >out 2>&1; then echo "ok json: valid"; else echo "not ok json: invalid"; sed 's/^/# /' out; fi
has report.json '"kind": "device-code"'
has report.json '"partial_files": 2'
