// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/markdown.h"
#include "analyzer/report/outputs_sentence.h"
#include "analyzer/report/text.h"
#include "base/text.h"
#include "catch.hpp"
#include "sample_ledger.h"

using namespace tare;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

namespace {

Ledger withOutputs(const Outputs &outputs) {
  Ledger ledger = sampleLedger();
  ledger.outputs = outputs;
  return ledger;
}

Ledger differing(const Outputs::Difference &difference) {
  return withOutputs({.status = OutputStatus::Differs, .runs = 16, .difference = difference});
}

Outputs::Difference raced() {
  return {"parallel", "serial", 2, 1, 3, "sum 15.78", "sum 0.69", 0.95, 0, 3, 16};
}

std::string unwrapped(const std::string &text) {
  std::vector<std::string> lines;
  for (const std::string &line : splitText(text, '\n'))
    lines.emplace_back(trimText(line));
  return joinText(lines, " ");
}

} // namespace

TEST_CASE("results that differ are the first line of a report") {
  const std::string sentence =
      "RESULTS DIFFER: the parallel program with 2 threads prints 'sum 0.69' where the serial "
      "program prints 'sum 15.78' (line 3 of its output, in 3 of 16 runs).";
  Ledger ledger = differing(raced());
  CHECK(resultsDiffer(ledger));
  CHECK(outputsSentence(ledger) == sentence);
  CHECK_THAT(unwrapped(reportText(ledger, {})), StartsWith(sentence));
  CHECK_THAT(unwrapped(reportText(ledger, {})), Contains("passed over by --check-ignore REGEX"));
  std::string markdown = reportMarkdown(ledger, {});
  CHECK(markdown.find("RESULTS DIFFER") < markdown.find("lu2 on p ="));
}

TEST_CASE("how the results differ") {
  Outputs::Difference difference = raced();
  difference.runs = 16;
  CHECK_THAT(outputsSentence(differing(difference)),
             Contains("(line 3 of its output, in all 16 runs)"));
  difference.of_runs = difference.runs = 1;
  CHECK_THAT(outputsSentence(differing(difference)), Contains("(line 3 of its output)"));
  difference.found.reset();
  CHECK_THAT(outputsSentence(differing(difference)),
             Contains("has ended its output where the serial program prints 'sum 15.78'"));
  difference.found = "\x1b[31mx";
  difference.expected.reset();
  CHECK_THAT(outputsSentence(differing(difference)),
             Contains("prints '?[31mx' where the serial program has ended its output"));
  difference.found.reset();
  difference.line = 0;
  CHECK(outputsSentence(differing(difference)) ==
        "RESULTS DIFFER: the parallel program with 2 threads prints other bytes than the serial "
        "program.");
  difference = raced();
  difference.expected_role = "parallel";
  difference.role = "instrumented";
  CHECK_THAT(outputsSentence(differing(difference)),
             Contains("the instrumented program with 2 threads prints") &&
                 Contains("where the parallel program with 1 thread prints"));
  CHECK_THAT(outputsSentence(differing(difference)), EndsWith("in 3 of 16 runs)."));
  difference.plain_runs = 5;
  CHECK_THAT(outputsSentence(differing(difference)),
             EndsWith("). Without probes it prints the same, in 5 runs."));
  difference.found = std::string(500, 'x') + "1";
  difference.expected = std::string(500, 'x') + "2";
  CHECK(outputsSentence(differing(difference)).size() < 300);
}

TEST_CASE("what jobs print of their division is told behind the verdict") {
  Ledger ledger = differing(raced());
  ledger.outputs->status = OutputStatus::Same;
  ledger.outputs->difference.reset();
  Outputs::Difference &between = ledger.outputs->between_ranks.emplace();
  between.role = between.expected_role = "parallel";
  between.threads = between.ranks = 2;
  between.expected_threads = between.expected_ranks = 1;
  between.line = 3;
  between.expected = "Local boxes: 64", between.found = "Local boxes: 32";
  CHECK_THAT(outputsSentence(ledger),
             Contains("Output: the same in all runs of as many ranks") &&
                 EndsWith(" Not judged: the parallel program with 2 ranks prints 'Local boxes: 32' "
                          "where the parallel program with 1 rank prints 'Local boxes: 64' (line 3 "
                          "of its output). A job may print how it is divided; see whether this "
                          "line may depend on it."));
}

TEST_CASE("a small difference of numbers may be one of single precision") {
  Outputs::Difference difference = raced();
  CHECK_THAT(outputsAdvice(differing(difference)), !Contains("precision"));
  difference.relative = 2.1e-5;
  CHECK_THAT(outputsAdvice(differing(difference)),
             StartsWith("The numbers differ by 3e-05 of their size"));
  CHECK(outputsAdvice(withOutputs({.status = OutputStatus::Same})).empty());
}

TEST_CASE("results that are the same are said in the foot, with what was not compared") {
  CHECK(outputsSentence(sampleLedger()).empty());
  CHECK_THAT(reportText(sampleLedger(), {}), !Contains("Output:"));
  Ledger same = withOutputs({.status = OutputStatus::Same, .compared = 3});
  CHECK(outputsSentence(same) == "Output: the same in all runs.");
  CHECK_THAT(reportText(same, {}), Contains("Output: the same in all runs."));
  CHECK_THAT(reportMarkdown(same, {}), Contains("Output: the same in all runs."));
  CHECK(outputsSentence(withOutputs({.status = OutputStatus::Same,
                                     .varying = 2,
                                     .about_run = 1,
                                     .tiny = 1,
                                     .extra_lines = 2})) ==
        "Output: the same in all runs (not compared: 2 numbers that vary between runs, 1 number of "
        "time, speed or threads, 1 number that is what rounding leaves, 2 lines about the run).");
  CHECK(outputsSentence(
            withOutputs({.status = OutputStatus::SameWithin, .largest_difference = 7.6e-11})) ==
        "Output: the same to 8e-11 in all runs.");
  CHECK(outputsSentence(
            withOutputs({.status = OutputStatus::Same, .reason = "by hash: it is binary"})) ==
        "Output: the same in all runs; by hash: it is binary.");
  CHECK(outputsSentence(withOutputs({.reason = "the programs print nothing"})) ==
        "Output: not compared: the programs print nothing.");
  Ledger order = withOutputs({.status = OutputStatus::OtherOrder, .difference = raced()});
  CHECK_FALSE(resultsDiffer(order));
  CHECK_THAT(outputsSentence(order),
             StartsWith("Output: the same lines in all runs, but in another "
                        "order: the parallel program with 2 threads"));
}
