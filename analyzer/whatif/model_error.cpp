// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/model_error.h"

#include <algorithm>
#include <cmath>

namespace tare {

const char *questionName(Question question) {
  static constexpr const char *names[questions] = {"threads", "cores", "waiting", "schedule",
                                                   "work",    "locks", "barrier", "tasks"};
  return names[static_cast<size_t>(question)];
}

namespace {

Question questionOf(ConstructChange::Kind kind) {
  using Kind = ConstructChange::Kind;
  switch (kind) {
  case Kind::Schedule:
  case Kind::Balanced:
    return Question::Schedule;
  case Kind::NoBarrier:
  case Kind::OneRegion:
    return Question::Barrier;
  case Kind::NoLock:
  case Kind::SplitLock:
  case Kind::ShorterLock:
    return Question::Locks;
  case Kind::BiggerTasks:
  case Kind::Cutoff:
    return Question::Tasks;
  case Kind::Faster:
  case Kind::Parallel:
    break;
  }
  return Question::Work;
}

} // namespace

std::vector<Question> questionsIn(const Scenario &scenario) {
  std::vector<Question> asked;
  if (scenario.threads > 0)
    asked.push_back(Question::Threads);
  if (scenario.cores > 0 || scenario.pinned)
    asked.push_back(Question::Cores);
  if (scenario.waiting != Waiting::AsMeasured)
    asked.push_back(Question::Waiting);
  for (const ConstructChange &change : scenario.changes)
    if (Question kind = questionOf(change.kind); std::ranges::count(asked, kind) == 0)
      asked.push_back(kind);
  return asked;
}

ModelError errorOf(Question question) {
  switch (question) {
  case Question::Threads:
    return {0.06, 0};
  case Question::Cores:
    return {0.06, 0.1};
  case Question::Waiting:
    return {0.03, 0.2};
  case Question::Schedule:
    return {0.03, 0.1};
  case Question::Work:
    return {0.01, 0.05};
  case Question::Locks:
    return {0.02, 0.25};
  case Question::Barrier:
    return {0.01, 0.15};
  case Question::Tasks:
    return {0.02, 0.4};
  }
  return {};
}

double modelError(const Scenario &scenario, double predicted_s, double change_s) {
  double squares = 0;
  for (Question question : questionsIn(scenario)) {
    ModelError error = errorOf(question);
    squares += std::pow(error.of_time * predicted_s, 2) + std::pow(error.of_change * change_s, 2);
  }
  return std::sqrt(squares);
}

} // namespace tare
