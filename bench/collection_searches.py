#!/usr/bin/env python3
"""Makes a collection of games, and measures how long indexing and searching it takes.

Usage: bench/collection_searches.py [GAMES] [--folder FOLDER] [--again]    games: default 1,000,000
The program is build/release/crownstar, or what CROWNSTAR names. Simple players play one game of American checkers for
every hundred; each game of the collection is one of those, cut off anywhere, with an invented end, players, event and
date. The same number of games always gives the same file. A million take 2.5 GB in the folder (default: a temporary one,
removed at the end), 2 GB in /var/tmp for a while, and about ten minutes. --again measures what a folder already
has. Seconds of a command are of its processor, the smaller of two runs; those of a site are by the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("CROWNSTAR", str(ROOT / "build/release/crownstar"))
RESULTS = ["1-0", "1/2-1/2", "0-1"]

SEARCHES = [
    ["--player", "tor"],
    ["--player", "tor", "--year", "1950-1959", "--material", "W3K:B2K"],
    ["--event", "open", "--moves", "11-15 23-19", "--winner", "draw"],
    ["--year", "1990"],
    ["--year", "1950-1959"],
    ["--winner", "draw", "--year", "2000-"],
    ["--opening", "11-15 23-19 8-11 22-17"],
    ["--moves", "11-15 23-19 8-11 22-17", "--turned"],
    ["--material", "W3K:B2K", "--turned"],
    ["--plies", "80-"],
    ["--duplicates"],
    ["--position", "B:W21-32:B1-12"],
    ["--material", "W12M:B12M"],
    ["--player", "a"],
    ["--player", "a", "--to", "count"],
    ["--moves", "11-15", "--to", "moves"],
    ["--to", "moves"],
]

# What a site is asked, behind /api/collections.
ASKED = [
    "",
    "/searched/games",
    "/searched/games?player=tor",
    "/searched/games?player=a",
    "/searched/games?event=open",
    "/searched/games?year=1950-1959",
    "/searched/games?opening=11-15 23-19 8-11 22-17",
    "/searched/games?moves=11-15 23-19 8-11 22-17&turned=yes",
    "/searched/games?material=W3K:B2K&turned=yes",
    "/searched/games?position=B:W21-32:B1-12",
    "/searched/games?material=W12M:B12M",
    "/searched/games/100",
    "/searched/moves?moves=11-15",
    "/searched/moves",
    "/searched/moves?player=tor",
    "/searched/moves?player=a",
]


def played(players: list[str], games: int, folder: Path) -> list[tuple[list[str], str]]:
    """The half-moves and results of a match between simple players, each game once."""
    file = folder / "played.pdn"
    command = [PROGRAM, "match", *players, "--game", "american", "--starts", "first", "--games", str(2 * games)]
    subprocess.run([*command, "--pdn", str(file)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    found = {}
    for record in file.read_text().split("[Event ")[1:]:
        tags, _, text = record.partition("\n\n")
        moves = re.findall(r"\d+[-x]\S+", re.sub(r"\{[^}]*\}", "", text))
        result = re.search(r'\[Result "(.*?)"\]', tags)
        found[" ".join(moves)] = (moves, result[1] if result else "*")
    file.unlink()
    return list(found.values())


def names(chance: random.Random) -> list[str]:
    """6,000 players, the first far more frequent than the last when they are drawn by weight."""
    syllables = "an ber dor el far gar hol in jan kar lin mor nel os par ros sten tor ul ven win yar zel".split()
    endings = "a berg dam er ev ini ko man o ov sen son stra ton ura y".split()
    first = "Anna Boris Carl Dora Emil Faye Guntis Hanna Ivan Julia Karel Lena Marion Nikolai Olga Piet".split()
    found: dict[str, None] = {}
    while len(found) < 6000:
        surname = "".join(chance.choices(syllables, k=chance.randint(1, 2))) + chance.choice(endings)
        found[f"{surname.capitalize()}, {chance.choice(first)}"] = None
    return list(found)


def collection(games: int, folder: Path) -> Iterator[str]:
    """Each game as PDN."""
    chance = random.Random(1)
    each = max(games // 200, 10)
    pool = played(["player=random", "player=random"], each, folder)
    pool += played(["player=careless", "player=careful"], each, folder)
    players = names(chance)
    weights = list(accumulate(1 / (rank + 20) for rank in range(len(players))))
    places = [f"{name.split(',')[0]}ville" for name in players[::12]]
    events = [f"{place} {kind}" for place in places for kind in ("Open", "Championship", "Match")]
    for number in range(games):
        moves, result = chance.choice(pool)
        plies = chance.randint(4, len(moves)) if len(moves) > 4 else len(moves)
        white, black = chance.choices(players, cum_weights=weights, k=2)
        if plies < len(moves):
            result = chance.choice(RESULTS)
        date = f"{chance.randint(1880, 2024)}.{chance.randint(1, 12):02}.{chance.randint(1, 28):02}"
        text = "".join(
            f"{word}\n" if (index + 1) % 16 == 0 else f"{word} " for index, word in enumerate(numbered(moves[:plies]))
        )
        record = (
            f'[Event "{chance.choice(events)}"]\n[Site "?"]\n[Date "{date}"]\n[Round "?"]\n[White "{white}"]\n'
            f'[Black "{black}"]\n[Result "{result}"]\n[GameType "21,B,8,8,N1,0"]\n\n{text}*\n\n'
        )
        yield record
        if number % 10_000 == 9_999:
            yield record  # a few are there twice


def numbered(moves: list[str]) -> Iterator[str]:
    for index, move in enumerate(moves):
        yield move if index % 2 else f"{index // 2 + 1}. {move}"


def run(*arguments: str) -> tuple[str, float, int]:
    """What a command of the program prints, the seconds of its processor time, and the most memory, in MB."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen([PROGRAM, *arguments], stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{arguments} ended with {process.returncode}")
        output.seek(0)
        return output.read().decode(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024


def search(database: Path, options: list[str]) -> tuple[int, float]:
    """How many games are found, and the seconds."""
    shown = options if "--to" in options else [*options, "--limit", "25"]
    answers = [run("pdn", "search", str(database), *shown) for _ in range(2)]
    text = answers[0][0]
    if "moves" in options[-1:]:
        found = sum(int(line.split()[1]) for line in text.splitlines()[1:])
    else:
        counted = re.search(r"^(\d+)(?: games.*)?$", text, re.MULTILINE)
        found = int(counted[1]) if counted else len(re.findall(r"half-moves", text))
    return found, min(seconds for _, seconds, _ in answers)


def ask(url: str) -> tuple[str, float]:
    """What a site answers, in short, and the seconds by the clock."""
    begun = time.monotonic()
    try:
        with urllib.request.urlopen(url) as answer:
            body = answer.read()
    except urllib.error.HTTPError as refused:
        return json.load(refused)["error"]["code"], time.monotonic() - begun
    took = time.monotonic() - begun
    if not body.startswith(b"{"):
        return "a game", took
    found = json.loads(body)
    if "collections" in found:
        return f"{len(found['collections'])} collection", took
    if "moves" in found:
        return f"{len(found['moves'])} moves{', cut' if found.get('cut') else ''}", took
    return f"{found.get('found', '?')} games", took


def ask_a_site(folder: Path) -> None:
    command = [PROGRAM, "serve", "--collections", str(folder), "--store", str(folder / "site.store"), "--port", "0"]
    with subprocess.Popen([*command, "--unthrottled", "127.0.0.0/8"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as site:
        assert site.stdout
        try:
            address = next(found[0] for line in site.stdout if (found := re.search(r"http://[\w.]+:\d+", line)))
            for path in ASKED:
                url = f"{address}/api/collections{path.replace(' ', '+')}"
                (answer, first), (_, again) = ask(url), ask(url)
                print(f"| `{path or '(the list)'}` | {answer} | {first:.3f} | {again:.3f} |", flush=True)
        finally:
            site.terminate()
    for file in folder.glob("site.store*"):
        file.unlink()


def measure(games: int, folder: Path, *, is_made: bool) -> None:
    file, database = folder / "searched.pdn", folder / "searched.db"
    if not is_made:
        database.unlink(missing_ok=True)
        with file.open("w") as out:
            out.writelines(collection(games, folder))
        said, seconds, memory = run("pdn", "index", str(file), "--database", str(database))
        print(said.strip())
        print(f"{file.stat().st_size / 1e6:.0f} MB of PDN, a database of {database.stat().st_size / 1e6:.0f} MB")
        print(f"indexed in {seconds:.0f} s of processor time, with {memory} MB of memory")
    print("\n| search | games found | seconds |\n| --- | --- | --- |")
    for options in SEARCHES:
        found, seconds = search(database, options)
        shown = " ".join(f"'{word}'" if " " in word else word for word in options)
        print(f"| `{shown}` | {found:,} | {seconds:.2f} |", flush=True)
    print("\n| a site is asked | it answers | seconds | asked again |\n| --- | --- | --- | --- |")
    ask_a_site(folder)


def main() -> None:
    options = argparse.ArgumentParser(description="Measures indexing and searching a collection of games.")
    options.add_argument("games", type=int, nargs="?", default=1_000_000)
    options.add_argument("--folder", type=Path, help="keeps the collection here")
    options.add_argument("--again", action="store_true", help="the folder has the collection already")
    asked = options.parse_args()
    if asked.again and not asked.folder:
        options.error("--again needs --folder")
    if asked.folder:
        asked.folder.mkdir(parents=True, exist_ok=True)
        measure(asked.games, asked.folder, is_made=asked.again)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            measure(asked.games, Path(temporary), is_made=False)


if __name__ == "__main__":
    main()
