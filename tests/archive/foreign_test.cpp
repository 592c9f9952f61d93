// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/foreign.h"
#include "analyzer/archive/query.h"
#include "archive_place.h"

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

const char *extra_p_text = R"(# measured on two machines
PARAMETER N
PARAMETER p
POINTS (400 2) (400 4) (800 2) (800 4)
METRIC time
REGION main->lu.c:29
DATA 0.051 0.052
DATA 0.031 0.030
DATA 0.41 0.42
DATA 0.21 0.22
REGION main
DATA 1
DATA 2
DATA 3
DATA 4
)";

IndexedDocument documentOf(const std::string &format, const std::string &text) {
  Result<IndexedDocument> document = foreignDocument(format, text);
  if (!document.ok())
    FAIL(document.error().text());
  return document.value();
}

std::string refusal(const std::string &format, const std::string &text) {
  Result<IndexedDocument> document = foreignDocument(format, text);
  REQUIRE_FALSE(document.ok());
  return document.error().text();
}

} // namespace

TEST_CASE("Extra-P's three formats say the same") {
  IndexedDocument text = documentOf("extra-p", extra_p_text);
  REQUIRE(text.runs.size() == 4);
  CHECK(text.runs[1].parameters == std::map<std::string, std::string>{{"N", "400"}, {"p", "4"}});
  CHECK(text.runs[1].threads == 4);
  CHECK(text.runs[3].parallel->time_s == 4);
  CHECK(text.constructs[0].function == "lu.c:29");
  CHECK(text.constructs[0].file == "lu.c");
  CHECK(text.constructs[0].line == 29);
  const IndexedRow &row = text.runs[2].rows[0];
  CHECK(row.category == "time");
  CHECK(row.repetitions_s == std::vector<double>{0.41, 0.42});
  CHECK(row.time.time_s == Approx(0.415));
  CHECK(row.time.low_s < 0.41);

  IndexedDocument json = documentOf("extra-p-json", R"({"measurements":{"main->lu.c:29":{"time":[
    {"point":[400,2],"values":[0.051,0.052]},{"point":[400,4],"values":[0.031,0.03]},
    {"values":[0.41,0.42],"point":[800,2]}]}},"parameters":["N","p"]})");
  IndexedDocument lines =
      documentOf("extra-p-jsonl", "{\"params\":{\"N\":400,\"p\":2},\"callpath\":\"main->lu.c:29\","
                                  "\"metric\":\"time\",\"value\":[0.051,0.052]}\n"
                                  "\n{\"params\":{\"N\":800,\"p\":2},\"callpath\":\"main->lu.c:"
                                  "29\",\"metric\":\"time\",\"value\": 0.41}\n");
  CHECK(json.runs[0].rows[0].repetitions_s == text.runs[0].rows[0].repetitions_s);
  CHECK(lines.runs[0].rows[0].repetitions_s == text.runs[0].rows[0].repetitions_s);
  CHECK(lines.runs[1].rows[0].repetitions_s == std::vector<double>{0.41});
  CHECK(json.runs[2].parameters == text.runs[2].parameters);
}

TEST_CASE("Google Benchmark and Bencher") {
  IndexedDocument google =
      documentOf("google-benchmark", R"({"context":{"host_name":"vm","executable":"./lu",
    "num_cpus":2,"caches":[{"level":1}],"load_avg":[0.1]},"benchmarks":[
    {"name":"lu/800/N:4","run_name":"lu/800/N:4","run_type":"iteration","repetition_index":0,"threads":4,
     "iterations":1,"real_time":443.7,"cpu_time":1601.0,"time_unit":"ms","imbalance":143.6},
    {"name":"lu/800/N:4","run_name":"lu/800/N:4","run_type":"iteration","repetition_index":1,"threads":4,
     "iterations":1,"real_time":445.7,"cpu_time":1602.0,"time_unit":"ms","imbalance":143.8},
    {"name":"lu/800/N:4_mean","run_name":"lu/800/N:4","run_type":"aggregate","aggregate_name":"mean",
     "threads":4,"iterations":2,"real_time":444.7,"cpu_time":1601.5,"time_unit":"ms"}]})");
  REQUIRE(google.runs.size() == 1);
  CHECK(google.program == "lu");
  CHECK(google.host == "vm");
  CHECK(google.runs[0].threads == 4);
  CHECK(google.runs[0].parameters.at("arg1") == "800");
  CHECK(google.runs[0].parameters.at("N") == "4");
  CHECK(google.runs[0].parallel->time_s == Approx(0.4447));
  CHECK(google.runs[0].rows.size() == 3);

  IndexedDocument bencher = documentOf("bmf", R"({"lu/N=800/p=4":{"parallel_time":{"value":0.4437,
    "lower_value":0.4375,"upper_value":0.4499},"overhead.imbalance":{"value":0.1436}}})");
  CHECK(bencher.runs[0].threads == 4);
  CHECK(bencher.runs[0].parallel->low_s == 0.4375);
  CHECK(bencher.constructs[0].name == "lu");
}

TEST_CASE("what is none of them is refused, with the place") {
  CHECK_THAT(refusal("extra-p", "PARAMETER N\nPOINTS 1 2\nDATA x\n"),
             Contains("line 3: 'x' is no number"));
  CHECK_THAT(refusal("extra-p", "POINTS 1 2\n"), Contains("POINTS stands before PARAMETER"));
  CHECK_THAT(refusal("extra-p", "PARAMETER N\nPOINTS 1\nDATA 1\nDATA 2\n"),
             Contains("more lines of DATA"));
  CHECK_THAT(refusal("extra-p", "hello\n"), Contains("none of PARAMETER"));
  CHECK_THAT(refusal("extra-p", ""), Contains("no measurement"));
  CHECK_THAT(refusal("extra-p-jsonl", "{\"params\":{\"N\":\"x\"}}\n"), Contains("line 1: "));
  CHECK_THAT(refusal("extra-p-json",
                     "{\"parameters\":[\"N\"],\"measurements\":{\"f\":{\"t\":[{\"point\":[1,2],"
                     "\"values\":[1]}]}}}"),
             Contains("as many numbers"));
  CHECK_THAT(refusal("google-benchmark", "{\"benchmarks\":3}"), Contains("benchmarks"));
  CHECK_THAT(refusal("bmf", "[]"), Contains("not a JSON object"));
  CHECK_THAT(refusal("cube", "x"), Contains("does not know the format"));
}

TEST_CASE("other tools' measurements answer questions") {
  ArchiveHome home;
  Archive archive = home.open();
  NewLedger ledger;
  ledger.text = extra_p_text;
  ledger.format = "extra-p";
  CHECK_THAT(archive.add(ledger).error().text(), Contains("names no program"));
  ledger.application = "lu";
  REQUIRE(archive.add(ledger).ok());
  ArchiveQuestion question{.application = "lu",
                           .parameters = {"N=800"},
                           .threads = 4,
                           .category = "time",
                           .construct = "main"};
  Result<DatabaseRows> found = ask(archive, question);
  REQUIRE(found.ok());
  CHECK(found.value().rows.size() == 1);
  for (const char *place : {"lu.c:29", "main->lu.c:29"}) {
    question.construct = place;
    CHECK(ask(archive, question).value().rows.size() == 1);
  }
  CHECK(archive.list("lu").value().at(0).threads == "2, 4");
  CHECK(archive.rebuild().ok());
  CHECK(archive.forget("lu").ok());
}

TEST_CASE("damaged documents are errors, never crashes") {
  const std::pair<std::string, std::string> documents[] = {
      {"extra-p", extra_p_text},
      {"extra-p-json",
       R"({"parameters":["N"],"measurements":{"f":{"t":[{"point":[1],"values":[1]}]}}})"},
      {"extra-p-jsonl", R"({"params":{"N":1},"callpath":"f","metric":"t","value":[1,2]})"},
      {"google-benchmark", R"({"benchmarks":[{"name":"f/1","real_time":1.5,"threads":2}]})"},
      {"bmf", R"({"f/N=1":{"t":{"value":1,"lower_value":0}}})"}};
  uint32_t chance = 1;
  auto upTo = [&](size_t n) { return (chance = chance * 1664525 + 1013904223) / 65536 % n; };
  for (const auto &[format, text] : documents)
    for (int trial = 0; trial < 400; ++trial) {
      std::string bad = text;
      for (size_t changes = 1 + upTo(4); changes > 0; --changes)
        bad[upTo(bad.size())] = "{}[]\":,0e9-\n\xff N("[upTo(16)];
      bad.resize(bad.size() - upTo(3));
      Result<IndexedDocument> document = foreignDocument(format, bad);
      if (document.ok())
        CHECK_FALSE(document.value().runs.empty());
      else
        CHECK_FALSE(document.error().message.empty());
    }
}
