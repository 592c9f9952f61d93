// SPDX-License-Identifier: Apache-2.0
#include "analyzer/operation_model/thread_share.h"

#include "analyzer/primitives/operation_costs.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tare {
namespace {

/// Bytes of the cache's lines that each element of an access brings in, until neighbours use the
/// rest.
double bytesOfElement(const LoopAccess &access) {
  double element = std::max<double>(1, static_cast<double>(access.element_bytes));
  if (access.stride == StrideClass::Constant)
    return std::min(bytes_of_line,
                    element * std::max(1.0, std::abs(std::atof(access.detail.c_str()))));
  return access.stride == StrideClass::Affine ? bytes_of_line : element;
}

class NodeSharing {
public:
  NodeSharing(const CountedNode &node, int threads, CountEnd end,
              const std::map<std::string, double> &known_bytes)
      : node_(node), threads_(threads), end_(end), known_bytes_(known_bytes) {}

  SharedNode share() {
    SharedNode shared;
    for (size_t i = 0; i < node_.loops.size(); ++i)
      shared.loops.push_back(counts(static_cast<int>(i)));
    for (size_t i = 0; i < node_.loops.size(); ++i)
      for (const LoopAccess &access : node_.loops[i].accesses)
        shared.loops[i].accesses.push_back(touched(shared, static_cast<int>(i), access));
    return shared;
  }

private:
  const CountedLoop &loop(int index) const { return node_.loops[static_cast<size_t>(index)]; }

  /// The loop whose iterations the team shares: the outermost that is dealt. -1: none.
  int dealtLoop(int index) const {
    int dealt = -1;
    for (int at = index; at > 0; at = loop(at).parent)
      if (loop(at).team == LoopTeam::Dealt)
        dealt = at;
    return dealt;
  }

  /// Of an execution's iterations the thread with most of them has so many of all.
  double largestPart(int dealt) const {
    double executions = valueOf(loop(dealt).executions, end_);
    double iterations = executions > 0 ? valueOf(loop(dealt).iterations, end_) / executions : 0;
    double whole = std::max(1.0, iterations);
    return std::min(1.0, std::ceil(whole / threads_ - 1e-9) / whole);
  }

  SharedLoop counts(int index) const {
    SharedLoop shared;
    shared.loop = &loop(index);
    int dealt = dealtLoop(index);
    if (dealt >= 0)
      shared.part = largestPart(dealt);
    else if (loop(index).team == LoopTeam::Each)
      shared.part = 1.0 / threads_;
    shared.executions = valueOf(loop(index).executions, end_);
    if (index != dealt) // each thread begins the dealt loop itself
      shared.executions *= shared.part;
    shared.iterations = valueOf(loop(index).iterations, end_) * shared.part;
    return shared;
  }

  SharedAccess touched(const SharedNode &shared, int index, const LoopAccess &access) const {
    const SharedLoop &own = shared.loops[static_cast<size_t>(index)];
    SharedAccess result;
    result.access = &access;
    result.loop = index;
    result.loads = valueOf(access.loads, end_) * own.part;
    result.stores = valueOf(access.stores, end_) * own.part;
    double each = std::max<double>(1, static_cast<double>(access.element_bytes));
    double all = std::max(result.loads, result.stores) * each; // as if each were of another element
    double lines = bytesOfElement(access) / each;
    auto known = known_bytes_.find(access.array);
    int dealt = dealtLoop(index);
    double inside = INFINITY, inside_executions = 1;
    for (const TouchedBytes &at : access.touched) {
      const SharedLoop &around = shared.loops[static_cast<size_t>(at.loop)];
      double executions = std::max(around.executions, 1e-300);
      bool has_value = at.known && at.value;
      double bytes = has_value ? std::min(*at.value * around.part, all) : all;
      if (known != known_bytes_.end() && !has_value)
        bytes = std::min(bytes, known->second * std::max(1.0, around.executions));
      else if (!has_value)
        result.guessed = true;
      bool is_shared_inside =
          std::isfinite(inside) && (at.loop == dealt || around.part != own.part);
      if (has_value && is_shared_inside)
        bytes = std::min(*at.value, all); // what is dealt tells more
      // Lines of the innermost loop; further out the neighbours in a line are used as well.
      bytes = std::isinf(inside) ? bytes * lines
                                 : std::max(bytes, inside / inside_executions * around.executions);
      bytes = std::min(bytes, inside);
      result.touched.push_back({at.loop, bytes});
      inside = bytes;
      inside_executions = executions;
    }
    return result;
  }

  const CountedNode &node_;
  int threads_;
  CountEnd end_;
  const std::map<std::string, double> &known_bytes_;
};

bool isInside(const SharedNode &node, int loop, int around) {
  for (; loop != around; loop = node.loops[static_cast<size_t>(loop)].loop->parent)
    if (loop == 0)
      return false;
  return true;
}

} // namespace

double valueOf(const CountRange &range, CountEnd end) {
  return (end == CountEnd::Least ? range.least : range.most).value_or(0);
}

/// Of several groups of accesses to an array the one that touches most of it counts.
double SharedNode::bytesOfIteration(int loop) const {
  double times = loop == 0 ? executions() : loops[static_cast<size_t>(loop)].iterations;
  std::map<std::string, double> arrays;
  for (size_t i = 0; i < loops.size(); ++i) {
    if (!isInside(*this, static_cast<int>(i), loop))
      continue;
    for (const SharedAccess &access : loops[i].accesses) {
      double bytes = 0;
      for (size_t j = 0; j < access.touched.size(); ++j) {
        bool is_this = access.touched[j].loop == loop;
        if (is_this && loop > 0 && j > 0)
          bytes = access.touched[j - 1].bytes; // of the loop inside that is begun each iteration
        else if (is_this)
          bytes = access.touched[j].bytes;
      }
      double &most = arrays[access.access->array];
      most = std::max(most, bytes / std::max(times, 1e-300));
    }
  }
  double sum = 0;
  for (const auto &[array, bytes] : arrays)
    sum += bytes;
  return sum;
}

double SharedNode::executions() const {
  return loops.empty() ? 1 : std::max(1.0, loops.front().executions);
}

double SharedNode::bytesOfArray(const std::string &array) const {
  double most = 0;
  for (const SharedLoop &loop : loops)
    for (const SharedAccess &access : loop.accesses)
      if (access.access->array == array && !access.touched.empty())
        most = std::max(most, access.touched.back().bytes / executions());
  return most;
}

SharedNode sharedNode(const CountedNode &node, int threads, CountEnd end,
                      const std::map<std::string, double> &known_bytes) {
  return NodeSharing(node, threads, end, known_bytes).share();
}

} // namespace tare
