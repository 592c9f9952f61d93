// SPDX-License-Identifier: Apache-2.0
// `tare doctor`: what is missing or unsound on this machine, one line a finding, with what to do.
#include "driver/verbs.h"

#include "analyzer/report/page.h"
#include "base/text.h"
#include "driver/doctor/finding.h"

#include <cstdio>

namespace tare {
namespace {

/// A group of findings under its title.
struct Check {
  const char *title;
  Findings (*run)();
};

constexpr Check checks[] = {
    {"Compilers", checkCompilers}, {"Tare", checkInstallation}, {"Clock", checkClock},
    {"Cores", checkCores},         {"Kernel", checkKernel},     {"Counters", checkCounters},
    {"Results", checkResults},     {"Job", checkJob},
};

const char *nameOf(Finding::Level level) {
  switch (level) {
  case Finding::Level::Ok:
    return "ok";
  case Finding::Level::Absent:
    return "-";
  case Finding::Level::Warn:
    return "warn";
  case Finding::Level::Missing:
    return "MISSING";
  }
  return "";
}

/// Two lines at most: what was found, and what to do.
void addTo(Page &page, const Finding &finding) {
  std::string front = "  " + leftAligned(nameOf(finding.level), 9) +
                      leftAligned(cutText(printable(finding.subject), 18), 18) + " ";
  page.item(front, printable(finding.detail));
  if (!finding.next.empty())
    page.item(leftAligned("", displayWidth(front)) + "-> ", printable(finding.next));
}

} // namespace

/// exit_build_failed: something is missing that Tare needs.
Result<int> verbDoctor(const DoctorOptions &options) {
  if (!options.build_folder.empty())
    return examineBuild(options.build_folder);
  int missing = 0, warnings = 0;
  for (const Check &check : checks) {
    Page page(80, false);
    Findings findings = check.run();
    if (findings.empty())
      continue;
    page.line(check.title);
    for (const Finding &finding : findings) {
      addTo(page, finding);
      missing += finding.level == Finding::Level::Missing;
      warnings += finding.level == Finding::Level::Warn;
    }
    print(page.take()); // as it goes: compilers take a second
  }
  std::printf("\n%s: %d missing, %d to look at\n", missing ? "not usable" : "usable", missing,
              warnings);
  return missing ? exit_build_failed : exit_ok;
}

} // namespace tare
