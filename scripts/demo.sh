#!/bin/sh
# demo.sh WARPPROOF: shows what the tool says about some of examples/. A race in an
# example is what the demo is there to show, so it ends well unless the tool fails.
set -u

warpproof=$1
for example in $(cat examples/demo.list 2>/dev/null || ls examples/*.cu); do
    echo
    echo "\$ warpproof check $example"
    "$warpproof" check "$example"
    status=$?
    if [ $status -eq 2 ] || [ $status -gt 3 ]; then
        echo "warpproof ended with status $status on $example" >&2
        exit 1
    fi
done
