#!/bin/sh
# make-deb.sh BUILD [FOLDER]: a Debian package of what `make install` installs, below /usr; its path is printed.
set -eu

build=$1 folder=${2:-$1}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
version=$("$build/warpproof" --version | cut -d' ' -f2)
architecture=$(dpkg --print-architecture)
chmod 755 "$root"
umask 022
cmake --install "$build" --prefix "$root/usr" >"$folder/make-deb.log"
rm -rf "$root/usr/lib/warpproof" # headers that are compiled for the paths here
find "$root" -name warpproof.pc -exec sed -i "s|^prefix=.*|prefix=/usr|; s|^libdir=.*/lib|libdir=\${prefix}/lib|; s|^includedir=.*|includedir=\${prefix}/include|" {} +
strip --strip-unneeded "$root/usr/bin/warpproof"
find "$root" -name libwarpproof.a -exec strip --strip-debug {} +
gzip -9n "$root/usr/share/man/man1/warpproof.1"
mkdir -p "$root/DEBIAN" "$root/usr/share/doc/warpproof"
cp LICENSE "$root/usr/share/doc/warpproof/copyright"
cat >"$root/DEBIAN/control" <<CONTROL
Package: warpproof
Version: $version
Architecture: $architecture
Section: devel
Priority: optional
Maintainer: warpproof <warpproof@localhost>
Installed-Size: $(du -k -s "$root/usr" | cut -f1)
Depends: libc6, libstdc++6, libllvm19, libz3-4, libjansson4, clang-19
Description: proves GPU kernels free of data races, or shows a witness
 A checker for CUDA and OpenCL kernels: data races, barrier divergence, accesses
 out of bounds and failing assertions are proved absent, or shown by a launch
 that was run.
CONTROL
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
package=$folder/warpproof_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$package" >>"$folder/make-deb.log"
echo "$package"
