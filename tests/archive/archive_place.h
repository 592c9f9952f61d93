// SPDX-License-Identifier: Apache-2.0
// An archive of a test's own: a file, or with TARE_TEST_POSTGRESQL that server's data base,
// emptied.
#pragma once

#include "analyzer/archive/archive.h"
#include "analyzer/ledger/ledger_json.h"
#include "catch.hpp"
#include "sample_ledger.h"
#include "tests/scratch.h"

#include <cstdlib>

namespace tare::testing {

inline std::string serverOfTests() {
  const char *uri = std::getenv("TARE_TEST_POSTGRESQL");
  return uri ? uri : "";
}

class ArchiveHome {
public:
  ArchiveHome() {
    if (serverOfTests().empty())
      return;
    auto database = Database::open(Database::Kind::postgresql, serverOfTests(), "server");
    REQUIRE(database.ok());
    REQUIRE(database.value()->run("DROP SCHEMA IF EXISTS tare CASCADE").ok());
  }

  /// Of a server there is one; of files as many as there are names.
  ArchivePlace place(const std::string &name = "a.db") const {
    return archivePlace(serverOfTests().empty() ? scratch_.path() + "/" + name : serverOfTests())
        .value();
  }
  Archive open(const std::string &name = "a.db", Archive::Use use = Archive::Use::write) const {
    Result<Archive> archive = Archive::open(place(name), use);
    if (!archive.ok())
      FAIL(archive.error().text());
    return std::move(archive).value();
  }
  const std::string &folder() const { return scratch_.path(); }

private:
  Scratch scratch_;
};

/// A ledger that was measured with these parameters; `time` orders them.
inline NewLedger sampleOf(const std::string &program, int n,
                          const std::string &time = "2026-11-28T10:00:00Z") {
  Ledger ledger = sampleLedger();
  ledger.program = program;
  ledger.settings.parameters["n"] = std::to_string(n);
  return {.text = writeLedger(ledger),
          .application = {},
          .version = "1",
          .source_commit = "abc",
          .build_id = {},
          .measured_utc = time,
          .kernel = {},
          .caches = {}};
}

/// Everything in a table, in one order, without numbers that the data base gave.
inline std::vector<DatabaseRow> longView(Archive &archive) {
  Result<DatabaseRows> found = archive.database().rows(
      "SELECT application, version, measured_utc, machine, compiler, threads, parameters, "
      "construct, "
      "file, line, function, path, category, repetition, value_s, time_s, low_s, high_s, is_void, "
      "serial_s, parallel_s FROM long");
  REQUIRE(found.ok());
  std::vector<DatabaseRow> rows = found.value().rows;
  std::sort(rows.begin(), rows.end());
  return rows;
}

} // namespace tare::testing
