#!/bin/sh
# advice.sh WARPPROOF [FILE...]: what a report advises is done, and must help: the condition of each "race-free if A" is stated with
# --requires, sizes of arrays with --extent. A fact never loses a property that was proved without it. FILE: golden tests;
# default: some of each kind. Prints TAP; run from the source root.
set -u

wp=$1
suite=advice
shift
[ $# -gt 0 ] || set -- tests/golden/contract_axis.cu tests/golden/contract_bounds.cu tests/golden/contract_divergence.cu tests/golden/inner_dimensions.cu \
    tests/golden/param_misfit.cu tests/golden/stride_param.cu
files=
for file in "$@"; do files="$files $PWD/$file"; done
. tests/cli/expect.sh

# "kernel|property|condition" of each condition that a report names.
conditions() {
    awk '
        / (proved|unproved|refuted|unchecked)/ && /^[^ ].*:[0-9]+: / && !/: (error|warning|note): / {
            name = $0; sub(/^[^ ]*:[0-9]+: /, "", name); sub(/[(<].*/, "", name); sub(/.* /, "", name); next
        }
        /^    .* if / && /--requires states it/ {
            line = $0; sub(/; (-v shows a launch that breaks it( [(][^)]*[)])?, )?wp_requires or --requires states it$/, "", line)
            count = split(line, parts, "; ")
            for (i = 1; i <= count; i++) {
                words = parts[i]; sub(/ if .*/, "", words); condition = parts[i]; sub(/^.*[a-z] if /, "", condition)
                if (words ~ /race-free/) print name "|race|" condition
                if (words ~ /divergence/) print name "|divergence|" condition
                if (words ~ /in bounds/) print name "|bounds|" condition
                if (words ~ /assertions hold/) print name "|assert|" condition
            }
        }' "$1"
}
# The properties of a verdict in a headline: verdict FILE WORD.
verdict() { sed -n "s/^[^ ].*[:;] $2[^:]*: \([a-z, ]*\).*/\1/p" "$1" | head -n 1 | tr -d ,; }

for file in $files; do
    name=$(basename "$file")
    eval "set -- $(sed -n 's/^\/\/ RUN: check //p' "$file" | head -n 1)"
    [ $# -gt 0 ] || set -- --only=race,divergence
    "$wp" check "$@" "$file" >out 2>err </dev/null
    conditions out >list
    while IFS='|' read -r kernel property condition; do
        case $condition in *power_of_two*) continue ;; esac
        "$wp" check "$@" --kernel "$kernel" "$file" >before 2>err </dev/null
        "$wp" check "$@" --kernel "$kernel" --requires "$condition" "$file" >out 2>err </dev/null
        case " $(verdict out refuted) $(verdict out unproved) " in *" $property "*) false ;; *) true ;; esac
        result $? "$name: $kernel: $property is proved with --requires '$condition'"
        lost=
        for proved in $(verdict before proved); do
            case " $(verdict out refuted) $(verdict out unproved) " in *" $proved "*) lost="$lost $proved" ;; esac
        done
        [ -z "$lost" ]; result $? "$name: $kernel: nothing is lost with it$lost"
    done <list
done

# Sizes that are asked for.
echo '__global__ void two(int *a, int *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = b[i] + 1; }' >two.cu
"$wp" check --only=bounds two.cu >out 2>err
has out "state it with --extent a=COUNT" "the size of the first array is asked for"
has out "state it with --extent b=COUNT" "and that of the second"
"$wp" check --only=bounds --extent a=n two.cu >out 2>err
hasnt out "--extent a=COUNT" "a size that is stated is not asked for again"
expect 0 "with both stated the bounds are proved" "$wp" check --only=bounds --extent a=n --extent b=n two.cu
