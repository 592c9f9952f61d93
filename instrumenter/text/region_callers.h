// SPDX-License-Identifier: Apache-2.0
// Which functions of the user's may lead to a region, judged by the names in their text. Clang need
// not parse the bodies of the others. It then finds out which of these functions really do.
#pragma once

#include "instrumenter/text/pragma_list.h"
#include "instrumenter/text/user_files.h"

#include <string_view>
#include <vector>

namespace tare {

class RegionCallers {
public:
  /// Costs a pass of a lexer over the user's part of the text, if there is a region in it.
  RegionCallers(std::string_view text, const std::vector<UserPragma> &pragmas, UserFiles &files);

  /// For the function whose name stands at `name`: its body holds a region, or the name of a
  /// function that may lead to one.
  bool mayLeadToRegion(uint32_t name) const;

private:
  struct Body {
    Span span;
    bool leads = false;
  };
  std::vector<Body> bodies_; // outermost, in the order of the text
};

} // namespace tare
