// What a reader of DER has to answer, written from X.690 (02/2021), RFC 4648 and RFC 7468 alone.
#ifndef MODEL_H
#define MODEL_H
#include <stddef.h>
#include <stdint.h>

// The answer, or what is wrong. Names as in the standards' words; the Swift reader has a code for each.
enum model_code {
    MODEL_OK,
    MODEL_MISSING,             // no octet at all
    MODEL_TRUNCATED,           // the input ends within identifier or length octets
    MODEL_TAG_NOT_MINIMAL,     // 8.1.2.4.2 c, 8.1.2.2
    MODEL_TAG_TOO_LARGE,       // beyond 29 bits, a limit of the reader
    MODEL_INDEFINITE_LENGTH,   // 10.1
    MODEL_LENGTH_NOT_MINIMAL,  // 10.1
    MODEL_LENGTH_TOO_LARGE,    // more than seven subsequent octets, a limit of the reader; 8.1.3.5 c
    MODEL_LENGTH_OVERRUN,      // fewer contents octets than the length says
    MODEL_INVALID_VALUE,       // not an encoding of the type
    MODEL_NOT_CANONICAL,       // an encoding of BER that DER forbids
    MODEL_OUT_OF_RANGE,        // a date that does not exist
    MODEL_INVALID_CHARACTER,   // base64: neither of the alphabet nor white space
    MODEL_INVALID_PADDING,     // base64: '=' where none belongs, too few, or text after it
    MODEL_INCOMPLETE           // base64: ends within a group of four characters
};

// An answer. `offset` is the octet that shows the problem:
// - of what ends too early, the first identifier octet; where there is none, the end;
// - of a wrong tag, the first identifier octet; of a wrong length, the first length octet;
// - of contents that are too few octets or too many for the type, the first identifier octet;
// - of wrong contents, the first contents octet that is wrong; of a date that does not exist, the first of all.
struct model_answer {
    enum model_code code;
    size_t offset;
};

// Section 8.1: identifier and length octets.
struct model_header {
    struct model_answer answer;
    uint32_t tag_class, number;
    int is_constructed;
    size_t contents, end;
};
struct model_header model_header(const uint8_t *octets, size_t count);

// A whole value with its header, whose contents begin at `contents` and end at `count`. The result is what its type
// has: BOOLEAN 0 or 1, INTEGER its value, BIT STRING its number of bits, times the seconds since 1970.
struct model_value {
    struct model_answer answer;
    int64_t number;
};
struct model_value model_boolean(const uint8_t *octets, size_t contents, size_t count);
struct model_value model_integer(const uint8_t *octets, size_t contents, size_t count);
struct model_value model_bit_string(const uint8_t *octets, size_t contents, size_t count);
struct model_value model_null(const uint8_t *octets, size_t contents, size_t count);
struct model_value model_utc_time(const uint8_t *octets, size_t contents, size_t count);
struct model_value model_generalized_time(const uint8_t *octets, size_t contents, size_t count);

// The components, at most one more than there are contents octets, and how many of them there are.
struct model_value model_identifier(const uint8_t *octets, size_t contents, size_t count, uint32_t components[]);

// RFC 4648 section 4 with the white space of RFC 7468 section 3: the octets written, and how many.
struct model_value model_base64(const uint8_t *text, size_t count, uint8_t octets[]);

// The block of a text by the strict grammar of RFC 7468 figure 3, if it has one whose base64 text is one line of four
// characters: where its BEGIN line starts, and where its label is. Lines end in a line feed.
struct model_block {
    int is_found;
    size_t start, label, label_end;
};
struct model_block model_pem(const uint8_t *text, size_t count);

#endif
