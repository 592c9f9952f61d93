// SPDX-License-Identifier: Apache-2.0
#include "analyzer/primitives/operation_costs.h"

#include "analyzer/primitives/least_squares.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// What an iteration of a stream does (share/tare/primitives/streams.h). A byte is read, written,
/// or updated, which is both.
struct StreamShape {
  const char *loop;
  OperationMix mix;
  double bytes_read, bytes_written, bytes_updated;
};

constexpr StreamShape stream_shapes[] = {
    {"copy", {1, 1, 0, 0}, 8, 8, 0},       {"scale", {1, 1, 1, 0}, 8, 8, 0},
    {"triad", {2, 1, 0, 1}, 16, 8, 0},     {"update", {2, 1, 0, 1}, 8, 0, 8},
    {"add_four", {4, 1, 3, 0}, 32, 8, 0},  {"cubic", {1, 1, 0, 3}, 8, 8, 0},
    {"stencil", {4, 1, 4, 0}, 24, 8, 0},   {"pair", {2, 2, 2, 0}, 16, 16, 0},
    {"polynomial", {1, 1, 0, 8}, 8, 8, 0}, {"squares", {3, 1, 5, 3}, 24, 8, 0},
    {"change", {1, 1, 1, 0}, 0, 0, 8},     {"exchange", {2, 2, 0, 0}, 0, 0, 16},
    {"rotate", {2, 2, 2, 2}, 0, 0, 16},
};

/// Loops of the mathematical library, by the function that they call. Each adds the results up.
constexpr std::pair<const char *, const char *> library[] = {{"exp", "exponential"},
                                                             {"log", "logarithm"},
                                                             {"sin", "sine"},
                                                             {"cos", "cosine"},
                                                             {"pow", "power"}};

constexpr int short_lengths[] = {5, 11, 21, 43, 85, 171}; // sums_of_5, streams_of_5, ...
constexpr double stride_elements = 8;  // iterations that strided_sum counts for each that it loads
constexpr double gathered_share = 0.4; // of the bytes of gather: 8 of 20
constexpr double scattered_share = 0.5;
constexpr double index_bytes = 4, gathered_bytes = 8; // that gather and scatter go through in order
constexpr double held_up_by = 1.05; // what a loop takes longer where memory decides
constexpr double row_bytes = 8;     // that an iteration of rows takes from each of its rows
constexpr size_t most_held_up = 8;  // streams that tell what bytes cost

class CostReader {
public:
  CostReader(const MeasuredPrimitives &primitives, int threads)
      : primitives_(primitives), threads_(threads), nearest_(primitives.sizes().front()),
        second_nearest_(primitives.sizes()[primitives.sizes().size() > 2 ? 1 : 0]) {}

  /// 0, and remembered: it was not measured.
  double time(const std::string &loop, int64_t bytes) {
    if (const PrimitiveTime *found = primitives_.find(loop, bytes, threads_))
      return found->time_ns;
    if (missing_.empty())
      missing_ = loop;
    return 0;
  }
  double time(const std::string &loop) { return time(loop, nearest_); }
  /// Of a chain. Over the smallest data the next execution begins before this one ends.
  double waited(const std::string &loop) { return time(loop, second_nearest_); }
  const std::string &missing() const { return missing_; }

  enum class Place { Usual, Slowest };

  Throughput throughput(const std::string &prefix, Place place) {
    std::vector<MeasuredMix> measured;
    for (const StreamShape &shape : stream_shapes) {
      double took = time(prefix + shape.loop);
      if (place == Place::Slowest && took > 0)
        took = std::max(took, slowestPlace(prefix + shape.loop));
      if (took > 0)
        measured.push_back({prefix + shape.loop, shape.mix, took});
    }
    return Throughput(std::move(measured));
  }

  void readShortLoops(OperationCosts &costs) {
    // An iteration of the loop around is counted with that loop.
    double around = costs.scalar_streams.time_ns({1, 0, 1, 0});
    for (int length : short_lengths) {
      std::string of = "_of_" + std::to_string(length);
      double chain = length * (waited("sums" + of) - waited("sum")) - around;
      double stream = length * (time("streams" + of) - time("scale")) - around;
      costs.short_loops.push_back({double(length), chain, std::max(0.0, stream)});
    }
  }

  OperationCosts::Level readLevel(int64_t bytes) {
    OperationCosts::Level level;
    level.bytes = static_cast<double>(bytes);
    readStreams(level, bytes);
    double streams = std::max(time("rows"), row_bytes * (level.read + level.written));
    level.beside = std::max(0.0, heldUp("rows", bytes) - streams) / (2 * row_bytes);
    level.strided_line = stride_elements * heldUp("strided_sum", bytes);
    level.column_line = stride_elements * heldUp("column_sum", bytes);
    level.indirect_load = std::max(0.0, heldUp("gather", bytes) - index_bytes * level.read -
                                            gathered_bytes * level.written);
    level.indirect_update = std::max(0.0, heldUp("scatter", bytes) - index_bytes * level.read);
    return level;
  }

private:
  /// Over the data of the two nearest sizes: one alone may have met a good place each time.
  double slowestPlace(const std::string &loop) const {
    double slowest = 0;
    for (int64_t bytes : {nearest_, second_nearest_})
      if (const PrimitiveTime *found = primitives_.find(loop, bytes, threads_))
        slowest = std::max(slowest, found->slowest_place_ns);
    return slowest;
  }

  /// Of loops that the core slows down as well, the time says little of the bytes: those that wait
  /// most tell what bytes cost.
  void readStreams(OperationCosts::Level &level, int64_t bytes) {
    std::vector<const StreamShape *> shapes;
    for (const StreamShape &shape : stream_shapes)
      if (heldUp(shape.loop, bytes) > 0)
        shapes.push_back(&shape);
    std::ranges::sort(shapes, std::greater(),
                      [&](const StreamShape *shape) { return excess(shape->loop, bytes); });
    shapes.resize(std::min(shapes.size(), most_held_up));
    std::vector<std::vector<double>> counts;
    std::vector<double> times;
    for (const StreamShape *shape : shapes) {
      counts.push_back({shape->bytes_read, shape->bytes_written, shape->bytes_updated});
      times.push_back(streamed(shape->loop, bytes));
    }
    if (counts.size() < 3)
      return;
    std::vector<double> each = notNegativeCosts(counts, times);
    level.read = each[0], level.written = each[1], level.updated = each[2];
  }

  /// With vector instructions or without: where memory decides, both wait for the same bytes. What
  /// disturbs one of them makes it longer.
  double streamed(const std::string &loop, int64_t bytes) {
    return std::min(time(loop, bytes), time("scalar_" + loop, bytes));
  }

  /// 0: it takes no longer than over the data of the nearest cache, so the core decides.
  double heldUp(const std::string &loop, int64_t bytes) {
    double took = time(loop, bytes);
    return took > held_up_by * time(loop) ? took : 0;
  }

  /// What it takes longer than over the data of the nearest cache, relatively.
  double excess(const std::string &loop, int64_t bytes) {
    return time(loop, bytes) / std::max(time(loop), 1e-9) - 1;
  }

  const MeasuredPrimitives &primitives_;
  int threads_;
  int64_t nearest_, second_nearest_; // the smallest data
  std::string missing_;
};

double between(double low, double high, double part) { return low + part * (high - low); }

/// Where `value` lies in an ascending list, over the logarithm: an index and the part of the way to
/// the next one.
template <class List, class Of>
std::pair<size_t, double> placeIn(const List &list, double value, Of of) {
  if (value <= of(list.front()))
    return {0, 0};
  for (size_t i = 1; i < list.size(); ++i)
    if (value <= of(list[i]))
      return {i - 1, std::log(value / of(list[i - 1])) / std::log(of(list[i]) / of(list[i - 1]))};
  return {list.size() - 1, 0};
}

OperationCosts::Level levelIn(const std::vector<OperationCosts::Level> &levels, double bytes) {
  if (levels.empty())
    return {};
  auto [at, part] = placeIn(levels, bytes, [](const auto &level) { return level.bytes; });
  const OperationCosts::Level &low = levels[at],
                              &high = levels[std::min(at + 1, levels.size() - 1)];
  return {bytes,
          between(low.read, high.read, part),
          between(low.written, high.written, part),
          between(low.updated, high.updated, part),
          between(low.beside, high.beside, part),
          between(low.strided_line, high.strided_line, part),
          between(low.column_line, high.column_line, part),
          between(low.indirect_load, high.indirect_load, part),
          between(low.indirect_update, high.indirect_update, part)};
}

double shortLoopOf(const std::vector<OperationCosts::ShortLoop> &loops, double iterations,
                   double OperationCosts::ShortLoop::*cost) {
  if (loops.empty())
    return 0;
  auto [at, part] = placeIn(loops, iterations, [](const auto &loop) { return loop.iterations; });
  return between(loops[at].*cost, loops[std::min(at + 1, loops.size() - 1)].*cost, part);
}

} // namespace

OperationCosts::Level OperationCosts::levelFor(double bytes) const {
  return levelIn(levels, bytes);
}

OperationCosts::Level OperationCosts::indirectLevelFor(double bytes) const {
  Level gathered = levelIn(levels, bytes / gathered_share);
  gathered.indirect_update = levelIn(levels, bytes / scattered_share).indirect_update;
  gathered.bytes = bytes;
  return gathered;
}

double OperationCosts::streamBegun(double iterations) const {
  return iterations > 0 ? shortLoopOf(short_loops, iterations, &ShortLoop::stream) : 0;
}

double OperationCosts::chainBegun(double iterations) const {
  double begun = iterations > 0 ? shortLoopOf(short_loops, iterations, &ShortLoop::chain) : 0;
  return std::max(begun, -iterations * chained_add);
}

Result<OperationCosts> operationCosts(const MeasuredPrimitives &primitives, int threads) {
  if (std::ranges::count(primitives.threadsMeasured(), threads) == 0)
    return Error{"the primitives were not measured with " + numberOf(threads, "thread"), "",
                 "measure them: tare calibrate --primitives --threads " + std::to_string(threads)};
  CostReader reader(primitives, threads);
  OperationCosts costs;
  costs.threads = threads;
  using Place = CostReader::Place;
  costs.streams = reader.throughput("", Place::Usual);
  costs.scalar_streams = reader.throughput("scalar_", Place::Usual);
  costs.streams_badly_placed = reader.throughput("", Place::Slowest);
  costs.scalar_streams_badly_placed = reader.throughput("scalar_", Place::Slowest);
  costs.chained_add = reader.waited("sum");
  costs.chained_multiply = reader.waited("product");
  costs.chained_multiply_add = reader.waited("dot");
  costs.chained_compare = reader.waited("maximum");
  costs.kept_in_memory = std::max(0.0, reader.waited("memory_sum") - costs.chained_add);
  costs.passed_in_memory = std::max(0.0, reader.waited("prefix_sum") - costs.chained_add);
  costs.divide = reader.time("divide"), costs.root = reader.time("root");
  costs.scalar_divide = reader.time("scalar_divide"),
  costs.scalar_root = reader.time("scalar_root");
  costs.integer_divide = reader.time("integer_divide");
  costs.integer = reader.time("integer_sum");
  costs.indirect_update = reader.time("scatter");
  for (auto [function, loop] : library)
    costs.calls[function] = reader.time(loop);
  reader.readShortLoops(costs);
  for (int64_t bytes : primitives.sizes())
    costs.levels.push_back(reader.readLevel(bytes));
  if (!reader.missing().empty())
    return Error{"the primitives lack the loop '" + reader.missing() + "'", "",
                 "measure them again: tare calibrate --primitives --again"};
  return costs;
}

} // namespace tare
