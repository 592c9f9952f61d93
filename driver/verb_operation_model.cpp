// SPDX-License-Identifier: Apache-2.0
// `tare model --operations`: sources, sizes, primitives of a machine -> predicted times.
#include "driver/verbs.h"

#include "analyzer/operation_model/operation_model.h"
#include "base/files.h"
#include "base/lists.h"
#include "base/text.h"
#include "driver/building/build.h"
#include "driver/kept_primitives.h"
#include "driver/look_at_source.h"
#include "driver/rescaling.h"
#include "driver/show_ledger.h"
#include "driver/vectorised_loops.h"
#include "instrumenter/operations/evaluation.h"

#include <algorithm>

namespace tare {
namespace {

using Sizes = std::map<std::string, std::string>;

/// All combinations, the first size varying slowest.
std::vector<Sizes> combinations(const std::map<std::string, std::vector<std::string>> &parameters) {
  std::vector<Sizes> all = {{}};
  for (const auto &[name, values] : parameters) {
    std::vector<Sizes> longer;
    for (const Sizes &sizes : all)
      for (const std::string &value : values) {
        longer.push_back(sizes);
        longer.back()[name] = value;
      }
    all = std::move(longer);
  }
  return all;
}

class OperationModelling {
public:
  explicit OperationModelling(const OperationModelOptions &options) : options_(options) {}

  Result<OperationModel> make() {
    TARE_TRY(sources_, sourcesIn(options_.sources));
    TARE_TRY(flags_, splitCommand(options_.flags));
    append(flags_, options_.source_flags);
    TARE_DO(count());
    TARE_TRY(FoundPrimitives found, foundPrimitives(options_));
    const MeasuredPrimitives &primitives = found.stored.primitives;
    TARE_TRY(machine_.alone, operationCosts(primitives, 1));
    machine_.array_bytes = options_.array_bytes;
    if (found.is_of_this_compiler)
      machine_.vectorised = vectorisedLoops(options_.compiler, flags_, sources_);
    OperationModel model;
    model.sources = options_.sources;
    model.function = options_.function;
    model.machine = options_.machine;
    model.compiler = primitives.compiler;
    model.flags = primitives.flags;
    model.measured_utc = found.stored.measured_utc;
    model.vectorisation_known = machine_.vectorised.known;
    for (const Sizes &sizes : combinations(options_.parameters))
      for (int threads : options_.threads) {
        TARE_TRY(PredictedPoint point, predict(primitives, sizes, threads));
        model.points.push_back(std::move(point));
      }
    TARE_DO(checkAnswered(model));
    if (!options_.rescale.empty())
      TARE_DO(rescaleTo(primitives, model));
    return model;
  }

private:
  static Result<std::vector<std::string>> sourcesIn(const std::string &list) {
    std::vector<std::string> sources = splitText(list, ',');
    for (const std::string &source : sources) {
      if (!fileExists(source))
        return Error{"there is no such file", source, "name a source"};
      if (!endsWith(source, ".c") && !isCxxSource(source))
        return Error{"it is no source of C or C++", source, "operations are counted in sources"};
    }
    return sources;
  }

  Result<void> count() {
    bool has_function = options_.function.empty();
    std::vector<std::string> functions;
    for (const std::string &source : sources_) {
      TARE_TRY(std::string text,
               orExit(exit_build_failed,
                      lookAtSource(source, "", options_.source_flags, SourceView::operations)));
      TARE_TRY(CountedProgram counted, readOperations(text));
      for (CountedUnit &unit : counted.units) {
        for (const CountedNode &node : unit.nodes) {
          has_function |= node.function == options_.function;
          addOnce(functions, node.function);
        }
        program_.units.push_back(std::move(unit));
      }
    }
    if (!has_function)
      return Error{"there is no function '" + options_.function + "'", options_.sources,
                   "name one of " + joinText(functions, ", ")};
    return {};
  }

  /// A symbol of the source that is the number of threads has that value.
  void addThreads(CountedProgram &program, int threads) const {
    for (const CountedUnit &unit : program.units)
      for (const CountedSymbol &symbol : unit.symbols)
        if (symbol.kind == SymbolKind::Threads)
          program.parameters[symbol.name] = std::to_string(threads);
  }

  Result<PredictedPoint> predict(const MeasuredPrimitives &primitives, const Sizes &sizes,
                                 int threads) {
    TARE_TRY(machine_.team, operationCosts(primitives, threads));
    CountedProgram program = program_;
    program.parameters = sizes;
    addThreads(program, threads);
    TARE_DO(evaluate(program));
    PredictedPoint point = predictPoint(program, options_.function, threads, machine_);
    point.parameters = sizes;
    return point;
  }

  /// Error: not one time could be predicted.
  Result<void> checkAnswered(const OperationModel &model) const {
    std::vector<std::string> symbols, reasons;
    for (const PredictedPoint &point : model.points) {
      if (!point.nodes.empty())
        return {};
      for (const NodeWithoutTime &node : point.without) {
        for (const std::string &symbol : node.symbols)
          addOnce(symbols, symbol);
        if (!node.reason.empty())
          addOnce(reasons, node.function + ": " + node.reason);
      }
    }
    if (symbols.empty())
      return Error{reasons.empty() ? "the source has no function" : joinText(reasons, "; "),
                   options_.sources};
    std::string example;
    for (const std::string &symbol : symbols)
      example += " --param " + quoteCommand({symbol + "=NUMBER"});
    return Error{"no value is known for " + joinText(symbols, ", "), options_.sources,
                 "add" + example + "; tare nodes --operations says what each is"};
  }

  Result<void> rescaleTo(const MeasuredPrimitives &primitives, OperationModel &model) {
    TARE_TRY(Rescaling point, readRescaling(options_.rescale));
    Sizes sizes = point.parameters;
    for (const auto &[name, values] : options_.parameters)
      if (values.size() == 1)
        sizes.emplace(name, values.front()); // what does not vary is the same there
    if (std::ranges::count(primitives.threadsMeasured(), point.threads) == 0)
      return Error{"the point of --rescale has " + std::to_string(point.threads) +
                       " threads, and the primitives were not measured with as many",
                   "", "add --threads " + std::to_string(point.threads)};
    TARE_TRY(PredictedPoint there, predict(primitives, sizes, point.threads));
    auto function = std::ranges::find_if(
        there.nodes, [](const PredictedNode &node) { return node.directive.empty(); });
    if (function == there.nodes.end() || !(function->time.time_s > 0)) {
      std::vector<std::string> missing =
          there.without.empty() ? std::vector<std::string>() : there.without.front().symbols;
      return Error{"the model has no time at the point of --rescale" +
                   (missing.empty() ? "" : ": no value is known for " + joinText(missing, ", "))};
    }
    point.predicted_s = function->time.time_s;
    rescale(model, point);
    return {};
  }

  const OperationModelOptions &options_;
  std::vector<std::string> sources_, flags_;
  CountedProgram program_;
  ModelledMachine machine_;
};

} // namespace

Result<int> verbOperationModel(const OperationModelOptions &options) {
  TARE_TRY(OperationModel model, OperationModelling(options).make());
  if (options.format == "json")
    return print(operationModelJson(model)) ? exit_ok : exit_usage;
  return printForPeople(operationModelText(model, widthOfOutput())) ? exit_ok : exit_usage;
}

} // namespace tare
