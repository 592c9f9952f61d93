// SPDX-License-Identifier: Apache-2.0
// Regions whose segments are shorter, and where in the run they lie.
#include "analyzer/perturbation/timeline.h"

#include <algorithm>

namespace tare {

void Timeline::finish(size_t number) {
  Instance &instance = instances_[number];
  RegionShrink &region = regions_[{instance.thread, instance.node}];
  if (instance.logged > 0)
    instance.factor =
        static_cast<double>(instance.logged_now) / static_cast<double>(instance.logged);
  for (const Ref &ref : instance.refs) {
    Ticks end = instance.join ? lifeEnd(at(ref)) : std::max(endOf(at(ref)), at(ref).leave);
    if (!instance.join || &ref == instance.join)
      instance.shrunk = std::max(instance.shrunk, end + scaled(ref.lacking, instance.factor));
  }
  Ticks less = instance.end - instance.fork - instance.shrunk;
  Ticks p = profile_.threads_asked, n = at(instance.refs.front()).team_size;
  region.measured += instance.end - instance.fork;
  region.approximated += instance.shrunk;
  region.span += less;
  region.area += n * less;
  region.missing += instance.nested ? 0 : std::max<Ticks>(p - n, 0) * less;
  region.surplus += (instance.nested ? n - 1 : std::max<Ticks>(n - p, 0)) * less;
  ++(instance.nested ? region.nested : region.outermost);
  if (!instance.nested) {
    shorter_ += less;
    outermost_ += instance.shrunk;
  }
}

// Where its relative times are at, behind so much that the log lacks.
Ticks Timeline::beginBehind(const Instance &instance, Ticks lacking) {
  return instance.begin + scaled(lacking, instance.factor);
}

void Timeline::place(double serial_factor) {
  Ticks then = 0, now = 0;
  for (Instance &instance : instances_) {
    if (instance.nested) {
      if (instance.outer >= 0)
        instance.begin = std::max<Ticks>(
            instance.begin +
                beginBehind(instances_[static_cast<size_t>(instance.outer)], instance.lacking),
            1);
      else // of a region that the log lacks
        instance.begin = now + scaled(std::max<Ticks>(instance.fork - then, 0), serial_factor);
    } else {
      instance.begin = now + scaled(std::max<Ticks>(instance.fork - then, 0), serial_factor);
      instance.begin = std::max(instance.begin, std::min<Ticks>(instance.fork, 1)); // 0 is never
      then = instance.end;
      now = instance.begin + instance.shrunk;
    }
    move(instance);
  }
}

void Timeline::move(const Instance &instance) {
  for (const Ref &ref : instance.refs) {
    Segment &s = at(ref);
    Ticks by = beginBehind(instance, ref.lacking);
    s.open += by;
    s.arrive += by;
    s.leave = s.leave == never ? 0 : s.leave + by;
    if (s.in_wait.empty())
      continue;
    s.first_task += by;
    s.last_task += by;
  }
}

} // namespace tare
