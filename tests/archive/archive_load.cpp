// SPDX-License-Identifier: Apache-2.0
// archive_load WHERE ROWS: fills an archive with so many rows of its index, and says what it took;
// then what questions take, and how many steps of their plans look at all of a table (SQLite).
// 0 rows: only asks what is there.
#include "analyzer/archive/query.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger_json.h"
#include "base/system.h"
#include "sample_ledger.h"

#include <cstdio>
#include <cstdlib>

namespace {

/// Some hundred constructs, as programs of some thousand lines have.
tare::Ledger largeLedger(int number) {
  tare::Ledger ledger = tare::sampleLedger();
  ledger.program = "load" + std::to_string(number % 10);
  ledger.settings.parameters["n"] = std::to_string(number);
  for (tare::Table &table : ledger.tables)
    for (int i = 0; i < 100 && !table.constructs.empty(); ++i) {
      table.constructs.push_back(table.constructs.front());
      table.constructs.back().id += std::to_string(i);
      table.constructs.back().line += i;
    }
  return ledger;
}

std::string timeOf(int number) {
  char text[32];
  std::snprintf(text, sizeof text, "2026-%02d-%02dT%02d:%02d:00Z", 1 + number / 672 % 12,
                1 + number / 24 % 28, number % 24, number % 60);
  return text;
}

int complainAbout(const tare::Error &error) {
  std::fprintf(stderr, "archive_load: %s\n", error.text().c_str());
  return 1;
}

/// Steps of the plan that look at each row of a table or index; -1: not told.
int scansOf(tare::Archive &archive, const tare::ArchiveQuestion &question) {
  tare::Result<tare::ArchiveSelect> select = tare::selectOf(question, archive.database().kind());
  if (!select.ok() || archive.database().kind() != tare::Database::Kind::sqlite)
    return -1;
  auto plan =
      archive.database().rows("EXPLAIN QUERY PLAN " + select.value().sql, select.value().values);
  if (!plan.ok())
    return -1;
  int scans = 0;
  for (const tare::DatabaseRow &row : plan.value().rows)
    if (std::string step = row.back().value_or(""); step.starts_with("SCAN"))
      scans += !step.starts_with("SCAN (subquery") && step != "SCAN aged"; // the runs so far
  return scans;
}

int askAll(tare::Archive &archive) {
  const std::string row(tare::category::load_imbalance);
  const std::string line = std::to_string(tare::sampleLedger().tables[1].constructs[0].line);
  const tare::ArchiveQuestion questions[] = {
      {.application = "load3", .parameters = {}},
      {.parameters = {"n=10..20"}, .threads = 2},
      {.application = "load3", .parameters = {}, .threads = 2, .category = row},
      {.parameters = {"n=10"}, .threads = 2, .construct = "lu2.c:" + line},
      {.application = "load3", .parameters = {}, .latest = true}};
  int number = 0;
  for (const tare::ArchiveQuestion &question : questions) {
    double start = tare::steadySeconds();
    tare::Result<tare::DatabaseRows> found = tare::ask(archive, question);
    if (!found.ok())
      return complainAbout(found.error());
    double asked_s = tare::steadySeconds() - start;
    std::printf("question %d: %zu rows, %.1f ms, %d scans\n", ++number, found.value().rows.size(),
                asked_s * 1e3, scansOf(archive, question));
  }
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  const size_t wanted = std::strtoull(argv[2], nullptr, 10);
  tare::Result<tare::ArchivePlace> place = tare::archivePlace(argv[1]);
  tare::Result<tare::Archive> archive =
      place.ok() ? tare::Archive::open(place.value(), tare::Archive::Use::write)
                 : tare::Result<tare::Archive>(place.error());
  if (!archive.ok())
    return complainAbout(archive.error());
  size_t rows = 0;
  int ledgers = 0;
  double adding_s = 0;
  while (rows < wanted) {
    tare::NewLedger ledger;
    ledger.text = tare::writeLedger(largeLedger(ledgers));
    ledger.measured_utc = timeOf(ledgers++);
    double start = tare::steadySeconds();
    tare::Result<tare::Added> added = archive.value().add(ledger);
    adding_s += tare::steadySeconds() - start;
    if (!added.ok())
      return complainAbout(added.error());
    rows += added.value().rows;
  }
  if (wanted > 0)
    std::printf("%zu rows of %d ledgers in %.2f s: %.0f rows/s\n", rows, ledgers, adding_s,
                static_cast<double>(rows) / adding_s);
  return askAll(archive.value());
}
