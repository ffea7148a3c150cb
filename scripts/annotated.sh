#!/bin/sh
# annotated.sh [-b BUILD] [-t SECONDS] [-r] TSV FOLDER
#
# Runs `warpproof check` on those of GPUVerify's tests that are to be judged with their annotations, and counts how many are judged as their
# header says. FOLDER holds GPUVerify's repository; TSV is a list as for measure.sh -g. Rows that count have "no" in the column core and
# something other than "none" in ann_class. "pass" is to be proved (race, divergence, assert), "NOT_ALL_VERIFIED" refuted; the others
# are errors of GPUVerify's own tools and are counted apart.
#
#   -r           the rows that neither this nor measure.sh -g runs instead: "no" in core and "none" in ann_class. Bounds are judged, too;
#                --warp-sync=32 is --warp=lockstep, and of errors of the command line the header's options are read
#   -b BUILD     where warpproof was built (build)
#   -t SECONDS   limit per kernel (20)
set -eu

build=build limit=20 is_rest=0 properties=race,divergence,assert
while getopts b:t:r option; do
    case $option in
    r) is_rest=1 properties=race,divergence,bounds,assert ;;
    b) build=$OPTARG ;;
    t) limit=$OPTARG ;;
    *) sed -n '2,13s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -eq 2 ] || { sed -n '2,13s/^# \{0,1\}//p' "$0" >&2 && exit 2; }

size() {
    case $2 in
    '' | *'*'*) ;;
    global=*) printf -- '--global-size=%s' "${2#global=}" ;;
    *) printf -- '--%s=%s' "$1" "$2" ;;
    esac
}

awk -F '\t' -v is_rest=$is_rest 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["core"] == "no" && ($column["ann_class"] == "none") == is_rest {
        print $column["path"] "|" $column["block"] "|" $column["grid"] "|" $column["flags"] "|" $column["expected"] }' "$1" |
    while IFS='|' read -r path block grid flags expected; do
        case $block,$grid in
        *'*'*,global=*) grid= ;;
        esac
        set -- "$2" # the folder, and the options of this test
        folder=$1
        for option in $(size block "$block") $(size grid "$grid"); do
            [ "$expected" = COMMAND_LINE_ERROR ] || set -- "$@" "$option"
        done
        [ "$expected" != COMMAND_LINE_ERROR ] || set -- "$@" --header-options
        case " $flags " in
        *" --warp-sync=32 "*) set -- "$@" --warp=lockstep ;;
        esac
        set -- "$@" --
        for flag in $flags; do
            case $flag in
            -D*) set -- "$@" "$flag" ;;
            esac
        done
        shift
        status=0
        nice -n 5 "$build/warpproof" check --only=$properties --annotations=gpuverify --barrier-exit=diverge --jobs=1 \
            --timeout="$limit" "$folder/$path" "$@" >/dev/null 2>&1 </dev/null || status=$?
        set -- unused "$folder"
        case $status in
        0) said=proved ;;
        1) said=refuted ;;
        3) said=open ;;
        *) said='not analysed' ;;
        esac
        printf '%s\t%s\t%s\n' "$expected" "$said" "$path"
    done |
    awk -F '\t' '{ print; count[$1 == "pass" || $1 == "NOT_ALL_VERIFIED" ? $1 : "other", $2]++ }
        END {
            split("pass NOT_ALL_VERIFIED other", headers, " ")
            for (i = 1; i <= 3; i++) {
                h = headers[i]
                printf "%s: proved %d, refuted %d, open %d, not analysed %d\n", h, count[h, "proved"], count[h, "refuted"], count[h, "open"],
                    count[h, "not analysed"]
            }
        }'
