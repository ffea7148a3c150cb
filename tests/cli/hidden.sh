#!/bin/sh
# hidden.sh WARPPROOF VALIDATE: host code that hides a launch: what is not understood proves nothing (tests/cli/hidden); twins that hide
# none are proved. Prints TAP; run from the source root.
set -u

wp=$1
suite=hidden
. tests/cli/expect.sh
awk '/^#/ && !name { next }
     /^===? / { name = $2 ".cu" }
     /^== / { print "__global__ void row(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.y; }" >name }
     /^--- / { close(name); name = name "." $2 }
     !/^(===?|---) / { print >name }' "$root/tests/cli/hidden/programs.txt"
for file in *.cu; do
    case $file in *.cu.*) continue ;; esac
    kernel=row
    grep -q 'void row' "$file" || kernel=
    "$wp" check --only=race ${kernel:+--kernel row} --jobs 1 "$file" $(ls "$file".*.cu 2>/dev/null) -- -I. >out 2>err
    status=$?
    case $file in
    absent_header*.cu) # what is analysed without a header is not clean
        grep -q '^absent_header.*row(int\*): proved for the launches of this program' out
        test $? -eq $(case $file in *_free.cu) echo 0 ;; *) echo 1 ;; esac)
        result $? "${file%.cu}: its launch is proved if nothing in it is hidden"
        ;;
    *_free.cu)
        test $status -eq 0
        result $? "${file%.cu}: its launch is proved"
        ;;
    device_launch.cu) # what is left out is an error as well
        grep -q '^device_launch.cu:1: row(int\*): refuted' out
        result $? "${file%.cu}: its racy launch is not proved away"
        ;;
    *)
        test $status -ne 0 -a $status -ne 2
        result $? "${file%.cu}: its racy launch is not proved away"
        ;;
    esac
done
