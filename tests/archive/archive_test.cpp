// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/knowledge.h"
#include "analyzer/archive/query.h"
#include "analyzer/archive/sha256.h"
#include "archive_place.h"

#include <sys/stat.h>
#include <thread>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

Added added(Archive &archive, const NewLedger &ledger) {
  Result<Added> result = archive.add(ledger);
  if (!result.ok())
    FAIL(result.error().text());
  return result.value();
}

size_t countOf(Archive &archive, const std::string &table) {
  Result<int64_t> count = archive.database().number("SELECT count(*) FROM " + table);
  REQUIRE(count.ok());
  return static_cast<size_t>(count.value());
}

} // namespace

TEST_CASE("the hash is SHA-256") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a ledger is kept as it came, once") {
  ArchiveHome home;
  Archive archive = home.open();
  NewLedger ledger = sampleOf("lu2", 1100);
  Added first = added(archive, ledger);
  CHECK_FALSE(first.was_there);
  CHECK(first.application == "lu2");
  CHECK(first.runs == 3);
  std::vector<DatabaseRow> before = longView(archive);
  Added again = added(archive, ledger);
  CHECK(again.was_there);
  CHECK(again.id == first.id);
  CHECK(longView(archive) == before);
  Result<KeptLedger> kept = archive.find(std::to_string(first.id));
  REQUIRE(kept.ok());
  CHECK(kept.value().threads == "1, 2, 4");
  CHECK(kept.value().source_commit == "abc");
  CHECK(archive.find(kept.value().sha256.substr(0, 10)).value().id == first.id);
  CHECK(archive.textOf(first.id).value() == ledger.text);
  CHECK_THAT(archive.find("99").error().text(), Contains("no ledger 99"));
  CHECK_THAT(archive.find("lu2").error().text(), Contains("neither a number nor a hash"));
}

TEST_CASE("the order of constructs and the memory's speed are in the index") {
  ArchiveHome home;
  Archive archive = home.open();
  added(archive, sampleOf("lu2", 1100));
  auto found = [&](const std::string &sql) {
    Result<DatabaseRows> rows = archive.database().rows(sql);
    REQUIRE(rows.ok());
    return rows.value().rows;
  };
  auto steps = found("SELECT place.name, one.name, other.name, times, is_exact FROM succession "
                     "LEFT JOIN construct AS place ON place.id = place "
                     "LEFT JOIN construct AS one ON one.id = succession.construct "
                     "LEFT JOIN construct AS other ON other.id = next ORDER BY run, number");
  REQUIRE(steps.size() == 4);
  CHECK_FALSE(steps[0][0]);
  CHECK_FALSE(steps[0][1]);
  CHECK(steps[0][2] == "lu2.c#main#for#0");
  CHECK(steps[0][4] == "1");
  CHECK(steps[3][0] == "lu2.c#main#for#0");
  CHECK(steps[3][1] == "lu2.c#main#critical#0");
  CHECK_FALSE(steps[3][2]);
  CHECK(countOf(archive, "entry") == 2);
  CHECK(found("SELECT threads FROM run WHERE memory_bytes_per_s IS NULL").size() == 1);
  CHECK(std::stod(*found("SELECT memory_bytes_per_s FROM run WHERE threads = 2")[0][0]) == 1.2e10);
}

TEST_CASE("the document says when it was measured, unless the user does") {
  ArchiveHome home;
  Archive archive = home.open();
  NewLedger ledger = sampleOf("lu2", 1, "");
  ledger.usual_measured_utc = "2020-01-01T00:00:00Z";
  added(archive, ledger);
  added(archive, sampleOf("lu2", 2, "2026-11-27"));
  std::vector<KeptLedger> kept = archive.list("lu2").value();
  REQUIRE(kept.size() == 2);
  CHECK(kept[0].measured_utc == "2026-11-27");
  CHECK(kept[1].measured_utc == "2026-11-28T09:30:00Z");
}

TEST_CASE("a forecast is no measurement") {
  ArchiveHome home;
  Archive archive = home.open();
  Ledger ledger = sampleLedger();
  ledger.predicted = "8 threads";
  NewLedger forecast = sampleOf("lu2", 1);
  forecast.text = writeLedger(ledger);
  CHECK_THAT(archive.add(forecast).error().text(),
             Contains("was predicted (8 threads), not measured"));
}

TEST_CASE("the index is made again from the ledgers") {
  ArchiveHome home;
  Archive archive = home.open();
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    NewLedger ledger = sampleOf("lu2", static_cast<int>(seed));
    ledger.text = seed % 2 ? writeLedger(randomLedger(seed)) : ledger.text;
    ledger.application = seed % 2 ? "random" : "";
    added(archive, ledger);
  }
  std::vector<DatabaseRow> before = longView(archive);
  REQUIRE(before.size() > 1000);
  REQUIRE(archive.database().run("UPDATE overhead SET time_s = 1").ok());
  REQUIRE(archive.database().run("DELETE FROM overhead_repetition").ok());
  Result<Rebuilt> rebuilt = archive.rebuild();
  REQUIRE(rebuilt.ok());
  CHECK(rebuilt.value().ledgers == 12);
  CHECK(longView(archive) == before);
  REQUIRE(archive.database().run("UPDATE ledger SET document = '{}' WHERE id = 3").ok());
  CHECK_THAT(archive.rebuild().error().text(), Contains("ledger 3 is not what its hash says"));
  CHECK(longView(archive) == before); // nothing was changed
}

TEST_CASE("a large ledger takes as many statements as a small one") {
  ArchiveHome home;
  Archive archive = home.open();
  auto statementsOf = [&](int constructs) {
    Ledger ledger = sampleLedger();
    for (Table &table : ledger.tables)
      for (int i = 0; i < constructs && !table.constructs.empty(); ++i) {
        table.constructs.push_back(table.constructs.front());
        table.constructs.back().id += std::to_string(i);
      }
    NewLedger added_one = sampleOf("lu2", 1);
    added_one.text = writeLedger(ledger);
    int before = archive.database().statements();
    added(archive, added_one);
    return archive.database().statements() - before;
  };
  statementsOf(0); // with the application, which is new
  int small = statementsOf(1);
  CHECK(small <= 25);
  CHECK(statementsOf(500) == small);
}

TEST_CASE("what is forgotten leaves nothing") {
  ArchiveHome home;
  Archive archive = home.open();
  added(archive, sampleOf("lu2", 1));
  std::vector<DatabaseRow> one = longView(archive);
  int64_t second = added(archive, sampleOf("lu2", 2)).id;
  added(archive, sampleOf("other", 3));
  REQUIRE(namePure(archive, "other", "f", "sort").ok());
  REQUIRE(accept(archive, {"other", "off_cpu", "", "abc", "it is so"}).ok());
  CHECK(archive.forget(std::to_string(second)).value().size() == 1);
  CHECK(archive.forget("other").value().size() == 1);
  CHECK(longView(archive) == one);
  for (const char *table : {"pure_function", "accepted"})
    CHECK(countOf(archive, table) == 0);
  CHECK(countOf(archive, "ledger") == 1);
  CHECK_THAT(archive.forget("other").error().text(),
             Contains("neither a ledger nor an application"));
  CHECK(archive.forget("lu2").ok());
  for (const char *table :
       {"application", "executable", "construct", "run", "overhead", "execution"})
    CHECK(countOf(archive, table) == 0);
}

TEST_CASE("names from anywhere are values, never SQL") {
  const std::string hostile[] = {
      "'; DROP TABLE run; --",        "\"x\" OR 1=1",     "new\nline\ttab", "?:v1 $1 ::text",
      "caf\xc3\xa9 \xf0\x9f\x98\x80", "\\' \\\" \\u0000", "%s%n",           std::string(5000, 'x')};
  ArchiveHome home;
  Archive archive = home.open();
  for (const std::string &name : hostile) {
    NewLedger ledger = sampleOf(name, 1);
    Ledger inner = sampleLedger();
    inner.program = name;
    inner.settings.parameters[name] = name;
    inner.tables[1].constructs[0].function = name;
    ledger.text = writeLedger(inner);
    ledger.version = ledger.source_commit = name;
    added(archive, ledger);
    ArchiveQuestion question;
    question.application = name;
    question.parameters = {"n=" + name};
    CHECK(ask(archive, question).ok());
    question.parameters.clear();
    question.construct = name == hostile[3] ? "" : name;
    question.category = "any";
    CHECK(ask(archive, question).ok());
    CHECK(archive.list(name).value().size() == 1);
    CHECK(describe(archive, name, name).ok());
  }
  CHECK(countOf(archive, "application") == std::size(hostile));
  NewLedger broken = sampleOf("x", 1);
  broken.text += '\xff';
  CHECK_THAT(archive.add(broken).error().text(), Contains("not UTF-8"));
  broken = sampleOf("x", 1);
  broken.application = std::string("a\0b", 3);
  CHECK_THAT(archive.add(broken).error().text(), Contains("not UTF-8"));
}

TEST_CASE("only the owner changes an application") {
  ArchiveHome home;
  if (!serverOfTests().empty())
    return; // there roles do it: postgresql.py
  Archive archive = home.open();
  added(archive, sampleOf("lu2", 1));
  REQUIRE(archive.database().run("UPDATE application SET owner = 'nobody-else'").ok());
  std::vector<DatabaseRow> before = longView(archive);
  CHECK_THAT(archive.add(sampleOf("lu2", 2)).error().text(),
             Contains("belongs to nobody-else, and you are"));
  CHECK_THAT(archive.forget("lu2").error().text(), Contains("belongs to"));
  CHECK_THAT(namePure(archive, "lu2", "f", "fft").error().text(), Contains("belongs to"));
  CHECK(longView(archive) == before);
  CHECK(archive.rebuild().ok()); // it changes no record
  archive.actAsOwner();
  CHECK(archive.add(sampleOf("lu2", 2)).ok());
}

TEST_CASE("several writers lose nothing") {
  ArchiveHome home;
  home.open();
  auto write = [&](const std::string &program) {
    Archive archive = Archive::open(home.place(), Archive::Use::write).value();
    for (int n = 0; n < 10; ++n)
      (void)archive.add(sampleOf(program, n)).ok();
  };
  std::thread one(write, "one"), two(write, "two");
  one.join();
  two.join();
  Archive archive = home.open();
  CHECK(archive.list("one").value().size() == 10);
  CHECK(archive.list("two").value().size() == 10);
  CHECK(countOf(archive, "run") == 60);
}

TEST_CASE("templates and pure names") {
  ArchiveHome home;
  Archive archive = home.open();
  added(archive, sampleOf("qs", 1));
  const std::vector<ComplexityTemplate> templates = templatesOf(archive).value();
  size_t shipped = templates.size();
  CHECK(shipped >= 15);
  for (const ComplexityTemplate &each : templates)
    CHECK(checkFormula(each.formula).ok());
  REQUIRE(addTemplate(archive, {"mine", "K*N^2+log2(N)", "of my own"}).ok());
  REQUIRE(addTemplate(archive, {"mine", "K*N^2", "of my own"}).ok());
  CHECK(templatesOf(archive).value().size() == shipped + 1);
  CHECK_THAT(addTemplate(archive, {"fft", "N", ""}).error().text(),
             Contains("the template 'fft' is tare's"));
  REQUIRE(namePure(archive, "qs", "main", "mine").ok());
  REQUIRE(namePure(archive, "qs", "main", "sort").ok());
  CHECK(pureFunctionsOf(archive, "qs").value().at(0).formula == "N*log2(N)+N+1");
  CHECK_THAT(namePure(archive, "qs", "main", "srt").error().text(), Contains("did you mean sort?"));
  CHECK_THAT(namePure(archive, "none", "main", "sort").error().text(),
             Contains("no application 'none'"));
  for (const char *wrong : {"", "N^", "N+*2", "(N", "f(N)", "N N", "2..3", "N)", "'", "1.N"})
    CHECK_FALSE(checkFormula(wrong).ok());
  CHECK_FALSE(checkFormula(std::string(400, '(')).ok());
}
