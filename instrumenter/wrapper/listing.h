// SPDX-License-Identifier: Apache-2.0
// Units that are compiled without their text being read are named in what the command makes, so
// that tables know of them. A small object of ours, with a node table that holds the unit's name
// and the reason, is linked to the object of the compiler.
#pragma once

#include "base/process.h"
#include "instrumenter/wrapper/steps.h"
#include "instrumenter/wrapper/unread_units.h"

#include <string>

namespace tare {

class Listing {
public:
  /// Keeps its files in `folder`.
  Listing(Compilation compilation, Companions companions, ProcessRunner &processes,
          std::string folder);

  /// The path of an object that names the unit. Empty: it cannot be made.
  std::string objectFor(const UnreadUnit &unit);

  /// Adds such an object to the one that the compiler made. Whatever fails: that one stays as it
  /// is.
  void addTo(const UnreadUnit &unit);

private:
  bool run(const Words &argv);

  Compilation compilation_;
  Companions companions_;
  ProcessRunner &processes_;
  std::string folder_;
  int count_ = 0; // objects
};

} // namespace tare
