#!/bin/bash
# The life of a pin with a real server and real clients: openssl s_server presents each chain, curl and OkHttp have the
# pins that `pemtool policy emit` wrote for each version, and they must do what `check` predicted.
#
#     Tests/Tools/check/life.sh [PEMTOOL]      needs openssl, curl, python3, default-jdk-headless and libokhttp-java
set -uo pipefail
pemtool=$(realpath "${1:-.build/debug/pemtool}")
work=$(mktemp -d)
server=
trap 'test -n "$server" && kill $server 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 2
failed=0

key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1.key" 2>/dev/null; }
# sign NAME KEY ISSUER EXTENSIONS SUBJECT
sign() {
    openssl req -new -key "$2.key" -subj "/CN=$5" -out "$1.csr"
    openssl x509 -req -in "$1.csr" -CA "$3.pem" -CAkey "$3.key" -set_serial "0x$(openssl rand -hex 8)" -days 100 \
        -extfile "$4" -out "$1.pem" 2>/dev/null
}
printf 'basicConstraints=critical,CA:TRUE\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n' > ca.ext
printf 'basicConstraints=CA:FALSE\nsubjectAltName=DNS:api.example.com\nauthorityKeyIdentifier=keyid\n' > leaf.ext
for root in root1 root2; do
    key $root
    openssl req -x509 -new -key $root.key -subj /CN=$root -days 3650 -out $root.pem -addext keyUsage=critical,keyCertSign
done
for name in int1:root1 int2:root1 int3:root2; do key "${name%:*}"; sign "${name%:*}" "${name%:*}" "${name#*:}" ca.ext "${name%:*}"; done
for name in A B C D; do key $name; openssl pkey -in $name.key -pubout -out $name.pub; done
cat root1.pem root2.pem > roots.pem
# chain NAME KEY INTERMEDIATE
chain() { sign "$1-leaf" "$2" "$3" leaf.ext api.example.com; cat "$1-leaf.pem" "$3.pem" > "$1.pem"; cp "$2.key" "$1.key"; }
chain today A int1
chain same-key A int1
chain new-intermediate A int2
chain new-root A int3
chain new-key B int1
chain other-key C int2

new() { "$pemtool" policy new --host api.example.com "${@:2}" > "$1.json" 2> "$1.err" || { cat "$1.err"; failed=1; }; }
new v1 --backup B.pub today.pem
new v2 --backup B.pub --backup C.pub today.pem
new v3 --backup D.pub new-key.pem
# OkHttp connects to the server as an app would, with the pinner of a version.
okhttp=/usr/share/java/okhttp.jar:/usr/share/java/okio.jar
cat > Connect.java <<'JAVA'
import java.io.FileInputStream;
import java.net.InetAddress;
import java.security.KeyStore;
import java.security.cert.*;
import java.util.*;
import javax.net.ssl.*;
import okhttp3.*;

/** Asks the server on a port of this machine for a page: accepted, or refused by the pins. */
final class Connect {
    public static void main(String[] arguments) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        try (FileInputStream file = new FileInputStream("roots.pem")) {
            for (java.security.cert.Certificate root : CertificateFactory.getInstance("X.509").generateCertificates(file)) {
                store.setCertificateEntry("root" + number++, root);
            }
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        X509TrustManager manager = (X509TrustManager) factory.getTrustManagers()[0];
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {manager}, null);
        OkHttpClient client = new OkHttpClient.Builder()
            .sslSocketFactory(context.getSocketFactory(), manager)
            .dns(name -> Collections.singletonList(InetAddress.getByName("127.0.0.1")))
            .certificatePinner(PinnedHosts.CERTIFICATE_PINNER).build();
        Request request = new Request.Builder().url("https://api.example.com:" + arguments[0] + "/").build();
        String answer;
        try (Response response = client.newCall(request).execute()) {
            answer = "accepted";
        } catch (SSLPeerUnverifiedException mismatch) {
            answer = mismatch.getMessage().startsWith("Certificate pinning failure") ? "refused" : mismatch.getMessage();
        }
        System.out.println(answer);
        System.exit(0);
    }
}
JAVA
for version in v1 v2 v3; do
    mkdir $version
    "$pemtool" policy emit okhttp-java $version.json > $version/PinnedHosts.java
    javac -cp $okhttp -d $version $version/PinnedHosts.java Connect.java || failed=1
done
count=0
for next in today same-key new-intermediate new-root new-key other-key; do
    : > server.log
    openssl s_server -accept 127.0.0.1:0 -cert $next-leaf.pem -key $next.key -cert_chain $next.pem -www > server.log 2>&1 &
    server=$!
    for _ in $(seq 50); do grep -q ^ACCEPT server.log && break; sleep 0.2; done
    port=$(sed -n 's/^ACCEPT .*://p' server.log)
    "$pemtool" check --jsonl --chain today.pem --next $next.pem v1=v1.json v2=v2.json v3=v3.json > table.jsonl
    for version in v1 v2 v3; do
        pins=$(python3 -c 'import json, sys
rule = json.load(open(sys.argv[1]))["hosts"][0]
print(";".join("sha256//" + pin["pin"][7:] for part in rule.get("strategies", [rule]) for pin in part["pins"]))' $version.json)
        curl -s -o /dev/null --cacert roots.pem --pinnedpubkey "$pins" --connect-to "api.example.com:443:127.0.0.1:$port" \
            https://api.example.com/
        case $? in 0) found=accepted ;; 90) found=refused ;; *) found="curl: $?" ;; esac
        said=$(python3 -c 'import json, sys
for line in open("table.jsonl"):
    row = json.loads(line)
    if row.get("version") == sys.argv[1] and row.get("is_next"): print(row["verdict"])' $version)
        count=$((count + 1))
        if [ "$found" != "$said" ]; then echo "FAILED: $version, $next: curl $found, check $said"; failed=1; fi
        found=$(java -cp "$okhttp:$version" Connect "$port")
        if [ "$found" != "$said" ]; then echo "FAILED: $version, $next: OkHttp $found, check $said"; failed=1; fi
    done
    kill $server 2>/dev/null
    wait $server 2>/dev/null
    server=
done
echo "$count connections of curl and of OkHttp, as check said"
exit $failed
