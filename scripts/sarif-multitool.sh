#!/bin/sh
# sarif-multitool.sh FOLDER: prints the path of OASIS's SARIF validator, which npm installs into FOLDER if it is not there.
# Exit 3: there is no npm.
set -eu

folder=$1
version=5.7.0
if [ -n "${WP_SARIF_MULTITOOL:-}" ]; then
    echo "$WP_SARIF_MULTITOOL"
    exit 0
fi
tool=$folder/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
if [ ! -e "$tool" ]; then
    command -v npm >/dev/null 2>&1 || exit 3
    mkdir -p "$folder"
    npm --prefix "$folder" --silent --no-audit --no-fund install "@microsoft/sarif-multitool-linux@$version" >&2
fi
chmod u+x "$tool"
echo "$tool"
