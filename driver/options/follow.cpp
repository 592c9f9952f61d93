// SPDX-License-Identifier: Apache-2.0
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

#include <charconv>

namespace tare {
namespace {

constexpr Parser::Verb follow_verb = {
    "tare follow",
    "While a program with probes runs, say every second what it has lost so far, and\n"
    "what it would have taken with other threads or cores.",
    "tare follow [options] PID|FOLDER\n"
    "       tare follow [options] -- COMMAND",
    "tare follow --threads 4 --threads 8 12345\n  tare follow --cores 1 -- ./heat-probed 1000"};

constexpr size_t most_targets = 8;

} // namespace

Options parseFollow(std::vector<std::string> arguments, std::vector<std::string> rest) {
  FollowOptions options;
  Parser parser(follow_verb);
  parser.operand("PID|FOLDER", options.target,
                 "the process, or a folder that it writes its profile to", false);
  parser.behind(options.command);
  auto numberInto = [](auto &values, const char *name) {
    return [&values, name](const std::string &text) {
      typename std::decay_t<decltype(values)>::value_type value = 0;
      auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error != std::errc() || end != text.data() + text.size() || !(value > 0) || value > 4096)
        return std::string(name) + " wants a number from 1 to 4096, not '" + text + "'";
      values.push_back(value);
      return std::string();
    };
  };
  parser.readEach("--threads", "N", "predict N threads; up to eight of all targets",
                  numberInto(options.threads, "--threads"));
  parser.readEach("--cores", "M", "predict its threads on M cores",
                  numberInto(options.cores, "--cores"));
  parser.number("--every", options.every_s, "SECONDS", "between two lines (default 1)", 0.05, 3600);
  parser.flag("--json", options.json, "a line of JSON each time");
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (options.target.empty() == options.command.empty())
    return parser.refuse("follow what? a PID, a folder, or a command behind --");
  if (options.threads.size() + options.cores.size() > most_targets)
    return parser.refuse("at most eight of --threads and --cores");
  return options;
}

} // namespace tare
