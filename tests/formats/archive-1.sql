-- SPDX-License-Identifier: Apache-2.0
-- An archive of version 1, as `tare archive` made it in a file of SQLite.
PRAGMA application_id = 0x54617265;
PRAGMA user_version = 1;
CREATE TABLE application (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL DEFAULT '',
  owner TEXT NOT NULL
) STRICT;
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 TEXT NOT NULL UNIQUE,
  application INTEGER NOT NULL REFERENCES application (id),
  version TEXT NOT NULL DEFAULT '',
  source_commit TEXT NOT NULL DEFAULT '',
  build_id TEXT NOT NULL DEFAULT '',
  measured_utc TEXT NOT NULL DEFAULT '',
  kernel TEXT NOT NULL DEFAULT '',
  caches TEXT NOT NULL DEFAULT '',
  added_utc TEXT NOT NULL,
  format TEXT NOT NULL,
  document TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_of_application ON ledger (application, id);
CREATE TABLE template (
  name TEXT NOT NULL PRIMARY KEY,
  formula TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  owner TEXT NOT NULL
) STRICT;
CREATE TABLE pure_function (
  application INTEGER NOT NULL REFERENCES application (id),
  function TEXT NOT NULL,
  template TEXT NOT NULL REFERENCES template (name),
  PRIMARY KEY (application, function)
) STRICT;
CREATE TABLE primitive (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  host TEXT NOT NULL,
  cpu TEXT NOT NULL,
  compiler TEXT NOT NULL,
  operation TEXT NOT NULL,
  level TEXT NOT NULL DEFAULT '',
  threads INTEGER NOT NULL,
  time_s REAL NOT NULL,
  low_s REAL NOT NULL,
  high_s REAL NOT NULL,
  UNIQUE (host, cpu, compiler, operation, level, threads)
) STRICT;
CREATE TABLE model (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  application INTEGER NOT NULL REFERENCES application (id),
  scope TEXT NOT NULL,
  formula TEXT NOT NULL,
  document TEXT NOT NULL DEFAULT '',
  UNIQUE (application, scope, formula)
) STRICT;
CREATE TABLE coupling (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  application INTEGER NOT NULL REFERENCES application (id),
  kernels TEXT NOT NULL,
  host TEXT NOT NULL,
  threads INTEGER NOT NULL,
  parameters TEXT NOT NULL DEFAULT '{}',
  value REAL NOT NULL,
  low REAL NOT NULL,
  high REAL NOT NULL,
  UNIQUE (application, kernels, host, threads, parameters)
) STRICT;
CREATE TABLE accepted (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  application INTEGER NOT NULL REFERENCES application (id),
  category TEXT NOT NULL,
  construct TEXT NOT NULL DEFAULT '',
  source_commit TEXT NOT NULL,
  reason TEXT NOT NULL,
  accepted_utc TEXT NOT NULL,
  accepted_by TEXT NOT NULL
) STRICT;
CREATE INDEX accepted_of_application ON accepted (application);

CREATE TABLE machine (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  host TEXT NOT NULL,
  cpu TEXT NOT NULL,
  cores INTEGER NOT NULL,
  clock TEXT NOT NULL,
  caches TEXT NOT NULL,
  kernel TEXT NOT NULL,
  UNIQUE (host, cpu, cores, clock, caches, kernel)
) STRICT;
CREATE TABLE executable (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  application INTEGER NOT NULL,
  compiler TEXT NOT NULL,
  flags TEXT NOT NULL,
  openmp_runtime TEXT NOT NULL,
  source_commit TEXT NOT NULL,
  build_id TEXT NOT NULL,
  UNIQUE (application, compiler, flags, openmp_runtime, source_commit, build_id)
) STRICT;
CREATE TABLE run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ledger INTEGER NOT NULL REFERENCES ledger (id),
  number INTEGER NOT NULL,
  application INTEGER NOT NULL,
  executable INTEGER NOT NULL REFERENCES executable (id),
  machine INTEGER NOT NULL REFERENCES machine (id),
  threads INTEGER NOT NULL,
  measured_utc TEXT NOT NULL,
  parameters TEXT NOT NULL,
  serial_s REAL,
  serial_low_s REAL,
  serial_high_s REAL,
  parallel_s REAL,
  parallel_low_s REAL,
  parallel_high_s REAL,
  overhead_s REAL,
  UNIQUE (ledger, number)
) STRICT;
CREATE INDEX run_of_application ON run (application, threads, measured_utc);
CREATE INDEX run_of_threads ON run (threads);
CREATE INDEX run_of_time ON run (measured_utc);
CREATE INDEX run_of_machine ON run (machine);
CREATE INDEX run_of_executable ON run (executable);
CREATE TABLE parameter (
  run INTEGER NOT NULL REFERENCES run (id),
  name TEXT NOT NULL,
  number REAL,
  text TEXT NOT NULL,
  PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX parameter_of_number ON parameter (name, number);
CREATE INDEX parameter_of_text ON parameter (name, text);
CREATE TABLE repetition (
  run INTEGER NOT NULL REFERENCES run (id),
  number INTEGER NOT NULL,
  serial_s REAL,
  parallel_s REAL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE construct (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  application INTEGER NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  function TEXT NOT NULL,
  directive TEXT NOT NULL,
  exact_hash TEXT NOT NULL,
  shape_hash TEXT NOT NULL,
  header_hash TEXT NOT NULL,
  UNIQUE (application, key)
) STRICT;
CREATE INDEX construct_of_name ON construct (name);
CREATE INDEX construct_of_place ON construct (file, line);
CREATE INDEX construct_of_function ON construct (function);
CREATE TABLE path (
  run INTEGER NOT NULL REFERENCES run (id),
  number INTEGER NOT NULL,
  calls TEXT NOT NULL,
  regions TEXT NOT NULL,
  instances REAL NOT NULL,
  time_s REAL NOT NULL,
  low_s REAL NOT NULL,
  high_s REAL NOT NULL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE overhead (
  run INTEGER NOT NULL REFERENCES run (id),
  number INTEGER NOT NULL,
  construct INTEGER,
  path INTEGER,
  category TEXT NOT NULL,
  time_s REAL NOT NULL,
  low_s REAL NOT NULL,
  high_s REAL NOT NULL,
  is_void INTEGER NOT NULL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX overhead_of_category ON overhead (category, run);
CREATE INDEX overhead_of_construct ON overhead (construct, run);
CREATE TABLE overhead_repetition (
  run INTEGER NOT NULL REFERENCES run (id),
  overhead INTEGER NOT NULL,
  number INTEGER NOT NULL,
  value_s REAL NOT NULL,
  PRIMARY KEY (run, overhead, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE execution (
  run INTEGER NOT NULL REFERENCES run (id),
  construct INTEGER NOT NULL,
  instances REAL NOT NULL,
  iterations REAL,
  acquisitions REAL,
  is_exact INTEGER NOT NULL,
  PRIMARY KEY (run, construct)
) STRICT, WITHOUT ROWID;
CREATE INDEX execution_of_construct ON execution (construct);

CREATE VIEW long AS
SELECT run.ledger AS ledger, run.id AS run, application.name AS application,
  ledger.version AS version, executable.source_commit AS source_commit,
  run.measured_utc AS measured_utc, machine.host AS machine, executable.compiler AS compiler,
  executable.openmp_runtime AS openmp_runtime, run.threads AS threads,
  run.parameters AS parameters, construct.name AS construct, construct.file AS file,
  construct.line AS line, construct.function AS function, path.calls AS path,
  overhead.category AS category, overhead_repetition.number AS repetition,
  overhead_repetition.value_s AS value_s, overhead.time_s AS time_s, overhead.low_s AS low_s,
  overhead.high_s AS high_s, overhead.is_void AS is_void, run.serial_s AS serial_s,
  run.parallel_s AS parallel_s
FROM run
JOIN ledger ON ledger.id = run.ledger
JOIN application ON application.id = run.application
JOIN executable ON executable.id = run.executable
JOIN machine ON machine.id = run.machine
JOIN overhead ON overhead.run = run.id
LEFT JOIN construct ON construct.id = overhead.construct
LEFT JOIN path ON path.run = run.id AND path.number = overhead.path
LEFT JOIN overhead_repetition ON overhead_repetition.run = overhead.run
  AND overhead_repetition.overhead = overhead.number;
CREATE VIEW latest AS
SELECT id, ledger, number, application, executable, machine, threads, measured_utc, parameters,
  serial_s, serial_low_s, serial_high_s, parallel_s, parallel_low_s, parallel_high_s, overhead_s
FROM (SELECT run.*, row_number() OVER (PARTITION BY run.application, machine, threads, parameters,
          compiler, flags, openmp_runtime ORDER BY measured_utc DESC, run.id DESC) AS age
      FROM run JOIN executable ON executable.id = run.executable) AS ordered
WHERE age = 1;
