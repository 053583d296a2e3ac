#!/usr/bin/env bash
# ./install puts pemtool, its manual page and its completions under a prefix, where they work without this checkout,
# and takes all of them out again.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
prefix=$(mktemp -d)/prefix
trap 'rm -rf "$(dirname "$prefix")"' EXIT
"$root/install" --prefix "$prefix" >"$prefix.log" 2>&1 || { cat "$prefix.log"; exit 1; }
cd /
[ "$("$prefix/bin/pemtool" pin "$root/Tests/Vectors/seeds/github.com.pem")" = \
    "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=" ]
if command -v ldd >/dev/null && ldd "$prefix/bin/pemtool" | grep -i swift; then
    echo "the installed pemtool needs Swift's libraries"
    exit 1
fi
grep -q '^.TH PEMTOOL' "$prefix/share/man/man1/pemtool.1"
bash -n "$prefix/share/bash-completion/completions/pemtool"
grep -q '^#compdef pemtool' "$prefix/share/zsh/site-functions/_pemtool"
grep -q '^complete ' "$prefix/share/fish/vendor_completions.d/pemtool.fish"
count=$(find "$prefix" -type f | wc -l)
"$root/install" --uninstall --prefix "$prefix" >/dev/null
left=$(find "$prefix" -type f | wc -l)
echo "$count files installed, $left left after the removal"
[ "$count" = 5 ] && [ "$left" = 0 ]
