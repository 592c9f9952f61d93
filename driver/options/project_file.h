// SPDX-License-Identifier: Apache-2.0
// tare.toml: what a project's measurements and gates have in common, for laptops and CI alike.
//
//   tare.toml, a verb's arguments -> [project file] -> arguments that the command line lacks
//
// A clone must not run or upload anything, so the file holds neither commands nor places.
#pragma once

#include "base/result.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

struct ProjectFile {
  std::string path; // empty: there is none
  /// Table ("measure", "diff") -> option without dashes -> its values; a flag has none.
  std::map<std::string, std::map<std::string, std::vector<std::string>>> options;
  std::vector<std::string> arguments; // of the measured program
  std::map<std::string, int> lines;   // of options, as "--repeat"
};

/// tare.toml of `folder`, or of the nearest folder above it up to the one that holds .git; without
/// .git of `folder` alone. Error: it cannot be read, or holds something else, with its line.
Result<ProjectFile> projectFileOf(const std::string &folder);
Result<ProjectFile> readProjectFile(const std::string &path);

/// What of the file the verb's command line does not say, nor contradicts: words to append.
/// `known`: the verb's options, as "--threads".
std::vector<std::string> wordsFor(const ProjectFile &file, const std::string &verb,
                                  const std::vector<std::string> &arguments,
                                  const std::vector<std::string> &known);

struct ProjectWords {
  std::vector<std::string> argv;
  std::string path, added;          // the file, and what it added; empty: nothing
  std::map<std::string, int> lines; // of the options that it added, as "--repeat"
};

/// "tare.toml:4" of the first option of the file that `message` speaks of; empty: of none.
std::string placeOfOption(const ProjectWords &words, const std::string &message);

/// Whether TARE_PROJECT_FILE switches the file off. Error: it is neither of on and off.
Result<bool> isProjectFileOff(const std::string &value);

/// argv with what the project's file adds for verbs that measure or compare.
Result<ProjectWords> withProjectFile(std::vector<std::string> argv, const std::string &folder);

} // namespace tare
