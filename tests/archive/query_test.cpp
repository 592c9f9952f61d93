// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/query.h"
#include "analyzer/ledger/categories.h"
#include "archive_place.h"

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

std::vector<std::string> valuesOf(const DatabaseRows &found, const std::string &column) {
  std::vector<std::string> values;
  for (size_t i = 0; i < found.columns.size(); ++i)
    if (found.columns[i] == column)
      for (const DatabaseRow &row : found.rows)
        values.push_back(row[i].value_or("-"));
  return values;
}

DatabaseRows asked(Archive &archive, const ArchiveQuestion &question) {
  Result<DatabaseRows> found = ask(archive, question);
  if (!found.ok())
    FAIL(found.error().text());
  return found.value();
}

void fill(Archive &archive) {
  REQUIRE(archive.add(sampleOf("lu2", 100, "2026-11-01T10:00:00Z")).ok());
  REQUIRE(archive.add(sampleOf("lu2", 200, "2026-11-02T10:00:00Z")).ok());
  REQUIRE(archive.add(sampleOf("lu2", 800, "2026-11-03T10:00:00Z")).ok());
  REQUIRE(archive.add(sampleOf("sort", 100, "2026-11-04T10:00:00Z")).ok());
}

} // namespace

TEST_CASE("questions about runs") {
  ArchiveHome home;
  Archive archive = home.open();
  fill(archive);
  CHECK(asked(archive, {.application = "lu2"}).rows.size() == 9);
  CHECK(asked(archive, {.application = "lu2", .threads = 2}).rows.size() == 3);
  CHECK(asked(archive, {.parameters = {"n=100"}}).rows.size() == 6);
  CHECK(asked(archive, {.application = "lu2", .parameters = {"n=100..200"}, .threads = 4})
            .rows.size() == 2);
  CHECK(asked(archive, {.since = "2026-11-03"}).rows.size() == 6);
  CHECK(asked(archive, {.machine = "nowhere"}).rows.empty());
  DatabaseRows found = asked(archive, {.threads = 2, .since = "2026-11-04"});
  CHECK(valuesOf(found, "application") == std::vector<std::string>{"sort"});
  CHECK(valuesOf(found, "serial_s") == std::vector<std::string>{"0.49"});
  CHECK(valuesOf(found, "parameters") == std::vector<std::string>{R"({"n":"100"})"});
  CHECK_THAT(selectOf({}).error().text(), Contains("nothing is asked for"));
  CHECK_THAT(selectOf({.parameters = {"n"}}).error().text(), Contains("--param wants"));
  CHECK_THAT(selectOf({.since = "yesterday"}).error().text(), Contains("--since wants a date"));
}

TEST_CASE("questions about rows") {
  ArchiveHome home;
  Archive archive = home.open();
  fill(archive);
  ArchiveQuestion question{
      .application = "lu2", .threads = 2, .category = std::string(category::load_imbalance)};
  CHECK(asked(archive, question).rows.size() == 3);
  question.repetitions = true;
  DatabaseRows repeated = asked(archive, question);
  CHECK(repeated.rows.size() == 15); // of five repetitions
  CHECK(valuesOf(repeated, "repetition").at(1) == "2");
  question.repetitions = false;
  const ConstructLines loop = sampleLedger().tables[1].constructs[0];
  for (const std::string &place : {loop.id, loop.file + ":" + std::to_string(loop.line)}) {
    question.construct = place;
    DatabaseRows found = asked(archive, question);
    CHECK(found.rows.size() == 3);
    CHECK(valuesOf(found, "file").at(0) == loop.file);
  }
  question.category = "any";
  question.construct.clear();
  CHECK(asked(archive, question).rows.size() == 3 * sampleLedger().tables[1].overheads.size());
}

TEST_CASE("of equal runs the last one") {
  ArchiveHome home;
  Archive archive = home.open();
  fill(archive);
  NewLedger later = sampleOf("lu2", 100, "2026-11-09T10:00:00Z");
  later.text += "\n";
  REQUIRE(archive.add(later).ok());
  CHECK(asked(archive, {.application = "lu2", .threads = 1}).rows.size() == 4);
  DatabaseRows found = asked(archive, {.application = "lu2", .threads = 1, .latest = true});
  CHECK(found.rows.size() == 3);
  CHECK(valuesOf(found, "measured_utc").back() == "2026-11-09T10:00:00Z");
  Ledger other_runtime = sampleLedger();
  other_runtime.program = "lu2";
  other_runtime.settings.parameters["n"] = "100";
  other_runtime.openmp_runtime.name = "libgomp";
  later.text = writeLedger(other_runtime);
  REQUIRE(archive.add(later).ok());
  CHECK(asked(archive, {.application = "lu2", .threads = 1, .latest = true}).rows.size() == 4);
}

TEST_CASE("SQL from outside only reads") {
  ArchiveHome home;
  fill(*std::make_unique<Archive>(home.open()));
  Archive archive = home.open("a.db", Archive::Use::read);
  CHECK(askSql(archive, "select count(*) from run").value().rows[0][0] == "12");
  for (const char *wrong : {"delete from run", "PRAGMA query_only=OFF", "attach 'x' as y",
                            "with x as (select 1) delete from run", "", "select 1; delete from run",
                            "drop table run", "select nothing from nowhere"})
    (void)askSql(archive, wrong).ok();
  CHECK_THAT(askSql(archive, "delete from run").error().text(),
             Contains("the archive is only read"));
  CHECK_FALSE(archive.add(sampleOf("x", 1)).ok());
  Archive after = home.open();
  CHECK(after.list("").value().size() == 4);
}

TEST_CASE("every question finds its rows by an index") {
  ArchiveHome home;
  if (!serverOfTests().empty())
    return; // a server's plan depends on how many rows there are
  Archive archive = home.open();
  fill(archive);
  const std::string construct[] = {"", "lu2.c:29", "main", "lu2.c#main#for#0"};
  int plans = 0;
  for (unsigned choice = 1; choice < 64; ++choice)
    for (const std::string &place : construct)
      for (auto [repetitions, latest] : {std::pair(false, false), {true, false}, {false, true}}) {
        auto chosen = [&](unsigned bit) { return (choice >> bit & 1) != 0; };
        ArchiveQuestion question{.application = chosen(0) ? "lu2" : "",
                                 .parameters = {},
                                 .threads = chosen(1) ? std::optional(2) : std::nullopt,
                                 .since = chosen(2) ? "2026-11-02" : "",
                                 .machine = chosen(3) ? "vm" : "",
                                 .category = chosen(4) ? std::string(category::load_imbalance) : "",
                                 .construct = place,
                                 .latest = latest,
                                 .repetitions = repetitions};
        if (chosen(5))
          question.parameters = {"n=100..800", "kind=dense"};
        ArchiveSelect select = selectOf(question).value();
        Result<DatabaseRows> plan =
            archive.database().rows("EXPLAIN QUERY PLAN " + select.sql, select.values);
        REQUIRE(plan.ok());
        for (const std::string &step : valuesOf(plan.value(), "detail")) {
          INFO(select.sql << "\n" << step);
          bool is_found = latest && (step.starts_with("SCAN (subquery") || step == "SCAN aged");
          CHECK((is_found || !step.starts_with("SCAN")));
        }
        ++plans;
      }
  CHECK(plans == 63 * 12);
}
