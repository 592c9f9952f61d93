// SPDX-License-Identifier: Apache-2.0
// Verdicts -> edits, construct by construct. Every construct becomes one braced block, so that it
// stays one statement: under an unbraced if, after a label, in C89.
#pragma once

#include "instrumenter/rewrite/apply.h"
#include "instrumenter/rewrite/layout.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace tare {

class Applier {
public:
  explicit Applier(const ApplyRequest &request)
      : request_(request), layout_(request.text, request.lines),
        holds_probes_(request.constructs.size(), false),
        discards_tasks_(std::ranges::any_of(request.constructs, &Construct::discards_tasks)) {}

  std::vector<Edit> run();

private:
  using Pieces = std::vector<std::string>;

  void noteGathered();
  void markHolders();
  void applyOne();

  // apply_regions.cpp
  void applyRegion();
  void applySplitRegion();
  void applyRegionOutside();
  Pieces regionBegin() const;
  Pieces regionEnd() const;

  // apply_tasks.cpp
  void applyTask();
  void applyTaskloop();
  bool runsTasks() const;
  void applyGroupWait();
  void applyTaskWait();
  void applyPair(const char *before, const char *after);
  void applyLeavingTask();
  void applyCall(const std::string &before, const std::string &after);

  // apply_serial.cpp
  void applySerialCode();
  void applyCondition();
  void beginSerial(Pieces &pieces) const;
  void endSerial(Pieces &pieces) const;

  void applyWork();
  void applyBody();
  void applyOwnBarrier();
  void applyLock();
  void applyWaitingCall();
  void applySampledLock();
  void addBarrier(Pieces &pieces) const;
  void countIterations();
  void sampleIterations();
  void replacePragma(const std::string &added);

  /// Pieces before and behind the whole construct.
  void around(const Pieces &before, const Pieces &after);
  /// Pieces at the begin and at the end of a statement inside the construct.
  void inside(Span span, const Pieces &first, const Pieces &last);
  void insert(uint32_t offset, const Pieces &pieces, Edit::Order order, int rank);
  void insertInstead(Span span, const Pieces &pieces);

  /// The call of a probe as an expression. `more`: further arguments, each behind ", ".
  std::string call(const std::string &node, const std::string &name,
                   const std::string &more = "") const;
  /// The call of a probe of the construct's node, or of its inner half's, as a statement.
  std::string probe(const std::string &name, const std::string &more = "") const;
  std::string innerProbe(const std::string &name, const std::string &more = "") const;
  std::string regionProbe(const std::string &name) const;
  std::string taskFlags() const;
  std::string eventCall(const char *what, const std::string &object = "0ul",
                        const std::string &detail = "0") const;
  std::string event(const char *what) const;
  std::string lockObject() const;
  std::string taskProbe(const std::string &name, int task) const;
  // Names in the code that is added: the node's index, and variables of this construct.
  std::string nodeOf(int construct) const;
  std::string node() const { return std::to_string(construct_->node) + "u"; }
  std::string region() const { return "tare_r" + std::to_string(index_); }
  std::string counter() const { return "tare_n" + std::to_string(index_); }
  bool samples() const;
  std::string iterationBegin() const;
  std::string sampling(char what) const {
    return std::string("tare_") + what + std::to_string(index_);
  }
  std::string samplingProbe(char pointer, const std::string &name) const;
  std::string iterationEnd() const;
  void declareCounters(Pieces &pieces) const;
  const std::vector<int> &gathered() const;
  void declareGathered(Pieces &pieces) const;
  void tellGathered(Pieces &pieces) const;
  void useCounters(Pieces &pieces) const;
  std::string units() const;

  const ApplyRequest &request_;
  Layout layout_;
  std::vector<char> holds_probes_;
  std::map<int, std::vector<int>> gathered_; // by the construct that counts them
  bool discards_tasks_ = false; // a taskgroup is cancelled somewhere in the unit
  std::vector<Edit> edits_;
  const Construct *construct_ = nullptr; // the one that is rewritten now, with verdict and index
  const Verdict *verdict_ = nullptr;
  int index_ = 0;
};

} // namespace tare
