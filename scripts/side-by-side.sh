#!/bin/sh
# side-by-side.sh BUILD LIST OUT OUT: kernels that two measured folders have both (bench/lists/rodinia-twins.tsv), with the
# verdicts in the two folders OUT of measure.sh side by side, as a Markdown table.
set -eu
[ $# -eq 4 ] || {
    sed -n '2,3s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
exec "$1/bench/wp_measure" pairs "$2" "$3/runs.tsv" "$4/runs.tsv"
