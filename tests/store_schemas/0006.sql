-- A store of version 6 with some rows, as the program of that version made it (the dump of its file).
CREATE TABLE chat(
  match INTEGER NOT NULL,
  number INTEGER NOT NULL,
  room TEXT NOT NULL,
  player TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(match, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "chat" VALUES(1,1,'players','p1','Ann','Hello',1700000000003);
CREATE TABLE events(
  match INTEGER NOT NULL,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body BLOB NOT NULL, sum INTEGER,
  PRIMARY KEY(match, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES(1,0,'2',CAST('7 1 createda5 5 moved11-15' AS BLOB),-8563517103795307732);
CREATE TABLE fresh_batches(key INTEGER PRIMARY KEY, events BLOB NOT NULL, sum INTEGER) STRICT;
INSERT INTO "fresh_batches" VALUES(1,CAST('1 2 1 11 5 2 ended' || X'00FF' AS BLOB),-8229911316048226271);
CREATE TABLE matches(
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  game TEXT NOT NULL,
  family TEXT NOT NULL,
  speed TEXT NOT NULL,
  state INTEGER NOT NULL CHECK(state BETWEEN 0 AND 2),
  is_rated INTEGER NOT NULL,
  is_listed INTEGER NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  ended INTEGER,
  result TEXT NOT NULL,
  ending TEXT NOT NULL,
  moves INTEGER NOT NULL,
  details BLOB NOT NULL
) STRICT;
INSERT INTO "matches" VALUES(1,'m1','american','draughts','blitz',2,1,1,1700000000001,1700000000009,1700000000009,'2-0','resigned',1,X'6279746573');
CREATE TABLE mutes(
  player TEXT NOT NULL,
  muted TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER,
  PRIMARY KEY(player, muted)
) STRICT, WITHOUT ROWID;
INSERT INTO "mutes" VALUES('p1','g1',1700000000005,NULL);
CREATE TABLE players(
  id TEXT PRIMARY KEY,
  kind INTEGER NOT NULL CHECK(kind BETWEEN 0 AND 2),
  name TEXT NOT NULL,
  name_key TEXT UNIQUE,
  password_hash TEXT NOT NULL,
  preferences TEXT NOT NULL,
  created INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  became TEXT NOT NULL
, name_skeleton TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "players" VALUES('g1',0,'Gus',NULL,'','',1700000000001,1700000000002,'',NULL);
INSERT INTO "players" VALUES('p1',1,'Ann','ann','hash','{}',1700000000001,1700000000002,'','1 ann');
CREATE TABLE rating_steps(
  player TEXT NOT NULL,
  family TEXT NOT NULL,
  speed TEXT NOT NULL,
  games INTEGER NOT NULL,
  at INTEGER NOT NULL,
  match TEXT NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  PRIMARY KEY(player, family, speed, games)
) STRICT, WITHOUT ROWID;
INSERT INTO "rating_steps" VALUES('p1','draughts','blitz',1,1700000000009,'m1',1512.5,200.0);
CREATE TABLE ratings(
  player TEXT NOT NULL,
  family TEXT NOT NULL,
  speed TEXT NOT NULL,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  volatility REAL NOT NULL,
  games INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  PRIMARY KEY(player, family, speed)
) STRICT, WITHOUT ROWID;
INSERT INTO "ratings" VALUES('p1','draughts','blitz',1512.5,200.0,0.06,1,1700000000009);
CREATE TABLE reports(
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  reporter TEXT NOT NULL,
  accused TEXT NOT NULL,
  match TEXT NOT NULL,
  reason TEXT NOT NULL,
  text TEXT NOT NULL,
  settled INTEGER,
  verdict TEXT NOT NULL
) STRICT;
INSERT INTO "reports" VALUES(1,1700000000004,'g1','p1','m1','rude','words',NULL,'');
CREATE TABLE seats(
  match INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  kind INTEGER NOT NULL CHECK(kind BETWEEN 0 AND 3),
  player TEXT NOT NULL,
  name TEXT NOT NULL,
  rating INTEGER NOT NULL,
  is_provisional INTEGER NOT NULL,
  PRIMARY KEY(match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,1,'p1','Ann',1500,0);
INSERT INTO "seats" VALUES(1,1,0,'g1','Gus',0,0);
CREATE TABLE sessions(
  hash BLOB PRIMARY KEY,
  id TEXT NOT NULL,
  player TEXT NOT NULL,
  created INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  label TEXT NOT NULL,
  UNIQUE(player, id)
) STRICT, WITHOUT ROWID;
INSERT INTO "sessions" VALUES(X'73657373696F6E','s','p1',1700000000001,1700000000002,1700000000099,'here');
CREATE TABLE settings(key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "settings" VALUES('key',X'76616C7565');
CREATE TABLE tokens(
  hash BLOB PRIMARY KEY,
  id TEXT NOT NULL,
  player TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created INTEGER NOT NULL,
  seen INTEGER,
  expires INTEGER,
  UNIQUE(player, id)
) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES(X'746F6B656E','t','p1','bot','play',1700000000001,NULL,NULL);
CREATE INDEX matches_unfinished ON matches(key) WHERE state < 2;
CREATE INDEX matches_finished ON matches(ended) WHERE state = 2 AND is_listed = 1;
CREATE INDEX matches_finished_of_game ON matches(game, ended) WHERE state = 2 AND is_listed = 1;
CREATE INDEX seats_of_player ON seats(player, match) WHERE player <> '';
CREATE INDEX chat_of_player ON chat(player);
CREATE INDEX guests_by_account ON players(became) WHERE became <> '';
CREATE INDEX guests_by_seen ON players(seen) WHERE kind = 0;
CREATE UNIQUE INDEX players_by_skeleton ON players(name_skeleton) WHERE name_skeleton IS NOT NULL;
CREATE INDEX sessions_by_end ON sessions(expires);
CREATE INDEX tokens_by_end ON tokens(expires) WHERE expires IS NOT NULL;
CREATE INDEX reports_open ON reports(number) WHERE settled IS NULL;
CREATE INDEX reports_about ON reports(accused);
CREATE INDEX reports_by ON reports(reporter);
CREATE INDEX mutes_of_muted ON mutes(muted);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('reports',1);
PRAGMA application_id = 1129467735;
PRAGMA user_version = 6;
