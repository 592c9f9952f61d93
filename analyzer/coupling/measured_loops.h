// SPDX-License-Identifier: Apache-2.0
// What was measured of a loop over kernels at several sizes, with one number of threads.
//
//   coupling reports -> [measured loops] -> loop prediction
#pragma once

#include "analyzer/coupling/loop_prediction.h"
#include "analyzer/models/row_model.h"

#include <map>

namespace tare {

/// One table at its size.
struct LoopAt {
  const NamedCouplings *from = nullptr;
  const CouplingTable *table = nullptr;
  ModelPoint at;

  const CoupledKernel *kernel(const std::string &name) const;
  /// Windows of kernels with these names, whatever their positions.
  std::vector<const CouplingWindow *> windows(const std::vector<std::string> &kernels) const;
  /// Bytes that one execution of these touches; 0: not known.
  double footprint(const std::vector<std::string> &kernels) const;
};

/// A figure at the size that is asked for, and what it rests on.
struct FigureThere {
  Estimate time;
  std::string basis;
};

class MeasuredLoops {
public:
  /// Tables with kernels and this number of threads. Error: one of them lacks a size.
  static Result<MeasuredLoops> of(const std::vector<NamedCouplings> &results,
                                  const LoopQuestion &question);

  const std::vector<LoopAt> &loops() const { return loops_; }
  int threads() const { return threads_; }
  const std::vector<Cache> &caches() const { return loops_.front().from->report->caches; }
  /// Different sizes.
  int sizes() const;
  bool isThere(const LoopAt &loop) const { return loop.at == question_.at; }

  /// Bytes at the size that is asked for: as measured there, or on a power of the size through the
  /// two nearest. 0: not known.
  double footprintThere(const std::vector<std::string> &kernels) const;
  /// The time of a kernel alone. `level`: that holds its data there; sizes at which another one
  /// does are left out.
  OrRefused<FigureThere> aloneThere(const std::string &kernel, const std::string &level) const;
  /// Of the code between the kernels in one pass, where `kernels_s` is what these take in it.
  FigureThere betweenThere(double kernels_s) const;

private:
  OrRefused<FigureThere> modelled(const ModelSeries &series) const;
  std::optional<FigureThere> measuredThere(const ModelSeries &series,
                                           const std::vector<Estimate> &bands) const;

  std::vector<LoopAt> loops_;
  LoopQuestion question_;
  int threads_ = 0;
};

/// "x_solve" of "x_solve (2nd)".
std::string kernelOfPosition(const std::string &name);

} // namespace tare
