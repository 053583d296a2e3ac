#!/usr/bin/env python3
"""Writes what Python's cryptography reads in the extensions of certificates, one value per line:

    extension-answers.py Tests/Vectors/extensions/*.der Tests/Vectors/cert/*.pem > Tests/Vectors/extensions/answers.tsv

Columns: file, position of the extension in the certificate, dotted identifier, field, value. Fields follow RFC 5280's
names. There is no line for an extension that cryptography has no type for or cannot read, or for a certificate that it
refuses.
"""
import os
import sys
import warnings

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

warnings.simplefilter("ignore")

USAGES = [
    ("digitalSignature", "digital_signature"), ("nonRepudiation", "content_commitment"),
    ("keyEncipherment", "key_encipherment"), ("dataEncipherment", "data_encipherment"),
    ("keyAgreement", "key_agreement"), ("keyCertSign", "key_cert_sign"), ("cRLSign", "crl_sign"),
]
REASONS = ["key_compromise", "ca_compromise", "affiliation_changed", "superseded", "cessation_of_operation",
           "certificate_hold", "privilege_withdrawn", "aa_compromise"]
REASON_NAMES = ["keyCompromise", "cACompromise", "affiliationChanged", "superseded", "cessationOfOperation",
                "certificateHold", "privilegeWithdrawn", "aACompromise"]


def integer(number):
    """Returns upper-case hex of whole octets, with a minus sign if negative."""
    octets = "%X" % abs(number)
    return ("-" if number < 0 else "") + ("0" if len(octets) % 2 else "") + octets


def general_name(name):
    value = name.value
    if isinstance(name, x509.DNSName):
        return "DNS:" + value
    if isinstance(name, x509.RFC822Name):
        return "email:" + value
    if isinstance(name, x509.UniformResourceIdentifier):
        return "URI:" + value
    if isinstance(name, x509.IPAddress):
        return "IP:" + str(value)
    if isinstance(name, x509.RegisteredID):
        return "RID:" + value.dotted_string
    if isinstance(name, x509.OtherName):
        return "otherName:" + name.type_id.dotted_string + " " + name.value.hex()
    return "dirName:" + value.public_bytes().hex()


def usages(value):
    names = [name for name, attribute in USAGES if getattr(value, attribute)]
    if value.key_agreement:
        names += ["encipherOnly"] * value.encipher_only + ["decipherOnly"] * value.decipher_only
    return names


def distribution_points(points):
    for number, point in enumerate(points):
        prefix = "[%d]." % number
        for name in point.full_name or []:
            yield prefix + "fullName", general_name(name)
        for attribute in point.relative_name or []:
            yield prefix + "nameRelativeToCRLIssuer", attribute.oid.dotted_string + " " + attribute.value
        if point.reasons is not None:
            reasons = {reason.name for reason in point.reasons}
            names = [name for name, key in zip(REASON_NAMES, REASONS) if key in reasons]
            yield prefix + "reasons", ", ".join(names)
        for name in point.crl_issuer or []:
            yield prefix + "cRLIssuer", general_name(name)


def access_descriptions(descriptions):
    for description in descriptions:
        yield description.access_method.dotted_string, general_name(description.access_location)


def policies(value):
    for number, policy in enumerate(value):
        prefix = "[%d]." % number
        yield prefix + "policyIdentifier", policy.policy_identifier.dotted_string
        for qualifier in policy.policy_qualifiers or []:
            if isinstance(qualifier, str):
                yield prefix + "cPSuri", qualifier
                continue
            if qualifier.notice_reference:
                yield prefix + "organization", qualifier.notice_reference.organization or ""
                for notice in qualifier.notice_reference.notice_numbers:
                    yield prefix + "noticeNumber", integer(notice)
            if qualifier.explicit_text is not None:
                yield prefix + "explicitText", qualifier.explicit_text


def fields(value):
    """Yields pairs of field and value, or nothing for an unknown type."""
    if isinstance(value, x509.BasicConstraints):
        yield "cA", str(value.ca).lower()
        if value.path_length is not None:
            yield "pathLenConstraint", integer(value.path_length)
    elif isinstance(value, x509.KeyUsage):
        yield "bits", ", ".join(usages(value))
    elif isinstance(value, x509.ExtendedKeyUsage):
        for purpose in value:
            yield "keyPurpose", purpose.dotted_string
    elif isinstance(value, (x509.SubjectAlternativeName, x509.IssuerAlternativeName)):
        for name in value:
            yield "name", general_name(name)
    elif isinstance(value, x509.SubjectKeyIdentifier):
        yield "keyIdentifier", value.digest.hex()
    elif isinstance(value, x509.AuthorityKeyIdentifier):
        if value.key_identifier is not None:
            yield "keyIdentifier", value.key_identifier.hex()
        for name in value.authority_cert_issuer or []:
            yield "authorityCertIssuer", general_name(name)
        if value.authority_cert_serial_number is not None:
            yield "authorityCertSerialNumber", integer(value.authority_cert_serial_number)
    elif isinstance(value, (x509.CRLDistributionPoints, x509.FreshestCRL)):
        yield from distribution_points(value)
    elif isinstance(value, (x509.AuthorityInformationAccess, x509.SubjectInformationAccess)):
        yield from access_descriptions(value)
    elif isinstance(value, x509.CertificatePolicies):
        yield from policies(value)
    elif isinstance(value, x509.PolicyConstraints):
        if value.require_explicit_policy is not None:
            yield "requireExplicitPolicy", integer(value.require_explicit_policy)
        if value.inhibit_policy_mapping is not None:
            yield "inhibitPolicyMapping", integer(value.inhibit_policy_mapping)
    elif isinstance(value, x509.InhibitAnyPolicy):
        yield "skipCerts", integer(value.skip_certs)
    elif isinstance(value, x509.NameConstraints):
        for name in value.permitted_subtrees or []:
            yield "permitted", general_name(name)
        for name in value.excluded_subtrees or []:
            yield "excluded", general_name(name)
    elif isinstance(value, x509.PrivateKeyUsagePeriod):
        for name, moment in (("notBefore", value.not_before), ("notAfter", value.not_after)):
            if moment is not None:
                yield name, moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    elif isinstance(value, x509.TLSFeature):
        for feature in value:
            yield "feature", integer(feature.value)
    elif isinstance(value, (x509.PrecertPoison, x509.OCSPNoCheck)):
        yield "null", ""
    elif isinstance(value, x509.MSCertificateTemplate):
        yield "templateID", value.template_id.dotted_string
        if value.major_version is not None:
            yield "templateMajorVersion", integer(value.major_version)
        if value.minor_version is not None:
            yield "templateMinorVersion", integer(value.minor_version)
    elif isinstance(value, x509.PrecertificateSignedCertificateTimestamps):
        for number, timestamp in enumerate(value):
            prefix = "[%d]." % number
            yield prefix + "id", timestamp.log_id.hex()
            moment = timestamp.timestamp
            epoch = (moment - moment.__class__(1970, 1, 1)).days * 86400 + moment.hour * 3600 \
                + moment.minute * 60 + moment.second
            yield prefix + "timestamp", str(epoch * 1000 + moment.microsecond // 1000)
            yield prefix + "extensions", timestamp.extension_bytes.hex()
            hashes = {"md5": 1, "sha1": 2, "sha224": 3, "sha256": 4, "sha384": 5, "sha512": 6}
            yield prefix + "hashAlgorithm", str(hashes[timestamp.signature_hash_algorithm.name])
            yield prefix + "signatureAlgorithm", str(timestamp.signature_algorithm.value)
            yield prefix + "signature", timestamp.signature.hex()


def escaped(text):
    """Returns text for one line of a table, with backslash, tab and line ends as \\uXXXX."""
    return "".join("\\u%04x" % ord(c) if c in "\\\t\r\n" else c for c in text)


def each_extension(certificate):
    """Yields the extensions one by one, so that an unreadable one does not hide the others."""
    try:
        yield from enumerate(certificate.extensions)
    except Exception:
        return


def main():
    print("\t".join(["file", "position", "oid", "field", "value"]))
    for path in sys.argv[1:]:
        data = open(path, "rb").read()
        try:
            load = x509.load_pem_x509_certificate if b"-----BEGIN" in data else x509.load_der_x509_certificate
            certificate = load(data)
        except Exception:
            continue
        for position, extension in each_extension(certificate):
            try:
                pairs = list(fields(extension.value))
            except Exception:
                continue
            for field, value in pairs:
                print("\t".join([os.path.basename(path), str(position), extension.oid.dotted_string, field,
                                 escaped(value)]))


main()
