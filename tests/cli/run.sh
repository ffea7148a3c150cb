#!/bin/sh
# run.sh WARPPROOF VALIDATE: the command line end to end. Prints TAP; run from the source root.
# Each test says what it runs; on failure the output follows as comments.
set -u

wp=$1 validate=$2
case $wp in /*) ;; *) wp=$PWD/$wp ;; esac
case $validate in /*) ;; *) validate=$PWD/$validate ;; esac
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
    --dynamic-shared=1k; do
    expect 2 "wrong value: $word" "$wp" check $word safe.cu
    silent out "nothing on stdout: $word"
done
expect 2 "missing value" "$wp" check safe.cu --block
says err "--block needs" "says what is missing"
expect 2 "missing value before --" "$wp" check safe.cu --block -- -DX
expect 2 "two values of a parameter" "$wp" check --param=n=1 --param=n=2 safe.cu
expect 2 "option of another command" "$wp" map --strict safe.cu
for word in --warp=lockstep --extent=a=n --only=advice --format=sarif --format=html --dump=pairs; do
    expect 2 "not yet: $word" "$wp" check $word safe.cu
    says err "not implemented yet" "says so: $word"
done
expect 2 "simulate" "$wp" simulate safe.cu --kernel safe --block 64 --grid 1
says err "not implemented yet" "simulate says so"
expect 2 "search" "$wp" search safe.cu
expect 2 "standard input twice" "$wp" check - -

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

if [ -z "$(ls tmp)" ]; then result=ok; else result="not ok"; ls tmp >out; fi
told "no temporary files are left"
