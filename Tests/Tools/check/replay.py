#!/usr/bin/env python3
"""Replays failures in the consumers that run here, and follows the advice of `pemtool diagnose`.

    Tests/Tools/check/replay.py PEMTOOL      needs openssl, curl, wget, gnutls-bin, node, default-jdk-headless
                                             and libokhttp-java

openssl s_server presents a chain of a private CA. Each consumer refuses it, for a wrong pin or for another reason;
diagnose has to name the consumer and the reason from what the consumer itself writes. If a pin was wrong, the consumer
has to accept the server with the pin that diagnose prints.
"""
import base64, hashlib, json, os, socket, ssl, subprocess, sys, tempfile, time

JARS = "/usr/share/java/okhttp.jar:/usr/share/java/okio.jar"
JAVA = """
import java.io.FileInputStream;
import java.net.InetAddress;
import java.security.KeyStore;
import java.security.cert.*;
import java.util.Arrays;
import javax.net.ssl.*;
import okhttp3.*;

/** Asks the server HOST at PORT for a page, with the roots in a file unless it is "-", and a pin unless it is "-". */
final class Connect {
    public static void main(String[] a) throws Exception {
        OkHttpClient.Builder client = new OkHttpClient.Builder()
            .dns(host -> Arrays.asList(InetAddress.getByName("127.0.0.1")));
        if (!a[2].equals("-")) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            try (FileInputStream file = new FileInputStream(a[2])) {
                store.setCertificateEntry("root", CertificateFactory.getInstance("X.509").generateCertificate(file));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            client.sslSocketFactory(context.getSocketFactory(), (X509TrustManager) factory.getTrustManagers()[0]);
        }
        if (!a[3].equals("-")) {
            client.certificatePinner(new CertificatePinner.Builder().add(a[0], a[3]).build());
        }
        Request request = new Request.Builder().url("https://" + a[0] + ":" + a[1] + "/").build();
        System.out.println(client.build().newCall(request).execute().code());
    }
}
"""
NODE = """require('tls').connect({host: '127.0.0.1', port: process.argv[1], servername: process.argv[2],
ca: process.argv[3] ? require('fs').readFileSync(process.argv[3]) : undefined}, () => { console.log(200); process.exit() })
.on('error', error => { console.error(error); process.exit(1) })"""
HOST, failures = "api.example.com", []


def run(*command, fails=False):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    if fails == (done.returncode == 0):
        failures.append(f"{' '.join(command[:3])}: status {done.returncode}: {done.stderr[-300:]}")
    return done.stdout + done.stderr


def make():
    """Makes root.pem, and chain.pem with the key of the server."""
    for name in "root", "leaf":
        run("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", f"{name}.key")
    run("openssl", "req", "-x509", "-new", "-key", "root.key", "-subj", "/CN=Private root", "-days", "9", "-out", "root.pem")
    run("openssl", "req", "-new", "-key", "leaf.key", "-subj", f"/CN={HOST}", "-out", "leaf.csr")
    with open("leaf.ext", "w") as file:
        file.write(f"subjectAltName=DNS:{HOST}\n")
    run("openssl", "x509", "-req", "-in", "leaf.csr", "-CA", "root.pem", "-CAkey", "root.key", "-days", "9", "-extfile",
        "leaf.ext", "-set_serial", "77", "-out", "leaf.pem")


def wrong_pins():
    """Returns the pins that the usual mistakes make, each by openssl and hashlib."""
    def pin(octets):
        return base64.b64encode(hashlib.sha256(octets).digest()).decode()
    spki = subprocess.run(["openssl", "pkey", "-in", "leaf.key", "-pubout", "-outform", "der"], capture_output=True).stdout
    der = subprocess.run(["openssl", "x509", "-in", "leaf.pem", "-outform", "der"], capture_output=True).stdout
    return [pin(spki[-65:]), pin(der), pin(base64.b64encode(spki)), pin(open("leaf.pem", "rb").read())]


def diagnose(tool, message, *others):
    with open("message.txt", "w") as file:
        file.write(message)
    done = subprocess.run([tool, "diagnose", "--json", "message.txt", *others], capture_output=True, text=True)
    return json.loads(done.stdout or "[]")


def expect(tool, what, message, source, meaning):
    told = [(report.get("reported_by"), report.get("meaning")) for report in diagnose(tool, message)]
    if told != [(source, meaning)]:
        failures.append(f"{what}: {told}, not {source}, {meaning}: {message[-400:]}")


def okhttp(port, root="root.pem", pin="-", host=HOST, fails=True):
    return run("java", "-cp", f"{JARS}:.", "Connect", host, str(port), root, pin, fails=fails)


def curl(port, *options, fails=True):
    return run("curl", "-sSv", "--resolve", f"{HOST}:{port}:127.0.0.1", *options, f"https://{HOST}:{port}/", fails=fails)


def replay(tool, port):
    for wrong in wrong_pins():
        message = okhttp(port, pin=f"sha256/{wrong}")
        expect(tool, "OkHttp", message, "OkHttp", "mismatch")
        right = diagnose(tool, message, "leaf.pem")[0]["pinned"][0]["right_pin"]
        okhttp(port, pin=right if right.startswith("sha256/") else f"sha256/{right}", fails=False)
        message = curl(port, "--cacert", "root.pem", "--pinnedpubkey", f"sha256//{wrong}")
        expect(tool, "curl", message, "curl or Wget", "mismatch")
        answers = diagnose(tool, message, f"sha256//{wrong}", "leaf.pem")
        right = next(report["matches"][0]["right_pin"] for report in answers if "matches" in report)
        curl(port, "--cacert", "root.pem", "--pinnedpubkey", "sha256//" + right.removeprefix("sha256/"), fails=False)
    expect(tool, "OkHttp, pin", okhttp(port, pin=wrong), "OkHttp", "missing-prefix")
    expect(tool, "OkHttp, root", okhttp(port, root="-"), "Java", "missing-issuer")
    expect(tool, "OkHttp, host", okhttp(port, host="other.example.com"), "OkHttp", "host-name")
    expect(tool, "curl, root", curl(port), "curl or Wget", "missing-issuer")
    other = ["--resolve", f"other.example.com:{port}:127.0.0.1", f"https://other.example.com:{port}/"]
    expect(tool, "curl, host", run("curl", "-sS", "--cacert", "root.pem", *other, fails=True), "curl or Wget", "host-name")
    wget = ["wget", "-O", "/dev/null", f"https://localhost:{port}/"]
    expect(tool, "Wget, host", run(*wget, "--ca-certificate=root.pem", fails=True), "curl or Wget", "host-name")
    expect(tool, "Wget, pin", run(*wget, "--no-check-certificate", f"--pinnedpubkey=sha256//{wrong}", fails=True),
           "curl or Wget", "mismatch")
    gnutls = ["gnutls-cli", "-p", str(port), "--sni-hostname", HOST, "--verify-hostname", HOST, "localhost"]
    expect(tool, "GnuTLS, root", run(*gnutls, fails=True), "GnuTLS", "missing-issuer")
    gnutls[-2] = "other.example.com"
    expect(tool, "GnuTLS, host", run(*gnutls, "--x509cafile", "root.pem", fails=True), "GnuTLS", "host-name")
    node = run("node", "-e", NODE, str(port), HOST, fails=True)
    expect(tool, "Node.js, root", node, "Node.js", "missing-issuer")
    node = run("node", "-e", NODE, str(port), "other.example.com", "root.pem", fails=True)
    expect(tool, "Node.js, host", node, "Node.js", "host-name")
    for host, meaning in (HOST, "missing-issuer"), ("other.example.com", "host-name"):
        context = ssl.create_default_context(cafile=None if host == HOST else "root.pem")
        try:
            context.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname=host)
            failures.append(f"Python: accepts {host}")
        except ssl.SSLError as error:
            expect(tool, "Python", f"ssl.SSLCertVerificationError: {error}", "OpenSSL or BoringSSL", meaning)


def main():
    tool = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make()
        with open("Connect.java", "w") as file:
            file.write(JAVA)
        run("javac", "-cp", JARS, "Connect.java")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = subprocess.Popen(["openssl", "s_server", "-accept", str(port), "-www", "-cert", "leaf.pem", "-key",
                                   "leaf.key"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(50):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            replay(tool, port)
        finally:
            server.kill()
            os.chdir("/")
    for failure in failures:
        print(failure)
    print(f"OkHttp, curl, Wget, GnuTLS, Node.js, Java and Python replayed: {len(failures)} wrong")
    sys.exit(1 if failures else 0)


main()
