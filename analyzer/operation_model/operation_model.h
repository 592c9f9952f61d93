// SPDX-License-Identifier: Apache-2.0
// How long functions and constructs take at given sizes, without ever timing them.
//
//   counted operations with values, costs of primitives -> [operation model] -> text, JSON
//
// V. Taylor and others: Prophesy: Automating the Modeling Process, AMS 2001, section 4.2: an
// equation whose terms are operations of the source, and whose coefficients are this machine's
// times of them.
#pragma once

#include "analyzer/operation_model/loop_time.h"
#include "base/result.h"
#include "instrumenter/operations/operations_json.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

/// Seconds, wall clock, of one call of a function, or of all executions of a construct in it.
struct OperationTime {
  double time_s = 0, low_s = 0, high_s = 0; // the middle of the band
};

struct PredictedLoop {
  std::string file; // empty: the node's own statements
  int line = 0;
  OperationTime time;
  LoopTime most; // at the upper end
};

struct PredictedNode {
  std::string id, function, directive, file; // as CountedNode
  int line = 0;
  CountLabel label = CountLabel::Exact;
  OperationTime time;
  double badly_placed_s = 0;               // where the code of its loops lies worst in memory
  std::vector<PredictedLoop> loops;        // the longest first
  std::map<std::string, double> calls;     // not in the time: their costs are not known
  std::vector<std::string> guessed_arrays; // whose bytes are not known
  double regions = 0;                      // parallel ones that it begins: the times of forks and
                                           // barriers are not in it
};

/// Symbols without a value: no time without them.
struct NodeWithoutTime {
  std::string function, directive, file;
  int line = 0;
  std::vector<std::string> symbols; // empty: the source was counted without loops
  std::string reason;               // if it is another one
};

/// One size, one number of threads.
struct PredictedPoint {
  std::map<std::string, std::string> parameters;
  int threads = 1;
  std::vector<PredictedNode> nodes; // in the order of the source
  std::vector<NodeWithoutTime> without;
};

/// A measured time that the model was scaled to.
struct Rescaling {
  std::map<std::string, std::string> parameters;
  int threads = 1;
  double measured_s = 0, predicted_s = 0;
  double factor() const { return measured_s / predicted_s; }
};

struct OperationModel {
  std::string sources, function;             // as they were given; no function: all
  std::string machine;                       // host; empty: this one
  std::string compiler, flags, measured_utc; // of the primitives
  bool vectorisation_known = false;          // the compiler said which loops it made vectors for
  std::vector<PredictedPoint> points;
  std::optional<Rescaling> rescaled;
};

struct ModelledMachine {
  OperationCosts alone, team; // with one thread, and with as many as are asked for
  VectorisedLoops vectorised;
  std::map<std::string, double> array_bytes; // of arrays whose bytes the source does not tell
};

/// `program`: counted, with values for the point. `function`: empty: all.
PredictedPoint predictPoint(const CountedProgram &program, const std::string &function, int threads,
                            const ModelledMachine &machine);

/// All times of the points by the factor.
void rescale(OperationModel &model, const Rescaling &by);

std::string operationModelText(const OperationModel &model, int width);
std::string operationModelJson(const OperationModel &model); // tare.operation-model/1

} // namespace tare
