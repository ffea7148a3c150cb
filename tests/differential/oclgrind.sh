#!/bin/sh
# oclgrind.sh BUILD [KERNELS [SEED]]
#
# Random kernels of the differential test as OpenCL C, with three judges and one launch, two work-groups of 32: the prover
# (`check`), the simulator (`simulate`) and Oclgrind with --data-races. They disagree if
#   - the prover proves race and divergence, and a run shows a violation of one of them;
#   - the simulator finds no violation and Oclgrind finds one, or the other way round.
# Left out are kernels that clang rejects as OpenCL C, and runs that leave an array or are not finished: what a run does after that has no
# meaning. So are disagreements about runs that read local memory which nothing has written: what is there differs. A read of what a write leaves as it was is a race for Oclgrind and a note for the simulator; so the simulator counts as
# finding something there. Oclgrind looks at pairs of accesses that it still remembers: what it alone misses is counted, not a failure.
# Prints TAP; where Oclgrind is missing one test that is skipped. Exit status 1 if judges disagree.
set -u

[ $# -ge 1 ] || {
    sed -n '2,15s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
build=$1 kernels=${2:-40} seed=${3:-1}
echo 1..1
command -v oclgrind-kernel >/dev/null 2>&1 || {
    echo 'ok 1 - random OpenCL kernels # SKIP oclgrind-kernel (Debian package oclgrind) is not installed'
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/tests/differential/differential" -o "$work" -n "$kernels" -s "$seed" || exit 2

judged=0 racy=0 proved=0 left_out=0 missed=0 wrong=0
for file in "$work"/*.cl; do
    number=$(basename "$file" .cl)
    timeout 60 "$build/warpproof" simulate "$file" --kernel k --local-size 32 --num-groups 2 --arg a=zero:262144 --arg b=zero:262144 \
        --arg c=const:1:262144 --arg d=zero:262144 --arg e=zero:1048576 --arg p=i8:zero:1048576 --arg n=40 --arg m=8 --arg w=3 --arg z=5 \
        --budget 2000000 >"$work/ours" 2>&1
    status=$?
    {
        printf '%s\n' "$file" k '64 1 1' '32 1 1'
        printf '<size=1048576 fill=%s>\n' 0 0 1 0 0 '0 char'
        printf '<size=4 fill=40>\n<size=4 fill=8>\n<size=4 fill=3>\n<size=8 fill=5>\n'
    } >"$work/sim"
    timeout 60 oclgrind-kernel --data-races "$work/sim" >"$work/theirs" 2>&1
    theirs_status=$?
    if [ $status -ge 2 ] && [ $status -ne 3 ] || [ $theirs_status -eq 124 ] ||
        grep -qE 'out.of.bounds|does not compile|budget|Invalid (read|write)|Build failure|Invalid default' "$work/ours" "$work/theirs"; then
        left_out=$((left_out + 1))
        continue
    fi
    judged=$((judged + 1))
    ours=$(grep -cE 'error: (data race|barrier divergence)|same-value write' "$work/ours")
    errors=$(grep -cE 'error: (data race|barrier divergence)' "$work/ours")
    theirs=$(grep -ciE 'data race|divergence' "$work/theirs")
    verdict=$(timeout 60 "$build/warpproof" check "$file" --only=race,divergence --local-size=32 --num-groups=2 --format=json --stats=off \
        --budget=2000000 2>/dev/null | grep -o '"verdict": *"[a-z]*"' | head -n 1)
    why=
    case $verdict in
    *proved\") case $verdict in *unproved*) ;; *)
        proved=$((proved + 1))
        [ "$errors" -eq 0 ] || why='proved, and the simulator shows a violation'
        [ "$theirs" -eq 0 ] || [ "$ours" -gt 0 ] || why='proved, and Oclgrind shows a violation'
        ;; esac ;;
    esac
    [ "$theirs" -eq 0 ] || [ "$ours" -gt 0 ] || why=${why:-'Oclgrind finds a violation, the simulator none'}
    [ "$theirs" -gt 0 ] || [ "$errors" -eq 0 ] || missed=$((missed + 1))
    [ "$errors" -eq 0 ] || racy=$((racy + 1))
    if [ -n "$why" ] && grep -q uninitialised "$work/ours"; then
        left_out=$((left_out + 1)) judged=$((judged - 1)) why=
    fi
    [ -z "$why" ] || {
        wrong=$((wrong + 1))
        echo "# seed $number: $why"
        sed 's/^/#   /' "$file" | tail -n +45
        sed 's/^/#   ours: /' "$work/ours" | head -n 8
        sed 's/^/#   theirs: /' "$work/theirs" | head -n 12
    }
done
echo "# $judged kernels judged, $racy racy, $proved proved; $left_out left out; $missed racy only for the simulator"
if [ "$wrong" -eq 0 ] && [ "$judged" -gt 0 ]; then
    echo 'ok 1 - random OpenCL kernels: prover, simulator and Oclgrind agree'
else
    echo 'not ok 1 - random OpenCL kernels: prover, simulator and Oclgrind agree'
    exit 1
fi
