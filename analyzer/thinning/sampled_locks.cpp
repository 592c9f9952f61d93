// SPDX-License-Identifier: Apache-2.0
#include "analyzer/thinning/sampled_locks.h"

#include "instrumenter/nodes/sampled.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare {

namespace {

/// A section on one thread.
struct Section {
  uint32_t node = 0;
  double factor = 1;            // acquisitions for each one with probes
  std::vector<uint32_t> around; // constructs around it in the text, the nearest first
};

/// A wait for the section, or the time in it.
bool isOf(const Section &section, const SpentTime &record) {
  return record.node == section.node && (record.kind == Spent::Wait || record.kind == Spent::Body);
}

class ThreadExpander {
public:
  ThreadExpander(const Profile &profile, ProfileThread &thread)
      : profile_(profile), thread_(thread) {}

  void expand() {
    findSections();
    if (sections_.empty())
      return;
    for (Segment &segment : thread_.log)
      for (const Section &section : sections_)
        for (SpentList *records : {&segment.spent, &segment.in_wait})
          expandIn(*records, section);
    for (const Section &section : sections_) {
      expandCells(section);
      expandCounts(section);
    }
  }

private:
  void findSections() {
    for (const ProfileModule &module : profile_.modules)
      for (size_t i = 0; i < module.tree.nodes.size(); ++i) {
        const Node &node = module.tree.nodes[i];
        auto index = static_cast<uint32_t>(module.first_node + i);
        if (!samplesAcquisitions(node) || index >= thread_.nodes.size())
          continue;
        const ProfileCell &held = thread_.nodes[index].cells[Spent::Body];
        if (held.entries == 0 || held.units <= held.entries)
          continue;
        Section section{
            index, static_cast<double>(held.units) / static_cast<double>(held.entries), {}};
        for (int at = node.parent; at >= 0; at = module.tree.nodes[static_cast<size_t>(at)].parent)
          section.around.push_back(module.first_node + static_cast<uint32_t>(at));
        sections_.push_back(std::move(section));
      }
  }

  /// The record that has the time of acquisitions without probes; null: none has.
  static SpentTime *aroundIn(SpentList &records, const Section &section) {
    for (uint32_t node : section.around)
      for (SpentTime &record : records)
        if (record.node == node && record.kind == Spent::Body && record.ticks > 0)
          return &record;
    return nullptr;
  }

  void expandIn(SpentList &records, const Section &section) {
    SpentTime *around = aroundIn(records, section);
    Ticks sampled = 0;
    for (const SpentTime &record : records)
      if (isOf(section, record))
        sampled += record.ticks;
    if (!around || sampled <= 0)
      return;
    double wanted = (section.factor - 1) * static_cast<double>(sampled);
    double more =
        std::min(wanted, static_cast<double>(around->ticks)) / static_cast<double>(sampled);
    for (SpentTime &record : records)
      if (isOf(section, record)) {
        Ticks moved =
            std::min<Ticks>(std::llround(more * static_cast<double>(record.ticks)), around->ticks);
        record.ticks += moved;
        around->ticks -= moved;
        moved_[{section.node, record.kind}][around->node] += moved;
        logged_[{section.node, record.kind}] += record.ticks - moved;
      }
  }

  /// As the log: of a log that has not all segments, in proportion.
  void expandCells(const Section &section) {
    ProfileNode &own = thread_.nodes[section.node];
    for (Spent kind : {Spent::Wait, Spent::Body}) {
      ProfileCell &cell = own.cells[kind];
      Ticks logged = logged_[{section.node, kind}], then = cell.ticks;
      if (logged <= 0 || then <= 0)
        continue;
      for (auto [node, moved] : moved_[{section.node, kind}]) {
        double all =
            static_cast<double>(moved) * static_cast<double>(then) / static_cast<double>(logged);
        moveInCells(section, node, cell, logged == then ? moved : std::llround(all));
      }
    }
    // Sampled acquisitions tell how many had to wait.
    own.cells[Spent::Wait].units = static_cast<uint64_t>(
        std::llround(section.factor * static_cast<double>(own.cells[Spent::Wait].units)));
  }

  /// All acquisitions, not only those with probes. Of a complete log the records add up to that.
  void expandCounts(const Section &section) {
    ProfileNode &own = thread_.nodes[section.node];
    for (Spent kind : {Spent::Wait, Spent::Body}) {
      double sampled = 0, given = 0;
      for (Segment &segment : thread_.log)
        for (SpentList *records : {&segment.spent, &segment.in_wait})
          for (SpentTime &record : *records)
            if (record.node == section.node && record.kind == kind) {
              sampled += record.entries;
              double more = std::round(sampled * section.factor) - given;
              given += more;
              record.entries = static_cast<uint16_t>(std::min<double>(more, SpentTime::most));
            }
      own.cells[kind].entries = static_cast<uint64_t>(
          std::llround(section.factor * static_cast<double>(own.cells[kind].entries)));
    }
  }

  /// From `first`, as in the log; what that has not comes from the others around.
  void moveInCells(const Section &section, uint32_t first, ProfileCell &cell, Ticks more) {
    std::vector<uint32_t> order = {first};
    order.insert(order.end(), section.around.begin(), section.around.end());
    for (uint32_t node : order) {
      ProfileCell &around = thread_.nodes[node].cells[Spent::Body];
      Ticks moved = std::min(more, around.ticks);
      around.ticks -= moved;
      cell.ticks += moved;
      more -= moved;
    }
  }

  const Profile &profile_;
  ProfileThread &thread_;
  std::vector<Section> sections_;
  /// By section and kind: what its records had, and what more they got, from which construct.
  std::map<std::pair<uint32_t, Spent>, Ticks> logged_;
  std::map<std::pair<uint32_t, Spent>, std::map<uint32_t, Ticks>> moved_;
};

} // namespace

bool samplesLocks(const Profile &profile) {
  for (const ProfileThread &thread : profile.threads)
    for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
      const ProfileCell &held = thread.nodes[index].cells[Spent::Body];
      if (const Node *node = held.units > held.entries ? profile.node(index) : nullptr)
        if (samplesAcquisitions(*node))
          return true;
    }
  return false;
}

void expandSampledLocks(Profile &profile) {
  if (!samplesLocks(profile))
    return;
  for (ProfileThread &thread : profile.threads)
    ThreadExpander(profile, thread).expand();
}

} // namespace tare
