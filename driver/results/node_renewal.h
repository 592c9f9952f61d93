// SPDX-License-Identifier: Apache-2.0
// Results read with node tables that are made anew from sources, as the paper has it: the analysis
// does not rely on what the instrumentation remembered. What only the run tells stays: which number
// a node had, which constructs a plan left without probes, which units could not be measured.
//
//   profile -> [node renewal: its tables against those of the sources] -> profile, notes
#pragma once

#include "analyzer/notes/note.h"
#include "analyzer/profile/profile.h"
#include "driver/results/experiment_of.h"
#include "instrumenter/nodes/renewal.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tare {

/// A unit as a profile has it.
struct RecordedUnit {
  const NodeTree &table;
  bool of_serial_program = false;
};

/// Makes tables of sources. The seam: tests put a fake in its place.
class TableMaker {
public:
  virtual ~TableMaker() = default;
  /// Called once, before the first unit. `manifest`: null for a profile without an experiment.
  virtual Result<void> begin(const Manifest *manifest, const Profile &profile) = 0;
  /// The tables that the unit may have now: several where the sources name several ways to compile
  /// it. None: its source is not there. `parallel`: the tables of the OpenMP program made so far.
  virtual Result<std::vector<NodeTree>> tablesOf(const RecordedUnit &unit,
                                                 const std::vector<NodeTree> &parallel) = 0;
  /// The folder that the sources' names are relative to; after begin().
  virtual std::string root() const = 0;
};

class NodeRenewal {
public:
  explicit NodeRenewal(TableMaker &maker) : maker_(maker) {}

  /// Reads a profile and gives it new tables. Each unit is made once, however many profiles it is
  /// in.
  Result<Profile> read(const Manifest *manifest, const std::string &path);

  std::string root() const { return maker_.root(); }
  /// Which constructs are not what was run, each kind of change in one note. None: all are.
  /// `changed_files`: sources with another text than when they were run.
  std::vector<Note> notes(const std::vector<std::string> &changed_files) const;
  /// "3 units, 14 constructs: all as they were run"
  std::string summary() const;

private:
  Result<void> renew(ProfileModule &module, bool of_serial_program);
  void record(const NodeTree &run, const NodeTree &now, const TableMatch &match,
              bool of_serial_program);

  TableMaker &maker_;
  bool has_begun_ = false;
  struct Renewed {
    std::optional<NodeTree> table; // nothing: its source is not there
  };
  std::map<uint64_t, Renewed> units_; // by the table that the profile has
  std::vector<NodeTree> parallel_;
  std::set<std::string> same_, changed_, gone_, added_; // ids of constructs
  struct Shown {
    std::string file;
    int line = 0;
    std::string text; // for people
    auto operator<=>(const Shown &) const = default;
  };
  static Shown shownAs(const Node &node);
  std::map<std::string, Shown> shown_;    // of these
  std::set<std::string> files_, missing_; // with changes; units without a source
  std::set<std::string> sources_;         // units, of whichever program
};

} // namespace tare
