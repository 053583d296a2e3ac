#!/usr/bin/env python3
"""Writes Tests/Vectors/lines/json.tsv: lines that are or are not a JSON object according to Python's json module.

Columns: the line in hex; `yes`, or `no`, or `invalid-utf8`; the string of the field "c" in hex, `-` if the line has
none. Python's NaN and Infinity, which RFC 8259 does not have, count as errors, and so does a byte order mark. The
lines are chosen by hand and then changed at random, from a fixed seed.
"""
import json
import pathlib
import random

CHOSEN = r'''
{}
 { } 
{"c":"M"}
{"c":""}
{"c" : "M" , "d" : [ ] }
{"a":1,"c":"x"}
{"a":-0,"b":0.5,"c":"x","d":1e5,"e":1E+5,"f":-1.25e-7,"g":123456789012345678901234567890}
{"a":true,"b":false,"d":null}
{"a":[1,[2,[3,{"b":[{}]}]],"x"],"c":"y"}
{"a":{"c":"inner"},"c":"outer"}
{"c":"\"\\\/\b\f\n\r\t"}
{"c":"\u0041\u00e9\u20AC\ud83d\ude00"}
{"\u0063":"name with an escape"}
{"c":"é€😀"}
{"é":"é","c":"x"}
{"c":"0123456789abcdef0123456789abcdef\u0030123456789abcdef"}
{"c":"0123456789abcdef0123456789abcde\"0123456789abcdef"}
{"a":[],"b":{},"c":[]}
{"a":"]","b":"}","c":"{"}
{"":""}
{"a":[true,false,null,0,"",[],{}]}
{"c":"x",}
{,"c":"x"}
{"c":"x" "d":1}
{"c":"x"}}
{"c":"x"
{"c":"x
{"c"}
{"c":}
{c:"x"}
{'c':'x'}
{"a":01}
{"a":+1}
{"a":1.}
{"a":.5}
{"a":-}
{"a":1e}
{"a":1e+}
{"a":0x10}
{"a":NaN}
{"a":Infinity}
{"a":-Infinity}
{"a":tru}
{"a":True}
{"a":nullx}
{"a":[1,]}
{"a":[,1]}
{"a":[1 2]}
{"a":[1}
{"a":{"b":1]}
{"a":"\x41"}
{"a":"\u12g4"}
{"a":"\u123"}
{"a":"\"}
{"a":1}/**/
{"a":1}//
{"a":1};
[]
[1,2]
"c"
1
null

{
}
{"
{"a
{"a"
{"a":
{"a":[
'''.split("\n")

RAW = [
    b'{"c":"\xff"}', b'{"c":"\xc0\x80"}', b'{"c":"\xed\xa0\x80"}', b'{"c":"\xf4\x90\x80\x80"}', b'{"c":"\xc3"}',
    b'{"c":"\xe2\x82"}', b'{"c":"\xf0\x9f\x98"}', b'{"c":"\xe0\x80\x80"}', b'{"c":"\xf0\x80\x80\x80"}',
    b'{"c":"\xf4\x8f\xbf\xbf\xee\x80\x80\xed\x9f\xbf"}', b'{"c":"\x80"}', b'{"\xff":1}', b'{"c":"a\tb"}',
    b'{"c":"a\x00b"}', b'{"c":"\x7f"}', b'{\t"c"\t:\t"x"\r}', b'{\x0b"c":"x"}', b'{\xc2\xa0"c":"x"}',
    b'\xef\xbb\xbf{"c":"x"}', b'{"c":"0123456789abcde\x1f0123456789abcdef"}', b'{"c":"0123456789abcde\xc3\xa90123456789abcdef"}',
]


def refuse(word):
    raise ValueError(word)


def judge(line):
    try:
        text = line.decode("utf8")
    except UnicodeDecodeError:
        return "invalid-utf8", "-"
    try:
        value = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        return "no", "-"
    if not isinstance(value, dict):
        return "no", "-"
    found = value.get("c")
    if not isinstance(found, str):
        return "yes", "-"
    # Half a surrogate pair becomes U+FFFD.
    found = found.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return "yes", found.encode().hex() or "."


def main():
    chance = random.Random(8259)
    lines = [line.encode() for line in CHOSEN] + RAW
    for _ in range(1200):
        line = bytearray(chance.choice(lines[:25] + RAW[9:10]))
        for _ in range(chance.randint(1, 2)):
            place = chance.randrange(len(line) + 1)
            change = chance.choice("drop insert swap twice".split())
            if change == "drop":
                del line[place:place + 1]
            elif change == "insert":
                line[place:place] = bytes([chance.choice(b'{}[]:,"\\u0e-+. \t\xc3tn1')])
            elif change == "swap" and place + 1 < len(line):
                line[place], line[place + 1] = line[place + 1], line[place]
            else:
                line[place:place] = line[place:place + chance.randint(1, 9)]
        lines.append(bytes(line))
    rows = ["line\tjson\tfield"]
    for line in dict.fromkeys(lines):
        if b"\n" in line or line.startswith(b"\xef\xbb\xbf"):
            continue
        rows.append("\t".join([line.hex() or ".", *judge(line)]))
    path = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "lines" / "json.tsv"
    path.write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
