// SPDX-License-Identifier: Apache-2.0
#include "driver/page_sources.h"

#include "analyzer/report/parts.h"
#include "base/files.h"
#include "base/text.h"
#include "driver/results/results.h"
#include "driver/timeline_at.h"

#include <set>

namespace tare {
namespace {

constexpr const char *changed_source = "The source has changed since the build";

PageSource sourceOf(const Ledger &ledger, const std::string &root, const std::string &file,
                    const std::string &option) {
  constexpr uint64_t largest = uint64_t(16) << 20;
  PageSource source{file, {}, ""};
  auto hash = ledger.sources.find(file);
  if (hash == ledger.sources.end()) {
    source.reason = "Not recorded: these results do not say which text was measured";
    return source;
  }
  std::string path = realPath(root + "/" + file);
  Result<std::string> text = startsWith(path, realPath(root) + "/")
                                 ? readFile(path, largest)
                                 : Error{"it is not below the folder of the sources"};
  if (!text.ok())
    source.reason = "There is no such file below the folder of the sources; " + option +
                    " DIR names another one";
  else if (hex16(hashBytes(text.value())) != hash->second)
    source.reason = changed_source;
  else
    source.lines = splitText(text.value(), '\n');
  if (!source.lines.empty() && source.lines.back().empty())
    source.lines.pop_back(); // behind the last end of a line
  return source;
}

} // namespace

PageSources pageSources(const Ledger &ledger, const std::string &root, const std::string &option) {
  PageSources sources;
  std::set<std::string> files;
  if (!ledger.tables.empty())
    for (const ConstructLines &construct : ledger.tables[advisedTable(ledger)].constructs)
      files.insert(construct.file);
  if (ledger.sources.empty() && !files.empty())
    sources.reason = "not recorded. These results do not say which text was measured";
  else if (root.empty() || !isFolder(root))
    sources.reason = "the folder of the sources is not here. Name it: " + option + " DIR";
  if (sources.reason.empty())
    for (const std::string &file : files)
      sources.files.push_back(sourceOf(ledger, root, file, option));
  return sources;
}

Result<PageSources> sourcesOfSide(const std::string &results, const Ledger &ledger,
                                  const std::string &root, const std::string &option) {
  if (!root.empty() && !isFolder(root))
    return Error{"there is no such folder of sources", root,
                 "name the folder that the program's files are relative to: " + option + " DIR"};
  PageSources sources =
      pageSources(ledger, root.empty() ? rootOfResults(results, ledger) : root, option);
  for (PageSource &source : sources.files)
    if (source.reason == changed_source)
      source.reason += "; " + option + " DIR names a folder with that version";
  return sources;
}

std::string rootOfResults(const std::string &results, const Ledger &ledger) {
  std::string folder = isFolder(results) ? resultsIn(results) : folderOf(results);
  Result<Manifest> manifest = readManifest(folder);
  return manifest.ok() ? manifest.value().source_root : ledger.source_root;
}

} // namespace tare
