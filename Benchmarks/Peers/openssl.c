#include "peer.h"
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

static const EVP_MD *sha256;

static int pin_of(X509 *certificate, char text[48]) {
    uint8_t *spki = NULL, digest[32];
    int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &spki);
    if (size < 0) return 1;
    EVP_Digest(spki, size, digest, NULL, sha256, NULL);
    EVP_EncodeBlock((uint8_t *)text, digest, 32);
    OPENSSL_free(spki);
    return 0;
}

static int pin(const uint8_t *der, size_t size, char text[48]) {
    X509 *certificate = d2i_X509(NULL, &der, size);
    if (!certificate) return 1;
    int failed = pin_of(certificate, text);
    X509_free(certificate);
    return failed;
}

static void hash(const uint8_t *message, size_t size, uint8_t digest[32]) {
    EVP_Digest(message, size, digest, NULL, sha256, NULL);
}

static int work3(const char *path) {
    BIO *file = BIO_new_file(path, "r");
    X509 *certificate;
    char text[48];
    while (file && (certificate = PEM_read_bio_X509(file, NULL, NULL, NULL))) {
        puts(pin_of(certificate, text) ? "ERR" : text);
        X509_free(certificate);
    }
    BIO_free(file);
    return 0;
}

static int work4(const char *label, const char *path) {
    size_t size;
    char *text = (char *)read_file(path, "", &size);
    EVP_ENCODE_CTX *context = EVP_ENCODE_CTX_new();
    uint8_t *out = malloc(size);
    long sum = 0;
    double total = 0, start = nanoseconds();
    for (int round = 0; round < 40; round++)
        for (char *body = text; (body = strstr(body, "-----BEGIN CERTIFICATE-----\n"));) {
            char *end = strstr(body += 28, "-----END");
            int first, last;
            EVP_DecodeInit(context);
            if (EVP_DecodeUpdate(context, out, &first, (uint8_t *)body, end - body) < 0) return 1;
            if (EVP_DecodeFinal(context, out + first, &last) < 0) return 1;
            sum += first + last + out[first + last - 1];
            total += end - body;
            body = end;
        }
    printf("w4 %s MB/s %.1f acc %ld\n", label, total / (nanoseconds() - start) * 1e3, sum);
    return 0;
}

int main(int count, char **words) {
    const char *label = "openssl", *what = count > 1 ? words[1] : "";
    sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    if (!strcmp(what, "version")) return puts(OpenSSL_version(OPENSSL_VERSION)) < 0;
    if (!strcmp(what, "w1") && count == 4) return work1(label, words[2], atoi(words[3]), pin);
    if (!strcmp(what, "w2")) return work2(label, hash);
    if (!strcmp(what, "w3") && count == 3) return work3(words[2]);
    if (!strcmp(what, "w4") && count == 3) return work4(label, words[2]);
    return 2;
}
