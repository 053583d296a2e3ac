"""Studies the keys of many certificates with Spark, which pipes its partitions through pemtool.

    keys.py --master URL --pemtool PATH --output FOLDER [--field NAME] [--pins FILE] INPUT...

INPUT is text with one object per line: base64 or hex of DER; with --field, a JSON object whose field NAME contains
that. FOLDER gets one folder of JSON lines for each result, and `pins`, the pin of every certificate that could be read.

The job ships the pemtool binary itself, so that a cluster needs nothing but Spark. On another machine than this
one INPUT and FOLDER must be paths that all of them see (hdfs://, s3a://, a shared file system).
"""
import argparse
import shlex
import sys

from pyspark import StorageLevel
from pyspark.sql import SparkSession
from pyspark.sql import functions as f

# The fields of schema pemtool/1 that the job uses; a field that the tool does not print is null.
ANSWER = """
    ok BOOLEAN, kind STRING, sha256 STRING, pin STRING, subject STRING, subject_alt_names ARRAY<STRING>,
    public_key STRUCT<oid: STRING, name: STRING, bits: INT, curve: STRING>, error STRUCT<code: STRING>
"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--master", help="local[*], local-cluster[2,1,2048], spark://HOST:7077, yarn, k8s://...")
    parser.add_argument("--pemtool", required=True, help="the binary; one without Swift's libraries beside it")
    parser.add_argument("--output", required=True)
    parser.add_argument("--field", help="each line is a JSON object with this field")
    parser.add_argument("--pins", help="text with one base64 pin a line, to look for")
    parser.add_argument("input", nargs="+")
    return parser.parse_args()


def answers(spark, lines, options):
    """Returns one row for each line, from pemtool's JSON."""
    command = ["pemtool", "inspect", "--lines"]
    if options.field:
        command += ["--der-field", options.field]
    # Status 3 means that some lines could not be read; their answers say so too. Any other status, or a killed
    # process, fails the task, and Spark runs it again. Files that the job ships are on the path.
    script = " ".join(map(shlex.quote, command)) + " 2>/dev/null || [ $? -eq 3 ]"
    lines.createOrReplaceTempView("lines")
    using = script.replace("\\", "\\\\").replace("'", "\\'")
    text = spark.sql(f"SELECT TRANSFORM(value) USING '{using}' AS (answer STRING) FROM lines")
    # An answer that is not JSON would be a fault of the tool, and must not look like a broken line.
    parsed = f.from_json("answer", ANSWER, {"mode": "FAILFAST"})
    return text.select(parsed.alias("a")).select("a.*")


def results(rows):
    """Returns the tables by name."""
    read = rows.where("ok")
    algorithm = f.coalesce("public_key.name", "public_key.oid").alias("algorithm")
    by_key = read.groupBy("pin").agg(f.countDistinct("sha256").alias("certificates"))
    # A certificate renewed for the same names is not reuse across names.
    names = f.when(f.size("subject_alt_names") > 0, f.array_sort("subject_alt_names")).otherwise(f.array("subject"))
    across = (
        read.withColumn("names", names)
        .groupBy("pin")
        .agg(
            f.countDistinct("names").alias("name_sets"),
            f.countDistinct("sha256").alias("certificates"),
            f.slice(f.array_sort(f.array_distinct(f.flatten(f.collect_set("names")))), 1, 10).alias("names"),
        )
        .where("name_sets > 1")
        .orderBy(f.desc("name_sets"), "pin")
    )
    return {
        "errors": rows.where("NOT ok").groupBy("error.code").count().orderBy(f.desc("count"), "code"),
        "algorithms": read.groupBy(algorithm, "public_key.bits", "public_key.curve")
        .agg(f.count("*").alias("lines"), f.countDistinct("pin").alias("keys"))
        .orderBy(f.desc("lines"), "algorithm", "bits"),
        "reuse": by_key.groupBy("certificates").agg(f.count("*").alias("keys")).orderBy("certificates"),
        "shared_across_names": across,
    }


def pinned(spark, rows, path):
    """Returns the certificates whose key is on the list, and the listed pins that no certificate has."""
    pins = spark.read.text(path).select(f.regexp_extract("value", "[A-Za-z0-9+/]{43}=", 0).alias("pin"))
    pins = pins.where("pin != ''").distinct()
    seen = rows.where("ok").groupBy("pin", "subject").agg(f.countDistinct("sha256").alias("certificates"))
    return f.broadcast(pins).join(seen, "pin", "left").orderBy("pin", "subject")


def main():
    options = arguments()
    builder = SparkSession.builder.appName("keys")
    if options.master:
        builder = builder.master(options.master)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.sparkContext.addFile(options.pemtool)
    try:
        lines = spark.read.text(options.input, lineSep="\n")
        rows = answers(spark, lines, options).persist(StorageLevel.MEMORY_AND_DISK)
        given, answered = lines.count(), rows.count()
        print(f"{given} lines, {answered} answers", flush=True)
        if given != answered:
            sys.exit("keys.py: an answer is missing, or there is one too many")
        tables = results(rows)
        if options.pins:
            tables["pinned"] = pinned(spark, rows, options.pins)
        for name, table in tables.items():
            print(name, flush=True)
            table.coalesce(1).write.mode("overwrite").json(f"{options.output}/{name}")
            spark.read.schema(table.schema).json(f"{options.output}/{name}").show(20, 60)
        rows.where("ok").select("pin").write.mode("overwrite").text(f"{options.output}/pins")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
