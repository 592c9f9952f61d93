// SPDX-License-Identifier: Apache-2.0
#include "analyzer/advice/chunks.h"

#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// Iterations are estimated from samples: so much of a chunk, or of an iteration, is none.
constexpr double inexact = 0.05;

double roundedUp(double count) { return std::ceil(count - inexact); }

/// Iterations of a chunk, as the clause says it; 0: not known.
double chunkIn(const Schedule &schedule, double each) {
  if (!schedule.chunk.empty())
    return static_cast<double>(schedule.value.value_or(0));
  bool is_static = schedule.kind.empty() || schedule.kind == "static";
  if (is_static)
    return roundedUp(each);
  return schedule.kind == "dynamic" || schedule.kind == "guided" ? 1 : 0;
}

} // namespace

/// Chunks go round the threads. The last one is shorter, and the first thread has it if it is alone
/// in the last round.
double Chunks::most() const {
  double rounds = std::ceil(count / threads);
  bool is_last_alone = count - (rounds - 1) * threads <= 1;
  return is_last_alone ? std::max((rounds - 1) * chunk, iterations - (count - rounds) * chunk)
                       : rounds * chunk;
}

double Chunks::imbalance() const {
  return most() > 0 ? std::max(0.0, 1 - iterations / threads / most()) : 0;
}

double iterationsOfThread(const Situation &s) {
  if (!s.construct)
    return 0;
  double iterations = s.construct->iterations_counted;
  if (!(iterations > 0))
    for (const IterationBin &bin : s.construct->iterations)
      iterations += bin.iterations;
  return s.construct->instances > 0 ? iterations / s.construct->instances / s.table.threads : 0;
}

std::optional<Chunks> chunksOf(const Situation &s) {
  Chunks chunks;
  double each = iterationsOfThread(s);
  if (!isKind(s, "for") || !(each > 0))
    return std::nullopt;
  chunks.threads = std::max(s.table.threads, 1);
  chunks.iterations = each * chunks.threads;
  chunks.chunk = chunkIn(scheduleIn(s), each);
  if (!(chunks.chunk > 0))
    return std::nullopt;
  chunks.count = std::max(roundedUp(chunks.iterations / chunks.chunk), 1.0);
  return chunks;
}

double executionTime(const Situation &s) {
  return s.shape ? iterationsOfThread(s) * s.shape->mean_s : 0;
}

std::string chunkText(const Situation &s) {
  constexpr double worthwhile_s = 50e-6, several = 4;
  double chunk = s.shape && s.shape->mean_s > 0 ? std::ceil(worthwhile_s / s.shape->mean_s) : 0;
  if (double each = iterationsOfThread(s); each > 0)
    chunk = std::min(chunk > 0 ? chunk : each, std::max(std::floor(each / several), 1.0));
  return chunk >= 1 && chunk < 1e6 ? std::to_string(static_cast<int>(chunk)) : "chunk";
}

std::string chunksText(const Chunks &chunks) {
  std::string loop = "The loop has " + countText(std::round(chunks.iterations)) + " iterations";
  if (chunks.count <= 1 && chunks.chunk > chunks.iterations)
    return "A chunk of " + countText(chunks.chunk) +
           " iterations is larger than the loop, which has " +
           countText(std::round(chunks.iterations)) + ": one thread has them all.";
  return loop + ", and chunks of " + countText(chunks.chunk) + " make " + countText(chunks.count) +
         " of it for " + std::to_string(chunks.threads) + " threads.";
}

} // namespace tare
