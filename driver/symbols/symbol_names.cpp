// SPDX-License-Identifier: Apache-2.0
#include "driver/symbols/symbol_names.h"

#include "base/text.h"

#include <cxxabi.h>
#ifdef TARE_HAS_LLVM_DEMANGLE
#include <llvm/Demangle/Demangle.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace tare {
namespace {

constexpr size_t longest_symbol = 512;

using Text = std::unique_ptr<char, decltype(&std::free)>;

/// Null: it cannot be read. libstdc++ knows no generic lambdas among template arguments, LLVM does.
Text demangled(const std::string &symbol) {
  int status = 0;
  Text plain(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
#ifdef TARE_HAS_LLVM_DEMANGLE
  if (!plain)
    plain.reset(llvm::itaniumDemangle(symbol));
#endif
  return plain;
}

/// The last character that is `sought` and outside of all brackets, before `end`; npos: none.
size_t lastOutside(const std::string &name, size_t end, char sought) {
  int depth = 0;
  for (size_t at = end; at-- > 0;) {
    char c = name[at];
    if (depth == 0 && c == sought)
      return at;
    depth += c == ')' || c == '>' ? 1 : c == '(' || c == '<' ? -1 : 0;
  }
  return std::string::npos;
}

/// "int ns::solve<double>(int) const" -> "ns::solve<double>". Names of operators stay as they are.
std::string nameOnly(const std::string &text) {
  if (text.find("operator") != std::string::npos)
    return text;
  size_t close = text.rfind(')');
  std::string name = text;
  if (close != std::string::npos) {
    int depth = 1;
    size_t at = close;
    while (at > 0 && depth > 0) {
      --at;
      depth += text[at] == ')' ? 1 : text[at] == '(' ? -1 : 0;
    }
    if (depth == 0 && at > 0)
      name = text.substr(0, at);
  }
  size_t blank = lastOutside(name, name.size(), ' ');
  return blank == std::string::npos ? name : name.substr(blank + 1);
}

} // namespace

std::string functionOf(const std::string &symbol) {
  const std::string &text = symbol;
  if (!startsWith(text, "_Z"))
    return text.substr(0, std::min(text.find('.', 1), longest_symbol));
  Text plain = demangled(symbol);
  return (plain ? nameOnly(plain.get()) : text).substr(0, longest_symbol);
}

std::string withoutTemplateArguments(const std::string &function) {
  std::string plain;
  int depth = 0;
  for (char c : function) {
    depth += c == '<';
    if (depth == 0)
      plain += c;
    depth -= c == '>' && depth > 0;
  }
  return plain;
}

namespace {

/// Where the word `operator` begins outside of template arguments; none: npos.
size_t operatorIn(const std::string &name) {
  constexpr std::string_view word = "operator";
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    bool whole = (i == 0 || !isWordCharacter(name[i - 1])) &&
                 (i + word.size() >= name.size() || !isWordCharacter(name[i + word.size()]));
    if (depth == 0 && whole && name.compare(i, word.size(), word) == 0)
      return i;
    depth += name[i] == '<';
    depth -= name[i] == '>' && depth > 0;
  }
  return std::string::npos;
}

std::string lastPart(const std::string &name) {
  size_t last = name.find_last_of(": ");
  return last == std::string::npos ? name : name.substr(last + 1);
}

} // namespace

std::string comparable(const std::string &function) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  size_t at = operatorIn(function);
  bool is_operator = at != std::string::npos;
  std::string name = withoutTemplateArguments(function.substr(0, at));
  for (const char *lambda : {"::{lambda", "::$_", "::'lambda"})
    if (size_t scope = name.find(lambda); scope != std::string::npos) {
      name.erase(scope);
      is_operator = false;
    }
  while (name.find(unnamed) != std::string::npos)
    name.erase(name.find(unnamed), unnamed.size());
  name = name.substr(0, name.find('('));
  name = name.substr(0, name.find("[abi:"));
  if (!is_operator)
    return lastPart(name);
  while (!name.empty() && name.back() == ':')
    name.pop_back();
  return lastPart(name) + "::operator"; // how the demangler and Clang write which one differs
}

} // namespace tare
