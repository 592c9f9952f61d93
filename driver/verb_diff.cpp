// SPDX-License-Identifier: Apache-2.0
// `tare diff`: two earlier results -> what changed -> a review, and the verdict of gates.
#include "driver/verbs.h"

#include "analyzer/compare/settings.h"
#include "analyzer/review/review.h"
#include "base/files.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/ledger_at.h"

#include <algorithm>
#include <cstdio>

namespace tare {
namespace {

using Words = std::vector<std::string>;

Result<std::vector<Gate>> gatesOf(const DiffOptions &options) {
  std::vector<Gate> gates;
  for (const std::string &text : options.fail_on) {
    Result<Gate> gate = parseGate(text);
    if (!gate.ok())
      return gate.error();
    gates.push_back(gate.value());
  }
  return gates;
}

struct Sides {
  Ledger base, head;
};

Result<Sides> sidesOf(Result<Ledger> base, Result<Ledger> head) {
  if (!base.ok())
    return base.error();
  if (!head.ok())
    return head.error();
  return Sides{std::move(base).value(), std::move(head).value()};
}

/// The two compared, if they may be.
Result<Review> reviewOf(const Sides &sides, const DiffOptions &options) {
  Review review;
  review.base = options.base;
  review.head = options.head;
  review.forced = hindrances(sides.base, sides.head);
  if (!review.forced.empty() && !options.force)
    return Error{"these are not alike: " + joinText(review.forced, "; "),
                 options.base + ", " + options.head,
                 "measure both on one machine with the same settings, or say --force"};
  // A gate fails only by what was tested: no growth that the user asks for may be too small for it.
  CompareLimits limits;
  limits.least_effect = std::min(limits.least_effect, options.least_effect / 100);
  Result<Comparison> comparison = compareLedgers(sides.base, sides.head, limits);
  if (!comparison.ok())
    return comparison.error();
  review.comparison = std::move(comparison).value();
  return review;
}

/// Error: a gate looks at nothing.
Result<void> checkPlaces(const std::vector<Gate> &gates, const Review &review) {
  for (const Gate &gate : gates)
    if (Result<void> there = checkPlace(gate, review.comparison); !there.ok())
      return there;
  return {};
}

void judge(Review &review, const std::vector<Gate> &gates, const DiffOptions &options) {
  for (const Gate &gate : gates)
    review.gates.push_back(
        evaluateGate(gate, review.comparison, {.least_effect = options.least_effect / 100}));
}

Words filledIn(const Words &command, const std::string &side, const std::string &output) {
  Words words = command;
  for (std::string &word : words)
    for (const auto &[name, value] : {std::pair<std::string, std::string>("{side}", side),
                                      std::pair<std::string, std::string>("{output}", output)})
      for (size_t at = 0; (at = word.find(name, at)) != std::string::npos; at += value.size())
        word.replace(at, name.size(), value);
  return words;
}

/// The user's own command, typed on this command line; what it prints is kept out of the review.
Result<Ledger> measureAgain(const Words &command, const std::string &side,
                            const std::string &folder) {
  Command started;
  std::string output = folder + "/" + side;
  if (Result<void> made = makeFolder(output, 0700); !made.ok())
    return made.error();
  started.argv = filledIn(command, side, output);
  started.standard_output = folder + "/" + side + ".stdout";
  SystemProcessRunner processes;
  Result<Outcome> outcome = processes.run(started);
  if (!outcome.ok())
    return outcome.error();
  if (outcome.value().exit_status != 0)
    return Error{"measuring " + side + " again failed with status " +
                     std::to_string(outcome.value().exit_status),
                 quoteCommand(started.argv)};
  return ledgerAt(output);
}

Result<Sides> measureBothAgain(const DiffOptions &options, const std::string &folder) {
  Result<Words> command = splitCommand(options.rerun);
  if (!command.ok())
    return command.error();
  Result<Ledger> base = measureAgain(command.value(), "base", folder);
  if (!base.ok())
    return base.error();
  return sidesOf(std::move(base), measureAgain(command.value(), "head", folder));
}

/// Both sides once more; a failed gate must fail again, for the same figure, or it is open. BASE
/// may be a table that cannot be measured again, HEAD may not.
Result<void> confirm(Review &review, const Sides &first, const std::vector<Gate> &gates,
                     const DiffOptions &options) {
  Result<std::string> made = makeTemporaryFolder("tare-rerun-");
  if (!made.ok())
    return made.error();
  TemporaryFolder folder(made.value());
  Result<Sides> second = measureBothAgain(options, folder.path());
  if (!second.ok())
    return second.error();
  if (areSameRuns(first.head, second.value().head))
    return Error{"what --rerun left for head are the runs of the first measurement"};
  Result<Review> again = reviewOf(second.value(), options);
  if (!again.ok())
    return again.error();
  judge(again.value(), gates, options);
  bool kept = areSameRuns(first.base, second.value().base);
  for (size_t i = 0; i < review.gates.size(); ++i)
    review.gates[i] = confirmed(review.gates[i], again.value().gates[i],
                                kept ? Confirmation::Head : Confirmation::Both);
  return {};
}

std::string written(const Review &review, const std::string &format) {
  if (format == "json")
    return reviewJson(review);
  if (format == "markdown")
    return reviewMarkdown(review);
  if (format == "sarif")
    return reviewSarif(review);
  return format == "gitlab" ? reviewGitLab(review) : reviewText(review);
}

bool anyGate(const Review &review, GateVerdict verdict) {
  return std::ranges::any_of(review.gates,
                             [&](const GateResult &result) { return result.verdict == verdict; });
}

} // namespace

int verbDiff(const DiffOptions &options) {
  auto refuse = [](const Error &error) {
    complain(error);
    return exit_usage;
  };
  Result<std::vector<Gate>> gates = gatesOf(options);
  if (!gates.ok())
    return refuse(gates.error());
  Result<Sides> sides = sidesOf(ledgerAt(options.base), ledgerAt(options.head));
  if (!sides.ok())
    return refuse(sides.error());
  Result<Review> made = reviewOf(sides.value(), options);
  if (!made.ok())
    return refuse(made.error());
  Review &review = made.value();
  if (Result<void> there = checkPlaces(gates.value(), review); !there.ok())
    return refuse(there.error());
  judge(review, gates.value(), options);
  if (anyGate(review, GateVerdict::Failed) && !options.rerun.empty())
    if (Result<void> again = confirm(review, sides.value(), gates.value(), options); !again.ok())
      for (GateResult &result : review.gates)
        result = unconfirmed(result, "it was not measured again: " + again.error().text());
  std::string text = written(review, options.format);
  bool shown = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (std::fflush(stdout) != 0 || !shown)
    return refuse({"the review could not be written", "standard output"});
  if (anyGate(review, GateVerdict::Failed))
    return exit_gate_failed;
  return anyGate(review, GateVerdict::Open) ? exit_inconclusive : exit_ok;
}

} // namespace tare
