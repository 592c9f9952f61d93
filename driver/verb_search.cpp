// SPDX-License-Identifier: Apache-2.0
// `tare search`: sources -> steps, each with probes where time was found -> what was confirmed.
#include "driver/verbs.h"

#include "analyzer/report/page.h"
#include "base/files.h"
#include "base/interruptions.h"
#include "base/text.h"
#include "driver/ledger_at.h"
#include "driver/redacted_ledger.h"
#include "driver/results/redaction.h"
#include "driver/runs/machine.h"
#include "driver/search/search_json.h"
#include "driver/search/story.h"
#include "driver/search_steps.h"
#include "driver/show_ledger.h"
#include "driver/weigh.h"

#include <algorithm>
#include <cstdio>

namespace tare {
namespace {

constexpr const char *not_kept = "[not kept]"; // what a search has to be compared by

std::string searchFile(const std::string &folder) { return folder + "/search.json"; }

std::string joined(const std::map<std::string, std::string> &values) {
  std::vector<std::string> parts;
  for (const auto &[name, value] : values)
    parts.push_back(name + "=" + value);
  return joinText(parts, " ");
}

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

/// Everything that must be the same when an interrupted search goes on.
SearchIdentity identityOf(const SearchOptions &options, const BuildRequest &request,
                          const Manifest &manifest) {
  std::map<std::string, std::string> environment;
  for (const auto &[name, value] : manifest.environment)
    if (!startsWith(name, "TARE_"))
      environment[name] = value;
  return {{"sources", joined(manifest.sources)},
          {"compiler", quoteCommand(request.compiler)},
          {"compile options", quoteCommand(request.cflags) + " | " + quoteCommand(request.ldflags)},
          {"arguments", quoteCommand(options.program.program_arguments)},
          {"number of threads", std::to_string(manifest.threads.front())},
          {"OpenMP environment", joined(environment)},
          {"budget", number(options.budget)},
          {"least", number(options.least)},
          {"repeat", std::to_string(options.program.experiment.repeat)},
          {"steps", std::to_string(options.steps)},
          {"pilot", options.pilot ? "yes" : "no"},
          {"host", manifest.machine.host}};
}

SearchSettings settingsOf(const SearchOptions &options) {
  return {options.budget, options.least, options.program.experiment.repeat, options.steps,
          options.pilot};
}

SearchOptions withThreads(SearchOptions options) {
  std::vector<int> &threads = options.program.experiment.threads;
  if (threads.front() == 0)
    threads.front() = std::max(2, thisMachine().cores);
  return options;
}

/// A new folder, or the folder of the search to go on with.
Result<std::string> folderFor(const SearchOptions &options, const BuildRequest &request) {
  if (options.resume.empty())
    return newResultsFolder(options.program.experiment, programName(request));
  if (!isFolder(options.resume))
    return Error{"there is no such folder", options.resume,
                 "name the results folder of a search with --resume"};
  return options.resume;
}

Result<StoredSearch> storedIn(const std::string &folder, const SearchIdentity &typed) {
  if (Result<Descriptor> file = openFile(searchFile(folder)); !file.ok())
    return Error{"no search of tare here: " + file.error().message, searchFile(folder),
                 "name the results folder of a search with --resume"};
  TARE_TRY(StoredSearch stored, readSearchFile(searchFile(folder)));
  for (const auto &[name, value] : stored.identity)
    if (value == not_kept)
      return Error{"was made with --redact, and does not tell what was asked", searchFile(folder),
                   "begin a new search"};
  if (std::string other = differenceOf(stored.identity, typed); !other.empty())
    return Error{other, searchFile(folder), "type the same command, or begin a new search"};
  return stored;
}

/// Wraps each line by itself; continuations are indented.
std::string wrapped(std::string_view text) {
  constexpr int width = 80;
  Page page(width, false);
  if (text.ends_with('\n'))
    text.remove_suffix(1);
  for (const std::string &line : splitText(text, '\n'))
    page.paragraph(line, int(std::min(line.find_first_not_of(' '), line.size())) + 2);
  return page.take();
}

void say(const std::string &line) { std::fprintf(stderr, "%s", wrapped(printable(line)).c_str()); }

/// One search, new or resumed.
class SearchVerb {
public:
  SearchVerb(const SearchOptions &options, const std::string &folder, BuildRequest request)
      : options_(options), folder_(folder),
        identity_(identityOf(options, request, manifestOf("search", options.program, request))),
        steps_(options, absolutePath(folder), std::move(request)) {}

  Result<int> run() {
    HeldInterruptions held;
    if (!options_.resume.empty()) {
      TARE_TRY(stored_, storedIn(folder_, identity_));
    }
    Result<void> begun = begin();
    if (!begun.ok() && !stored_)
      removeTree(folder_); // a folder without a run must not look like results
    TARE_DO(begun);
    Search search(steps_.places(), guesses_, settingsOf(options_), seams());
    Result<void> done = search.run();
    return show(search, done.ok() ? exit_ok : fail(done.error()));
  }

private:
  Result<void> begin() {
    TARE_DO(steps_.begin());
    TARE_TRY(guesses_, stored_ ? Result<Guesses>(stored_->guesses) : steps_.guesses());
    return {};
  }

  /// The real world, with the stored steps of a resumed search in front.
  SearchSeams seams() {
    SearchSeams seams;
    seams.measure = [this](const StepRequest &step) { return steps_.measure(step); };
    seams.save = [this](const SearchReport &report, const Knowledge &knowledge) {
      return writeFileAtomic(searchFile(folder_), json(report, knowledge), 0600);
    };
    bool quiet = options_.program.experiment.quiet;
    seams.say = [quiet](const std::string &line) { quiet ? void() : say(line); };
    return stored_ ? withStored(*stored_, steps_.places(), std::move(seams)) : seams;
  }

  /// As it is kept.
  std::string json(const SearchReport &report, const Knowledge &knowledge) const {
    if (!options_.program.experiment.redact)
      return writeSearch(identity_, guesses_, report, knowledge);
    SearchIdentity identity = identity_;
    for (auto &[name, value] : identity)
      value = not_kept;
    return Redaction().names(writeSearch(identity, guesses_, report, knowledge));
  }

  int show(const Search &search, int status) {
    const SearchReport &report = search.report();
    bool kept = saveTo(options_.program.experiment.json, json(report, search.knowledge()));
    bool shown = true;
    if (!report.steps.empty()) {
      shown = showTable(static_cast<int>(report.steps.size()));
      shown &= print(wrapped("\n" + findingsText(report, search.knowledge())));
    }
    std::fprintf(stderr, "results: %s\n", folder_.c_str());
    return status == exit_ok && !(shown && kept) ? exit_usage : status;
  }

  /// The table of the last step. False: it could not be shown.
  bool showTable(int last) {
    Showing showing{.top = options_.program.experiment.top,
                    .full = options_.program.experiment.full};
    Result<Ledger> ledger = shownLedger(steps_.ledger() ? Result<Ledger>(*steps_.ledger())
                                                        : ledgerAt(stepFolderIn(folder_, last)),
                                        options_.program.experiment.redact);
    if (!ledger.ok())
      complain(ledger.error());
    return ledger.ok() && showLedger(ledger.value(), showing);
  }

  const SearchOptions &options_;
  std::string folder_;
  SearchIdentity identity_;
  SearchSteps steps_;
  std::optional<StoredSearch> stored_;
  Guesses guesses_;
};

} // namespace

/// Checks everything that can be refused before a folder is made.
Result<int> verbSearch(const SearchOptions &typed) {
  SearchOptions options = withThreads(typed);
  TARE_TRY(BuildRequest request, requestOf(options.program));
  TARE_DO(canRun());
  TARE_TRY(std::string folder, folderFor(options, request));
  request.folder = absolutePath(folder) + "/build";
  return SearchVerb(options, folder, request).run();
}

} // namespace tare
