// SPDX-License-Identifier: Apache-2.0
// tare-archive: what `tare archive` starts, with the same arguments.
#include "base/interruptions.h"
#include "driver/archive/archive_actions.h"
#include "driver/verbs.h"

#include <cstdio>
#include <exception>

namespace tare {
namespace {

int actAsTold(const std::vector<std::string> &arguments) {
  std::vector<std::string> argv = {"tare", "archive"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  Options options = parseOptions(argv);
  if (const auto *help = std::get_if<HelpShown>(&options)) {
    std::fputs(help->text.c_str(), help->to_stderr ? stderr : stdout);
    return help->status;
  }
  Result<int> status = actOnArchive(std::get<ArchiveOptions>(options));
  return status.ok() ? status.value() : fail(status.error());
}

} // namespace
} // namespace tare

int main(int argc, char **argv) {
  try {
    tare::ignoreBrokenPipes();
    return tare::actAsTold(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception &defect) { // out of memory, or a defect of Tare
    tare::complain({std::string("internal error: ") + defect.what()});
    return tare::exit_usage;
  }
}
