// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/metadirectives.h"

#include "instrumenter/rewrite/edits.h"
#include "instrumenter/rewrite/layout.h"

namespace tare {

Result<std::string> selectVariants(const std::string &text, const ParseRequest &request,
                                   const std::string &root) {
  if (request.compiler != "clang" || text.find("metadirective") == text.npos)
    return text;
  LineMap lines(text);
  UserFiles files(lines, root);
  TARE_TRY(ParsedUnit unit, parseUnit(text, request, files));
  Layout layout(text, lines);
  std::vector<Edit> edits;
  for (const SelectedVariant &selection : unit.selections) {
    const Span &pragma = selection.pragma;
    edits.push_back({pragma.begin, pragma.size(),
                     layout.instead(pragma.begin, pragma.end, {"#pragma omp " + selection.variant}),
                     Edit::Order::Replace, 0, 0});
  }
  return applyEdits(text, std::move(edits));
}

} // namespace tare
