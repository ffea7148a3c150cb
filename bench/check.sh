#!/bin/sh
# check.sh BUILD: the measuring scripts on a few kernels with known tables. Prints TAP;
# run from the source root.
set -u

build=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/suite/common" "$folder/tests"

cat >"$folder/suite/common/size.h" <<'END'
enum { SIZE = 64 };
END
cat >"$folder/suite/good.cu" <<'END'
#include "size.h"
__shared__ int tile[SIZE];
__global__ void good(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
END
cat >"$folder/suite/bad.cu" <<'END'
#include "part.cu"
__global__ void bad(int *a) {
    a[0] = threadIdx.x;
}
END
cat >"$folder/suite/part.cu" <<'END'
__global__ void part(unknown *a) {}
END
sed -i 's/^#include "part.cu"$/typedef int unknown;\n&/' "$folder/suite/bad.cu"
echo '__global__ void broken( {}' >"$folder/suite/broken.cu"
echo 'int host;' >"$folder/suite/host.cu"

printf 'path\tlang\tblock\tgrid\tflags\terr_lines\tcore\n' >"$folder/list"
cat >"$folder/suite/racy.cu" <<'END'
//xfail
//--blockDim=64
__global__ void racy(int *a) {
    a[SHIFT] = threadIdx.x;
}
END
printf 'racy.cu\tCUDA\t64\t2\t-DSHIFT=1 --no-inline\t4\trace\n' >>"$folder/list"
printf 'good.cu\tCUDA\t64,*\t1\t\t\tpass\n' >>"$folder/list"
printf 'bad.cu\tCUDA\t64\t1\t\t\tno\n' >>"$folder/list"
printf 'none.cl\tOpenCL\t64\t1\t\t\tpass\n' >>"$folder/list"

# expect NAME ROW: whether the table has the row.
expect() {
    if grep -qxF -- "$2" "$folder/table"; then
        echo "ok measure $1"
    else
        echo "not ok measure $1: no row '$2'"
        sed 's/^/# /' "$folder/table"
    fi
}

sh scripts/measure.sh -b "$build" -o "$folder/out" "$folder/suite" -DSHIFT=0 >"$folder/table" 2>&1
expect files '| files with a kernel | 5 |'
expect compiled '| compiled | 3 |'
expect fragments '| fragments that another file includes and that do not compile alone | 1 |'
expect failed '| other files that do not compile | 1 |'
expect kernels '| kernels | 4 |'
expect unsupported '| kernels without an `unsupported` reason | 4 of 4 (100.0 %) |'

sh scripts/measure.sh -b "$build" -s 1 -o "$folder/out" "$folder/suite" >"$folder/table" 2>/dev/null
if grep -q "^bad.cu	4/4	a	write-write	" "$folder/table"; then
    echo "ok measure sample"
else
    echo "not ok measure sample: $(cat "$folder/table")"
fi

sh scripts/measure.sh -b "$build" -g "$folder/list" -o "$folder/gpuverify" "$folder/suite" \
    >"$folder/table" 2>&1
expect tests '| tests | 2 |'
expect found '| found, at a line of err_lines where there are | 1 of 1 (100.0 %) |'
expect passes '| **passes** | 1 |'

sh bench/run.sh "$build/warpproof" "$folder/suite" >"$folder/table" 2>&1
if grep -q '^decided files: 2; not decided: 0; without a result: 3$' "$folder/table"; then
    echo "ok measure speed"
else
    echo "not ok measure speed"
    sed 's/^/# /' "$folder/table"
fi

# A program of two files: its kernel is proved for its launch only.
mkdir -p "$folder/programs/scale/src"
touch "$folder/programs/scale/Makefile"
cat >"$folder/programs/scale/src/scale.cu" <<'END'
__global__ void scale(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = threadIdx.y;
}
void run(float *a, int n) { scale<<<(n + 63) / 64, 64>>>(a, n); }
END
cat >"$folder/programs/scale/main.cpp" <<'END'
#include <cuda_runtime.h>
#include <cstdlib>
void run(float *a, int n);
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *a;
    cudaMalloc((void **)&a, n * sizeof(float));
    run(a, n);
}
END
sh scripts/measure-programs.sh -b "$build" -o "$folder/of_programs" "$folder/programs" >"$folder/table" 2>&1
expect programs '| 1 programs, 1 kernels | for every launch | for those of the program too |'
expect seen '| kernels whose launches are seen | | 1 (100.0 %) |'
expect races '| race proved | 0 (0.0 %) | 1 (100.0 %) |'
expect bounds '| bounds proved | 0 (0.0 %) | 1 (100.0 %) |'

# One kernel in both languages; the macro that the host gives stands in a list.
mkdir -p "$folder/twins/cuda" "$folder/twins/opencl"
echo '__global__ void here(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }' >"$folder/twins/cuda/k.cu"
cat >"$folder/twins/opencl/k.cl" <<'END_OF_KERNEL'
__kernel void there(__global int *a) { a[SIZE * get_global_id(0)] = 1; }
__kernel void racy(__global int *a) { a[0] = get_local_id(0); }
END_OF_KERNEL
printf '# macros\n*\t-I@\nopencl/*.cl\t-DSIZE=2\n' >"$folder/macros"
printf 'k.cu\there\tk.cl\tthere\ta note\ncuda/k.cu\there\topencl/k.cl\tracy\t\n' >"$folder/pairs"
sh scripts/measure.sh -b "$build" -o "$folder/twin" "$folder/twins" >"$folder/table" 2>&1
sh scripts/measure.sh -b "$build" -c -d "$folder/macros" -o "$folder/twin" "$folder/twins" >"$folder/table" 2>&1
expect opencl '| compiled | 1 |'
sh scripts/side-by-side.sh "$build" "$folder/pairs" "$folder/twin" "$folder/twin-OpenCL" >"$folder/table" 2>&1
expect same '| k.cl | `here`, `there` | proved; proved | proved; proved | same; a note |'
expect other '| opencl | `here`, `racy` | proved; proved | refuted; proved |  |'

# A barrier of OpenCL that is needed, one that is redundant, one in a comment.
cat >"$folder/barriers.cl" <<'END_OF_KERNEL'
//pass
//--local_size=64 --num_groups=2
kernel void f(global int *a, local int *s) {
  s[get_local_id(0)] = 1; // barrier(CLK_LOCAL_MEM_FENCE)
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = s[get_local_id(0) ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
}
END_OF_KERNEL
sh scripts/barrier-deletion.sh -c "$build/warpproof" "$folder/barriers.cl" >"$folder/table" 2>&1
expect deleted '| barriers deleted | 2 |'
expect needed '| refuted without it | 1 |'
expect redundant '| called redundant, and proved without it | 1 |'
