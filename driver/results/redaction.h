// SPDX-License-Identifier: Apache-2.0
// What `--redact` takes out of results that are handed on: arguments of programs, values of macros,
// and the names of the machine and of its users. Placeholders in brackets show where they were.
#pragma once

#include "driver/results/results.h"

#include <set>
#include <string>
#include <vector>

namespace tare {

inline constexpr const char *host_placeholder = "[host]";

class Redaction {
public:
  /// The names of this machine and of whoever runs Tare on it; and `host`, where results are of
  /// another one.
  explicit Redaction(const std::string &host = {});

  /// The names of the programs in a command, each argument as "[argument]", and of variables that
  /// it sets the names. sentence() knows the arguments from then on.
  std::vector<std::string> command(const std::vector<std::string> &words);
  std::string command(const std::string &text);
  /// A command of a compiler: -DNAME=[value].
  std::string compile(const std::string &text) const;

  /// Names in paths, anywhere in a text; JSON stays JSON. Placeholders are left as they are.
  std::string names(const std::string &text) const;
  /// The same, and values of macros.
  std::string text(const std::string &text) const;
  /// The same of a sentence that may quote a command.
  std::string sentence(const std::string &text) const;

private:
  std::string hideArgument(const std::string &word, size_t name);
  std::string shownName(const std::string &name, const std::string &before) const;

  std::set<std::string> hosts_, users_, arguments_;
};

/// A manifest whose texts are redacted; the paths of its runs' profiles are left.
Manifest redacted(Manifest manifest);

} // namespace tare
