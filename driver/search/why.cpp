// SPDX-License-Identifier: Apache-2.0
#include "driver/search/why.h"

#include "analyzer/ledger/categories.h"

#include <array>

namespace tare {
namespace {

/// A question: its name in JSON, its label for people, the categories of the ledger.
struct Meaning {
  std::string_view name, label;
  std::vector<std::string_view> categories;
};

const std::array<Meaning, why_count> &meanings() {
  using namespace category;
  static const std::array<Meaning, why_count> all = {{
      {"load_imbalance", "load imbalance", {load_imbalance}},
      {"partially_parallelised", "too little parallel work", {partially_parallelised}},
      {"replicated_work", "replicated work", {replicated_work}},
      {"locks", "waiting for locks", {locks}},
      {"barriers", "barriers", {barriers}},
      {"user_waits", "spinning on a flag", {user_waits}},
      {"scheduling", "loop scheduling", {user_scheduling}},
      {"tasks", "creating tasks, and idle although tasks were ready", {task_creation, runtime_scheduling}},
      {"fork_join", "fork and join", {fork_join}},
      {"unparallelised", "unparallelised code", {unparallelised}},
      {"work",
       "work inflation",
       {work_rate, data_access, additional_computation, instruction_level}},
  }};
  return all;
}

const Meaning &meaningOf(Why why) { return meanings()[static_cast<size_t>(why)]; }

} // namespace

std::string_view whyName(Why why) { return meaningOf(why).name; }
std::string_view whyLabel(Why why) { return meaningOf(why).label; }
const std::vector<std::string_view> &categoriesOf(Why why) { return meaningOf(why).categories; }

std::vector<Why> whysAt(NodeKind kind, bool serial) {
  if (serial)
    return {Why::Serial};
  switch (kind) {
  case NodeKind::Parallel:
    return {Why::Imbalance, Why::Partial, Why::Replicated, Why::Barriers, Why::ForkJoin, Why::Work};
  case NodeKind::For:
  case NodeKind::Sections:
    return {Why::Imbalance, Why::Partial, Why::Barriers, Why::Scheduling, Why::Work};
  case NodeKind::Single:
  case NodeKind::Master:
  case NodeKind::Masked:
    return {Why::Partial, Why::Barriers, Why::Work};
  case NodeKind::Critical:
  case NodeKind::Ordered:
    return {Why::Locks, Why::Work};
  case NodeKind::Lock:
    return {Why::Locks};
  case NodeKind::Barrier:
    return {Why::Imbalance, Why::Barriers};
  case NodeKind::Spin:
    return {Why::UserWaits};
  case NodeKind::Task:
  case NodeKind::Taskloop:
    return {Why::Tasks, Why::Work};
  case NodeKind::Taskwait:
  case NodeKind::Taskgroup:
  case NodeKind::Taskyield:
    return {Why::Partial, Why::Tasks};
  default:
    return {Why::Work};
  }
}

bool maySwallow(Why why) { return why == Why::Work || why == Why::Replicated; }

} // namespace tare
