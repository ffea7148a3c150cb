#!/bin/sh
# package.sh WARPPROOF BUILD: what is installed: a Debian package in a root of its own, the library through pkg-config, the CMake
# module, hooks, and which files have changed since a revision. Prints TAP; run from the source root.
set -u

wp=$1 build=$2
suite=package
. tests/cli/expect.sh

# Changes since a revision.
git init -q repo && cd repo && git config user.email a@b && git config user.name a
mkdir include src
echo '#define ONE 1' >include/one.h
echo '#include "one.h"' >include/two.h
echo '#include "other.h"' >include/three.h
echo '#define OTHER 1' >include/other.h
printf '#include "two.h"\n__global__ void a(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = ONE; }\n' >src/a.cu
printf '#include "three.h"\n__global__ void b(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = OTHER; }\n' >src/b.cu
echo '__global__ void c(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }' >src/c.cu
git add -A && git commit -qm one
check="check --only=race --changed-since HEAD src"
changed() { # NAME KERNELS
    "$wp" $check -- -Iinclude -Isrc >../out 2>../err </dev/null
    found=$(sed -n 's/^src\/[^ ]* \([a-z]\)(int\*):.*/\1/p' ../out | tr -d '\n')
    (cd .. && [ "$found" = "$2" ]; result $? "changed since a revision: $1 ($found, wanted $2)")
}
changed nothing ""
echo '// more' >>src/c.cu
changed "a file" c
git checkout -q src/c.cu
echo '#define ONE 2' >include/one.h
changed "a header of a header" a
git commit -qam two
changed "committed" ""
check="check --only=race --changed-since HEAD~1 src"
changed "an older revision" a
check="check --only=race --changed-since HEAD src"
echo '__global__ void d(int *p) { p[0] = 1; }' >src/d.cu
changed "a new file" d
rm src/d.cu
git rm -q include/other.h
echo '#define OTHER 3' >src/other.h
changed "a header that moved" b
git checkout -q HEAD include/other.h && rm src/other.h
echo '{}' >src/.warpproof.json
changed "a project file" abc
rm src/.warpproof.json
cd "$dir" || exit 1
expect 2 "no such revision" sh -c "cd repo && '$wp' check --changed-since nowhere src"
expect 2 "no repository" "$wp" check --changed-since HEAD "$root/examples/shift.cu"

# Hooks run our command lines.
cp "$root/examples/ci/pre-commit.sh" repo/.git/hooks/pre-commit && chmod +x repo/.git/hooks/pre-commit
mkdir bin && ln -s "$wp" bin/warpproof
cat >repo/src/r.cu <<'CU'
__global__ void r(int *p) { p[0] = threadIdx.x; }
CU
PATH=$dir/bin:$PATH expect 1 "a hook stops a commit" sh -c 'cd repo && git add src/r.cu && git commit -qm racy'
has err "data race on 'p'" "and says why"
rm repo/src/r.cu
PATH=$dir/bin:$PATH expect 0 "and lets another pass" sh -c 'cd repo && git rm -q --cached src/r.cu && echo "// x" >>src/c.cu && git add src/c.cu && git commit -qm fine'
entry=$(sed -n 's/^ *entry: *warpproof //p' "$root/examples/ci/pre-commit-config.yaml")
expect 0 "pre-commit's command line" "$wp" $entry repo/src/c.cu
sed -n 's/^ *run: warpproof //p' "$root/examples/ci/github.yml" | sed 's|"origin/$GITHUB_BASE_REF"|HEAD|' >lines
while read -r line; do
    (cd repo && "$wp" $line -- -Iinclude >../out 2>../err </dev/null && [ -s warpproof.sarif ])
    result $? "the workflow's command line: $(echo "$line" | cut -c 1-60)"
done <lines

# The CMake module.
mkdir project && cp repo/src/a.cu project/ && cp -r repo/include project/
echo 'int main(void) { return 0; }' >project/main.c
cat >project/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.16)
project(sample C)
find_package(warpproof REQUIRED)
add_executable(sample main.c a.cu)
target_include_directories(sample PRIVATE include)
target_compile_definitions(sample PRIVATE WITH=1 "TEXT=\"a b\"")
warpproof_add_check(sample --only=race)
CMAKE
expect 0 "a project of ours is configured" cmake -S project -B made -DCMAKE_PREFIX_PATH="$dir/root/usr" -Dwarpproof_DIR="$root/cmake" -DWARPPROOF_EXECUTABLE="$wp"
expect 0 "its target checks" cmake --build made --target sample_warpproof
has out "a(int*): proved for every launch: race" "the kernel"
printf '#if WITH\n__global__ void racy(int *p) { p[0] = threadIdx.x; }\n#endif\n' >>project/a.cu
expect 2 "and fails where warpproof does" cmake --build made --target warpproof_checks
has out "racy(int*): refuted" "with the target's definitions"

# The package, in a root of its own.
case $build in /*) ;; *) build=$root/$build ;; esac
if [ "$(id -u)" -ne 0 ] || [ ! -e "$build/libwarpproof.a" ] || ! command -v dpkg >/dev/null; then
    echo "ok package: # SKIP not root, or no dpkg"
    exit 0
fi
package=$(cd "$root" && sh scripts/make-deb.sh "$build" "$dir" 2>"$dir/err")
[ -s "$package" ]; result $? "a package is made"
mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates root/etc && : >root/var/lib/dpkg/status
expect 0 "it is installed" dpkg --root="$dir/root" --log=/dev/null --force-depends -i "$package"
expect 1 "it runs" env -u WARPPROOF_SHARE "$dir/root/usr/bin/warpproof" check --only=race "$root/examples/shift.cu"
echo '#error relocated' >>root/usr/share/warpproof/cuda/__warpproof_cuda.h
"$dir/root/usr/bin/warpproof" check safe.cu "$root/examples/shift.cu" >out 2>err
cat err >>out
grep -q 'relocated\|headers of toolkit' out; result $? "with its own headers"
[ -s root/usr/share/man/man1/warpproof.1.gz ] && [ -s root/usr/share/bash-completion/completions/warpproof ]; result $? "with its manual page and completions"
pc=$(dirname "$(find root -name warpproof.pc)")
# A library with sanitizers needs their run-time libraries, too.
sanitizers=
nm "$wp" 2>/dev/null | grep -q __asan_init && sanitizers=-fsanitize=address,undefined
flags=$(PKG_CONFIG_SYSROOT_DIR=$dir/root PKG_CONFIG_PATH=$pc pkg-config --cflags --libs warpproof 2>err)
expect 0 "the example links as pkg-config says" gcc -std=c17 -Wall -Wextra -Wpedantic -Werror "$root/examples/library.c" -o use $flags $sanitizers
printf '__global__ void racy(int *p) { p[0] = threadIdx.x; }\n__global__ void safe(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n' >two.cu
expect 1 "and checks text" ./use two.cu --only=race
has out "two.cu:1: racy(int*): refuted (1 of 2)" "kernel by kernel"
has out "two.cu:2: safe(int*): proved (2 of 2)" "to the last"
has out "status 1, a report that tells of a race" "with a report"
expect 4 "a callback cancels" ./use --first two.cu --only=race
has err "cancelled" "with an error"
hasnt out "safe" "before the second kernel"
expect 4 "wrong options" ./use two.cu --bogus
has err "bogus" "are named"
expect 0 "a program in C++ includes the header" sh -c 'echo "#include <warpproof/warpproof.h>" >use.cc && g++ -Wall -Wextra -Wpedantic -Werror -Iroot/usr/include -c use.cc'
nm --defined-only --extern-only "$(find root -name libwarpproof.a)" 2>err | sed -n 's/^[0-9a-f]* [A-Z] //p' | grep -v '^__odr_asan' | sort >exported
sed -n 's/^[a-z].*[ *]\(wp_[a-z_]*\)(.*/\1/p' "$root/include/warpproof/warpproof.h" | grep -v _callback | sort >declared
cat exported declared >out
[ -s declared ] && cmp -s exported declared; result $? "the library exports what its header declares, and nothing else"
expect 0 "it is removed" dpkg --root="$dir/root" --log=/dev/null --force-depends --purge warpproof
[ -z "$(find root/usr -type f 2>/dev/null)" ]; result $? "nothing is left"
