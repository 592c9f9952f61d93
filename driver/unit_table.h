// SPDX-License-Identifier: Apache-2.0
// The node table that `tare cc` would put into the object of one source, without compiling it.
#pragma once

#include "base/result.h"
#include "instrumenter/nodes/node.h"
#include "instrumenter/wrapper/compiler_kind.h"

#include <string>
#include <vector>

namespace tare {

/// How a unit is read, and what only its run tells.
struct UnitReading {
  std::vector<std::string> compiler; // words in front of the options
  std::vector<std::string> options;  // without -fopenmp
  bool openmp = true;                // is read with it
  std::string source;                // as it is given to the compiler
  std::string folder;                // the compiler runs there
  std::string root;                  // names of files are relative to it
  CompilerKind kind = CompilerKind::unknown;

  bool of_serial_program = false;
  std::vector<NodeTree> parallel; // tables of the OpenMP program, if that has other sources
  std::string plan;               // file with constructs that got no probes; empty: none
  std::string fallback;           // why the unit could not be measured; empty: it was
};

/// `place`: an empty folder for texts on the way. What the compiler says goes to stderr. Error: the
/// source cannot be read so.
Result<NodeTree> tableOfUnit(const UnitReading &unit, const std::string &place);

} // namespace tare
