#!/usr/bin/env bash
# Installs into a scratch folder, uses the installation without Swift, and uninstalls it.
set -euo pipefail
cd "$(dirname "$0")/../../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pem=Tests/Vectors/seeds/github.com.pem
wanted=$(openssl x509 -in "$pem" -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary |
    openssl base64)

./install --prefix "$work/prefix" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
[ "$(env -i "$work/prefix/bin/pemtool" pin "$pem")" = "$wanted" ]
for file in share/man/man1/pemtool.1 share/bash-completion/completions/pemtool \
    share/zsh/site-functions/_pemtool share/fish/vendor_completions.d/pemtool.fish; do
    [ -s "$work/prefix/$file" ] || { echo "not installed: $file"; exit 1; }
done

if [ "$(uname)" = Linux ]; then
    # It needs no system files: in a root with only /proc, like the Dockerfile's image, and as an unprivileged user,
    # it prints the same. Swift's runtime finds itself and its arguments in /proc.
    mkdir -p "$work/root/proc"
    cp "$work/prefix/bin/pemtool" "$pem" "$work/root"
    chmod 755 "$work" "$work/root"
    if mount --bind /proc "$work/root/proc" 2>/dev/null; then
        answer=$(env -i /usr/sbin/chroot --userspec=65534:65534 "$work/root" /pemtool pin "/${pem##*/}") || true
        umount "$work/root/proc"
        [ "$answer" = "$wanted" ] || { echo "it does not run in an empty root"; exit 1; }
        echo "it runs in an empty root"
    else
        echo "NOT TRIED in an empty root: /proc may not be mounted here"
    fi
fi

./install --uninstall --prefix "$work/prefix" >/dev/null
left=$(find "$work/prefix" -type f)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo "installed, used and removed"
