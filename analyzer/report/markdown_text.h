// SPDX-License-Identifier: Apache-2.0
// Text that a forge shows as it is: nothing in it becomes markup, a mention, a reference or a link.
#pragma once

#include <string>
#include <string_view>

namespace tare {

/// For sentences and for cells of tables. Control characters are replaced first.
std::string markdownText(std::string_view text);

/// For places, directives and commands: a code span where that is safe in a table too, else
/// markdownText.
std::string markdownCode(std::string_view text);

} // namespace tare
