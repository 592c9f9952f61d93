// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/scenario.h"

#include "base/quantity.h"

#include <cmath>

namespace tare {

namespace {

/// 8, 2.5, 10000.
std::string factorText(double factor) {
  bool is_whole = factor == std::floor(factor) && factor <= 1e6;
  return is_whole ? std::to_string(static_cast<long>(factor)) : ratioText(factor);
}

std::string timesText(double factor) {
  return std::isinf(factor) ? "infinitely" : factorText(factor) + " times";
}

std::string coresText(double cores) {
  return ratioText(cores) + (cores == 1 ? " core" : " cores");
}

} // namespace

std::string ConstructChange::text() const {
  switch (kind) {
  case Kind::Faster:
    return std::isinf(factor) ? place + " for free" : place + " " + timesText(factor) + " as fast";
  case Kind::Balanced:
    return place + " balanced";
  case Kind::NoBarrier:
    return place + " without its barrier (nowait)";
  case Kind::NoLock:
    return place + " without its lock";
  case Kind::SplitLock:
    return place + " with " + factorText(factor) + " locks in place of one";
  case Kind::ShorterLock:
    return place + " with its lock held " + timesText(factor) + " shorter";
  case Kind::Parallel:
    return place + " parallelised";
  case Kind::Schedule:
    return place + " with schedule(" + schedule.text() + ")";
  case Kind::BiggerTasks:
    return place + " with tasks " + timesText(factor) + " as large";
  case Kind::OneRegion:
    return place + " in one region";
  case Kind::Cutoff:
    return place + " with tasks at most " + factorText(factor) + " deep";
  }
  return place;
}

std::string ConstructChange::assumption() const {
  switch (kind) {
  case Kind::NoBarrier:
    return "no thread needs what another computes before the barrier of " + place;
  case Kind::NoLock:
    return "the threads need no lock at " + place;
  case Kind::SplitLock:
    return "each acquisition at " + place + " needs one of the locks, and they are used evenly";
  case Kind::ShorterLock:
    return "the rest of what is done under the lock at " + place + " needs no lock";
  case Kind::Parallel:
    return place + " can be divided among threads without further overhead";
  case Kind::OneRegion:
    return "what is between two executions of " + place + " can be done by one thread of the region";
  default:
    return "";
  }
}

std::string Scenario::text() const {
  std::string text;
  auto add = [&](const std::string &part) { text += (text.empty() ? "" : ", ") + part; };
  if (threads > 0)
    add(std::to_string(threads) + (threads == 1 ? " thread" : " threads") +
        (cores > 0 ? " on " + coresText(cores) : ""));
  else if (cores > 0)
    add("on " + coresText(cores));
  if (pinned)
    add("threads pinned to cores (OMP_PLACES=cores)");
  if (waiting != Waiting::AsMeasured)
    add(std::string("OMP_WAIT_POLICY=") + (waiting == Waiting::Active ? "active" : "passive"));
  for (const ConstructChange &change : changes)
    add(change.text());
  return text;
}

} // namespace tare
