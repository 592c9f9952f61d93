// SPDX-License-Identifier: Apache-2.0
// What is known of a construct beside its lines.
#include "analyzer/report/findings.h"
#include "base/text.h"
#include "catch.hpp"

using namespace tare;
using Catch::Contains;

namespace {

ConstructLines someLoop() {
  ConstructLines construct;
  construct.kind = "for";
  construct.file = "lu2.c";
  construct.line = 31;
  construct.directive = "for";
  return construct;
}

/// 1100 iterations in bins of 100, the k-th bin costing `cost(k)` microseconds each.
template <class Cost> std::vector<IterationBin> binsOf(Cost cost) {
  std::vector<IterationBin> bins;
  for (int k = 0; k < 11; ++k)
    bins.push_back({100 * k, 100 * k + 99, 30, 1e-6 * cost(k)});
  return bins;
}

std::string joined(const std::vector<std::string> &parts) { return joinText(parts, "\n"); }

} // namespace

TEST_CASE("findings: which iterations are heavy") {
  ConstructLines construct = someLoop();
  construct.iterations = binsOf([](int k) { return 2 * k + 1; });
  Table table;
  std::string text = joined(findingsOf(construct, table));
  CHECK_THAT(text, Contains("iterations 0 to 1099 of each thread, mean 11.0 us"));
  CHECK_THAT(text, Contains("the later, the costlier; half of the time is in 29 % of them, 700 to "
                            "1099"));
  construct.iteration_variable = "row";
  text = joined(findingsOf(construct, table));
  CHECK_THAT(text, Contains("iterations, row from 0 to 1099, mean"));
  CHECK_THAT(text, Contains(": the larger row, the costlier; half"));
  construct.iterations = binsOf([](int k) { return 20 - k; });
  CHECK_THAT(joined(findingsOf(construct, table)), Contains(": the smaller row, the costlier;"));
  construct.iterations = binsOf([](int k) { return k == 4 ? 100 : 5; });
  CHECK_THAT(joined(findingsOf(construct, table)),
             Contains("a few are heavy; half of the time is in 7 % of them, 400 to 499"));
  construct.iterations = binsOf([](int) { return 5; });
  CHECK_THAT(joined(findingsOf(construct, table)), Contains("all cost about the same"));
  construct.iterations[3].deviation_s = 20e-6;
  CHECK_THAT(joined(findingsOf(construct, table)),
             Contains("standard deviation 121 % of the mean"));
  for (size_t k = 0; k < construct.iterations.size(); ++k)
    construct.iterations[k].iterations = k == 0 ? 110 : 10;
  construct.iterations[0].mean_s = 25e-6;
  construct.ranges_differ = true;
  CHECK_THAT(joined(findingsOf(construct, table)),
             Contains("row from 0 to 1099, mean 15.5 us: its executions have different ranges") &&
                 !Contains("heavy") && !Contains("half of"));
  construct.iterations.resize(3); // too few to say anything
  CHECK(findingsOf(construct, table).empty());
}

TEST_CASE("findings: imbalance over the run, locks and work") {
  ConstructLines construct = someLoop();
  for (int k = 0; k < 4; ++k)
    construct.over_time.push_back({0.1 * k, 0.1 * (k + 1), 5, k == 0 ? 0.03 : 0.01, 0.06});
  construct.lock = LockUse{0.004, 1000, 120};
  construct.work = WorkTimes{0, 0.5, 0.6};
  construct.counterpart = "none";
  Table table;
  table.threads = 2;
  std::string text = joined(findingsOf(construct, table));
  CHECK_THAT(text, Contains("waits are 25 % of its time, 17 % to 50 %"));
  CHECK_THAT(text, Contains("waited in 12.0 % of 1000 acquisitions; held for 4.00 ms in all, 4.00 "
                            "us each"));
  CHECK_THAT(text, Contains("500 ms on one thread, 600 ms on 2; no serial counterpart was found"));
  table.threads = 1; // that run is the one on one thread
  text = joined(findingsOf(construct, table));
  CHECK_THAT(text, Contains("all threads together: 500 ms on one thread; no serial"));
  table.threads = table.ranks = 2;
  CHECK_THAT(joined(findingsOf(construct, table)),
             Contains("all ranks together: 500 ms on one rank, 600 ms on 2 ranks; no serial"));
  table.threads = 4;
  CHECK_THAT(joined(findingsOf(construct, table)),
             Contains("500 ms on one thread, 600 ms on 2 ranks of 2 threads each; no serial"));
  table.threads = 2, table.ranks = 0;
  construct.work = WorkTimes{0, 0.5, -0.6}; // its probes took more than it
  CHECK_THAT(joined(findingsOf(construct, table)), !Contains("its work"));
  construct.work = WorkTimes{0.4, 0.5, 0.6};
  construct.counterpart = "exact";
  CHECK_THAT(joined(findingsOf(construct, table)),
             Contains("400 ms in the serial program, ") && !Contains("executed"));
  construct.work->executions_ratio = 1.2;
  CHECK_THAT(joined(findingsOf(construct, table)),
             Contains("600 ms on 2; 1.2 times as many iterations as on one thread"));
  construct.kind = "critical";
  CHECK_THAT(joined(findingsOf(construct, table)),
             Contains("600 ms on 2; executed 1.2 times as often as on one thread"));
  construct.work->not_on_one = true;
  CHECK_THAT(joined(findingsOf(construct, table)), Contains("it was not executed on one thread"));
  construct.counterpart = "none"; // too little to be looked for
  table.serial_time = {1000, 1000, 1000};
  CHECK_THAT(joined(findingsOf(construct, table)), !Contains("no serial counterpart"));
}
