// SPDX-License-Identifier: Apache-2.0
// Builds that ask `which $(CC)` get a line for each word of CC="tare cc gcc". Those who write the
// answer into a header get one that no compiler reads.
#pragma once

#include "instrumenter/wrapper/compile_command.h"

#include <string>
#include <string_view>

namespace tare {

/// Has a text a line that ends in the path of `tare`, and then one with the path of another
/// program?
bool listsPathsOfWords(std::string_view text);

/// The first source of the command, or header that it names in quotes or from the command's own
/// folders, with such lines. Empty: none of the first 200 files has any.
std::string fileWithPathsOfWords(const CompileCommand &command);

} // namespace tare
