// SPDX-License-Identifier: Apache-2.0
// Names of macros that preprocessing replaced by numbers. A number in the text is a macro's where
// the macro's name stands on that line of the source, and the number does not.
#pragma once

#include "instrumenter/text/user_files.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

class MacroNames {
public:
  /// The text must hold the definitions (-dD); without them no macro is known.
  MacroNames(std::string_view text, UserFiles &files);

  bool empty() const { return by_body_.empty(); }
  /// The macro that a piece of the text, which begins at `offset`, came from. Empty: none is known.
  std::string macroOf(std::string_view piece, uint32_t offset);

private:
  const std::vector<std::string> &linesOf(const std::string &file);

  UserFiles &files_;
  std::map<std::string, std::string> bodies_;               // of each macro, as it is defined last
  std::map<std::string, std::vector<std::string>> by_body_; // expanded, without blanks
  std::map<std::string, std::vector<std::string>> read_;    // files
};

} // namespace tare
