// SPDX-License-Identifier: Apache-2.0
#include "analyzer/primitives/operation_costs.h"

#include "base/quantity.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// What an iteration of a stream does (share/tare/primitives/loops.c).
struct StreamShape {
  const char *loop;
  double loads, stores, flops, bytes_read, bytes_written;
};

constexpr StreamShape streams[] = {
    {"copy", 1, 1, 0, 8, 8},     {"scale", 1, 1, 1, 8, 8},     {"triad", 2, 1, 1, 16, 8},
    {"update", 2, 1, 1, 8, 8},   {"add_four", 4, 1, 3, 32, 8}, {"cubic", 1, 1, 3, 8, 8},
    {"stencil", 4, 1, 4, 24, 8},
};

/// Loops of the mathematical library, by the function that they call. Each adds the results up.
constexpr std::pair<const char *, const char *> library[] = {{"exp", "exponential"},
                                                             {"log", "logarithm"},
                                                             {"sin", "sine"},
                                                             {"cos", "cosine"},
                                                             {"pow", "power"}};

constexpr double short_loop = 8;       // iterations of each loop in short_loops
constexpr double strides = 8;          // elements that strided_sum counts for each that it loads
constexpr double gathered_share = 0.4; // of the bytes of gather: 8 of 20
constexpr double scattered_share = 0.5;
constexpr double held_up_by = 1.05; // what a loop takes longer where memory decides

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Least squares of relative errors with unknowns >= 0: the best of all choices of unknowns that
/// are 0. Few unknowns only.
VectorXd notNegative(const MatrixXd &counts, const VectorXd &times) {
  Eigen::Index unknowns = counts.cols();
  MatrixXd scaled = times.cwiseInverse().asDiagonal() * counts;
  VectorXd ones = VectorXd::Ones(times.size()), best = VectorXd::Zero(unknowns);
  double least = ones.squaredNorm();
  for (unsigned kept = 1; kept < 1u << unknowns; ++kept) {
    std::vector<Eigen::Index> columns;
    for (Eigen::Index j = 0; j < unknowns; ++j)
      if (kept >> j & 1)
        columns.push_back(j);
    MatrixXd part(scaled.rows(), static_cast<Eigen::Index>(columns.size()));
    for (size_t j = 0; j < columns.size(); ++j)
      part.col(static_cast<Eigen::Index>(j)) = scaled.col(columns[j]);
    VectorXd found = part.colPivHouseholderQr().solve(ones);
    double off = (ones - part * found).squaredNorm();
    if (found.minCoeff() < 0 || !(off < least))
      continue;
    least = off;
    best.setZero();
    for (size_t j = 0; j < columns.size(); ++j)
      best(columns[j]) = found(static_cast<Eigen::Index>(j));
  }
  return best;
}

class CostReader {
public:
  CostReader(const MeasuredPrimitives &primitives, int threads)
      : primitives_(primitives), threads_(threads) {}

  /// 0, and remembered: it was not measured.
  double time(const std::string &loop, int64_t bytes) {
    if (const PrimitiveTime *found = primitives_.find(loop, bytes, threads_))
      return found->time_ns;
    if (missing_.empty())
      missing_ = loop;
    return 0;
  }
  const std::string &missing() const { return missing_; }

  void readThroughput(OperationCosts &costs, int64_t bytes) {
    std::vector<const StreamShape *> all;
    for (const StreamShape &stream : streams)
      all.push_back(&stream);
    VectorXd each = fitted(all, bytes, 3, [](const StreamShape &stream) {
      return std::vector{stream.loads, stream.stores, stream.flops};
    });
    costs.load = each(0), costs.store = each(1), costs.flop = each(2);
  }

  /// Bytes cost what the loops take that the core does not hold up: those which take longer than in
  /// the smallest size.
  OperationCosts::Level readLevel(int64_t bytes, int64_t smallest) {
    std::vector<const StreamShape *> held_up;
    for (const StreamShape &stream : streams)
      if (time(stream.loop, bytes) > held_up_by * time(stream.loop, smallest))
        held_up.push_back(&stream);
    OperationCosts::Level level;
    level.bytes = static_cast<double>(bytes);
    if (held_up.size() >= 2) {
      VectorXd each = fitted(held_up, bytes, 2, [](const StreamShape &stream) {
        return std::vector{stream.bytes_read, stream.bytes_written};
      });
      level.read = each(0), level.written = each(1);
    }
    level.strided_load = strides * time("strided_sum", bytes);
    level.indirect_load = time("gather", bytes);
    level.indirect_update = time("scatter", bytes);
    return level;
  }

private:
  /// What each of `unknowns` costs, from these loops over so many bytes.
  template <class CountsOf>
  VectorXd fitted(const std::vector<const StreamShape *> &loops, int64_t bytes,
                  Eigen::Index unknowns, CountsOf countsOf) {
    auto rows = static_cast<Eigen::Index>(loops.size());
    MatrixXd counts(rows, unknowns);
    VectorXd times(rows);
    for (Eigen::Index row = 0; row < rows; ++row) {
      const StreamShape &stream = *loops[static_cast<size_t>(row)];
      std::vector<double> own = countsOf(stream);
      counts.row(row) = Eigen::Map<const Eigen::RowVectorXd>(own.data(), unknowns);
      times(row) = std::max(time(stream.loop, bytes), 1e-6);
    }
    return notNegative(counts, times);
  }

  const MeasuredPrimitives &primitives_;
  int threads_;
  std::string missing_;
};

double between(double low, double high, double part) { return low + part * (high - low); }

} // namespace

OperationCosts::Level OperationCosts::levelFor(double footprint) const {
  if (levels.empty())
    return {};
  if (footprint <= levels.front().bytes)
    return levels.front();
  for (size_t i = 1; i < levels.size(); ++i) {
    const Level &low = levels[i - 1], &high = levels[i];
    if (footprint > high.bytes)
      continue;
    double part = std::log(footprint / low.bytes) / std::log(high.bytes / low.bytes);
    return {footprint,
            between(low.read, high.read, part),
            between(low.written, high.written, part),
            between(low.strided_load, high.strided_load, part),
            between(low.indirect_load, high.indirect_load, part),
            between(low.indirect_update, high.indirect_update, part)};
  }
  return levels.back();
}

Result<OperationCosts> operationCosts(const MeasuredPrimitives &primitives, int threads) {
  std::vector<int64_t> sizes = primitives.sizes();
  if (std::ranges::count(primitives.threadsMeasured(), threads) == 0)
    return Error{"the primitives were not measured with " + numberOf(threads, "thread"), "",
                 "measure them: tare calibrate --primitives --threads " + std::to_string(threads)};
  CostReader reader(primitives, threads);
  OperationCosts costs;
  costs.threads = threads;
  int64_t nearest = sizes.front();
  reader.readThroughput(costs, nearest);
  costs.chained_add = reader.time("sum", nearest);
  costs.chained_multiply = reader.time("product", nearest);
  costs.chained_multiply_add = reader.time("dot", nearest);
  costs.divide = reader.time("divide", nearest);
  costs.root = reader.time("root", nearest);
  costs.integer = reader.time("integer_sum", nearest);
  costs.chained_compare = reader.time("maximum", nearest);
  costs.loop_begun =
      std::max(0.0, short_loop * (reader.time("short_loops", nearest) - costs.load - costs.flop));
  for (auto [function, loop] : library)
    costs.calls[function] = reader.time(loop, nearest);
  for (int64_t bytes : sizes)
    costs.levels.push_back(reader.readLevel(bytes, nearest));
  if (!reader.missing().empty())
    return Error{"the primitives lack the loop '" + reader.missing() + "'", "",
                 "measure them again: tare calibrate --primitives --again"};
  return costs;
}

const char *resourceName(BusiestResource resource) {
  switch (resource) {
  case BusiestResource::Throughput:
    return "throughput of the core";
  case BusiestResource::Chain:
    return "chain of a sum";
  case BusiestResource::Divider:
    return "divider";
  case BusiestResource::Memory:
    return "caches and memory";
  case BusiestResource::Strides:
    return "strides";
  case BusiestResource::Indirection:
    return "indirect accesses";
  }
  return "";
}

WorkTime timeOf(const OperationsOfThread &work, const OperationCosts &costs) {
  OperationCosts::Level stream = costs.levelFor(work.footprint);
  OperationCosts::Level gathered = costs.levelFor(work.footprint / gathered_share);
  OperationCosts::Level scattered = costs.levelFor(work.footprint / scattered_share);
  const std::pair<BusiestResource, double> resources[] = {
      {BusiestResource::Throughput, work.loads * costs.load + work.stores * costs.store +
                                        work.flops * costs.flop + work.integers * costs.integer},
      {BusiestResource::Chain, work.chained_adds * costs.chained_add +
                                   work.chained_multiplies * costs.chained_multiply +
                                   work.chained_multiply_adds * costs.chained_multiply_add +
                                   work.chained_compares * costs.chained_compare},
      {BusiestResource::Divider, work.divides * costs.divide + work.roots * costs.root},
      {BusiestResource::Memory,
       work.bytes_read * stream.read + work.bytes_written * stream.written},
      {BusiestResource::Strides, work.strided_loads * stream.strided_load},
      {BusiestResource::Indirection, work.indirect_loads * gathered.indirect_load +
                                         work.indirect_updates * scattered.indirect_update},
  };
  auto busiest = std::ranges::max_element(resources, {}, [](auto &each) { return each.second; });
  WorkTime time;
  time.busiest = busiest->first;
  double ns = busiest->second + work.loops_begun * costs.loop_begun;
  for (const auto &[function, times] : work.calls) {
    auto known = costs.calls.find(function);
    if (known == costs.calls.end())
      time.unknown_calls.push_back(function);
    else
      ns += times * known->second;
  }
  time.time_s = ns * 1e-9;
  return time;
}

} // namespace tare
