#!/bin/sh
# simulee.sh WARPPROOF REPOSITORIES [SEED...]: searches the kernels of bench/simulee/kernels.tsv
# (see the README there) with each seed (default 1 2 3) and prints a table: what was found, and the
# seconds of processor time of each run, clang included. The last line counts kernels whose expected findings
# were all found with every seed.
set -u

warpproof=$1 repositories=$2
shift 2
[ $# -gt 0 ] || set -- 1 2 3
here=$(cd "$(dirname "$0")/simulee" && pwd)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
tab=$(printf '\t')

# Takes the paths of a revision once. What clang does not take as a launch is mended.
take() {
    folder=$scratch/$(echo "$1.$2" | tr '/~' '__')
    if [ ! -d "$folder" ]; then
        mkdir -p "$folder"
        repository=$repositories/$1
        [ -d "$repository/repo" ] && repository=$repository/repo
        set -f
        # shellcheck disable=SC2086
        git -C "$repository" ls-tree -r --name-only "$2" -- $(echo "$3" | sed 's/\*[^ ]*//g') |
            grep -E '\.(cu|cuh|h|hpp|inl)$' >"$scratch/names"
        set +f
        xargs git -C "$repository" archive "$2" -- <"$scratch/names" | tar x -C "$folder"
        find "$folder" -name '*.cu' -exec sed -i 's/<< </<<</g; s/>> >/>>>/g' {} +
    fi
}

# Rules of errors, of warnings and notes with their level, advice; each once.
found() {
    sed -n 's/^.*: error: .*\[\([a-z-]*\)\]$/\1/p; s/^.*: warning: .*\[\([a-z-]*\)\]$/\1[warning]/p
        s/^.*: note: .*\[\(same-value-write\)\]$/\1[note]/p; s/^.*: note: .*\[\([a-z]*-barrier\)\]$/\1/p' "$1" |
        grep -v 'replay-budget' | LC_ALL=C sort -u | tr '\n' ' '
}

total=0 right=0
printf '| kernel | paper | found | seconds |\n|---|---|---|---|\n'
{
    read -r _
    while IFS= read -r line; do
        # tabs are white space for read: empty fields need a mark
        IFS=$tab read -r name revision paths file clang options kernel paper expected <<ROW
$(echo "$line" | sed "s/$tab$tab/$tab-$tab/g; s/$tab\$/$tab-/")
ROW
        take "$name" "$revision" "$paths"
        unit=$(echo "$file" | sed "s|^+|$here|; t; s|^|$folder/|")
        flags=$(echo "$clang" | sed "s|+|$here|g; s|@|$folder|g")
        [ "$options" = - ] && options=
        all= seconds= good=1
        for seed in "$@"; do
            # shellcheck disable=SC2086
            status=$("$warpproof" search --seed "$seed" --kernel "$kernel" $options "$unit" -- $flags \
                >"$scratch/out" 2>"$scratch/err"; echo $?; times >"$scratch/times")
            [ "$status" -eq 2 ] && { head -n 2 "$scratch/err" >&2; good=0; }
            these=$(found "$scratch/out")
            for rule in $expected; do
                case " $these " in *" $rule "*) ;; *) [ "$rule" = - ] || good=0 ;; esac
            done
            [ "$these" = "$all" ] || all="$all${all:+; seed $seed: }$these"
            seconds="$seconds $(awk 'NR == 2 { split($1, t, /[ms]/); printf "%.1f", 60 * t[1] + t[2] }' "$scratch/times")"
        done
        total=$((total + 1)) right=$((right + good))
        [ $good -eq 1 ] || all="$all (expected: $expected)"
        printf '| %s %s `%s`%s | %s | %s | %s |\n' "${name#*+}" "$revision" "$kernel" "${options:+ $options}" "$paper" "${all:-nothing}" "$seconds"
    done
    echo "$right of $total as expected with seeds $*"
} <"$here/kernels.tsv"
