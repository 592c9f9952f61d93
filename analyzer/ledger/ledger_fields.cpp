// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/ledger_fields.h"

#include "analyzer/ledger/ledger_json.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/table_fields.h"
#include "base/formats/formats.h"
#include "base/utc.h"

#include <set>

namespace tare {
namespace {

using namespace json;

constexpr Whole any_count{0, int64_t(1) << 53};

void settingFields(Fields &io, Settings &settings) {
  io.required("parameters", settings.parameters);
  io.required("environment", settings.environment);
}

void runFields(Fields &io, RunSummary &run) {
  io.required("role", run.role);
  io.required("threads", run.threads, Whole{0, threads_limit});
  io.optional("ranks", run.ranks, Whole{0, threads_limit});
  io.required("command", run.command);
  io.required("compiler", run.compiler);
  io.required("count", run.count);
  io.required("wall_s", run.wall_s, seconds);
}

void unprobedConstructFields(Fields &io, UnprobedConstruct &line) {
  io.required("id", line.id);
  io.required("kind", line.kind);
  io.required("file", line.file);
  io.required("line", line.line);
  io.required("directive", line.directive);
  io.required("reason", line.reason);
  io.optional("around", line.around);
  io.optional("serial", line.serial);
}

void leftAloneFields(Fields &io, LeftAloneRegion &region) {
  io.required("file", region.file);
  io.required("line", region.line);
  io.required("reason", region.reason);
}

void leftAloneDirectiveFields(Fields &io, LeftAloneDirective &directive) {
  io.required("file", directive.file);
  io.required("line", directive.line);
  io.required("directive", directive.directive);
  io.required("reason", directive.reason);
}

void coverageFields(Fields &io, Ledger::Coverage &coverage) {
  io.required("seen", coverage.seen);
  io.required("measured", coverage.measured);
  io.required("counted", coverage.counted);
  io.required("outside", coverage.outside);
  io.required("left_alone", coverage.left_alone);
  io.required("reasons", coverage.reasons);
  io.required("units_not_measured", coverage.units_not_measured);
  io.optional("main_unit", coverage.main_unit);
  io.optional("left_out", coverage.unprobed, unprobedConstructFields);
  io.optional("left_alone_regions", coverage.left_alone_regions, leftAloneFields);
  io.optional("left_alone_directives", coverage.left_alone_directives, leftAloneDirectiveFields);
  io.optional("unseen_regions", coverage.unseen_regions, unseenFields);
}

void outputDifferenceFields(Fields &io, Outputs::Difference &difference) {
  io.required("role", difference.role);
  io.required("threads", difference.threads, Whole{0, threads_limit});
  io.optional("ranks", difference.ranks, Whole{0, threads_limit});
  io.required("expected_role", difference.expected_role);
  io.required("expected_threads", difference.expected_threads, Whole{0, threads_limit});
  io.optional("expected_ranks", difference.expected_ranks, Whole{0, threads_limit});
  io.required("line", difference.line, any_count);
  io.optional("expected", difference.expected);
  io.optional("found", difference.found);
  io.optional("relative", difference.relative, amount);
  io.optional("plain_runs", difference.plain_runs);
  io.required("runs", difference.runs);
  io.required("of_runs", difference.of_runs);
}

void cacheFields(Fields &io, Cache &cache) {
  io.required("level", cache.level, Whole{1, 9});
  io.required("bytes", cache.bytes, Number{0, 1e18, toSixDigits});
  io.required("cores", cache.cores, Whole{1, threads_limit});
}

void memoryRateFields(Fields &io, MemoryRate &rate) {
  io.required("threads", rate.threads, Whole{1, threads_limit});
  io.required("bytes_per_s", rate.bytes_per_s, Number{0, 1e18, toSixDigits});
}

void checkThreads(Fields &io, const std::vector<Table> &tables) {
  std::set<RunSize> seen;
  for (const Table &table : tables)
    io.check(seen.insert(sizeOf(table)).second, "has two tables of p = " + pText(sizeOf(table)),
             "tables");
}

} // namespace

void countFields(Fields &io, RunCounts &counts, const Number &number) {
  io.optional("faults", counts.faults, number);
  io.optional("switches", counts.switches, number);
  io.optional("migrations", counts.migrations, number);
  io.optional("instructions", counts.instructions, number);
  io.optional("cycles", counts.cycles, number);
  io.optional("reference_cycles", counts.reference_cycles, number);
}

void machineFields(Fields &io, Machine &machine) {
  io.required("host", machine.host);
  io.required("cpu", machine.cpu);
  io.required("clock", machine.clock);
  io.required("cores", machine.cores, Whole{0, threads_limit});
  io.required("ticks_per_second", machine.ticks_per_second, Number{0, 1e18, toSixDigits});
  io.optional("kernel", machine.kernel);
  io.optional("memory_bytes", machine.memory_bytes, Number{0, 1e18, toSixDigits});
  io.optional("caches", machine.caches, cacheFields);
  io.optional("memory_rates", machine.memory_rates, memoryRateFields);
  io.optional("register_probe_s", machine.register_probe_s, duration);
}

void openMPRuntimeFields(Fields &io, OpenMPRuntime &runtime) {
  io.required("name", runtime.name);
  io.optional("file", runtime.file);
  io.optional("debug_build", runtime.debug_build);
}

void buildFields(Fields &io, ProgramBuild &build) {
  io.optional("compiler", build.compiler);
  io.optional("build_id", build.build_id);
  io.optional("commit", build.commit);
  io.optional("changed", build.is_changed);
}

void unseenFields(Fields &io, UnseenRegions &unseen) {
  io.required("object", unseen.object);
  io.required("functions", unseen.functions);
}

void outputsFields(Fields &io, Outputs &outputs) {
  std::string status(statusName(outputs.status));
  io.required("status", status);
  std::optional<OutputStatus> known = statusNamed(status);
  io.check(known.has_value(), "is none of same, same_within, other_order, differs, not_compared",
           "status");
  outputs.status = known.value_or(OutputStatus::NotCompared);
  io.optional("reason", outputs.reason);
  io.required("runs", outputs.runs);
  io.required("runs_that_differ", outputs.differing);
  io.required("numbers_compared", outputs.compared, any_count);
  io.required("numbers_varying", outputs.varying, any_count);
  io.required("numbers_about_run", outputs.about_run, any_count);
  io.required("numbers_tiny", outputs.tiny, any_count);
  io.required("extra_lines", outputs.extra_lines, any_count);
  io.required("largest_difference", outputs.largest_difference, amount);
  io.optional("difference", outputs.difference, outputDifferenceFields);
  io.optional("between_ranks", outputs.between_ranks, outputDifferenceFields);
  bool differs = outputs.status == OutputStatus::Differs;
  io.check(!differs || outputs.difference.has_value(), "differs, and does not say where");
}

void ledgerFields(Fields &io, Ledger &ledger) {
  io.schema(formats::table);
  io.required("program", ledger.program);
  io.optional("predicted", ledger.predicted);
  io.required("reference", ledger.reference);
  io.optional("fixed_ranks", ledger.same_ranks);
  bool known =
      ledger.reference == "serial" || ledger.reference == "omp_1" || ledger.reference == "none";
  io.check(known, "is none of serial, omp_1, none", "reference");
  io.optional("started_utc", ledger.started_utc);
  io.check(ledger.started_utc.empty() || isUtc(ledger.started_utc),
           "is no time such as 2026-11-28T16:32:16Z", "started_utc");
  io.required("machine", ledger.machine, machineFields);
  io.optional("settings", ledger.settings, settingFields);
  io.optional("openmp_runtime", ledger.openmp_runtime, openMPRuntimeFields);
  io.optional("build", ledger.build, buildFields);
  io.required("runs", ledger.runs, runFields);
  io.required("tables", ledger.tables, tableFields);
  checkThreads(io, ledger.tables);
  noteFields(io, "warnings", ledger.warnings);
  io.optional("outputs", ledger.outputs, outputsFields);
  io.optional("idle_s", ledger.idle_s, duration);
  io.optional("source_root", ledger.source_root);
  io.optional("sources", ledger.sources);
  io.required("coverage", ledger.coverage, coverageFields);
}

} // namespace tare
