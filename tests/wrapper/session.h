// SPDX-License-Identifier: Apache-2.0
// A call of the wrapper with a compiler and a tare-instrument that are played.
#pragma once

#include "catch.hpp"

#include "base/files.h"
#include "base/text.h"
#include "instrumenter/wrapper/wrap.h"

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

namespace tare {

/// Plays compiler and tare-instrument. A step is named by what it does; `fails` lists the steps
/// that end with status 1, `text` is what -E yields.
class FakeProcesses final : public ProcessRunner {
public:
  Result<Outcome> run(const Command &command) override {
    std::string step = stepOf(command.argv);
    steps.push_back(step);
    commands.push_back(quoteCommand(command.argv));
    if (step == "preprocess")
      write(valueOf(command.argv, "-o"), text);
    if (step == "version")
      write(command.standard_output, version);
    Outcome outcome;
    for (const std::string &name : fails)
      if (name == step)
        outcome.exit_status = failure;
    if (outcome.exit_status != 0 && !command.standard_error.empty())
      write(command.standard_error, "noise\nx.c:1:2: error: " + step + " went wrong\nmore\n");
    if (step == interrupted_in) {
      outcome.signal = SIGINT;
      outcome.exit_status = 128 + SIGINT;
    }
    return outcome;
  }

  std::string text = "#pragma omp parallel\n", version, interrupted_in;
  std::vector<std::string> fails, steps, commands;
  int failure = 1; // status of those that fail

private:
  static std::string valueOf(const Words &argv, const std::string &name) {
    for (size_t i = 0; i + 1 < argv.size(); ++i)
      if (argv[i] == name)
        return argv[i + 1];
    return "";
  }

  static std::string stepOf(const Words &argv) {
    auto has = [&](const std::string &word) {
      return std::find(argv.begin(), argv.end(), word) != argv.end();
    };
    if (has("--version"))
      return "version";
    if (argv[0] == "tare-instrument")
      return has("--fallback") ? "fallback" : "instrument";
    if (has("-E"))
      return "preprocess";
    if (has("cpp-output"))
      return "compile";
    if (has("-fsyntax-only"))
      return "warn";
    return has("-c") ? "original" : "link";
  }

  static void write(const std::string &path, const std::string &bytes) {
    REQUIRE(writeFileAtomic(path, bytes).ok());
  }
};

struct Session {
  FakeProcesses processes;
  WrapOptions options{{"/home/me", false}, false, false};
  bool complete = true;
  std::string said, forwarded, standard_input;

  WrapOutcome wrap(const std::string &text) {
    return wrap(parseCompileCommand(splitCommand(text).value()));
  }

  WrapOutcome wrap(const CompileCommand &command) {
    auto companions = [this](const std::string &source) -> Result<Companions> {
      if (!complete)
        return Error{"no tare-instrument", source};
      return Companions{"tare-instrument", "/rt.so", "/rt.a", "/home/me"};
    };
    auto input = [this]() -> Result<std::string> { return standard_input; };
    WrapSeams seams{processes, companions, input,
                    [this](const std::string &line) { said += line + "\n"; },
                    [this](const std::string &more) { forwarded += more; }};
    return wrapCompile(command, options, seams);
  }

  std::string steps() const { return joinText(processes.steps, " "); }
};

} // namespace tare
