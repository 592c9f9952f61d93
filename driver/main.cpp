// SPDX-License-Identifier: Apache-2.0
// tare: command line -> options -> verb -> exit status.
#include "base/interruptions.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/options.h"
#include "driver/options/project_file.h"
#include "driver/verbs.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <poll.h>
#include <unistd.h>

namespace tare {
namespace {

int show(const HelpShown &help) {
  std::fputs(help.text.c_str(), help.to_stderr ? stderr : stdout);
  return help.status;
}

/// Calls the verb that the options belong to.
struct Dispatch {
  using Status = Result<int>;
  Status operator()(const OverheadsOptions &options) const { return verbOverheads(options); }
  Status operator()(const SearchOptions &options) const { return verbSearch(options); }
  Status operator()(const RunOptions &options) const { return verbRun(options); }
  Status operator()(const ReportOptions &options) const { return verbReport(options); }
  Status operator()(const DiffOptions &options) const { return verbDiff(options); }
  Status operator()(const WhatifOptions &options) const { return verbWhatif(options); }
  Status operator()(const ModelOptions &options) const {
    return options.verb == ModelOptions::Model      ? verbModel(options)
           : options.verb == ModelOptions::Forecast ? verbForecast(options)
                                                    : verbWhich(options);
  }
  Status operator()(const CouplingOptions &options) const { return verbCouple(options); }
  Status operator()(const ComposeOptions &options) const { return verbCompose(options); }
  Status operator()(const OperationModelOptions &options) const {
    return verbOperationModel(options);
  }
  Status operator()(const FollowOptions &options) const { return verbFollow(options); }
  Status operator()(const NodesOptions &options) const { return verbNodes(options); }
  Status operator()(const InstrumentOptions &options) const { return verbInstrument(options); }
  Status operator()(const DoctorOptions &options) const { return verbDoctor(options); }
  Status operator()(const CleanOptions &options) const { return verbClean(options); }
  Status operator()(const CalibrateOptions &options) const { return verbCalibrate(options); }
  Status operator()(const ArchiveOptions &options) const { return verbArchive(options); }
  Status operator()(const CompileOptions &options) const { return verbCompile(options); }
  Status operator()(const ShimOptions &options) const { return verbShim(options); }
  Status operator()(const HelpShown &help) const { return show(help); }
};

/// False: whoever read our output has closed it.
bool hasReader() {
  struct pollfd output = {STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) < 1 || !(output.revents & POLLERR);
}

/// Whatever a verb has printed: without it the status must not say that all is well. Who has closed
/// the pipe (`| head`) knows that.
int withOutput(int status) {
  bool written = std::fflush(stdout) == 0 && !std::ferror(stdout);
  if (written)
    return status;
  bool is_best = status == exit_ok || status == exit_usage;
  if (!hasReader())
    return is_best ? 128 + SIGPIPE : status;
  complain({"what was to be printed could not be written", "standard output", "is the disk full?"});
  return is_best ? exit_usage : status;
}

int run(const Options &options) {
  if (!std::holds_alternative<CompileOptions>(options)) // the compiler takes our place
    ignoreBrokenPipes();
  Result<int> status = std::visit(Dispatch{}, options);
  return withOutput(status.ok() ? status.value() : fail(status.error()));
}

/// A wrong value of the project's file is told with its line there.
Options placed(Options options, const ProjectWords &words) {
  HelpShown *shown = std::get_if<HelpShown>(&options);
  if (shown && shown->status != exit_ok)
    if (std::string place = placeOfOption(words, shown->text); !place.empty())
      shown->text = printable(place) + ": " + shown->text;
  return options;
}

} // namespace

/// What the project's file adds is told: it decides what is measured.
int runWithProjectFile(std::vector<std::string> argv) {
  Result<bool> is_off = isProjectFileOff(environmentVariable("TARE_PROJECT_FILE"));
  if (!is_off.ok())
    return fail(is_off.error());
  if (is_off.value())
    return run(parseOptions(argv));
  Result<ProjectWords> words = withProjectFile(std::move(argv), ".");
  if (!words.ok())
    return fail(words.error());
  if (!words.value().added.empty())
    std::fprintf(stderr, "%s: %s\n", printable(words.value().path).c_str(),
                 printable(words.value().added).c_str());
  return run(placed(parseOptions(words.value().argv), words.value()));
}

} // namespace tare

int main(int argc, char **argv) {
  try {
    return tare::runWithProjectFile(std::vector<std::string>(argv, argv + argc));
  } catch (const std::exception &defect) { // out of memory, or a defect of Tare
    tare::complain({std::string("internal error: ") + defect.what()});
    return tare::exit_usage;
  }
}
