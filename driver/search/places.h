// SPDX-License-Identifier: Apache-2.0
// Where a search can look: the constructs and serial statements of a program, what lies inside
// what, also through calls, and what can only be measured together.
//
//   node tables -> [places] -> candidates
#pragma once

#include "instrumenter/nodes/node.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

inline bool makesTasks(NodeKind kind) {
  return kind == NodeKind::Task || kind == NodeKind::Taskloop;
}

struct Place {
  std::string id; // NodeId::text()
  NodeKind kind = NodeKind::Other;
  std::string file;
  int line = 0;
  std::string directive, function;
  /// It has probes, and may be left without them.
  bool can_ask = false;
  bool only_counted = false;  // its probes count executions, and tell no time
  bool serial = false;        // a statement of serial code
  std::string without_probes; // why it never has any, where that hides something
  std::vector<int> inside;    // places next inside, also in functions that it calls
  std::vector<int> around;    // the same the other way round
  /// Ids of loops in its code that are no places: nothing can be asked of them alone, and what a
  /// table has there is this place's.
  std::vector<std::string> parts;
  std::vector<int> together; // places that must have probes too for it to be measured
  /// Its inside is guessed: nothing known calls the function that it stands in.
  bool unknown_caller = false;

  bool isRegion() const { return kind == NodeKind::Parallel; }
};

struct Places {
  std::vector<Place> all;
  std::map<std::string, int> by_id;

  int count() const { return static_cast<int>(all.size()); }
  Place &operator[](int place) { return all[static_cast<size_t>(place)]; }
  const Place &operator[](int place) const { return all[static_cast<size_t>(place)]; }
  /// Numbers of the places for which `is` holds.
  template <class Is> std::vector<int> where(Is is) const {
    std::vector<int> found;
    for (int place = 0; place < count(); ++place)
      if (is(place))
        found.push_back(place);
    return found;
  }
  /// -1: there is none.
  int find(const std::string &id) const;
  /// "for at x.c:12", "call of setup at x.c:3": printable.
  std::string title(int place) const;
};

/// From the tables of the instrumented program with every probe in it. Copies of a construct in
/// several units are one place.
Places placesOf(const std::vector<NodeTree> &trees);

/// Whether a plan may name such a node.
bool canLeaveOut(const Node &node);

} // namespace tare
