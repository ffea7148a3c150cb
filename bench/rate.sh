#!/bin/sh
# rate.sh BUILD: how fast kernels run in the simulator, watched for races, against
# Oclgrind (--data-races) and PoCL (not watched) on the same launches in one run, as a
# Markdown table. Each program has one thread, pinned; times are CPU seconds, medians of
# five runs (Oclgrind: one). What is not installed is left out with a message.
#
#   WP_RATE_THREADS=1048576            the launch
#   WP_RATE_OCLGRIND_THREADS=65536     a smaller launch, for us and for Oclgrind
set -u

build=${1:-build}
threads=${WP_RATE_THREADS:-1048576}
few=${WP_RATE_OCLGRIND_THREADS:-65536}
folder=$(dirname "$0")/rate
ours=$build/bench/wp_rate_simulate
opencl=$build/bench/wp_rate_opencl
pin=
command -v taskset >/dev/null && pin='taskset -c 0'

has_opencl=no has_oclgrind=no
if [ ! -x "$opencl" ]; then
    echo "No OpenCL headers and library when this was built (ocl-icd-opencl-dev): only our own figures."
elif POCL_MAX_PTHREAD_COUNT=1 "$opencl" "$folder" histogram 256 1 >/dev/null 2>&1; then
    has_opencl=yes
else
    echo "No OpenCL device (pocl-opencl-icd): without PoCL's figures."
fi
if [ ! -x "$opencl" ] || ! command -v oclgrind >/dev/null; then
    echo "No oclgrind: without Oclgrind's figures."
else
    has_oclgrind=yes
fi

median() {
    grep '^[0-9]' | sort -n | awk '{ t[NR] = $1 } END { if (NR) print t[int((NR + 1) / 2)] }'
}

# ratio A B: A / B, or a dash.
ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { if (a == "" || b == "") print "-"; else printf "%.1f\n", a / b }'
}

echo "| kernel | steps | seconds | first, with compiling | million steps per second | PoCL, seconds | times PoCL | $few threads: seconds | Oclgrind, seconds | Oclgrind's time is ours times |"
echo "|---|---|---|---|---|---|---|---|---|---|"
for kernel in matmul reduction scan histogram; do
    all=$($pin "$ours" "$folder" $kernel "$threads" 5 native) || exit 1
    seconds=$(echo "$all" | median)
    first=$(echo "$all" | sed -n 's/^first //p')
    steps=$(echo "$all" | sed -n 's/^steps //p')
    rate=$(awk -v s="$steps" -v t="$seconds" 'BEGIN { printf "%.0f", s / t / 1e6 }')
    pocl= slow= small=
    if [ $has_opencl = yes ]; then
        pocl=$(POCL_MAX_PTHREAD_COUNT=1 $pin "$opencl" "$folder" $kernel "$threads" 5 | median)
    fi
    if [ $has_oclgrind = yes ]; then
        small=$($pin "$ours" "$folder" $kernel "$few" 5 native | median)
        slow=$($pin oclgrind --data-races --num-threads 1 "$opencl" "$folder" $kernel "$few" 0 | median)
    fi
    echo "| $kernel | $steps | $seconds | $first | $rate | ${pocl:--} | $(ratio "$seconds" "$pocl") | ${small:--} | ${slow:--} | $(ratio "$slow" "$small") |"
done
