"""Writes DER for the scripts in this folder, independent of the code under test."""


def tlv(tag, *parts):
    """Returns a value with a one-octet tag, and its content."""
    content = b"".join(parts)
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    octets = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(octets)]) + octets + content


def oid(text):
    """Returns an OBJECT IDENTIFIER from its dotted form."""
    first, second, *rest = map(int, text.split("."))
    content = b""
    for arc in [first * 40 + second] + rest:
        group = [arc & 0x7F]
        while arc := arc >> 7:
            group.insert(0, arc & 0x7F | 0x80)
        content += bytes(group)
    return tlv(6, content)
