// SPDX-License-Identifier: Apache-2.0
// `tare search`: sources -> steps, each with probes where time was found -> what was confirmed.
#include "driver/verbs.h"

#include "analyzer/report/page.h"
#include "base/files.h"
#include "base/process.h"
#include "base/text.h"
#include "driver/ledger_at.h"
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

constexpr uint64_t largest_search = uint64_t(256) << 20;

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

/// What must not change while a search is interrupted.
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

/// A new folder, or that of the search to go on with.
Result<std::string> folderFor(const SearchOptions &options, const BuildRequest &request) {
  if (options.resume.empty())
    return newResultsFolder(options.program.experiment, programName(request));
  if (!isFolder(options.resume))
    return Error{"there is no such folder", options.resume};
  return options.resume;
}

Result<StoredSearch> storedIn(const std::string &folder, const SearchIdentity &typed) {
  Result<std::string> text = readFile(searchFile(folder), largest_search);
  if (!text.ok())
    return Error{"no search of tare here: " + text.error().message, searchFile(folder)};
  Result<StoredSearch> stored = readSearch(text.value());
  if (!stored.ok())
    return Error{"is no search that can be trusted: " + stored.error().message,
                 searchFile(folder)};
  if (std::string other = differenceOf(stored.value().identity, typed); !other.empty())
    return Error{other, searchFile(folder), "type the same command, or begin a new search"};
  return stored;
}

/// Each line for itself; what does not fit goes on a little further in.
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

class SearchVerb {
public:
  SearchVerb(const SearchOptions &options, const std::string &folder, BuildRequest request)
      : options_(options), folder_(folder),
        identity_(identityOf(options, request, manifestOf("search", options.program, request))),
        steps_(options, absolutePath(folder), std::move(request)) {}

  int run() {
    HeldInterruptions held;
    if (!options_.resume.empty()) {
      Result<StoredSearch> stored = storedIn(folder_, identity_);
      if (!stored.ok())
        return fail(stored.error(), exit_usage);
      stored_ = std::move(stored).value();
    }
    if (Result<void> begun = steps_.begin(); !begun.ok())
      return abandon(begun.error(), steps_.status());
    Result<Guesses> guesses = stored_ ? Result<Guesses>(stored_->guesses) : steps_.guesses();
    if (!guesses.ok())
      return abandon(guesses.error(), exit_build_failed);
    guesses_ = guesses.value();
    Search search(steps_.places(), guesses_, settingsOf(options_), seams());
    Result<void> done = search.run();
    if (!done.ok())
      complain(done.error());
    int status = done.ok() ? exit_ok : steps_.status() ? steps_.status() : exit_usage;
    return show(search, status);
  }

private:
  /// A folder without a run must not look like results.
  int abandon(const Error &error, int status) {
    if (options_.resume.empty())
      removeTree(folder_);
    return fail(error, status);
  }

  SearchSeams seams() {
    SearchSeams seams;
    seams.measure = [this](const StepRequest &step) { return steps_.measure(step); };
    seams.save = [this](const SearchReport &report, const Knowledge &knowledge) {
      return writeFileAtomic(searchFile(folder_),
                             writeSearch(identity_, guesses_, report, knowledge), 0600);
    };
    bool quiet = options_.program.experiment.quiet;
    seams.say = [quiet](const std::string &line) { quiet ? void() : say(line); };
    return stored_ ? withStored(*stored_, steps_.places(), std::move(seams)) : seams;
  }

  int show(const Search &search, int status) {
    const SearchReport &report = search.report();
    const std::string &json = options_.program.experiment.json;
    Result<void> kept =
        json.empty()
            ? Result<void>()
            : writeFileAtomic(json, writeSearch(identity_, guesses_, report, search.knowledge()));
    if (!kept.ok())
      complain(kept.error());
    bool shown = report.steps.empty() || showTable(static_cast<int>(report.steps.size()));
    std::string text =
        report.steps.empty() ? "" : wrapped("\n" + findingsText(report, search.knowledge()));
    shown &= std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    shown &= std::fflush(stdout) == 0;
    std::fprintf(stderr, "results: %s\n", folder_.c_str());
    return status == exit_ok && !(shown && kept.ok()) ? exit_usage : status;
  }

  bool showTable(int last) {
    Showing showing{.top = options_.program.experiment.top};
    if (steps_.ledger())
      return showLedger(*steps_.ledger(), showing);
    Result<Ledger> ledger = ledgerAt(stepFolderIn(folder_, last));
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

int verbSearch(const SearchOptions &typed) {
  SearchOptions options = withThreads(typed);
  Result<BuildRequest> asked = requestOf(options.program);
  if (!asked.ok())
    return fail(asked.error(), exit_usage);
  BuildRequest &request = asked.value();
  Result<ChosenCompiler> compiler = chooseCompiler(options.program.compiler);
  if (!compiler.ok())
    return fail(compiler.error(), exit_build_failed);
  useCompiler(compiler.value(), request);
  if (!canRun())
    return exit_usage;
  Result<std::string> folder = folderFor(options, request);
  if (!folder.ok())
    return fail(folder.error(), exit_usage);
  request.folder = absolutePath(folder.value()) + "/build";
  return SearchVerb(options, folder.value(), request).run();
}

} // namespace tare
