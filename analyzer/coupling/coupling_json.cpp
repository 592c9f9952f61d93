// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/coupling_report.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"

namespace tare {
namespace {

using json::Fields;
using json::Whole;

constexpr uint64_t largest_coupling = uint64_t(64) << 20;

/// A figure and its band in seconds.
void timeRows(Fields &io, Estimate &estimate) {
  io.required("time_s", estimate.time_s, json::duration);
  io.required("low_s", estimate.low_s, json::seconds);
  io.required("high_s", estimate.high_s, json::seconds);
  io.check(estimate.low_s <= estimate.time_s + 1e-9 && estimate.time_s <= estimate.high_s + 1e-9,
           "is not inside its band", "time_s");
  io.closed();
}

void ratioRows(Fields &io, RatioBand &ratio) {
  const json::Number any{-1e12, 1e12, json::toSixDigits};
  io.required("value", ratio.value, any);
  io.required("low", ratio.low, any);
  io.required("high", ratio.high, any);
  io.check(ratio.low <= ratio.value + 1e-6 && ratio.value <= ratio.high + 1e-6,
           "is not inside its band", "value");
  io.closed();
}

void cacheRows(Fields &io, Cache &cache) {
  io.required("level", cache.level, Whole{1, 9});
  io.required("bytes", cache.bytes, json::amount);
  io.required("cores", cache.cores, Whole{0});
  io.closed();
}

void kernelRows(Fields &io, CoupledKernel &kernel) {
  io.required("name", kernel.name);
  io.required("kernel", kernel.kernel);
  io.required("file", kernel.file);
  io.required("line", kernel.line, Whole{0});
  io.required("function", kernel.function);
  io.required("alone", kernel.alone, timeRows);
  io.required("coefficient", kernel.coefficient, ratioRows);
  io.optional("runs_s", kernel.runs_s, json::duration);
  io.optional("footprint_bytes", kernel.footprint, json::amount);
  io.closed();
}

void windowRows(Fields &io, CouplingWindow &window) {
  io.required("kernels", window.kernels);
  io.required("time", window.time, timeRows);
  io.required("apart_s", window.apart_s, json::duration);
  io.required("coupling", window.coupling, ratioRows);
  io.required("restored", window.restored);
  io.optional("footprint_bytes", window.footprint, json::amount);
  io.closed();
}

void loopRows(Fields &io, LoopComposition &loop) {
  io.required("chain", loop.chain, Whole{1});
  io.required("passes", loop.passes, Whole{1});
  io.required("between", loop.between, timeRows);
  io.required("measured", loop.measured, timeRows);
  io.required("plain_sum", loop.plain_sum, timeRows);
  io.required("composed", loop.composed, timeRows);
  io.optional("between_runs_s", loop.between_runs_s, json::duration);
  io.closed();
}

void kernelRefusalRows(Fields &io, KernelRefusal &refusal) {
  io.optional("kernel", refusal.kernel);
  io.required("reason", refusal.reason);
  io.required("text", refusal.text);
  io.required("next", refusal.next);
  io.closed();
}

void couplingTableRows(Fields &io, CouplingTable &table) {
  io.required("threads", table.threads, Whole{1});
  io.required("in_region", table.in_region);
  io.required("passes", table.passes, Whole{0});
  io.required("pass", table.pass, Whole{0});
  io.required("runs", table.runs, Whole{0});
  io.required("repetitions", table.repetitions, Whole{0});
  io.required("executions", table.executions, Whole{0});
  io.required("data_mb", table.data_mb, json::amount);
  io.required("kernels", table.kernels, kernelRows);
  io.required("pairs", table.pairs, windowRows);
  io.optional("chains", table.chains, windowRows);
  io.optional("loop", table.loop, loopRows);
  io.optional("refused", table.refused, kernelRefusalRows);
  io.optional("notes", table.notes);
  io.closed();
}

void couplingRows(Fields &io, CouplingReport &report) {
  io.schema(formats::coupling);
  io.required("program", report.program);
  io.optional("arguments", report.arguments);
  io.required("host", report.host);
  io.required("cpu", report.cpu);
  io.required("compiler", report.compiler);
  io.optional("parameters", report.parameters);
  io.optional("caches", report.caches, cacheRows);
  io.required("tables", report.tables, couplingTableRows);
  io.closed();
}

} // namespace

std::string couplingJson(const CouplingReport &report) {
  return json::write(report, couplingRows) + "\n";
}

Result<CouplingReport> readCoupling(const std::string &path) {
  return json::readFrom(path, largest_coupling,
                        "is no coupling that can be trusted: ", couplingRows);
}

Result<CouplingReport> readCouplingText(std::string_view text) {
  return json::read(text, couplingRows);
}

} // namespace tare
