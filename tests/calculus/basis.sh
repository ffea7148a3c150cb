#!/bin/sh
# basis.sh WARPPROOF: JSON says of each finding and each of its accesses whether it is typed or what it
# depends on, in every language, and what has confirmed it: the simulator, or the calculus where there
# is no kernel. Prints TAP.
set -u

wp=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# One "basis depends_on" for each finding and access.
bases() {
    grep -o '"basis": *"[a-z]*", *"depends_on": *\(null\|"[^"]*"\)' "$dir/json" | sed 's/"basis": *//; s/, *"depends_on": */ /'
}

# basis NAME CONFIRMER TYPED DEPENDENT FILE: findings and accesses that are typed and that are not, at
# least so many; a typed one depends on nothing, any other one names what it depends on.
basis() {
    name=$1 by=$2 typed=$3 dependent=$4 file=$5
    "$wp" check --only=race,divergence --format=json --stats=off "$file" 2>/dev/null | tr -s ' \n' ' ' >"$dir/json"
    bases >"$dir/bases"
    wrong=$(grep -c '^"typed" "\|^"[a-su-z][a-z]*" null$' "$dir/bases")
    has_typed=$(grep -c '^"typed" null$' "$dir/bases")
    has_dependent=$(grep -c '^"\(exact\|approximate\)" "' "$dir/bases")
    others=$(grep -o '"confirmed_by": *"[a-z]*"' "$dir/json" | grep -vc "\"$by\"")
    confirmed=$(grep -o "\"confirmed_by\": *\"$by\"" "$dir/json" | wc -l)
    if [ "$wrong" -eq 0 ] && [ "$has_typed" -ge "$typed" ] && [ "$has_dependent" -ge "$dependent" ] && [ "$others" -eq 0 ] && [ "$confirmed" -gt 0 ]; then
        echo "ok basis $name"
    else
        echo "not ok basis $name: $wrong wrong, $has_typed typed, $has_dependent dependent, $others confirmed by others"
    fi
}

basis "CUDA" replay 6 4 examples/babycuda.cu
basis "OpenCL" replay 6 3 tests/golden/distefano.cl
basis "protocols, typed" calculus 6 0 examples/babycuda_figure3.map
basis "protocols, not typed" calculus 2 4 examples/babycuda_equation2.map
basis "programs, typed" calculus 6 0 examples/babycuda_figure3.baby
basis "programs, not typed" calculus 2 4 examples/babycuda_equation2.baby

# Each access of a protocol, typed or not.
"$wp" map examples/babycuda.cu >"$dir/map"
accesses=$(grep -c '^ *\(read\|write\) ' "$dir/map")
told=$(grep '^ *\(read\|write\) ' "$dir/map" | grep -c '// .* \(typed\|exact (.*)\|approximate (.*)\)$')
if [ "$accesses" -gt 0 ] && [ "$accesses" -eq "$told" ]; then
    echo "ok basis each of $accesses accesses of a protocol"
else
    echo "not ok basis each access of a protocol: $told of $accesses"
fi
