// SPDX-License-Identifier: Apache-2.0
// What else than the program may explain a row: waiting for a CPU in the runs that the row is made
// of, and an OpenMP runtime that was built for debugging. Every rule about the program has this
// guard, by the category of its row; no rule has one of its own.
//
//   Situation -> [guard] -> which kind of rule may speak, and what it must add
#pragma once

#include "analyzer/advice/rule.h"

namespace tare {

/// Seconds of a row that something else than the program may be: at most so much.
struct OtherCauses {
  double waiting_s = 0;     // for a CPU
  double debug_build_s = 0; // of the OpenMP runtime

  double all() const { return waiting_s + debug_build_s; }
};

/// What a rule must be about to speak of a row, beside those about the measurement.
enum class Explains { Program, Waiting, DebugBuild };

/// Whether a row with a range is a loss at all of it, of a size that is known within a factor of two.
/// Then its cause is known.
bool isSurelyLarge(const LedgerLine &line);
/// Seconds; of a row with a range its lower end.
double surelyLost(const LedgerLine &line);

class Guard {
public:
  /// `least_s`: a row of this size is large.
  Guard(const Situation &situation, double least_s);

  const OtherCauses &causes() const { return causes_; }
  /// Program: what the causes leave of the row is still large, and its band excludes 0.
  Explains explains() const { return explains_; }
  /// Whether waiting for a CPU may be all of the row, which is not itself that waiting.
  bool isAllWaiting() const;

  /// Whether a rule about this may speak.
  bool lets(About about) const;
  /// By how much T_p may become less if a rule about this is followed, which concerns `part` of
  /// what is left of the row.
  double gain(About about, double part) const;
  /// " Up to 40.0 % of this is waiting for a CPU.": behind the sentences of a rule about the
  /// program. Empty: the causes are too small to be named.
  std::string remark() const;

private:
  double row_s_;
  bool is_cause_; // the row is itself waiting for a CPU
  bool is_void_ = false; // a range: nobody knows how much it is
  OtherCauses causes_;
  Explains explains_ = Explains::Program;
};

/// Thread time in which threads waited for a CPU in the runs that the row is made of, at its
/// construct; of the waits of other threads also in its region's own code. For the whole program:
/// all. Of a ledger without these figures, what `off_cpu` has of the run on p threads.
double cpuWaitSeconds(const Situation &situation);
/// Whether these are of the run on one thread.
bool isOfOneThreadRun(const Situation &situation);

/// Whether a row says nothing where threads take turns on cores: others wait for threads without a
/// CPU then, and work is slower.
bool isVoidOnSharedCores(std::string_view category);

} // namespace tare
