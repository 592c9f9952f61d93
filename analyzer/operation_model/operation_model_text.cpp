// SPDX-License-Identifier: Apache-2.0
#include "analyzer/operation_model/operation_model.h"

#include "analyzer/report/page.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

constexpr int time_width = 10, place_width = 18;
constexpr size_t most_loops = 5;      // of a node
constexpr double least_share = 0.005; // of its time

std::string parametersShown(const std::map<std::string, std::string> &parameters) {
  std::vector<std::string> all;
  for (const auto &[name, value] : parameters)
    all.push_back(name + "=" + value);
  return joinText(all, ", ");
}

std::string scenarioShown(const std::map<std::string, std::string> &parameters, int threads) {
  std::string sizes = parametersShown(parameters);
  return (sizes.empty() ? "" : "at " + sizes + " ") + "with " + numberOf(threads, "thread");
}

constexpr double worth_saying = 1.1; // of an unlucky place

/// Empty: it makes no difference that is worth saying.
std::string unluckyShown(double badly_placed_s, double usual_s) {
  return badly_placed_s > worth_saying * usual_s ? ", up to " + timeText(badly_placed_s) : "";
}

bool isExact(const OperationTime &time) { return time.high_s - time.low_s < 1e-3 * time.high_s; }

std::string timeShown(const OperationTime &time) {
  return isExact(time) ? timeText(time.high_s)
                       : timeText(time.low_s) + " to " + timeText(time.high_s);
}

/// Of counts that are not exact.
const char *completenessOf(CountLabel label) {
  return label == CountLabel::Bounded ? "counts are a range: data decide"
                                      : "counts need numbers that only a run tells";
}

std::string nameOf(const PredictedNode &node) {
  return node.directive.empty() ? node.function : "[" + node.directive + "] in " + node.function;
}

std::string decisionShown(const LoopTime &loop) {
  std::string text = loopResourceName(loop.decides);
  if (loop.culprit.empty())
    return text;
  return text + (loop.decides == LoopResource::Memory ? " (array " : " (") + loop.culprit + ")";
}

std::string placeShown(const PredictedLoop &loop) {
  return loop.file.empty() ? "outside of loops" : "loop in line " + std::to_string(loop.line);
}

class OperationModelPage {
public:
  OperationModelPage(const OperationModel &model, int width) : model_(model), page_(width, false) {}

  std::string take() {
    answer();
    for (const PredictedPoint &point : model_.points)
      addPoint(point);
    basis();
    return page_.take();
  }

private:
  /// Of the node that takes longest, at each point.
  void answer() {
    for (const PredictedPoint &point : model_.points) {
      auto longest = std::ranges::max_element(
          point.nodes, {}, [](const PredictedNode &node) { return node.time.high_s; });
      if (longest == point.nodes.end())
        continue;
      std::string text = printable(nameOf(*longest)) + " is predicted to take " +
                         timeShown(longest->time) + " " +
                         printable(scenarioShown(point.parameters, point.threads));
      std::string unlucky = unluckyShown(longest->badly_placed_s, longest->time.high_s);
      if (!unlucky.empty())
        text += unlucky + " if the code of its loops lies at an unlucky place in memory";
      if (!longest->loops.empty())
        text += ". What limits it: " + printable(decisionShown(longest->loops.front().most)) +
                (longest->loops.front().file.empty() ? ", " : ", in the ") +
                placeShown(longest->loops.front());
      page_.paragraph(text + ".", 2);
    }
    if (model_.rescaled)
      page_.paragraph("Rescaled: all times are the model's times " +
                          ratioText(model_.rescaled->factor()) + ". At " +
                          printable(parametersShown(model_.rescaled->parameters)) +
                          " the model says " + timeText(model_.rescaled->predicted_s) + ", and " +
                          timeText(model_.rescaled->measured_s) + " was measured.",
                      2);
  }

  void addPoint(const PredictedPoint &point) {
    page_.blank();
    page_.line(printable(scenarioShown(point.parameters, point.threads)) + ":");
    for (const PredictedNode &node : point.nodes)
      addNode(node);
    for (const NodeWithoutTime &node : point.without)
      addUnpredicted(node);
  }

  void addUnpredicted(const NodeWithoutTime &node) {
    std::string why = node.reason;
    if (why.empty()) {
      why = "no value for " + printable(joinText(node.symbols, ", "));
      if (std::ranges::any_of(node.symbols,
                              [](const auto &symbol) { return startsWith(symbol, "trips("); }))
        why += " (trips: iterations of the loop there, in the mean)";
      if (!node.symbols.empty())
        why += ". Add --param " + printable(quoteCommand({node.symbols.front() + "=NUMBER"}));
    }
    page_.paragraph(
        "  not predicted: " +
            printable(node.file + ":" + std::to_string(node.line) + " " +
                      (node.directive.empty() ? node.function : "[" + node.directive + "]")) +
            ": " + why,
        4);
  }

  void addNode(const PredictedNode &node) {
    page_.paragraph(
        "  " + rightAligned(timeShown(node.time), time_width) + "  " +
            printable(node.file + ":" + std::to_string(node.line) + "  " + nameOf(node)) +
            (node.label == CountLabel::Exact
                 ? ""
                 : std::string("  (") + completenessOf(node.label) + ")"),
        6);
    size_t shown = 0;
    for (const PredictedLoop &loop : node.loops)
      if (shown < most_loops && loop.time.high_s >= least_share * node.time.high_s) {
        addLoop(loop);
        ++shown;
      }
    if (node.loops.size() > shown)
      page_.paragraph("      and " + numberOf(int64_t(node.loops.size() - shown), "shorter loop") +
                          ": --format json has all",
                      8);
    if (!node.calls.empty()) {
      std::vector<std::string> calls;
      for (const auto &[name, times] : node.calls)
        calls.push_back(name + " (" + countText(times) + ")");
      notIn("calls without a known cost: " + joinText(calls, ", "));
    }
    if (node.regions > 0)
      notIn("the fork and the barriers of " + countText(node.regions) +
            (node.regions == 1 ? " parallel region" : " parallel regions"));
    if (!node.guessed_arrays.empty())
      page_.paragraph("      Bytes of " + printable(joinText(node.guessed_arrays, ", ")) +
                          " are not known: each access is taken for one of another element. Say "
                          "them with --bytes " +
                          printable(node.guessed_arrays.front()) + "=NUMBER.",
                      8);
  }

  void notIn(const std::string &what) {
    page_.paragraph("      Not in the time: " + printable(what) + ".", 8);
  }

  void addLoop(const PredictedLoop &loop) {
    const LoopTime &most = loop.most;
    page_.paragraph("    " + rightAligned(timeShown(loop.time), time_width) + "  " +
                        leftAligned(placeShown(loop), place_width) +
                        printable(decisionShown(most)) +
                        (most.vectorised ? " (vector instructions)" : "") +
                        unluckyShown(most.badly_placed_s, loop.time.high_s),
                    8);
    if (!most.unlike.empty())
      page_.paragraph("      No primitive has this shape, so its time is less certain. The most "
                      "similar one is '" +
                          printable(most.unlike) + "'.",
                      8);
  }

  void basis() {
    page_.blank();
    page_.paragraph(
        "Costs: primitives of " +
            (model_.machine.empty() ? std::string("this machine") : printable(model_.machine)) +
            ", " + printable(model_.compiler + " " + model_.flags) + ", measured " +
            printable(model_.measured_utc) + ". " +
            (model_.vectorisation_known
                 ? "The compiler says which loops have vector instructions."
                 : "The shapes of loops decide which have vector instructions.") +
            " Each call finds in the caches what the call before left there. Behind each "
            "loop stands what limits it.",
        2);
  }

  const OperationModel &model_;
  Page page_;
};

} // namespace

std::string operationModelText(const OperationModel &model, int width) {
  return OperationModelPage(model, width).take();
}

} // namespace tare
