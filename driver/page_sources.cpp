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

PageSource sourceOf(const Ledger &ledger, const std::string &root, const std::string &file) {
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
    source.reason = "There is no such file below the folder of the sources; --source-root DIR "
                    "names another one";
  else if (hex16(hashBytes(text.value())) != hash->second)
    source.reason = "The source has changed since the build";
  else
    source.lines = splitText(text.value(), '\n');
  if (!source.lines.empty() && source.lines.back().empty())
    source.lines.pop_back(); // behind the last end of a line
  return source;
}

} // namespace

PageSources pageSources(const Ledger &ledger, const std::string &root) {
  PageSources sources;
  std::set<std::string> files;
  if (!ledger.tables.empty())
    for (const ConstructLines &construct : ledger.tables[advisedTable(ledger)].constructs)
      files.insert(construct.file);
  if (ledger.sources.empty() && !files.empty())
    sources.reason = "not recorded. These results do not say which text was measured";
  else if (root.empty() || !isFolder(root))
    sources.reason = "the folder of the sources is not here. Name it: --source-root DIR";
  if (sources.reason.empty())
    for (const std::string &file : files)
      sources.files.push_back(sourceOf(ledger, root, file));
  return sources;
}

std::string rootOfResults(const std::string &results, const Ledger &ledger) {
  std::string folder = isFolder(results) ? resultsIn(results) : folderOf(results);
  Result<Manifest> manifest = readManifest(folder);
  return manifest.ok() ? manifest.value().source_root : ledger.source_root;
}

} // namespace tare
