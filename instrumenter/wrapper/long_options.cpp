// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/long_options.h"

#include "base/text.h"

#include <string_view>

namespace tare {

namespace {

/// Only those whose short spelling has a row in the option table.
struct LongOption {
  std::string_view name, as;
  bool takes_value = false; // behind `=`, or in the next word
};

constexpr LongOption long_options[] = {
    {"--compile", "-c"},
    {"--assemble", "-S"},
    {"--preprocess", "-E"},
    {"--dependencies", "-M"},
    {"--user-dependencies", "-MM"},
    {"--write-dependencies", "-MD"},
    {"--write-user-dependencies", "-MMD"},
    {"--print-missing-file-dependencies", "-MG"},
    {"--trace-includes", "-H"},
    {"--no-line-commands", "-P"},
    {"--comments", "-C"},
    {"--comments-in-macros", "-CC"},
    {"--no-standard-includes", "-nostdinc"},
    {"--no-warnings", "-w"},
    {"--output", "-o", true},
    {"--language", "-x", true},
    {"--define-macro", "-D", true},
    {"--undefine-macro", "-U", true},
    {"--include-directory", "-I", true},
    {"--include-directory-after", "-idirafter", true},
    {"--include", "-include", true},
    {"--imacros", "-imacros", true},
    {"--library-directory", "-L", true},
};

} // namespace

std::string shortSpelling(const std::string &word) {
  if (!startsWith(word, "--"))
    return word;
  size_t equals = word.find('=');
  std::string_view name = std::string_view(word).substr(0, equals);
  for (const LongOption &option : long_options)
    if (name == option.name && (equals == std::string::npos || option.takes_value))
      return std::string(option.as) + (equals == std::string::npos ? "" : word.substr(equals + 1));
  return word;
}

} // namespace tare
