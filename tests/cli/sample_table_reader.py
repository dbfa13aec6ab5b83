"""Reads a table of positions with DuckDB and pandas, compares it with the same as objects, and prints what it says of itself.

Usage: sample_table_reader.py PARQUET NDJSON
"""

import json
import sys
from pathlib import Path

import duckdb

table_file, objects_file = sys.argv[1:]
objects = [json.loads(line) for line in Path(objects_file).read_text().splitlines()]
table = duckdb.sql(f"SELECT * FROM '{table_file}'")
rows = [dict(zip(table.columns, row, strict=True)) for row in table.fetchall()]
assert rows == objects
frame = table.df()
assert str(frame.score.dtype) == str(frame.result.dtype) == "int32"
assert frame.score.tolist() == [each["score"] for each in objects]

metadata = {bytes(key).decode(): bytes(value).decode() for key, value in duckdb.sql(f"SELECT key, value FROM parquet_kv_metadata('{table_file}')").fetchall()}
assert {f"column.{name}" for name in table.columns} <= set(metadata)
print(json.dumps({"rows": len(rows), "license": metadata["license"]}))
