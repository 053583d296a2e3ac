/* What a C library reads of certificates: readers openssl|gnutls|mbedtls|nss < CERTIFICATES

   CERTIFICATES has four octets of length, most significant first, before each. Prints a line for each: `-` if the
   library refuses it, else the SHA-256 of the SubjectPublicKeyInfo in the file, the SHA-256 of the key as the library
   encodes it itself (`-` if it cannot read the key), the serial number, and notBefore and notAfter in seconds since
   1970; `?` is what is not asked for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <gnutls/x509.h>
#include <mbedtls/x509_crt.h>
#include <nss/cert.h>
#include <nss/nss.h>
#include <openssl/bn.h>
#include <openssl/x509.h>

static void hash(const unsigned char *der, int length) {
    unsigned char digest[32];
    if (length <= 0 || !EVP_Digest(der, length, digest, NULL, EVP_sha256(), NULL)) {
        printf("-");
        return;
    }
    for (int i = 0; i < 32; i++) printf("%02x", digest[i]);
}

static void moment(const ASN1_TIME *value) {
    struct tm parts;
    if (ASN1_TIME_to_tm(value, &parts)) printf(" %lld", (long long)timegm(&parts));
    else printf(" ?");
}

/* The octets of the SubjectPublicKeyInfo, which i2d_X509_PUBKEY would encode anew: by OpenSSL's reader of tags. */
static const unsigned char *key_in(const unsigned char *der, long length, long *size) {
    const unsigned char *place = der, *start = der;
    int tag, class;
    for (int skipped = -2; skipped < 6;) {
        start = place;
        int form = ASN1_get_object(&place, size, &tag, &class, der + length - place);
        if (form & 0x81) return NULL;
        if (skipped >= 0) place += *size;
        if (skipped != 0 || class != V_ASN1_CONTEXT_SPECIFIC) skipped++;
    }
    *size = place - start;
    return start;
}

static void openssl(const unsigned char *der, unsigned length) {
    const unsigned char *end = der;
    X509 *read = d2i_X509(NULL, &end, length);
    if (read && end == der + length) {
        long length_of_key;
        const unsigned char *exact = key_in(der, length, &length_of_key);
        if (exact) hash(exact, length_of_key);
        else printf("?");
        printf(" ");
        unsigned char *octets = NULL;
        EVP_PKEY *key = X509_get0_pubkey(read);
        int size = key ? i2d_PUBKEY(key, &octets) : 0;
        hash(octets, size);
        OPENSSL_free(octets);
        BIGNUM *serial = ASN1_INTEGER_to_BN(X509_get0_serialNumber(read), NULL);
        char *text = serial ? BN_bn2hex(serial) : NULL;
        printf(" %s", text ? text : "?");
        OPENSSL_free(text);
        BN_free(serial);
        moment(X509_get0_notBefore(read));
        moment(X509_get0_notAfter(read));
    } else {
        printf("-");
    }
    X509_free(read);
}

static void gnutls(unsigned char *der, unsigned length) {
    gnutls_x509_crt_t read;
    gnutls_datum_t data = {der, length};
    gnutls_x509_crt_init(&read);
    if (gnutls_x509_crt_import(read, &data, GNUTLS_X509_FMT_DER) == 0) printf("? ? ? ? ?");
    else printf("-");
    gnutls_x509_crt_deinit(read);
}

static void mbedtls(const unsigned char *der, unsigned length) {
    mbedtls_x509_crt read;
    mbedtls_x509_crt_init(&read);
    /* It takes the first value of the input; the rest is trailing data. */
    if (mbedtls_x509_crt_parse_der(&read, der, length) == 0 && read.raw.len == length) {
        hash(read.pk_raw.p, read.pk_raw.len);
        printf(" ? ? ? ?");
    } else {
        printf("-");
    }
    mbedtls_x509_crt_free(&read);
}

/* The name that libnss3 exports; its header has it in another library. */
CERTCertificate *__CERT_DecodeDERCertificate(SECItem *der, PRBool copied, char *nickname);

static void nss(unsigned char *der, unsigned length) {
    SECItem item = {siDERCertBuffer, der, length};
    CERTCertificate *read = __CERT_DecodeDERCertificate(&item, PR_TRUE, NULL);
    if (read) {
        hash(read->derPublicKey.data, read->derPublicKey.len);
        printf(" ? ? ? ?");
        CERT_DestroyCertificate(read);
    } else {
        printf("-");
    }
}

int main(int count, char **words) {
    const char *library = count > 1 ? words[1] : "";
    int is_nss = !strcmp(library, "nss");
    if (is_nss && NSS_NoDB_Init(NULL) != SECSuccess) return 3;
    unsigned char size[4];
    while (fread(size, 1, 4, stdin) == 4) {
        unsigned length = (unsigned)size[0] << 24 | size[1] << 16 | size[2] << 8 | size[3];
        unsigned char *der = malloc(length + 1);
        if (!der || fread(der, 1, length, stdin) != length) return 3;
        if (is_nss) nss(der, length);
        else if (!strcmp(library, "gnutls")) gnutls(der, length);
        else if (!strcmp(library, "mbedtls")) mbedtls(der, length);
        else if (!strcmp(library, "openssl")) openssl(der, length);
        else return 2;
        printf("\n");
        free(der);
    }
    return 0;
}
