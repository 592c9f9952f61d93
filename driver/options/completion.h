// SPDX-License-Identifier: Apache-2.0
// What shells complete behind `tare`: made of the parsers' own options, so that both agree.
//
//   parsers -> [verb words] -> a script for bash, zsh or fish
#pragma once

#include <string>
#include <vector>

namespace tare {

struct OptionWords {
  std::string name;                // "--format"
  std::string value;               // what its value is called; empty: it takes none
  std::vector<std::string> values; // all that it takes; empty: any
  std::string what;                // one line
};

struct VerbWords {
  std::string name, what;
  std::vector<std::string> first; // words that may follow at once: actions; empty: files
  std::vector<OptionWords> options;
};

/// The script that `shell` reads. Nothing: no such shell is known.
std::string completionScript(const std::string &shell, const std::vector<VerbWords> &verbs);

} // namespace tare
