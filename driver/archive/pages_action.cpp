// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/pages_action.h"

#include "analyzer/archive/html/site.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/archive/open_archive.h"
#include "driver/archive/trend_text.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <unistd.h>

namespace tare {
namespace {

/// The pages that Tare wrote, one a line: nothing else is removed.
constexpr const char *pages_list = "tare-pages.txt";
/// GitHub Pages hands out files as they are where this stands.
constexpr const char *no_jekyll = ".nojekyll";
constexpr uint64_t most_of_list = uint64_t(1) << 26;

/// A name that writeSite() gives; a list may have been changed by anybody.
bool isPageName(const std::string &name) {
  auto isPlain = [](char c) {
    return isWordCharacter(c) || c == '.' || c == '-' || c == '~' || c == '/';
  };
  return !name.empty() && name.front() != '/' && name.find("..") == std::string::npos &&
         std::ranges::count(name, '/') <= 1 && std::ranges::all_of(name, isPlain);
}

Result<std::set<std::string>> pagesBefore(const std::string &folder) {
  std::set<std::string> pages;
  const std::string list = folder + "/" + pages_list;
  if (!fileExists(list)) {
    std::vector<std::string> there = listFolder(folder);
    std::erase_if(there, [](const std::string &name) { return name.starts_with("."); });
    if (!there.empty())
      return Error{"this folder has files, and no site of Tare", folder, "name a new folder"};
    return pages;
  }
  TARE_TRY(std::string text, readFile(list, most_of_list));
  for (const std::string &name : splitText(text, '\n'))
    if (isPageName(name))
      pages.insert(name);
  return pages;
}

std::string listOf(const std::set<std::string> &pages) {
  return joinText(std::vector<std::string>(pages.begin(), pages.end()), "\n") + "\n";
}

class SiteFolder {
public:
  SiteFolder(std::string folder, std::set<std::string> before)
      : folder_(std::move(folder)), listed_(std::move(before)) {}

  /// A page is in the list before it is in the folder, so that none is left behind for ever.
  Result<void> put(const std::string &name, const std::string &text) {
    pages_.insert(name);
    if (listed_.insert(name).second)
      TARE_DO(writeFileAtomic(folder_ + "/" + pages_list, listOf(listed_)));
    const std::string path = folder_ + "/" + name;
    TARE_DO(makeFolder(folderOf(path)));
    if (Result<std::string> there = readFile(path); there.ok() && there.value() == text)
      return {};
    ++written_;
    return writeFileAtomic(path, text);
  }

  Result<void> removeOthers() {
    for (const std::string &name : listed_)
      if (!pages_.contains(name) && std::remove((folder_ + "/" + name).c_str()) == 0) {
        ++removed_;
        if (size_t slash = name.find('/'); slash != std::string::npos)
          ::rmdir((folder_ + "/" + name.substr(0, slash)).c_str()); // if it is empty now
      }
    return writeFileAtomic(folder_ + "/" + pages_list, listOf(pages_));
  }

  std::string said() const {
    return numberOf(static_cast<int64_t>(pages_.size()), "file") + " in " + printable(folder_) +
           ": " + std::to_string(written_) + " written, " + std::to_string(removed_) +
           " removed; begin with index.html.\n";
  }

private:
  std::string folder_;
  std::set<std::string> listed_, pages_;
  size_t written_ = 0, removed_ = 0;
};

/// All rows of each application, for other programs.
Result<void> putTrends(Archive &archive, const std::string &only, SiteFolder &site) {
  TARE_TRY(std::vector<std::string> names, siteApplications(archive, only));
  for (const std::string &name : names) {
    TARE_TRY(std::vector<SettingTrend> trends, askTrends(archive, {.application = name}));
    TARE_DO(site.put(siteFolder(name) + "/trend.json", trendJson(name, trends)));
  }
  return {};
}

} // namespace

Result<int> pagesAction(const ArchiveOptions &options) {
  const std::string &folder = options.words[0];
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  TARE_DO(makeFolder(folder));
  TARE_TRY(std::set<std::string> before, pagesBefore(folder));
  SiteFolder site(folder, before);
  TARE_DO(site.put(no_jekyll, ""));
  SiteQuestion question{options.application, static_cast<size_t>(options.tables)};
  TARE_DO(putTrends(archive, options.application, site));
  TARE_DO(writeSite(archive, question, [&](const std::string &name, const std::string &html) {
    return site.put(name, html);
  }));
  TARE_DO(site.removeOthers());
  return printed(site.said());
}

} // namespace tare
