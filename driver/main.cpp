// SPDX-License-Identifier: Apache-2.0
// tare: command line -> options -> verb -> exit status.
#include "base/process.h"
#include "driver/options.h"
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

struct Dispatch {
  int operator()(const OverheadsOptions &options) const { return verbOverheads(options); }
  int operator()(const SearchOptions &options) const { return verbSearch(options); }
  int operator()(const RunOptions &options) const { return verbRun(options); }
  int operator()(const ReportOptions &options) const { return verbReport(options); }
  int operator()(const DiffOptions &options) const { return verbDiff(options); }
  int operator()(const NodesOptions &options) const { return verbNodes(options); }
  int operator()(const InstrumentOptions &options) const { return verbInstrument(options); }
  int operator()(const DoctorOptions &options) const { return verbDoctor(options); }
  int operator()(const CalibrateOptions &options) const { return verbCalibrate(options); }
  int operator()(const CompileOptions &options) const { return verbCompile(options); }
  int operator()(const ShimOptions &options) const { return verbShim(options); }
  int operator()(const HelpShown &help) const { return show(help); }
};

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
  return withOutput(std::visit(Dispatch{}, options));
}

} // namespace
} // namespace tare

int main(int argc, char **argv) {
  try {
    return tare::run(tare::parseOptions(std::vector<std::string>(argv, argv + argc)));
  } catch (const std::exception &defect) { // out of memory, or a defect of Tare
    tare::complain({std::string("internal error: ") + defect.what()});
    return tare::exit_usage;
  }
}
