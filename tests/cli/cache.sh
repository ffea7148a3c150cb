#!/bin/sh
# cache.sh WARPPROOF: results of earlier runs: the same report, in every form; never that of something else; entries that are
# broken; several processes; a run that is killed. Prints TAP; run from the source root.
set -u

wp=$1
suite=cache
. tests/cli/expect.sh
mkdir include early
echo '#define SHIFT 1' >include/shift.h
cat >racy.cu <<'CU'
#include "shift.h"
#if __has_include("extra.h")
#include "extra.h"
#endif
__global__ void racy(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
#ifdef SAFE
  __syncthreads();
#endif
  a[threadIdx.x] = s[threadIdx.x ^ SHIFT];
}
CU
echo '__global__ void safe(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }' >safe.cu

# from N NAME OPTION...: runs check -v --cache; N files are taken from the cache.
from() {
    from_count=$1 from_name=$2
    shift 2
    "$wp" check -v --cache store "$@" >out 2>err </dev/null
    grep -q "^warpproof: $from_count of " err
    result $? "$from_name: $from_count from the cache"
}

# Every form of report is the same, with times, and witness files.
forms() {
    "$wp" check --block=64 --grid=1 --cache store --witness-dir "$1.found" racy.cu safe.cu --format=json -o $1.json --format=sarif -o $1.sarif \
        --format=html -o $1.html --format=junit -o $1.xml --format=github -o $1.github --format=gcc -o $1.gcc --format=text -o $1.text -v -- -Iinclude >out 2>err
}
"$wp" check --block=64 --grid=1 -v racy.cu safe.cu -- -Iinclude >plain 2>err
forms found
mv found.found kept
forms found
grep -q '2 of 2 files' err; result $? "a second run takes all from the cache"
for form in json sarif html xml github gcc text; do cp found.$form first.$form; done
mv found.found again
diff -r kept again >out; result $? "witness files are written again"
forms found
for form in json sarif html xml github gcc text; do cmp -s first.$form found.$form; result $? "the same report: $form"; done
rm -rf store
"$wp" check --block=64 --grid=1 -v --cache store racy.cu safe.cu -- -Iinclude >out 2>err
cmp -s plain out; result $? "a report without a cache is the same"

# Whatever results depend on: each is a miss once, and a hit then.
changed() { # NAME OPTION...
    changed_name=$1
    shift
    from 0 "$changed_name" "$@"
}
changed "a file" racy.cu -- -Iinclude
changed "a definition" racy.cu -- -Iinclude -DSAFE
has out "race" "has the verdict of the definition"
has out "proved" "which is proved"
changed "a launch" --block=32 racy.cu -- -Iinclude
changed "an extent" --extent=a=n safe.cu
changed "another extent" --extent=a=n-1 safe.cu
changed "a parameter" --param=n=5 safe.cu
echo '#define SHIFT 2' >include/shift.h
changed "a header" racy.cu -- -Iinclude
touch racy.cu include/shift.h
from 1 "a newer time" racy.cu -- -Iinclude
echo '// behind' >>racy.cu
changed "a comment" racy.cu -- -Iinclude
sed 's/  s\[/    s[/' racy.cu >racy.new && mv racy.new racy.cu
changed "a column" racy.cu -- -Iinclude
echo '#define SAFE' >include/extra.h
changed "a header that is asked for" racy.cu -- -Iinclude
has out "proved for" "and changes the verdict"
rm include/extra.h
from 1 "its absence" racy.cu -- -Iinclude
changed "a folder" racy.cu -- -Iearly -Iinclude
echo '#define SHIFT 0' >early/shift.h
changed "a header that comes earlier" racy.cu -- -Iearly -Iinclude
mkdir other && cp racy.cu other/racy.cu
changed "another name" other/racy.cu -- -Iinclude

# Files that compile in part: what stands behind a header that is not there counts too.
echo '#define VALUE 1' >include/behind.h
printf '#include "nowhere.h"\n#include "behind.h"\n__global__ void part(int *a) { a[threadIdx.x * VALUE] = threadIdx.x; }\n' >part.cu
changed "a file in part" --only=race --block=4 --grid=1 part.cu -- -Iinclude
from 1 "a file in part, again" --only=race --block=4 --grid=1 part.cu -- -Iinclude
echo '#define VALUE 0' >include/behind.h
changed "a header behind the one that is not there" --only=race --block=4 --grid=1 part.cu -- -Iinclude
has out "refuted" "changes the verdict"
echo '#define threadIdx blockIdx' >include/nowhere.h
changed "that header" --only=race --block=4 --grid=1 part.cu -- -Iinclude

# Other kinds of files.
"$wp" map safe.cu -o safe.map
changed "a protocol" safe.map
sed 's/safe/other/' safe.map >new.map && mv new.map safe.map
changed "another protocol" safe.map
from 1 "another protocol, again" safe.map
printf '__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }\n' >k.cl
changed "OpenCL" k.cl
from 1 "OpenCL, again" k.cl
clang-19 -x cuda --cuda-device-only -nocudainc -nocudalib -emit-llvm -c --cuda-gpu-arch=sm_80 -o k.bc - <<'CU' 2>err && changed "bitcode" k.bc && from 1 "bitcode, again" k.bc
__attribute__((global)) void k(int *a) { a[0] = 1; }
CU

# What is not kept: compilations that may read more than the preprocessor shows, failures, kernels that were lost.
unkept() {
    unkept_name=$1
    shift
    "$wp" check --cache store "$@" >out 2>err </dev/null
    from 0 "$unkept_name" "$@"
}
unkept "options for clang alone" safe.cu -- -Xclang -fcuda-allow-variadic-functions
echo '__global__ void broken(int *a) { a[0] = ; }' >broken.cu
unkept "a file that does not compile" broken.cu
unkept "a crash" --developer-crash safe safe.cu
unkept "a limit of time" --timeout 0.3 --developer-hang safe safe.cu
"$wp" check -v --cache store - <safe.cu >out 2>err; grep -q '^warpproof: 0 of 1' err; result $? "standard input"

# Entries that are broken are replaced.
rm -rf store
from 0 "a new folder" safe.cu
entry=$(find store -type f)
cp "$entry" good
cp out first
for how in ': >"$entry"' 'head -c 100 good >"$entry"' 'head -c 1000 /dev/zero >"$entry"' '{ cat good; echo x; } >"$entry"' \
    'sed "s/safe/sage/" good >"$entry"' 'rm "$entry"; ln -s /etc/passwd "$entry"' 'rm "$entry"; mkfifo "$entry"'; do
    eval "$how"
    from 0 "broken by: $how" safe.cu
    cmp -s first out; result $? "the same report"
done
from 1 "replaced" safe.cu
rm -rf store; : >store
expect 2 "a cache that is a file" "$wp" check --cache store safe.cu
rm store

# Several processes at once, and one that is killed.
mkdir many
i=0
while [ $i -lt 6 ]; do
    echo "__global__ void k$i(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = $i; }" >many/f$i.cu
    i=$((i + 1))
done
for run in 1 2; do "$wp" check -j 1 --cache store many >out$run 2>err$run & done
wait
cmp -s out1 out2; result $? "two runs at once: the same report"
[ "$(find store -type f | wc -l)" -eq 6 ] && [ -z "$(find store -name 'new.*')" ]; result $? "one entry for each file"
from 6 "all" many
rm -rf store
"$wp" check -j 1 --cache store many >out 2>err &
pid=$!
i=0
while [ $i -lt 100 ] && [ "$(find store -type f 2>/dev/null | wc -l)" -lt 2 ]; do sleep 0.1; i=$((i + 1)); done
kill -KILL $pid
wait $pid 2>/dev/null
sleep 0.5
kept=$(find store -type f ! -name 'new.*' | wc -l)
[ "$kept" -ge 2 ]; result $? "a run that is killed has kept $kept files"
from "$kept" "the next run does what was left" many
grep -v '^warpproof' out >after; grep -v '^warpproof' out1 >before
has after "6 kernels in 6 files: 6 proved" "and has all results"
from 6 "then all are there" many
