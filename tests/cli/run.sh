#!/bin/sh
# run.sh WARPPROOF VALIDATE: the command line end to end. Prints TAP; run from the source root.
# Each test says what it runs; on failure the output follows as comments.
set -u

wp=$1 validate=$2
case $wp in /*) ;; *) wp=$PWD/$wp ;; esac
case $validate in /*) ;; *) validate=$PWD/$validate ;; esac
share=$PWD/share/warpproof
schema=$PWD/share/warpproof/schema/report-1.schema.json
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export TMPDIR="$dir/tmp"
mkdir tmp

cat >safe.cu <<'CU'
__global__ void safe(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
CU
cat >racy.cu <<'CU'
__global__ void racy(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}
CU
cat >three.cu <<'CU'
__global__ void one(int *a) {
    a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
__global__ void two(int *a) {
    a[threadIdx.x + blockIdx.x * blockDim.x] = 2;
}
__global__ void three(int *a) {
    a[threadIdx.x + blockIdx.x * blockDim.x] = 3;
}
CU
cat >host.cu <<'CU'
int main(void) {
    return 0;
}
CU
echo '__global__ void broken(int *a) { a[0] = ; }' >broken.cu
echo '__global__ void line(int *a) { a[threadIdx.x + blockIdx.x * blockDim.x] = 0; }' >line.cu
: >empty.cu
head -c 4096 /dev/urandom >binary.cu
head -c 4096 /dev/urandom >binary.bc
echo 'this is not LLVM' >text.ll
mkdir directory.cu

# expect STATUS NAME COMMAND...: the command ends with the status; out and err keep its output.
expect() {
    wanted=$1 name=$2
    shift 2
    "$@" >out 2>err </dev/null
    got=$?
    if [ "$got" -eq "$wanted" ]; then
        result=ok
    else
        result="not ok"
    fi
    told "$name (status $got, wanted $wanted)"
}

# told NAME: prints the result so far, and the output of the command if it is bad.
told() {
    echo "$result cli $1"
    if [ "$result" != ok ]; then
        head -n 20 out | sed 's/^/# out: /'
        head -n 20 err | sed 's/^/# err: /'
    fi
}

# says FILE TEXT NAME: the file of the last command holds the text.
says() {
    if grep -qF -- "$2" "$1"; then result=ok; else result="not ok"; fi
    told "$3"
}

silent() {
    if [ ! -s "$1" ]; then result=ok; else result="not ok"; fi
    told "$2"
}

only_race="--only=race"

# Help and usage.
expect 0 "version" "$wp" --version
says out "warpproof " "version is printed"
expect 0 "help" "$wp" --help
says out "warpproof check" "help lists the commands"
for command in check map inputs simulate search; do
    expect 0 "help of $command" "$wp" $command --help
    says out "--kernel" "help of $command lists options"
done
expect 2 "no command" "$wp"
expect 2 "unknown command" "$wp" frobnicate safe.cu
expect 2 "a file in place of the command" "$wp" safe.cu
says err "warpproof check safe.cu" "suggests check"
expect 2 "no file" "$wp" check
expect 2 "unknown option" "$wp" check --kernal=x safe.cu
says err "did you mean '--kernel'" "suggests the option"
expect 2 "unknown letter" "$wp" check -z safe.cu
for word in --block=0 --block=1,2,3,4 --block=x --block= --grid=-1 --param=n --param=n=x --only=races \
    --format=xml --jobs=0 --budget=x --timeout=-1 --timeout=x --dump=everything --stop-after=never \
    --color=green --warp=strange --stats=maybe --barrier-exit=x --annotations=x --strict=1 --language=f \
    --dynamic-shared=1k --extent=a --extent==1 --extent=a= --extent=a=n+ --extent=a=1.5; do
    expect 2 "wrong value: $word" "$wp" check $word safe.cu
    silent out "nothing on stdout: $word"
done
expect 2 "missing value" "$wp" check safe.cu --block
says err "--block needs" "says what is missing"
expect 2 "missing value before --" "$wp" check safe.cu --block -- -DX
expect 2 "requirement that is no expression" "$wp" check "--requires=n >" safe.cu
expect 2 "a run has its own launch: nothing is required of it" "$wp" simulate "--requires=n > 0" safe.cu
expect 2 "two values of a parameter" "$wp" check --param=n=1 --param=n=2 safe.cu
expect 2 "two extents of a parameter" "$wp" check --extent=a=1 --extent=a=2 safe.cu
expect 2 "option of another command" "$wp" map --strict safe.cu
expect 0 "only advice" "$wp" check --only=advice safe.cu

expect 2 "standard input twice" "$wp" check - -

# Two findings at one place have one precondition, without what the rest of it implies.
cat >both.cu <<'CU'
#define BOTH(i) s[i] = 1; s[(i) + 256] = 2
__global__ void both(int *a) {
    __shared__ int s[512];
    BOTH(threadIdx.x);
}
CU
expect 3 "two findings at one place" "$wp" check -v --only=bounds both.cu
says out "it cannot happen if blockDim.x <= 256" "the stronger of two preconditions"
if grep -q "blockDim.x <= 512" out; then result="not ok"; else result=ok; fi
told "the weaker one is not said"

# A race's proof assumes what it must: not that accesses are in bounds where that is proved.
cat >inside.cu <<'CU'
__global__ void inside(int *a, int n) {
    __shared__ int s[64][16];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n && k < 16 && threadIdx.x < 64; k++) s[threadIdx.x][k] = k;
    if (i < n) a[i] = 1;
}
CU
expect 0 "bounds proved" "$wp" check -v --only=race,divergence,bounds --extent=a=n inside.cu
says out "proved for every launch: race, divergence, bounds" "all is proved"
if grep -q "stays inside" out; then result="not ok"; else result=ok; fi
told "in bounds is not assumed where it is proved"
expect 0 "one array" "$wp" check -v --only=race,divergence,bounds inside.cu
if grep -q "stays inside" out; then result="not ok"; else result=ok; fi
told "in bounds is not assumed of an array that can reach no other"
cat >beside.cu <<'CU'
__global__ void beside(int *a, const int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = b[i];
}
CU
expect 0 "bounds not known" "$wp" check -v --only=race,divergence,bounds beside.cu
says out "every access of an array of unknown size stays inside it" "in bounds is assumed where the size is not known"

# Flags and locks order nothing in a run: what they may order is only possible.
cat >flag.cu <<'CU'
__global__ void handed(int *a, int *f) {
    if (blockIdx.x == 0 && threadIdx.x == 0) { a[0] = 5; __threadfence(); atomicExch(f, 1); }
    if (blockIdx.x == 1 && threadIdx.x == 0 && atomicAdd(f, 0) == 1) { __threadfence(); a[1] = a[0]; }
}
__global__ void locked(int *a, int *f) {
    if (threadIdx.x == 0) {
        while (atomicCAS(f, 0, 1) != 0) {}
        a[0] += 1;
        __threadfence();
        atomicExch(f, 0);
    }
}
__global__ void not_handed(int *a, int *f) {
    if (blockIdx.x == 0 && threadIdx.x == 0) { a[0] = 5; atomicAdd(f, 1); }
    if (blockIdx.x == 1 && threadIdx.x == 0) a[1] = a[0];
}
CU
for kernel in handed locked; do
    expect 3 "simulate a flag: $kernel" "$wp" simulate flag.cu --kernel $kernel --block 32 --grid 2 --arg a=zero:64 --arg f=zero:1 --schedules 9
    says out "flag-synchronisation" "a race that a flag may order is only possible"
done
expect 1 "simulate without a flag" "$wp" simulate flag.cu --kernel not_handed --block 32 --grid 2 --arg a=zero:64 --arg f=zero:1

# Names in options that no kernel has.
cat >named.cu <<'CU'
struct view { int ne[2]; float *data; };
template <class T> __global__ void filled(T *a, int n) { if (threadIdx.x < n) a[threadIdx.x + blockIdx.x * blockDim.x] = 1; }
template __global__ void filled<int>(int *, int);
template __global__ void filled<float>(float *, int);
__global__ void viewed(view v, float by) { v.data[threadIdx.x + blockIdx.x * blockDim.x] = v.ne[0] * by; }
CU
names="there are: 'n', 'by', 'v.ne[0]', 'v.ne[1]'"
for word in --param=m=1 --param=v=1 --param=v.ne=1 --param=a=1 "--requires=m > 0" "--requires=n > 0 && v.ne[0] > m" "--requires=m > n"; do
    expect 2 "no such parameter: $word" "$wp" check --only=race "$word" named.cu
    says err "$names" "names those there are: $word"
done
says err "error: --requires m > n: the kernel has no parameter 'm'; " "says which is missing"
for word in --extent=m=1 --extent=n=1 --extent=v=1 --extent=v.ne=1; do
    expect 2 "no such pointer: $word" "$wp" check --only=race "$word" named.cu
    says err "there are: 'a', 'v.data'" "names those there are: $word"
done
for word in --param=n=4 --param=v.ne[1]=1 --param=v.4=1 --param=by=1 "--requires=n > 0" "--requires=v.ne[1] > v.0" --extent=a=n --extent=v.data=4; do
    expect 0 "one kernel has it: $word" "$wp" check --only=race "$word" named.cu
done
expect 0 "one kernel of one file has it" "$wp" check --only=race --param=n=4 safe.cu named.cu
expect 2 "none that --kernel names has it" "$wp" check --only=race --param=n=4 --kernel=viewed named.cu
says err "--param n: no kernel that is checked has a scalar parameter 'n'; there are: 'by', 'v.ne[0]', 'v.ne[1]'" "names theirs"
expect 0 "one instance that --kernel names has it" "$wp" check --only=race --param=n=4 "--kernel=filled<float>" named.cu
for command in contract search; do
    expect 2 "$command: no such parameter" "$wp" $command --param=m=1 named.cu
done
expect 2 "no such parameter, JSON" "$wp" check --only=race --format=json --param=m=1 named.cu
expect 0 "a file without kernels has no parameters" "$wp" check --param=m=1 host.cu
expect 3 "a kernel that was lost may have it" "$wp" check --only=race --param=m=1 --developer-crash viewed named.cu
for word in --param=n=1 --extent=a=1; do
    expect 2 "a run has arguments: $word" "$wp" simulate "$word" --kernel=safe --block=1 --grid=1 --arg=a=zero:1 safe.cu
done

# The contract header costs nothing elsewhere.
cat >contract.cpp <<'CU'
#include <wp_contract.h>
int twice(int n) {
    int unused = n;
    wp_requires(n > 0 && unused == n);
    wp_assume(n < 10);
    wp_assert(n != 5);
    return 2 * n;
}
CU
for compiler in g++ clang++-19; do
    if command -v $compiler >/dev/null; then
        expect 0 "contracts with $compiler" $compiler -std=c++11 -Wall -Wextra -Werror -I "$share/include" -c -o contract.o contract.cpp
        if nm contract.o | grep -q __wp_; then result="not ok"; else result=ok; fi
        told "contracts leave nothing behind with $compiler"
    fi
done

# Verdicts.
expect 0 "a proof" "$wp" check $only_race safe.cu
says out "proved for every launch: race" "says what is proved"
"$wp" check $only_race racy.cu >out 2>err
got=$?
if [ $got -eq 1 ] || [ $got -eq 3 ]; then result=ok; else result="not ok"; fi
told "a race is never proved (status $got)"
says out "racy.cu:3:" "names the line"
says out "[data-race]" "names the rule"
says out "'s'" "names the array"
cp out text
"$wp" check $only_race safe.cu racy.cu >out 2>err
if [ $? -eq $got ]; then result=ok; else result="not ok"; fi
told "a proof does not hide a race"
expect 0 "a kernel is chosen" "$wp" check $only_race --kernel two three.cu
says out "1 kernel in 1 file" "only that one"
expect 2 "no kernel has the name" "$wp" check --kernel four three.cu
says err "no kernel matches" "says so"
says out "no kernel of this file matches --kernel; it has " "tells what there is"
"$wp" check $only_race - <safe.cu >out 2>err
if [ $? -eq 0 ]; then result=ok; else result="not ok"; fi
told "standard input"
says out "<stdin>:1: safe" "its name"

# Files that are no use. A good file beside them is still analysed.
for file in missing.cu broken.cu directory.cu binary.cu binary.bc text.ll; do
    expect 2 "$file" "$wp" check $only_race $file
    says err "$file" "$file is named on stderr"
    says err "error:" "$file: an error"
    says out "1 file could not be analysed" "$file: counted"
    expect 2 "$file among good ones" "$wp" check $only_race three.cu $file safe.cu
    says out "4 kernels in 3 files: 4 proved; 1 file could not be analysed" "$file does not stop others"
done
expect 2 "clang's own message" "$wp" check broken.cu
says err "broken.cu:1:41: error: expected expression" "is shown"
for file in empty.cu host.cu; do
    expect 0 "$file has no kernels" "$wp" check $file
    says out "no kernels in this file" "$file: says so"
done
expect 0 "one line" "$wp" check $only_race line.cu
expect 2 "an unknown kind of file" "$wp" check "$schema"
if [ "$(id -u)" -ne 0 ]; then
    cp safe.cu secret.cu
    chmod 000 secret.cu
    expect 2 "unreadable file" "$wp" check secret.cu
    says err "secret.cu" "unreadable file is named"
fi
yes '/* filler */' | head -c 50000000 >huge.cu
cat safe.cu >>huge.cu
"$wp" check $only_race huge.cu safe.cu >out 2>err
got=$?
if [ $got -eq 0 ] || { [ $got -eq 2 ] && grep -q huge.cu err; }; then result=ok; else result="not ok"; fi
told "huge file: proved, or refused by name (status $got)"
rm huge.cu
{
    echo '__global__ void big(int *a) {'
    echo '    int x = 0;'
    seq 10000 | sed 's/.*/    x = x * 3 + &;/'
    echo '    a[blockIdx.x * blockDim.x + threadIdx.x] = x;'
    echo '}'
} >statements.cu
expect 0 "10,000 statements" "$wp" check $only_race statements.cu
cat >recursion.cu <<'CU'
__device__ int fact(int n) {
    return n < 2 ? 1 : n * fact(n - 1);
}
__global__ void recursive(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = fact(threadIdx.x);
}
CU
expect 3 "recursion" "$wp" check $only_race recursion.cu
says out "recursion.cu:5:" "recursion: its line"
says out "[unsupported]" "recursion: its reason"
expect 2 "no clang" "$wp" check --clang=/nonexistent/clang safe.cu
says err "clang" "no clang: says so"
expect 2 "no clang in PATH" env PATH=/nonexistent "$wp" check --clang=clang-19 safe.cu
says err "clang" "no clang in PATH: says so"
expect 2 "output file cannot be made" "$wp" check -o directory.cu safe.cu
expect 0 "clang options" "$wp" check $only_race safe.cu -- -DUNUSED=1
expect 2 "wrong clang options" "$wp" check safe.cu -- -fno-such-option

# Lost workers.
expect 3 "a crash costs one kernel" "$wp" check $only_race --developer-crash two three.cu
says out "three.cu:4: two(int*): unproved: race" "the kernel is unproved"
says out "[internal-error]" "the reason is internal-error"
says out "3 kernels in 1 file: 1 unproved, 2 proved" "others are proved"
expect 3 "the last kernel crashes" "$wp" check $only_race --developer-crash three three.cu
says out "3 kernels in 1 file: 1 unproved, 2 proved" "others are proved"
expect 3 "a kernel runs over time" "$wp" check $only_race --timeout 0.5 --developer-hang two three.cu
says out "[timeout]" "the reason is timeout"
expect 2 "a crash of the loader" "$wp" check --developer-crash load three.cu
says err "signal" "is told"
expect 3 "a crash under map" "$wp" map --developer-crash two three.cu
says err "two" "names the kernel"

# JSON.
"$wp" check --format=json safe.cu racy.cu three.cu broken.cu missing.cu empty.cu >out 2>err
expect_valid() {
    if "$validate" "$schema" "$1" >>err 2>&1; then result=ok; else result="not ok"; fi
    told "$2"
}
expect_valid out "a report follows the schema"
says out '"status": "analysed"' "states the files' status"
"$wp" check --format=json --stats=off --developer-crash one --block 64 --param=n=3 three.cu >out 2>err
expect_valid out "a report with a lost kernel follows the schema"
"$wp" check --format=json -o report.json safe.cu >out 2>err
silent out "-o leaves stdout empty"
expect_valid report.json "-o has the report"
for format in text json; do
    for time in 1 2; do
        "$wp" check --format=$format --stats=off --jobs $time racy.cu three.cu broken.cu safe.cu \
            >$format.$time 2>$format.err.$time
    done
    cp $format.1 out
    if cmp -s $format.1 $format.2 && cmp -s $format.err.1 $format.err.2; then
        result=ok
    else
        result="not ok"
        diff $format.1 $format.2 >out
    fi
    told "$format: twice the same bytes"
done

# Searches.
few=--steps=500000
expect 1 "search finds" "$wp" search $few racy.cu
says out "racy(int*): 1 violation found, " "counts violations"
expect 0 "search finds nothing" "$wp" search $few safe.cu
says out "safe(int*): no violation found; " "says so"
expect 0 "search with a launch, a parameter and a requirement" "$wp" search $few --block=64 --grid=2 "--requires=blockDim.x > 3" three.cu
"$wp" search $few --format=json --stats=off racy.cu safe.cu >out 2>err
expect_valid out "a search's report follows the schema"
says out '"removable"' "tells of barriers"
cp out json.1
"$wp" search $few --format=json --stats=off --jobs 2 racy.cu safe.cu >out 2>err
if cmp -s out json.1; then result=ok; else result="not ok"; fi
told "a search, twice the same bytes"
"$wp" search $few --format=json --stats=off --seed 2 racy.cu safe.cu >out 2>err
if cmp -s out json.1; then result="not ok"; else result=ok; fi
told "a search with another seed"
expect 1 "search writes witnesses" "$wp" search $few --witness-dir found racy.cu
cat >floats.cu <<'CU'
__global__ void floats(float *a, const float *b) {
    extern __shared__ float s[];
    s[threadIdx.x] = b[threadIdx.x] + 1.5f;
    a[threadIdx.x] = s[threadIdx.x ^ 1];
}
CU
expect 1 "a race of floats" "$wp" check --only=race floats.cu
says out "writes 1.5 to s[0]" "tells them as floats"
cat >members.cu <<'CU'
struct view { int ne[2]; float scale; struct { int n; } inner; };
__global__ void members(int *a, view v) {
    if (__float_as_int(v.scale) == 0x3fc00000 && threadIdx.x < v.inner.n) a[threadIdx.x * v.ne[1]] = threadIdx.x;
}
CU
expect 1 "members of a struct" "$wp" check --only=race --witness-dir found --block=64 --param=v.ne[1]=0 members.cu
says out "v.inner.n = 64" "have the names of the source"
says out "v.scale = 1.5" "and their types"
says found/members.cu._Z7membersPi4view.1.witness 'argument "v.ne[1]" i32 = 0' "in witness files too"
expect 1 "members of a witness" "$wp" simulate --replay found/members.cu._Z7membersPi4view.1.witness members.cu
sed -e 's/"v.ne\[1\]"/"v.4"/' -e 's/"v.inner.n"/"v.12"/' found/members.cu._Z7membersPi4view.1.witness >old.witness
expect 1 "members by their bytes" "$wp" simulate --replay old.witness members.cu
says out "replay: confirmed" "are found"
expect 0 "a protocol with members" "$wp" map members.cu -o members.map
expect 3 "which is read again" "$wp" check -v --only=race members.map
says out "v.inner.n = 64, v.ne[1] = 0" "with their names"
expect 1 "what was found runs again" "$wp" simulate --replay found/racy.cu._Z4racyPi.1.witness racy.cu
says out "replay: confirmed" "and shows the same"
expect 3 "nothing satisfies what is required" "$wp" search $few "--requires=blockDim.x < 0" safe.cu
expect 2 "a protocol cannot be searched" "$wp" search safe.map
says err "a protocol cannot be run" "says so"
expect 2 "steps without a search" "$wp" check --steps=3 safe.cu
expect 2 "no steps" "$wp" search --steps=0 safe.cu
expect 2 "a seed that is none" "$wp" search --seed=x safe.cu
expect 0 "check with a search of what is proved" "$wp" check $only_race --search safe.cu
cat >written_for.cu <<'CU'
__global__ void largest(float *out, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = 128; d > 0; d /= 2)
        if (t < d && s[t + d] > s[t] + 12.5f) s[t] = s[t + d];
    if (t == 0) out[blockIdx.x] = s[0];
}
CU
expect 3 "without a search a race stays possible" "$wp" check $only_race --search=off written_for.cu
expect 1 "which the search by default shows" "$wp" check $only_race written_for.cu
says out "blockDim (256,1,1)" "in the block that the kernel is written for"
expect 2 "a search of another kind" "$wp" check $only_race --search=long written_for.cu
expect 1 "one instruction" "$wp" check $only_race --search --steps=1 racy.cu

# Contracts.
cat >pitch.cu <<'CU'
__global__ void pitched(char *a, int w, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w) {
        ((float *)(a + y * pitch))[4 * x] = x;
    }
}
CU
expect 0 "contract of a kernel that is always safe" "$wp" contract safe.cu
says out "safe(int*): true" "is true"
expect 1 "contract of a racy kernel" "$wp" contract racy.cu
says out "racy(int*): no condition was found; refuted: race" "none"
expect 3 "contract of a kernel for some launches" "$wp" contract pitch.cu
says out "pitched(char*, int, int): pitch >= 16 * w" "is its condition"
says out "satisfied with blockDim" "shows a launch that satisfies it"
says out "without pitch >= 16 * w: pitch.cu:5: data race on 'a'" "shows that the part is needed"
says out "(replayed)" "by a replay"
"$wp" contract --format=json pitch.cu racy.cu safe.cu >out 2>err
expect_valid out "contracts in JSON follow the schema"
says out '"condition": "pitch >= 16 * w"' "have the condition"
expect 0 "the condition proves the kernel" "$wp" check -v $only_race "--requires=pitch >= 16 * w" pitch.cu
says out "required: pitch >= 16 * w" "and is listed"
cat >parts.cu <<'CU'
__global__ void parts(int *out, unsigned d, int e, unsigned s, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i < d * e)
        out[i % (d * e) % d + i % (d * e) / d * s + i / (d * e) * (s * e)] = (int)i;
}
CU
expect 3 "a contract of which parts were dropped" "$wp" contract --only=race -v parts.cu
grep "^    assuming" out >dropped
"$wp" check --only=race -v "--requires=$(sed -n 's/^parts.cu:1: .*): //p' out)" parts.cu | grep "^    assuming" | grep -v "assuming required: " >kept
cmp -s dropped kept && test -s kept
result=$?
if [ $result -eq 0 ]; then result=ok; else result="not ok"; fi
told "it lists what the proof under the other parts rests on"

# Colour.
escape=$(printf '\033')
"$wp" check $only_race --color=always racy.cu >out 2>err
says out "$escape[1m" "colour when asked for"
env -u NO_COLOR CLICOLOR_FORCE=1 "$wp" check $only_race racy.cu >out 2>err
says out "$escape[1m" "colour when forced"
for setting in NO_COLOR=1 TERM=dumb; do
    env "$setting" "$wp" check $only_race racy.cu >out 2>err
    if grep -q "$escape" out; then result="not ok"; else result=ok; fi
    told "no colour with $setting"
done
env CLICOLOR_FORCE=1 "$wp" check $only_race --color=never racy.cu >out 2>err
if cmp -s out text; then result=ok; else result="not ok"; fi
told "no colour when forbidden"

# Other commands.
expect 0 "map" "$wp" map three.cu
expect 0 "map of one kernel" "$wp" map --kernel=two three.cu
mv out two.map
"$wp" map three.cu >all.map 2>err
"$wp" check $only_race two.map >out 2>err
if [ $? -eq 0 ]; then result=ok; else result="not ok"; fi
told "a protocol is checked from its text"
expect 0 "several protocols in one text" "$wp" check $only_race all.map
says out "3 kernels in 1 file: 3 proved" "all of them"
expect 0 "one of several protocols" "$wp" check $only_race --kernel "t*o*" all.map
says out "1 kernel in 1 file" "that one"
echo nonsense >wrong.map
expect 2 "nonsense for a protocol" "$wp" check wrong.map
says err "wrong.map" "is named"
expect 0 "inputs" "$wp" inputs safe.cu
says out "safe(int*)" "inputs names the kernel"
expect 0 "dumps" "$wp" check --dump=llvm,kernel,protocol --stop-after=protocol safe.cu
says out "safe" "dumps are printed"
expect 2 "map decides no pairs" "$wp" map --dump=pairs safe.cu
expect 2 "inputs makes no formulas" "$wp" inputs --stop-after=formula safe.cu
expect 0 "formulas only" "$wp" check --dump=formula,pairs --stop-after=formula racy.cu
says out "s.1 == store(s.0" "formulas of statements"
if grep -q "impossible\|racy.cu: \|possible:" out; then result="not ok"; else result=ok; fi
told "nothing is decided"
expect 1 "dumps beside JSON" "$wp" check $only_race --format=json --stats=off --dump=pairs racy.cu
cp out dumped.json
says err "possible: block" "go to the other stream"
expect 1 "without dumps" "$wp" check $only_race --format=json --stats=off racy.cu
if cmp -s out dumped.json; then result=ok; else result="not ok"; fi
told "a dump changes no report"
expect 1 "stats" "$wp" check $only_race --stats racy.cu
says out "formulas 11, conjuncts 12" "count formulas"

# Runs of a launch.
cat >runs.cu <<'CU'
#include <cstdio>
#include <cassert>
struct Size { int width; float scale; int *data; };
__global__ void scale(float *a, int n, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= by;
}
__global__ void fields(Size s, long long n) {
    if (threadIdx.x < n) s.data[threadIdx.x] = s.width;
}
__global__ void say(const char *text, unsigned char *b) {
    printf("%3d|%-4s|%08.3f|%#x|%lld|%c%%\n", (int)threadIdx.x, "ab", 1.5, 255u, -5ll, 'z');
}
__global__ void loop(int *a) {
    while (a[0] == 0) { a[threadIdx.x + 1] = 1; }
}
__global__ void claim(int *a) {
    assert(a[threadIdx.x] < 3);
}
__global__ void trap(int *a) {
    if (a[threadIdx.x] == 3) __trap();
}
__global__ void race(int *a) {
    a[threadIdx.x / 2] = threadIdx.x;
}
__global__ void same(int *a) {
    a[0] = 7;
}
__global__ void apart(int *a) {
    if (threadIdx.x < 32) __syncthreads();
    else a[0] = 1;
    __syncthreads();
}
__global__ void leaves(int *a) {
    if (threadIdx.x == 0) return;
    __syncthreads();
    a[threadIdx.x] = 2;
}
__global__ void misses(int *a) {
    if (threadIdx.x > 0) __syncthreads();
    a[threadIdx.x] = 2;
}
__global__ void stale(int *a) {
    __shared__ int s[64];
    if (threadIdx.x > 0) s[threadIdx.x] = 1;
    __syncthreads();
    a[threadIdx.x] = s[threadIdx.x];
}
__global__ void wide(int *a) {
    a[threadIdx.x] = *(int *)((char *)a + 2);
}
#include <cuda_fp16.h>
struct entry { int row; float weight; };
__global__ void halves(__half *h, const float4 *v, const entry *e) {
    h[threadIdx.x] = __float2half(__half2float(h[threadIdx.x]) + v[0].w + (float)e[1].row);
}
__global__ void rows(float *const *rows, float *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = rows[blockIdx.x][threadIdx.x] * 2;
}
__global__ void meet(int **t) {
    t[blockIdx.x][threadIdx.x] = blockIdx.x;
}
#include <cuda_pipeline.h>
__global__ void copies(const int *in, int *out, int by) {
    __shared__ int s[64];
    __pipeline_memcpy_async(s + 4 * threadIdx.x, in + 4 * threadIdx.x + by, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = s[4 * threadIdx.x + 3];
}
__constant__ int table[4];
__device__ int sum;
__global__ void uses(int *a) {
    a[threadIdx.x] = table[threadIdx.x];
    if (threadIdx.x == 0) sum = 3;
}
CU
run="$wp simulate runs.cu"
expect 0 "simulate" $run --kernel scale --block 64 --grid 2 --arg a=iota:n --arg n=100 --arg by=0.5 --out a=a.npy --out a=a.bin
says out "no violation seen in 1 run of blockDim (64,1,1), gridDim (2,1,1)" "says what it saw"
says out "a: f32[100], 99 changed: 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, ...; written to a.bin" "says what is in the array"
if [ "$(wc -c <a.bin)" = 400 ] && [ "$(wc -c <a.npy)" = 528 ]; then result=ok; else result="not ok"; fi
told "the files have the array's size"
expect 0 "a .npy goes in again" $run --kernel scale --block 64 --grid 2 --arg a=a.npy --arg n=100 --arg by=2
says out "a: f32[100], 99 changed: 0, 1, 2, 3, 4" "with its contents"
expect 0 "so does a raw file" $run --kernel scale --block 64 --grid 2 --arg a=@a.bin --arg n=0x64 --arg by=2
expect 1 "an array that is too short" $run --kernel scale --block 64 --grid 2 --arg a=iota:99 --arg n=100 --arg by=0.5
says out "write out of bounds: 'a' has 99 elements" "says its size"
expect 0 "fields of a struct" $run --kernel fields --block 64 --grid 1 --arg s.0=5 --arg 's.8=zero:n*2' --arg n=32
says out "s.data: i32[64], 32 changed: 5, 5" "are given by their place"
expect 0 "members of a struct" $run --kernel fields --block 64 --grid 1 --arg s.width=5 --arg s.scale=1.5 --arg 's.data=zero:n*2' --arg n=32
says out "s.data: i32[64], 32 changed: 5, 5" "are given by their names"
expect 2 "a member twice" $run --kernel fields --block 64 --grid 1 --arg s.width=5 --arg s.width=6 --arg 's.data=zero:n*2' --arg n=32
expect 2 "a member that is none" $run --kernel fields --block 64 --grid 1 --arg s.height=5 --arg s.width=5 --arg 's.data=zero:n*2' --arg n=32
says err "'s.height': 's' has no such member" "says so"
expect 2 "fields that are missing" $run --kernel fields --block 64 --grid 1 --arg n=32
says err "no argument for 's.width', 's.data'; for example --arg s.width=64 --arg s.data=zero:1024" "are named"
expect 0 "a struct as bytes" $run --kernel fields --block 64 --grid 1 --arg s=zero --arg n=0
expect 0 "printf" $run --kernel say --block 2 --grid 1 --arg text=null --arg b=null
says out "  0|ab  |0001.500|0xff|-5|z%" "prints"
says out "  1|ab  |0001.500|0xff|-5|z%" "for each thread"
expect 3 "a loop that runs away" $run --kernel loop --block 1 --grid 1 --arg a=zero:2 --budget 10000
says out "the run was stopped after 10000 instructions; thread (0,0,0) of block (0,0,0) was here [replay-budget]" "is stopped"
expect 1 "an assertion fails" $run --kernel claim --block 4 --grid 1 --arg a=iota:4
says out "runs.cu:18:5: error: assertion fails: a[threadIdx.x] < 3 [assertion]" "is told"
expect 0 "an assertion holds" $run --kernel claim --block 3 --grid 1 --arg a=iota:4
expect 3 "a trap" $run --kernel trap --block 4 --grid 1 --arg a=iota:4
says out "[trap]" "is told"
expect 0 "types of elements" $run --kernel halves --block 4 --grid 1 --arg h=iota:4 --arg v=iota:4 --arg e=iota:4
says out "h: f16[4], 4 changed: 5, 6, 7, 8" "come from the parameters' types"
says out "e: i32[4]" "or from the accesses"
for bad in be:"'>f4'":False fortran:"'<f4'":True complex:"'<c8'":False; do
    header="{'descr': $(echo "$bad" | cut -d: -f2), 'fortran_order': $(echo "$bad" | cut -d: -f3), 'shape': (1,), }"
    { printf '\223NUMPY\001\000'; printf '%b' "$(printf '\\%03o\\000' ${#header})"; printf '%s' "$header"; printf '\0\0\0\0'; } >"${bad%%:*}.npy"
done
printf 'no numbers' >text.npy
expect 2 "a big-endian .npy" $run --kernel scale --block 4 --grid 1 --arg n=1 --arg by=1 --arg a=be.npy
says err "be.npy: the .npy holds no little-endian integers, floats or bools" "says so"
expect 2 "complex numbers" $run --kernel scale --block 4 --grid 1 --arg n=1 --arg by=1 --arg a=complex.npy
expect 2 "Fortran order" $run --kernel scale --block 4 --grid 1 --arg n=1 --arg by=1 --arg a=fortran.npy
says err "numpy.ascontiguousarray" "says what helps"
expect 2 "something else called .npy" $run --kernel scale --block 4 --grid 1 --arg n=1 --arg by=1 --arg a=text.npy
says err "text.npy: no NumPy file" "says so"
expect 0 "pointers in an array" $run --kernel rows --block 4 --grid 3 --arg rows=zero:3 --arg 'rows[*]=iota:4' --arg 'out=zero:12' --out 'rows[2]=row.bin'
says out "out: f32[12], 9 changed: 0, 2, 4, 6, 0, 2, 4, 6" "are given by what they point to"
says out "rows[2]: f32[4]" "whose types are those of the parameter"
expect 1 "a row that is too short" $run --kernel rows --block 4 --grid 2 --arg rows=zero:2 --arg 'rows[0]=iota:4' --arg 'rows[1]=iota:3' --arg 'out=zero:8'
says out "'rows[1]' has 3 elements" "is told by its name"
expect 1 "no row" $run --kernel rows --block 4 --grid 2 --arg rows=zero:2 --arg 'rows[0]=iota:4' --arg 'out=zero:8'
says out "read out of bounds: n" "is a null pointer"
expect 0 "rows of their own" $run --kernel meet --block 4 --grid 2 --arg t=zero:2 --arg 't[0]=zero:4' --arg 't[1]=zero:4'
expect 1 "one row twice" $run --kernel meet --block 4 --grid 2 --arg t=zero:2 --arg 't[0]=zero:8' --arg 't[1]=&t[0]+2'
says out "data race on 't[0]': threads of two blocks" "is one array"
says out "byte 8: into t[0]" "and said to be"
for words in "t[2]=zero:1" "t[-1]=zero:1" "t[x]=zero:1" "t[]=zero:1" "t[0]=&q" "t[0][0]=zero:1" "t[0]=strange:1" "[0]=zero:1" "t[0]=zero:1 --arg t[*]=zero:2" "t[0][0][0][0][0]=zero:1"; do
    expect 2 "wrong pointers: $words" $run --kernel meet --block 4 --grid 2 --arg t=zero:2 --arg $words
    says err "error:" "says why: $words"
done
expect 0 "an asynchronous copy" $run --kernel copies --block 8 --grid 1 --arg in=iota:64 --arg out=zero:8 --arg by=4
says out "in: i32[64]" "of an array of integers"
says out "out: i32[8], 8 changed: 7, 11, 15" "is done"
expect 1 "an asynchronous copy off by a word" $run --kernel copies --block 8 --grid 1 --arg in=iota:64 --arg out=zero:8 --arg by=1
says out "misaligned access: a read of 16 bytes at byte" "is misaligned"
expect 1 "a race" $run --kernel race --block 4 --grid 1 --arg a=zero:4 --schedules 4
says out "data race on 'a': two threads of one warp write and write the same global memory without order" "is told"
says out "other schedules leave something else" "and what depends on the schedule"
expect 0 "equal values" $run --kernel same --block 4 --grid 1 --arg a=zero:4
says out "[same-value-write]" "are a note"
expect 1 "equal values, strictly" $run --strict --kernel same --block 4 --grid 1 --arg a=zero:4
expect 1 "divergence" $run --kernel apart --block 64 --grid 1 --arg a=zero:4
says out "[barrier-divergence]" "is told"
expect 0 "a thread that leaves" $run --kernel leaves --block 64 --grid 1 --arg a=zero:64
says out "CUDA counts them as arrived since Volta" "is a warning"
expect 1 "a thread that leaves, strictly" $run --strict --kernel leaves --block 64 --grid 1 --arg a=zero:64
expect 1 "a thread that leaves, forbidden" $run --barrier-exit=diverge --kernel leaves --block 64 --grid 1 --arg a=zero:64
expect 1 "a thread that passes the barrier by" $run --kernel misses --block 64 --grid 1 --arg a=zero:64
says out "another thread of its block never arrives" "is divergence"
expect 1 "memory that nothing has written" $run --kernel stale --block 64 --grid 1 --arg a=zero:64
says out "read of shared memory that nothing has written: 's' [uninitialised-read]" "is told"
expect 1 "misaligned" $run --kernel wide --block 1 --grid 1 --arg a=zero:4
says out "[misaligned-access]" "is told"
expect 0 "variables" $run --kernel uses --block 4 --grid 1 --arg a=zero:4 --arg table=iota:4
says out "a: i32[4], 3 changed: 0, 1, 2, 3" "have contents"
expect 0 "who accessed what" $run --kernel uses --block 4 --grid 1 --arg a=zero:4 --arg table=iota:4 --dump=accesses:a
says out "  0  write   thread (3,0,0) of block (0,0,0)  runs.cu:" "is listed"
expect 0 "native code" $run --engine=native --kernel same --block 1 --grid 1 --arg a=zero:4
says out "native code (1)" "is told"
expect 1 "a race, natively" $run --engine=native --kernel race --block 4 --grid 1 --arg a=zero:4
says out "data race on 'a': two threads of one warp write and write" "is interpreted"
"$wp" simulate runs.cu --kernel race --block 4 --grid 1 --arg a=zero:4 --schedules 2 --format=json >out 2>err
expect_valid out "a report of a run follows the schema"
says out '"simulation": {' "and says what the runs were like"
for words in "--grid 1" "--block 4" "--block 4 --grid 1" \
    "--block 4 --grid 1 --kernel race" "--block 4 --grid 1 --kernel race --arg a" \
    "--block 4 --grid 1 --kernel race --arg a=" "--block 4 --grid 1 --kernel race --arg b=3" \
    "--block 4 --grid 1 --kernel race --arg a=iota" "--block 4 --grid 1 --kernel race --arg a=iota:x" \
    "--block 4 --grid 1 --kernel race --arg a=iota:-1" "--block 4 --grid 1 --kernel race --arg a=iota:1<<62" \
    "--block 4 --grid 1 --kernel race --arg a=strange:4" "--block 4 --grid 1 --kernel race --arg a=random:4" \
    "--block 4 --grid 1 --kernel race --arg a=random:1:9..2:4" "--block 4 --grid 1 --kernel race --arg a=const:x:4" \
    "--block 4 --grid 1 --kernel race --arg a=random:1:nan..2:4" "--block 4 --grid 1 --kernel race --arg a=iota:1:2" \
    "--block 4 --grid 1 --kernel race --arg a=@missing" "--block 4 --grid 1 --kernel race --arg a=missing.npy" \
    "--block 4 --grid 1 --kernel race --arg a=@." "--block 4 --grid 1 --kernel race --arg a=&b" \
    "--block 4 --grid 1 --kernel race --arg a=zero:4 --arg a=zero:4" \
    "--block 4 --grid 1 --kernel race --arg a=zero:4 --out b=x" "--block 4 --grid 1 --kernel race --arg a=zero:4 --out b" \
    "--block 4 --grid 1 --kernel race --arg a=zero:4 --out a=/nonexistent/x" \
    "--block 4 --grid 1 --kernel race --arg a=zero:4 --dump=accesses:b" \
    "--block 4 --grid 1 --kernel race --arg a=zero:4 --trace" "--block 4 --grid 1 --kernel race --arg a=zero:4 safe.cu" \
    "--block 4 --grid 1 --kernel race --arg a=zero:4 --schedules 0" "--block 4 --grid 1 --kernel race --arg a=zero:4 --seed -1" \
    "--block 4294967295,4294967295,4294967295 --grid 1 --kernel race --arg a=zero:4" \
    "--block 1 --grid 4294967295,4294967295,4294967295 --kernel race --arg a=zero:4" \
    "--block 1 --grid 4294967295 --kernel race --arg a=zero:4" "--block 0 --grid 1 --kernel race --arg a=zero:4" \
    "--block 4 --grid 1 --kernel scale --arg a=zero:4 --arg by=1 --arg n=4294967296" \
    "--block 4 --grid 1 --kernel scale --arg a=zero:4 --arg by=1 --arg n=1.5" \
    "--block 4 --grid 1 --kernel scale --arg a=zero:4 --arg by=x --arg n=1" \
    "--block 4 --grid 1 --kernel scale --arg a=zero:m --arg by=1 --arg n=1" \
    "--block 4 --grid 1 --kernel scale --arg a=f64:a.npy --arg by=1 --arg n=1" \
    "--block 4 --grid 1 --language map" "--block 4 --grid 1 --kernel race --arg a=a.npy --replay x.witness" "--replay missing.witness" "--replay a.npy"; do
    expect 2 "wrong launch: $words" "$wp" simulate runs.cu $words
    silent out "nothing on stdout: $words"
    says err "error:" "says why: $words"
done
i=0
for header in "{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}" "{'descr': '<f4', 'fortran_order': True, 'shape': (1,)}" \
    "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}" "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999,)}" \
    "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,)}" "{'descr': '<f3', 'fortran_order': False, 'shape': (1,)}" \
    "{'fortran_order': False, 'shape': (1,)}" "nonsense" "{'descr': '<f4', 'fortran_order': False, 'shape': 1}"; do
    i=$((i + 1))
    { printf '\223NUMPY\001\000\166\000'; printf '%-118s' "$header"; printf 'abcd'; } >wrong$i.npy
    expect 2 "wrong .npy: $header" $run --block 4 --grid 1 --kernel scale --arg a=wrong$i.npy --arg by=1 --arg n=1
    says err "wrong$i.npy" "is named"
done
{ printf '\223NUMPY\001\000\166\000'; printf '%-118s' "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1), }"; printf 'abcd'; } >right.npy
expect 0 "a right .npy" $run --block 1 --grid 1 --kernel scale --arg a=right.npy --arg by=1 --arg n=1
printf '\223NUMPY\001\000\377\377' >short.npy
expect 2 "a .npy that ends early" $run --block 4 --grid 1 --kernel scale --arg a=short.npy --arg by=1 --arg n=1
expect 2 "no such kernel" $run --kernel none --block 4 --grid 1
says err "no kernel matches --kernel none" "says so"
expect 2 "several kernels" $run --block 4 --grid 1 --arg a=zero:4
says err "choose one with --kernel: scale(float*, int, float), fields(Size, long long)" "are named"
expect 0 "dumps of a run" $run --dump=kernel,protocol --kernel same --block 4 --grid 1 --arg a=zero:1
says out "protocol \"_Z4samePi\"" "are printed"
expect 2 "a protocol cannot be run" "$wp" simulate two.map --block 4 --grid 1 --arg a=zero:4
cat >own.cu <<'END'
__global__ void kept(int *a, int *out, int n) {
  a[threadIdx.x] = n;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = a[threadIdx.x];
}
__global__ void lost(int *a, int *out, int n) {
  a[threadIdx.x] = n;
  __syncthreads();
  a[threadIdx.x ^ 1] = n + 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = a[threadIdx.x];
}
END
own="--block 32 --grid 5 --arg a=random:1:32 --arg out=zero:160 --arg n=5 --schedules 8"
expect 0 "what a thread stored and finds again, whoever stores the same" "$wp" simulate own.cu --kernel kept $own
expect 1 "what its block has overwritten" "$wp" simulate own.cu --kernel lost $own
cat >rounds.cu <<'END'
__global__ void rounds(unsigned n) {
    __shared__ int s[128];
    unsigned t = threadIdx.x;
    for (unsigned i = t; i < n; i += blockDim.x) {
        s[t] = 1;
        __syncwarp();
        s[t ^ 1] = 2;
        __syncwarp();
    }
}
END
expect 0 "what an earlier round did is no way around a barrier" "$wp" simulate rounds.cu --block 67 --grid 1 --arg n=100
cat >leave.cu <<'END'
__global__ void early(int *a, const int *c) {
    int v = 0;
    for (int i = 0; i < 4; i++) v += c[i];
    if (threadIdx.x) return;
    __syncthreads();
    a[0] = v;
}
__global__ void first(int *a, const int *c) {
    if (threadIdx.x) {
        for (int i = 0; i < 4; i++) a[4 * threadIdx.x + i] = c[i];
        return;
    }
    __syncthreads();
    a[0] = 1;
}
__global__ void around(int *a, const int *c) {
    if (threadIdx.x == 0)
        __syncthreads();
    for (int i = 0; i < 4; i++) a[4 * threadIdx.x + i] = c[i];
}
END
cat >ahead.cu <<'END'
__global__ void all(const int *c) {
    for (int i = 0; i < c[threadIdx.x]; i++)
        __syncthreads();
}
__global__ void some(const int *c) {
    for (int i = 0; i < c[threadIdx.x]; i++)
        if (threadIdx.x > 2) __syncthreads();
}
END
expect 0 "threads that take fewer rounds have left" "$wp" simulate ahead.cu --kernel all --block 4 --grid 1 --arg c=iota:4
expect 1 "those that go on to the next round have not" "$wp" simulate ahead.cu --kernel some --block 4 --grid 1 --arg c=iota:4
expect 0 "a loop before a barrier is no way around it" "$wp" simulate leave.cu --kernel early --block 4 --grid 1 --arg a=zero:1 --arg c=iota:4
expect 0 "nor is one before a thread leaves" "$wp" simulate leave.cu --kernel first --block 4 --grid 1 --arg a=zero:16 --arg c=iota:4
expect 1 "a loop behind it is" "$wp" simulate leave.cu --kernel around --block 4 --grid 1 --arg a=zero:16 --arg c=iota:4
says out "[barrier-divergence]" "it is divergence"
expect 3 "recursion" "$wp" simulate recursion.cu --block 4 --grid 1 --arg a=zero:4
says out "[unsupported]" "recursion: its reason"

# Findings run again.
"$wp" check $only_race --witness-dir found racy.cu >out 2>err
witness=found/racy.cu._Z4racyPi.1.witness
says out "run it again: warpproof simulate --trace --replay $witness" "says how to run a finding again"
cp $witness first.witness
"$wp" check $only_race --witness-dir found racy.cu >out 2>err
if cmp -s $witness first.witness; then result=ok; else result="not ok"; fi
told "a witness file is the same every time"
expect 1 "a replay" "$wp" simulate --replay $witness
says out "replay: confirmed" "confirms"
expect 1 "a replay with its story" "$wp" simulate --trace --replay $witness
says out "thread (0,0,0) of block (0,0,0)" "names the threads"
says out "here: data race on 's'" "and ends with the conflict"
sed 's/racy.cu" 3 /racy.cu" 9 /' $witness >other.witness
expect 1 "a replay of something else" "$wp" simulate --replay other.witness
says out "replay: not confirmed" "does not confirm"
sed -e 's/__shared__ int s/__shared__ int s/' -e 's/% blockDim.x\]/% blockDim.x - threadIdx.x + threadIdx.x]/' \
    -e 's/^    a\[threadIdx.x\] = s/    __syncthreads(); a[threadIdx.x] = s/' racy.cu >cured.cu
expect 0 "a replay on cured source" "$wp" simulate --replay $witness cured.cu
says out "replay: not confirmed" "does not confirm"
"$wp" check $only_race --format=json --witness-dir found racy.cu >out 2>err
expect_valid out "a report with a witness file follows the schema"
says out "\"file\": \"$witness\"" "names it"
for text in "" "witness 1" "witness 2" "nonsense"; do
    echo "$text" >wrong.witness
    expect 2 "wrong witness file: $text" "$wp" simulate --replay wrong.witness
    says err "wrong.witness: line" "names the line"
done
expect 2 "witness directory that cannot be" "$wp" check --witness-dir safe.cu racy.cu

cat >alike.cu <<'CU'
__global__ void alike(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x, n = (t + 1) % 64;
    s[t] = a[t];
    a[t] = s[n];
    a[t] += s[n ^ 2];
    a[t] += s[n ^ 4];
    a[t] += s[n ^ 8];
    a[t] += s[n ^ 16];
}
CU
expect 1 "races that are alike" "$wp" check --only=race --block=64 --grid=1 alike.cu
full=$(grep -c 'error: data race' out)
more=$(sed -n 's/.*note: \([0-9]*\) more errors\{0,1\} like these .*/\1/p' out)
says out "like these on 's' [data-race], lines 4 and" "says the lines of what is not told in full"
"$wp" check --only=race --block=64 --grid=1 --format=json alike.cu >out 2>err
if [ "$full" -ge 3 ] && [ "$(grep -c '"rule": "data-race"' out)" = $((full + more)) ]; then result=ok; else result="not ok"; fi
told "a few are told in full, and none is lost: $full, and $more more"

if [ -z "$(ls tmp)" ]; then result=ok; else result="not ok"; ls tmp >out; fi
told "no temporary files are left"
