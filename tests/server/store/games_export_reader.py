"""Reads the three tables of a month of exported games with DuckDB and pandas, compares them and prints what one says.

Usage: games_export_reader.py FOLDER MONTH
"""

import json
import sys
from pathlib import Path

import duckdb
import pandas

folder, month = Path(sys.argv[1]), sys.argv[2]
file = f"{folder}/games-{month}"
objects = [json.loads(line) for line in Path(f"{file}.ndjson").read_text().splitlines()]

columns = list(objects[0])
table = duckdb.sql(f"SELECT * FROM '{file}.parquet'")
assert table.columns == columns, table.columns
rows = [dict(zip(columns, row, strict=True)) for row in table.fetchall()]
assert len(rows) == len(objects)
for row, each in zip(rows, objects, strict=True):
    for name in ("started", "ended"):
        assert row[name].strftime("%Y-%m-%dT%H:%M:%SZ") == each[name], (row[name], each[name])
        del row[name], each[name]
    assert row == each, (row, each)

of_json = duckdb.sql(f"SELECT id, moves, paths, ratings FROM read_json('{file}.ndjson') ORDER BY id").fetchall()
of_parquet = duckdb.sql(f"SELECT id, moves, paths, ratings FROM '{file}.parquet' ORDER BY id").fetchall()
assert of_json == of_parquet
counted = duckdb.sql(f"SELECT count(*), min(plies) FROM '{file}.csv'").fetchall()[0]

csv = pandas.read_csv(f"{file}.csv", keep_default_na=False)
assert list(csv.columns) == columns
assert [moves.split() for moves in csv.moves] == [each["moves"] for each in objects]
assert str(pandas.to_datetime(csv.ended).dt.tz) == "UTC"
from_parquet = table.df()
assert list(from_parquet.plies) == list(csv.plies)
assert [list(moves) for moves in from_parquet.moves] == [each["moves"] for each in objects]

metadata = {bytes(key).decode(): bytes(value).decode() for key, value in duckdb.sql(f"SELECT key, value FROM parquet_kv_metadata('{file}.parquet')").fetchall()}
groups = duckdb.sql(f"SELECT count(DISTINCT row_group_id) FROM parquet_metadata('{file}.parquet')").fetchall()[0]
print(json.dumps({"games": counted[0], "license": metadata["license"], "moves": metadata["column.moves"], "groups": groups[0]}))
