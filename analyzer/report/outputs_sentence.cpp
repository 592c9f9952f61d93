// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/outputs_sentence.h"

#include "analyzer/ledger/roles.h"
#include "base/excerpts.h"
#include "base/quantity.h"
#include "base/text.h"

#include <cmath>
#include <cstdio>
#include <vector>

namespace tare {
namespace {

constexpr size_t quoted_length = 40;
constexpr double rounding_of_floats = 1e-3; // sums of single precision differ by less

/// One digit, rounded up: "4e-12".
std::string boundText(double value) {
  double exponent = std::floor(std::log10(value));
  double unit = std::pow(10, exponent);
  char text[32];
  std::snprintf(text, sizeof text, "%.0e", std::ceil(value / unit * (1 - 1e-9)) * unit);
  return text;
}

/// "in 3 of 16 runs"
std::string inRuns(const Outputs::Difference &difference) {
  if (difference.of_runs < 2)
    return "";
  if (difference.runs == difference.of_runs)
    return ", in all " + std::to_string(difference.of_runs) + " runs";
  return ", in " + std::to_string(difference.runs) + " of " + std::to_string(difference.of_runs) +
         " runs";
}

std::string expectedProgram(const Outputs::Difference &difference) {
  return difference.expected_role == role::serial
             ? programTitle(difference.expected_role)
             : programWithThreads(difference.expected_role, difference.expectedSize());
}

/// "prints 'a' where the serial program prints 'b'"
std::string printsText(const Outputs::Difference &difference) {
  Excerpts shown = excerptsOf(difference.expected, difference.found, quoted_length);
  auto quote = [](const std::string &text) { return "'" + printable(text) + "'"; };
  std::string other = expectedProgram(difference);
  if (!shown.left && !shown.right)
    return "prints other bytes than the " + other;
  if (!shown.right)
    return "has ended its output where the " + other + " prints " + quote(*shown.left);
  return "prints " + quote(*shown.right) + " where the " + other +
         (shown.left ? " prints " + quote(*shown.left) : " has ended its output");
}

std::string differenceText(const Outputs::Difference &difference) {
  std::string text = "the " + programWithThreads(difference.role, difference.size()) + " " +
                     printsText(difference);
  std::string where =
      difference.line > 0 ? "line " + std::to_string(difference.line) + " of its output" : "";
  where += inRuns(difference);
  if (where.starts_with(", "))
    where.erase(0, 2);
  return where.empty() ? text : text + " (" + where + ")";
}

/// Behind a verdict.
std::string betweenRanks(const Outputs &outputs) {
  if (!outputs.between_ranks)
    return "";
  return " Not judged: " + differenceText(*outputs.between_ranks) +
         ". A job may print how it is divided; see whether this line may depend on it.";
}

/// What was not compared, in parentheses behind a sentence.
std::string passedOver(const Outputs &outputs) {
  std::vector<std::string> parts;
  auto add = [&](int64_t count, const std::string &noun, const std::string &one,
                 const std::string &many) {
    if (count > 0)
      parts.push_back(numberOf(count, noun) + " " + (count == 1 ? one : many));
  };
  add(outputs.varying, "number", "that varies between runs", "that vary between runs");
  add(outputs.about_run, "number", "of time, speed or threads", "of time, speed or threads");
  add(outputs.tiny, "number", "that is what rounding leaves", "that are what rounding leaves");
  add(outputs.extra_lines, "line", "about the run", "about the run");
  return parts.empty() ? "" : " (not compared: " + joinText(parts, ", ") + ")";
}

std::string sameText(const Outputs &outputs) {
  if (outputs.status == OutputStatus::OtherOrder)
    return "the same lines in all runs, but in another order: " +
           (outputs.difference ? differenceText(*outputs.difference) : "");
  if (outputs.status == OutputStatus::SameWithin)
    return "the same to " + boundText(outputs.largest_difference) + " in all runs";
  return std::string("the same in all runs") + (outputs.between_ranks ? " of as many ranks" : "");
}

} // namespace

bool resultsDiffer(const Ledger &ledger) {
  return ledger.outputs && ledger.outputs->status == OutputStatus::Differs &&
         ledger.outputs->difference;
}

std::string outputsSentence(const Ledger &ledger) {
  if (!ledger.outputs)
    return "";
  const Outputs &outputs = *ledger.outputs;
  if (resultsDiffer(ledger)) {
    int plain = outputs.difference->plain_runs;
    return "RESULTS DIFFER: " + differenceText(*outputs.difference) + "." +
           (plain > 0 ? " Without probes it prints the same, in " + numberOf(plain, "run") + "."
                      : "");
  }
  std::string reason = printable(outputs.reason);
  if (outputs.status == OutputStatus::NotCompared)
    return "Output: not compared" + (reason.empty() ? "" : ": " + reason) + "." +
           betweenRanks(outputs);
  return "Output: " + sameText(outputs) + passedOver(outputs) +
         (reason.empty() ? "" : "; " + reason) + "." + betweenRanks(outputs);
}

std::string outputsAdvice(const Ledger &ledger) {
  if (!resultsDiffer(ledger))
    return "";
  double apart = ledger.outputs->difference->relative;
  std::string text;
  if (apart > 0 && apart < rounding_of_floats)
    text = "The numbers differ by " + boundText(apart) +
           " of their size, as sums of single precision may; --check-tolerance 1e-3 passes over "
           "that. ";
  return text + "A line that may differ is passed over by --check-ignore REGEX; --no-compare turns "
                "the comparison off.";
}

} // namespace tare
