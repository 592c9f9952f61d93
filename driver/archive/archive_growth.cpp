// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/archive_growth.h"

#include "analyzer/archive/archive_words.h"
#include "analyzer/report/page.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/archive/compared_ledgers.h"
#include "driver/compared_growth.h"
#include "driver/show_ledger.h"
#include "driver/verbs.h"

#include <algorithm>
#include <map>
#include <set>

namespace tare {
namespace {

bool isOneVersion(const KeptLedger &a, const KeptLedger &b) {
  return a.version == b.version && a.source_commit == b.source_commit;
}

/// The newest of each set of parameters.
std::vector<KeptLedger> sizesOf(const std::vector<KeptLedger> &kept, const KeptLedger &like) {
  std::map<std::string, KeptLedger> newest;
  for (const KeptLedger &each : kept)
    if (isOneVersion(each, like) && isMeasuredAlikeButSize(each, like))
      newest[each.parameters] = each;
  std::vector<KeptLedger> sizes;
  for (const auto &[parameters, each] : newest)
    sizes.push_back(each);
  return sizes;
}

/// Parameters with more than one value.
std::vector<std::string> variedIn(const std::vector<KeptLedger> &sizes) {
  std::map<std::string, std::set<std::string>> values;
  for (const KeptLedger &each : sizes)
    for (const auto &[name, value] : parametersIn(each.parameters))
      values[name].insert(value);
  std::vector<std::string> varied;
  for (const auto &[name, of] : values)
    if (of.size() > 1)
      varied.push_back(name);
  return varied;
}

Result<std::vector<std::string>> filesOf(Archive &archive, const std::vector<KeptLedger> &kept,
                                         const std::string &folder) {
  std::vector<std::string> paths;
  for (const KeptLedger &each : kept) {
    TARE_TRY(std::string text, archive.textOf(each.id));
    paths.push_back(folder + "/" + std::to_string(each.id) + ".json");
    TARE_DO(writeFileAtomic(paths.back(), text, 0600));
  }
  return paths;
}

/// Why the growth is not compared, for people.
std::string untold(const std::string &why, int width) {
  Page page(width, false);
  page.paragraph("Growth with size is not compared: " + printable(why) + ".", 2);
  return page.take();
}

/// Empty: HEAD's version was measured at one size alone.
Result<std::string> growthSince(Archive &archive, const std::vector<KeptLedger> &kept,
                                const KeptLedger &base, const KeptLedger &head, int width) {
  std::vector<KeptLedger> now = sizesOf(kept, head), before = sizesOf(kept, base);
  std::vector<std::string> varied = variedIn(now);
  if (varied.empty())
    return std::string();
  if (isOneVersion(base, head))
    return untold("both tables are of one version. Say --version or --commit when you add results",
                  width);
  std::string sizes = joinText(varied, ", ");
  if (variedIn(before) != varied)
    return untold("the archive has " + numberOf(std::ssize(now), "table") + " of HEAD's version " +
                      "with different " + sizes + ", and of BASE's only " +
                      numberOf(std::ssize(before), "table"),
                  width);
  TARE_TRY(std::string made, makeTemporaryFolder("tare-archive-"));
  TemporaryFolder folder(made);
  TARE_TRY(std::vector<std::string> base_files, filesOf(archive, before, folder.path()));
  TARE_TRY(std::vector<std::string> head_files, filesOf(archive, now, folder.path()));
  Result<std::string> text = growthTextBetween(base_files, head_files, varied, width);
  if (!text.ok())
    return untold(text.error().message, width);
  Page page(width, false);
  page.paragraph("Growth with " + sizes + ", from " + numberOf(std::ssize(before), "table") +
                     " of BASE's version and " + std::to_string(now.size()) + " of HEAD's:",
                 2);
  return page.take() + text.value();
}

} // namespace

Result<void> showGrowth(Archive &archive, const std::vector<KeptLedger> &kept,
                        const KeptLedger &base, const KeptLedger &head) {
  TARE_TRY(std::string text, growthSince(archive, kept, base, head, widthOfOutput()));
  if (!text.empty() && !printForPeople("\n" + text))
    return Error{"the growth could not be written", "standard output"};
  return {};
}

} // namespace tare
