#!/bin/sh
# oclgrind.sh WARPPROOF FOLDER
#
# Runs kernels of FOLDER (tests/golden) in Oclgrind with --data-races and in `warpproof simulate`, the same launch of two work-groups
# of 32, and prints what each says. Exit status 1 if the two ever differ. Needs the Debian package oclgrind.
set -u

[ $# -eq 2 ] || {
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
tool=$1 folder=$2 differ=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

racy() {
    [ "$1" -gt 0 ] && echo racy || echo clean
}

# one FILE KERNEL OPTIONS ARGUMENT...: options of simulate; arguments as oclgrind-kernel reads them
one() {
    file=$1 kernel=$2 options=$3
    shift 3
    {
        printf '%s\n' "$folder/$file" "$kernel" '64 1 1' '32 1 1'
        printf '%s\n' "$@"
    } >"$work/sim"
    theirs=$(oclgrind-kernel --data-races "$work/sim" 2>&1 | grep -ciE 'data race|divergence')
    # shellcheck disable=SC2086 # options are words
    ours=$("$tool" simulate "$folder/$file" --kernel "$kernel" --block 32 --grid 2 --dynamic-shared 256 $options 2>&1 |
        grep -cE 'error: (data race|barrier divergence)')
    printf '%-24s Oclgrind: %-5s  simulate: %s\n' "$kernel" "$(racy "$theirs")" "$(racy "$ours")"
    [ "$(racy "$theirs")" = "$(racy "$ours")" ] || differ=1
}

array='<size=1024 fill=0>' local='<size=256>'
one opencl_barrier_flags.cl local_fence '--arg a=zero:256' "$array" "$local"
one opencl_barrier_flags.cl local_by_global_fence '--arg a=zero:256' "$array" "$local"
one opencl_barrier_flags.cl global_fence '--arg a=zero:256 --arg b=zero:256' "$array" "$array"
one opencl_barrier_flags.cl global_by_local_fence '--arg a=zero:256 --arg b=zero:256' "$array" "$array"
one opencl_barrier_flags.cl both '--arg a=zero:256' "$array" "$local"
one opencl_barrier_flags.cl fences '' "$local"
one opencl_local_arguments.cl two '--arg out=zero:256' "$array" "$local" "$local"
one opencl_local_arguments.cl two_racy '--arg out=zero:256' "$array" "$local" "$local"
one opencl_local_arguments.cl variables_racy '--arg out=zero:256' "$array"
one opencl_vectors.cl apart '--arg a=zero:256' "$array"
one opencl_vectors.cl overlap '--arg a=zero:512' '<size=4096 fill=0>'
one opencl_early_return.cl leaves '--arg a=zero:256 --arg n=40' "$array" '<size=4 fill=40>' "$local"
one opencl_early_return.cl stays '--arg a=zero:256 --arg n=40' "$array" '<size=4 fill=40>' "$local"
one opencl_atomics.cl mixed '--arg a=zero:256' "$array"
exit $differ
