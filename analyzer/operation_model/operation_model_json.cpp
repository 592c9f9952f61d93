// SPDX-License-Identifier: Apache-2.0
#include "analyzer/operation_model/operation_model.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"

namespace tare {
namespace {

using json::Fields;
using json::Whole;

constexpr json::Number exact_seconds{0, json::seconds_limit, json::toSixDigits};

void timeRows(Fields &io, OperationTime &time) {
  io.required("time_s", time.time_s, exact_seconds);
  io.required("low_s", time.low_s, exact_seconds);
  io.required("high_s", time.high_s, exact_seconds);
}

void memoryRows(Fields &io, MemoryPart &part) {
  io.required("array", part.array);
  io.required("reused_in", part.reused_in, Whole{0});
  io.required("bytes", part.bytes, json::amount);
  io.required("distance_bytes", part.distance, json::amount);
  io.required("time_s", part.time_s, exact_seconds);
}

void loopRows(Fields &io, PredictedLoop &loop) {
  LoopTime &most = loop.most;
  io.required("loop", most.loop, Whole{0});
  io.optional("file", loop.file);
  io.optional("line", loop.line);
  io.required("time", loop.time, timeRows);
  std::string decides = loopResourceName(most.decides);
  io.required("decides", decides);
  io.optional("culprit", most.culprit);
  io.required("vectorised", most.vectorised);
  io.optional("unlike", most.unlike);
  io.required("badly_placed_s", most.badly_placed_s, exact_seconds);
  io.required("core_s", most.core_s, exact_seconds);
  io.required("throughput_s", most.throughput_s, exact_seconds);
  io.required("chain_s", most.chain_s, exact_seconds);
  io.required("divider_s", most.divider_s, exact_seconds);
  io.required("updates_s", most.updates_s, exact_seconds);
  io.required("calls_s", most.calls_s, exact_seconds);
  io.required("memory_s", most.memory_s, exact_seconds);
  io.required("memory", most.memory, memoryRows);
}

void nodeRows(Fields &io, PredictedNode &node) {
  io.required("function", node.function);
  io.optional("directive", node.directive);
  io.optional("id", node.id);
  io.required("file", node.file);
  io.required("line", node.line, Whole{0});
  std::string label = labelName(node.label);
  io.required("label", label);
  io.required("time", node.time, timeRows);
  io.required("badly_placed_s", node.badly_placed_s, exact_seconds);
  io.required("loops", node.loops, loopRows);
  io.required("calls_without_cost", node.calls, json::amount);
  io.required("arrays_without_bytes", node.guessed_arrays);
  io.required("regions", node.regions, json::amount);
}

void withoutRows(Fields &io, NodeWithoutTime &node) {
  io.required("function", node.function);
  io.optional("directive", node.directive);
  io.required("file", node.file);
  io.required("line", node.line, Whole{0});
  io.required("symbols", node.symbols);
  io.optional("reason", node.reason);
}

void pointRows(Fields &io, PredictedPoint &point) {
  io.required("parameters", point.parameters);
  io.required("threads", point.threads, Whole{1});
  io.required("nodes", point.nodes, nodeRows);
  io.required("without_time", point.without, withoutRows);
}

void rescalingRows(Fields &io, Rescaling &by) {
  double factor = by.predicted_s > 0 ? by.factor() : 0;
  io.required("parameters", by.parameters);
  io.required("threads", by.threads, Whole{1});
  io.required("measured_s", by.measured_s, exact_seconds);
  io.required("predicted_s", by.predicted_s, exact_seconds);
  io.required("factor", factor, json::amount);
}

void modelRows(Fields &io, OperationModel &model) {
  io.schema(formats::operation_model);
  io.required("sources", model.sources);
  io.optional("function", model.function);
  io.optional("machine", model.machine);
  io.required("compiler", model.compiler);
  io.required("flags", model.flags);
  io.required("primitives_utc", model.measured_utc);
  io.required("vectorisation_known", model.vectorisation_known);
  io.optional("rescaled", model.rescaled, rescalingRows);
  io.required("points", model.points, pointRows);
}

} // namespace

std::string operationModelJson(const OperationModel &model) {
  return json::write(model, modelRows);
}

} // namespace tare
