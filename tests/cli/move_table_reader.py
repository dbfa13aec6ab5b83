"""Reads a table of half-moves with DuckDB and pandas, compares it with the same as objects, and prints what it says of itself.

Usage: move_table_reader.py PARQUET NDJSON
"""

import json
import sys
from pathlib import Path

import duckdb

table_file, objects_file = sys.argv[1:]
objects = [json.loads(line) for line in Path(objects_file).read_text().splitlines()]
table = duckdb.sql(f"SELECT * FROM '{table_file}'")
assert table.columns == list(objects[0]), table.columns
rows = [dict(zip(table.columns, row, strict=True)) for row in table.fetchall()]
assert rows == objects
frame = table.df()
assert [list(path) for path in frame.path] == [each["path"] for each in objects]
assert frame.crowns.dtype == bool and str(frame.ply.dtype) == "int32"

metadata = {bytes(key).decode(): bytes(value).decode() for key, value in duckdb.sql(f"SELECT key, value FROM parquet_kv_metadata('{table_file}')").fetchall()}
groups = duckdb.sql(f"SELECT count(DISTINCT row_group_id) FROM parquet_metadata('{table_file}')").fetchall()[0][0]
print(json.dumps({"rows": len(rows), "groups": groups, "column.path": metadata["column.path"]}))
