// SPDX-License-Identifier: Apache-2.0
// The time of a loop over kernels at a size that was not measured: models of the kernels' own
// times, and couplings that were measured in the same levels of the memory. Source: Taylor et al.,
// "Prophesy: Automating the Modeling Process", section 4.3.
//
//   coupling reports of several sizes -> [loop prediction] -> text, forecast
//
//   E_k    model of P_k over the size, of sizes with k's data in the same level of the memory
//   P_W    = C_W sum of E_k over k in W
//   c_k    = sum of C_W P_W / sum of P_W, over windows with k
//   T      = passes * sum of c_k E_k + code between the kernels
#pragma once

#include "analyzer/coupling/coupling_report.h"
#include "analyzer/models/refusal.h"
#include "analyzer/models/term.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tare {

struct NamedCouplings {
  std::string path; // for messages
  std::shared_ptr<const CouplingReport> report;
};

struct LoopQuestion {
  ModelPoint at = {};                        // sizes; empty: the one that was measured
  int threads = 0;                           // 0: the most that were measured
  int passes = 0;                            // 0: as many as were measured
  std::vector<std::string> order = {};       // kernels of a pass; empty: as measured
  std::vector<ModelTerm> user_template = {}; // empty: none
};

struct PredictedKernel {
  std::string name, basis; // "measured there", "2.1e-09 n log2(n)"
  Estimate time;           // E_k
  double coefficient = 1;  // c_k
  std::string level;       // that holds its data; empty: not known
};

struct PredictedWindow {
  std::vector<std::string> kernels;
  RatioBand coupling;
  bool is_one = false;   // 1 lies within its band, and 1 is what is taken
  int sizes = 0;         // at which it was measured with the same levels
  bool is_there = false; // measured at this very size
  std::string levels;    // couplingLevels; empty: not known
};

struct LoopPrediction {
  std::string program, host, compiler;
  ModelPoint at;
  int threads = 0, passes = 0, chain = 2, sizes = 0; // sizes: that were measured with these threads
  std::vector<PredictedKernel> kernels;
  std::vector<PredictedWindow> windows;
  Estimate between, plain_sum, composed; // seconds of all passes
  std::optional<Estimate> measured;      // the loop at this size, if it was
  Estimate base;                         // the loop at the largest measured size
  std::vector<std::string> notes;
};

/// The bands of the kernels' models are added, since the same runs made them; the bands of the
/// couplings and of the code between are independent. Refusals: mixed-keys, never-measured, regime,
/// and what models refuse. Error: a size is not recorded in one of the results, or they differ in
/// one that is not asked for. Expects at least one result.
Result<OrRefused<LoopPrediction>> predictLoop(const std::vector<NamedCouplings> &results,
                                              const LoopQuestion &question);

/// "n = 4096, 2 threads".
std::string loopScenario(const LoopPrediction &prediction);
/// For people; `width` columns.
std::string loopPredictionText(const LoopPrediction &prediction, int width);

} // namespace tare
