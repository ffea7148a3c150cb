#!/bin/sh
# simulee.sh [--check] [--only TEXT] WARPPROOF REPOSITORIES [SEED...]: searches the kernels of bench/simulee/kernels.tsv
# (see the README there) with each seed (default 1 2 3) and prints a table: what was found, and the
# seconds of processor time of each run, clang included. The last line counts kernels whose expected findings
# were all found with every seed. --check: runs `check` instead, once, and says of each what the paper tells of:
# confirmed, conditional (a warning that a note gives a precondition of), possible, open (nothing is told, but the property is not proved) or missed; of a redundant barrier told or not told.
# Launches in host code are left out: the table is about what a kernel alone gives. --only: rows that contain TEXT.
set -u

checks= only=
while :; do
    case $1 in
    --check) checks=1; shift ;;
    --only) only=$2; shift 2 ;;
    *) break ;;
    esac
done
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
        grep -vE '^(replay-budget|data-dependent|needs-precondition|solver-budget|unknown-pointer|divergent-barriers)' | LC_ALL=C sort -u | tr '\n' ' '
}

# What `check` says of a kind of defect (DR, BD, RB): standard output of it in $1.
outcome() {
    case $2 in
    DR) rule=data-race property=race ;;
    BD) rule=barrier-divergence property=divergence ;;
    RB) grep -q '\[redundant-barrier\]$' "$1" && echo told || echo 'not told'; return ;;
    esac
    if grep -q ": error: .*\[$rule\]\$" "$1"; then
        echo confirmed
    elif awk -v rule="[$rule]" '/: (error|warning): / { hit = /: warning: / && index($0, rule) }
            hit && /: note: (it cannot happen if|it was not found where) / { found = 1 } END { exit !found }' "$1"; then
        echo conditional
    elif grep -q ": warning: .*\[$rule\]\$" "$1"; then
        echo possible
    elif grep -q "$property not proved" "$1"; then
        echo "open ($(sed -n "s/^.*$property not proved.*\[\([a-z-]*\)\]\$/\1/p" "$1" | sort -u | tr '\n' ' ' | sed 's/ $//'))"
    else
        echo missed
    fi
}

if [ -n "$checks" ]; then
    set -- 1
    printf '| kernel | paper | told | of the defect | seconds |\n|---|---|---|---|---|\n'
fi
total=0 right=0
[ -n "$checks" ] || printf '| kernel | paper | found | seconds |\n|---|---|---|---|\n'
{
    read -r _
    while IFS= read -r line; do
        # tabs are white space for read: empty fields need a mark
        IFS=$tab read -r name revision paths file clang options kernel paper expected <<ROW
$(echo "$line" | sed "s/$tab$tab/$tab-$tab/g; s/$tab\$/$tab-/")
ROW
        case $line in *"$only"*) ;; *) continue ;; esac
        take "$name" "$revision" "$paths"
        unit=$(echo "$file" | sed "s|^+|$here|; t; s|^|$folder/|")
        flags=$(echo "$clang" | sed "s|+|$here|g; s|@|$folder|g")
        [ "$options" = - ] && options=
        if [ -n "$checks" ]; then
            # shellcheck disable=SC2086
            "$warpproof" check -v --launches=any --jobs 1 --kernel "$kernel" $options "$unit" -- $flags >"$scratch/out" 2>"$scratch/err"
            [ $? -eq 2 ] && head -n 2 "$scratch/err" >&2
            times >"$scratch/times" # not in a pipe: a process of its own has spent nothing
            spent=$(awk 'NR == 2 { split($1, t, /[ms]/); printf "%.1f", 60 * t[1] + t[2] }' "$scratch/times")
            outcomes=
            for defect in $paper; do
                outcomes="$outcomes${outcomes:+, }$(outcome "$scratch/out" "$defect")"
            done
            case $outcomes in confirmed* | conditional* | told*) right=$((right + 1)) ;; esac
            total=$((total + 1))
            printf '| %s %s `%s`%s | %s | %s | %s | %s |\n' "${name#*+}" "$revision" "$kernel" "${options:+ $options}" "$paper" \
                "$(found "$scratch/out")" "$outcomes" "$(awk -v a="$spent" -v b="${before:-0}" 'BEGIN { printf "%.1f", a - b }')"
            before=$spent
            continue
        fi
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
    if [ -n "$checks" ]; then
        echo "$right of $total confirmed, conditional or told"
    else
        echo "$right of $total as expected with seeds $*"
    fi
} <"$here/kernels.tsv"
