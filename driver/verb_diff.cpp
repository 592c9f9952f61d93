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

/// Two ledgers compared, if they may be.
Result<Review> reviewOf(const Result<Ledger> &base, const Result<Ledger> &head,
                        const DiffOptions &options) {
  for (const Result<Ledger> *ledger : {&base, &head})
    if (!ledger->ok())
      return ledger->error();
  Review review;
  review.base = options.base;
  review.head = options.head;
  review.forced = hindrances(base.value(), head.value());
  if (!review.forced.empty() && !options.force)
    return Error{"these are not alike: " + joinText(review.forced, "; "),
                 options.base + ", " + options.head,
                 "measure both on one machine with the same settings, or say --force"};
  Result<Comparison> comparison = compareLedgers(base.value(), head.value());
  if (!comparison.ok())
    return comparison.error();
  review.comparison = std::move(comparison).value();
  return review;
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

/// Both sides once more; every failed gate must fail again, or it is open.
Result<void> confirm(Review &review, const std::vector<Gate> &gates, const DiffOptions &options) {
  Result<Words> command = splitCommand(options.rerun);
  if (!command.ok() || command.value().empty())
    return Error{"--rerun is no command", options.rerun};
  Result<std::string> made = makeTemporaryFolder("tare-rerun-");
  if (!made.ok())
    return made.error();
  TemporaryFolder folder(made.value());
  Result<Ledger> base = measureAgain(command.value(), "base", folder.path());
  Result<Ledger> head = base.ok() ? measureAgain(command.value(), "head", folder.path()) : base;
  Result<Review> again = reviewOf(base, head, options);
  if (!again.ok())
    return again.error();
  judge(again.value(), gates, options);
  for (size_t i = 0; i < review.gates.size(); ++i)
    review.gates[i] = confirmed(review.gates[i], again.value().gates[i]);
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

bool anyGate(const Review &review, Verdict verdict) {
  return std::ranges::any_of(review.gates,
                             [&](const GateResult &result) { return result.verdict == verdict; });
}

/// A second measurement that could not be made confirms nothing.
void leaveOpen(Review &review, const Error &error) {
  GateResult nothing;
  nothing.reason = error.text();
  for (GateResult &result : review.gates)
    result = confirmed(result, nothing);
}

} // namespace

int verbDiff(const DiffOptions &options) {
  Result<std::vector<Gate>> gates = gatesOf(options);
  if (!gates.ok()) {
    complain(gates.error());
    return exit_usage;
  }
  Result<Review> made = reviewOf(ledgerAt(options.base), ledgerAt(options.head), options);
  if (!made.ok()) {
    complain(made.error());
    return exit_usage;
  }
  Review &review = made.value();
  judge(review, gates.value(), options);
  if (anyGate(review, Verdict::Failed) && !options.rerun.empty())
    if (Result<void> again = confirm(review, gates.value(), options); !again.ok())
      leaveOpen(review, again.error());
  std::string text = written(review, options.format);
  bool shown = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (std::fflush(stdout) != 0 || !shown) {
    complain({"the review could not be written", "standard output"});
    return exit_usage;
  }
  if (anyGate(review, Verdict::Failed))
    return exit_gate_failed;
  return anyGate(review, Verdict::Open) ? exit_inconclusive : exit_ok;
}

} // namespace tare
