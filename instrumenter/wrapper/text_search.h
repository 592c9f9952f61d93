// SPDX-License-Identifier: Apache-2.0
// What C and C++ text may hold, found at the speed of a search: a thousandth of the time that a
// preprocessor takes. Each test errs on the side of yes, which costs a parse. Texts are sources as
// they lie there, or preprocessed ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// Did this text go through Tare already (kept by -save-temps, or by a wrapper around us)?
bool isInstrumented(std::string_view preprocessed);

/// Is there a `#pragma omp` that does more than declare, or one that was meant so, or an attribute,
/// `omp::` or `using omp:`, or a call of a lock routine, which is a construct too?
bool mayContainOpenmp(std::string_view preprocessed);

/// Is there `main(`, of no class or namespace? The program's serial code starts there.
bool mayDefineMain(std::string_view text);

/// The directives of a text as they stand there, without declarations; also lines with attributes.
std::vector<std::string> directivesIn(std::string_view preprocessed);

/// Does one of these names stand in the text as a word? `names` are separated by commas; of a
/// qualified one the last part is looked for.
bool namesAny(std::string_view text, std::string_view names);

/// Has the text a line that begins with `import`, `module` or `export` of these? Before the
/// preprocessor or after it, which writes some of them with underscores.
bool namesModules(std::string_view text);

/// Has it a line `export module x`? That means a module in every standard.
bool declaresModule(std::string_view text);

/// What matters in a source. Conditions are not judged: every #include counts.
struct ScannedText {
  bool may_have_openmp = false;      ///< The word omp, or something that cannot be read so simply.
  std::vector<std::string> includes; ///< With their first delimiter: `<stdio.h`, `"x.h`.
};
ScannedText scanText(std::string_view source);

} // namespace tare
