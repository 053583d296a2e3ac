#include "model.h"

static struct model_answer at(enum model_code code, size_t offset) { return (struct model_answer){code, offset}; }

static struct model_value wrong(enum model_code code, size_t offset) {
    return (struct model_value){at(code, offset), 0};
}

static struct model_value right(int64_t number) { return (struct model_value){{MODEL_OK, 0}, number}; }

struct model_header model_header(const uint8_t *octets, size_t count) {
    struct model_header header = {{MODEL_OK, 0}, 0, 0, 0, 0, 0};
    size_t place = 0;
    if (count == 0) { header.answer = at(MODEL_MISSING, 0); return header; }

    // 8.1.2.2: class in bits 8 and 7, constructed in bit 6, and the number in bits 5 to 1 if it is 30 or less.
    header.tag_class = octets[0] >> 6;
    header.is_constructed = octets[0] >> 5 & 1;
    header.number = octets[0] & 31;
    place = 1;
    if (header.number == 31) {
        // 8.1.2.4.2: seven bits in each octet, bit 8 set in all but the last; c: not all seven zero in the first.
        header.number = 0;
        for (;;) {
            if (place == count) { header.answer = at(MODEL_TRUNCATED, 0); return header; }
            if (header.number >= 1u << 22) { header.answer = at(MODEL_TAG_TOO_LARGE, 0); return header; }
            header.number = header.number * 128 + octets[place] % 128;
            if (header.number == 0) { header.answer = at(MODEL_TAG_NOT_MINIMAL, 0); return header; }
            if (octets[place++] < 128) break;
        }
        if (header.number < 31) { header.answer = at(MODEL_TAG_NOT_MINIMAL, 0); return header; }
    }

    // 8.1.3.4 and 8.1.3.5: the short form, or the number of octets that follow; 10.1: the fewest, and definite.
    size_t start = place;
    if (place == count) { header.answer = at(MODEL_TRUNCATED, 0); return header; }
    uint64_t length = octets[place++];
    if (length == 128) { header.answer = at(MODEL_INDEFINITE_LENGTH, start); return header; }
    if (length > 128) {
        unsigned subsequent = (unsigned)length - 128;
        if (subsequent > 7) { header.answer = at(MODEL_LENGTH_TOO_LARGE, start); return header; }
        length = 0;
        while (subsequent-- > 0) {
            if (place == count) { header.answer = at(MODEL_TRUNCATED, 0); return header; }
            length = length * 256 + octets[place++];
            if (length == 0) { header.answer = at(MODEL_LENGTH_NOT_MINIMAL, start); return header; }
        }
        if (length < 128) { header.answer = at(MODEL_LENGTH_NOT_MINIMAL, start); return header; }
    }
    if (length > count - place) { header.answer = at(MODEL_LENGTH_OVERRUN, start); return header; }
    header.contents = place;
    header.end = place + (size_t)length;
    return header;
}

// 8.2.1: one octet; 11.1: all bits set for TRUE; 8.2.2: zero for FALSE.
struct model_value model_boolean(const uint8_t *octets, size_t contents, size_t count) {
    if (count - contents != 1) return wrong(MODEL_INVALID_VALUE, 0);
    if (octets[contents] != 0 && octets[contents] != 255) return wrong(MODEL_NOT_CANONICAL, contents);
    return right(octets[contents] == 255);
}

// 8.3.1: one octet or more; 8.3.2: the first nine bits neither all one nor all zero; 8.3.3: two's complement.
struct model_value model_integer(const uint8_t *octets, size_t contents, size_t count) {
    if (count == contents) return wrong(MODEL_INVALID_VALUE, 0);
    if (count - contents > 1) {
        unsigned nine_bits = octets[contents] * 2u + octets[contents + 1] / 128u;
        if (nine_bits == 0 || nine_bits == 511) return wrong(MODEL_NOT_CANONICAL, contents);
    }
    int64_t number = octets[contents] >= 128 ? -1 : 0;
    for (size_t place = contents; place < count; place++) number = number * 256 + octets[place];
    return right(number);
}

// 8.6.2.1 to 8.6.2.3: the number of unused bits, 0 to 7, 0 if there are no bits; 11.2.1: they are zero.
struct model_value model_bit_string(const uint8_t *octets, size_t contents, size_t count) {
    if (count == contents) return wrong(MODEL_INVALID_VALUE, 0);
    unsigned unused = octets[contents];
    size_t bits = (count - contents - 1) * 8;
    if (unused > 7 || unused > bits) return wrong(MODEL_INVALID_VALUE, contents);
    if (unused > 0 && octets[count - 1] % (1u << unused) != 0) return wrong(MODEL_NOT_CANONICAL, count - 1);
    return right((int64_t)(bits - unused));
}

// 8.8.2.
struct model_value model_null(const uint8_t *octets, size_t contents, size_t count) {
    (void)octets;
    return count == contents ? right(0) : wrong(MODEL_INVALID_VALUE, contents);
}

// 8.19.2: subidentifiers of seven bits in each octet, the first octet of one not 80; 8.19.4: the first is 40 X + Y,
// where X is 0, 1 or 2, and Y at most 39 if X is 0 or 1.
struct model_value model_identifier(const uint8_t *octets, size_t contents, size_t count, uint32_t components[]) {
    int64_t found = 0;
    uint32_t number = 0;
    int is_first = 1;
    if (count == contents) return wrong(MODEL_INVALID_VALUE, contents);
    // The last octet of all shows an end that is missing, wherever its subidentifier begins.
    for (size_t place = contents; place < count; place++) {
        if (is_first && octets[place] == 0x80) return wrong(MODEL_INVALID_VALUE, place);
        number = number * 128 + octets[place] % 128;
        is_first = octets[place] < 128;
        if (!is_first) continue;
        if (found == 0) {
            uint32_t root = number < 40 ? 0 : number < 80 ? 1 : 2;
            components[found++] = root;
            number -= 40 * root;
        }
        components[found++] = number;
        number = 0;
    }
    return is_first ? right(found) : wrong(MODEL_INVALID_VALUE, count - 1);
}

static int64_t days_before_year(int64_t year) {
    // Of years 0 to year - 1: every fourth is a leap year, of the hundreds only every fourth.
    int64_t before = year - 1;
    return year == 0 ? 0 : year * 365 + before / 4 - before / 100 + before / 400 + 1;
}

// Digits in pairs from `contents`, the century before them; then Z. X.680 46 and 47, X.690 11.7 and 11.8.
static struct model_value model_time(const uint8_t *octets, size_t contents, size_t count, int has_century) {
    static const int month_days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int pairs = has_century ? 7 : 6, part[7];
    if (count - contents != (size_t)pairs * 2 + 1) return wrong(MODEL_INVALID_VALUE, 0);
    for (int digit = 0; digit < pairs * 2; digit++) {
        int value = octets[contents + (size_t)digit] - '0';
        if (value < 0 || value > 9) return wrong(MODEL_INVALID_VALUE, contents + (size_t)digit);
        part[digit / 2] = digit % 2 ? part[digit / 2] * 10 + value : value;
    }
    if (octets[count - 1] != 'Z') return wrong(MODEL_INVALID_VALUE, count - 1);
    int first = has_century ? 1 : 0;
    int year = part[first] + (has_century ? part[0] * 100 : part[0] < 50 ? 2000 : 1900);
    int month = part[first + 1], day = part[first + 2];
    int hour = part[first + 3], minute = part[first + 4], second = part[first + 5];
    int is_leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
    if (month < 1 || month > 12 || day < 1 || day > month_days[month - 1] + (is_leap && month == 2) || hour > 23
        || minute > 59 || second > 59)
        return wrong(MODEL_OUT_OF_RANGE, contents);
    int64_t days = days_before_year(year) - days_before_year(1970) + day - 1;
    for (int earlier = 1; earlier < month; earlier++) days += month_days[earlier - 1] + (is_leap && earlier == 2);
    return right(((days * 24 + hour) * 60 + minute) * 60 + second);
}

struct model_value model_utc_time(const uint8_t *octets, size_t contents, size_t count) {
    return model_time(octets, contents, count, 0);
}

struct model_value model_generalized_time(const uint8_t *octets, size_t contents, size_t count) {
    return model_time(octets, contents, count, 1);
}

static int is_space(uint8_t character) { return character == ' ' || (character >= '\t' && character <= '\r'); }

// RFC 4648 table 1.
static int digit(uint8_t character) {
    if (character >= 'A' && character <= 'Z') return character - 'A';
    if (character >= 'a' && character <= 'z') return character - 'a' + 26;
    if (character >= '0' && character <= '9') return character - '0' + 52;
    return character == '+' ? 62 : character == '/' ? 63 : -1;
}

// Groups of four characters; the last may end in one '=' for two octets or in two for one. Bits that are left over are
// dropped, whatever they are: RFC 4648 section 3.5 leaves that to the decoder.
struct model_value model_base64(const uint8_t *text, size_t count, uint8_t octets[]) {
    int64_t written = 0;
    uint32_t bits = 0;
    int in_group = 0, padding = 0;
    for (size_t place = 0; place < count; place++) {
        if (is_space(text[place])) continue;
        if (padding > 0 || text[place] == '=') {
            // It has to be '=', after two or three characters, and no more than complete the group.
            if (text[place] != '=' || in_group < 2 || in_group + padding == 4)
                return wrong(MODEL_INVALID_PADDING, place);
            padding++;
            continue;
        }
        int value = digit(text[place]);
        if (value < 0) return wrong(MODEL_INVALID_CHARACTER, place);
        bits = bits << 6 | (uint32_t)value;
        if (++in_group < 4) continue;
        octets[written++] = (uint8_t)(bits >> 16);
        octets[written++] = (uint8_t)(bits >> 8);
        octets[written++] = (uint8_t)bits;
        bits = 0;
        in_group = 0;
    }
    if (padding > 0 && in_group + padding != 4) return wrong(MODEL_INVALID_PADDING, count);
    if (padding == 0 && in_group != 0) return wrong(MODEL_INCOMPLETE, count);
    if (in_group >= 2) octets[written++] = (uint8_t)(bits >> (in_group == 3 ? 10 : 4));
    if (in_group == 3) octets[written++] = (uint8_t)(bits >> 2);
    return right(written);
}

static int begins(const uint8_t *text, size_t start, size_t end, const char *word) {
    while (*word != 0) {
        if (start == end || text[start++] != (uint8_t)*word++) return 0;
    }
    return 1;
}

// RFC 7468 allows words of printable characters with one hyphen or one space between them. The reader and OpenSSL take
// any printable text that cannot be taken for the five hyphens after it.
static int is_label(const uint8_t *text, size_t start, size_t end) {
    int hyphens = 0;
    for (size_t place = start; place < end; place++) {
        hyphens = text[place] == '-' ? hyphens + 1 : 0;
        if (text[place] < ' ' || text[place] > '~' || hyphens == 5) return 0;
    }
    return hyphens == 0;
}

// preeb and posteb without the line end: the word, a label, five hyphens.
static int is_boundary(const uint8_t *text, size_t start, size_t end, const char *word, size_t length, size_t *label) {
    *label = start + length;
    return end - start >= length + 5 && begins(text, start, end, word) && begins(text, end - 5, end, "-----")
        && is_label(text, *label, end - 5);
}

static size_t line_end(const uint8_t *text, size_t count, size_t place) {
    while (place < count && text[place] != '\n') place++;
    return place;
}

struct model_block model_pem(const uint8_t *text, size_t count) {
    struct model_block block = {0, 0, 0, 0};
    for (size_t start = 0; start < count; start = line_end(text, count, start) + 1) {
        size_t end = line_end(text, count, start), label, other;
        if (!is_boundary(text, start, end, "-----BEGIN ", 11, &label)) continue;
        // One line of base64, then posteb; its label is the same by section 2.
        size_t body_end = end + 5, last = line_end(text, count, body_end + 1);
        if (body_end >= count || line_end(text, count, end + 1) != body_end) continue;
        if (!is_boundary(text, body_end + 1, last, "-----END ", 9, &other)) continue;
        if (end - label != last - other) continue;
        size_t place = 0;
        while (place < end - label && text[label + place] == text[other + place]) place++;
        if (place == end - label) return (struct model_block){1, start, label, end - 5};
    }
    return block;
}
