// SPDX-License-Identifier: Apache-2.0
// Reports of jobs: sizes are ranks and threads, and who waited for whom is told.
#include "analyzer/report/markdown.h"
#include "analyzer/report/rank_waits.h"
#include "analyzer/report/sentences.h"
#include "analyzer/report/text.h"
#include "base/text.h"
#include "catch.hpp"
#include "sample_ledger.h"

#include <regex>

using namespace tare;
using Catch::Contains;

namespace {

/// The sample's tables of 1, 2 and 4 threads as one rank, two ranks, and `last` ranks.
Ledger jobLedger(int last) {
  Ledger ledger = sampleLedger();
  ledger.reference = "omp_1";
  for (Table &table : ledger.tables) {
    table.ranks = table.threads == 4 ? last : table.threads;
    table.pairing.reset();
  }
  JobFigures job{0.9, 0.8, 0.7, {{0, 1, 0.5, 0.012, 0.031}, {1, 1.2, 0.3, 0.031, 0.012}}, {}};
  const ConstructLines &construct = ledger.tables.back().constructs.front();
  job.waits = {{construct.id, "MPI_Recv", 0.030, {1, 0.028}, RankShare{0, 0.029}},
               {"", "MPI_Barrier", 0.013, {1, 0.008}, {}}};
  ledger.tables.back().job = job;
  return ledger;
}

std::string oneLine(const std::string &text) {
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

} // namespace

TEST_CASE("a job's sizes are ranks, wherever they are named") {
  Ledger ledger = jobLedger(4);
  for (const std::string &text : {reportText(ledger, {}), reportMarkdown(ledger, {})}) {
    std::string words = oneLine(text);
    CHECK_FALSE(std::regex_search(words, std::regex("p = ?[0-9]")));
    CHECK_FALSE(std::regex_search(words, std::regex("[0-9] threads")));
    CHECK_THAT(words, Contains("on 1 rank, 2 ranks, 4 ranks"));
    CHECK_THAT(words, Contains("the same program on one rank"));
    CHECK_THAT(words, Contains("From 2 ranks to 4 ranks the efficiency"));
    CHECK_THAT(words, Contains("Where, on 4 ranks"));
    CHECK_THAT(words, Contains("4 ranks on 2 cores: waits contain"));
    CHECK_THAT(words, !Contains("x threads"));
  }
}

TEST_CASE("ranks of several threads: heads of columns are short, sentences are not") {
  Ledger ledger = jobLedger(2);
  std::string text = oneLine(reportText(ledger, {}));
  CHECK_THAT(text, Contains("ranks x threads of each"));
  CHECK_THAT(text, Contains("1 rank 2 ranks 2x2"));
  CHECK_THAT(text, Contains("From 2 ranks to 2 ranks of 2 threads each the efficiency"));
  CHECK_THAT(text, Contains("Where, on 2 ranks of 2 threads each"));
  CHECK_THAT(text, Contains("the same program on one rank of one thread"));
  ledger.same_ranks = true;
  CHECK_THAT(headText(ledger), Contains("reference: the same ranks with one thread each"));
}

TEST_CASE("one process keeps its words") {
  Ledger ledger = sampleLedger();
  CHECK_THAT(oneLine(reportText(ledger, {})), Contains("on p = 1, 2, 4 threads"));
  CHECK(rankWaitRows(ledger.tables.back(), 5).empty());
}

TEST_CASE("who waited for whom: sum, mean, the rank that waited most and the late one, by call") {
  Ledger ledger = jobLedger(4);
  const Table &table = ledger.tables.back();
  std::vector<RankWaitRow> rows = rankWaitRows(table, 5);
  REQUIRE(rows.size() == 4); // heads, two calls, all of them
  CHECK_THAT(rows[1].place, Contains(".c:") && Contains(" MPI_Recv"));
  CHECK(rows[1].sum == "30.0 ms");
  CHECK(rows[1].mean == "7.50 ms");
  CHECK(rows[1].worst == "rank 1, 28.0 ms");
  CHECK(rows[1].late == "rank 0, 96.7 %");
  CHECK(rows[2].place == "MPI_Barrier");
  CHECK(rows[2].late == "not known");
  CHECK(rows[3].sum == "43.0 ms");
  std::vector<RankWaitRow> cut = rankWaitRows(table, 1);
  REQUIRE(cut.size() == 4);
  CHECK(cut[2].place == "other calls (1)");
  CHECK(cut[2].sum == "13.0 ms");
  CHECK_THAT(lateRankSentence(table), Contains("Rank 0 comes last most: the others waited 31.0 ms "
                                               "for it, 72.1 % of all waits"));
  for (const std::string &text : {reportText(ledger, {}), reportMarkdown(ledger, {})})
    CHECK_THAT(oneLine(text), Contains("Who waited for whom in MPI, on 4 ranks"));
}
