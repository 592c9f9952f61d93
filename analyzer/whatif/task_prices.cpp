// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/task_prices.h"

#include <algorithm>
#include <unordered_map>

namespace tare {

namespace {

const TaskNodePolicy as_it_is;

} // namespace

const TaskNodePolicy &TaskPolicy::at(uint32_t node) const {
  auto found = nodes.find(node);
  return found == nodes.end() ? others : found->second;
}

TaskPolicy TaskPolicy::libgomp(size_t threads) {
  TaskPolicy policy;
  policy.queues = Queues::One;
  policy.waits = Waits::Children;
  policy.most_queued = 64 * std::clamp<size_t>(threads, 1, 1 << 20);
  return policy;
}

TaskPolicy TaskPolicy::libomp() {
  TaskPolicy policy;
  policy.most_queued = 256;
  return policy;
}

TaskPrices::TaskPrices(const TaskGraph &graph, const TaskPolicy &policy) {
  policies_.reserve(graph.tasks().size());
  is_cut_.resize(graph.tasks().size());
  std::unordered_map<uint32_t, const TaskNodePolicy *> known;
  for (uint32_t task = 0; task < graph.tasks().size(); ++task) {
    if (graph.isRoot(task)) {
      policies_.push_back(&as_it_is);
      continue;
    }
    const GraphTask &of = graph.tasks()[task];
    const TaskNodePolicy *&here = known[of.node];
    if (!here)
      here = &policy.at(of.node);
    policies_.push_back(here);
    is_cut_[task] = is_cut_[of.parent] || of.depth >= here->cutoff;
  }
}

// A task behind those that it created: what they take from their own begins.
TaskBounds boundsOf(const TaskGraph &graph, const TaskPolicy &policy) {
  TaskPrices prices(graph, policy);
  TaskBounds bounds;
  size_t n = graph.tasks().size();
  std::vector<Ticks> own(n), tree(n); // until it ends, and until all that it created has
  for (size_t i = n; i-- > 0;) {
    auto task = static_cast<uint32_t>(i);
    const GraphTask &of = graph.tasks()[task];
    Ticks now = 0, children = 0, trees = 0;
    for (uint32_t s = of.first_step; s <= of.last_step; ++s) {
      const TaskStep &step = graph.steps()[s];
      Ticks work = prices.work(task, step);
      addWithin(bounds.work, work);
      addWithin(now, work);
      switch (step.kind) {
      case TaskStep::Kind::Create:
      case TaskStep::Kind::RunAtOnce: {
        Ticks create = prices.create(step.child), begin = 0;
        bool at_once = prices.runsAtOnce(step);
        Ticks fetch = at_once ? 0 : prices.fetch(step.child);
        addWithin(bounds.costs, create);
        addWithin(bounds.costs, fetch);
        addWithin(now, create);
        addWithin(begin, now);
        addWithin(begin, fetch);
        Ticks child = begin, all = begin;
        addWithin(child, own[step.child]);
        addWithin(all, tree[step.child]);
        children = std::max(children, child);
        trees = std::max(trees, all);
        if (at_once)
          now = child;
        break;
      }
      case TaskStep::Kind::WaitForChildren:
        now = std::max(now, children);
        break;
      case TaskStep::Kind::WaitForTrees:
        now = std::max(now, trees);
        break;
      case TaskStep::Kind::End:
        break;
      }
    }
    own[task] = now;
    tree[task] = std::max(now, trees);
    if (graph.isRoot(task))
      bounds.span = std::max(bounds.span, tree[task]);
  }
  return bounds;
}

} // namespace tare
