#include "peer.h"
#include <mbedtls/base64.h>
#include <mbedtls/sha256.h>
#include <mbedtls/version.h>
#include <mbedtls/x509_crt.h>

static void hash(const uint8_t *message, size_t size, uint8_t digest[32]) {
#if MBEDTLS_VERSION_NUMBER >= 0x03000000
    mbedtls_sha256(message, size, digest, 0);
#else
    mbedtls_sha256_ret(message, size, digest, 0);
#endif
}

static int pin(const uint8_t *der, size_t size, char text[48]) {
    mbedtls_x509_crt certificate;
    uint8_t digest[32];
    size_t length;
    mbedtls_x509_crt_init(&certificate);
    int failed = mbedtls_x509_crt_parse_der_nocopy(&certificate, der, size);
    if (!failed) {
        hash(certificate.pk_raw.p, certificate.pk_raw.len, digest);
        mbedtls_base64_encode((uint8_t *)text, 48, &length, digest, 32);
    }
    mbedtls_x509_crt_free(&certificate);
    return failed;
}

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : "";
    if (!strcmp(what, "version")) return puts("mbedTLS " MBEDTLS_VERSION_STRING) < 0;
    if (!strcmp(what, "w1") && count == 4) return work1("mbedtls", words[2], atoi(words[3]), pin);
    if (!strcmp(what, "w2")) return work2("mbedtls", hash);
    return 2;
}
