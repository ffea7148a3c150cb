#!/bin/sh
# lost.sh WARPPROOF: nothing lost, nothing hidden: files that crash, hang, do not compile or cannot be read among many;
# limits of time; processes that outlive their parent; launches that cannot be; files that are data. Prints TAP; run from
# the source root.
set -u

wp=$1
suite=lost
. tests/cli/expect.sh
export TMPDIR="$dir/tmp"
mkdir tmp


echo '__global__ void safe(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }' >safe.cu
echo 'int main(void) { return 0; }' >host.cu
echo 'template <class T> __global__ void never(T *a) { a[threadIdx.x] = 1; }' >never.cu

# Files without kernels.
for file in host.cu never.cu; do
    expect 0 "no kernel in $file" "$wp" check $file
    expect 2 "required: $file" "$wp" check --require-kernels $file
    has err "$file: error: " "is an error"
    has out "1 file could not be analysed" "that is counted"
done
expect 0 "and one with a kernel is fine" "$wp" check --require-kernels safe.cu
newline=$(printf 'new\nline.cu')
cp safe.cu "$newline"
expect 0 "a name with a newline" "$wp" check "$newline"
has out "1 kernel in 1 file" "is one file"
cp safe.cu ./-dash.cu
expect 0 "a name with a dash" "$wp" check ./-dash.cu

# Launches that cannot be, extents that have no value.
expect 2 "a grid that is too long" "$wp" check --grid=1,65536 safe.cu
expect 0 "the longest grid" "$wp" check --grid=1,65535 safe.cu
expect 2 "a block that no device has" "$wp" check --block=70000 safe.cu
expect 0 "a block that CUDA devices do not have" "$wp" check --block=1025 safe.cu
has err "at most 1024 threads per block" "is told"
expect 2 "an extent that has no value" "$wp" check --extent 'a=1/0' safe.cu
has err "division by zero" "is told"
expect 0 "an extent that may have one" "$wp" check --extent 'a=blockDim.x*gridDim.x/(gridDim.x-1)' --block=4 --grid=2 safe.cu

# Time limits hold for the compiler, for loading, and for kernels.
{
    echo 'template <int N> struct F { static constexpr int value = F<N - 1>::value + F<N - 2>::value; };'
    echo 'constexpr long sum(long n) { long s = 0; for (long i = 0; i < n; i++) s += i; return s; }'
    echo '__global__ void bomb(int *a) { constexpr long value = sum(2000000000); a[threadIdx.x] = (int)value; }'
} >bomb.cu
start=$(date +%s)
expect 2 "a constant that takes minutes" "$wp" check --timeout 2 bomb.cu -- -fconstexpr-steps=2147483647
took=$(($(date +%s) - start))
[ $took -le 40 ]; result $? "ends in time ($took s)"
has err "bomb.cu: error: not compiled and loaded after 10 seconds" "and is told"
start=$(date +%s)
expect 2 "a front end that hangs" "$wp" check --timeout 1 --developer-hang front safe.cu
expect 2 "a loader that hangs" "$wp" check --timeout 1 --developer-hang load safe.cu
expect 3 "a kernel that hangs" "$wp" check --timeout 1 --developer-hang safe safe.cu
took=$(($(date +%s) - start))
[ $took -le 60 ]; result $? "all end ($took s)"
{
    echo '__global__ void cases(int *a) { int x = 0; switch (threadIdx.x) {'
    awk 'BEGIN { for (i = 0; i < 3000; i++) printf "case %d: x += %d; a[x * %d] = x; break;\n", i, i * 7 % 1000, i % 13 }'
    echo '} }'
} >cases.cu
start=$(date +%s)
"$wp" check --only=race --timeout 3 cases.cu >out 2>err
took=$(($(date +%s) - start))
[ $took -le 60 ] && grep -q "1 kernel in 1 file\|could not be analysed" out; result $? "3000 cases end in time ($took s)"

{
    echo '__global__ void statements(int *a) { int x = threadIdx.x;'
    awk 'BEGIN { for (i = 0; i < 10000; i++) printf "x = x * %d + a[(x + %d) & 1023]; a[x & 1023] = x;\n", i % 7 + 1, i }'
    echo '}'
} >statements.cu
{
    echo '__device__ inline int grow0(int x) { return x + 1; }'
    awk 'BEGIN { for (i = 1; i <= 24; i++) printf "__device__ inline int grow%d(int x) { return grow%d(x) + grow%d(x * 3); }\n", i, i - 1, i - 1 }'
    echo '__global__ void grows(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = grow24(a[0]); }'
} >grows.cu
start=$(date +%s)
"$wp" check --only=race --timeout 3 statements.cu grows.cu safe.cu >out 2>err
took=$(($(date +%s) - start))
[ $took -le 90 ]; result $? "20,000 statements and 16 million inlined calls end in time ($took s)"
has out "safe(int*): proved" "and the file behind them is judged"

# Workers end with their parent.
"$wp" check --developer-hang safe safe.cu >out 2>err &
pid=$!
for i in 1 2 3 4 5 6 7 8 9 10; do
    worker=$(ps -o pid= --ppid $pid 2>/dev/null | head -n 1 | tr -d ' ')
    [ -n "$worker" ] && break
    sleep 0.5
done
kill -KILL $pid
wait $pid 2>/dev/null
for i in 1 2 3 4 5 6 7 8 9 10; do
    if ! kill -0 "$worker" 2>/dev/null; then break; fi
    sleep 0.5
done
[ -n "$worker" ] && ! kill -0 "$worker" 2>/dev/null; result $? "a worker ends with its parent"

# 500 files, four of them no use. Protocols as text need no compiler.
mkdir many
"$wp" map safe.cu -o safe.map
i=0
while [ $i -lt 500 ]; do
    sed "s/safe/safe$i/g" safe.map >many/f$i.map
    i=$((i + 1))
done
rm many/f10.map many/f20.map many/f30.map many/f40.map
echo '__global__ void crashes(int *a) { a[0] = 1; }' >many/f10.cu
echo '__global__ void hangs(int *a) { a[0] = 1; }' >many/f20.cu
echo '__global__ void broken(int *a) { a[0] = ; }' >many/f30.cu
ln -s nowhere many/f40.cu
expect 2 "500 files, four of them no use" "$wp" check --only=race --timeout 2 --developer-crash crashes --developer-hang hangs many/*
{ grep -q '^many/f30.cu' err && grep -q '^many/f40.cu: error' err; }; result $? "the two that could not be analysed are named"
grep -q '^many/f10.cu:1: crashes(int\*): unproved' out && grep -q '^many/f20.cu:1: hangs(int\*): unproved' out; result $? "so are the two that were lost"
has out "498 kernels in 500 files: 2 unproved, 496 proved; 2 files could not be analysed" "all others are judged"

# How far a run is: on a terminal only.
if command -v script >/dev/null; then
    script -qec "'$wp' check --only=race --timeout 2 --developer-hang hangs many/f20.cu many/f1.map" /dev/null >out 2>err </dev/null
    has out "/2] many/f20.cu: hangs(int*) (" "a terminal is told what takes long"
    script -qec "'$wp' check -q --only=race --timeout 2 --developer-hang hangs many/f20.cu" /dev/null >out 2>err </dev/null
    hasnt out "[0/1]" "but not with -q"
fi
"$wp" check --only=race --timeout 2 --developer-hang hangs many/f20.cu >out 2>err
hasnt err "[0/1]" "nor is a file"

# The command that lists launches ends at a signal, wherever it is, and removes its files.
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    cp "$root/tests/cli/host/calls_doubled.cu" long$i.cu
done
expect 124 "listing launches is stopped" timeout -k 10 2 "$wp" launches long*.cu
[ ! -s out ]; result $? "nothing of it is left"

# A witness file is data.
cat >racy.cu <<'CU'
__global__ void racy(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[threadIdx.x ^ 1];
}
CU
"$wp" check --only=race --witness-dir found racy.cu -- -DN=1 >out 2>err
witness=$(ls found/*.witness)
expect 1 "a witness file runs again" "$wp" simulate --replay "$witness"
grep -q 'DN=1' "$witness"; result $? "with its definitions"
for option in -fplugin=/tmp/evil.so -include/etc/passwd -Xclang -load -B/tmp --config=/tmp/x @/tmp/x -fpass-plugin=x -specs=x; do
    sed "s|\"-DN=1\"|\"$option\"|" "$witness" >evil.witness
    expect 2 "a witness file asks for $option" "$wp" simulate --replay evil.witness
    has err "asks for the compiler option '$option'; --trust follows it" "is told: $option"
done
[ -z "$(ls tmp | grep -v '^warpproof')" ]; result $? "nothing else is left"
