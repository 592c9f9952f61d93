// SPDX-License-Identifier: Apache-2.0
#include "analyzer/operation_model/loop_time.h"

#include "analyzer/operation_model/loop_operations.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tare {
namespace {

constexpr double seconds = 1e-9;                          // of a nanosecond
constexpr double step_operations = 2, sum_operations = 2; // of a loop, and of one that adds up
constexpr double most_of_page = 2048; // bytes: strides up to here are fetched ahead as streams are

std::string withoutFolders(const std::string &path) { return path.substr(path.rfind('/') + 1); }

class LoopTiming {
public:
  explicit LoopTiming(const TimedLoop &question)
      : question_(question), loop_(question.node.loops[static_cast<size_t>(question.loop)]),
        costs_(question.costs),
        operations_(operationsOf(loop_, question.end, question.is_vectorised)) {
    time_.loop = question.loop;
    time_.vectorised = question.is_vectorised;
  }

  LoopTime take() {
    throughput();
    chains();
    const LoopOperations &does = operations_;
    bool vector = question_.is_vectorised;
    time_.divider_s = seconds * (does.divides * (vector ? costs_.divide : costs_.scalar_divide) +
                                 does.roots * (vector ? costs_.root : costs_.scalar_root) +
                                 does.integer_divides * costs_.integer_divide);
    time_.updates_s = seconds * does.indirect_updates * costs_.indirect_update;
    calls();
    for (const SharedAccess &access : loop_.accesses)
      accessMemory(access);
    decide();
    return time_;
  }

private:
  double length() const { return loop_.executions > 0 ? loop_.iterations / loop_.executions : 0; }

  /// Of a node without a loop, and of its own statements, an execution is an iteration.
  double iterations() const {
    return question_.loop == 0 ? std::max(loop_.executions, 1.0) : loop_.iterations;
  }

  void throughput() {
    double times = iterations();
    if (!(times > 0))
      return;
    const OperationMix &all = operations_.all;
    OperationMix each{all.loads / times, all.stores / times, all.flops / times,
                      all.multiply_adds / times};
    bool is_empty = !(each.loads + each.stores + each.flops + each.multiply_adds > 0);
    if (is_empty && question_.loop == 0)
      return;
    bool vector = question_.is_vectorised;
    const Throughput &table = vector ? costs_.streams : costs_.scalar_streams;
    const Throughput &worst =
        vector ? costs_.streams_badly_placed : costs_.scalar_streams_badly_placed;
    double begun = question_.loop == 0 ? 0 : loop_.executions * costs_.streamBegun(length());
    time_.throughput_s =
        seconds * (times * table.time_ns(each) + operations_.integers * costs_.integer + begun);
    if (question_.loop > 0)
      badly_placed_s_ = time_.throughput_s +
                        seconds * times * std::max(0.0, worst.time_ns(each) - table.time_ns(each));
    if (!is_empty && question_.loop > 0 && table.distance(each) > largest_distance)
      time_.unlike = table.nearest(each);
  }

  /// An element that is the same one in all iterations, as in c[i][j] += a[i][k] * b[k][j].
  bool stays(const std::string &carrier) const {
    return std::ranges::any_of(loop_.accesses, [&](const SharedAccess &access) {
      return access.stores > 0 && access.access->stride == StrideClass::Invariant &&
             carrier.starts_with(access.access->array);
    });
  }

  /// The processor looks ahead over so many instructions. An iteration that has twice as many as
  /// the sum that was measured fills them with half as many iterations. It never overlaps more than
  /// that sum.
  double chainBegun() const {
    const OperationMix &all = operations_.all;
    double each = (all.loads + all.stores + all.flops + all.multiply_adds) /
                  std::max(loop_.iterations, 1e-300);
    double longer = std::max(1.0, (each + step_operations) / (sum_operations + step_operations));
    return std::max(costs_.chainBegun(length()), costs_.chainBegun(length() * longer) / longer);
  }

  /// Each chain alone: they do not wait for each other.
  void chains() {
    for (const ChainOperations &chain : operations_.chains) {
      double waits = chain.adds * costs_.chained_add + chain.multiplies * costs_.chained_multiply +
                     chain.multiply_adds * costs_.chained_multiply_add +
                     chain.compares * costs_.chained_compare + chain.integers * costs_.integer;
      if (chain.in_memory)
        waits += (chain.adds + chain.multiply_adds + chain.multiplies) *
                 (stays(chain.carrier) ? costs_.kept_in_memory : costs_.passed_in_memory);
      double begun = loop_.executions * chainBegun();
      double took = seconds * std::max(0.0, waits + (begun < 0 ? std::max(begun, -waits) : begun));
      if (took > time_.chain_s) {
        time_.chain_s = took;
        carrier_ = chain.carrier;
      }
    }
  }

  void calls() {
    double most = 0;
    for (const auto &[name, times] : operations_.calls)
      if (auto known = costs_.calls.find(name); known != costs_.calls.end()) {
        double took = seconds * times * known->second;
        time_.calls_s += took;
        if (took > most)
          called_ = name, most = took;
      }
  }

  void addMemory(const SharedAccess &access, int reused_in, double bytes, double distance,
                 double cost_ns) {
    if (!(bytes > 0))
      return;
    double took = seconds * cost_ns;
    time_.memory.push_back({access.access->array, reused_in, bytes, distance, took});
    time_.memory_s += took;
  }

  void accessMemory(const SharedAccess &access) {
    const LoopAccess &is = *access.access;
    if (is.stride == StrideClass::Indirect)
      return accessIndirectly(access);
    double stride = is.stride == StrideClass::Affine ? INFINITY
                    : is.stride == StrideClass::Constant
                        ? std::abs(std::atof(is.detail.c_str())) * double(is.element_bytes)
                        : 0;
    OperationCosts::Level far = costs_.levelFor(question_.node.bytesOfIteration(0));
    for (size_t i = 0; i < access.touched.size(); ++i) {
      bool is_last = i + 1 == access.touched.size();
      double bytes = access.touched[i].bytes - (is_last ? 0 : access.touched[i + 1].bytes);
      double written = writtenBytes(access, i) - (is_last ? 0 : writtenBytes(access, i + 1));
      int reused_in = is_last ? 0 : access.touched[i + 1].loop;
      double distance = question_.node.bytesOfIteration(reused_in);
      OperationCosts::Level level = costs_.levelFor(distance);
      double updated = written * updatedShare(access);
      double read =
          std::max(level.read, is_last || stride > 0 || fitsNearest(distance) ? 0 : far.beside);
      double cost =
          (bytes - written) * read + updated * level.updated + (written - updated) * level.written;
      double line = stride > most_of_page ? level.column_line : level.strided_line;
      if (stride > bytes_of_line) // the order of lines is the innermost loop's
        cost = std::max(cost, bytes * line / bytes_of_line);
      addMemory(access, reused_in, bytes, distance, cost);
    }
  }

  bool fitsNearest(double bytes) const {
    return costs_.levels.empty() || bytes <= costs_.levels.front().bytes;
  }

  /// Of the bytes that are touched in all executions of a loop. No more than there are stores.
  static double writtenBytes(const SharedAccess &access, size_t at) {
    double stored = access.stores * double(access.access->element_bytes);
    bool is_strided = access.access->stride == StrideClass::Constant ||
                      access.access->stride == StrideClass::Affine;
    double bytes = access.touched[at].bytes;
    return is_strided && stored > 0 ? bytes : std::min(bytes, stored);
  }

  /// Of what is written: what is read as well.
  static double updatedShare(const SharedAccess &access) {
    return access.stores > 0 ? std::min(access.loads, access.stores) / access.stores : 0;
  }

  void accessIndirectly(const SharedAccess &access) {
    double of_array = question_.node.bytesOfArray(access.access->array);
    OperationCosts::Level level = costs_.indirectLevelFor(of_array);
    double updates = std::min(access.loads, access.stores);
    double others = std::max(access.loads, access.stores) - updates;
    double bytes = (updates + others) * double(std::max<int64_t>(1, access.access->element_bytes));
    addMemory(access, 0, bytes, of_array,
              updates * level.indirect_update + others * level.indirect_load);
  }

  void decide() {
    const std::pair<LoopResource, double> resources[] = {
        {LoopResource::Throughput, time_.throughput_s},
        {LoopResource::Chain, time_.chain_s},
        {LoopResource::Divider, time_.divider_s},
        {LoopResource::Updates, time_.updates_s}};
    auto busiest = std::ranges::max_element(resources, {}, [](auto &each) { return each.second; });
    time_.core_s = busiest->second + time_.calls_s;
    time_.time_s = std::max(time_.core_s, time_.memory_s);
    time_.badly_placed_s = std::max(time_.time_s, badly_placed_s_ + time_.calls_s);
    time_.decides = time_.memory_s > time_.core_s     ? LoopResource::Memory
                    : time_.calls_s > busiest->second ? LoopResource::Calls
                                                      : busiest->first;
    if (time_.decides != LoopResource::Throughput)
      time_.unlike.clear(); // it does not matter
    if (time_.decides == LoopResource::Chain)
      time_.culprit = carrier_;
    if (time_.decides == LoopResource::Calls)
      time_.culprit = called_;
    if (time_.decides == LoopResource::Memory)
      time_.culprit = std::ranges::max_element(time_.memory, {}, &MemoryPart::time_s)->array;
  }

  const TimedLoop &question_;
  const SharedLoop &loop_;
  const OperationCosts &costs_;
  LoopOperations operations_;
  LoopTime time_;
  double badly_placed_s_ = 0; // throughput there
  std::string carrier_, called_;
};

} // namespace

bool VectorisedLoops::has(const std::string &file, int line) const {
  return loops.contains({withoutFolders(file), line});
}

const char *loopResourceName(LoopResource resource) {
  switch (resource) {
  case LoopResource::Throughput:
    return "throughput of the core";
  case LoopResource::Chain:
    return "chain of a sum";
  case LoopResource::Divider:
    return "divider";
  case LoopResource::Updates:
    return "indirect updates";
  case LoopResource::Calls:
    return "calls";
  case LoopResource::Memory:
    return "caches and memory";
  }
  return "";
}

LoopTime loopTime(const TimedLoop &question) { return LoopTiming(question).take(); }

std::map<std::string, double> unknownCalls(const TimedLoop &question) {
  std::map<std::string, double> unknown =
      operationsOf(question.node.loops[static_cast<size_t>(question.loop)], question.end, false)
          .calls;
  std::erase_if(unknown, [&](const auto &call) {
    return question.costs.calls.contains(call.first) || !(call.second > 0);
  });
  return unknown;
}

bool looksVectorisable(const CountedNode &node, int loop) {
  const CountedLoop &own = node.loops[static_cast<size_t>(loop)];
  bool has_inner = std::ranges::any_of(node.loops, [&](const CountedLoop &other) {
    return &other != &own && &other != &node.loops.front() && other.parent == loop;
  });
  bool is_hard = std::ranges::any_of(own.accesses, [](const LoopAccess &access) {
    return access.stride == StrideClass::Constant || access.stride == StrideClass::Affine ||
           access.stride == StrideClass::Indirect;
  });
  bool calls = std::ranges::any_of(own.counts, [](const OperationCount &count) {
    return count.operation.kind == OperationKind::Call;
  });
  bool waits = std::ranges::any_of(own.chains, [](const LoopChain &chain) {
    return std::ranges::any_of(chain.counts, [](const OperationCount &count) {
      return count.operation.kind <= OperationKind::Sqrt;
    });
  });
  return loop > 0 && !has_inner && !is_hard && !calls && !waits;
}

} // namespace tare
