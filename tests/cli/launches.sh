#!/bin/sh
# launches.sh WARPPROOF VALIDATE: launch files: what they decide, how it is told, what is wrong with them. Prints TAP; run from the
# source root.
set -u

wp=$1 validate=$2
suite=launches
case $validate in /*) ;; *) validate=$PWD/$validate ;; esac
. tests/cli/expect.sh
schemas=$root/share/warpproof/schema
valid() { "$validate" "$schemas/$1" "$2" >>err 2>&1; result $? "$3"; }

cat >k.cu <<'CU'
__global__ void row(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y;
}
__global__ void plain(int *a) { a[threadIdx.x] = 1; }
CU
cat >clean.json <<'JSON'
{"launches": [
  {"kernel": "row", "file": "main.cu", "line": 80, "block": 256, "grid": 4, "arguments": {"n": 1000}, "extents": {"a": "n"}},
  {"kernel": "row", "file": "main.cu", "line": 91, "block": [32, 1, 1], "arguments": {"n": 10}, "extents": {"a": 10}}
]}
JSON
cat >racy.json <<'JSON'
{"launches": [
  {"kernel": "row", "file": "main.cu", "line": 80, "block": 256, "grid": 4},
  {"kernel": "row", "file": "main.cu", "line": 91, "block": [32, 2, 1], "grid": 4}
]}
JSON
valid launches-1.schema.json clean.json "a launch file follows its schema"
expect 1 "without launches" "$wp" check --only=race k.cu
expect 0 "every launch of the program" "$wp" check --only=race,bounds --kernel row --launches=clean.json k.cu
has out "proved for the launches of this program (main.cu:80, main.cu:91): race, bounds"
has out "other launches: race: data race on 'a'" "one line about other launches"
hasnt out "warning:" "and no more"
expect 0 "in full" "$wp" check --only=race --kernel row --launches=clean.json -v k.cu
has out "launched at main.cu:91: blockDim = (32,1,1); n = 10; a has 10 elements" "the facts of a launch"
has out "warning: other launches: data race on 'a'"
expect 1 "one of two races" "$wp" check --only=race --kernel row --launches=racy.json k.cu
has out "error: data race on 'a': two threads of one block write and write the same global memory without order (launched at main.cu:91)" "the error names the launch"
expect 1 "any: sites are ignored" "$wp" check --only=race --kernel row --launches=clean.json --launches=any k.cu
hasnt out "this program"
expect 0 "program: only sites are judged" "$wp" check --only=race --kernel row --launches=program --launches=clean.json k.cu
has out "proved for the launches of this program (main.cu:80, main.cu:91): race"
hasnt out "other launches"
expect 0 "a kernel without a site" "$wp" check --only=race --kernel plain --grid=1 --launches=program --launches=clean.json k.cu
has out "plain(int*): proved for every blockDim, gridDim (1,1,1): race" "is judged as without launch files"
expect 1 "two files: one site races" "$wp" check --only=race --kernel row --launches=clean.json --launches=racy.json k.cu
has out "(launched at main.cu:91)"

# What options state of every launch holds at a site that does not say otherwise; a proof of theirs is none of a site's.
expect 1 "a site outside of the launches that options fix" "$wp" check --only=race --kernel row --block=64 --launches=racy.json k.cu
has out "(launched at main.cu:91)"
cat >open.json <<'JSON'
{"launches": [{"kernel": "row", "grid": 4}]}
JSON
expect 1 "a site that says little is judged for all that it may be" "$wp" check --only=race --kernel row --launches=open.json k.cu
has out "(launched at open.json:1)" "a site without a file has its place in the launch file"
expect 0 "a site of which options tell the rest" "$wp" check --only=race --kernel row --block=64 --launches=open.json -v k.cu
has out "launched at open.json:1: blockDim = (64,1,1); gridDim = (4,1,1)"
cat >large.json <<'JSON'
{"launches": [{"kernel": "row", "block": [1024, 2], "grid": 1}]}
JSON
expect 1 "a block larger than a device has" "$wp" check --only=race --kernel row --launches=large.json k.cu
"$wp" map --kernel row k.cu >k.map
expect 3 "a protocol knows no such block" "$wp" check --only=race --launches=program --launches=large.json k.map
expect 0 "a protocol for a launch" "$wp" check --only=race --launches=program --launches=clean.json k.map

# Reports.
expect 0 "as JSON" "$wp" check --only=race --kernel row --launches=clean.json --format=json -o clean.out k.cu
valid report-1.schema.json clean.out "the report follows its schema"
has clean.out '"race": "program"' "the scope of a proof"
has clean.out '"other_launches": true' "a finding of other launches"
expect 1 "as JSON, one races" "$wp" check --only=race --kernel row --launches=racy.json --format=json -o racy.out k.cu
valid report-1.schema.json racy.out "its report follows the schema"
has racy.out '"site": {' "the finding's site"

# The cache knows what a launch file says.
expect 0 "a cache" "$wp" check --only=race --kernel row --cache store --launches=clean.json k.cu
sed 's/"block": 256/"block": [128, 2]/' clean.json >changed.json && mv changed.json clean.json
expect 1 "a launch file that has changed" "$wp" check --only=race --kernel row --cache store --launches=clean.json k.cu
has out "(launched at main.cu:80)"

# What names nothing.
cat >names.json <<'JSON'
{"launches": [
  {"kernel": "gone", "block": 4},
  {"kernel": "row", "block": [32, 4], "grid": 1, "arguments": {"m": 0}}
]}
JSON
expect 1 "names that are none" "$wp" check --only=race --launches=names.json k.cu
has err "names.json:2: warning: no file has the kernel 'gone' that is launched here"
has err "names.json:3: warning: row(int*, int): --param m: no kernel that is checked has a scalar parameter 'm'"

# What is wrong is told with its line, and nothing is judged.
wrong() { # NAME TEXT MESSAGE
    printf "$2" >wrong.json
    expect 2 "$1" "$wp" check --launches=wrong.json k.cu
    has err "wrong.json: $3" "$1: $3"
    hasnt out "proved" "$1: nothing is judged"
}
one() { wrong "$1" "{\"launches\": [\n{\"kernel\": \"row\",\n$2}]}" "$3"; }
wrong "no JSON" '{"launches": [\n{]}' "line 2: "
wrong "an empty file" '' "line 1: "
wrong "another file" '[]' "line 1: 'a launch file' is an object"
wrong "no launches" '{}' "line 1: the key 'launches' is missing"
wrong "an unknown section" '{"launches": [],\n"launch": []}' "line 2: unknown key 'launch'; there are launches and types"
wrong "launches that are none" '{"launches": {}}' "line 1: 'launches' is a list"
wrong "a launch that is none" '{"launches": [\n\n7]}' "line 3: 'a launch' is an object"
wrong "no kernel" '{"launches": [{"kernel": "row"},\n{"block": 4}]}' "line 2: a launch needs the key 'kernel'"
wrong "a key twice" '{"launches": [{"kernel": "row", "kernel": "plain"}]}' "line 1: duplicate"
wrong "deep lists" "{\"launches\": $(printf '%03000d' 0 | tr 0 '[')" "line 1: "
wrong "a NUL" '{"launches": [{"kernel": "a\\u0000b"}]}' "line 1: "
one "an unknown key" '"blok": 4' "line 3: unknown key 'blok'"
one "a block of nothing" '"block": 0' "line 3: 'block' is a whole number from 1 to 4294967295"
one "a block that is too large" '"block": [1, 4294967296]' "line 3: 'block' is a whole number"
one "a number that is too large" '"block": 99999999999999999999' "line 3: "
one "a block of four axes" '"block": [1, 1, 1, 1]' "line 3: 'block' is a number or a list of one to three numbers"
one "a block without axes" '"grid": []' "line 3: 'grid' is a number or a list of one to three numbers"
one "a block in words" '"block": "32"' "line 3: 'block' is a whole number"
one "null" '"block": null' "line 3: 'block' is a whole number"
one "a line without a file" '"line": 5' "line 2: 'line' is of a 'file', which this launch does not have"
one "an argument that is no number" '"arguments": {\n"n": "1"}' "line 4: the argument 'n' is a number, true or false"
one "arguments that are none" '"arguments": [1]' "line 3: 'arguments' is an object"
one "an extent that is none" '"extents": {\n"a": "n +"}' "line 4: 'n +': "
one "a relation that is none" '"relations": ["n > 0",\n"n >> "]' "line 4: 'n >> ': "
one "relations that are none" '"relations": "n > 0"' "line 3: 'relations' is a list of strings"
one "a relation that is a number" '"relations": [1]' "line 3: 'relations' is a list of strings"
one "negative memory" '"dynamic_shared": -1' "line 3: 'dynamic_shared' is a whole number"

# One scope, stated twice: what only one of the launches says is assumed of the other.
echo '__global__ void add(int *a, int *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }' >two.cu
echo '{"launches": [{"kernel": "add", "block": 32, "grid": 1, "distinct": true}, {"kernel": "add", "block": 32, "grid": 1}]}' >two.json
expect 0 "pointers are distinct at one of two launches" "$wp" check --only=race -v --launches=program --launches=two.json two.cu
has out "assuming distinct pointer arguments do not overlap"
echo '{"launches": [{"kernel": "add", "block": 32, "grid": 1, "distinct": true}, {"kernel": "add", "block": 32, "grid": 1, "distinct": true}]}' >two.json
expect 0 "pointers are distinct at both" "$wp" check --only=race -v --launches=program --launches=two.json two.cu
hasnt out "assuming distinct pointer arguments do not overlap"
expect 2 "a launch file that is not there" "$wp" check --launches=gone.json k.cu
has err "gone.json"
expect 2 "only check has launches" "$wp" map --launches=clean.json k.cu
expect 2 "no project file reads files" sh -c "echo '{\"options\": {\"launches\": \"clean.json\"}}' >.warpproof.json && '$wp' check k.cu"
has err "'launches' cannot be set by a project file"

# Facts about types.
rm -f .warpproof.json
cat >types.cu <<'CU'
struct view { float *data; int width, height, stride; };
__global__ void rows(view v) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < v.width && y < v.height) v.data[(long)y * v.stride + x] = y;
}
CU
expect 3 "rows that may overlap" "$wp" check --only=race types.cu
cat >whole.cu <<'CU'
__global__ void differ(int *a, unsigned long w, unsigned long h) { a[(long)w > (long)h ? 0 : threadIdx.x] = threadIdx.x; }
CU
expect 0 "a condition about numbers without a sign" "$wp" check --only=race -v --requires 'w <= h' whole.cu
has out "assuming required: parameters without a sign that conditions name are below 2^63"
expect 3 "a condition that no whole numbers satisfy shows nothing" "$wp" check --only=race --requires 'w + h < w' whole.cu
expect 0 "a fact about the type" "$wp" check --only=race -v --type-fact 'view: stride >= width' types.cu
has out "required: v.stride >= v.width" "is an assumption"
expect 3 "a fact about another type" "$wp" check --only=race --type-fact 'ns::view: stride >= width' types.cu
expect 3 "a fact about a member that the type does not have" "$wp" check --only=race --type-fact 'view: pitch >= width' types.cu
has err "types.cu:2: warning: rows(view): --type-fact view: the kernel has no parameter 'v.pitch'"
expect 2 "no fact" "$wp" check --type-fact view types.cu
has err "'view' is not TYPE: EXPRESSION"
expect 2 "a fact about contents" "$wp" check --type-fact 'view: zero(data)' types.cu
has err "'zero' is no member of a type"
expect 2 "a fact about launches" "$wp" check --type-fact 'view: blockDim.x <= width' types.cu
has err "'blockDim.x' is no member of a type"
expect 2 "an index that is no number" "$wp" check --type-fact 'view: nb[i] >= width' types.cu
has err "an index is a number"
expect 2 "a fact without a member" "$wp" check --type-fact 'view: 1 < 2' types.cu
has err "it speaks of no member"
echo '{"types": ["view: stride >= width"]}' >types.json
expect 0 "a fact about a type in a launch file" "$wp" check --only=race -v --launches=types.json types.cu
has out "required: v.stride >= v.width" "is listed"
"$validate" "$schemas/launches-1.schema.json" types.json >>err 2>&1
result $? "which follows the schema"
expect 3 "that is not used" "$wp" check --only=race --launches=any --launches=types.json types.cu
expect 3 "of a type that no kernel has" "$wp" check --only=race --launches=types.json types.cu -- -Dview=other_view
echo '{"types": ["view: zero(data)"], "launches": []}' >types.json
expect 2 "one that is no fact" "$wp" check --launches=types.json types.cu
has err "types.json: types: 'view: zero(data)': 'zero' is no member of a type"
