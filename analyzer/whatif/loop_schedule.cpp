// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/loop_schedule.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

namespace tare {

namespace {

constexpr std::pair<LoopSchedule::Kind, std::string_view> kinds[] = {
    {LoopSchedule::Kind::Static, "static"},
    {LoopSchedule::Kind::Dynamic, "dynamic"},
    {LoopSchedule::Kind::Guided, "guided"}};

std::optional<LoopSchedule::Kind> kindOf(std::string_view name) {
  for (const auto &[kind, known] : kinds)
    if (name == known)
      return kind;
  return std::nullopt;
}

/// Chunks that are simulated one by one.
constexpr double most_chunks = 4096;

/// A team at a loop: who is free takes the next chunk.
class Dispatcher {
public:
  Dispatcher(double iterations, const CostCurve &curve, double work, size_t threads,
             const std::vector<double> &begins, double dispatch)
      : iterations_(iterations), curve_(curve), work_(work), dispatch_(dispatch) {
    shares_.time.assign(threads, 0);
    shares_.iterations.assign(threads, 0);
    shares_.chunks.assign(threads, 0);
    for (size_t thread = 0; thread < threads; ++thread)
      free_.push({begins.empty() ? 0 : begins[thread], thread});
  }

  void give(size_t thread, double from, double to, double chunks) {
    shares_.time[thread] += cost(from, to);
    shares_.iterations[thread] += to - from;
    shares_.chunks[thread] += chunks;
  }

  /// To the thread that is free first; of several to the lowest.
  void giveNext(double from, double to, double chunks) {
    auto [at, thread] = free_.top();
    free_.pop();
    give(thread, from, to, chunks);
    free_.push({at + cost(from, to) + chunks * dispatch_, thread});
  }

  LoopShares take() { return std::move(shares_); }

private:
  double cost(double from, double to) const {
    return work_ * curve_.between(from / iterations_, to / iterations_);
  }

  using Free = std::pair<double, size_t>;
  double iterations_;
  const CostCurve &curve_;
  double work_, dispatch_;
  LoopShares shares_;
  std::priority_queue<Free, std::vector<Free>, std::greater<>> free_;
};

// The first iterations % threads threads have one more.
void shareBlocks(Dispatcher &team, double iterations, size_t threads) {
  double each = std::floor(iterations / static_cast<double>(threads));
  double more = iterations - each * static_cast<double>(threads), from = 0;
  for (size_t thread = 0; thread < threads; ++thread) {
    double to = from + each + (static_cast<double>(thread) < more ? 1 : 0);
    if (to > from)
      team.give(thread, from, to, 1);
    from = to;
  }
}

// As many chunks for each thread in turn. Of very many, the threads' parts of a stretch are alike.
void shareInTurn(Dispatcher &team, double iterations, size_t threads, double chunk) {
  double chunks = std::ceil(iterations / chunk);
  double rounds = std::ceil(chunks / static_cast<double>(threads));
  double together = std::max(1.0, std::ceil(rounds * static_cast<double>(threads) / most_chunks));
  auto n = static_cast<double>(threads);
  for (double round = 0; round < rounds; round += together) {
    double from = round * n * chunk, until = std::min(from + together * n * chunk, iterations);
    if (together == 1) {
      for (size_t thread = 0; thread < threads; ++thread) {
        double begin = from + static_cast<double>(thread) * chunk;
        if (begin < until)
          team.give(thread, begin, std::min(begin + chunk, until), 1);
      }
      continue;
    }
    double each = (until - from) / n;
    for (size_t thread = 0; thread < threads; ++thread) {
      double begin = from + static_cast<double>(thread) * each;
      team.give(thread, begin, begin + each, each / chunk);
    }
  }
}

void shareDynamic(Dispatcher &team, double iterations, double chunk) {
  double together = std::max(1.0, std::ceil(iterations / chunk / most_chunks));
  for (double from = 0; from < iterations; from += together * chunk) {
    double to = std::min(from + together * chunk, iterations);
    team.giveNext(from, to, std::ceil((to - from) / chunk));
  }
}

// libgomp and libomp: what is left, divided by the team, but never below the chunk.
void shareGuided(Dispatcher &team, double iterations, size_t threads, double chunk) {
  for (double from = 0; from < iterations;) {
    double size = std::max(std::ceil((iterations - from) / static_cast<double>(threads)), chunk);
    double to = std::min(from + size, iterations);
    team.giveNext(from, to, 1);
    from = to;
  }
}

} // namespace

std::string LoopSchedule::text() const {
  std::string text;
  for (const auto &[known, name] : kinds)
    if (kind == known)
      text = name;
  return chunk > 0 ? text + "," + std::to_string(chunk) : text;
}

std::optional<LoopSchedule> parseSchedule(std::string_view text) {
  size_t comma = text.find(',');
  std::optional<LoopSchedule::Kind> kind = kindOf(text.substr(0, comma));
  if (!kind)
    return std::nullopt;
  LoopSchedule schedule{*kind, 0};
  if (comma == std::string_view::npos)
    return schedule;
  std::string_view chunk = text.substr(comma + 1);
  while (!chunk.empty() && chunk.front() == ' ')
    chunk.remove_prefix(1);
  auto [end, error] = std::from_chars(chunk.data(), chunk.data() + chunk.size(), schedule.chunk);
  if (error != std::errc() || end != chunk.data() + chunk.size() || schedule.chunk < 1)
    return std::nullopt;
  return schedule;
}

std::optional<LoopSchedule> scheduleAsWritten(const Schedule &clause) {
  std::optional<LoopSchedule::Kind> kind =
      kindOf(clause.kind.empty() ? std::string_view("static") : clause.kind);
  if (!kind || (!clause.chunk.empty() && !(clause.value && *clause.value > 0)))
    return std::nullopt;
  return LoopSchedule{*kind, clause.chunk.empty() ? 0 : *clause.value};
}

LoopShares sharedOut(const LoopSchedule &schedule, double iterations, const CostCurve &curve,
                     double work, size_t threads, const std::vector<double> &begins,
                     double dispatch) {
  Dispatcher team(iterations, curve, work, threads, begins, dispatch);
  if (!(iterations > 0) || threads == 0)
    return team.take();
  auto chunk = static_cast<double>(schedule.leastChunk());
  switch (schedule.kind) {
  case LoopSchedule::Kind::Static:
    if (schedule.chunk > 0)
      shareInTurn(team, iterations, threads, chunk);
    else
      shareBlocks(team, iterations, threads);
    break;
  case LoopSchedule::Kind::Dynamic:
    shareDynamic(team, iterations, chunk);
    break;
  case LoopSchedule::Kind::Guided:
    shareGuided(team, iterations, threads, chunk);
    break;
  }
  return team.take();
}

} // namespace tare
