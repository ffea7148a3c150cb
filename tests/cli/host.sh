#!/bin/sh
# host.sh WARPPROOF VALIDATE: launches that are read in host code: what is known of them, what it decides, how it is told. Prints TAP; run
# from the source root.
set -u

wp=$1 validate=$2
suite=host
case $validate in /*) ;; *) validate=$PWD/$validate ;; esac
. tests/cli/expect.sh
schemas=$root/share/warpproof/schema
cp "$root"/tests/cli/host/* .

# A textbook transpose with its main.
expect 0 "a transpose is proved, bounds included, without an option" "$wp" check transpose.cu
has out "proved for the launches of this program (transpose.cu:24): race, bounds"
has out "other launches: race, bounds: needs blockDim.x <= 32 && blockDim.y <= 8"
hasnt out "accesses in bounds" "what only the proofs rest on that do not count is not listed"
expect 0 "for its launches alone" "$wp" check --launches=program transpose.cu
has out "proved for the launches of this program (transpose.cu:24): race, divergence, bounds, assert"
hasnt out "assuming" "nothing is assumed"
expect 3 "any: host code is not read" "$wp" check --launches=any transpose.cu
hasnt out "this program"
expect 0 "as JSON" "$wp" check --format=json -o report.json transpose.cu
"$validate" "$schemas/report-1.schema.json" report.json >>err 2>&1
result $? "the report follows its schema"
has report.json '"race": "program"'

# SESA, Figure 9: out of bounds in the program's own launch.
expect 1 "an access out of bounds of an allocation" "$wp" check --only=bounds histogram.cu
has out "error: out-of-bounds read of 'global_histo'"
has out "(launched at histogram.cu:27)"

# Facts about types, of structs behind pointers.
view="view: e.nb[1] >= e.nb[0] * e.ne[0]"
expect 3 "without a fact" "$wp" check --only=race members.cu -- -DGOOD
has out "race-free if s1 >= n0 (of the launches of this program)"
expect 0 "a fact about a type" "$wp" check -v --only=race --type-fact "$view" members.cu -- -DGOOD
has out "assuming required: $view (launched at members.cu:28)"
has out "assuming required: what --type-fact says of each view in host code, whose members it names are constant and below 2^63"
expect 0 "about the type of a member" "$wp" check --only=race --type-fact "extents: nb[1] >= nb[0] * ne[0]" members.cu -- -DGOOD
expect 0 "a struct that is passed in memory" "$wp" check --only=race --type-fact "$view" members.cu -- -DVALUE
expect 3 "--launches=any: for no launch" "$wp" check --only=race --launches=any --type-fact "$view" members.cu -- -DGOOD
expect 0 "parameters that are narrower than members" "$wp" check -v --only=race --type-fact "view: e.ne[1] >= e.ne[0]" --kernel=narrow members.cu -- -DNARROW
has out "assuming 0 <= s1 < 2^31 (as it is passed: the member e.ne[1] of a view"
expect 0 "a member that only conditions read" "$wp" check -v --only=race --type-fact "view: e.ne[0] >= 1" members.cu -- -DTESTED
has out "assuming required: what --type-fact says of each view in host code"
for what in OTHER NEXT LAST WRITTEN CALLED UNTESTED ALIAS COERCED CHOSEN ATOMIC WITHIN CAST MIXED; do
    expect 3 "$what: the fact is not about this number" "$wp" check --only=race --type-fact "$view" members.cu -- -D$what
done
expect 0 "the facts are listed" "$wp" launches --type-fact "$view" members.cu -- -DGOOD
has out "n0: the member e.ne[0] of a view (members.cu:28)"
has out "stated: $view, which is host.long1 >= 4 * n0"
expect 0 "as a launch file" "$wp" launches --format=json --type-fact "$view" members.cu -- -DGOOD
cp out members.json
"$validate" "$schemas/launches-1.schema.json" members.json >>err 2>&1
result $? "which follows its schema"
has members.json '"host.long1 >= 4 * n0": "view: e.nb[1] >= e.nb[0] * e.ne[0]"'
expect 0 "and is read back" "$wp" check -v --only=race --launches=members.json members.cu
has out "assuming required: $view (launched at members.cu:28)"

# Loops that allocate: few rounds are unrolled, many are not.
expect 0 "hundreds of rounds that allocate" "$wp" check --only=race,bounds rounds_many.cu
has out "proved for the launches of this program (rounds_many.cu:15): bounds"

# Calls that grow without end as they are inlined.
expect 0 "functions that call the next one twice" "$wp" launches calls_doubled.cu
has out "a: the parameter a of f" "what is not inlined ends with the parameters of a function"

# What is listed, and written as a launch file.
expect 0 "the launches are listed" "$wp" launches sums.cu
has out "sums.cu:16: add(float*, float const*, int)"
has out "called from sums.cu:26"
has out "gridDim = ((n + 255) / 256, 1, 1)"
has out "blockDim = (256, 1, 1)"
has out "the result of atoi (sums.cu:22)"
has out "    b = a"
expect 0 "as a launch file" "$wp" launches --format=json sums.cu
cp out sums.json
"$validate" "$schemas/launches-1.schema.json" sums.json >>err 2>&1
result $? "a launch file follows its schema"
has sums.json '"gridDim.x == (n + 255) / 256"'
expect 0 "which is read back" "$wp" check --only=race --launches=program --launches=sums.json sums.cu
has out "proved for the launches of this program"
expect 0 "two files are one program" "$wp" launches kernel.cu main.cu
has out "main.cu:5: fill(int*, int)"
expect 0 "their launches prove" "$wp" check --only=race,bounds kernel.cu main.cu
has out "proved for the launches of this program (main.cu:5)"
expect 1 "one of them alone" "$wp" check -v --only=race kernel.cu
has out "judged for every launch: no launch of the kernel is seen"

expect 1 "pointers that are stored" "$wp" check --only=bounds stored.cu
for kernel in in_array in_variable chosen mapped whole cell divided; do
    grep -q "^stored.cu:[0-9]*: $kernel(.*: proved for the launches of this program" out
    result $? "the bounds of $kernel are proved"
    case $kernel in chosen) continue ;; esac
    grep -q "^stored.cu:[0-9]*: ${kernel}_beyond(.*: \(refuted\|unproved\)" out
    result $? "those of ${kernel}_beyond are not"
done
for kernel in chosen_unequal chosen_within grown freed freed_elsewhere cell_unwritten cell_unequal cell_freed cell_changed; do
    ! grep -q "^stored.cu:[0-9]*: $kernel(.*: proved" out
    result $? "those of $kernel are not"
done

expect 1 "launches of which one says more" "$wp" check --only=race,bounds --format=json -o implied.json implied.cu
expect 1 "in text" "$wp" check --only=race,bounds implied.cu
has out "each(int*, int): proved for every launch: race; proved for the launches of this program (implied.cu:13, implied.cu:14): bounds"
has out "narrow(int*, int): refuted: race"
has out "launched at implied.cu:17" "a proof of the one that says more is none of the other"

expect 1 "a launch that breaks a contract which no proof needs" "$wp" check contract.cu -- -DWIDTH=256
has out "error: a launch breaks the contract: wp_requires(n > 0 && blockDim.x == 128) (launched at contract.cu:11) [assertion]" "is an error of that launch"
has out "with blockDim (256,1,1), gridDim (8,1,1), n = 1000: thread (0,0,0) of block (0,0,0) fails the assertion; typed (replayed)"
expect 1 "as JSON" "$wp" check --format=json -o contract.json contract.cu -- -DWIDTH=256
"$validate" "$schemas/report-1.schema.json" contract.json >>err 2>&1
result $? "which follows the schema of reports"
expect 0 "of which nothing is asked" "$wp" check --only=race contract.cu -- -DWIDTH=256
expect 0 "launches that keep it" "$wp" check contract.cu -- -DWIDTH=128

mkdir beside
echo '__global__ void row(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = threadIdx.y; }
void run(int *a, int n, int y) { row<<<(n + 31) / 32, dim3(32, y)>>>(a, n); }' >beside/k.cu
echo '#include <cuda_runtime.h>
#include "part.cpp"
void run(int *a, int n, int y);
int main() { int *a; cudaMalloc((void **)&a, 400); run(a, 100, Y); }' >beside/main.cpp
echo 'static int part() { return 1; }' >beside/part.cpp
expect 0 "host code in the folder of a CUDA file is read" "$wp" check --only=race,bounds beside -- -DY=1
has out "row(int*, int): proved for the launches of this program (beside/k.cu:2): race, bounds"
has out "1 kernel in 1 file" "but is no file of the run"
expect 1 "a race that it makes is told" "$wp" check --only=race,bounds beside -- -DY=2
expect 1 "a CUDA file alone is one alone" "$wp" check --only=race,bounds beside/k.cu
echo '[{"directory":"beside","command":"nvcc -c k.cu","file":"k.cu"},{"directory":"beside","command":"g++ -DY=1 -c main.cpp","file":"main.cpp"}]' >beside/compile_commands.json
expect 0 "so it is in compile_commands.json" "$wp" check --only=race,bounds -p beside
mv beside/main.cpp beside/main.c
echo '#include "nowhere.h"' >>beside/main.c
expect 1 "C that does not compile" "$wp" check --only=race,bounds beside -- -DY=1
expect 0 "is told" "$wp" launches beside -- -DY=1
has out "note: beside/main.c: its host code does not compile, and is taken for none of the program"

expect 0 "two programs in one run" "$wp" check --only=race,bounds two_first.cu two_second.cu scale.cu
has out "two_first.cu:2: row(int*, int): proved for every launch: race; proved for the launches of this program (two_first.cu:6): bounds" "each kernel has the launches of its own program"
has out "two_second.cu:2: row(int*, int): proved for every launch: race; proved for the launches of this program (two_second.cu:6): bounds"
has out "scale.cu:2: twice(int*): proved for every launch: race; proved for the launches of this program (scale.cu:3): bounds" "or of both"
expect 0 "which are told" "$wp" launches two_first.cu two_second.cu scale.cu
has out "note: two_first.cu has a main: it forms a program with 1 other file"
has out "    of kernels in two_second.cu, scale.cu"
expect 0 "as a launch file" "$wp" launches --format=json two_first.cu two_second.cu scale.cu
cp out two.json
"$validate" "$schemas/launches-1.schema.json" two.json >>err 2>&1
result $? "which follows its schema"
expect 0 "and is read back" "$wp" check --only=bounds --launches=program --launches=two.json two_first.cu two_second.cu scale.cu
expect 0 "host code in C++ and C" "$wp" check --only=race,bounds blur.cu blur_main.cpp blur_block.c
has out "proved for the launches of this program (blur.cu:8): race, bounds"
has out "blur_main.cpp: note: host code, which is read for launches"
expect 1 "one of the files is not given" "$wp" check --only=race,bounds blur.cu blur_main.cpp
expect 0 "which is told" "$wp" launches blur.cu blur_main.cpp
has out "note: no file defines block_of: functions may be called from other files"

expect 0 "a program that calls libraries" "$wp" check --only=race,bounds closed.cu
has out "proved for the launches of this program (closed.cu:13): race, bounds"
expect 3 "and a function of another file, with a body that a header offers" "$wp" check --only=race closed.cu -- -DOFFERED
expect 0 "which is told" "$wp" launches closed.cu -- -DOFFERED
has out "note: no file defines offered(int): functions may be called from other files"

# Unsigned numbers that may wrap.
expect 0 "claims are listed" "$wp" launches unsigned.cu
has out "claimed: (n + 255) / 256 < 2^31"
has out "claimed: 0 <= n < 2^31 (as it is passed: the result of strtoul (unsigned.cu:23))"
has out "then a has w * h elements"
expect 0 "as a launch file" "$wp" launches --format=json unsigned.cu
cp out unsigned.json
"$validate" "$schemas/launches-1.schema.json" unsigned.json >>err 2>&1
result $? "which follows its schema"
expect 1 "they prove what is not proved without" "$wp" check -v unsigned.cu
has out "proved for the launches of this program (unsigned.cu:28): bounds"
has out "proved for the launches of this program (unsigned.cu:29): bounds"
has out "proved for the launches of this program (unsigned.cu:32): bounds"
has out "assuming (n + 255) / 256 < 2^31 && n * 4 < 2^63 && 0 <= n < 2^63 (launched at unsigned.cu:28)"
has out " && (w * h) * 4 < 2^32 (launched at unsigned.cu:32)"
has out "; n < 36028797018963968" "no allocation has 2^57 bytes"
has out "bounds not checked, size unknown: a" "a hash is no size"
has out "error: data race on 'a': two threads of one block write and write the same global memory without order"
"$wp" check --launches=program --launches=unsigned.json --only=bounds --kernel add unsigned.cu >out 2>err
result $? "claims of a launch file"

# What is known of values that no parameter is equal to.
expect 1 "sizes that elements do not fill" "$wp" check --only=bounds bytes.cu
has out ": last_byte(short*): proved for the launches of this program (bytes.cu:17): bounds" "are bytes"
has out ": each_byte(int*, int): proved for the launches of this program (bytes.cu:21): bounds" "of the host's numbers too"
has out "bytes.cu:6:30: error: out-of-bounds write of 'a': a[33]" "and end there"
expect 1 "rows of a pitch" "$wp" check --only=race,bounds -v pitched.cu
has out ": rows(float*, int): proved for the launches of this program (pitched.cu:19): race" "are as long as what was asked for, at least"
has out "pitch == host.int1 / 4" "which is passed as an int: a pitch is below 2^31"
has out ": wide_rows(float*, int): unproved: race" "but no longer"
has out ": fill(int*, int): proved for every launch: race; proved for the launches of this program (pitched.cu:25): bounds" "numbers that are equal have one name"
has out ": fill_more(int*, int): refuted: bounds" "but not those that are not"

# Numbers of the host that no parameter is equal to, members of structs, elements of a size that the kernel's name does not tell.
expect 1 "numbers of the host" "$wp" check -v --only=race,bounds numbers.cu
for kernel in 'plane(float*, int)' 'copy(image)' 'cells(cell*, int)'; do
    has out ": $kernel: proved for every launch: race; proved for the launches of this program" "$kernel is proved for its launch"
done
for kernel in 'taller(float*, int)' 'copy_more(image)' 'cells_more(cell*, int)'; do
    has out ": $kernel: refuted: bounds" "$kernel is refuted for its launch"
done
has out "out has w * host.int1 elements"
has out "gridDim.x == (signed(p.16) + 255) / 256"
has out "c has n * 16 bytes"
"$wp" launches --format=json numbers.cu >numbers.json
"$validate" "$schemas/launches-1.schema.json" numbers.json >>err 2>&1
result $? "they follow the schema"
"$wp" check --launches=program --launches=numbers.json --only=bounds --kernel plane numbers.cu >out 2>err
result $? "and read back"

# Contents that host code shows: fills with 0, and constant tables.
expect 3 "contents" "$wp" check -v --only=race,bounds contents.cu
has out ": scatter(float*, float const*, int const*, int): proved for the launches of this program (contents.cu:21): race, bounds" "a table without equal elements"
has out ": scatter_racy(float*, float const*, int const*, int): unproved: race" "and one with two"
has out ": look(float*, int const*, int): proved for every launch: race; proved for the launches of this program (contents.cu:25): bounds" "a place that is 0"
has out "in_range(perm, 0, 8); distinct(perm)"
expect 3 "are not known where a stream does not wait" "$wp" check -v --only=race,bounds contents.cu -- --default-stream per-thread
has out ": scatter(float*, float const*, int const*, int): unproved: race"

# Contents that loops of the host write.
expect 1 "tables that the host fills" "$wp" check --only=race,bounds filled.cu
each filled.cu ": proved for .* launches of this program" "what it is launched with is known" order back managed sized few look
has out "beyond(int*, int const*, int const*, int): unproved: race, bounds" "a range that is too large"
has out "error: out-of-bounds write of 'a': a[2] is beyond the end of this global array (launched at filled.cu:43)" "loops that count hide no launch"
expect 0 "which are listed" "$wp" launches filled.cu
has out "in_range(perm, 0, n)"
has out "increasing(perm)"

# Pointers into the middle of an allocation.
expect 1 "pointers into the middle" "$wp" check --only=bounds middle.cu
each middle.cu ": proved for .* launches of this program" "the bounds of it are proved" tail row_of
has out "tail_beyond(int*, int): refuted: bounds"
each middle.cu ": proved for .* launches of this program" "so are those before the pointer, where its place is known" before halo shift framed
has out "framed_wide(float*, int, int): refuted: bounds" "a column too far"
has out "a[-1] is before the start of this global array (where a = the start of its memory + 10) (launched at middle.cu:38)" "before the memory"
has out "a[90] is beyond the end of this global array (launched at middle.cu:39)" "behind it"
has out "halo_wide(int const*, int*, int, int): refuted: bounds" "a halo that is too wide"
"$wp" check --only=bounds -v middle.cu >out 2>&1
has out "a has 60 elements; a points 40 elements into memory of 100" "the place is told"
hasnt out "unknown(int*, int): proved" "a distance that may be negative"
expect 0 "as a launch file" "$wp" launches --format=json middle.cu
cp out middle.json
"$validate" "$schemas/launches-1.schema.json" middle.json >>err 2>&1
result $? "which follows its schema"
has middle.json '"inside"'
has middle.json '"places"'
expect 1 "and is read back" "$wp" check --only=bounds --launches=program --launches=middle.json middle.cu
has out "before(int*, int): proved" "with the places"
cat >inside.json <<'END'
{ "launches": [
    { "kernel": "before", "block": 32, "grid": 1, "arguments": { "n": 10 }, "extents": { "a": "90" }, "inside": ["a"] } ] }
END
expect 3 "a place that is not known" "$wp" check --only=bounds --launches=program --launches=inside.json --kernel=before middle.cu
has out "before(int*, int): unproved: bounds" "an access before the pointer"
has out "the launch passes a pointer into the middle of an array, and elements lie before it" "is no error"
cat >inside.json <<'END'
{ "launches": [
    { "kernel": "before", "block": 32, "grid": 1, "extents": { "a": "90" }, "inside": ["a"], "places": { "a": { "elements": "100" } } } ] }
END
expect 2 "half a place" "$wp" check --launches=inside.json middle.cu
has err "the place of 'a' has the keys 'elements' and 'offset'"

# What memory holds in the middle of which a pointer points.
expect 1 "contents in the middle of memory" "$wp" check middle_contents.cu
for kernel in 'flagged(int*, int const*, int)' 'flagged_late(int*, int const*, int const*, int)' 'moved(int*, int)'; do
    has out ": $kernel: unproved: race" "$kernel is no error"
done
has out ": sure(int*, int const*, int): refuted: race" "a race whatever the memory holds is"
each middle_contents.cu "; proved for the launches of this program (middle_contents.cu:21): bounds" "a parameter without a name" unnamed
has out "unnamed_beyond(float*, float*, int): refuted: bounds" "hides no launch"

# Sizes that conditions order.
expect 1 "ordered sizes" "$wp" check ordered.cu
each ordered.cu ": proved for .* launches of this program" "the bounds of it are proved" window halves unordered
has out "error: out-of-bounds write of 'x': x[1] is beyond the end of this global array (launched at ordered.cu:28)" "one too many"
"$wp" launches ordered.cu >out 2>&1
has out "claimed: (((h - r) + 1) * 4) * ((w - r) + 1) < 2^63"
has out "claimed: ((c * (h / 2)) * 4) * (w / 2) < 2^63"
result $(($(grep -c claimed out) - 2)) "nothing else is claimed"

# Contents that are remainders.
expect 1 "remainders" "$wp" check remainders.cu
each remainders.cu ": proved for .* launches of this program" "the bounds of it are proved" labels bins
has out "error: out-of-bounds read of 'x': x[2] is beyond the end of this global array (launched at remainders.cu:42)" "remainders of a size that is one too large"
has out "remainders.cu:11: negative(float const*, int const*, float*, int): unproved: race, bounds" "a remainder of a negative number is below its absolute value"
"$wp" launches remainders.cu >out 2>&1
has out "in_range(label, 0, max(d, 0 - d))"

# As many threads as there are elements, at most 256, and quotients by that.
expect 1 "blocks of the smaller of two sizes" "$wp" check -v blocks_least.cu
has out "scale(float*, int const*, int): proved for every launch: race, divergence, assert; proved for the launches of this program (blocks_least.cu:28): bounds"
has out "fill(float*): proved for every launch: race, divergence, assert; proved for the launches of this program (blocks_least.cu:29): bounds" "whole blocks"
has out "fill_more(float*): refuted: bounds" "the last block may be too long"
hasnt out "    assuming " "indices do not overflow in these launches"

# Sizes that may not have been computed: of two allocations only one is made.
expect 3 "what host code has computed" "$wp" check -v sizes_unmade.cu
has out "overflows(int*, int, int): unproved: bounds" "a sum is not known to fit where it may not have been made"
has out "negative(int*, int): unproved: race, bounds" "nor that a number is not negative"
has out "quotient(int*, int, int): unproved: race" "nor that nothing was divided by 0"
has out "divided(int*, int): proved for every launch: divergence, assert; proved for the launches of this program (sizes_unmade.cu:48): race, bounds" \
    "but where it was, it was not by 0"

# Numbers of fewer bits than what they are passed as.
expect 0 "an int passed as a long" "$wp" check -v widened.cu
has out "n <= 2147483647; n >= 0" "is no larger than an int"
hasnt out "    assuming "

# Vectors of the device.
expect 1 "Thrust's vectors" "$wp" check --only=race,bounds vectors.cu
each vectors.cu ": proved for .* launches of this program" "the bounds of it are proved" fill fill2 copy
has out "error: out-of-bounds write of 'a': a[2] is beyond the end of this global array (launched at vectors.cu:20)"
"$wp" launches vectors.cu >out 2>&1
has out "out: allocated at vectors.cu:18, and may be freed before the launch" "memory that a change of size may leave"

# Variables of the device.
expect 3 "variables of the device" "$wp" check --only=race,bounds constants.cu
each constants.cu ": proved for .* launches of this program" "the constants that it reads are known" fill place step from
hasnt out "from_begun(int*): proved" "but none that a kernel may have changed"
has out "place_changed(int*): unproved: race" "constants that are changed"
hasnt out "race-free if distinct(changed)" "that they differ is no condition where two are known to be equal"
expect 1 "contents of a variable that a search does not set" "$wp" check --launches=any --only=race --kernel step --block 8 --grid 1 --requires 'in_range(steps, 0, 4)' constants.cu
expect 0 "a variable by the linker's name" "$wp" check --launches=any --only=race --kernel place --block 8 --grid 1 --requires 'distinct(extern.table)' constants.cu
expect 0 "a stride that is stated not to be 0" "$wp" check --launches=any --only=race --kernel step_unsigned --block 8 --grid 1 --requires 'in_range(steps, 1, 4) && increasing(steps)' constants.cu

# Kernels that are launched through pointers.
expect 1 "kernels behind pointers" "$wp" check --only=race pointers.cu
for kernel in 'fill<float>(float\*, int)' 'listed(int\*, int)' 'small(int\*, int)' 'large(int\*, int)' 'first(int\*, int)' 'second(int\*, int)' 'chosen(int\*, int)' 'other(int\*, int)'; do
    grep -q "$kernel: proved for the launches of this program" out
    result $? "$kernel is proved for its launches"
done
has out "pointers.cu:12: passed(int*, int): refuted: race" "by one of two launches"
has out "pointers.cu:13: racy(int*, int): refuted: race"
has out "launched at pointers.cu:34"
has out "pointers.cu:13: kept(int*, int): refuted: race" "a table that may be changed tells nothing"

expect 1 "kernels that a loop chooses" "$wp" check --only=race rounds_of_kernels.cu
has out "three(int*, int): proved for the launches of this program" "compared only"
has out "rounds_of_kernels.cu:9: tall(int*, int): refuted: race"
"$wp" launches rounds_of_kernels.cu >launches 2>&1
has launches "rounds_of_kernels.cu:9: kept(int*, int)"
has launches "the program takes the kernel's address, and launches through it are not read" "kept"

expect 0 "a kernel's address that nobody uses" "$wp" check --only=race,bounds asked.cu
has out "proved for the launches of this program (asked.cu:12): race, bounds"

# A size that two facts have in them: each is told in terms of the other.
cat >padded.cu <<'CU'
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void half(int padded, float *out, float *in) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  out[i] = 0.5f * in[i];
}
__global__ void behind(int padded, float *out, float *in) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  out[i + 1] = 0.5f * in[i];
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]), padded = 192 * (n / 192 + (n % 192 ? 1 : 0));
  float *in, *out;
  cudaMalloc((void **)&in, sizeof(float) * padded);
  cudaMalloc((void **)&out, sizeof(float) * padded);
  half<<<padded / 192, 192>>>(padded, out, in);
  behind<<<padded / 192, 192>>>(padded, out, in);
}
CU
expect 3 "a padded size" "$wp" check -v --only=race,bounds padded.cu
has out "half(int, float*, float*): proved for every launch: race; proved for the launches of this program (padded.cu:16): bounds"
has out "padded == gridDim.x * 192"
has out "out-of-bounds write of 'out': out[192]"

# Headers that are compiled once (host.pch beside the program): the same is read without, and with a file that is none.
mkdir own
cp "$wp" own/
export WARPPROOF_SHARE="$root/share/warpproof"
cat >absent.cpp <<'CPP'
#include <some_library_that_is_not_there.h>
#include <cstdlib>
#include <cuda_runtime.h>
void run(float *out, const float *in, int n);
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *in;
  cudaMalloc((void **)&in, n * sizeof(float));
  run(in, in, n);
}
CPP
for file in filled.cu stored.cu pointers.cu broken.cu blur_main.cpp absent.cpp; do
    "$wp" launches $file >with 2>&1
    own/warpproof launches $file >without 2>&1
    cmp -s with without
    result $? "$file is read alike without compiled headers"
done
# Device code: the bundled headers, these with standard ones, macros that they ask for, options and texts that change them.
cat >plain.cu <<'CU'
__global__ void plain(int *a, float4 *b) { a[threadIdx.x] = (int)b[blockIdx.x * blockDim.x + threadIdx.x].x; }
CU
cat >standard.cu <<'CU'
__global__ void standard(int *a, int n) {
  assert(n > 0);
  a[threadIdx.x] = std::max(n, 3);
  if (threadIdx.x == 0) printf("%d\n", n);
}
CU
cat >late.cu <<'CU'
#define __WARPPROOF_LATE 1
#include <cstdio>
#include <cuda_runtime.h>
__global__ void late(int *a) { atomicAdd(a, 1); a[1] = 2; }
CU
printf '__global__ void wrong(int *a) { a[threadIdx.x] = nobody; }\n' >wrong.cu
mkdir folder
echo '#define WIDTH 3' >folder/width.h
for what in "plain.cu" "standard.cu" "standard.cu -- -DNDEBUG" "standard.cu -- -Dn=m -Ifolder" "late.cu" "plain.cu -- -std=c++14" \
    "plain.cu -- -I folder -include width.h" "plain.cu -- --cuda-gpu-arch=sm_70" "wrong.cu" "plain.cu --dump=kernel" \
    "standard.cu --dump=kernel,protocol"; do
    # shellcheck disable=SC2086 # words
    "$wp" check --format=json --stats=off $what >with 2>&1
    # shellcheck disable=SC2086
    own/warpproof check --format=json --stats=off $what >without 2>&1
    cmp -s with without && [ -s with ]
    result $? "check $what: alike without compiled headers"
done
for name in host device standard; do
    echo 'none' >own/$name.pch
done
own/warpproof check --format=json --stats=off standard.cu >without 2>&1
"$wp" check --format=json --stats=off standard.cu >with 2>&1
cmp -s with without
result $? "and with files that hold none"
own/warpproof launches filled.cu >without 2>&1
"$wp" launches filled.cu >with 2>&1
cmp -s with without
result $? "and with a file that holds none"
# As an installed program has them: clang is told so.
mkdir -p placed/bin placed/lib/warpproof
cp "$wp" placed/bin/
placed/bin/warpproof launches --developer-precompile=placed/lib/warpproof >out 2>&1
result $? "an installed program compiles them"
cat >placed/clang <<'SH'
#!/bin/sh
echo "$@" >>"$PLACED/commands"
exec "$PLACED_CLANG" "$@"
SH
chmod +x placed/clang
PLACED=$PWD/placed PLACED_CLANG=$(command -v clang-19 || command -v clang) placed/bin/warpproof launches --clang="$PWD/placed/clang" filled.cu >without 2>&1
cmp -s with without && grep -q 'include-pch [^ ]*/lib/warpproof/host.pch' placed/commands
result $? "and uses them for host code"
PLACED=$PWD/placed PLACED_CLANG=$(command -v clang-19 || command -v clang) placed/bin/warpproof check --clang="$PWD/placed/clang" standard.cu >out 2>&1
grep -q 'include-pch [^ ]*/lib/warpproof/device.pch' placed/commands && grep -q 'include-pch [^ ]*/lib/warpproof/standard.pch' placed/commands
result $? "and uses them"
cat >disturbed.cu <<'CU'
#include <vector>
using namespace std;
struct map { int width; };
__global__ void fill(int *a) { a[threadIdx.x] = 1; }
int main() { map m = {32}; int *a; cudaMalloc(&a, 32 * sizeof *a); fill<<<1, m.width>>>(a); }
CU
expect 0 "a name of a header that the program does not include" "$wp" check --only=bounds disturbed.cu
has out "proved for the launches of this program (disturbed.cu:5): bounds" "disturbs nothing"
expect 0 "another standard of C++" "$wp" check --only=bounds disturbed.cu -- -std=c++20
unset WARPPROOF_SHARE

# Ranges that compilers check with one comparison, and values in both of their readings.
cat >ranges.cu <<'EOF'
#include <cstdlib>
__global__ void checked(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
__global__ void beyond(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
__global__ void unsigned_size(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
__global__ void readings(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), m = atoi(argv[2]), *a;
  if (n < 1 || n > 100000) return 1;
  cudaMalloc(&a, (n + 3) / 4 * 16);
  checked<<<(n + 255) / 256, 256>>>(a, n);
  cudaMalloc(&a, n * 4);
  beyond<<<(n + 256) / 256, 256>>>(a, n + 1);
  unsigned u = m;
  cudaMalloc(&a, (u + 3) / 4 * 16ul);
  readings<<<(u + 255) / 256, 256>>>(a, m);
  if (u > 100000) exit(1);
  cudaMalloc(&a, (u + 3) / 4 * 16);
  unsigned_size<<<(u + 255) / 256, 256>>>(a, m);
}
EOF
expect 1 "ranges" "$wp" check --only=bounds ranges.cu
has out "checked(int*, int): proved for the launches of this program (ranges.cu:10): bounds" "a range check of two ends"
has out "beyond(int*, int): refuted: bounds" "and one element too many behind it"
has out "unsigned_size(int*, int): proved for the launches of this program (ranges.cu:18): bounds" "of an unsigned number"
hasnt out "readings(int*, int): refuted" "of a value in two readings that no fact relates no launch is made up"
cat >shapes.cu <<'EOF'
#include <algorithm>
#include <cstdlib>
__constant__ int limit;
__global__ void masked(int *s, int n) { if (n & 1) s[0] = threadIdx.x; }
__global__ void rest(int *s) { if (blockDim.x > 31) s[0] = threadIdx.x; else s[threadIdx.x] = 1; }
__global__ void least(int *s) { if (gridDim.x > 4 && blockIdx.x == 0) s[0] = threadIdx.x; }
__global__ void limited(int *a) { int i = threadIdx.x; if (i < limit) a[i] = 1; }
int main(int argc, char **argv) {
  int a = atoi(argv[1]), *s;
  cudaMalloc(&s, 400);
  masked<<<1, 64>>>(s, a & 30);
  unsigned b = argc;
  rest<<<1, b & 31>>>(s);
  least<<<std::min(a, 4), 64>>>(s);
  int h = 101;
  cudaMemcpyToSymbol(limit, &h, 4);
  limited<<<1, 256>>>(s);
}
EOF
expect 1 "numbers that not every number is" "$wp" check --only=race,bounds shapes.cu
has out "masked(int*, int): proved for the launches of this program (shapes.cu:11): race" "a mask"
has out "rest(int*): proved for the launches of this program (shapes.cu:13): race" "a remainder as the size of blocks"
has out "least(int*): proved for the launches of this program (shapes.cu:14): race" "a minimum"
has out "limited(int*): refuted: bounds" "what a variable of the device is told to hold"

cat >rounds.cu <<'EOF'
#include <cstdlib>
__global__ void pivot(int *a, int n, int k) { if (threadIdx.x == 0) a[k] = 1; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), *a;
  if (n < 1) return 1;
  cudaMalloc(&a, 4 * n);
  for (int k = 0; k < n; k++) pivot<<<1, 32>>>(a, n, k);
}
EOF
expect 0 "a launch for each round of a loop" "$wp" check --only=bounds rounds.cu
has out "pivot(int*, int, int): proved for the launches of this program (rounds.cu:7): bounds" "whose counter is not negative"

cat >one_memory.cu <<'EOF'
__device__ int table[64];
__global__ void computed(int *o, const int *in) { int i = threadIdx.x; int next = in[i + 1]; o[i] = next; }
__global__ void twice(int *o, const int *in) { int i = threadIdx.x; int next = in[i + 1]; o[i] = next; }
int main() {
  int *a, *p, *q;
  cudaMalloc(&a, 400);
  computed<<<1, 64>>>(a, (int *)((long)a + 4));
  cudaGetSymbolAddress((void **)&p, table);
  cudaGetSymbolAddress((void **)&q, table);
  twice<<<1, 32>>>(p, q);
}
EOF
"$wp" check --only=race one_memory.cu >out 2>err
hasnt out "computed(int*, int const*): proved" "a pointer that is computed from another as a number"
hasnt out "twice(int*, int const*): proved" "two addresses of one variable"
cat >numbers.cu <<'EOF'
#include <cstdint>
#include <cstdlib>
__global__ void round(int *o, const int *in) { int i = threadIdx.x; int next = in[i + 1]; o[i] = next; }
__global__ void choice(int *o, const int *in) { int i = threadIdx.x; int next = in[i + 1]; o[i] = next; }
__global__ void element(int *o, const int *in) { int i = threadIdx.x; int next = in[i + 1]; o[i] = next; }
__global__ void two(int *o, const int *in) { int i = threadIdx.x; int next = in[i + 1]; o[i] = next; }
int main(int argc, char **argv) {
  int *a, *b;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  uintptr_t v = (uintptr_t)a, t[3];
  for (int i = 0; i < argc; i++) v = (v + 3) & ~(uintptr_t)3;
  round<<<1, 64>>>(a, (int *)v);
  choice<<<1, 64>>>(a, (int *)(argc > 4 ? (uintptr_t)a : (uintptr_t)b));
  for (int i = 0; i < 3; i++) t[i] = (uintptr_t)a + 4 * i;
  element<<<1, 64>>>(a, (int *)t[argc % 3]);
  two<<<1, 64>>>(a, b);
}
EOF
"$wp" check --only=race numbers.cu >out 2>err
hasnt out "round(int*, int const*): proved" "a number that a loop computes"
hasnt out "choice(int*, int const*): proved" "one that is chosen"
hasnt out "element(int*, int const*): proved" "one from a table"
has out "two(int*, int const*): proved" "and none at all"
cat >unrelated.cu <<'EOF'
#include <cstdlib>
__global__ void always(int *a, int n) { a[threadIdx.x] = n; }
__global__ void negative(int *a, int n) { a[1000] = n; }
__global__ void related(int *a, int p, int q, int r, int s, int t, int u, int g) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < g) a[i] = p; }
int main(int argc, char **argv) {
  int *a, mode = atoi(argv[4]);
  int p = atoi(argv[1]), q = atoi(argv[2]), r = atoi(argv[3]), s = atoi(argv[4]), t = atoi(argv[5]), u = atoi(argv[6]);
  cudaMalloc(&a, 400);
  if (mode > 100) return 1;
  if (mode < 10 || mode > 20) always<<<1, 128>>>(a, 5);
  int m = atoi(argv[5]);
  if (m >= -100 && m <= -5) negative<<<1, 1>>>(a, m);
  related<<<1, 1>>>(a, p * 3, q * 3, r * 3, s * 3, t * 3, u * 3, 1);
  int g = atoi(argv[6]);
  if (g < 1 || g > 1000) return 1;
  cudaMalloc(&a, (g / 2) * 64);
  related<<<1000, 16>>>(a, p * 3, q * 3, r * 3, s * 3, t * 3, u * 3, (g / 2) * 16);
}
EOF
expect 1 "conditions on other values" "$wp" check --only=bounds unrelated.cu
has out "always(int*, int): refuted: bounds" "make no error a warning"
has out "negative(int*, int): refuted: bounds" "and no condition is one that no launch of the program meets"
hasnt out "not found where n >= 0"
has out "related(int*, int, int, int, int, int, int, int): proved for the launches of this program (unrelated.cu:13, unrelated.cu:17): bounds" "numbers that relate facts come first"

# What is not understood.
expect 1 "host code that does not compile" "$wp" check -v --only=race unreadable.cu
has out "judged for every launch: its host code does not compile: unreadable.cu:1:"
expect 1 "a function that does not compile" "$wp" check -v --only=race broken.cu
has out "judged for every launch: host code here does not compile: unknown type name 'no_such_type'" "may launch what it names"
expect 1 "and nothing else" "$wp" check --only=race internal.cu broken.cu
has out "offered(int*): proved for the launches of this program (internal.cu:5): race"
expect 0 "which is told" "$wp" launches broken.cu
has out "broken.cu:5: fill(int*)"
has out "note: broken.cu:5: host code here does not compile"
expect 1 "host code of another file that does not compile" "$wp" check -v --only=race internal.cu unreadable.cu
has out "launched at unreadable.cu: its host code does not compile" "may launch kernels of other files"
has out "own(int*): proved for the launches of this program (internal.cu:4): race" "but none of internal linkage"
has out "offered(int*): refuted: race"
expect 1 "an axis that a kernel does not read" "$wp" check -v --only=race --launches=program unread.cu unreadable.cu
has out "along(int*): proved for the launches of this program" "is of one element where nothing is known of a launch"
has out "gridDim.y = gridDim.z = 1: the kernel reads no index of these axes" "and that is an assumption"
if [ -f /usr/local/cuda/include/cub/version.cuh ] || [ -f /usr/local/cuda/include/cccl/cub/version.cuh ]; then
    expect 0 "with a toolkit's headers" "$wp" launches toolkit.cu
    has out "p: allocated at toolkit.cu:7, 16384 bytes" "two instances of its template call cudaMalloc"
    expect 0 "its launches are read, too" "$wp" check --only=race,bounds toolkit.cu
    has out "proved for the launches of this program (toolkit.cu:9): bounds"
    cat >scoped.cu <<'EOF'
__global__ void clangs(int *p) { __scoped_atomic_fetch_add(p + threadIdx.x, blockIdx.x, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP); }
__global__ void wide(int *p) { __scoped_atomic_fetch_add(p + threadIdx.x, blockIdx.x, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }
__global__ void nvccs(int *p) { __nv_atomic_add(p + threadIdx.x, blockIdx.x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK); }
EOF
    expect 1 "atomics of a toolkit keep their scope" "$wp" check --only=race --cuda-path=/usr/local/cuda scoped.cu
    has out "clangs(int*): refuted: race" "clang's builtins"
    has out "wide(int*): proved for every launch: race"
    has out "nvccs(int*): refuted: race" "the compiler's own"
    expect 0 "a library's launches are left out" "$wp" launches library.cu
    has out "library.cu:16: halves(int*)" "a function that it calls is not"
    has out "blockDim = (?1, 1, 1)" "with any argument"
    hasnt out "cub::"
fi
# Seven files: 14 seconds for host code, more than a worker has for its file (10, and a quarter and a second of grace).
expect 1 "host code that takes longer than the limit" "$wp" check -v --only=race --timeout=2 slow.cu freed.cu unread.cu axes.cu \
    sums.cu pointers.cu closed.cu -- -fconstexpr-steps=4294967295
hasnt out "the time limit ran out" "workers that wait for it are not late"
has out "reading host code took longer than --timeout" "costs the facts"
has out "own(int*): refuted: race" "and no verdict"
expect 0 "what host code says of sizes" "$wp" check -v --only=race assumed.cu
awk '/fill_anyhow/ { twin = 1 } !twin && /^    assuming/ && !/^    assuming w . w < 2.31, a product of signed numbers/' out >assumptions
test ! -s assumptions
result $? "leaves nothing to assume but that a product of two numbers does not overflow"
has out "in other launches assuming gridDim.x * blockDim.x < 2^31" "but of other launches"
has out "assuming w * w < 2^31" "nor where the host's product may wrap around"
"$wp" check --format=json -o assumed.json assumed.cu >>err 2>&1
"$validate" "$schemas/report-1.schema.json" assumed.json >>err 2>&1
result $? "which the schema of reports has"
has assumed.json '"other_assumptions"'
expect 0 "numbers that are passed as unsigned ones" "$wp" check -v --only=bounds passed.cu
awk '/^passed.cu:7/ { rest = 1 } !rest && /^    assuming/' out >assumptions
test ! -s assumptions
result $? "are not negative where an allocation shows it"
has out "assuming 0 <= n <= 1024 (as it is passed: the result of atoi (passed.cu:18))" "else that is claimed"
has out "assuming 0 <= n < 2^31 (as it is passed: the result of atol (passed.cu:19))" "as is that a number of 64 bits fits"
expect 1 "axes that a kernel does not read" "$wp" check --only=race axes.cu
has out "along(int*, int): proved for every launch: race" "are of one element, whatever a launch says of them"
has out "around(int*): refuted: race" "but of a launch that says more"
has out "(launched at axes.cu:9)"
expect 1 "numbers that are given" "$wp" check --only=bounds doubt.cu
has out "last(int*, int): refuted: bounds" "show what they do"
has out "last_computed(int*, int): unproved: bounds" "but none that is computed in a way that is not followed"
has out "host code may not launch it so: that depends on a value that depends on the path"
expect 0 "as a launch file" "$wp" launches --format=json doubt.cu
has out '"omitted": "a value that depends on the path"'
cp out doubt.json
"$validate" "$schemas/launches-1.schema.json" doubt.json >>err 2>&1
result $? "which follows its schema"
expect 0 "a kernel whose address is taken" "$wp" launches address.cu
has out "the program takes the kernel's address, and launches through it are not read"
expect 1 "may be launched anyhow" "$wp" check --only=race address.cu
hasnt out "(launched at" "and no launch is said to show what it does"
expect 0 "freed before the launch" "$wp" launches freed.cu
has out "and may be freed before the launch"

# Floating-point numbers and null pointers; variables without a value; barriers of all blocks.
expect 1 "numbers and pointers that decide what a kernel does" "$wp" check --only=race,divergence given.cu
each given.cu "; proved for the launches of this program (given.cu:[0-9]*): race" "it gets what excludes its race" scale shift member
each given.cu ": refuted: race" "it does not" scale_racy shift_racy member_racy
has out "(launched at given.cu:68)"
has out "p.alpha = 2.5, p.bias = nullptr"
has out "odd(int*, int): unproved: race" "a condition that is not understood may exclude the one number that shows the race"
has out "host code may not launch it so: that depends on a condition (given.cu:76) (launched at given.cu:77)"
has out "mode(int*, int): unproved: race" "a variable that may have no value may have the one that shows the race"
has out "rows(int*, int*): unproved: race, divergence" "a barrier of all blocks needs a cooperative launch,"
has out "and this launch is none (launched at given.cu:81) [contradictory-assumptions]"
has out "rows_cooperative(int*, int*): proved for every launch: race, divergence" "as there is one"
has out "(launched at given.cu:85; what factor holds there is not known)"
expect 3 "other launches that are not cooperative" "$wp" check --only=race listed_plain.cu
has out "listed(int*, int*): unproved: race" "by cudaLaunchKernel"
has out "extended(int*, int*): unproved: race" "by cudaLaunchKernelEx without attributes"
has out "attributed(int*, int*): proved for every launch: race" "an attribute may make it one"
expect 3 "cooperative launches" "$wp" check --only=race -v cooperative.cu
has out "by_function(int*, int*): proved for every launch: race"
has out "by_attribute(int*, int*): proved for every launch: race"
has out "by_no_attribute(int*, int*): unproved: race"
[ "$(grep -c '^    assuming the kernel is launched cooperatively' out)" -eq 1 ]
result $? "that a launch is cooperative is assumed only where it may not be"
expect 0 "textures of arrays" "$wp" check --only=race -v textures.cu
hasnt out "    assuming no texture that the kernel reads" "are not taken to be apart from memory: they are"
expect 0 "textures of other memory" "$wp" check --only=race -v textures.cu -- -DLINEAR=b
hasnt out "    assuming no texture that the kernel reads"
expect 3 "textures of memory that the kernel writes" "$wp" check --only=race -v textures.cu -- -DLINEAR=a
has out "read(float*, unsigned long long, int): unproved: race"
expect 1 "a null pointer that a kernel accesses" "$wp" check --only=bounds --kernel='reached*' given.cu
has out "reached(float*, float*): refuted: bounds"
has out "error: out-of-bounds read of 'bias'"
has out "reached_free(float*, float*, int): proved for the launches of this program"
expect 0 "races in it are judged as in any memory" "$wp" check --only=race --kernel=reached given.cu
has out "reached(float*, float*): proved for every launch: race"
expect 0 "are listed" "$wp" launches given.cu
has out "    beta = 1.25"
has out "    bias: a null pointer"
has out "    safe: a value that depends on the path (given.cu:78)"
expect 0 "and written" "$wp" launches --format=json given.cu
cp out given.json
"$validate" "$schemas/launches-1.schema.json" given.json >>err 2>&1
result $? "as the schema has it"
expect 1 "a launch file with them" "$wp" check --launches=program --launches=given.json --only=race,divergence given.cu
has out "shift_racy(float*, float*): refuted: race"
expect 1 "as options" "$wp" check --launches=any --only=race --kernel='s*' --param alpha=0.0 --param beta=1.5 --alias bias=nullptr given.cu
has out "scale(int*, float, double): proved for every launch: race"
has out "shift(float*, float*): proved for every launch: race"
has out "shift_racy(float*, float*): refuted: race"
expect 0 "a whole number for a floating-point parameter" "$wp" check --launches=any --only=race --kernel=scale_racy --param alpha=0 given.cu
expect 1 "is that number" "$wp" check --launches=any --only=race --kernel=scale_racy --param alpha=1 given.cu
has out "alpha = 1:"
expect 2 "what is no pointer" "$wp" check --launches=any --alias alpha=nullptr given.cu
expect 2 "what is no distance" "$wp" check --launches=any --alias bias=nullptr+4 given.cu

# Kernels of one name that only their own files can launch.
expect 1 "kernels of files of their own" "$wp" check --only=bounds own_one.cu own_two.cu
has out "own_one.cu:2: fill(float*, int): proved for the launches of this program (own_one.cu:10): bounds"
has out "own_two.cu:1: fill(float*, int): refuted: bounds"
expect 1 "a kernel of one of two files, through a list" "$wp" check --only=race list_one.cu list_two.cu
has out "list_two.cu:1: k(int*, int, int): refuted: race" "may be either, and what one is passed proves nothing"
expect 0 "is not told" "$wp" launches list_one.cu list_two.cu
has out "files have kernels of this name with different parameters"

# Sizes that are not known stay so where another pointer is null.
expect 3 "a null pointer beside memory of unknown size" "$wp" check --only=race,bounds null_beside.cu
has out "bounds unchecked of idx"
hasnt out "may overlap"

# A list that points to less than the parameter has.
expect 3 "arguments in a list: fewer bytes than the parameter has" "$wp" check --only=bounds listed_narrow.cu
has out "listed_narrow.cu:4: narrow(int*, unsigned long): unproved: bounds"
has out "depends on a variable that may have no value yet, or fewer bytes than are read of it (launched at listed_narrow.cu:24)"
has out "listed_narrow.cu:10: whole(int*, unsigned long): proved for the launches of this program (listed_narrow.cu:25): bounds"

# Errors that every ordinary launch shows, where host code decides by numbers in a way that is not understood.
expect 1 "numbers of other kinds than the counterexample's" "$wp" check --only=race varied.cu
has out "varied.cu:3: one(int*, int): unproved: race" "n == 1 is what the program excludes"
has out "varied.cu:9: any(int*, int): refuted: race" "every n shows it"
has out "varied.cu:14: odd(int*, int): unproved: race" "even numbers do not show it"
hasnt out "error: data race on 's': two threads of one block write and read the same shared memory without order (launched"

# Contents that are not known, and those that fills and stores to managed variables leave.
expect 1 "contents of other kinds than the counterexample's" "$wp" check --only=race,bounds contents_kinds.cu managed.cu
has out "contents_kinds.cu:9: by_config(config const*, int*): unproved: race" "only a flag that is not set shows it"
has out "host code may not launch it so: that depends on what arrays hold (launched at contents_kinds.cu:37)"
has out "(launched at contents_kinds.cu:41; what c holds there is not known)" "flags that are set show it, too"
has out "by_fill(int const*, int*): proved for the launches of this program (contents_kinds.cu:39): race, bounds"
has out "kept(): proved for the launches of this program (managed.cu:24): race, bounds"
has out "changed(): unproved: race, bounds" "a kernel may have written the variable"
expect 3 "contents that no array has" "$wp" check --only=race --launches=any --kernel=by_any --requires 'nonzero(c)' --requires 'zero(c)' contents_kinds.cu
has out "no launch in scope is known to satisfy what is required"
expect 0 "elements of structures that are not 0" "$wp" check --only=race --launches=any --kernel=by_config --requires 'nonzero(c)' contents_kinds.cu

# Elements that are read in or drawn, and members of a structure that is read in (given_contents.cu).
expect 1 "contents and numbers from outside" "$wp" check --only=race,bounds given_contents.cu
has out "given_contents.cu:17: by_read(int const*, int*): refuted: race" "the file may set flags"
has out "given_contents.cu:21: by_drawn(int const*, int*): refuted: race" "random numbers"
has out "given_contents.cu:25: by_computed(int const*, int*): unproved: race" "the program may never set one"
has out "given_contents.cu:29: by_stored(int const*, int*): unproved: race"
has out "given_contents.cu:33: by_count(int*, int): refuted: bounds" "the member is read in"
has out "given_contents.cu:34: by_width(int*, int): unproved: bounds" "the member is computed"
has out "given_contents.cu:35: rows(int const*, int const*, int*, int): refuted: race"
expect 0 "a launch file tells what is given" "$wp" launches --format=json given_contents.cu
has out '"given": ['

# What host code says that is easily overlooked (hunted.cu).
expect 1 "easily overlooked" "$wp" check --only=race,bounds hunted.cu
has out "hunted.cu:9: found(int*, int, int): unproved: race, bounds" "one of several conditions holds"
has out "hunted.cu:14: places(int*, int const*, int): unproved: race, bounds" "elements of a vector may differ"
has out "hunted.cu:19: drawn_places(int*, int const*, int): refuted: race; proved for the launches of this program (hunted.cu:85): bounds" "drawn ones need not"
has out "hunted.cu:24: narrow(int*, int): unproved: bounds" "that a number fits a short one is not claimed"
hasnt out "hunted.cu:32:14: error" "characters are small"
has out "hunted.cu:34: digit(int*, int, int): unproved: bounds" "so are numbers of one digit"
has out "hunted.cu:39: length(int*, int, int): unproved: bounds" "and lengths of texts"
has out "hunted.cu:44: listed(int*, int): proved for every launch: race; proved for the launches of this program (hunted.cu:108): bounds" "launched beside an object"
has out "hunted.cu:53: from_list(pole const*, float*, int): unproved: bounds" "kinds are told apart by contents of 0"

# Pointers in variables of the device (variables_held.cu).
expect 3 "pointers in variables" "$wp" check --only=race variables_held.cu
each variables_held.cu ": proved for every launch: race" "each leads to memory of its own" by_struct by_two
each variables_held.cu ": unproved: race" "host code passes one of them twice" by_pointer by_tables by_arrays
has out "read through a pointer whose array is not known (launched at variables_held.cu:28)"
expect 0 "are listed" "$wp" launches --format=json -o held.json variables_held.cu
has held.json '"held"'
"$validate" "$schemas/launches-1.schema.json" held.json >>err 2>&1
result $? "as the schema has it"
expect 3 "and read again" "$wp" check --launches=held.json --only=race variables_held.cu
each variables_held.cu ": proved for every launch: race" "from the launch file" by_struct by_two

# What readers write, and what the program makes of it (read_in.cu).
expect 1 "what is read in" "$wp" check --only=race,bounds read_in.cu
each read_in.cu ": proved for the launches of this program" "it is bounded" how_much beside cases cut
each read_in.cu ": unproved: race" "no contents are free that the program overwrites, orders, checks or makes" overwritten rising sorted checked one_drawn
has out "letters(int*, int): unproved: race" "characters are small"
has out "optional(int*, int): refuted: bounds" "an option of the command line is an input"
hasnt out "error: data race"

# Places that counters give (counted_places.cu).
expect 1 "places of a counting sort" "$wp" check --only=race counted_places.cu
has out "place(int const*, int*, int*, int): unproved: race" "what another kernel makes of the counters is not followed"
has out "place_racy(int const*, int*, int*, int): refuted: race" "nobody does"

# The number of elements of a vector (vector_sizes.cu).
expect 3 "sizes of vectors" "$wp" check --only=bounds vector_sizes.cu
each vector_sizes.cu ": proved for the launches of this program" "as an int, an unsigned and a size" of_ints of_pairs of_triples
each vector_sizes.cu ": unproved: bounds" "one element more" one_more
expect 0 "are listed" "$wp" launches vector_sizes.cu
has out "    n: how many elements a vector has ("

# What is true on some paths, of some copies, of some numbers (attacked.cu).
expect 1 "on some paths only" "$wp" check --only=race,bounds attacked.cu
each attacked.cu ": refuted: bounds" "an exact division on another path says nothing" halves
each attacked.cu ": unproved: bounds" "a constant that is overwritten" cleared
each attacked.cu ": unproved: race" "a pointer that is copied to two places, or moved" twice moved
each attacked.cu ": unproved: bounds" "numbers that conditions on what is computed from them, or on their text, exclude" mixed texts

# Claims that follow from others (claims_implied.cu).
expect 0 "claims that follow from others" "$wp" launches claims_implied.cu
has out "claimed: (rows * columns) + 255 < 2^32"
hasnt out "claimed: rows * columns < 2^32" "it follows"
has out "claimed: rows * 400 < 2^31" "that rows are not negative bounds no product"
has out "claimed: rows >= 0"

# Pointers that may be one where that does not matter (alias_harmless.cu).
expect 3 "pointers that may be one" "$wp" check --only=race alias_harmless.cu
each alias_harmless.cu ": proved for every launch: race" "the kernel uses none of them, or only reads" uses_none reads_both
each alias_harmless.cu ": unproved: race" "it writes to one" writes_one takes_address

# Numbers that a case of a switch fixes (switch_block.cu).
expect 1 "a switch over the block's size" "$wp" check --only=race,bounds switch_block.cu
has out "sum<512u>(int const*, int*): proved for every launch: race; proved for the launches of this program (switch_block.cu:29): bounds"
has out "in[1048576] is beyond the end of this global array (launched at switch_block.cu:32)" "one block more than there is room for"

# What nvcc accepts and clang does not (nvcc_dialect.cu).
expect 1 "spaces in <<<...>>>, registers with one %" "$wp" check --only=race,bounds nvcc_dialect.cu
has out "fill<256>(int*, int): proved for every launch: race; proved for the launches of this program (nvcc_dialect.cu:16): bounds"
has out "(launched at nvcc_dialect.cu:17)"
hasnt out "left out" "nothing is left out"

# Conditions on contents that name the size of an array which host code computes (sized_lists.cu).
expect 3 "sizes of arrays in conditions" "$wp" check --only=race,bounds sized_lists.cu
has out "race-free, in bounds if in_range(begins, 0, elements(list) + 1) && in_range(list, 0, n) (of the launches of this program)"
expect 0 "stated" "$wp" check --only=race,bounds --requires 'in_range(begins, 0, elements(list) + 1) && in_range(list, 0, elements(data))' sized_lists.cu
expect 3 "too weak" "$wp" check --only=race,bounds --requires 'in_range(begins, 0, elements(list) + 2) && in_range(list, 0, elements(data))' sized_lists.cu
expect 3 "no launch tells the size" "$wp" check --only=race,bounds --launches=any --extent data=n --requires 'in_range(list, 0, elements(list))' sized_lists.cu
expect 0 "elements of an array whose size is told in bytes" "$wp" check --only=race,bounds --kernel=in_bytes --requires 'n <= elements(out)' sized_bytes.cu
expect 1 "too weak for it" "$wp" check --only=race,bounds --kernel=in_bytes --requires 'n <= elements(out) + 1' sized_bytes.cu
expect 2 "no array" "$wp" check --requires 'in_range(begins, 0, elements(list' sized_lists.cu
has err "expected (ARRAY)"
expect 2 "an array that no kernel has" "$wp" check --launches=any --requires 'in_range(begins, 0, elements(lost))' sized_lists.cu
has err "no kernel that is checked has an array 'lost'" "the array is named"

# Floating-point numbers that host code computes.
expect 1 "computed floating-point numbers" "$wp" check --only=race computed_reals.cu
has out "computed_reals.cu:4: scaled(int*, float): unproved: race" "1.0f / n is not negative"
has out "host code may not launch it so: that depends on r, a floating-point number that is computed (launched at computed_reals.cu:44)"
has out "always(int*, float): refuted: race" "any number shows it"
has out "without order (launched at computed_reals.cu:45)"
has out "given(int*, float): refuted: race" "an input is any number"
has out "without order (launched at computed_reals.cu:47)"
expect 1 "known floating-point numbers in runs" "$wp" check --only=bounds --kernel='known*' computed_reals.cu
has out "known(float*, float, double): unproved: bounds" "they are no bit patterns"
has out "known_beyond(float*, float, double): refuted: bounds"
has out "x = 2, y = 2:"
expect 0 "are listed" "$wp" launches computed_reals.cu
has out "r: a floating-point number that is computed"
expect 0 "in a file, too" "$wp" launches --format=json -o reals.json computed_reals.cu
"$validate" "$schemas/launches-1.schema.json" reals.json >>err 2>&1
result $? "the list follows its schema"
has reals.json '"computed"'
expect 0 "and beside it as text" "$wp" launches --format=json -o reals.json --format=text computed_reals.cu
has out "computed_reals.cu:44"
expect 2 "other formats" "$wp" launches --format=sarif computed_reals.cu
has err "launches are listed as text or json"
expect 2 "a file that cannot be written" "$wp" launches -o missing/list computed_reals.cu
expect 1 "and read again" "$wp" check --launches=reals.json --only=race computed_reals.cu
has out "scaled(int*, float): unproved: race"

# Variables that nothing in the program writes hold what they are initialised with.
expect 1 "variables with an initial value" "$wp" check --only=race,bounds initial.cu
each initial.cu ": proved for the launches of this program (initial.cu:[0-9]*): race, bounds" "it is proved" by_order by_own by_limit
has out "by_size(): proved for every launch: race; proved for the launches of this program (initial.cu:59): bounds"
has out "by_wrong(int*): refuted: race; proved" "two elements are the same"
has out "without order (launched at initial.cu:58) [data-race]"
has out "by_copied(int*): unproved: race, bounds" "the host writes it later in the program, too"
has out "by_changed(): unproved: race, bounds" "a kernel may have written it"
has out "by_counted(): unproved: race, bounds" "so may an earlier launch of the kernel"
expect 0 "are listed" "$wp" launches initial.cu
has out "    as initialised: order, size, limit, changed, counted, data"
expect 0 "in a file" "$wp" launches --format=json -o initial.json initial.cu
"$validate" "$schemas/launches-1.schema.json" initial.json >>err 2>&1
result $? "the list follows its schema"
expect 1 "and read again" "$wp" check --launches=initial.json --only=race,bounds initial.cu
has out "by_own(int*): proved for the launches of this program"

# Numbers that the program reads in.
expect 1 "numbers that library functions read" "$wp" check --only=bounds scanned.cu
each scanned.cu ": proved for the launches of this program (scanned.cu:[0-9]*): bounds" "it is proved: calls between leave the number as it is" scanned streamed asked
has out "again(float*, int): refuted: bounds" "a number that is read once more is another one"
each scanned.cu ": unproved: bounds" "it is not proved: the number may be read once more" kept buffered
expect 0 "are listed" "$wp" launches scanned.cu
has out "n: a number that the program reads in (scanned.cu:18)"
has out "no file defines elsewhere: functions may be called from other files"
hasnt out "setvbuf" "which is the C library's"
expect 1 "an error for a number that is read in" "$wp" check --only=bounds scanned_error.cu
has out "refuted: bounds"
expect 3 "a main of hundreds of calls" "$wp" check --only=bounds long_main.cu
has out "a[504] is beyond the end of this global array; host code may not launch it so" "its sizes are one value"
has out "(launched at long_main.cu:23)"

expect 3 "a jump back to setjmp" "$wp" check --only=race jumps.cu
has out "k(float*, int, int): unproved: race" "what it returns to is memory as it was left"
has out "called(float*, int, int): unproved: race" "for what is called there, too"

# Numbers that are related in ways which facts do not tell.
expect 1 "numbers that host code relates" "$wp" check --only=race related.cu
each related.cu ": unproved: race" "the relation may exclude the race of it" permute shifted kept
has out "before(int*, int, int): proved for the launches of this program" "a negative number has a largest value"
has out "half(int*, int, int): proved for the launches of this program (related.cu:52): race" "bounds of a number hold for its half"
has out "neighbours(float*, int, int): refuted: race" "that it may not happen at all excludes no race"
has out "beside(int*, int, int): refuted: race" "no relation excludes this race"

# Contents of which facts tell less than host code does.
expect 1 "contents that host code computes" "$wp" check --only=race followed.cu
each followed.cu ": unproved: race" "those of it may not be any" by_mode by_even by_flags by_table
has out "race-free if distinct(table)" "a table of the device has conditions"
has out "by_given(int*): refuted: race" "an input is any number"
has out "by_random(int*, int const*): refuted: race" "so is a random one of its range"

# Arguments of a launch that call what is not known, and launch themselves, leave its sizes alone.
expect 1 "calls in arguments" "$wp" check --only=race arguments.cu
for kernel in reversed one many; do
    grep -q "^arguments.cu:[0-9]*: $kernel(int\*, int): proved for the launches of this program" out
    result $? "the sizes of $kernel are what the launch says"
done
has out "one_racy(int*, int): refuted: race" "so are those of a launch that races"

# A number that is read in is one number until it is read again.
expect 1 "numbers read in, in loops" "$wp" check --only=bounds read_again.cu
has out "once(float*, int): proved for the launches of this program" "one number, whichever buffer is passed"
has out "again(float*, int): refuted: bounds" "another one behind the next reading"

# Sizes that are computed in ways which are not followed.
expect 1 "blocks of sizes that are not followed" "$wp" check --only=race sizes_unfollowed.cu
has out "fits(int*, int): unproved: race" "smaller blocks exclude the race"
has out "never_fits(int*, int): refuted: race" "no block excludes this one"
has out "by_warp(int*, int): proved for the launches of this program" "warps have 32 threads"

# Tables of the device that the program computes, in part or in ways which are not followed.
expect 1 "tables that the program computes" "$wp" check --only=race,bounds tables_made.cu
has out "segments(float*, int): unproved: race" "they may not be any"
has out "first(float*): refuted: bounds" "the element that is known is an error"
has out "second(float*): unproved: bounds" "beside it another one is not known"
has out "from_file(float*, int): refuted: race" "what a user gives is any"

# Conditions that are not understood.
expect 1 "conditions of other values" "$wp" check --only=race conditions_apart.cu
has out "reversed(float const*, float*, int): refuted: race" "they leave the launch's numbers alone"
has out "reversed_if_fits(float const*, float*, int): unproved: race" "those of its numbers do not"

# Sizes that launches compute.
expect 1 "dynamic shared memory" "$wp" check --only=bounds dynamic_bytes.cu
has out "twice(float*): refuted: bounds" "half of what is accessed"
has out "enough(float*): proved for the launches of this program" "as large as the block"
has out "bytes(float*): refuted: bounds" "as many bytes as there are elements"
has out "of_size(float*, int): proved for the launches of this program" "as large as a parameter says"
expect 1 "sizes of 64 bits" "$wp" check --only=bounds long_sizes.cu
has out "within(float*, unsigned long): proved for the launches of this program" "proved under claims"
has out "beyond(float*, unsigned long): refuted: bounds" "refuted where the claims hold"

# Pointers in memory may be equal where a launch is seen: proofs assume nothing of them there.
expect 3 "rows that are one" "$wp" check --only=race pointer_rows.cu
has out "add(float**, int): unproved: race" "the pointers may be equal"
expect 0 "rows, the kernel alone" "$wp" check --only=race --launches=any -v pointer_rows.cu
has out "assuming each pointer in 'row' leads to memory of its own, which no other pointer leads to" "without a launch that is assumed, and listed"

# Claims of differences, and pointers beyond the end of their allocation.
expect 3 "what is claimed of no number" "$wp" check --only=bounds differences.cu
each differences.cu "): unproved: bounds" "it is not proved" masked least bounded rounded
has out "whole(float*, int, int): proved for the launches of this program (differences.cu:45): bounds" "an index is no difference"
expect 1 "pointers beyond the end" "$wp" check --only=bounds beyond.cu
has out "beyond(float*): refuted: bounds" "nothing lies behind a pointer beyond the end"
has out "beyond_all(float*, int): refuted: bounds"
has out "rest(float*, int): proved for the launches of this program (beyond.cu:30): bounds"
expect 3 "a size that is negative" "$wp" check --launches=any --only=race,bounds --kernel=rounded --extent a=-5 differences.cu
has out "no launch in scope is known to satisfy what is required and to have sizes of arrays that are not negative"
expect 3 "in the launch that is given" "$wp" check --launches=any --only=bounds --kernel=rounded --extent 'a=n-2000' --param n=1000 differences.cu
has out "rounded(float*, int): unproved: bounds"
expect 1 "and not in others" "$wp" check --launches=any --only=bounds --kernel=rounded --extent 'a=n-2000' differences.cu

# Contents that the program makes, of which properties are told, or each element.
expect 1 "contents that the program makes" "$wp" check --only=race contents_made.cu
has out "contents_made.cu:2: rows(int*, int const*): unproved: race" "an increasing array may be another one"
has out "contents_made.cu:7: few(int*, int const*): proved for the launches of this program (contents_made.cu:44): race" "each element is known"
has out "contents_made.cu:12: few_racy(int*, int const*): refuted: race"
has out "contents_made.cu:24: each(int*, tasks): unproved: race" "the structure is the program's"
expect 0 "are listed as such" "$wp" launches --format=json -o made.json contents_made.cu
"$validate" "$schemas/launches-1.schema.json" made.json >>err 2>&1
result $? "the list follows its schema"
has made.json '"summaries"'

# What kernels have stored.
expect 1 "what kernels have stored" "$wp" check --only=race kernels_store.cu
each kernels_store.cu "): unproved: race" "it goes by what kernels store" by_mode by_control by_variable by_kind
has out "by_given(int*, int const*): refuted: race" "what the program is given may be anything"
has out "on_flag(int*): refuted: race" "that they race on the flag does not rest on more"
expect 0 "is listed" "$wp" launches --format=json -o kernels_store.json kernels_store.cu
"$validate" "$schemas/launches-1.schema.json" kernels_store.json >>err 2>&1
result $? "the list follows its schema"
has kernels_store.json '"stored"'
expect 1 "and read back" "$wp" check --only=race --launches=kernels_store.json kernels_store.cu
has out "by_mode(int*, int const*): unproved: race"
has out "by_kind(int*, int const*): unproved: race"

# Conditions that are not followed, in a program that nothing comes into, and in one that is given something.
expect 1 "a program that nothing comes into" "$wp" check --only=bounds constant.cu
each constant.cu "): unproved: bounds" "it may never be launched" by_map by_vector by_order
has out "after_loop(int*, int): refuted: bounds" "a loop is left sooner or later"
expect 1 "the same with an input" "$wp" check --only=bounds constant.cu -- -DGIVEN
each constant.cu "): refuted: bounds" "it is launched for some input" by_map by_vector by_order after_loop

# Unsigned inputs that host code compares as signed numbers, or subtracts, are claimed to be below 2^31.
expect 0 "inputs read as signed numbers" "$wp" check --only=bounds -v narrowed.cu
[ "$(grep -c '^    assuming 0 <= [nm] < 2^31 && 0 <= [nm] < 2^31 (launched at narrowed.cu' out)" -eq 2 ]
result $? "is told"

# Sizes that no parameter tells.
expect 1 "sizes that no parameter tells" "$wp" check --only=bounds sizes_apart.cu
has out "by_inputs(int*, int): refuted: bounds" "two inputs that nothing relates"
has out "by_constant(int*, int): refuted: bounds"
has out "chunks(int*, int): proved for the launches of this program (sizes_apart.cu:28): bounds" "each chunk lies in the allocation"
has out "chunks_more(int*, int): unproved: bounds"
has out "chosen(int*): proved for the launches of this program (sizes_apart.cu:33): bounds" "the smaller of two allocations is large enough"
has out "chosen_more(int*): unproved: bounds" "the smaller is not"
has out "rows(float*, unsigned long): proved for the launches of this program (sizes_apart.cu:38): bounds" "rows as long as the runtime makes them"
has out "rows_of_bytes(float*, unsigned long): unproved: bounds" "their length is in bytes"
expect 3 "one of two allocations of given sizes" "$wp" check --only=bounds sizes_chosen.cu
has out "fill(int*, int): proved for the launches of this program (sizes_chosen.cu:31): bounds" "the smaller is large enough"
has out "fill_more(int*, int): unproved: bounds" "the smaller is not"
has out "fill_round(int*, int): unproved: bounds" "an allocation of an earlier round is of another size"
expect 0 "rows of a pitch, whatever is given" "$wp" check --only=race,bounds -v rows_given.cu
has out "rows(float*, unsigned long, int, int): proved for the launches of this program (rows_given.cu:14): race, bounds"
hasnt out "    assuming " "that no number overflows is what the allocation tells"
expect 1 "one allocation as structures and as integers" "$wp" check --only=race,bounds struct_alias.cu
has out "apart(point*, int*): proved for every launch: race; proved for the launches of this program (struct_alias.cu:18): bounds"
has out "racy(point*, int*): refuted: race"

# A grid of 65536 blocks, say, that follows from the length of its blocks.
expect 1 "blocks of a length that is given" "$wp" check --only=race,bounds block_given.cu
has out "square(int*, unsigned int): proved for every launch: race; proved for the launches of this program (block_given.cu:33): bounds"
has out "racy(int*, int*, unsigned int): refuted: race" "a launch with such a grid is found"
hasnt out "contradictory-requirements" "there are such launches"

# A condition that suffices for the launches of the program alone.
expect 3 "a condition for the launches of the program" "$wp" check --only=race block_bounded.cu
has out "race-free if blockDim.x % 64 == 0 (of the launches of this program)" "says that it is one"
expect 3 "and each finding" "$wp" check --only=race -v block_bounded.cu
has out "there it cannot happen if blockDim.x % 64 == 0"
expect 3 "the same in JSON" "$wp" check --only=race --format=json -o block_bounded.json block_bounded.cu
has block_bounded.json '"race": "program"'

# A product of given numbers, times constants.
expect 0 "a product of given numbers, times constants" "$wp" check --only=bounds -v products_scaled.cu
has out "sum(int, int, int, int const*, int*): proved for the launches of this program (products_scaled.cu:20): bounds" "it is known by the parameter that is passed the product"
has out "    assuming size < 2^24, a product of signed numbers (launched at products_scaled.cu:20)" "that the product does not overflow is told"

# Pointers that are kept where they are not followed.
expect 3 "pointers that are lost" "$wp" check --only=race pointers_lost.cu
each pointers_lost.cu "): unproved: race" "it may get one pointer twice" map_rows of_object of_two of_caller
has out "own_beside(float*, float const*, int): proved for every launch: race" "an allocation that nothing else holds is no other's"

# Launches that fail.
expect 3 "launches that fail" "$wp" check --only=bounds failing.cu
has err "failing.cu:12: warning: sweep(int*): this launch fails, and runs nothing: blockDim.x is 2048, not from 1 to 1024"
has err "failing.cu:13: warning: bounded(int*): this launch fails, and runs nothing: blocks of 128 threads of a kernel that is for at most 64"
has err "failing.cu:16: warning: large(int*): this launch fails, and runs nothing: 300000 bytes of shared memory; there are at most 232448"
each failing.cu "): proved for the launches of this program (.*): bounds" "it is judged for the launches that run" sweep square flat
expect 0 "are told" "$wp" launches failing.cu
has out "this launch fails, and runs nothing: gridDim.x is 0, not from 1 to 2147483647"
expect 0 "and listed" "$wp" launches --format=json -o failing.json failing.cu
"$validate" "$schemas/launches-1.schema.json" failing.json >>err 2>&1
result $? "the list follows its schema"
has failing.json '"fails": "blocks of 2048 threads; there are at most 1024"'

# Calls that are not followed.
expect 1 "calls that may not return" "$wp" check --only=bounds stops.cu
has out "host code may not launch it so: that depends on a call that may not return (stops.cu:39)"
has out "host code may not launch it so: that depends on the variable failures (stops.cu:47)"
has out "told(int*, int): refuted: bounds" "a call that returns decides nothing"

# What goes with a grid that is not followed.
expect 1 "flags and grids" "$wp" check --only=race grid_flags.cu
each grid_flags.cu "): unproved: race" "the program may not launch it so" columns alone
has out "sums<false>(float*, float): unproved: race"
has out "beside(int*): refuted: race" "in one block it races, too"
expect 1 "a grid that is rounded up" "$wp" check --only=race rounded.cu
has out "grid(float*, int, int): refuted: race"
has out "exact(float*, int, int): proved for the launches of this program (rounded.cu:17): race"
hasnt out "% 32 == 0"

expect 1 "counters of host loops" "$wp" check --only=bounds counted_from.cu
has out "above(float*, int, int): proved for the launches of this program (counted_from.cu:28): bounds"
has out "passed_over(float*, int, int): proved for the launches of this program (counted_from.cu:33): bounds"
each counted_from.cu "): refuted: bounds" "each value of the counter comes" two_above below
each counted_from.cu "): unproved: bounds" "the loop may end before" ended finished given_up fails_last guarded
has out "row = 1: thread (0,0,0) of block (0,0,0) reads x[-1024]"
"$wp" launches counted_from.cu >launches 2>&1
has launches ", at least 1"

# Arrays whose size is a number that is not followed; memory that devices may be writing.
expect 1 "arrays as large as such a number" "$wp" check --only=race,divergence sized_by_number.cu
each sized_by_number.cu "): unproved: race" "not with a larger number" ends meets
has out "in_any_case(int*, int): refuted: race"
expect 3 "registered memory" "$wp" check --only=bounds registered.cu
each registered.cu "): proved for the launches of this program" "nobody writes it behind the loop" before of_zeros
each registered.cu "): unproved: bounds" "a kernel may still write it" behind given

# Structs and arrays of pointers in memory.
expect 3 "pointers in memory" "$wp" check --only=race held.cu
each held.cu "): proved for every launch: race" "each leads to an allocation of its own" copied managed rows
each held.cu "): unproved: race" "two of them lead to one, or an argument does" same parts parts_of_one beside passed_on nested
"$wp" check --only=race -v held.cu >out 2>&1
has out "assuming each pointer in 's' leads to memory of its own, which no other pointer leads to"

# Sums and products of host code that may overflow, and vectors of braces.
expect 1 "what a loop stores" "$wp" check --only=bounds overflow.cu
has out "products(float*, float const*, int const*, int): unproved: bounds"
has out "small(float*, float const*, int const*, int): proved for the launches of this program (overflow.cu:38): bounds"
has out "braces(int*, int): refuted: bounds" "a vector of one number in braces has one element"

# OpenMP's pragmas.
expect 0 "without OpenMP its pragmas are comments" "$wp" check -v --only=race openmp.cu
hasnt out "OpenMP"
for flag in "-fopenmp" "-Xcompiler -fopenmp"; do
    expect 0 "with $flag" "$wp" check -v --only=race openmp.cu -- $flag
    has out "assuming OpenMP's regions in host code do what one thread does that ignores its pragmas"
done

# One text of main's arguments.
expect 1 "a text that is read twice" "$wp" check --only=bounds texts.cu
has out "twice(int*): proved for the launches of this program (texts.cu:22): bounds"
has out "other(int*): refuted: bounds" "of another text nothing is known"
expect 1 "where something changes a text" "$wp" check --only=bounds texts.cu -- -DCHANGED
hasnt out "twice(int*): proved for the launches"
expect 1 "or asks where the number ends, and writes there" "$wp" check --only=bounds texts.cu -- -DENDED
hasnt out "twice(int*): proved for the launches"

# What the raced array itself holds, numbers that paths choose, texts that the program makes, switches on powers of two.
expect 1 "what the raced array holds" "$wp" check --only=race own_contents.cu
each own_contents.cu "): unproved: race" "that may never be there" by_flag scatter
has out "shift(int*): refuted: race"
expect 3 "numbers that paths choose" "$wp" check --only=race joined.cu
each joined.cu "): proved for the launches of this program" "they are none of these" constants clamped
has out "above(int*, int): unproved: race"
expect 1 "texts of the program's own" "$wp" check --only=race own_text.cu
each own_text.cu "): unproved: race" "not any number stands there" one_char printed
has out "line(int*): refuted: race"
expect 0 "a switch on powers of two" "$wp" check --only=race,bounds switched.cu
each switched.cu ": proved for the launches of this program" "each case is its own number" "tile<512>" "tile<256>" "tile<128>" "tile<64>"
has out "rows(float*): proved for every launch: race"
hasnt out "assuming 0 <= gridDim.x"

# Sizes that are passed as multiples or quotients of what arrays are made of.
"$wp" check --only=bounds scaled.cu >out 2>&1
each scaled.cu ": proved for the launches of this program" "in names of what is passed" padded twice half pairs
hasnt out "half_short(float*, int, int, int): proved"

# What counters of host loops are, besides the conditions of their tests.
"$wp" check --only=bounds steps.cu >out 2>&1
each steps.cu ": proved for the launches of this program" "by where it begins and what a round does" butterfly bitonic down table
hasnt out "down_short(int*, int, int): proved"
hasnt out "tripled(float*, int, int): proved"
"$wp" launches steps.cu >launches 2>&1
has launches "where half is a power of two"

# Warnings that break no property, about launches that the program does not make.
expect 0 "warps that leave as a whole" "$wp" check exited.cu
hasnt out "threads leave the kernel before"
"$wp" check exited.cu -- -DODD >out 2>&1
has out "threads leave the kernel before" "and in part"

# Grids that are limited by more than blocks are.
expect 3 "a place for each block" "$wp" check -v --only=bounds grid_limit.cu
has out "in bounds if gridDim.x <= 8192" "the limit is a condition"
has out "with blockDim (128,1,1), gridDim (8193,1,1)" "and a launch of more is shown"
"$wp" check --only=bounds steps_behind.cu >out 2>&1
for name in doubled down inner zero after; do
    hasnt out "$name(int*, int): proved"
done

# Counters that a memset zeroes bound what they give.
"$wp" check compacted.cu >out 2>&1
has out "compact(int const*, int*, int*, int): proved for every launch: race, divergence, assert; proved for the launches of this program" \
    "a counter that is zeroed, of indices below the size"
has out "compact_short(int const*, int*, int*, int): refuted: bounds" "and one more index than there are places"
for name in compact_on compact_rows; do
    has out "$name(int const*, int*, int*, int): unproved: race, bounds"
done

# Products of two inputs are inputs by themselves, unless a factor stands elsewhere.
"$wp" check -v whole_product.cu >out 2>&1
has out "image[2] is beyond the end of this global array (launched at whole_product.cu:46)" "any number is such a product"
has out "assuming width * host.int1 < 2^31, a product of signed numbers (launched at whole_product.cu:47)" "but not beside a factor"
has out "assuming pixels < 2^31, a product of signed numbers (launched at whole_product.cu:48)" "nor as a product of another width"
hasnt out "assuming host.int1"
has out "tiles(float*, int): proved for every launch: race, divergence, assert; proved for the launches of this program" \
    "multiples of a number are no inputs"

# Grids that are quotients by a size of the kernel.
"$wp" check -v quotient_grid.cu >out 2>&1
has out "assuming size >= 0 && gridDim.x < 2^24 && gridDim.x * size < 2^24" "a grid that has nothing to do with the size"
hasnt out "    assuming size >= 0 && gridDim.x * size"

# Claims that bounds rest on discharge what the proof of races assumed without them.
"$wp" check -v shorter.cu >out 2>&1
has out "in other launches assuming n >= 0 && m >= 0 && m + n <= 1152921504606846977" "the program's launches rest on the claims"
hasnt out "    assuming n >= 0 && m >= 0 && m + n"

# Functions that free other memory than they are given.
"$wp" check --only=bounds frees_others.cu >out 2>&1
has out "fill(float*, int): proved for the launches of this program (frees_others.cu:98): bounds" "a function that frees memory of its own"
for name in fill_freed fill_kept fill_within; do
    has out "$name(float*, int): unproved: bounds"
done

# Quotients in the host, and what the kernel reads their divisors as.
"$wp" check -v quotient_signs.cu >out 2>&1
[ "$(grep -c '^    assuming gridDim.x \* s.m' out)" -eq 2 ]
result $? "a product with a quotient of signed numbers whose divisor is read without a sign is assumed not to wrap"

# Products that share factors.
"$wp" check shared_factors.cu >out 2>&1
has out "triangle(int*, int, int, int): unproved: race" "no three numbers are the products of two each of any others"
has out "apart(int*, int, int): refuted: race" "two products without a common factor are any numbers"

# Two calls of a function that launches.
"$wp" check -v two_calls.cu >out 2>&1
has out "host.long1 * host.long2 < 2^31 (host.long1: the result of atol (two_calls.cu:17))" "what one launch rests on"
has out "host.long1 * host.long2 < 2^31 (host.long1: the result of atol (two_calls.cu:18))" "and the other one at the same place"

# Numbers that are negative.
"$wp" check negative_numbers.cu >out 2>&1
for name in prime square; do
    has out "$name(int*, int): unproved: race"
done
has out "remainder(int*, int): proved for every launch: divergence, assert; proved for the launches of this program" "a remainder of negative numbers"
has out "remainder_racy(int*, int): refuted: race" "is what it may be"

# A condition of the user that ends as what host code says.
"$wp" check -v --requires "m - n >= 0" required_tail.cu >out 2>&1
has out "    assuming required: m - n >= 0" "it is an assumption"

# One text that is read as two numbers, and choices of which only one is an input.
"$wp" check one_text.cu >out 2>&1
each one_text.cu ": unproved: race" "not any pair of numbers comes" twice either
has out "both(int*, int, int): refuted: race" "inputs of one choice may be any"

# What one launch rests on is told where another one is not proved.
"$wp" check -v --only=race one_proved.cu >out 2>&1
has out "copy(float*, float const*, int): unproved: race" "pointers that may be one are not judged"
has out "    assuming 256 * gridDim.x + n <= 2^31" "the other launch is proved under that"
