// SPDX-License-Identifier: Apache-2.0
// tare: command line -> options -> verb -> exit status.
#include "driver/options.h"
#include "driver/verbs.h"

#include <cstdio>
#include <exception>

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

} // namespace
} // namespace tare

int main(int argc, char **argv) {
  try {
    return std::visit(tare::Dispatch{},
                      tare::parseOptions(std::vector<std::string>(argv, argv + argc)));
  } catch (const std::exception &defect) { // out of memory, or a defect of Tare
    tare::complain({std::string("internal error: ") + defect.what()});
    return tare::exit_usage;
  }
}
