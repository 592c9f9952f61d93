// SPDX-License-Identifier: Apache-2.0
// An archive as a web site of plain files: applications, trends of their rows with change points,
// models, what is best, and the report of every table. No page needs a network, a script or a
// style.
//
//   archive -> [site] -> index.html, APPLICATION/index.html, APPLICATION/rows-1.html, ...
#pragma once

#include "analyzer/archive/archive.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tare {

struct SiteQuestion {
  std::string application = {}; // of it alone; empty: all
  size_t tables = 50;           // of each application so many, the newest, have a page
};

/// Hands out page by page: its name, relative to the site, and its bytes, which are the same for
/// equal archives. Names of folders and pages are made of a-z, 0-9, '.', '_', '-' and '~'.
using TakePage = std::function<Result<void>(const std::string &name, const std::string &html)>;
Result<void> writeSite(Archive &archive, const SiteQuestion &question, const TakePage &take);

/// By name: one of them, or with an empty name all.
Result<std::vector<std::string>> siteApplications(Archive &archive, const std::string &only);

/// One page of it; nothing: it has none of this name. Untrusted input.
Result<std::optional<std::string>> sitePage(Archive &archive, const SiteQuestion &question,
                                            const std::string &name);

/// The folder of an application. No two applications have one, even where capitals are not told
/// apart.
std::string siteFolder(const std::string &application);
/// The application whose pages are in `folder`. Empty: no application has that folder.
Result<std::string> applicationOfFolder(Archive &archive, const std::string &folder);

} // namespace tare
