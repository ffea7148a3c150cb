#!/bin/sh
# formats.sh WARPPROOF VALIDATE FOLDER: reports for machines: SARIF, JUnit XML, annotations, one-line diagnostics; several
# in one run; where they are written; what does not count. FOLDER keeps the SARIF validator. Prints TAP; run from the source root.
set -u

wp=$1 validate=$2 tools=$3
for name in wp validate tools; do
    eval "value=\$$name"
    case $value in /*) ;; *) eval "$name=\$PWD/\$value" ;; esac
done
schema=$PWD/share/warpproof/schema/report-1.schema.json
multitool_script=$PWD/scripts/sarif-multitool.sh
suite=formats
. tests/cli/expect.sh
export CLICOLOR_FORCE=

cat >racy.cu <<'CU'
__device__ int take(const int *s, unsigned i) { return s[i]; }
__global__ void racy(int *a) {
  __shared__ int s[64]; /* äöü𝄞 */ s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = take(s, threadIdx.x ^ 1);
}
__global__ void tiled(float *a) {
  __shared__ float t[16];
  t[threadIdx.x] = a[threadIdx.x];
}
template <class T> __global__ void twice(T *a) {
  __shared__ T s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[threadIdx.x ^ 1];
}
template __global__ void twice<int>(int *);
template __global__ void twice<float>(float *);
CU
cat >safe.cu <<'CU'
__global__ void safe(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
CU
echo '__global__ void broken(int *a) { a[0] = ; }' >broken.cu

launch="--block=64 --grid=1"

# Several reports of one run.
expect 1 "five reports at once" "$wp" check $launch racy.cu safe.cu broken.cu --format=sarif -o a.sarif --format=junit -o a.xml \
    --format=json -o a.json --format=github -o a.github --format=gcc -o a.gcc
[ ! -s out ]; result $? "nothing on standard output"
"$validate" "$schema" a.json >out 2>&1; result $? "JSON follows its schema"
expect 1 "-o before --format" "$wp" check $launch -o b.sarif --format=sarif racy.cu safe.cu broken.cu
cmp -s a.sarif b.sarif; result $? "says the same"
expect 1 "text beside SARIF" "$wp" check $launch racy.cu --format=sarif -o a2.sarif --format=text
has out "racy(int*): refuted"
expect 2 "two reports to one place" "$wp" check racy.cu --format=sarif --format=json
expect 2 "two reports to one file" "$wp" check racy.cu --format=sarif -o x --format=json -o x
expect 2 "an unknown form" "$wp" check racy.cu --format=pdf

# SARIF.
tool=$(sh "$multitool_script" "$tools" 2>err)
case $? in
0)
    "$tool" validate a.sarif --rule-kind 'Sarif;Ghas' --level 'Error;Warning;Note' >out 2>&1
    [ -s out ] && ! grep -qE ': (error|warning) ' out
    result $? "SARIF is valid by the rules of OASIS and GitHub"
    # What notes remain for: texts are written out, no repository is named, addresses cannot be reached, rules have names, no pages.
    ! grep -E ': note ' out | grep -vqE 'SARIF(2002|2003|2006|2009|2012)'
    result $? "and but for names and addresses there is no note"
    sed 's/"ruleIndex": [0-9]*/"ruleIndex": 99/' a.sarif >spoiled.sarif
    "$tool" validate spoiled.sarif --rule-kind 'Sarif;Ghas' --level 'Error' >out 2>&1
    grep -qE ': error ' out
    result $? "which notice a wrong rule index"
    ;;
3) echo "ok formats: SARIF is valid by the rules of OASIS and GitHub # SKIP there is no npm" ;;
*) result 1 "npm installs the SARIF validator" ;;
esac
has a.sarif '"threadFlows"' "two threads"
[ "$(grep -c '"executionOrder": 1,' a.sarif)" -ge 3 ]; result $? "in a flow of both and one of each"
has a.sarif '"fullyQualifiedName": "racy(int*)"'
has a.sarif 'file-not-analysed' "what was not analysed is a notification"
has a.sarif '"startColumn": 52' "columns count UTF-16 units"
[ "$(grep -c '"ruleId": "data-race"' a.sarif)" -eq 2 ]; result $? "instances are one result"
has a.sarif '"instances": 2' "with a count"

# JUnit XML.
if command -v xmllint >/dev/null 2>&1; then
    xmllint --noout a.xml >out 2>&1; result $? "JUnit is well-formed XML"
else
    echo "ok formats: JUnit is well-formed XML # SKIP there is no xmllint"
fi
has a.xml '<testcase name="racy(int*): race" classname="racy.cu"'
has a.xml '<failure type="data-race"'
expect 3 "an error in JUnit's words is what is not proved" "$wp" check racy.cu --kernel=tiled --format=junit
has out '<error type="out-of-bounds"'
has a.xml '<testcase name="safe(int*): race" classname="safe.cu" file="safe.cu" line="1"/>'
has a.xml '<testcase name="analysis" classname="broken.cu">'

# Lines.
has a.github "::error file=racy.cu,line=3,col="
has a.github ",title=data-race::"
has a.gcc "racy.cu:3:"
[ "$(grep -c 'error: data race on' a.gcc)" -eq 2 ]; result $? "a line for each"

# Names that need quoting.
odd=$(printf 'odd,na:me %%1\n&<"x">.cu')
cp racy.cu "$odd"
expect 1 "an odd file name" "$wp" check $launch "$odd" --format=sarif -o o.sarif --format=junit -o o.xml --format=github -o o.github \
    --format=gcc -o o.gcc --format=text -o o.txt --format=json -o o.json
has o.sarif 'odd%2Cna%3Ame%20%251%0A%26%3C%22x%22%3E.cu' "is encoded in a URI"
has o.github '::error file=odd%2Cna%3Ame %251%0A&<"x">.cu,line=' "and in an annotation"
! grep -q '^&' o.gcc && ! grep -q '^&' o.txt; result $? "and does not end a line"
"$validate" "$schema" o.json >out 2>&1; result $? "and is a string in JSON"
command -v xmllint >/dev/null 2>&1 && { xmllint --noout o.xml >out 2>&1; result $? "and an attribute in XML"; }
printf '__global__ void b(int *a) { a[0] = threadIdx.x; /* \377\376 \001 \033[31m <![CDATA[ */ }\n' >bytes.cu
expect 1 "bytes that are no text" "$wp" check $launch bytes.cu --format=sarif -o y.sarif --format=junit -o y.xml --format=json -o y.json
command -v jq >/dev/null 2>&1 && { jq . y.sarif >out 2>err; result $? "are replaced in SARIF"; }
command -v xmllint >/dev/null 2>&1 && { xmllint --noout y.xml >out 2>&1; result $? "and in XML"; }

# Where reports go.
echo before >kept.json
expect 2 "an input is not overwritten" "$wp" check racy.cu --format=json -o racy.cu
has racy.cu "__global__ void racy" "it is as it was"
ln -s racy.cu link.cu
expect 2 "nor through another name" "$wp" check link.cu -o racy.cu
echo precious >target.txt
ln -s target.txt link.txt
expect 0 "a link is replaced" "$wp" check safe.cu -o link.txt
has target.txt precious "what it points to is as it was"
[ ! -L link.txt ] && grep -q "safe(int\*)" link.txt; result $? "the report is in its place"
expect 0 "a device is written to" "$wp" check safe.cu -o /dev/null
[ -c /dev/null ]; result $? "and stays one"
expect 2 "a folder that is not there" "$wp" check safe.cu -o nowhere/report.txt
"$wp" check --developer-hang safe -j 2 safe.cu racy.cu --format=json -o kept.json >out 2>err &
pid=$!
sleep 2
kill -TERM $pid
wait $pid
[ $? -ne 0 ]; result $? "an interrupted run fails"
[ "$(cat kept.json)" = before ]; result $? "and leaves the report that was there"
has err "of 2 files were analysed" "says how far it came"
[ -z "$(ls | grep 'kept.json.')" ]; result $? "and leaves nothing beside it"
cat safe.cu racy.cu | sed 's/safe/kept/' >both.cu
echo '__global__ void stuck(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }' >>both.cu
"$wp" check --developer-hang stuck -j 1 both.cu >out 2>err &
pid=$!
sleep 3
kill -TERM $pid
wait $pid
has out "kept(int*): proved for every launch: race" "kernels of the file at hand that are finished are told"
has out "the run was interrupted before it got here" "and those that are not"
has err "0 of 1 files were analysed" "such a file does not count"
"$wp" check $launch --developer-hang safe --cache finished -j 2 safe.cu racy.cu >out 2>err &
pid=$!
for i in $(seq 240); do # the cache holds what is finished
    find finished -type f 2>/dev/null | grep -q . && break
    sleep 0.5
done
sleep 1
kill -TERM $pid
wait $pid
has out "racy(int*): refuted" "what is finished is printed"
"$wp" check $launch --developer-hang safe --cache finished -j 2 safe.cu racy.cu --format=json -o kept.json >out 2>err &
pid=$!
sleep 3
kill -TERM $pid
wait $pid
has out "racy(int*): refuted" "also if all reports go to files"

# Comments that suppress.
body='  __shared__ int s[64]; s[threadIdx.x] = a[threadIdx.x];'
suppressed() { # NAME RULES-LINE: a file with the line before, at, or behind the access
    cat >"$1" <<CU
__global__ void racy(int *a) {$2
$3
$body$4
  a[threadIdx.x] = s[threadIdx.x ^ 1];
}
CU
}
only="--only=race,divergence,advice"
suppressed s0.cu "" "" ""
expect 1 "without a comment" "$wp" check $only $launch s0.cu
n=0
for case in '||// warpproof: ignore[data-race] known' '|// warpproof: ignore[data-race] known|' '// warpproof: ignore known||' \
    '||// warpproof: ignore[out-of-bounds, data-race] known' '||// warpproof: ignore known' '||/* warpproof: ignore[data-race] known */' \
    '||// NOLINT(warpproof-data-race) known' '|// NOLINTNEXTLINE(warpproof-data-race): known|' '||// NOLINT(bugprone-x, warpproof-*) known'; do
    n=$((n + 1))
    suppressed s$n.cu "$(echo "$case" | cut -d'|' -f1)" "$(echo "$case" | cut -d'|' -f2)" "$(echo "$case" | cut -d'|' -f3)"
    expect 0 "suppressed: $case" "$wp" check $only $launch --format=json --stats=off s$n.cu
    has out '"suppressed": "known"' "with its reason: $case"
done
for case in '||// warpproof: ignore[out-of-bounds] other rule' '||// warpproof: ignored' '||// NOLINT' '||// NOLINT(bugprone-x)' \
    '||"warpproof: ignore[data-race]";' '||// warpproof: ignore[data-rac] misspelt'; do
    n=$((n + 1))
    suppressed s$n.cu "" "" "$(echo "$case" | cut -d'|' -f3)"
    expect 1 "not suppressed: $case" "$wp" check $only $launch s$n.cu
done
suppressed unused.cu "" "" "// warpproof: ignore[assertion] nothing asserts here"
expect 1 "a comment that suppresses nothing" "$wp" check $launch unused.cu
has err "unused.cu:3: warning: this comment suppresses nothing: assertion [unused-suppression]" "is told"
expect 0 "SARIF of what is suppressed" "$wp" check $only $launch --format=sarif s1.cu
has out '"kind": "inSource"' "has the suppression"
has out '"justification": "known"' "and its reason"
expect 0 "lines leave it out" "$wp" check $only $launch --format=gcc s1.cu
hasnt out "data-race"
expect 0 "text says so" "$wp" check $only $launch s1.cu
has out "1 kernel in 1 file: 1 suppressed;" "in the last line: the kernel is not counted as proved"
expect 0 "JSON says so" "$wp" check $only $launch --format=json s1.cu
has out '"suppressed_kernels": 1' "in the summary"

# Baselines.
expect 1 "a report to compare with" "$wp" check $only $launch --format=json -o base.json --format=sarif -o base.sarif s0.cu
mkdir moved
{ echo; echo '// moved'; sed 's/a\[threadIdx.x\];/a[ threadIdx.x ];/' s0.cu; } >moved/renamed.cu
for base in base.json base.sarif; do
    expect 0 "nothing is new: $base" "$wp" check $only $launch --baseline $base s0.cu
    expect 0 "nor where lines moved and the file has another name: $base" "$wp" check $only $launch --baseline $base moved/renamed.cu
    sed 's/threadIdx.x ^ 1/threadIdx.x ^ 2/' s0.cu >changed.cu
    expect 1 "another access is new: $base" "$wp" check $only $launch --baseline $base changed.cu
done
expect 0 "SARIF says which are old" "$wp" check $only $launch --baseline base.json --format=sarif s0.cu
has out '"kind": "external"'
expect 2 "a baseline that is not there" "$wp" check --baseline none.json s0.cu
for text in '' '[' '{}' '[]' '7' '{"warpproof": ' "$(printf '{"a":\377}')"; do
    printf '%s' "$text" >bad.json
    expect 2 "no baseline: '$text'" "$wp" check --baseline bad.json s0.cu
    has err "bad.json" "names it: '$text'"
done
awk 'BEGIN { for (i = 0; i < 3000; i++) printf "["; }' >deep.json
expect 2 "a baseline nested too deep" "$wp" check --baseline deep.json s0.cu

# Nothing depends on the number of jobs.
for j in 1 2; do
    "$wp" check $launch -j $j racy.cu s0.cu safe.cu --format=sarif -o j$j.sarif --format=junit -o j$j.xml >/dev/null 2>&1
done
cmp -s j1.sarif j2.sarif && cmp -s j1.xml j2.xml; result $? "twice the same bytes"
