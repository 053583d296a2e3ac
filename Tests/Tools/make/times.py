#!/usr/bin/env python3
"""Writes Tests/Vectors/expected/times.tsv: GeneralizedTime texts and seconds since 1970, by Python's datetime.

datetime begins with year 1. The calendar repeats after 400 years, or 146,097 days, which gives the values for year 0.
"""
import calendar
import datetime
import pathlib
import random

random.seed(1970)
cycle = 146_097 * 86_400
epoch = datetime.datetime(1970, 1, 1)


def seconds(year, *rest):
    shift = 400 if year == 0 else 0
    since = datetime.datetime(year + shift, *rest) - epoch
    return since.days * 86_400 + since.seconds - (cycle if shift else 0)


moments = [(0, 1, 1, 0, 0, 0), (0, 2, 29, 23, 59, 59), (0, 3, 1, 0, 0, 0), (9999, 12, 31, 23, 59, 59), (1970, 1, 1, 0, 0, 0),
           (1969, 12, 31, 23, 59, 59), (2038, 1, 19, 3, 14, 7), (2038, 1, 19, 3, 14, 8), (1949, 12, 31, 23, 59, 59),
           (1950, 1, 1, 0, 0, 0), (2049, 12, 31, 23, 59, 59), (2050, 1, 1, 0, 0, 0), (1582, 10, 10, 12, 0, 0)]
# The ends of the year and of February, with and without a leap day, in every century and in the first and last years.
for year in sorted({*range(0, 9999, 100), *range(0, 13), *range(1896, 1910), *range(1964, 2040), *range(2096, 2106), *range(9990, 10_000)}):
    last = 29 if year % 4 == 0 and calendar.isleap(year or 400) else 28
    moments += [(year, 1, 1, 0, 0, 0), (year, 2, last, 23, 59, 59), (year, 3, 1, 0, 0, 0), (year, 12, 31, 23, 59, 59)]
for _ in range(400):
    year, month = random.randrange(10_000), random.randrange(1, 13)
    day = random.randrange(1, calendar.monthrange(year or 400, month)[1] + 1)
    moments.append((year, month, day, random.randrange(24), random.randrange(60), random.randrange(60)))

out = pathlib.Path(__file__).resolve().parents[2] / "Vectors/expected/times.tsv"
with out.open("w") as file:
    file.write("generalized_time\tseconds_since_1970\n")
    for moment in dict.fromkeys(moments):
        file.write("%04d%02d%02d%02d%02d%02dZ\t%d\n" % (*moment, seconds(*moment)))
