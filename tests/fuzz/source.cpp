// SPDX-License-Identifier: Apache-2.0
// Source text -> all that is told of it without Clang: before it is preprocessed, and after.
#include "base/lexer.h"
#include "instrumenter/nodes/clause.h"
#include "instrumenter/rewrite/attributes.h"
#include "instrumenter/rewrite/rewrite.h"
#include "instrumenter/text/body_filter.h"
#include "instrumenter/text/function_texts.h"
#include "instrumenter/text/integer_pack.h"
#include "instrumenter/text/pragma_list.h"
#include "instrumenter/wrapper/text_search.h"

using namespace tare;

namespace {

void readPragmas(const std::string &text, UserFiles &files) {
  for (const UserPragma &pragma : outsideLiterals(text, userPragmas(text, files))) {
    declarativeName(pragma);
    mayMakeTeam(pragma);
    clausesIn(pragma.span.in(text).substr(1));
  }
}

void readFunctions(const std::string &text, UserFiles &files) {
  BodyFilter filter(text, files);
  filter.keepCallers(RegionCallers(text, userPragmas(text, files), files));
  Span whole{0, uint32_t(text.size())};
  for (const FunctionText &function : functionTexts(text, whole)) {
    filter.mayBeSkipped(
        uint32_t(function.name.empty() ? function.body.begin : function.name.data() - text.data()));
    countLoops(text, function.body);
    tripsByText(text, function.body);
    calledNames(text, function.body);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  scanText(text);
  tokensOf(text);
  macroLines(text);
  bodyBehind(text, 0);
  attributesToPragmas(text, "clang", true);
  reduceToUser(text, "/root");
  LineMap lines(text);
  UserFiles files(lines, "/root");
  readPragmas(text, files);
  readFunctions(text, files);
  spellIntegerPacksForClang(text);
  return 0;
}
