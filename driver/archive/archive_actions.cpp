// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/archive_actions.h"

#include "analyzer/archive/foreign.h"
#include "analyzer/archive/knowledge.h"
#include "analyzer/archive/query.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger_json.h"
#include "base/files.h"
#include "base/formats/formats.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/archive/add_results.h"
#include "driver/archive/archive_growth.h"
#include "driver/archive/archive_questions.h"
#include "driver/archive/archive_text.h"
#include "driver/archive/caliper_files.h"
#include "driver/archive/compared_ledgers.h"
#include "driver/archive/coupling_actions.h"
#include "driver/archive/exchange_actions.h"
#include "driver/archive/measured_rows.h"
#include "driver/archive/open_archive.h"
#include "driver/archive/pages_action.h"
#include "driver/archive/primitive_actions.h"
#include "driver/archive/serve_action.h"
#include "driver/archive/trend_text.h"
#include "driver/archive/upload_tokens.h"
#include "driver/archive/written_documents.h"
#include "driver/ledger_at.h"
#include "driver/show_ledger.h"
#include "driver/verbs.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace tare {
namespace {

constexpr size_t shown_of_hash = 12;

/// To stdout for "-".
Result<int> writtenTo(const std::string &path, const std::string &text) {
  if (path == "-")
    return print(text) ? exit_ok : exit_usage;
  TARE_DO(writeFileAtomic(path, text, 0600));
  return exit_ok;
}

std::string listedText(const std::vector<KeptLedger> &kept) {
  std::vector<std::vector<std::string>> lines = {{"ID", "measured (UTC)", "application", "version",
                                                  "commit", "parameters", "machine", "threads",
                                                  "compiler", "format", "hash"}};
  for (const KeptLedger &each : kept)
    lines.push_back({std::to_string(each.id), shortTime(each.measured_utc), each.application,
                     each.version, each.source_commit.substr(0, shown_of_commit),
                     parametersText(each.parameters), each.machine, each.threads.substr(0, 20),
                     each.compiler, isOfFormat(formats::table, each.format) ? "" : each.format,
                     each.sha256.substr(0, shown_of_hash)});
  return foldedText(lines, {"ID", "measured (UTC)", "hash"});
}

Result<int> addAction(const ArchiveOptions &options) {
  std::vector<std::string> paths, couplings, primitives;
  int status = exit_ok; // what is refused is no reason to refuse the others
  for (const std::string &word : options.words) {
    if (isPrimitivesFile(word)) {
      primitives.push_back(word);
      continue;
    }
    std::vector<std::string> with_couplings = couplingFilesAt(word);
    append(couplings, with_couplings);
    Result<std::vector<std::string>> found = experimentsAt(word);
    if (found.ok() && with_couplings != std::vector<std::string>{word})
      append(paths, found.value());
    else if (with_couplings.empty())
      status = fail(found.error());
  }
  if (paths.empty() && couplings.empty() && primitives.empty())
    return status;
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::write));
  auto say = [&](const std::string &file, Result<std::string> added) {
    status = added.ok() && printForPeople(added.value()) ? status
             : added.ok()                                ? exit_usage
                          : fail(placedAt(file, std::move(added)).error());
  };
  for (const std::string &file : couplings)
    say(file, addCouplingFile(archive, file, options.application));
  for (const std::string &file : primitives)
    say(file, addPrimitivesFile(archive, file));
  for (const std::string &path : paths) {
    Result<NewLedger> ledger = newLedgerAt(path, options);
    Result<Added> added = ledger.ok() ? archive.add(ledger.value()) : Result<Added>(ledger.error());
    added = placedAt(path, std::move(added));
    if (!added.ok()) {
      status = fail(added.error());
      continue;
    }
    const Added &is = added.value();
    print(printable(is.application) + ": ledger " + std::to_string(is.id) +
          (is.was_there ? " was there already"
                        : " added (" + numberOf(static_cast<int64_t>(is.runs), "run") + ", " +
                              numberOf(static_cast<int64_t>(is.rows), "row") + ")") +
          "\n");
  }
  return status;
}

Result<int> listAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  TARE_TRY(std::vector<KeptLedger> kept,
           archive.list(options.words.empty() ? "" : options.words[0]));
  if (!options.json.empty())
    TARE_DO(writtenTo(options.json, listJson(kept)));
  if (options.json == "-")
    return exit_ok;
  std::string about;
  if (!options.words.empty()) {
    TARE_TRY(std::string description, descriptionOf(archive, options.words[0]));
    if (!description.empty())
      about = printable(options.words[0] + ": " + description) + "\n";
  }
  return printed(kept.empty() ? "The archive is empty.\n" : about + listedText(kept));
}

Result<int> couplingsAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  TARE_TRY(std::string text, couplingsText(archive, options.words[0]));
  return printed(text);
}

Result<int> primitivesAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  std::string host = options.words.empty() ? "" : options.words[0];
  if (options.words.size() == 2) {
    TARE_TRY(int written, writePrimitivesFiles(archive, host, options.words[1]));
    return printed(numberOf(written, "file") + " written.\n");
  }
  TARE_TRY(std::string text, primitivesText(archive, host));
  return printed(text);
}

Result<int> showAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  TARE_TRY(KeptLedger kept, archive.find(options.words[0]));
  TARE_TRY(std::string text, archive.textOf(kept.id));
  if (!options.json.empty())
    return writtenTo(options.json, text);
  std::string facts = "Owner " + kept.owner + ", added " + kept.added_utc;
  if (kept.source_commit.size() > shown_of_commit)
    facts += ", commit " + kept.source_commit;
  printForPeople(listedText({kept}) + printable(facts) + "\n\n");
  if (!isOfFormat(formats::table, kept.format))
    return printed("It is another tool's document: --json FILE writes it as it came.\n");
  TARE_TRY(Ledger ledger, readLedger(text));
  return showLedger(ledger, {.full = options.full, .notes = options.notes}) ? exit_ok : exit_usage;
}

Result<int> caliperAction(Archive &archive, ArchiveQuestion question, const std::string &folder) {
  question.repetitions = false;
  TARE_TRY(DatabaseRows runs, ask(archive, question));
  if (runs.rows.empty())
    return printed("Nothing in the archive fits.\n");
  size_t without = 0;
  TARE_TRY(size_t written, writeCaliperFiles(archive, runs, folder, without));
  return printed(numberOf(static_cast<int64_t>(written), "file") + " written.\n" +
                 (without ? numberOf(static_cast<int64_t>(without), "run") +
                                " left out: no repetitions are kept of them.\n"
                          : ""));
}

Result<int> queryAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  ArchiveQuestion question = queryQuestionOf(options);
  question.repetitions = options.csv || !options.format.empty();
  if (!options.output.empty())
    return caliperAction(archive, question, options.output);
  TARE_TRY(DatabaseRows found,
           options.sql.empty() ? ask(archive, question) : askSql(archive, options.sql));
  if (!options.json.empty())
    TARE_DO(writtenTo(options.json, foundJson(found)));
  if (options.json == "-")
    return exit_ok;
  if (!options.format.empty())
    return print(inFormat(options.format, measuredRows(found))) ? exit_ok : exit_usage;
  if (options.csv)
    return print(foundCsv(found)) ? exit_ok : exit_usage;
  if (found.rows.empty())
    return printed("Nothing in the archive fits.\n");
  return printed(options.sql.empty() ? foundText(found) : plainText(found));
}

Result<int> trendAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  TARE_TRY(std::vector<SettingTrend> trends, askTrends(archive, trendQuestionOf(options)));
  if (trends.empty())
    return printed("Nothing in the archive fits.\n");
  if (!options.json.empty())
    TARE_DO(writtenTo(options.json, trendJson(options.words[0], trends)));
  return options.json == "-" ? exit_ok : printed(trendText(options.words[0], trends));
}

/// "ledger 20 of lu2 (1.2, commit 4eb53376aa, n=800)".
std::string nameOf(const KeptLedger &kept) {
  std::vector<std::string> facts;
  if (!kept.version.empty())
    facts.push_back(kept.version);
  if (!kept.source_commit.empty())
    facts.push_back("commit " + kept.source_commit.substr(0, shown_of_commit));
  if (std::string parameters = parametersText(kept.parameters); !parameters.empty())
    facts.push_back(parameters);
  return "ledger " + std::to_string(kept.id) + " of " + kept.application +
         (facts.empty() ? "" : " (" + joinText(facts, ", ") + ")");
}

Result<int> diffAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  TARE_TRY(std::vector<KeptLedger> all, archive.list(options.words[0]));
  TARE_TRY(std::vector<KeptLedger> kept, ledgersWith(options.parameters, all));
  TARE_TRY(auto compared, comparedLedgers(kept, options.since));
  TARE_TRY(std::string made, makeTemporaryFolder("tare-archive-"));
  TemporaryFolder folder(made);
  DiffOptions diff{.base = folder.path() + "/base.json",
                   .head = folder.path() + "/head.json",
                   .base_name = nameOf(compared.first),
                   .head_name = nameOf(compared.second)};
  for (const auto &[ledger, path] :
       {std::pair(&compared.first, &diff.base), std::pair(&compared.second, &diff.head)}) {
    TARE_TRY(std::string text, archive.textOf(ledger->id));
    TARE_DO(writeFileAtomic(*path, text, 0600));
  }
  printForPeople(listedText({compared.first, compared.second}) + "\n");
  TARE_TRY(int status, verbDiff(diff));
  TARE_DO(showGrowth(archive, all, compared.first, compared.second));
  return status;
}

Result<int> tablesAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  TARE_TRY(std::string said, writeDocuments(archive, options.words[0], options.words[1]));
  return printed(said);
}

Result<int> forgetAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::write));
  TARE_TRY(std::vector<KeptLedger> gone, archive.forget(options.words[0]));
  return printed("Removed " + numberOf(static_cast<int64_t>(gone.size()), "ledger") + ":\n" +
                 listedText(gone));
}

Result<int> describeAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::write));
  TARE_DO(describe(archive, options.words[0], options.words[1]));
  return printed("Described " + options.words[0] + ".\n");
}

Result<int> pureAction(const ArchiveOptions &options) {
  const std::string &application = options.words[0];
  if (options.words.size() == 2) {
    size_t equals = options.words[1].rfind('=');
    if (equals == std::string::npos)
      return Error{"pure wants FUNCTION=TEMPLATE such as qs=sort, not '" + options.words[1] + "'"};
    TARE_TRY(Archive archive, openArchive(options, Archive::Use::write));
    TARE_DO(namePure(archive, application, options.words[1].substr(0, equals),
                     options.words[1].substr(equals + 1)));
    return printed("Named " + options.words[1] + " of " + application + ".\n");
  }
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  TARE_TRY(std::vector<PureFunction> functions, pureFunctionsOf(archive, application));
  std::vector<std::vector<std::string>> lines = {{"function", "template", "formula"}};
  for (const PureFunction &each : functions)
    lines.push_back({each.function, each.template_name, each.formula});
  return printed(functions.empty() ? "No function of it has a pure name.\n" : alignedText(lines));
}

/// Without --commit the one of the newest table.
Result<std::string> acceptedCommit(Archive &archive, const ArchiveOptions &options) {
  if (!options.commit.empty())
    return options.commit;
  TARE_TRY(std::vector<KeptLedger> kept, archive.list(options.words[0]));
  std::erase_if(kept,
                [](const KeptLedger &each) { return isOfFormat(formats::coupling, each.format); });
  if (kept.empty() || kept.back().source_commit.empty())
    return Error{"the commit of the newest table is not known", "",
                 "say with --commit as of which one the change is accepted"};
  return kept.back().source_commit;
}

Result<int> acceptAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::write));
  TARE_TRY(std::string commit, acceptedCommit(archive, options));
  TARE_DO(
      accept(archive, {options.words[0], options.row, options.construct, commit, options.reason}));
  return printed("Accepted " + labelOf(options.row) +
                 (options.construct.empty() ? "" : " at " + options.construct) + " of " +
                 options.words[0] + ", as of commit " + commit.substr(0, shown_of_commit) + ".\n");
}

Result<int> templateAction(const ArchiveOptions &options) {
  const std::vector<std::string> &words = options.words;
  if (words[0] == "add") {
    TARE_TRY(Archive archive, openArchive(options, Archive::Use::write));
    TARE_DO(addTemplate(archive, {words[1], words[2], words.size() > 3 ? words[3] : ""}));
    return printed("Added the template " + words[1] + ".\n");
  }
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::read));
  TARE_TRY(std::vector<ComplexityTemplate> templates, templatesOf(archive));
  std::vector<std::vector<std::string>> lines = {{"template", "formula", "what it is", "owner"}};
  for (const ComplexityTemplate &each : templates)
    lines.push_back({each.name, each.formula, each.description, each.owner});
  return printed(alignedText(lines));
}

Result<int> rebuildAction(const ArchiveOptions &options) {
  TARE_TRY(Archive archive, openArchive(options, Archive::Use::write));
  TARE_TRY(Rebuilt rebuilt, archive.rebuild());
  return printed(
      "The index was made again from " + numberOf(static_cast<int64_t>(rebuilt.ledgers), "ledger") +
      ": " + numberOf(static_cast<int64_t>(rebuilt.rows), "row") + ".\n" +
      (rebuilt.others ? std::to_string(rebuilt.others) + " of other owners stay as they are.\n"
                      : "") +
      refusedText(rebuilt));
}

struct Action {
  const char *name;
  Result<int> (*act)(const ArchiveOptions &options);
};

constexpr Action actions[] = {{"add", addAction},
                              {"list", listAction},
                              {"show", showAction},
                              {"query", queryAction},
                              {"trend", trendAction},
                              {"diff", diffAction},
                              {"tables", tablesAction},
                              {"forget", forgetAction},
                              {"describe", describeAction},
                              {"pure", pureAction},
                              {"accept", acceptAction},
                              {"template", templateAction},
                              {"couplings", couplingsAction},
                              {"primitives", primitivesAction},
                              {"export", exportAction},
                              {"import", importAction},
                              {"rebuild", rebuildAction},
                              {"pages", pagesAction},
                              {"serve", serveAction},
                              {"token", tokenAction}};

} // namespace

Result<int> actOnArchive(const ArchiveOptions &options) {
  auto found = std::ranges::find_if(
      actions, [&](const Action &each) { return options.action == each.name; });
  return found == std::end(actions) ? Result<int>(Error{"no action '" + options.action + "'"})
                                    : found->act(options);
}

} // namespace tare
