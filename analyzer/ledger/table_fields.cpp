// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/table_fields.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger_fields.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tare {
namespace {

using namespace json;

constexpr Number ratio{-1e12, 1e12, toSixDigits}, share{0, 1, toSixDigits};

// ---- figures ----

void band(Fields &io, const std::string &stem, Estimate &estimate) {
  io.required(stem + "_s", estimate.time_s, seconds);
  io.required(stem + "_low_s", estimate.low_s, seconds);
  io.required(stem + "_high_s", estimate.high_s, seconds);
  io.check(estimate.low_s <= estimate.high_s, "has a band whose low end is above its high end");
}

bool isCategoryName(const std::string &name) {
  return !name.empty() && name.size() <= 200 &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos;
}

void lineFields(Fields &io, LedgerLine &line) {
  io.required("category", line.category);
  io.check(isCategoryName(line.category), "has no category name");
  io.required("time_s", line.time.time_s, seconds);
  io.required("low_s", line.time.low_s, seconds);
  io.required("high_s", line.time.high_s, seconds);
  io.check(line.time.low_s <= line.time.high_s, "has a band whose low end is above its high end");
  io.optional("tuples_s", line.repetitions_s, seconds);
  io.optional("void", line.is_void);
  io.optional("with_probes_s", line.with_probes_s, seconds);
  io.optional("calibrated_s", line.calibrated_s, seconds);
}

void overheads(Fields &io, std::vector<LedgerLine> &lines) {
  io.required("overheads", lines, lineFields);
  std::set<std::string_view> seen;
  for (const LedgerLine &line : lines)
    io.check(seen.insert(line.category).second, "repeats the category " + line.category,
             "overheads");
}

void roundedCountFields(Fields &io, RunCounts &counts) { countFields(io, counts, amount); }

// ---- constructs ----

void hashFields(Fields &io, std::array<uint64_t, 3> &hashes) {
  io.required("exact", hashes[0], hex);
  io.required("shape", hashes[1], hex);
  io.required("header", hashes[2], hex);
}

void lockFields(Fields &io, LockUse &lock) {
  io.required("held_s", lock.held_s, seconds);
  io.required("acquisitions", lock.acquisitions, amount);
  io.required("contended", lock.contended, amount);
}

void workFields(Fields &io, WorkTimes &work) {
  io.required("serial_s", work.serial_s, seconds);
  io.required("one_s", work.one_s, seconds);
  io.required("many_s", work.many_s, seconds);
  io.optional("executions_ratio", work.executions_ratio, amount);
  io.optional("not_on_one_thread", work.not_on_one);
}

void cpuWaitFields(Fields &io, CpuWaits &waits) {
  io.required("one_s", waits.one_s, duration);
  io.required("many_s", waits.many_s, duration);
}

void runCpuWaitFields(Fields &io, RunCpuWaits &waits) {
  io.required("serial_s", waits.serial_s, duration);
  io.required("ignored_s", waits.ignored_s, duration);
  io.required("parallel_s", waits.parallel_s, duration);
  io.required("one_s", waits.one_s, duration);
  io.required("many_s", waits.many_s, duration);
  io.required("many_serial_s", waits.many_serial_s, duration);
}

void iterationFields(Fields &io, IterationBin &bin) {
  constexpr Whole any{INT64_MIN, INT64_MAX};
  io.required("first", bin.first, any);
  io.required("last", bin.last, any);
  io.check(bin.first <= bin.last, "ends before it begins");
  io.required("samples", bin.samples, amount);
  io.required("mean_s", bin.mean_s, seconds);
  io.later("iterations", bin.iterations, amount);
  io.optional("deviation_s", bin.deviation_s, seconds);
}

void stretchFields(Fields &io, ImbalanceBin &bin) {
  io.required("start_s", bin.start_s, seconds);
  io.required("end_s", bin.end_s, seconds);
  io.check(bin.start_s <= bin.end_s, "ends before it begins");
  io.required("instances", bin.instances, amount);
  io.required("wait_s", bin.wait_s, seconds);
  io.required("span_s", bin.span_s, seconds);
}

constexpr Whole whole_amount{0, int64_t(1) << 53};

void countsFields(Fields &io, ConstructCounts &counts) {
  io.required("entries", counts.entries, whole_amount);
  io.optional("iterations", counts.iterations, whole_amount);
  io.optional("acquisitions", counts.acquisitions, whole_amount);
  io.required("exact", counts.is_exact);
}

void constructFields(Fields &io, ConstructLines &construct) {
  io.required("id", construct.id);
  io.required("kind", construct.kind);
  io.required("file", construct.file);
  io.required("line", construct.line);
  io.required("column", construct.column);
  io.optional("end_line", construct.end_line);
  io.optional("included_at", construct.included_at);
  io.required("directive", construct.directive);
  io.optional("function", construct.function);
  io.required("twin", construct.counterpart);
  io.optional("in_serial_code", construct.in_serial_code);
  io.optional("hashes", construct.hashes, hashFields);
  io.required("instances", construct.instances, amount);
  io.optional("iterations_counted", construct.iterations_counted, amount);
  io.optional("counts", construct.counts, countsFields);
  io.optional("time_s", construct.time_s, seconds);
  io.optional("region", construct.region);
  io.optional("nested_team", construct.nested_team, Number{0, threads_limit, toSixDigits});
  io.optional("lack_of_tasks_s", construct.lack_of_tasks_s, duration);
  io.optional("atomics", construct.atomics, amount);
  io.optional("atomics_called", construct.atomics_called, amount);
  io.group("atomics_at", !construct.atomics_at.empty(), [&] {
    io.required("atomics_at", construct.atomics_at);
    io.later("atomics_there", construct.atomics_there, amount);
  });
  overheads(io, construct.overheads);
  io.optional("work", construct.work, workFields);
  io.optional("cpu_waits", construct.cpu_waits, cpuWaitFields);
  io.optional("lock", construct.lock, lockFields);
  io.optional("locking_calls", construct.locking_calls);
  io.optional("over_time", construct.over_time, stretchFields);
  io.group("iterations", !construct.iterations.empty(), [&] {
    io.required("iteration_variable", construct.iteration_variable);
    io.required("iterations", construct.iterations, iterationFields);
    io.optional("ranges_differ", construct.ranges_differ);
  });
}

// ---- tables ----

void placeFields(Fields &io, CallPlace &place) {
  io.required("function", place.function);
  io.optional("file", place.file);
  io.optional("line", place.line);
}

void pathFields(Fields &io, PathLines &path) {
  io.required("calls", path.calls, placeFields);
  io.required("regions", path.regions);
  io.required("instances", path.instances, amount);
  band(io, "time", path.time);
  overheads(io, path.overheads);
}

void stepFields(Fields &io, EntryOrder::Step &step) {
  io.optional("from", step.from);
  io.optional("to", step.to);
  io.required("times", step.times, whole_amount);
}

void orderFields(Fields &io, EntryOrder &order) {
  io.optional("within", order.within);
  io.required("constructs", order.constructs);
  io.optional("steps", order.steps, stepFields);
  io.optional("exact", order.is_exact);
}

void advisedTimeFields(Fields &io, AdvisedTime &predicted) {
  io.required("time_s", predicted.time.time_s, duration);
  io.required("low_s", predicted.time.low_s, json::seconds);
  io.required("high_s", predicted.time.high_s, duration);
  io.required("options", predicted.options);
  io.optional("bound", predicted.is_bound);
}

void adviceFields(Fields &io, Advice &advice) {
  io.required("category", advice.category);
  io.required("construct", advice.construct);
  io.optional("gain_s", advice.gain_s, duration);
  io.optional("predicted", advice.predicted, advisedTimeFields);
  io.required("rule", advice.rule);
  io.required("sentence", advice.sentence);
  io.required("source", advice.source);
}

void unprobedFields(Fields &io, Budget::Construct &construct) {
  io.required("id", construct.id);
  io.required("reason", construct.reason);
  io.optional("predicted_share", construct.predicted_share, amount);
}

void budgetFields(Fields &io, Budget &budget) {
  io.required("asked", budget.asked, share);
  io.required("left_out_instances", budget.skipped_instances, amount);
  io.required("instances", budget.instances, amount);
  io.check(budget.skipped_instances <= budget.instances, "left out more than there was");
  io.required("left_out_share", budget.skipped_share, share);
  io.required("constructs", budget.constructs, unprobedFields);
  io.optional("told_by_pilot_s", budget.told_by_pilot_s, duration);
}

void ownCostFields(Fields &io, OwnCost &own) {
  io.required("measured_s", own.measured_s, seconds);
  io.required("measured_low_s", own.measured_low_s, seconds);
  io.required("measured_high_s", own.measured_high_s, seconds);
  io.later("set_up_s", own.set_up_s, seconds);
  io.group("approximated", true, [&] { // earlier versions told of none of these
    io.required("removed_s", own.removed_s, seconds);
    io.required("unfounded_s", own.unfounded_s, seconds);
    io.required("observed_low_s", own.observed_low_s, seconds);
    io.required("observed_direct_s", own.observed_direct_s, seconds);
    io.required("observed_high_s", own.observed_high_s, seconds);
    io.required("approximated", own.approximated);
  });
  io.optional("budget", own.budget, budgetFields);
  io.optional("predicted_s", own.predicted_s, duration);
  io.group("rewriting_s", own.rewriting.has_value(), [&] {
    Estimate rewriting = own.rewriting.value_or(Estimate());
    band(io, "rewriting", rewriting);
    own.rewriting = rewriting;
  });
}

void pairingFields(Fields &io, PairingCoverage &pairing) {
  io.required("paired", pairing.paired);
  io.required("unpaired", pairing.unpaired);
  io.required("unpaired_work_s", pairing.unpaired_work_s, seconds);
  io.required("probed_ratio", pairing.probed_ratio, amount);
}

void partFields(Fields &io, UnidentifiedParts &parts) {
  io.required("agreement_s", parts.agreement_s, seconds);
  io.required("unpaired_s", parts.unpaired_s, seconds);
  io.required("opaque_s", parts.opaque_s, seconds);
}

void repetitionFields(Fields &io, Table &table) {
  io.required("numbers", table.repetitions, Whole{1});
  io.required("parallel_s", table.parallel_repetitions_s, seconds);
  io.required("serial_s", table.serial_repetitions_s, seconds);
}

/// Whether each figure's list of values has one for each repetition.
bool haveAllRepetitions(const Table &table) {
  auto fits = [&](const std::vector<double> &values) {
    return values.empty() || values.size() == table.repetitions.size();
  };
  auto fit = [&](const std::vector<LedgerLine> &lines) {
    return std::ranges::all_of(lines, fits, &LedgerLine::repetitions_s);
  };
  return fits(table.parallel_repetitions_s) && fits(table.serial_repetitions_s) &&
         fit(table.overheads) &&
         std::ranges::all_of(table.constructs, fit, &ConstructLines::overheads);
}

/// A nanosecond a line is for writers that round each number by itself.
bool sumsToTotal(const Table &table) {
  double sum = 0;
  for (const LedgerLine &line : table.overheads)
    sum += line.time.time_s;
  double tolerance = 1e-9 * (static_cast<double>(table.overheads.size()) + 1) +
                     1e-12 * std::fabs(table.parallel_time.time_s);
  return std::fabs(sum - table.total_overhead.time_s) <= tolerance;
}

void checkTable(Fields &io, const Table &table) {
  io.check(table.parallel_time.time_s > 0, "is not above 0", "parallel_time_s");
  io.check(sumsToTotal(table), "has lines that do not sum to total_overhead_s");
  bool unidentified =
      std::ranges::count(table.overheads, category::unidentified, &LedgerLine::category) > 0;
  io.check(unidentified, "has no row `unidentified`");
  io.check(haveAllRepetitions(table), "has a figure whose values are not one for each repetition");
}

} // namespace

void noteFields(Fields &io, std::string_view key, std::vector<Note> &notes) {
  std::vector<std::string> sentences;
  std::ranges::transform(notes, std::back_inserter(sentences), quotedText);
  io.required(key, sentences);
  notes = asNotes(sentences);
}

static void rankTimesFields(Fields &io, RankTimes &rank) {
  io.required("rank", rank.rank, Whole{0, threads_limit});
  io.required("busy_s", rank.busy_s, amount);
  io.required("mpi_s", rank.mpi_s, amount);
  io.optional("waited_s", rank.waited_s, amount);
  io.optional("awaited_s", rank.awaited_s, amount);
}

static void rankShareFields(Fields &io, RankShare &share) {
  io.required("rank", share.rank, Whole{0, threads_limit});
  io.required("s", share.time_s, amount);
}

static void jobWaitFields(Fields &io, JobWait &wait) {
  io.optional("construct", wait.construct);
  io.required("function", wait.function);
  io.required("sum_s", wait.sum_s, amount);
  io.required("worst", wait.worst, rankShareFields);
  io.optional("late", wait.late, rankShareFields);
}

static void jobFields(Fields &io, JobFigures &job) {
  io.required("load_balance", job.load_balance, ratio);
  io.required("serialisation", job.serialisation, ratio);
  io.required("transfer", job.transfer, ratio);
  io.required("ranks", job.ranks, rankTimesFields);
  io.optional("waits", job.waits, jobWaitFields);
  io.optional("with_probes_s", job.with_probes_s, amount);
  io.optional("without_probes_s", job.without_probes_s, amount);
  io.optional("optimistic_s", job.optimistic_s, amount);
  io.optional("pessimistic_s", job.pessimistic_s, amount);
  io.optional("reference_in_mpi", job.reference_in_mpi, ratio);
}

void tableFields(Fields &io, Table &table) {
  io.required("threads", table.threads, Whole{1, threads_limit});
  io.optional("ranks", table.ranks, Whole{0, threads_limit});
  band(io, "serial_time", table.serial_time);
  band(io, "parallel_time", table.parallel_time);
  band(io, "ideal_time", table.ideal_time);
  band(io, "total_overhead", table.total_overhead);
  io.optional("model_half_s", table.model_half_s, duration);
  io.required("efficiency", table.efficiency.time_s, ratio);
  io.required("efficiency_low", table.efficiency.low_s, ratio);
  io.required("efficiency_high", table.efficiency.high_s, ratio);
  overheads(io, table.overheads);
  io.required("unidentified_parts", table.unidentified_parts, partFields);
  io.required("own_cost", table.own_cost, ownCostFields);
  io.required("constructs", table.constructs, constructFields);
  io.optional("paths", table.paths, pathFields);
  io.optional("order", table.order, orderFields);
  io.required("tuples_accepted", table.repetitions_accepted);
  io.required("tuples_total", table.repetitions_total);
  io.group("tuples", !table.repetitions.empty(),
           [&] { io.required("tuples", table, repetitionFields); });
  io.optional("serial_counts", table.serial_counts, roundedCountFields);
  io.optional("parallel_counts", table.parallel_counts, roundedCountFields);
  io.optional("one_counts", table.one_counts, roundedCountFields);
  io.optional("instrumented_counts", table.instrumented_counts, roundedCountFields);
  io.optional("pairing", table.pairing, pairingFields);
  io.optional("advice", table.advice, adviceFields);
  io.required("mean_threads_in_regions", table.mean_threads_in_regions,
              Number{0, threads_limit, toSixDigits});
  io.optional("reference_further_threads_s", table.reference_further_threads_s, duration);
  io.required("serial_fraction", table.serial_fraction, ratio);
  io.optional("speedup_limit", table.speedup_limit, amount);
  io.required("cut_off", table.cut_off);
  io.optional("foreign_regions", table.foreign_regions, amount);
  io.optional("other_threads_s", table.other_threads_s, amount);
  io.optional("asleep_s", table.asleep_s, duration);
  io.optional("cpu_waits", table.cpu_waits, runCpuWaitFields);
  io.optional("job", table.job, jobFields);
  noteFields(io, "notes", table.notes);
  checkTable(io, table);
}

} // namespace tare
