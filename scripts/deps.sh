#!/bin/sh
# Sees to the Debian 12 packages that the build, the tests and the tool need.
# As root it installs what is missing; otherwise it says what to install and exits 2.
# On a system without dpkg it leaves the question to CMake.
set -eu

packages="cmake ninja-build make clang-format gcc libc6-dev libstdc++-12-dev clang-19 llvm-19-dev \
libz3-dev libjansson-dev libcmocka-dev"

command -v dpkg-query >/dev/null 2>&1 || exit 0

present=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $packages 2>/dev/null || true)
missing=
for package in $packages; do
    case "
$present
" in
    *"
installed $package
"*) ;;
    *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
    echo "warpproof needs packages that are not installed. As root:" >&2
    echo "  apt-get update && apt-get install$missing" >&2
    exit 2
fi

echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { apt-get -o DPkg::Lock::Timeout=300 update &&
       apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $missing
     } >"$log" 2>&1; then
    cat "$log" >&2
    echo "could not install:$missing" >&2
    exit 2
fi
