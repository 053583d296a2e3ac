#!/bin/bash
# Gives the output of `pemtool policy emit` to the consumers that run here: curl and openssl against a local TLS
# server, danetool, three readers of property lists, xmllint with the order of Android's elements,
# swiftc and javac. A consumer that is not installed is named and skipped; CI installs all of them:
#
#     apt-get install curl openssl gnutls-bin libplist-utils libxml2-utils default-jdk-headless \
#         kotlin libokhttp-java
#
# TrustKit itself does not run here, because there is no package of it. Its files are read by a parser of their
# language, against declarations of the same shape. plutil is that of Swift's toolchain, which uses
# PropertyListSerialization.
set -uo pipefail
pemtool=$(realpath "${1:-.build/debug/pemtool}")
documentation=$(realpath "$(dirname "$0")/../../../Documentation/Pins-in-CI.md")
work=$(mktemp -d)
server=
trap 'test -n "$server" && kill $server; rm -rf "$work"' EXIT
cd "$work" || exit 2
failed=0

passed() { echo "ok: $1"; }
failed() { echo "FAILED: $1"; failed=1; }
# status EXPECTED WHAT COMMAND...: the command ends with this exit status.
status() {
    local expected=$1 what=$2 found=0
    shift 2
    "$@" > last.out 2> last.err || found=$?
    if [ $found = "$expected" ]; then passed "$what"; else failed "$what: exit status $found, expected $expected"; cat last.err; fi
}
has() { command -v "$1" > /dev/null || { echo "passed over: no $1"; return 1; }; }

# A CA, its certificate for the server www.example.com, and a key that is not in the chain.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -subj /CN=ca -days 90 \
    -addext keyUsage=critical,keyCertSign 2> /dev/null
openssl req -new -newkey rsa:2048 -nodes -keyout leaf.key -out leaf.csr -subj /CN=www.example.com 2> /dev/null
printf 'basicConstraints=CA:FALSE\nsubjectAltName=DNS:www.example.com\n' > leaf.ext
openssl x509 -req -in leaf.csr -CA ca.pem -CAkey ca.key -set_serial 7 -days 90 -extfile leaf.ext -out leaf.pem 2> /dev/null
cat leaf.pem ca.pem > chain.pem
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 2> /dev/null | openssl pkey -pubout -out backup.pem
leaf=$("$pemtool" pin leaf.pem)
# The same key for every host that is asked about below.
printf 'basicConstraints=CA:FALSE\nsubjectAltName=IP:192.0.2.1' > all.ext
for name in example.com www.example.com a.b.example.com a.www.example.com api.www.example.com xample.com com example \
    localhost a.localhost a_b.example.com {,a.}{xn--bcher-kva,strasse,xn--strae-oqa}.example \
    {,a.}xn--r8jz45g.xn--zckzah; do printf ',DNS:%s' "$name" >> all.ext; done
openssl x509 -req -in leaf.csr -CA ca.pem -CAkey ca.key -set_serial 8 -days 90 -extfile all.ext -out all.pem 2> /dev/null
cat all.pem ca.pem > all-chain.pem
# verdict HOST POLICY: whether the app accepts the server with that chain, yes or no.
verdict() {
    "$pemtool" check --jsonl --host "$1" --chain all-chain.pem "$2" 2> /dev/null |
        sed -n 's/.*"verdict":"\([a-z-]*\)".*/\1/p' | sed 's/accepted/yes/; s/not-pinned/yes/; s/refused/no/'
}
ca=$("$pemtool" pin ca.pem)
backup=$("$pemtool" pin backup.pem)

# manifest HOST POSITION PIN...: with a label and an active and a backup pin.
manifest() {
    local host=$1 position=$2 pins=
    shift 2
    for pin in "$@"; do pins="$pins,{\"pin\":\"$pin\",\"label\":\"a -- <b> & \\\"c\\\"\",\"role\":\"backup\"}"; done
    echo "{\"schema\":\"pemtool-policy/1\",\"unlisted_hosts\":\"accept\",\"hosts\":[
        {\"host\":\"$host\",\"position\":\"$position\",\"pins\":[${pins#,}]}]}"
}
manifest www.example.com leaf "$leaf" "$backup" > leaf.json
manifest www.example.com leaf "$backup" > other.json
manifest www.example.com ca "$ca" > ca.json
manifest '**.example.com' any "$leaf" "$ca" "$backup" > any.json

# emit FORMAT FILE MANIFEST [OPTIONS]
emit() {
    local format=$1 file=$2 manifest=$3
    shift 3
    "$pemtool" policy emit "$format" "$@" "$manifest" > "$file" || failed "policy emit $format"
}

# The written file must be read as the same policy.
for format in trustkit trustkit-swift android okhttp-kotlin okhttp-java react-native-ssl-public-key-pinning; do
    emit $format "any.$format" any.json --allow-loss labels
    status 0 "policy diff with $format" "$pemtool" policy diff --host '**.example.com' any.json "any.$format"
done
for format in nspinneddomains; do
    emit $format "leaf.$format" leaf.json --allow-loss labels
    status 0 "policy diff with $format" "$pemtool" policy diff --host www.example.com leaf.json "leaf.$format"
done
emit swift HostPins.swift any.json
status 1 "policy diff of two policies" "$pemtool" policy diff leaf.json other.json
status 1 "a loss that is not allowed" "$pemtool" policy emit nspinneddomains any.json
status 2 "a format that is only read" "$pemtool" policy emit curl leaf.json

# check
status 0 "check with the right pin" "$pemtool" check --pin "$leaf" chain.pem
status 1 "check with another pin" "$pemtool" check --pin "$backup" chain.pem
status 0 "check with a policy" "$pemtool" check --host www.example.com --chain chain.pem any.json
status 0 "check without a policy" "$pemtool" check chain.pem
status 3 "check without a chain" "$pemtool" check --pin "$leaf" missing.pem

# curl and openssl against a server on this machine.
port=$((20000 + RANDOM % 20000))
openssl s_server -accept $port -cert leaf.pem -key leaf.key -cert_chain ca.pem -www -quiet > server.log 2>&1 &
server=$!
for _ in $(seq 50); do openssl s_client -connect localhost:$port < /dev/null > /dev/null 2>&1 && break; sleep 0.1; done
if has curl; then
    curl_pins() { "$pemtool" pin --format curl "$@" | paste -sd ';' -; }
    request=(curl -s -o page --noproxy '*' --cacert ca.pem --resolve "www.example.com:$port:127.0.0.1" "https://www.example.com:$port/")
    status 0 "curl with the pins of the server" "${request[@]}" --pinnedpubkey "$(curl_pins leaf.pem backup.pem)"
    status 90 "curl with another pin" "${request[@]}" --pinnedpubkey "$(curl_pins backup.pem)"
    status 0 "curl with pin --format curl" "${request[@]}" --pinnedpubkey "$("$pemtool" pin --format curl leaf.pem)"
fi
# dane WHAT EXPECTED RECORD: openssl's own check of TLSA records.
dane() {
    local found=no
    openssl s_client -connect localhost:$port -dane_tlsa_domain www.example.com -dane_tlsa_rrdata "$3" \
        < /dev/null 2> /dev/null | grep -q 'Verification: OK' && found=yes
    if [ $found = "$2" ]; then passed "openssl: $1"; else failed "openssl: $1"; fi
}
dane "TLSA 3 1 1 of another key" no "$("$pemtool" pin --format tlsa backup.pem)"
dane "pin --format tlsa" yes "$("$pemtool" pin --format tlsa leaf.pem)"
dane "pin --format tlsa-ca" yes "$("$pemtool" pin --format tlsa-ca ca.pem)"
if has danetool; then
    danetool --tlsa-rr --host www.example.com --load-certificate leaf.pem > danetool.tlsa 2> /dev/null
    manifest www.example.com leaf "$leaf" > one.json
    status 0 "danetool's record is read" "$pemtool" policy read danetool.tlsa
    grep -q "$leaf" last.out || failed "danetool's record is ours"
fi

# Property lists.
for list in any.trustkit leaf.nspinneddomains; do
    status 0 "plistlib reads $list" python3 -c '
import plistlib, sys
root = plistlib.load(open(sys.argv[1], "rb"))
if "TSKConfiguration" in root:
    host = root["TSKConfiguration"]["TSKPinnedDomains"]["example.com"]
    assert host["TSKIncludeSubdomains"] is True and host["TSKPublicKeyHashes"] == sys.argv[2:5], host
else:
    host = root["NSAppTransportSecurity"]["NSPinnedDomains"]["www.example.com"]
    assert [i["SPKI-SHA256-BASE64"] for i in host["NSPinnedLeafIdentities"]] == [sys.argv[2], sys.argv[4]], host
' $list "$leaf" "$ca" "$backup"
    if has plutil; then status 0 "plutil -lint $list" plutil -lint $list; fi
    if has plistutil; then
        status 0 "plistutil reads $list" plistutil -i $list -f bin -o list.bin
        status 0 "its binary form is the same policy" "$pemtool" policy diff $list list.bin
    fi
done

# Android: the elements in the order of the documentation.
cat > android.dtd <<'DTD'
<!ELEMENT network-security-config (base-config?, domain-config*, debug-overrides?)>
<!ELEMENT base-config (trust-anchors?)>
<!ELEMENT debug-overrides (trust-anchors?)>
<!ELEMENT domain-config (domain+, trust-anchors?, pin-set?, domain-config*)>
<!ELEMENT domain (#PCDATA)>
<!ATTLIST domain includeSubdomains (true|false) "false">
<!ELEMENT trust-anchors (certificates*)>
<!ELEMENT certificates EMPTY>
<!ATTLIST certificates src CDATA #REQUIRED overridePins (true|false) "false">
<!ELEMENT pin-set (pin*)>
<!ATTLIST pin-set expiration CDATA #IMPLIED>
<!ELEMENT pin (#PCDATA)>
<!ATTLIST pin digest CDATA #REQUIRED>
DTD
if has xmllint; then status 0 "xmllint with Android's elements" xmllint --noout --dtdvalid android.dtd any.android; fi

# Swift, with declarations of TrustKit's constants.
if has swiftc; then
    status 0 "swiftc compiles the constants" swiftc -swift-version 6 -typecheck HostPins.swift
    for key in PinnedDomains IncludeSubdomains EnforcePinning ExpirationDate PublicKeyHashes; do
        echo "public let kTSK$key = \"TSK$key\""
    done > TrustKit.swift
    status 0 "TrustKit's constants" swiftc -parse-as-library -emit-module -module-name TrustKit TrustKit.swift
    cp any.trustkit-swift Configuration.swift
    status 0 "swiftc compiles TrustKit's dictionary" swiftc -parse-as-library -swift-version 5 -typecheck -I . Configuration.swift
fi

# OkHttp itself (3.13 in Debian, which knows *.host but not yet **.host): Java and Kotlin compile against it, and its
# pinner must decide as check does.
okhttp=/usr/share/java/okhttp.jar
classpath=$okhttp:/usr/share/java/okio.jar
if has javac && [ -f $okhttp ]; then
    manifest '*.example.com' any "$leaf" "$backup" > star.json
    manifest '*.example.com' any "$backup" > stranger.json
    cat > Check.java <<'JAVA'
import java.io.*;
import java.security.cert.*;
import java.util.*;

/** Asks OkHttp's pinner about a host and a chain: yes, or no. */
final class Check {
    public static void main(String[] arguments) throws Exception {
        List<Certificate> chain = new ArrayList<>();
        try (InputStream file = new FileInputStream(arguments[1])) {
            chain.addAll(CertificateFactory.getInstance("X.509").generateCertificates(file));
        }
        try {
            PinnedHosts.CERTIFICATE_PINNER.check(arguments[0], chain);
            System.out.println("yes");
        } catch (javax.net.ssl.SSLPeerUnverifiedException mismatch) {
            System.out.println("no");
        }
    }
}
JAVA
    for name in star stranger; do
        emit okhttp-java PinnedHosts.java $name.json --allow-loss labels
        status 0 "javac compiles OkHttp's pinner" javac -cp $classpath -d $name PinnedHosts.java Check.java
        for host in www.example.com a.b.example.com example.com; do
            theirs=$(java -cp $classpath:$name Check $host chain.pem)
            ours=$(verdict $host $name.json)
            if [ "$theirs" = "$ours" ]; then passed "OkHttp and check: $name, $host: $ours"
            else failed "OkHttp says $theirs, check $ours: $name, $host"; fi
        done
    done
    # Every pattern with every host. The names are those that HttpUrl makes from an address, because a client passes
    # them to the pinner. OkHttp 3 does not know **. In text, a name without a dot is not taken for a host; OkHttp
    # keeps a trailing dot, which the check host-form reports.
    printf '%s\n' example.com EXAMPLE.com Example.Com www.example.com WWW.example.COM api.www.example.com \
        '*.example.com' '*.EXAMPLE.com' '*.www.example.com' 192.0.2.1 a_b.example.com bücher.example \
        BÜCHER.example '*.bücher.example' xn--bcher-kva.example '*.XN--BCHER-KVA.example' '*.straße.example' \
        '*.例え.テスト' > patterns
    printf '%s\n' example.com EXAMPLE.COM www.example.com WWW.Example.com \
        a.www.example.com api.www.example.com xample.com com COM example bücher.example \
        BÜCHER.EXAMPLE a.bücher.example xn--bcher-kva.example XN--BCHER-KVA.example \
        a.xn--bcher-kva.example straße.example strasse.example a.straße.example localhost a.localhost 192.0.2.1 \
        a_b.example.com 例え.テスト xn--r8jz45g.xn--zckzah a.例え.テスト 'example。com' 'www．example.com' > hosts
    cat > Matrix.java <<'JAVA'
import java.io.*;
import java.nio.file.*;
import java.security.cert.*;
import java.util.*;
import okhttp3.*;

/** Asks OkHttp about each host, with a pinner of one pattern at a time. */
final class Matrix {
    public static void main(String[] arguments) throws Exception {
        List<java.security.cert.Certificate> chain = new ArrayList<>();
        try (InputStream file = new FileInputStream("chain.pem")) {
            chain.addAll(CertificateFactory.getInstance("X.509").generateCertificates(file));
        }
        for (String pattern : Files.readAllLines(Paths.get("patterns"))) {
            CertificatePinner pinner = new CertificatePinner.Builder().add(pattern, arguments[0]).build();
            for (String host : Files.readAllLines(Paths.get("hosts"))) {
                String answer = "yes";
                try {
                    pinner.check(HttpUrl.get("https://" + host + "/").host(), chain);
                } catch (javax.net.ssl.SSLPeerUnverifiedException mismatch) {
                    answer = "no";
                }
                System.out.println(pattern + " " + host + " " + answer);
            }
        }
    }
}
JAVA
    status 0 "javac compiles the matrix" javac -encoding UTF-8 -cp $classpath -d matrix Matrix.java
    LC_ALL=C.UTF-8 java -Dfile.encoding=UTF-8 -cp $classpath:matrix Matrix "sha256/$backup" > theirs
    while read -r pattern; do
        printf 'new CertificatePinner.Builder().add("%s", "sha256/%s").build();\n' "$pattern" "$backup" > one.java
        while read -r host; do
            echo "$pattern $host $(verdict "$host" one.java)"
        done < hosts
    done < patterns > ours
    pairs=$(wc -l < theirs)
    if [ "$pairs" -ge 450 ] && cmp -s theirs ours; then passed "OkHttp and check: $pairs pairs of pattern and host"
    else failed "OkHttp and check differ"; diff theirs ours; fi
    if has kotlinc; then
        emit okhttp-kotlin Pins.kt star.json --allow-loss labels
        status 0 "kotlinc compiles OkHttp's pinner" kotlinc -cp $classpath -d kotlin-classes Pins.kt
    fi
else
    echo "passed over: no OkHttp"
fi

# The worked example of the documentation: its manifest and its commands, in order.
mkdir -p example/pins example/ios/App example/android/app/src/main/{res/xml,kotlin}
awk '/^```json/ { on = 1; next } /^```/ { if (on) exit } on' "$documentation" > example/pins/pins.json
ln -s "$pemtool" example/pemtool
cd example || exit 2
PATH=$PWD:$PATH
count=0
while read -r line; do
    status 0 "documentation: ${line#    }" bash -c "$line"
    count=$((count + 1))
done < <(grep -E '^ +pemtool policy (emit|diff) ' "$documentation")
[ $count = 6 ] && passed "documentation: six commands" || failed "documentation: $count commands"
status 0 "documentation: the check" pemtool check --at 2026-12-01 --strict --for trustkit,android pins/pins.json
status 1 "documentation: OkHttp has no expiry" \
    pemtool check --at 2026-12-01 --strict --for okhttp-kotlin pins/pins.json
status 1 "documentation: expired" pemtool check --at 2027-07-01 pins/pins.json
sed -i 's/azE5/azE6/' android/app/src/main/kotlin/Pins.kt
status 1 "documentation: a file that has drifted" pemtool policy diff pins/pins.json android/app/src/main/kotlin/Pins.kt
exit $failed
