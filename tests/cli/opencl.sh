#!/bin/sh
# opencl.sh WARPPROOF: OpenCL C on the command line: every name of the options for sizes, sizes from a file's second line,
# annotations chosen by a file's names, and files that are no programs. Prints TAP; run from the source root.
set -u

wp=$1
case $wp in /*) ;; *) wp=$PWD/$wp ;; esac
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
count=0

# says STATUS NAME TEXT COMMAND...: its status, and TEXT in what it prints
says() {
    wanted=$1 name=$2 text=$3
    shift 3
    count=$((count + 1))
    "$@" >out 2>&1 </dev/null
    status=$?
    if [ "$status" -eq "$wanted" ] && grep -qF -- "$text" out; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name: status $status, not $wanted; expected '$text'"
        sed 's/^/# /' out | head -n 12
    fi
}

cat >sizes.cl <<'CL'
// A kernel for one work-group of 64.
//--local_size=64 --num_groups=[1,1] --no-inline -DN=64 -DM=2
kernel void k(global int *a) {
  if (M == 2)
    a[get_local_id(0) % N] = get_global_id(0);
}
CL
for local in --local-size --local_size --blockDim --block; do
    for groups in --num-groups --num_groups --gridDim --grid; do
        says 0 "$local $groups" "local size (64,1,1), number of groups (1,1,1)" "$wp" check --only=race "$local=64" "$groups=1" sizes.cl -- -DN=64 -DM=2
    done
done
says 1 "two groups race" "data race on 'a'" "$wp" check --only=race --local_size=64 --num_groups=2 sizes.cl -- -DN=64 -DM=2
says 0 "sizes in brackets" "local size (8,8,1), number of groups (2,3,1)" "$wp" check --only=divergence "--local_size=[8,8]" "--num_groups=[2,3]" sizes.cl -- -DN=64 -DM=2
for global in --global-size --global_size; do
    says 0 "$global" "number of groups (1,1,1)" "$wp" check --only=race --local_size=64 $global=64 sizes.cl -- -DN=64 -DM=2
    says 2 "$global, uneven" "no multiple" "$wp" check --only=race --local_size=64 $global=65 sizes.cl -- -DN=64 -DM=2
done
says 2 "a size that is none" "positive numbers" "$wp" check --local_size=x sizes.cl
says 0 "the second line" "local size (64,1,1), number of groups (1,1,1)" "$wp" check --only=race --header-options sizes.cl
says 1 "sizes that are given win" "number of groups (2,1,1)" "$wp" check --only=race --header-options --num_groups=2 sizes.cl
says 2 "macros of the second line are not there without the option" "undeclared" "$wp" check --only=race sizes.cl

sed '2s/.*/\/\/--local_size=64 --global_size=128 -DN=128 -DM=2/' sizes.cl >global.cl
says 1 "a global size in the second line" "number of groups (2,1,1)" "$wp" check --only=race --header-options global.cl
sed '2s/.*/\/\/--local_size=none -DN=64 -DM=2/' sizes.cl >bad.cl
says 2 "a second line that cannot be followed" "positive numbers" "$wp" check --only=race --header-options bad.cl
sed '2s/.*/\/\/--local_size=64 --global_size=100 -DN=64 -DM=2/' sizes.cl >uneven.cl
says 2 "work-groups of several sizes in the second line" "no multiple" "$wp" check --only=race --header-options uneven.cl
says 1 "two files, each with its own" "number of groups (2,1,1)" "$wp" check --only=race --header-options sizes.cl global.cl

cat >named.cl <<'CL'
kernel void k(global int *a, int n) {
  __requires(n == get_local_size(0));
  a[get_group_id(0) * n + get_local_id(0)] = get_group_id(0);
}
CL
says 0 "annotations chosen by the names" "GPUVerify's annotations mean what they mean there" "$wp" check -v --only=race named.cl
says 0 "and asked for" "__requires(n == get_local_size(0))" "$wp" check -v --only=race --annotations=gpuverify named.cl
says 2 "and refused" "__requires" "$wp" check --only=race --annotations=none named.cl

# What clang makes of a file for SPIR, SPIR-V and NVPTX gets the verdicts of the file.
cat >targets.cl <<'CL'
kernel void copies(global float *in, global float *out) {
  local float a[64], b[64];
  event_t e[2];
  e[0] = async_work_group_copy(a, in + 64 * get_group_id(0), 64, 0);
  e[1] = async_work_group_copy(b, in + 64 * get_group_id(0), 64, 0);
  wait_group_events(2, e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[63 - get_local_id(0)] + b[get_local_id(0)];
}
kernel void copies_racy(global float *in, global float *out) {
  local float a[64];
  event_t e = async_work_group_copy(a, in, 64, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[63 - get_local_id(0)];
}
kernel void vectors(global float4 *v, local int *s) {
  s[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  v[get_global_id(0)] = s[63 - get_local_id(0)];
}
kernel void vectors_racy(global float4 *v, local int *s) {
  s[get_local_id(0)] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  v[get_global_id(0)] = s[63 - get_local_id(0)];
}
CL
verdicts() {
    "$wp" check --only=race,divergence --local-size=64 --num-groups=2 "$1" 2>/dev/null | sed -n 's/^targets.cl:\([0-9]*\): .*: \(proved\|refuted\|unproved\).*/\1 \2/p'
}
verdicts targets.cl >wanted
for target in spir-unknown-unknown spir64-unknown-unknown spirv64-unknown-unknown nvptx64-nvidia-nvcl; do
    for kind in bc ll; do
        count=$((count + 1))
        form=-c
        [ $kind = bc ] || form=-S
        clang-19 -x cl --target=$target -O1 -Xclang -disable-llvm-passes -g -emit-llvm $form -o targets.$kind targets.cl
        verdicts targets.$kind >got
        if [ "$(grep -c . wanted)" -eq 4 ] && [ "$(grep -c ' proved' wanted)" -eq 2 ] && cmp -s wanted got; then
            echo "ok $count - $target, .$kind"
        else
            echo "not ok $count - $target, .$kind"
            paste wanted got | sed 's/^/# /'
        fi
    done
done

# Files that are no programs end with a message and status 2, or without a kernel.
: >empty.cl
says 0 "an empty file" "no kernels" "$wp" check empty.cl
printf '\177ELF\001\000\377\376' >binary.cl
says 2 "a binary file" "binary.cl" "$wp" check binary.cl
printf 'kernel void k(global int *a) { a[0] = \n' >broken.cl
says 2 "a file that ends too early" "broken.cl" "$wp" check broken.cl
printf 'kernel void k(global undeclared *a) { }\n' >undeclared.cl
says 2 "a type that nobody declared" "undeclared" "$wp" check undeclared.cl
printf '#include "recursive.cl"\nkernel void k(global int *a) { }\n' >recursive.cl
says 2 "a file that includes itself" "recursive.cl" "$wp" check recursive.cl
cat >calls.cl <<'CL'
int f(int n) { return n > 0 ? f(n - 1) + 1 : 0; }
kernel void k(global int *a) { a[get_global_id(0)] = f(3); }
CL
says 3 "a function that calls itself" "recursive function" "$wp" check --only=race calls.cl
{
    echo 'kernel void k(global int *a) {'
    awk 'BEGIN { for (i = 0; i < 3000; i++) printf "  a[get_global_id(0) * 3000 + %d] = %d;\n", i, i }'
    echo '}'
} >long.cl
says 0 "a kernel of 3000 stores" "kernel in 1 file" "$wp" check --only=divergence long.cl
{
    printf 'kernel void k(global int *a) { a[get_global_id(0)] = '
    awk 'BEGIN { for (i = 0; i < 5000; i++) printf "("; printf "1"; for (i = 0; i < 5000; i++) printf ")" }'
    printf '; }\n'
} >deep.cl
says 2 "5000 brackets" "deep.cl" "$wp" check deep.cl

# Images take no argument.
cat >images.cl <<'CL'
kernel void k(write_only image2d_t o, write_only image2d_t p, int n)
{
  write_imagef(o, (int2)(get_global_id(0) / n, 20), (float4)(get_global_id(0)));
  write_imagef(p, (int2)(20, get_global_id(0)), (float4)(1));
}
CL
says 0 "images of a run, each its own" "no violation seen" "$wp" simulate --local-size=32 --num-groups=2 --arg n=1 images.cl
says 1 "a pixel that two write" "data race on 'o'" "$wp" simulate --local-size=32 --num-groups=2 --arg n=2 images.cl
says 2 "an array for an image" "'o' is an image" "$wp" simulate --local-size=32 --num-groups=2 --arg n=2 --arg o=zero:64 images.cl
printf '__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(__global int *p) { p[get_global_id(0)] = 1; }\n' >required.cl
says 2 "a run of a work-group that the attribute excludes" "'k(int*)' has reqd_work_group_size(64, 1, 1)" "$wp" simulate --local-size=32 --num-groups=2 --arg p=zero:64 required.cl
says 2 "a file that is not there" "absent.cl" "$wp" check absent.cl
echo "1..$count"
