#!/bin/sh
# pocl.sh BUILD
#
# Runs race-free OpenCL kernels of tests/golden and bench/rate through the OpenCL that is installed (PoCL) and in `warpproof
# simulate`, the same launch with the same contents, and compares the arrays byte by byte. Prints TAP; without an OpenCL (Debian
# packages ocl-icd-opencl-dev, when this is built, and pocl-opencl-icd) one test that is skipped. Exit status 1 if two ever differ.
set -u

[ $# -eq 1 ] || {
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
tool=$1/warpproof opencl=$1/bench/wp_opencl_arrays root=$(dirname "$0")/..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
differ=0 number=0

# contents TYPE COUNT FILE: 4-byte elements, whole numbers below 251 in an order without a pattern; of type f32 as floats.
contents() {
    awk -v type="$1" -v count="$2" 'BEGIN {
        for (i = 0; i < count; i++) {
            n = (i * 7919 + 13) % 251
            if (type == "f32" && n > 0) {
                for (e = 0; 2 ^ (e + 1) <= n; e++);
                n = (127 + e) * 2 ^ 23 + (n - 2 ^ e) * 2 ^ (23 - e)
            }
            for (b = 0; b < 4; b++) {
                printf "\\%03o", n % 256
                n = int(n / 256)
            }
        }
    }' >"$3.octal"
    # shellcheck disable=SC2059 # octal numbers
    printf "$(cat "$3.octal")" >"$3"
}

# one FILE KERNEL GLOBAL LOCAL ARGUMENT...: an argument is NAME=TYPE:COUNT (an array), NAME=local:BYTES or NAME=INTEGER.
one() {
    file=$root/$1 kernel=$2 global=$3 local=$4 dynamic=0 theirs= ours= arrays=
    shift 4
    number=$((number + 1))
    for argument in "$@"; do
        name=${argument%%=*} value=${argument#*=}
        case $value in
        local:*)
            dynamic=${value#local:}
            theirs="$theirs local=$dynamic"
            ;;
        *:*)
            contents "${value%:*}" "${value#*:}" "$work/$number.$name"
            theirs="$theirs array=$work/$number.$name:$work/$number.$name.theirs"
            ours="$ours --arg $name=@$work/$number.$name --out $name=$work/$number.$name.ours"
            arrays="$arrays $name"
            ;;
        *)
            theirs="$theirs int=$value"
            ours="$ours --arg $name=$value"
            ;;
        esac
    done
    # shellcheck disable=SC2086 # options are words
    "$tool" simulate "$file" --kernel "$kernel" --local-size "$local" --global-size "$global" --dynamic-shared "$dynamic" $ours >"$work/log" 2>&1
    result=$?
    # shellcheck disable=SC2086
    "$opencl" "$file" "$kernel" "$global" "$local" $theirs >>"$work/log" 2>&1 || result=$?
    for name in $arrays; do
        cmp -s "$work/$number.$name.ours" "$work/$number.$name.theirs" || result=1
    done
    if [ $result -eq 0 ]; then
        echo "ok $number - $kernel: the same arrays"
    else
        echo "not ok $number - $kernel: other arrays, or no run"
        sed 's/^/# /' "$work/log"
        differ=1
    fi
}

skip() {
    echo 1..1
    echo "ok 1 - OpenCL kernels in PoCL # SKIP $1"
    exit 0
}

if [ ! -x "$opencl" ]; then
    skip 'there were no OpenCL headers and library when this was built (ocl-icd-opencl-dev)'
fi
contents i32 64 "$work/probe"
if ! "$opencl" "$root/tests/golden/opencl_global_id.cl" by_hand 64 32 "array=$work/probe:$work/probe.out" >/dev/null 2>&1; then
    skip 'no OpenCL device (pocl-opencl-icd)'
fi
echo 1..16
one tests/golden/opencl_barrier_flags.cl local_fence 64 32 a=i32:64 s=local:128
one tests/golden/opencl_barrier_flags.cl global_fence 64 32 a=i32:64 b=i32:64
one tests/golden/opencl_barrier_flags.cl both 64 32 a=i32:64 s=local:128
one tests/golden/opencl_local_arguments.cl two 64 32 out=f32:64 s=local:128 t=local:128
one tests/golden/opencl_vectors.cl apart 64 32 a=f32:256
one tests/golden/opencl_vectors.cl three 64 32 a=f32:192
one tests/golden/opencl_early_return.cl stays 64 32 a=i32:64 n=40 s=local:128
one tests/golden/opencl_async_copy.cl loads 128 64 in=f32:128 out=f32:128
one tests/golden/opencl_strided_copy.cl gathers 128 64 in=f32:512 out=f32:128
one tests/golden/opencl_builtins.cl integers 64 32 a=i32:64 b=i32:64
one tests/golden/opencl_global_id.cl strided 64 32 a=i32:200 n=200
one tests/golden/opencl_global_id.cl rows 32,4 8,2 a=f32:128 w=32
one bench/rate/scan.cl scan 512 256 in=i32:512 out=i32:512 n=512
one bench/rate/histogram.cl histogram 512 256 in=i32:512 bins=i32:256 n=512
one bench/rate/reduction.cl reduction 512 256 in=f32:512 out=f32:2 n=500
one bench/rate/matmul.cl matmul 32,32 16,16 a=f32:1024 b=f32:1024 c=f32:1024 n=32 k=32
exit $differ
