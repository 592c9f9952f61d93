// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/categories.h"
#include "catch.hpp"
#include "driver/search/evidence.h"

using namespace tare;

namespace {

LedgerLine line(std::string_view category, std::vector<double> repetitions) {
  double mean = 0;
  for (double value : repetitions)
    mean += value / static_cast<double>(repetitions.size());
  auto [low, high] = std::minmax_element(repetitions.begin(), repetitions.end());
  return {std::string(category), {mean, *low, *high}, repetitions};
}

Table table() {
  Table table;
  table.threads = 2;
  table.parallel_time = {10, 10, 10};
  table.parallel_repetitions_s = {10, 10, 10};
  table.repetitions = {1, 2, 3};
  table.own_cost.observed_direct_s = 0.1;
  ConstructLines loop;
  loop.id = "loop";
  loop.work = WorkTimes{0, 8, 10};
  loop.overheads = {line(category::load_imbalance, {1, 1, 1}), line(category::work_rate, {1, 2, 3}),
                    line(category::instruction_level, {-1, -2, -3}),
                    line(category::unidentified, {0.5, 0.5, 0.5})};
  table.constructs.push_back(loop);
  table.overheads = loop.overheads;
  table.overheads.push_back(line(category::off_cpu, {0.4, 0.4, 0.4}));
  return table;
}

} // namespace

TEST_CASE("lines become shares of T_p, by question") {
  Evidence evidence = evidenceOf(table());
  CHECK(evidence.thread_time_s == 20);
  CHECK(evidence.repetitions == 3);
  CHECK(evidence.observed == Approx(0.01));
  const Figures &loop = evidence.constructs.at("loop");
  CHECK(loop.of(Why::Imbalance).mean == Approx(0.1));
  CHECK(loop.unnamed.mean == Approx(0.05));
  CHECK(loop.area == Approx(0.5));
  CHECK(loop.of(Why::Locks) == Share());
}

TEST_CASE("lines that add up to one question keep the wider of two bands") {
  Figures loop = evidenceOf(table()).constructs.at("loop");
  CHECK(loop.of(Why::Work).mean == Approx(0).margin(1e-12)); // they cancel in every repetition
  CHECK(loop.of(Why::Work).low < 0);
  CHECK(loop.of(Why::Work).high > 0);
}

TEST_CASE("costs are counted one by one, gains not at all") {
  Figures figures;
  figures.of(Why::Work) = {-0.2, -0.2, -0.2};
  figures.of(Why::Locks) = {0.1, 0.1, 0.1};
  figures.unnamed = {0.05, 0.05, 0.05};
  CHECK(costsOf(figures).mean == Approx(0.15));
}

TEST_CASE("what no construct has is elsewhere") {
  Evidence evidence = evidenceOf(table());
  CHECK(evidence.elsewhere.at(std::string(category::off_cpu)).mean == Approx(0.04));
  CHECK(evidence.elsewhere.at(std::string(category::load_imbalance)).mean ==
        Approx(0).margin(1e-12));
}
