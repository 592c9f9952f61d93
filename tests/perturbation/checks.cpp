// SPDX-License-Identifier: Apache-2.0
#include "checks.h"
#include "tests/alone.h"

#include "analyzer/books/balance_run.h"
#include "analyzer/books/conservation.h"

#include <algorithm>
#include <map>
#include <vector>

namespace tare::test {

namespace {

/// A named figure of a profile.
struct Figure {
  std::string name;
  int64_t value;
};
using Figures = std::vector<Figure>;

class Listing {
public:
  Figures figures;

  void within(const std::string &place) { place_ = place; }
  void add(const std::string &name, int64_t value) {
    figures.push_back({place_ + " " + name, value});
  }

private:
  std::string place_;
};

std::string nodeName(const Profile &profile, uint32_t index) {
  const Node *node = profile.node(index);
  return std::to_string(index) + " (" + (node ? kindName(node->kind) : "?") + ")";
}

std::string segmentName(size_t thread, size_t index, const Segment &segment) {
  return "thread " + std::to_string(thread) + ", segment " + std::to_string(index) + " (region " +
         std::to_string(segment.region_node) + ", barrier " + std::to_string(segment.ordinal) +
         "):";
}

using Records = std::map<std::pair<uint32_t, Spent>, Ticks>;

// The order of records, and those of nothing, say nothing.
Records ticksOf(const SpentList &list) {
  Records sums;
  for (const SpentTime &record : list)
    if (record.ticks)
      sums[{record.node, record.kind}] += record.ticks;
  return sums;
}

void addCellTimes(const Profile &profile, Listing &out) {
  for (size_t t = 0; t < profile.threads.size(); ++t) {
    const ProfileThread &thread = profile.threads[t];
    for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
      const ProfileNode &node = thread.nodes[index];
      out.within("thread " + std::to_string(t) + ", node " + nodeName(profile, index));
      for (Spent kind : cell_kinds)
        out.add("kind " + std::to_string(int(kind)), node.cells[kind].ticks);
      out.add("area", node.area);
      out.add("span", node.span);
      out.add("inside", node.inside);
      out.add("missing", node.missing);
      out.add("surplus", node.surplus);
    }
    out.within("thread " + std::to_string(t));
    out.add("serial", thread.serial_ticks);
    out.add("probes", thread.probe_ticks);
  }
}

void addSegmentTimes(const Segment &segment, Listing &out) {
  out.add("length", segment.arrive - segment.open);
  out.add("wait", segment.leave ? segment.leave - segment.arrive : 0);
}

void addTimes(const Profile &profile, Listing &out) {
  addCellTimes(profile, out);
  for (size_t t = 0; t < profile.threads.size(); ++t)
    for (size_t i = 0; i < profile.threads[t].log.size(); ++i) {
      out.within(segmentName(t, i, profile.threads[t].log[i]));
      addSegmentTimes(profile.threads[t].log[i], out);
    }
  out.within("the run's");
  out.add("window", profile.window);
}

void addRecords(const std::string &name, const SpentList &list, Listing &out) {
  for (const SpentTime &record : list) {
    out.add(name + " node", record.node);
    out.add(name + " kind", int(record.kind));
    out.add(name + " ticks", record.ticks);
    out.add(name + " units", record.units);
    out.add(name + " entries", record.entries);
  }
}

void addSegment(const Segment &segment, Listing &out) {
  out.add("instance", int64_t(segment.instance));
  out.add("open", segment.open);
  out.add("arrive", segment.arrive);
  out.add("leave", segment.leave);
  out.add("run queue", int64_t(segment.runq_ns));
  out.add("region", segment.region_node);
  out.add("barrier", segment.barrier_node);
  out.add("ordinal", segment.ordinal);
  out.add("last", segment.is_last);
  out.add("master", segment.is_master);
  out.add("has run queue", segment.has_runq);
  out.add("team", segment.team_size);
  out.add("number", segment.thread_num);
  out.add("depth", segment.depth);
  out.add("path", segment.path);
  out.add("stands for", segment.stands_for);
  out.add("instances it stands for", segment.stands_for_count);
  out.add("first task", segment.first_task);
  out.add("last task", segment.last_task);
  addRecords("spent", segment.spent, out);
  addRecords("in the wait", segment.in_wait, out);
}

void addCounts(const Profile &profile, Listing &out) {
  for (size_t t = 0; t < profile.threads.size(); ++t) {
    const ProfileThread &thread = profile.threads[t];
    out.within("thread " + std::to_string(t));
    out.add("lives", thread.lives);
    out.add("initial", thread.initial);
    out.add("set-up", thread.serial_probe_ticks);
    out.add("run queue", int64_t(thread.runq_ns));
    out.add("serial run queue", int64_t(thread.serial_runq_ns));
    out.add("dropped", int64_t(thread.segments_dropped));
    out.add("samples", int64_t(thread.samples.size()));
    for (const ProfileNode &node : thread.nodes) {
      for (const ProfileCell &cell : node.cells) {
        out.add("entries", int64_t(cell.entries));
        out.add("units", int64_t(cell.units));
      }
      out.add("instances", int64_t(node.instances));
    }
  }
}

void addAll(const Profile &profile, Listing &out) {
  out.within("the run's");
  out.add("serial program", profile.of_serial_program);
  out.add("too deep", profile.too_deep);
  out.add("threads", profile.threads_asked);
  out.add("regions", int64_t(profile.regions));
  out.add("foreign regions", int64_t(profile.foreign_regions));
  out.add("complete log", profile.log_complete);
  out.add("cut", profile.cut_off);
  out.add("level", profile.level_regions + profile.level_nested + profile.level_barriers);
  out.add("budget", profile.budget_ppm);
  out.add("paths", int64_t(profile.paths.size()));
  out.add("modules", int64_t(profile.modules.size()));
  addTimes(profile, out);
  addCounts(profile, out);
  for (size_t t = 0; t < profile.threads.size(); ++t)
    for (size_t i = 0; i < profile.threads[t].log.size(); ++i) {
      out.within(segmentName(t, i, profile.threads[t].log[i]));
      addSegment(profile.threads[t].log[i], out);
    }
}

std::string compare(const Listing &is, const Listing &should_be) {
  size_t count = std::min(is.figures.size(), should_be.figures.size());
  for (size_t i = 0; i < count; ++i) {
    const Figure &a = is.figures[i], &b = should_be.figures[i];
    if (a.name != b.name)
      return a.name + " stands where " + b.name + " should";
    if (a.value != b.value)
      return a.name + " is " + std::to_string(a.value) + ", not " + std::to_string(b.value);
  }
  return is.figures.size() == should_be.figures.size() ? "" : "other events";
}

std::string recordsDiffer(const SpentList &is, const SpentList &should_be) {
  Records a = ticksOf(is), b = ticksOf(should_be);
  for (const auto &[key, ticks] : b)
    a[key] -= ticks;
  for (const auto &[key, ticks] : a)
    if (ticks != 0)
      return "spent " + std::to_string(ticks) + " too much on kind " +
             std::to_string(int(key.second)) + " of node " + std::to_string(key.first);
  return "";
}

struct Point { // one common point of a team
  Ticks last_arrival = 0, first_leave = INT64_MAX, fork = INT64_MAX, last_fork = 0;
};

/// One thread's log by itself.
class ThreadOrder {
public:
  explicit ThreadOrder(bool is_complete) : is_complete_(is_complete) {}

  std::string check(const std::vector<Segment> &log) {
    for (const Segment &segment : log) {
      std::string wrong = inItself(segment);
      if (wrong.empty())
        wrong = afterTheLast(segment);
      if (wrong.empty())
        wrong = aroundNested(segment);
      if (!wrong.empty())
        return wrong;
    }
    return "";
  }

private:
  static std::string inItself(const Segment &s) {
    if (s.open > s.arrive)
      return "arrives before it begins";
    if (s.leave && s.leave < s.arrive)
      return "leaves before it arrives";
    if (s.in_wait.empty())
      return "";
    if (s.first_task < s.arrive || s.last_task < s.first_task)
      return "tasks before they begin";
    return s.leave && s.leave < s.last_task ? "leaves in a task" : "";
  }

  // Barriers that the log lacks may lie between.
  std::string afterTheLast(const Segment &s) {
    auto [last, is_new] = left_.insert({s.instance, {s.ordinal, s.leave}});
    if (is_new)
      return "";
    bool follows = last->second.first + 1 == s.ordinal;
    Ticks left = last->second.second;
    last->second = {s.ordinal, s.leave};
    if (follows ? s.open != left : s.open < left)
      return "begins at " + std::to_string(s.open) + ", not when the one before left at " +
             std::to_string(left);
    return "";
  }

  // Sentences about regions stand before that of the segment that they lie in; a part of a log may
  // lack that one.
  std::string aroundNested(const Segment &s) {
    if (!is_complete_)
      return "";
    std::string wrong;
    Ticks before = s.open;
    auto inner = [&](const Segment &other) { return other.depth > s.depth; };
    for (const Segment &other : nested_)
      if (inner(other) && other.depth == s.depth + 1) {
        if (other.open < before || std::max(other.arrive, other.leave) > s.arrive)
          wrong = "has a nested region outside of it";
        before = std::max(other.arrive, other.leave);
      }
    std::erase_if(nested_, inner);
    if (s.depth > 0 && (s.is_master))
      nested_.push_back(s);
    return wrong;
  }

  bool is_complete_;
  std::map<uint64_t, std::pair<uint32_t, Ticks>> left_;
  std::vector<Segment> nested_; // whose outer segment is still to come
};

std::string teamsUnordered(const Profile &profile) {
  std::map<std::pair<uint64_t, uint32_t>, Point> points;
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &s : thread.log) {
      Point &point = points[{s.instance, s.ordinal}];
      point.last_arrival = std::max({point.last_arrival, s.arrive, s.last_task});
      point.first_leave = std::min(point.first_leave, s.leave ? s.leave : INT64_MAX);
      point.fork = std::min(point.fork, s.open);
      point.last_fork = std::max(point.last_fork, s.open);
    }
  for (const auto &[key, point] : points) {
    std::string name =
        "barrier " + std::to_string(key.second) + " of instance " + std::to_string(key.first);
    if (point.first_leave < point.last_arrival)
      return name + " is left before the last arrives";
    if (key.second == 0 && point.fork != point.last_fork)
      return name + ": threads were forked at different times";
  }
  return "";
}

std::string outermostUnordered(const Profile &profile) {
  std::map<uint64_t, std::pair<Ticks, Ticks>> spans; // by instance
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &s : thread.log)
      if (s.depth == 0 && (s.is_master)) {
        auto &[fork, join] = spans.insert({s.instance, {s.open, 0}}).first->second;
        fork = std::min(fork, s.open);
        join = std::max({join, s.arrive, s.leave});
      }
  Ticks now = 0;
  for (const auto &[instance, span] : spans) {
    if (span.first < now)
      return "instance " + std::to_string(instance) + " begins at " + std::to_string(span.first) +
             " inside of the one before, that ends at " + std::to_string(now);
    now = span.second;
  }
  return now > profile.window ? "a region ends behind the window" : "";
}

} // namespace

std::string difference(const Profile &is, const Profile &should_be) {
  Listing a, b;
  addAll(is, a);
  addAll(should_be, b);
  return compare(a, b);
}

std::string timesDiffer(const Profile &is, const Profile &should_be) {
  Listing a, b;
  addTimes(is, a);
  addTimes(should_be, b);
  if (std::string wrong = compare(a, b); !wrong.empty())
    return wrong;
  for (size_t t = 0; t < is.threads.size(); ++t)
    for (size_t i = 0; i < is.threads[t].log.size(); ++i) {
      const Segment &s = is.threads[t].log[i], &should = should_be.threads[t].log[i];
      std::string wrong = recordsDiffer(s.spent, should.spent);
      if (wrong.empty())
        wrong = recordsDiffer(s.in_wait, should.in_wait);
      if (!wrong.empty())
        return segmentName(t, i, s) + " " + wrong;
    }
  return "";
}

std::string negative(const Profile &profile) {
  Listing times;
  addTimes(profile, times);
  for (const Figure &figure : times.figures)
    if (figure.value < 0)
      return figure.name + " is " + std::to_string(figure.value);
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log)
      for (const SpentList *list : {&segment.spent, &segment.in_wait})
        for (const SpentTime &record : *list)
          if (record.ticks < 0)
            return "a record of node " + nodeName(profile, record.node) + " is " +
                   std::to_string(record.ticks);
  return "";
}

std::string unordered(const Profile &profile) {
  for (size_t t = 0; t < profile.threads.size(); ++t)
    if (std::string wrong = ThreadOrder(profile.log_complete).check(profile.threads[t].log);
        !wrong.empty())
      return "thread " + std::to_string(t) + ": " + wrong;
  if (std::string wrong = teamsUnordered(profile); !wrong.empty())
    return wrong;
  return outermostUnordered(profile);
}

std::string otherEvents(const Profile &is, const Profile &should_be) {
  if (is.threads.size() != should_be.threads.size())
    return "other threads";
  for (size_t t = 0; t < is.threads.size(); ++t) {
    const std::vector<Segment> &a = is.threads[t].log, &b = should_be.threads[t].log;
    bool same =
        std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Segment &x, const Segment &y) {
          return x.instance == y.instance && x.ordinal == y.ordinal && x.is_last == y.is_last &&
                 x.is_master == y.is_master && x.has_runq == y.has_runq;
        });
    if (!same)
      return "thread " + std::to_string(t) + " has other events";
  }
  return "";
}

std::string unsound(const Profile &profile) {
  if (Result<void> holds = checkConservation(profile); !holds.ok())
    return holds.error().text();
  KeyTable table;
  std::vector<int> keys = table.add(profile);
  Result<BalancedRun> run = balanceRun(profile, int(profile.threads_asked), table, keys);
  return run.ok() ? "" : run.error().text();
}

} // namespace tare::test
