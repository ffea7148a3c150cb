#!/bin/sh
# barrier-deletion.sh [-c] [-n FILES] [-s SEED] [-b STEPS] [-t SECONDS] [-l LIST] WARPPROOF FILE|FOLDER...
#
# Deletes every __syncthreads() of every CUDA file (-c: every barrier(...) of every OpenCL file), one at a time, checks what is left, and
# prints a table. A deletion is answered if the rest is refuted, or has a race of level
# error, or if the barrier had been called redundant and the rest is proved. The repair that
# is proposed for a race is written into the file and checked in turn.
#
# -n takes that many of the files with a barrier, chosen by -s (1). -b and -t limit each kernel
# in solver steps and seconds (30). -l writes one line per deletion to LIST. A first line "//pass" marks GPUVerify's form: the launch is in line 2.
set -u

files=0 seed=1 seconds=30 budget= list=/dev/null ending=cu call='__syncthreads *[(][)]'
while getopts cn:s:b:t:l: option; do
    case $option in
    c) ending=cl call='barrier *[(][A-Za-z_| ]*[)]' ;;
    n) files=$OPTARG ;;
    s) seed=$OPTARG ;;
    b) budget=--budget=$OPTARG ;;
    t) seconds=$OPTARG ;;
    l) list=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -ge 2 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 2; }
tool=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
: >"$list"

# barriers count 0 FILE: how many; barriers line N FILE: the line of the Nth; barriers delete N FILE: the file with an empty
# statement for it. Longer names that end like the call are none, nor in OpenCL what stands in a comment.
barriers() {
    awk -v action="$1" -v wanted="$2" -v call="$call" -v ending="$ending" '{
        rest = $0; out = ""
        while (match(rest, call)) {
            before = out substr(rest, 1, RSTART - 1)
            is_one = before !~ /[A-Za-z0-9_]$/ && !(ending == "cl" && before ~ /\/\//)
            n += is_one
            if (action == "line" && is_one && n == wanted) { print NR; exit }
            out = before (is_one && n == wanted ? "((void)0)" : substr(rest, RSTART, RLENGTH))
            rest = substr(rest, RSTART + RLENGTH)
        }
        if (action == "delete") print out rest
    }
    END { if (action == "count") print n + 0 }' "$3"
}

# The files with a barrier, in an order that the seed decides.
find "$@" -name "*.$ending" -type f | LC_ALL=C sort | while read -r path; do
    [ "$(barriers count 0 "$path")" -gt 0 ] && printf '%s %s\n' "$(printf '%s %s' "$seed" "${path##*/suites/}" | cksum | cut -d' ' -f1)" "$path"
done | LC_ALL=C sort -n | cut -d' ' -f2- >"$folder/all"
if [ "$files" -gt 0 ]; then head -n "$files" "$folder/all"; else cat "$folder/all"; fi >"$folder/chosen"

# "--blockDim=[8,8] --gridDim=4 -DN=1" in words of ours.
options_of() {
    if [ $ending = cl ]; then
        sed -n '1{/^\/\/ *[pP][aA][sS][sS]/!q};1s/.*/--header-options --annotations=gpuverify --barrier-exit=diverge/p' "$1"
        return
    fi
    sed -n '1{/^\/\/pass/!q};2p' "$1" | tr ' ' '\n' | sed -n \
        's/^\(\/\/\)\{0,1\}--blockDim=\[\{0,1\}\([0-9,]*\)\]\{0,1\}$/--block=\2/p
         s/^\(\/\/\)\{0,1\}--gridDim=\[\{0,1\}\([0-9,]*\)\]\{0,1\}$/--grid=\2/p'
    sed -n '1{/^\/\/pass/!q};1s/.*/--annotations=gpuverify/p' "$1"
}
defines_of() {
    [ $ending = cu ] || return
    sed -n '1{/^\/\/pass/!q};2p' "$1" | tr ' ' '\n' | grep '^-[DU]'
}

# FILE REPORT [OPTION...]: original path in $path, for options and headers.
check() {
    file=$1 report=$2
    # shellcheck disable=SC2046
    timeout -k 5 $((seconds * 4)) "$tool" check --only=race,divergence,advice --timeout="$seconds" ${budget:+"$budget"} --jobs=1 $(options_of "$path") "$file" \
        -- -I"$(dirname "$path")" $(defines_of "$path") >"$report" 2>&1
}

# What a report says: refuted, possible, divergence, proved, or the reasons.
verdict() {
    if grep -q 'warpproof: error\|could not be analysed' "$1"; then echo not-compiled
    elif grep -q 'error: data race' "$1"; then echo refuted
    elif grep -q 'error: possible data race' "$1"; then echo possible
    elif grep -q 'error: .*barrier divergence' "$1"; then echo divergence
    elif grep -q 'not proved' "$1"; then sed -n 's/.* not proved: .*\[\([a-z-]*\)\]$/\1/p' "$1" | LC_ALL=C sort -u | paste -sd+ -
    elif grep -q 'warning: .* \[data-race\]$' "$1"; then echo needs-precondition
    elif grep -q ': proved for' "$1"; then echo proved
    else echo no-result; fi
}

# Every repair that a report proposes, written into the file: "file:line:col: note: a CALL before this line ..."
repair() {
    sed -n 's/^[^:]*:\([0-9]*\):[0-9]*: note: a \(__sync[a-z]*()\|barrier()\) \(before\|after\) this line .*\[missing-barrier\]$/\1 \2 \3/p' "$2" |
        sed 's/ barrier()/ barrier(CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE)/' >"$folder/places"
    awk 'NR == FNR { text[$1, $3] = text[$1, $3] $2 "; "; next }
         { if ((FNR, "before") in text) print text[FNR, "before"]
           print ((FNR, "after") in text) ? $0 " " text[FNR, "after"] : $0 }' "$folder/places" "$1"
}

# Whether nothing but blanks, comments and braces stands between the deleted line and the place of the repair.
is_same_place() {
    awk -v line="$2" 'NR == FNR { at[$1] = $3; next }
        { code = $0; sub(/\/\/.*/, "", code); gsub(/\(\(void\)0\);?|[{} \t]/, "", code); empty[FNR] = code == ""; last = FNR }
        END { for (l in at) {
                  from = line < l ? line : l; to = line < l ? l : line; good = 1
                  for (i = from; i <= to; i++) {
                      if (i == line && empty[i]) continue
                      if (i == l && at[l] == "before" && l >= line) continue
                      if (i == l && at[l] == "after" && l <= line) continue
                      if (!empty[i]) good = 0
                  }
                  if (good) found = 1
              }
              exit !found }' "$folder/places" "$1"
}

total=0
while read -r path; do
    check "$path" "$folder/base"
    base=$(verdict "$folder/base")
    count=$(barriers count 0 "$path")
    for barrier in $(seq "$count"); do
        total=$((total + 1))
        line=$(barriers line "$barrier" "$path")
        redundant=no
        grep -q "^[^:]*:$line:[0-9]*: note: this barrier is redundant" "$folder/base" && redundant=yes
        barriers delete "$barrier" "$path" >"$folder/mutant.$ending"
        check "$folder/mutant.$ending" "$folder/report"
        answer=$(verdict "$folder/report")
        fix=
        case $answer in refuted | possible)
            repair "$folder/mutant.$ending" "$folder/report" >"$folder/repaired.$ending"
            if [ ! -s "$folder/places" ]; then fix=none
            else
                check "$folder/repaired.$ending" "$folder/again"
                fix=$(verdict "$folder/again")
                [ "$fix" = "$base" ] && [ "$fix" != refuted ] && fix=proved # as far as the whole file was
                [ "$fix" = proved ] && is_same_place "$folder/mutant.$ending" "$line" && fix=proved-here
            fi ;;
        esac
        printf '%s\t%s\t%s\t%s\t%s\t%s\n' "${path##*/suites/}" "$line" "$base" "$redundant" "$answer" "${fix:--}" >>"$list"
        printf '%s\t%s\t%s\t%s\n' "$base" "$redundant" "$answer" "${fix:--}" >>"$folder/results"
    done
done <"$folder/chosen"

awk -F'\t' -v files="$(wc -l <"$folder/chosen")" -v all="$(wc -l <"$folder/all")" '
    { n++ }
    $1 != "proved" { unproved++; why[$1]++; others += $3 == "refuted" || $3 == "possible" }
    $3 == "refuted" { refuted++ }
    $3 == "possible" { possible++ }
    $3 == "proved" && $2 == "yes" { redundant++ }
    $3 == "proved" && $2 == "no" && $1 == "proved" { silent++ }
    $1 == "proved" && $3 != "refuted" && $3 != "possible" && $3 != "proved" { open[$3]++; opens++ }
    $2 == "yes" && $3 != "proved" { wrong++ }
    $3 == "refuted" || $3 == "possible" { fix[$4]++ }
    $1 == "proved" { good++; if ($3 == "refuted") good_refuted++; if ($3 == "possible") good_possible++ }
    function row(text, count) { printf "| %s | %d |\n", text, count }
    END {
        print "| | |\n|---|---|"
        row("files with a barrier; of them deleted from", all); row("files chosen", files); row("barriers deleted", n)
        row("files whose race and divergence were not proved before: their barriers", unproved)
        for (w in why) row("... because of " w, why[w])
        row("... refuted without it, or a possible race", others)
        row("**barriers of proved files**", good)
        row("refuted without it", good_refuted); row("a possible race without it", good_possible)
        row("called redundant, and proved without it", redundant)
        row("called redundant, and not proved without it", wrong)
        row("proved without it, and not called redundant", silent)
        for (w in open) row("open without it: " w, open[w])
        print "| **repairs, of all races found** | |"
        row("as before again, with a barrier in the place of the deleted one", fix["proved-here"])
        row("as before again, with a barrier elsewhere", fix["proved"])
        row("none proposed", fix["none"])
        for (w in fix) if (w != "proved-here" && w != "proved" && w != "none") row("not as before with it: " w, fix[w])
    }' "$folder/results"
