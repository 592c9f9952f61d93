// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/exchange.h"
#include "analyzer/archive/knowledge.h"
#include "archive_place.h"
#include "base/text.h"

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

std::string exported(Archive &archive) {
  std::string text;
  Result<ExchangeCounts> counts = exportArchive(archive, [&](std::string_view line) {
    text += line;
    return true;
  });
  if (!counts.ok())
    FAIL(counts.error().text());
  return text;
}

Result<ExchangeCounts> imported(Archive &archive, const std::string &text) {
  std::vector<std::string> lines = splitText(text, '\n');
  if (!lines.empty() && lines.back().empty())
    lines.pop_back();
  size_t next = 0;
  return importArchive(archive, [&]() -> std::optional<std::string> {
    return next < lines.size() ? std::optional(lines[next++]) : std::nullopt;
  });
}

void fillWithAll(Archive &archive) {
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    NewLedger ledger = sampleOf("lu2", 1, "2026-11-0" + std::to_string(9 - seed) + "T10:00:00Z");
    ledger.text = writeLedger(randomLedger(seed)) + std::string(seed, '\n');
    ledger.application = seed % 2 ? "odd '; --" : "even \"\n";
    REQUIRE(archive.add(ledger).ok());
  }
  REQUIRE(addTemplate(archive, {"mine", "K*N^2", "of \x01 my own"}).ok());
  REQUIRE(namePure(archive, "odd '; --", "main", "mine").ok());
  REQUIRE(describe(archive, "odd '; --", "caf\xc3\xa9\n").ok());
  REQUIRE(accept(archive, {"odd '; --", "off_cpu", "x.c#main#for#0", "abc", "it is so"}).ok());
  Database &database = archive.database();
  REQUIRE(database
              .run("INSERT INTO primitive (host, cpu, compiler, operation, level, threads, time_s, "
                   "low_s, high_s) VALUES ('vm', 'cpu', 'gcc', 'fma', 'L1', 2, 0.1, 1e-300, "
                   "3.3333333333333335)")
              .ok());
  REQUIRE(database
              .run("INSERT INTO model (application, scope, formula, document) SELECT id, 'T_p', "
                   "'N', '{}' "
                   "FROM application")
              .ok());
  REQUIRE(database
              .run("INSERT INTO coupling (application, kernels, host, threads, value, low, high) "
                   "SELECT id, "
                   "'a,b', 'vm', 2, 1.0200000000000002, 1, 1.1 FROM application")
              .ok());
}

} // namespace

TEST_CASE("export, import, export: the same bytes") {
  ArchiveHome home;
  std::string first, second;
  std::vector<DatabaseRow> rows;
  {
    Archive archive = home.open("a.db");
    fillWithAll(archive);
    first = exported(archive);
    rows = longView(archive);
    CHECK(exported(archive) == first);
  }
  ArchiveHome other; // on a server: the same data base, emptied
  Archive archive = other.open("b.db");
  Result<ExchangeCounts> counts = imported(archive, first);
  if (!counts.ok())
    FAIL(counts.error().text());
  CHECK(counts.value().ledgers == 8);
  CHECK(exported(archive) == first);
  CHECK(longView(archive) == rows);
  Result<ExchangeCounts> again = imported(archive, first);
  REQUIRE(again.ok());
  CHECK(again.value().ledgers + again.value().others == 0);
  CHECK(exported(archive) == first);
}

TEST_CASE("an import takes all or nothing") {
  ArchiveHome home;
  std::string good;
  {
    Archive archive = home.open();
    fillWithAll(archive);
    good = exported(archive);
  }
  ArchiveHome other;
  Archive archive = other.open();
  const std::string empty = exported(archive);
  auto refused = [&](std::string text, const std::string &message) {
    Result<ExchangeCounts> counts = imported(archive, text);
    REQUIRE_FALSE(counts.ok());
    CHECK_THAT(counts.error().text(), Contains(message));
    CHECK(exported(archive) == empty);
  };
  refused("", "is empty");
  refused("x\n", "line 1: ");
  refused("{\"schema\":\"tare.archive/2\"}\n",
          "line 1: this export of an archive was written by a newer Tare");
  refused("{\"schema\":\"tare.list/1\"}\n", "reads tare.archive/1");
  refused("{\"ledger\":{}}\n", "line 1: ");
  refused(good + "{\"ledger\":{}}\n", "is missing");
  refused(good + "[]\n", "not a JSON object");
  refused(good.substr(0, good.size() - 10), "line ");
  std::string changed = good;
  changed.replace(changed.find("\"sha256\":\"") + 10, 1, "x");
  refused(changed, "is not what its hash says");
  refused("{\"schema\":\"tare.archive/"
          "1\"}\n{\"application\":{\"name\":\"a\\u0000b\",\"description\":\"\","
          "\"owner\":\"x\"}}\n",
          "NUL");
  CHECK(imported(archive, "{\"schema\":\"tare.archive/1\"}\n{\"later\":{\"x\":1}}\n").ok());
}
