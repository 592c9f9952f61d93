// SPDX-License-Identifier: Apache-2.0
// The text of an archive's tables. `$id` and the like stand for what the data bases spell
// differently; schema.cpp replaces them.
//
//   [tables] -> schema -> data base
#pragma once

namespace tare {

inline constexpr const char *record_tables = R"sql(
CREATE TABLE application (
  id $id,
  name TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL DEFAULT '',
  owner TEXT NOT NULL
)$end;
CREATE TABLE ledger (
  id $id,
  sha256 TEXT NOT NULL UNIQUE,
  application $int NOT NULL REFERENCES application (id),
  version TEXT NOT NULL DEFAULT '',
  source_commit TEXT NOT NULL DEFAULT '',
  build_id TEXT NOT NULL DEFAULT '',
  measured_utc TEXT NOT NULL DEFAULT '',
  kernel TEXT NOT NULL DEFAULT '',
  caches TEXT NOT NULL DEFAULT '',
  added_utc TEXT NOT NULL,
  format TEXT NOT NULL,
  document TEXT NOT NULL
)$end;
CREATE INDEX ledger_of_application ON ledger (application, id);
CREATE TABLE template (
  name TEXT NOT NULL PRIMARY KEY,
  formula TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  owner TEXT NOT NULL
)$end;
CREATE TABLE pure_function (
  application $int NOT NULL REFERENCES application (id),
  function TEXT NOT NULL,
  template TEXT NOT NULL REFERENCES template (name),
  PRIMARY KEY (application, function)
)$end;
CREATE TABLE primitive (
  id $id,
  host TEXT NOT NULL,
  cpu TEXT NOT NULL,
  compiler TEXT NOT NULL,
  operation TEXT NOT NULL,
  level TEXT NOT NULL DEFAULT '',
  threads $int NOT NULL,
  time_s $real NOT NULL,
  low_s $real NOT NULL,
  high_s $real NOT NULL,
  UNIQUE (host, cpu, compiler, operation, level, threads)
)$end;
CREATE TABLE model (
  id $id,
  application $int NOT NULL REFERENCES application (id),
  scope TEXT NOT NULL,
  formula TEXT NOT NULL,
  document TEXT NOT NULL DEFAULT '',
  UNIQUE (application, scope, formula)
)$end;
CREATE TABLE coupling (
  id $id,
  application $int NOT NULL REFERENCES application (id),
  kernels TEXT NOT NULL,
  host TEXT NOT NULL,
  threads $int NOT NULL,
  parameters TEXT NOT NULL DEFAULT '{}',
  value $real NOT NULL,
  low $real NOT NULL,
  high $real NOT NULL,
  UNIQUE (application, kernels, host, threads, parameters)
)$end;
CREATE TABLE accepted (
  id $id,
  application $int NOT NULL REFERENCES application (id),
  category TEXT NOT NULL,
  construct TEXT NOT NULL DEFAULT '',
  source_commit TEXT NOT NULL,
  reason TEXT NOT NULL,
  accepted_utc TEXT NOT NULL,
  accepted_by TEXT NOT NULL
)$end;
CREATE INDEX accepted_of_application ON accepted (application);
)sql";

inline constexpr const char *index_tables = R"sql(
CREATE TABLE machine (
  id $id,
  host TEXT NOT NULL,
  cpu TEXT NOT NULL,
  cores $int NOT NULL,
  clock TEXT NOT NULL,
  caches TEXT NOT NULL,
  kernel TEXT NOT NULL,
  UNIQUE (host, cpu, cores, clock, caches, kernel)
)$end;
CREATE TABLE executable (
  id $id,
  application $int NOT NULL,
  compiler TEXT NOT NULL,
  flags TEXT NOT NULL,
  openmp_runtime TEXT NOT NULL,
  source_commit TEXT NOT NULL,
  build_id TEXT NOT NULL,
  UNIQUE (application, compiler, flags, openmp_runtime, source_commit, build_id)
)$end;
CREATE TABLE run (
  id $id,
  ledger $int NOT NULL REFERENCES ledger (id),
  number $int NOT NULL,
  application $int NOT NULL,
  executable $int NOT NULL REFERENCES executable (id),
  machine $int NOT NULL REFERENCES machine (id),
  threads $int NOT NULL,
  measured_utc TEXT NOT NULL,
  parameters TEXT NOT NULL,
  serial_s $real,
  serial_low_s $real,
  serial_high_s $real,
  parallel_s $real,
  parallel_low_s $real,
  parallel_high_s $real,
  overhead_s $real,
  memory_bytes_per_s $real,
  UNIQUE (ledger, number)
)$end;
CREATE INDEX run_of_application ON run (application, threads, measured_utc);
CREATE INDEX run_of_threads ON run (threads);
CREATE INDEX run_of_time ON run (measured_utc);
CREATE INDEX run_of_machine ON run (machine);
CREATE INDEX run_of_executable ON run (executable);
CREATE TABLE parameter (
  run $int NOT NULL REFERENCES run (id),
  name TEXT NOT NULL,
  number $real,
  text TEXT NOT NULL,
  PRIMARY KEY (run, name)
)$keyed;
CREATE INDEX parameter_of_number ON parameter (name, number);
CREATE INDEX parameter_of_text ON parameter (name, text);
CREATE TABLE repetition (
  run $int NOT NULL REFERENCES run (id),
  number $int NOT NULL,
  serial_s $real,
  parallel_s $real,
  PRIMARY KEY (run, number)
)$keyed;
CREATE TABLE construct (
  id $id,
  application $int NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  file TEXT NOT NULL,
  line $int NOT NULL,
  function TEXT NOT NULL,
  directive TEXT NOT NULL,
  exact_hash TEXT NOT NULL,
  shape_hash TEXT NOT NULL,
  header_hash TEXT NOT NULL,
  UNIQUE (application, key)
)$end;
CREATE INDEX construct_of_name ON construct (name);
CREATE INDEX construct_of_place ON construct (file, line);
CREATE INDEX construct_of_function ON construct (function);
CREATE TABLE path (
  run $int NOT NULL REFERENCES run (id),
  number $int NOT NULL,
  calls TEXT NOT NULL,
  regions TEXT NOT NULL,
  instances $real NOT NULL,
  time_s $real NOT NULL,
  low_s $real NOT NULL,
  high_s $real NOT NULL,
  PRIMARY KEY (run, number)
)$keyed;
CREATE TABLE overhead (
  run $int NOT NULL REFERENCES run (id),
  number $int NOT NULL,
  construct $int,
  path $int,
  category TEXT NOT NULL,
  time_s $real NOT NULL,
  low_s $real NOT NULL,
  high_s $real NOT NULL,
  is_void $int NOT NULL,
  PRIMARY KEY (run, number)
)$keyed;
CREATE INDEX overhead_of_category ON overhead (category, run);
CREATE INDEX overhead_of_construct ON overhead (construct, run);
CREATE TABLE overhead_repetition (
  run $int NOT NULL REFERENCES run (id),
  overhead $int NOT NULL,
  number $int NOT NULL,
  value_s $real NOT NULL,
  PRIMARY KEY (run, overhead, number)
)$keyed;
CREATE TABLE execution (
  run $int NOT NULL REFERENCES run (id),
  construct $int NOT NULL,
  instances $real NOT NULL,
  iterations $real,
  acquisitions $real,
  is_exact $int NOT NULL,
  time_s $real,
  PRIMARY KEY (run, construct)
)$keyed;
CREATE INDEX execution_of_construct ON execution (construct);
CREATE TABLE entry (
  run $int NOT NULL REFERENCES run (id),
  number $int NOT NULL,
  place $int,
  construct $int NOT NULL,
  PRIMARY KEY (run, number)
)$keyed;
CREATE INDEX entry_of_construct ON entry (construct);
CREATE TABLE succession (
  run $int NOT NULL REFERENCES run (id),
  number $int NOT NULL,
  place $int,
  construct $int,
  next $int,
  times $real NOT NULL,
  is_exact $int NOT NULL,
  PRIMARY KEY (run, number)
)$keyed;
CREATE INDEX succession_of_construct ON succession (construct);
)sql";

inline constexpr const char *index_views = R"sql(
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
)sql";

} // namespace tare
