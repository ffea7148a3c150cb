#!/bin/sh
# bugs.sh [--only TEXT] [--keep FOLDER] WARPPROOF REPOSITORIES: checks the historical bugs of bench/bugs.tsv before and
# after their repair and prints a table and counts. REPOSITORIES holds clones with history, named OWNER+NAME (or
# OWNER+NAME/repo); nothing is fetched. --only: rows that contain TEXT. --keep: the revisions taken from the clones and what
# was said of each stay in FOLDER, and are taken from there the next time.
#
# Columns of bugs.tsv: repository, commit (the repair; its first parent has the bug), paths to take, file, options for
# clang (@: the folder with the files; %: bench/stubs, headers that a build would make; {OWNER+NAME.REVISION}: a folder with the headers of another repository), kernel, options of check, property (race, divergence, bounds, redundant: a barrier that
# the commit removes as redundant), lines of the bug before the repair (ARRAY:LINES where other findings have the same lines), what the
# repair was.
#
# Before: confirmed (an error of the property at one of the lines, shown by a run), possible (a warning there, or an error that no run shows), elsewhere (findings at other lines
# only), open (not proved, nothing is told; with the reasons), proved (the bug is missed), none (no such kernel, does
# not compile, no time). A redundant barrier is told (advice at the line) or not. After: proved, open, possible or
# refuted (of the same property; the lines of the errors follow). Of several instances of a kernel the worst counts.
set -u

only= keep=
while :; do
    case $1 in
    --only) only=$2; shift 2 ;;
    --keep) keep=$2; shift 2 ;;
    *) break ;;
    esac
done
warpproof=$1 repositories=$2
here=$(cd "$(dirname "$0")" && pwd)
list=$here/bugs.tsv
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
keep=${keep:-$scratch}
tab=$(printf '\t')

# The files of a revision ($1 repository, $2 revision, $3 paths) in $folder.
take() {
    repository=$repositories/$1
    [ -d "$repository/repo" ] && repository=$repository/repo
    folder=$keep/$1.$(git -C "$repository" rev-parse --short=10 "$2").$(echo "$3" | cksum | cut -c1-4) || return 1
    [ -d "$folder" ] && return
    mkdir -p "$folder"
    set -f
    # shellcheck disable=SC2086
    git -C "$repository" ls-tree -r --name-only "$2" -- $3 | grep -E '\.(cu|cuh|h|hpp|hxx|hh|inl|inc)$' >"$scratch/names"
    set +f
    xargs git -C "$repository" archive "$2" -- <"$scratch/names" 2>"$scratch/err" | tar x -C "$folder" || return 1
}

# The headers of other repositories that $clang names.
take_headers() {
    for other in $(echo "$clang" | grep -o '{[^}]*}' | tr -d '{}'); do
        repository=$repositories/${other%%.*} revision=${other#*.}
        [ -d "$repository/repo" ] && repository=$repository/repo
        [ -d "$keep/$other" ] && continue
        mkdir -p "$keep/$other"
        git -C "$repository" archive "$revision" | tar x -C "$keep/$other" || return 1
    done
}

# What check says of $folder/$file, in $scratch/said; the processor seconds in $spent.
run() {
    said=$keep/$(echo "$name.$commit.$kernel.$property.$1" | tr -c 'A-Za-z0-9.\n' '_').txt
    if [ ! -f "$said" ]; then
        flags=$(echo "$clang" | sed "s|@|$folder|g; s|%|$here/stubs|g; s|{|$keep/|g; s|}||g")
        case $property in
        redundant) only_these=race,divergence,advice ;;
        bounds) only_these=bounds ;;
        *) only_these=race,divergence ;;
        esac
        # shellcheck disable=SC2086
        "$warpproof" check --jobs 1 --launches=any --only=$only_these --timeout 200 --kernel "$kernel" $options "$folder/$file" \
            -- $flags >"$scratch/out" 2>"$scratch/err"
        [ $? -eq 2 ] && cat "$scratch/err" >>"$scratch/out"
        times >"$scratch/times"
        now=$(awk 'NR == 2 { split($1, t, /[ms]/); split($2, u, /[ms]/); printf "%.1f", 60 * (t[1] + u[1]) + t[2] + u[2] }' "$scratch/times")
        sed "s|[^ ]*$folder/||" "$scratch/out" >"$said"
        awk -v a="$now" -v b="${before:-0}" 'BEGIN { printf "seconds %.1f\n", a - b }' >>"$said"
        before=$now
    fi
    spent=$(sed -n 's/^seconds //p' "$said")
    cp "$said" "$scratch/said"
}

# The word for $scratch/said: of the state before ($1 = before) or after the repair.
judge() {
    awk -v side="$1" -v property="$property" -v lines="$lines" '
    BEGIN {
        if (match(lines, /:/)) { array = substr(lines, 1, RSTART - 1); lines = substr(lines, RSTART + 1) }
        n = split(lines, l, / +/)
        for (i = 1; i <= n; i++) wanted[l[i]] = 1
        rule = property == "divergence" ? "barrier-divergence" : property == "bounds" ? "out-of-bounds" : "data-race"
        word = property == "divergence" || property == "bounds" ? property : "race"
    }
    function place(text) { sub(/^.*\//, "", text); split(text, p, ":"); return p[2] }
    # A finding ends where the next begins: its notes name the other places.
    function close_finding() {
        if (level == "error") { errors++; where = where " " first; if (hit) at++ }
        if (level == "warning") { warnings++; if (hit) possible++ }
        level = ""
    }
    / (error|warning): / || /^[^ ]*:[0-9]+: [^ ].*: (proved|refuted|unproved)/ { close_finding() }
    /^[^ ]*:[0-9]+: [^ ].*: (proved|refuted|unproved)/ {
        kernels++
        head = $0
        if (match(head, /proved for every launch: [a-z, ]*/) && index(substr(head, RSTART, RLENGTH), word)) proved++
        if (head ~ "refuted: [a-z, ]*" word) refuted++
        next
    }
    $0 ~ (" (error|warning): .*\\[" rule "\\]( \\(.*)?$") && $0 !~ /threads leave the kernel before this barrier/ {
        level = / error: / && !/ error: possible / ? "error" : "warning"
        first = place($1)
        is_array = array == "" || index($0, "\047" array "\047")
        hit = is_array && first in wanted
        next
    }
    / (error|warning): / { next }
    level != "" && /: note: / { if (is_array && place($1) in wanted) hit = 1 }
    /\[redundant-barrier\]$/ { if (place($1) in wanted) told++ }
    /threads leave the kernel before this barrier/ { exits++ }
    property != "redundant" && $0 ~ (word " not proved.*\\[[a-z-]*\\]$") {
        reason = $0; sub(/^.*\[/, "", reason); sub(/\]$/, "", reason)
        if (!(reason in reasons)) { reasons[reason] = 1; all = all " " reason }
    }
    END {
        close_finding()
        if (!kernels) { print "none"; exit }
        if (side == "before" && property == "redundant") { print told ? "told" : "not told"; exit }
        if (side == "before" && at) print "confirmed"
        else if (side == "before" && possible) print "possible"
        else if (side == "before" && errors) print "elsewhere" where
        else if (side == "after" && errors) print "refuted" where
        else if (warnings) print side == "before" ? "elsewhere" : "possible"
        else if (proved == kernels) print exits ? "proved (warns of exits)" : "proved"
        else print "open" (all ? " (" substr(all, 2) ")" : "")
    }' "$scratch/said"
}

printf '| bug | kernel | property | before | after | seconds |\n|---|---|---|---|---|---|\n'
while IFS= read -r line; do
    case $line in "repository$tab"* | '#'*) continue ;; *"$only"*) ;; *) continue ;; esac
    # tabs are white space for read: empty fields need a mark
    IFS=$tab read -r name commit paths file clang kernel options property lines repair <<ROW
$(echo "$line" | sed "s/$tab$tab/$tab-$tab/g; s/$tab$tab/$tab-$tab/g")
ROW
    [ "$options" = - ] && options=
    [ "$clang" = - ] && clang=
    was=none is=none seconds=-
    take_headers || echo "$clang: not there" >&2
    if take "$name" "$commit~1" "$paths"; then run before; was=$(judge before); seconds=$spent; fi
    if take "$name" "$commit" "$paths"; then run after; is=$(judge after); seconds="$seconds $spent"; fi
    printf '| %s %s | `%s`%s | %s | %s | %s | %s |\n' "${name#*+}" "$commit" "$kernel" "${options:+ $options}" "$property" "$was" "$is" "$seconds"
done <"$list" | tee "$scratch/table"
awk -F ' \\| ' 'function count(side, word) { sub(/ .*/, "", word); n[side " " word]++ }
    NR > 2 && /\|$/ { if ($3 != "redundant") { count("before", $4); count("after", $5) } else count("redundant", $4 == "told" ? "told" : "not-told") }
    END { for (k in n) print k ": " n[k] }' "$scratch/table" | LC_ALL=C sort
