// SPDX-License-Identifier: Apache-2.0
// How errors and results reach a person. Nothing in an error can drive a terminal.
#include "driver/verbs.h"

#include "base/system.h"
#include "base/text.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string_view>
#include <utility>

namespace tare {

void complain(const Error &error) {
  std::fprintf(stderr, "tare: %s\n", printable(error.text()).c_str());
}

int fail(const Error &error) {
  complain(error);
  if (error.signal)
    return 128 + error.signal;
  return error.exit_status ? error.exit_status : exit_usage;
}

namespace {

/// Whether the user's locale has no more than ASCII. Where none is set, output is UTF-8: containers
/// seldom have one, and their terminals are.
bool isAsciiOnly() {
  for (const char *name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (std::string locale = environmentVariable(name); !locale.empty())
      return locale == "C" || locale == "POSIX";
  return false;
}

/// What our texts have beyond ASCII, in ASCII; as wide as it was: "± 0.2" is "+-0.2", and "  ±0.2"
/// is " +-0.2".
std::string inAscii(const std::string &text) {
  static constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"± ", "+-"}, {"±", "+-"}, {"▁", "_"}, {"▂", "."}, {"▃", ":"}, {"▄", "-"},
      {"▅", "="},   {"▆", "+"},  {"▇", "*"}, {"█", "#"}, {"▉", "#"}, {"▊", "#"},
      {"▋", "#"},   {"▌", "#"},  {"▍", "."}, {"▎", "."}, {"▏", "."}, {"▒", "-"}};
  std::string ascii;
  for (size_t at = 0; at < text.size();) {
    auto found = std::ranges::find_if(known, [&](const auto &each) {
      return std::string_view(text).substr(at).starts_with(each.first);
    });
    bool is_ours = found != std::end(known);
    if (is_ours && found->first == "±" && ascii.ends_with("  "))
      ascii.pop_back();
    ascii += is_ours ? std::string(found->second) : std::string(1, text[at]);
    at += is_ours ? found->first.size() : 1;
  }
  return ascii;
}

} // namespace

bool printForPeople(const std::string &text) { return print(isAsciiOnly() ? inAscii(text) : text); }

bool print(const std::string &text) {
  bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return std::fflush(stdout) == 0 && written;
}

} // namespace tare
