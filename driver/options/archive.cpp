// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger_json.h"
#include "base/text.h"
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

#include <algorithm>

namespace tare {
namespace {

constexpr Parser::Verb archive_verb = {
    "tare archive",
    "Keep the tables of many experiments in one data base, and ask it.\n"
    "Tables are kept as they came; the same one twice is one.",
    "tare archive ACTION [...] [options]",
    "tare archive add tare-results/tare-lu2-...\n"
    "  tare archive query --application lu2 --param N=100..800 --row 'load imbalance'\n"
    "  tare archive query --application lu2 --csv > lu2.csv"};

/// What an action takes: words, and options beside --archive.
struct ArchiveAction {
  const char *name, *words;
  size_t least, most;
  std::vector<const char *> options;
};

constexpr size_t any_number = 100000;

const std::vector<ArchiveAction> &archiveActions() {
  static const std::vector<ArchiveAction> actions = {
      {"add",
       "RESULTS...",
       1,
       any_number,
       {"--application", "--version", "--commit", "--date", "--format", "--as-owner"}},
      {"list", "[APPLICATION]", 0, 1, {"--json"}},
      {"show", "ID", 1, 1, {"--json", "--full", "--notes"}},
      {"query",
       "",
       0,
       0,
       {"--application", "--param", "--threads", "--row", "--construct", "--since", "--machine",
        "--latest", "--json", "--csv", "--format", "--output", "--sql"}},
      {"trend",
       "APPLICATION",
       1,
       1,
       {"--param", "--threads", "--row", "--construct", "--since", "--machine", "--json"}},
      {"diff", "APPLICATION", 1, 1, {"--since", "--param"}},
      {"tables", "APPLICATION FOLDER", 2, 2, {}},
      {"forget", "ID|APPLICATION", 1, 1, {"--as-owner"}},
      {"describe", "APPLICATION TEXT", 2, 2, {"--as-owner"}},
      {"pure", "APPLICATION [FUNCTION=TEMPLATE]", 1, 2, {"--as-owner"}},
      {"accept",
       "APPLICATION",
       1,
       1,
       {"--row", "--construct", "--commit", "--reason", "--as-owner"}},
      {"couplings", "APPLICATION", 1, 1, {}},
      {"primitives", "[HOST [FOLDER]]", 0, 2, {}},
      {"template", "list | add NAME FORMULA [TEXT]", 1, 4, {}},
      {"export", "FILE", 1, 1, {}},
      {"import", "FILE", 1, 1, {"--as-owner"}},
      {"rebuild", "", 0, 0, {}},
      {"pages", "FOLDER", 1, 1, {"--application", "--tables"}},
      {"serve", "", 0, 0, {"--listen", "--port", "--tokens", "--private"}},
      {"token", "add OWNER | list | forget OWNER", 1, 2, {"--tokens"}}};
  return actions;
}

constexpr const char *actions_note =
    R"(actions:
  add RESULTS...             keep results folders, tables in JSON, or other tools' files
  list [APPLICATION]         what is kept
  show ID                    the report of one table; --json writes the table as it came
  query                      runs and rows that the options name
  trend APPLICATION          what changed when, and what crept in
  diff APPLICATION           the newest table against one --since a commit, a
                             version or a date, else the one before (tare diff);
                             of several sizes also which rows grow otherwise now
  tables APPLICATION FOLDER  write its tables as they came, ID.json each; couplings as
                             ID.coupling.json
  forget ID|APPLICATION      remove it, and say what was removed
  describe APPLICATION TEXT  what the application is
  pure APPLICATION [FUNCTION=TEMPLATE]
                             what a function computes: qs=sort
  accept APPLICATION --row R --reason TEXT
                             a change of a row is meant
  couplings APPLICATION      how its kernels affect each other (tare model --couple)
  primitives [HOST [FOLDER]] what operations take on machines (tare calibrate
                             --primitives); FOLDER: write them, a file for
                             each compiler with its flags
  template list              how known functions grow; add NAME FORMULA: one more
  export FILE, import FILE   all that cannot be made again, as a text (tare.archive/1)
  rebuild                    make the index again from the tables
  pages FOLDER               a web site of it in this folder, for GitHub Pages and others
  serve                      the same pages, and answers in JSON, over HTTP on this machine
  token add OWNER            a token by which OWNER uploads to serve; list, forget OWNER

ID is a number of `tare archive list`, or the begin of a hash.)";

void addKeepingOptions(Parser &parser, ArchiveOptions &options) {
  parser.text("--archive", options.archive, "WHERE",
              "file, or postgresql://USER@HOST/BASE (default:\nTARE_ARCHIVE, else "
              "~/.local/share/tare/archive.db)");
  parser.text("--application", options.application, "NAME",
              "add: keep it under this name; query: of it alone");
  parser.text("--version", options.version, "TEXT", "add: version of the program");
  parser.text("--commit", options.commit, "TEXT",
              "add: commit of its sources; accept: as of which a\nchange is meant (default: of the "
              "newest table)");
  parser.text("--date", options.date, "TIME", "add: when it was measured, such as 2026-11-28");
  parser.choice(
      "--format", options.format, "FORMAT",
      "add: extra-p, extra-p-json, extra-p-jsonl,\ngoogle-benchmark or bmf (default: a table of "
      "Tare);\nquery: extra-p-jsonl, bmf, google-benchmark,\ngithub-action-benchmark or "
      "caliper-json-split",
      {ledgerSchema(), "extra-p", "extra-p-json", "extra-p-jsonl", "google-benchmark", "bmf",
       "github-action-benchmark", "caliper-json-split"});
  parser.text("--output", options.output, "FOLDER",
              "query --format caliper-json-split: a file for each\nrun and repetition in it");
  parser.flag("--as-owner", options.as_owner, "change an application that somebody else owns");
}

/// The full name of a category; "any" stays. What is wrong comes back.
std::string rowInto(std::string &row, const std::string &text) {
  row = text;
  std::vector<std::string> likely;
  if (text == "any")
    return "";
  std::string name = categoryNamed(text, likely);
  if (!name.empty())
    row = name;
  else if (likely.size() > 1 && std::ranges::all_of(likely, [&](const std::string &each) {
             return labelOf(each) == labelOf(likely.front());
           }))
    row = likely.front();
  return ""; // metrics of other tools have any name
}

void addAskingOptions(Parser &parser, ArchiveOptions &options, int &threads) {
  parser.texts("--param", options.parameters, "NAME=VALUE",
               "query, trend: runs with it; N=100..800 is a range;\ndiff: tables with it");
  parser.number("--threads", threads, "P", "query, trend: runs on P threads", 1, 1000000);
  parser.read("--row", "NAME", "query, trend, accept: an overhead, or any for all of them",
              [&](const std::string &text) { return rowInto(options.row, text); });
  parser.text("--construct", options.construct, "PLACE",
              "query, trend, accept: FILE:LINE, a function, or an id");
  parser.text("--since", options.since, "DATE",
              "query, trend: measured then or later, such as 2026-11-28;\ndiff: also a commit or a "
              "version");
  parser.text("--machine", options.machine, "HOST", "query, trend: measured there");
  parser.flag("--latest", options.latest, "query: of equal runs the last one alone");
  parser.flag("--csv", options.csv, "query: CSV with a line for each repetition");
  parser.text("--sql", options.sql, "SELECT",
              "query: this one question in SQL; nothing can be changed");
  parser.text("--json", options.json, "FILE",
              "list, show, query, trend: write it as JSON (-: to\nstdout, alone)");
  parser.flag("--full", options.full, "show: every row, its locations and all notes");
  parser.flag("--notes", options.notes, "show: what to beware of, alone");
  parser.text("--reason", options.reason, "TEXT", "accept: why");
  parser.number("--tables", options.tables, "N",
                "pages: reports of the newest N tables of each\napplication (default: 50)", 0,
                100000);
  parser.number("--port", options.port, "N", "serve: 0 is any that is free (default: 8273)", 0,
                65535);
  parser.text("--listen", options.listen, "ADDRESS",
              "serve: 127.0.0.1 (default), another 127.* or ::1");
  parser.text("--tokens", options.tokens, "FILE",
              "serve, token: who may upload (default: beside the\narchive's file, ARCHIVE.tokens)");
  parser.flag("--private", options.is_private, "serve: reading needs a token, too");
  parser.note(actions_note);
}

/// Empty, or what is wrong with the action, its words and options.
std::string archiveMistake(const Parser &parser, const ArchiveOptions &options) {
  auto action = std::ranges::find_if(
      archiveActions(), [&](const ArchiveAction &each) { return options.action == each.name; });
  if (action == archiveActions().end())
    return (options.action.empty() ? "which action?" : "no action '" + options.action + "';") +
           std::string(" add, list, show, query, ...; see tare archive --help");
  if (options.words.size() < action->least || options.words.size() > action->most)
    return std::string("usage: tare archive ") + action->name + " " + action->words;
  for (const char *name : {"--application", "--version", "--commit",  "--date",   "--format",
                           "--as-owner",    "--param",   "--threads", "--row",    "--construct",
                           "--since",       "--machine", "--latest",  "--csv",    "--sql",
                           "--json",        "--reason",  "--output",  "--full",   "--notes",
                           "--tables",      "--port",    "--listen",  "--tokens", "--private"}) {
    bool fits = std::ranges::any_of(
        action->options, [&](const char *each) { return std::string_view(each) == name; });
    if (parser.given(name) && !fits)
      return std::string(name) + " does not belong to " + action->name;
  }
  return "";
}

/// What does not fit --format.
std::string formatClash(const Parser &parser, const ArchiveOptions &options) {
  static const std::vector<std::string> written = {"extra-p-jsonl", "bmf", "google-benchmark",
                                                   "github-action-benchmark", "caliper-json-split"};
  const std::string &format = options.format;
  const bool is_query = options.action == "query", is_caliper = format == "caliper-json-split";
  const bool is_written = std::ranges::find(written, format) != written.end();
  if (is_query && !format.empty() && !is_written)
    return "query writes " + joinText(written, ", ") + ", not " + format;
  if (options.action == "add" && (format == "github-action-benchmark" || is_caliper))
    return "add does not read " + format;
  if (is_query && !format.empty() && (options.csv || !options.sql.empty()))
    return "--format cannot stand beside --csv or --sql";
  if (is_query && is_caliper == options.output.empty())
    return is_caliper ? "--format caliper-json-split writes files: name a folder with --output"
                      : "--output belongs to --format caliper-json-split";
  if (is_caliper &&
      (parser.given("--row") || parser.given("--construct") || parser.given("--json")))
    return "--format caliper-json-split writes whole runs: leave out --row, --construct and --json";
  return "";
}

/// The same of values that go together.
std::string archiveClash(const Parser &parser, const ArchiveOptions &options) {
  const std::string &action = options.action;
  if (action == "accept" && (options.row.empty() || options.reason.empty()))
    return "accept needs --row and --reason";
  if (action == "template" && !(options.words == std::vector<std::string>{"list"} ||
                                (options.words[0] == "add" && options.words.size() >= 3)))
    return "usage: tare archive template list | add NAME FORMULA [TEXT]";
  const std::vector<std::string> &words = options.words;
  if (action == "token" &&
      !(words[0] == "list" ? words.size() == 1
                           : (words[0] == "add" || words[0] == "forget") && words.size() == 2))
    return "usage: tare archive token add OWNER | list | forget OWNER";
  if (std::string clash = formatClash(parser, options); !clash.empty())
    return clash;
  if (options.sql.empty() || action != "query")
    return "";
  for (const char *name : {"--application", "--param", "--threads", "--row", "--construct",
                           "--since", "--machine", "--latest"})
    if (parser.given(name))
      return std::string("--sql says all by itself, so ") + name + " cannot stand beside it";
  return "";
}

} // namespace

Options parseArchive(std::vector<std::string> arguments, std::vector<std::string> rest) {
  ArchiveOptions options;
  options.arguments = arguments;
  int threads = 0;
  Parser parser(archive_verb);
  parser.operand("ACTION", options.action, "what to do, see below", false);
  parser.operands("WORDS", options.words, "of the action");
  std::vector<std::string> actions;
  for (const ArchiveAction &action : archiveActions())
    actions.emplace_back(action.name);
  parser.firstWords(std::move(actions));
  addKeepingOptions(parser, options);
  addAskingOptions(parser, options, threads);
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  if (threads > 0)
    options.threads = threads;
  if (std::string mistake = archiveMistake(parser, options); !mistake.empty())
    return parser.refuse(mistake);
  if (std::string mistake = archiveClash(parser, options); !mistake.empty())
    return parser.refuse(mistake);
  return options;
}

} // namespace tare
