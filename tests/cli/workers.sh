#!/bin/sh
# workers.sh WARPPROOF: several workers on the kernels of one file. What is found, dumped and warned of is the same for any number of
# them; a kernel that crashes or hangs costs itself, wherever it stands; instances of a template share answers, other kernels do
# not. Prints TAP; run from the source root.
set -u

wp=$1
suite=workers
. tests/cli/expect.sh

# Kernels with something to do for the solver, the replays, and the search; a template that has more instances than one group.
{
    cat "$root/tests/golden/block_votes.cu" "$root/tests/golden/contract_triangle.cu"
    cat <<'END'
template <class T, int N> __global__ void stride(T *a, const T *b, int n, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 0 && width > 0)
    a[x * N % width + n] = b[x];
}
END
    for n in 1 2 3 4 5; do
        echo "template __global__ void stride<int, $n>(int *, const int *, int, int);"
        echo "template __global__ void stride<float, $n>(float *, const float *, int, int);"
    done
} >many.cu
# A warning for each kernel without `width`.
echo '{"kernels": {"*": {"requires": ["width > 1"]}}}' >.warpproof.json

# same NAME ARGUMENTS...: one worker and four print the same.
same() {
    name=$1
    shift
    "$wp" "$@" -j 1 >one 2>one.err
    one=$?
    "$wp" "$@" -j 4 >four 2>four.err
    four=$?
    diff one four >out && diff one.err four.err >err && [ $one -eq $four ] && [ -s one ] && ! grep -q 'internal-error' one
    result $? "$name: the same for one worker and four"
}
same "JSON" check --stats=off --format=json many.cu
same "text" check --stats=off --only=race,divergence --search=off many.cu
same "dumps" check --stats=off --only=race --search=off --dump=kernel,protocol,pairs many.cu
same "protocols" map many.cu
same "a search" search --steps=20000 --stats=off many.cu
same "warnings" check --stats=off --only=race --search=off -q many.cu
has four.err "width" "of the project file, for kernels that have no such parameter"
same "an option with a name that no kernel has" check --only=divergence --param=nobody=3 many.cu
has four.err "no kernel that is checked has" "which is told"
"$wp" map many.cu >protocols.map 2>err
same "protocols from text" check --stats=off --only=race --search=off --format=json protocols.map

# A kernel is judged alone as among others.
head='^many.cu:[0-9]*: [a-z_0-9]*[<(].*: \(proved\|refuted\|unproved\)'
chosen="check -v --stats=off --only=race,divergence,bounds --search=off"
"$wp" $chosen many.cu >whole 2>err
for kernel in $(grep "$head" whole | sed 's/^many.cu:[0-9]*: \([a-z_0-9]*\)[<(].*/\1/' | grep -v stride | sort -u | head -n 4); do
    "$wp" $chosen --kernel "$kernel" many.cu >alone 2>err
    for report in whole alone; do
        awk -v name=": $kernel(" '/^many.cu:[0-9]*: [a-z_0-9]*[<(].*: (proved|refuted|unproved)/ { inside = index($0, name) > 0 }
                                  /^[0-9]* kernels? in/ { inside = 0 }
                                  inside' $report >$report.lines
    done
    diff whole.lines alone.lines >out && [ -s alone.lines ]
    result $? "$kernel: as in the whole file"
done

# Crashes and hangs.
rm .warpproof.json
names() { "$@" 2>err | sed -n 's/^ *"name": "\(_Z[0-9a-zA-Z_]*\)",*$/\1/p'; }
names "$wp" check --format=json --only=race --search=off many.cu >wanted
for pattern in 'stride<int, 3>*' 'stride*' '_Z*'; do
    "$wp" check --format=json --only=race --search=off -j 4 --developer-crash "$pattern" many.cu >out 2>err
    names cat out >order
    cmp -s order wanted && [ -s wanted ] && grep -q '"internal-error"' out
    result $? "a crash in $pattern: each kernel has its result, in the order of the file"
done
cat >hang.cu <<'END'
__global__ void safe(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void thread_one(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 2; }
__global__ void thread_two(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 3; }
END
start=$(date +%s)
expect 3 "two kernels that hang, side by side" "$wp" check -j 2 --timeout 6 --developer-hang '*thread*' hang.cu
took=$(($(date +%s) - start))
[ $took -lt 17 ]
result $? "they hang at the same time ($took s)"
has out "safe(int*): proved" "a kernel beside them is proved"
