// SPDX-License-Identifier: Apache-2.0
// `tare diff`: two earlier results -> what changed -> a review, and the verdict of gates.
#include "driver/verbs.h"

#include "analyzer/compare/settings.h"
#include "analyzer/ledger/reliability.h"
#include "analyzer/report/outputs_sentence.h"
#include "analyzer/report/parts.h"
#include "analyzer/review/html/review_html.h"
#include "analyzer/review/review.h"
#include "base/files.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/ledger_at.h"
#include "driver/page_sources.h"
#include "driver/show_ledger.h"

#include <algorithm>

namespace tare {
namespace {

using Words = std::vector<std::string>;

Result<std::vector<Gate>> gatesOf(const DiffOptions &options) {
  std::vector<Gate> gates;
  for (const std::string &text : options.fail_on) {
    TARE_TRY(Gate gate, parseGate(text));
    gates.push_back(gate);
  }
  return gates;
}

/// The two tables to be compared.
struct Sides {
  Ledger base, head;
};

/// The two compared, if they may be.
Result<Review> reviewOf(const Sides &sides, const DiffOptions &options) {
  Review review;
  review.base = options.base_name.empty() ? options.base : options.base_name;
  review.head = options.head_name.empty() ? options.head : options.head_name;
  for (const auto &[name, ledger] :
       {std::pair("BASE", &sides.base), std::pair("HEAD", &sides.head)})
    if (resultsDiffer(*ledger))
      review.results_differ.push_back(std::string(name) + ": " + outputsSentence(*ledger));
  for (const auto &[name, ledger] :
       {std::pair("BASE", &sides.base), std::pair("HEAD", &sides.head)})
    if (isUnreliable(*ledger))
      review.unreliable.push_back(std::string(name) + " is NOT RELIABLE: " +
                                  unreliabilityOf(ledger->tables[advisedTable(*ledger)])->reason());
  review.forced = hindrances(sides.base, sides.head);
  if (!review.forced.empty() && !options.force)
    return Error{"these are not alike: " + joinText(review.forced, "; "),
                 review.base + ", " + review.head,
                 "measure both on one machine with the same settings, or say --force"};
  // A gate fails only by what was tested: no growth that the user asks for may be too small for it.
  CompareLimits limits;
  limits.least_effect = std::min(limits.least_effect, options.least_effect / 100);
  TARE_TRY(review.comparison, compareLedgers(sides.base, sides.head, limits));
  return review;
}

/// Error: a gate looks at nothing.
Result<void> checkPlaces(const std::vector<Gate> &gates, const Review &review) {
  for (const Gate &gate : gates)
    TARE_DO(checkPlace(gate, review.comparison));
  return {};
}

void judge(Review &review, const std::vector<Gate> &gates, const DiffOptions &options) {
  for (const Gate &gate : gates)
    review.gates.push_back(
        evaluateGate(gate, review.comparison, {.least_effect = options.least_effect / 100}));
}

/// Replaces {side} and {output} in every word.
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
  TARE_DO(makeFolder(output, 0700));
  started.argv = filledIn(command, side, output);
  started.standard_output = folder + "/" + side + ".stdout";
  SystemProcessRunner processes;
  TARE_TRY(Outcome outcome, processes.run(started));
  if (outcome.exit_status != 0)
    return Error{"measuring " + side + " again failed with status " +
                     std::to_string(outcome.exit_status),
                 quoteCommand(started.argv), "run this command by itself to see why"};
  return ledgerAt(output);
}

Result<Sides> measureBothAgain(const DiffOptions &options, const std::string &folder) {
  TARE_TRY(Words command, splitCommand(options.rerun));
  TARE_TRY(Ledger base, measureAgain(command, "base", folder));
  TARE_TRY(Ledger head, measureAgain(command, "head", folder));
  return Sides{std::move(base), std::move(head)};
}

/// Both sides once more; a failed gate must fail again, for the same figure, or it is open. BASE
/// may be a table that cannot be measured again, HEAD may not.
Result<void> confirm(Review &review, const Sides &first, const std::vector<Gate> &gates,
                     const DiffOptions &options) {
  TARE_TRY(std::string made, makeTemporaryFolder("tare-rerun-"));
  TemporaryFolder folder(made);
  TARE_TRY(Sides second, measureBothAgain(options, folder.path()));
  if (areSameRuns(first.head, second.head))
    return Error{"what --rerun left for head are the runs of the first measurement", "",
                 "give a COMMAND that measures anew and writes to {output}"};
  TARE_TRY(Review again, reviewOf(second, options));
  judge(again, gates, options);
  bool kept = areSameRuns(first.base, second.base);
  for (size_t i = 0; i < review.gates.size(); ++i)
    review.gates[i] =
        confirmed(review.gates[i], again.gates[i], kept ? Confirmation::Head : Confirmation::Both);
  return {};
}

/// With lines of the sources of both versions.
Result<std::string> writtenPage(const Review &review, const Sides &sides,
                                const DiffOptions &options) {
  PageSources none{{}, "--no-source leaves them out"}, base = none, head = none;
  if (!options.no_source) {
    const std::string &base_root =
        options.base_source_root.empty() ? options.source_root : options.base_source_root;
    TARE_TRY(base, sourcesOfSide(options.base, sides.base, base_root, "--base-source-root"));
    TARE_TRY(head, sourcesOfSide(options.head, sides.head, options.source_root, "--source-root"));
  }
  bool has_runs = sides.head.predicted.empty() && isFolder(options.head);
  return reviewHtml(review, {&base, &head, has_runs ? options.head : ""});
}

/// The review in the format that was asked for.
std::string written(const Review &review, const std::string &format) {
  if (format == "json")
    return reviewJson(review);
  if (format == "markdown")
    return reviewMarkdown(review);
  if (format == "sarif")
    return reviewSarif(review);
  return format == "gitlab" ? reviewGitLab(review) : reviewText(review, widthOfOutput());
}

bool anyGate(const Review &review, GateVerdict verdict) {
  return std::ranges::any_of(review.gates,
                             [&](const GateResult &result) { return result.verdict == verdict; });
}

} // namespace

/// A gate that failed decides the exit status; then a side that is not reliable, then open gates. A
/// gate that passed has done so with the bands as they are.
Result<int> verbDiff(const DiffOptions &options) {
  TARE_TRY(std::vector<Gate> gates, gatesOf(options));
  TARE_TRY(Ledger base, ledgerAt(options.base));
  TARE_TRY(Ledger head, ledgerAt(options.head));
  Sides sides{std::move(base), std::move(head)};
  TARE_TRY(Review review, reviewOf(sides, options));
  TARE_DO(checkPlaces(gates, review));
  judge(review, gates, options);
  if (anyGate(review, GateVerdict::Failed) && !options.rerun.empty())
    if (Result<void> again = confirm(review, sides, gates, options); !again.ok())
      for (GateResult &result : review.gates)
        result = unconfirmed(result, "it was not measured again: " + again.error().text());
  std::string text;
  if (options.format == "html") {
    TARE_TRY(text, writtenPage(review, sides, options));
  } else {
    text = written(review, options.format);
  }
  if (!(options.format == "text" ? printForPeople(text) : print(text)))
    return Error{"the review could not be written", "standard output"};
  if (anyGate(review, GateVerdict::Failed))
    return exit_gate_failed;
  bool all_passed = !gates.empty() && !anyGate(review, GateVerdict::Open);
  if (!all_passed && (isUnreliable(sides.base) || isUnreliable(sides.head))) {
    const Ledger &unsure = isUnreliable(sides.head) ? sides.head : sides.base;
    complain({review.unreliable.back() +
              (unsure.predicted.empty() ? "; measure it again (tare report tells how)"
                                        : "; a prediction from more runs has a narrower band")});
    return exit_unreliable;
  }
  return anyGate(review, GateVerdict::Open) ? exit_inconclusive : exit_ok;
}

} // namespace tare
