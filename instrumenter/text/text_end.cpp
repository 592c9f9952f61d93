// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/text_end.h"

#include "base/lexer.h"
#include "base/text.h"

namespace tare {

namespace {

/// The last line that is neither blank nor a directive's. Empty: there is none, or lines are
/// continued.
std::string_view lastCodeLine(std::string_view text) {
  while (!text.empty()) {
    size_t start = text.rfind('\n') + 1; // npos + 1 is 0
    std::string_view line = trimText(text.substr(start));
    text = text.substr(0, start == 0 ? 0 : start - 1);
    if (endsWith(line, "\\") || endsWith(trimText(text), "\\"))
      return {};
    if (!line.empty() && line[0] != '#')
      return line;
  }
  return {};
}

/// Whether the line ends a declaration for sure. A comment in it could be what ends so.
bool plainlyEndsDeclaration(std::string_view line) {
  return (endsWith(line, ";") || endsWith(line, "}")) && line.find("//") == line.npos &&
         line.find("/*") == line.npos;
}

} // namespace

bool endsInsideDeclaration(std::string_view text) {
  if (plainlyEndsDeclaration(lastCodeLine(text)))
    return false;
  Token last;
  Lexer lexer(text);
  while (Token token = lexer.next())
    if (token.kind != '#')
      last = token;
  bool is_trigraph = last.kind == '>' && endsWith(text.substr(0, last.span.end), "?\?>"); // a `}`
  return last && last.kind != ';' && last.kind != '}' && !is_trigraph;
}

} // namespace tare
