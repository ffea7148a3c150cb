#!/bin/sh
# .git/hooks/pre-commit, without the program of that name: the CUDA and OpenCL files of the commit.
set -eu
list=$(mktemp)
trap 'rm -f "$list"' EXIT
git diff --cached --name-only --diff-filter=ACMR -z -- '*.cu' '*.cl' >"$list"
[ -s "$list" ] || exit 0
warpproof check --quiet --only=race,divergence --cache .warpproof-cache --files-from "$list"
