// SPDX-License-Identifier: Apache-2.0
// tare-witness: command line -> runs with two records each -> exit status.
#include "bench/witness/checked_run.h"
#include "driver/options/parser.h"
#include "driver/verbs.h"

#include <algorithm>
#include <cstdio>
#include <exception>

namespace tare {
namespace {

constexpr Parser::Verb usage = {
    "tare-witness",
    "Run instrumented programs and compare what the probes measured with what OMPT told\n"
    "(libomp only).",
    "tare-witness [--threads N] -- COMMAND...", "tare-witness -- './pi 1000'"};

int run(std::vector<std::string> words) {
  std::vector<std::string> commands;
  int threads = 2;
  double timeout_s = 0; // none
  Parser parser(usage);
  parser.behind(commands);
  parser.number("--threads", threads, "N", "of these programs (default 2)", 1, 99999);
  parser.number("--timeout", timeout_s, "SECONDS", "end a run after so many seconds", 0.0, 1e9);
  auto dashes = std::ranges::find(words, "--");
  std::vector<std::string> arguments(words.begin(), dashes);
  std::vector<std::string> rest(dashes == words.end() ? dashes : dashes + 1, words.end());
  if (auto shown = parser.parse(std::move(arguments), std::move(rest))) {
    std::fputs(shown->text.c_str(), shown->to_stderr ? stderr : stdout);
    return shown->status;
  }
  return crossCheckPrograms(commands, threads, timeout_s);
}

} // namespace
} // namespace tare

int main(int argc, char **argv) {
  try {
    return tare::run({argv + 1, argv + argc});
  } catch (const std::exception &defect) { // out of memory, or a defect
    tare::complain({std::string("internal error: ") + defect.what()});
    return tare::exit_usage;
  }
}
