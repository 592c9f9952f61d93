// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/run_outputs.h"

#include "analyzer/ledger/roles.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/outputs/any_order.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tare {
namespace {

/// Of files that wait to be judged again. Further ones keep the verdict that they have.
constexpr uint64_t most_kept_bytes = uint64_t(1) << 30;

Output outputOf(const RunOutput &run) { return outputInFile(run.path, run.program); }

/// Which difference is told: the plain program's own says most.
int rankOf(const std::string &role) {
  static constexpr const char *order[] = {role::parallel, role::instrumented, role::null,
                                          role::serial_instrumented, role::ignored};
  return static_cast<int>(std::ranges::find(order, role) - std::begin(order));
}

bool isWrong(OutputStatus status) {
  return status == OutputStatus::Differs || status == OutputStatus::OtherOrder;
}

/// "2 vary from run to run, 1 is about time, speed or threads".
std::string passedOverText(const Outputs &outputs) {
  std::vector<std::string> parts;
  auto add = [&](int64_t count, const std::string &one, const std::string &many) {
    if (count > 0)
      parts.push_back(std::to_string(count) + " " + (count == 1 ? one : many));
  };
  add(outputs.varying, "varies from run to run", "vary from run to run");
  add(outputs.about_run, "is about time, speed or threads", "are about time, speed or threads");
  add(outputs.tiny, "is what rounding leaves", "are what rounding leaves");
  return joinText(parts, ", ");
}

Outputs::Difference differenceBetween(const std::optional<RunOutput> &expected,
                                      const RunOutput &found, const OutputComparison &comparison) {
  Outputs::Difference difference;
  difference.role = found.role;
  difference.threads = found.size.threads;
  difference.ranks = found.size.ranks;
  if (expected) {
    difference.expected_role = expected->role;
    difference.expected_threads = expected->size.threads;
    difference.expected_ranks = expected->size.ranks;
  }
  difference.line = comparison.line;
  difference.expected = comparison.expected;
  difference.found = comparison.found;
  difference.relative = comparison.apart;
  return difference;
}

} // namespace

bool OutputReference::is(const RunOutput &output) const {
  return output.role == role && (role == role::serial || output.size.threads == size.threads);
}

RunOutputs::RunOutputs(OutputReference reference, OutputRules rules, OutputLimits limits)
    : wanted_(std::move(reference)), rules_(std::move(rules)), limits_(limits) {}

void RunOutputs::add(const RunOutput &output) {
  Result<OutputScan> scan = scanOutput(output.path, limits_.by_lines);
  if (!scan.ok()) {
    unread_ = "the output of run " + std::to_string(output.number) + " cannot be read";
    return;
  }
  if (wanted_.is(output))
    return addReference(output, scan.value());
  runs_.push_back({output});
  kept_.push_back({scan.value()});
  kept_bytes_ += scan.value().bytes;
  if (isSettled())
    judge(runs_.size() - 1);
}

/// Runs that differ are judged again after each run from which something was learned.
void RunOutputs::addReference(const RunOutput &output, const OutputScan &scan) {
  ++reference_runs_;
  if (!reference_) {
    reference_ = output;
    reference_scan_ = scan;
    if (!scan.not_lines.empty())
      capFile(output.path, limits_.kept);
    return;
  }
  bool has_learned = learn(output, scan);
  capFile(output.path, limits_.kept);
  if (reference_runs_ == 2 || has_learned)
    judgeAll();
}

bool RunOutputs::learn(const RunOutput &again, const OutputScan &scan) {
  if (scan == reference_scan_)
    return false;
  if (!reference_scan_.not_lines.empty() || !scan.not_lines.empty())
    return !std::exchange(hash_varies_, true);
  OutputMask before = mask_;
  LineReader reference(outputOf(*reference_), rules_.ignored());
  LineReader other(outputOf(again), rules_.ignored());
  learnFrom(reference, other, mask_);
  return mask_ != before;
}

/// Why the two files are not compared by lines; empty: they are.
std::string RunOutputs::whyByHash(size_t run) const {
  const std::string &why = kept_[run].scan.not_lines;
  return why.empty() ? reference_scan_.not_lines : why;
}

void RunOutputs::judgeAll() {
  for (size_t run = 0; run < runs_.size(); ++run)
    if (kept_[run].is_whole || !whyByHash(run).empty())
      judge(run);
}

/// A run that is the same stays so, however much is masked: its file is not needed any more.
void RunOutputs::judge(size_t run) {
  if (!whyByHash(run).empty())
    return judgeByHash(run);
  Judged &judged = runs_[run];
  judged.comparison = {};
  if (kept_[run].scan != reference_scan_)
    judged.comparison =
        compareInOrder(outputOf(*reference_), outputOf(judged.output), mask_, rules_);
  judged.status = judged.comparison.differs                  ? OutputStatus::Differs
                  : judged.comparison.largest_difference > 0 ? OutputStatus::SameWithin
                                                             : OutputStatus::Same;
  if (!isWrong(judged.status) || kept_bytes_ > most_kept_bytes)
    release(run);
}

void RunOutputs::judgeByHash(size_t run) {
  by_hash_ = whyByHash(run);
  bool is_same = kept_[run].scan == reference_scan_;
  runs_[run].comparison = {};
  runs_[run].comparison.differs = !is_same;
  runs_[run].status = is_same        ? OutputStatus::Same
                      : hash_varies_ ? OutputStatus::NotCompared
                                     : OutputStatus::Differs;
  release(run);
}

/// Cuts a file.
void RunOutputs::release(size_t run) {
  if (!std::exchange(kept_[run].is_whole, false))
    return;
  capFile(runs_[run].output.path, limits_.kept);
  kept_bytes_ -= kept_[run].scan.bytes;
}

/// Of those that differ, which have the same lines.
void RunOutputs::findOrder() {
  std::optional<LinesInAnyOrder> lines;
  for (size_t run = 0; run < runs_.size(); ++run) {
    bool is_unclear = runs_[run].status == OutputStatus::Differs && kept_[run].is_whole;
    if (!is_unclear || !by_hash_.empty())
      continue;
    if (!lines)
      lines.emplace(outputOf(*reference_), mask_, rules_);
    if (lines->areThoseOf(outputOf(runs_[run].output)))
      runs_[run].status = OutputStatus::OtherOrder;
  }
}

Outputs::Difference RunOutputs::differenceOf(const Judged &run) const {
  Outputs::Difference difference = differenceBetween(reference_, run.output, run.comparison);
  for (const Judged &other : runs_) {
    if (other.output.size != run.output.size)
      continue;
    bool is_same = other.status == OutputStatus::Same || other.status == OutputStatus::SameWithin;
    bool tells = run.output.role == role::instrumented || run.output.role == role::null;
    difference.plain_runs += tells && is_same && other.output.role == role::parallel;
    if (other.output.role != run.output.role)
      continue;
    difference.runs += other.status == run.status;
    difference.of_runs += other.status != OutputStatus::NotCompared;
  }
  return difference;
}

std::optional<Outputs::Difference> RunOutputs::differenceFrom(const RunOutputs &other) const {
  if (!reference_ || !other.reference_ || reference_scan_ == other.reference_scan_ ||
      !reference_scan_.not_lines.empty() || !other.reference_scan_.not_lines.empty())
    return std::nullopt;
  OutputComparison comparison =
      compareInOrder(outputOf(*other.reference_), outputOf(*reference_), other.mask_, rules_);
  if (!comparison.differs)
    return std::nullopt;
  return differenceBetween(other.reference_, *reference_, comparison);
}

/// Of the worst verdict, the first run of the role that says most. Null: nothing was compared.
const RunOutputs::Judged *RunOutputs::worst() const {
  const Judged *worst = nullptr;
  for (const Judged &run : runs_) {
    if (run.status == OutputStatus::NotCompared)
      continue;
    bool is_worse =
        !worst || run.status > worst->status ||
        (run.status == worst->status && rankOf(run.output.role) < rankOf(worst->output.role));
    if (is_worse)
      worst = &run;
  }
  return worst;
}

Outputs RunOutputs::finish() {
  Outputs outputs;
  if (reference_) {
    rules_.doubtful = !isSettled();
    if (!isSettled())
      judgeAll();
    findOrder();
    addCounts(outputs);
    countReference(outputs);
  }
  addVerdict(outputs);
  doubtVerdict(outputs);
  for (size_t run = 0; run < runs_.size(); ++run)
    release(run);
  if (reference_)
    capFile(reference_->path, limits_.kept);
  return outputs;
}

/// Of the runs that were compared.
void RunOutputs::addCounts(Outputs &outputs) const {
  for (const Judged &run : runs_) {
    outputs.runs += run.status != OutputStatus::NotCompared;
    outputs.differing += run.status == OutputStatus::Differs;
    if (run.status == OutputStatus::NotCompared || isWrong(run.status))
      continue;
    outputs.tiny = std::max(outputs.tiny, run.comparison.tiny);
    outputs.extra_lines = std::max(outputs.extra_lines, run.comparison.extra_lines);
    outputs.largest_difference =
        std::max(outputs.largest_difference, run.comparison.largest_difference);
  }
}

/// The reference held against itself tells how much of it is compared.
void RunOutputs::countReference(Outputs &outputs) {
  prints_something_ = reference_scan_.bytes > 0;
  if (!reference_scan_.not_lines.empty())
    return;
  OutputComparison all =
      compareInOrder(outputOf(*reference_), outputOf(*reference_), mask_, rules_);
  outputs.compared = std::max<int64_t>(0, all.compared - outputs.tiny);
  outputs.varying = all.varying;
  outputs.about_run = all.about_run;
  prints_something_ = all.compared + all.varying + all.about_run + all.texts > 0;
}

/// The verdict of the worst run, or why there is none.
void RunOutputs::addVerdict(Outputs &outputs) const {
  const std::string reference = programWithThreads(wanted_.role, wanted_.size);
  const Judged *decides = worst();
  if (!reference_) {
    outputs.reason = "no run of the " + reference + " ended well";
  } else if (runs_.empty()) {
    outputs.reason = "no other program ended well";
  } else if (!decides) {
    outputs.reason = by_hash_ + ", and varies between runs of the " + reference;
  } else {
    outputs.status = decides->status;
    if (isWrong(decides->status))
      outputs.difference = differenceOf(*decides);
    if (!by_hash_.empty())
      outputs.reason = "by hash: " + by_hash_;
    else if (mask_.unsure_from)
      outputs.reason = "after its first " + numberOf(int64_t(*mask_.unsure_from), "line") +
                       " the " + reference + " prints other lines in each run";
  }
  if (!unread_.empty())
    outputs.reason = unread_;
}

/// What is the same in nothing that counts was not compared.
void RunOutputs::doubtVerdict(Outputs &outputs) const {
  bool is_settled = outputs.status == OutputStatus::NotCompared ||
                    outputs.status == OutputStatus::Differs || !by_hash_.empty();
  if (is_settled)
    return;
  bool has_numbers = outputs.compared > 0, passed_over = outputs.passedOver() > 0;
  if (!prints_something_)
    outputs.reason = outputs.extra_lines > 0 ? "only lines about time and threads are printed"
                                             : "the programs print nothing";
  else if (!has_numbers && passed_over)
    outputs.reason = "it has no number that should stay the same: " + passedOverText(outputs);
  else if (mask_.unsure_from != 0u)
    return;
  outputs.status = OutputStatus::NotCompared;
  outputs.difference.reset();
}

} // namespace tare
