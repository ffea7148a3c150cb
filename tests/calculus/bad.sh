#!/bin/sh
# bad.sh WARPPROOF: programs that are none. Each must end with status 2 and name line, column and
# rule. Prints TAP.
set -u

wp=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# bad NAME LINE:COLUMN RULE: the program is in $dir/x.baby.
bad() {
    "$wp" check "$dir/x.baby" >"$dir/out" 2>&1 </dev/null
    status=$?
    if [ $status -eq 2 ] && grep -q "x.baby:$2: error: .* \[$3\]$" "$dir/out"; then
        echo "ok bad $1"
    else
        echo "not ok bad $1 (status $status)"
        head -n 5 "$dir/out" | sed 's/^/# /'
    fi
}

# text NAME LINE:COLUMN RULE TEXT
text() {
    printf "$4" >"$dir/x.baby"
    bad "$1" "$2" "$3"
}

text "empty" 1:1 syntax ''
text "no program" 1:1 syntax 'skip'
text "end in a block" 1:26 syntax 'program p() over A { skip'
text "no else" 1:37 syntax 'program p() over A { if tid = 0 { } }'
text "two equality signs" 1:30 syntax 'program p() over A { if tid == 0 { } else { } }'
text "a chain of comparisons" 1:27 sort 'program p() over A { if 0 < tid < 4 { } else { } }'
text "no separator" 1:32 syntax 'program p() over A { A[0] := 1 A[1] := 2 }'
text "an array as a number" 1:33 syntax 'program p() over A, B { A[0] := B[0] }'
text "a number as an array" 1:23 syntax 'program p(n) over A { n[0] := 1 }'
text "a sign of another language" 1:22 syntax 'program p() over A { @ }'
text "unbound name" 3:8 bound-name 'program p() over A {\n  skip;\n  A[0+ x] := 1\n}\n'
text "unbound behind its loop" 1:53 bound-name 'program p() over A { for x in 0..2 { skip } A[0] := x }'
text "unbound behind its block" 1:77 bound-name 'program p() over A { if true { let y = A[0] in skip } else { skip } A[0] := y }'
text "no such array" 1:22 bound-name 'program p() over A { B[0] := 1 }'
text "a loop shadows tid" 1:26 distinct-name 'program p() over A { for tid in 0..1 { skip } }'
text "a loop shadows a loop" 2:22 distinct-name 'program p() over A {\n for x in 0..1 { for x in 0..1 { skip } } }'
text "let shadows let" 1:42 distinct-name 'program p() over A { let y = A[0] in let y = A[1] in skip }'
text "let shadows a parameter" 1:27 distinct-name 'program p(n) over A { let n = A[0] in skip }'
text "two parameters" 1:14 distinct-name 'program p(a, a) over A { skip }'
text "two arrays" 1:21 distinct-name 'program p() over A, A { skip }'
text "an array named as a parameter" 1:19 distinct-name 'program p(n) over n { skip }'
text "two programs" 2:1 distinct-name 'program p() over A { skip }\nprogram p() over A { skip }\n'
text "a huge bound" 1:34 number 'program p() over A { for x in 0..99999999999999999999999 { skip } }'
text "2^32" 1:32 number 'program p() over A { A[0] := 0+4294967296 }'
text "a number in a name" 1:30 syntax 'program p() over A { A[0] := 12ab }'
text "a condition as an index" 1:28 sort 'program p() over A { A[tid = 0] := 1 }'
text "a number as a condition" 1:25 sort 'program p() over A { if tid { skip } else { skip } }'
text "a negated number" 1:26 sort 'program p() over A { if !tid { skip } else { skip } }'
text "a control character" 2:3 text 'program p() over A {\n  \001 skip }'
text "a NUL" 1:9 text 'program \000p() over A { skip }'
text "a byte of UTF-8 in a name" 1:9 text 'program \303\251() over A { skip }'

text "a NUL in a comment" 1:6 text '// a \000 b\nprogram p() over A { skip }'
text "a byte order mark" 1:1 text '\357\273\277program p() over A { skip }'
text "UTF-16" 1:1 text '\377\376p\000r\000o\000g\000'
text "a hexadecimal number of 33 bits" 1:30 number 'program p() over A { A[0] := 0x100000000 }'
text "a word as a name" 1:33 syntax 'program p() over A { A[0] := 1; in[0] := 2 }'
text "an upper bound without a lower one" 1:31 syntax 'program p() over A { for x in ..2 { skip } }'
text "a bound that uses its own variable" 1:34 bound-name 'program p() over A { for x in 0..x { skip } }'
text "an index that uses what is read" 1:32 bound-name 'program p() over A { let y = A[y] in skip }'
text "a let without its end" 1:35 syntax 'program p() over A { let y = A[0] }'
text "a choice between conditions" 1:44 sort 'program p() over A { A[0] := tid = 0 ? 1 : true }'
text "something behind the program" 1:29 syntax 'program p() over A { skip } ; program q() over A { skip }'
awk 'BEGIN { printf "program p() over A { if "; for (i = 0; i < 100000; i++) printf "!"; print "true { } else { } }" }' >"$dir/x.baby"
bad "deep negation" '1:[0-9]*' depth
awk 'BEGIN { printf "program p() over A {"; for (i = 0; i < 1000; i++) printf " for x%d in 0..2 {", i }' >"$dir/x.baby"
bad "deep loops" '1:[0-9]*' depth
awk 'BEGIN { printf "program p() over A { A[0] := "; for (i = 0; i < 1000; i++) printf "true ? 1 : "; print "0 }" }' >"$dir/x.baby"
bad "deep choices" '1:[0-9]*' depth
awk 'BEGIN { printf "program p() over A { A["; for (i = 0; i < 100000; i++) printf "("; printf "0" }' >"$dir/x.baby"
bad "deep parentheses" '1:[0-9]*' depth
awk 'BEGIN { printf "program p() over A { A[0] := 0"; for (i = 0; i < 100000; i++) printf " + 1"; print " }" }' >"$dir/x.baby"
bad "a long sum" '1:[0-9]*' depth
awk 'BEGIN { printf "program p() over A {"; for (i = 0; i < 100000; i++) printf " if true {" }' >"$dir/x.baby"
bad "deep conditionals" '1:[0-9]*' depth
awk 'BEGIN { printf "program p() over A {"; for (i = 0; i < 1000; i++) printf " let y%d = A[0] in", i; print " skip }" }' >"$dir/x.baby"
bad "a thousand binders" '1:[0-9]*' depth
awk 'BEGIN { for (i = 0; i < 70000; i++) print "// a comment line" }' >"$dir/x.baby"
bad "a large file" 1:1 size
awk 'BEGIN { printf "program p() over A0"; for (i = 1; i < 100; i++) printf ", A%d", i; print " { skip }" }' >"$dir/x.baby"
bad "a hundred arrays" '1:[0-9]*' size
head -c 4096 /dev/urandom >"$dir/x.baby"
"$wp" check "$dir/x.baby" >"$dir/out" 2>&1
if [ $? -eq 2 ] && grep -q 'x.baby:[0-9]*:[0-9]*: error: .*\]$' "$dir/out"; then echo "ok bad binary"; else echo "not ok bad binary"; fi

# Bounds that are huge and yet numbers: the run ends at its steps, the check does not walk the loop.
printf 'program p() over A { for x in 0..4294967295 { A[x] := tid } }' >"$dir/x.baby"
"$wp" simulate --threads 2 --budget 100000 "$dir/x.baby" >"$dir/out" 2>&1
if [ $? -eq 3 ] && grep -q 'not evaluated to its end' "$dir/out"; then echo "ok bad long run"; else echo "not ok bad long run"; fi
printf 'program p() over A { for x in 0..4294967295 { A[tid] := x } }' >"$dir/x.baby"
"$wp" check "$dir/x.baby" >"$dir/out" 2>&1
if [ $? -eq 0 ]; then echo "ok bad long loop proved"; else echo "not ok bad long loop proved"; fi

# Wrong launches.
printf 'program p(n) over A { A[n] := tid }\nprogram q() over A { skip }\n' >"$dir/x.baby"
# launch NAME TEXT OPTIONS...
launch() {
    name=$1 wanted=$2
    shift 2
    "$wp" simulate "$@" "$dir/x.baby" >"$dir/out" 2>&1
    if [ $? -eq 2 ] && grep -qF "$wanted" "$dir/out"; then
        echo "ok bad launch $name"
    else
        echo "not ok bad launch $name"
        head -n 3 "$dir/out" | sed 's/^/# /'
    fi
}
launch "without threads" "needs --threads" --kernel p
launch "of two programs" "2 programs; choose one with --kernel: p, q" --threads 2
launch "without its parameter" "needs its parameter 'n': --arg n=VALUE" --threads 2 --kernel p
launch "with another's parameter" "neither a parameter nor an array" --threads 2 --kernel p --arg n=1 --arg m=1
launch "with a number that is none" "is not a natural below 2^32" --threads 2 --kernel p --arg n=1x
launch "with contents that are none" "is none of zero:COUNT" --threads 2 --kernel p --arg n=1 --arg A=all
launch "with two dimensions" "runs in one block" --block 2,2 --kernel p --arg n=1
