// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/serve_routes.h"

#include "analyzer/archive/bulk.h"
#include "analyzer/forecast/forecast_json.h"
#include "analyzer/ledger/ledger_json.h"
#include "base/text.h"
#include "base/utc.h"
#include "driver/archive/archive_questions.h"
#include "driver/archive/archive_text.h"
#include "driver/archive/serve_pages.h"
#include "driver/archive/trend_text.h"
#include "driver/archive/upload_tokens.h"
#include "driver/model_answers.h"
#include "driver/verbs.h"

#include <algorithm>

namespace tare {
namespace {

/// A question: the verb of the command line that answers it, and which of its options may be asked.
struct WebRoute {
  const char *path;
  std::vector<const char *> verb; // "archive", "query"
  std::vector<const char *> parameters;
  bool of_application; // its operand is the parameter `application`
  Result<std::string> (*answer)(Archive &archive, const Options &options);
};

Result<std::string> listAnswer(Archive &archive, const Options &options) {
  const auto &asked = std::get<ArchiveOptions>(options);
  TARE_TRY(std::vector<KeptLedger> kept, archive.list(asked.words.empty() ? "" : asked.words[0]));
  return listJson(kept);
}

Result<std::string> queryAnswer(Archive &archive, const Options &options) {
  TARE_TRY(DatabaseRows found, ask(archive, queryQuestionOf(std::get<ArchiveOptions>(options))));
  return foundJson(found);
}

Result<std::string> trendAnswer(Archive &archive, const Options &options) {
  const auto &asked = std::get<ArchiveOptions>(options);
  TARE_TRY(std::vector<SettingTrend> trends, askTrends(archive, trendQuestionOf(asked)));
  return trendJson(asked.words[0], trends);
}

Result<std::vector<NamedLedger>> ledgersAsked(Archive &archive, const ModelOptions &options) {
  std::vector<NamedLedger> ledgers;
  for (const std::string &application : options.results) {
    TARE_TRY(std::vector<NamedLedger> found,
             modelledLedgers(archive, application, serve_limit::modelled_tables - ledgers.size()));
    ledgers.insert(ledgers.end(), found.begin(), found.end());
  }
  return ledgers;
}

Result<std::string> modelAnswered(Archive &archive, const Options &options) {
  const auto &asked = std::get<ModelOptions>(options);
  TARE_TRY(std::vector<NamedLedger> ledgers, ledgersAsked(archive, asked));
  TARE_TRY(ModelReport report, modelAnswer(asked, ledgers));
  return modelJson(report);
}

Result<std::string> forecastAnswered(Archive &archive, const Options &options) {
  const auto &asked = std::get<ModelOptions>(options);
  TARE_TRY(std::vector<NamedLedger> ledgers, ledgersAsked(archive, asked));
  TARE_TRY(ForecastAnswer answer, forecastAnswer(asked, ledgers));
  return forecastJson(answer.report);
}

Result<std::string> whichAnswered(Archive &archive, const Options &options) {
  const auto &asked = std::get<ModelOptions>(options);
  TARE_TRY(std::vector<NamedLedger> ledgers, ledgersAsked(archive, asked));
  TARE_TRY(std::vector<WhichChoice> choices, whichAnswer(asked, ledgers));
  return whichJson(choices, asked.at, asked.of);
}

const std::vector<WebRoute> &webRoutes() {
  static const std::vector<WebRoute> routes = {
      {"/api/list", {"archive", "list"}, {"application"}, true, listAnswer},
      {"/api/query",
       {"archive", "query"},
       {"application", "param", "threads", "row", "construct", "since", "machine", "latest"},
       false,
       queryAnswer},
      {"/api/trend",
       {"archive", "trend"},
       {"application", "param", "threads", "row", "construct", "since", "machine"},
       true,
       trendAnswer},
      {"/api/model",
       {"model"},
       {"application", "by", "template", "footprint", "caches", "efficiency"},
       true,
       modelAnswered},
      {"/api/forecast",
       {"forecast"},
       {"application", "param", "threads", "template", "footprint", "caches"},
       true,
       forecastAnswered},
      {"/api/which",
       {"which"},
       {"application", "param", "of", "template", "footprint", "caches"},
       true,
       whichAnswered}};
  return routes;
}

constexpr const char *upload_path = "/api/ledgers", *ledger_path = "/api/ledger/";

bool isAmong(const std::vector<const char *> &names, const std::string &name) {
  return std::ranges::any_of(names, [&](const char *each) { return name == each; });
}

std::string listed(const std::vector<const char *> &names) {
  return joinText(std::vector<std::string>(names.begin(), names.end()), ", ");
}

/// The first line of what the command line says, without the program's name and its help.
Error usageIn(const HelpShown &shown) {
  std::string line = splitText(shown.text, '\n').front();
  for (size_t colon; startsWith(line, "tare") && (colon = line.find(": ")) != std::string::npos;)
    line = line.substr(colon + 2);
  return {line.substr(0, line.find("; see tare"))};
}

/// The options as the command line has them. The names of applications, which are operands there,
/// are put in last: nothing in them is an option or a file.
Result<Options> optionsOf(const std::vector<const char *> &verb,
                          const std::vector<const char *> &allowed, bool of_application,
                          const WebRequest &request) {
  std::vector<std::string> argv = {"tare"}, applications;
  argv.insert(argv.end(), verb.begin(), verb.end());
  for (const auto &[name, value] : request.parameters) {
    if (!isAmong(allowed, name))
      return Error{"there is no parameter '" + name + "' here", "", "there are " + listed(allowed)};
    if (name == "application" && of_application) {
      applications.push_back(value);
      argv.push_back("application");
    } else if (name == "latest") {
      argv.push_back("--latest");
    } else if (value.starts_with("-")) {
      return Error{"'" + value + "' is no value of " + name};
    } else {
      argv.insert(argv.end(), {"--" + name, value});
    }
  }
  Options options = parseOptions(argv);
  if (const auto *help = std::get_if<HelpShown>(&options))
    return of_application && applications.empty() && verb.back() != std::string_view("list")
               ? Error{"say of which application: add ?application=NAME"}
               : usageIn(*help);
  if (auto *archive = std::get_if<ArchiveOptions>(&options); archive && of_application)
    archive->words = applications;
  if (auto *model = std::get_if<ModelOptions>(&options))
    model->results = applications;
  return options;
}

Result<Archive> openFor(const Served &served, Archive::Use use) {
  TARE_TRY(Archive archive, Archive::open(served.place, use));
  TARE_DO(archive.database().limit(serve_limit::rows, serve_limit::seconds));
  return archive;
}

/// The place of the archive is nobody's business.
WebAnswer refusalOf(const Error &error, const Served &served) {
  bool is_unknown = error.message.find("the archive has no ") != std::string::npos;
  std::string message = error.message;
  if (!error.place.empty() && error.place != served.place.shown &&
      error.place.find('/') == std::string::npos)
    message = error.place + ": " + message;
  return webRefusal(error.timed_out ? 503 : is_unknown ? 404 : 400, message, error.next);
}

WebAnswer cannotOpen(const Error &error) {
  complain(error);
  return webRefusal(503, "the archive cannot be opened now", "the server's own output says why");
}

WebAnswer answerRoute(const WebRoute &route, const WebRequest &request, const Served &served) {
  Result<Options> options = optionsOf(route.verb, route.parameters, route.of_application, request);
  if (!options.ok())
    return refusalOf(options.error(), served);
  Result<Archive> archive = openFor(served, Archive::Use::read);
  if (!archive.ok())
    return cannotOpen(archive.error());
  Result<std::string> answer = route.answer(archive.value(), options.value());
  return answer.ok() ? WebAnswer{200, "application/json", std::move(answer).value()}
                     : refusalOf(answer.error(), served);
}

WebAnswer answerDocument(const std::string &name, const Served &served) {
  Result<Archive> archive = openFor(served, Archive::Use::read);
  if (!archive.ok())
    return cannotOpen(archive.error());
  Result<KeptLedger> kept = archive.value().find(name);
  if (!kept.ok())
    return refusalOf(kept.error(), served);
  Result<std::string> text = archive.value().textOf(kept.value().id);
  if (!text.ok())
    return refusalOf(text.error(), served);
  bool is_json = text.value().starts_with("{");
  return {200, is_json ? "application/json" : "text/plain", std::move(text).value()};
}

/// Whose token the request has.
Result<std::string> ownerAsking(const WebRequest &request, const Served &served) {
  constexpr std::string_view scheme = "Bearer ";
  if (!startsWith(request.authorization, scheme))
    return Error{
        "this needs a token", "",
        "send the header Authorization: Bearer TOKEN; tare archive token add OWNER makes one"};
  Result<std::vector<UploadToken>> tokens = tokensIn(served.tokens_file);
  if (!tokens.ok()) {
    complain(tokens.error());
    return Error{"the tokens cannot be read now"};
  }
  auto owner = ownerOf(tokens.value(), request.authorization.substr(scheme.size()));
  return owner ? Result<std::string>(*owner) : Error{"this token is nobody's"};
}

Result<NewLedger> uploadOf(const WebRequest &request, std::string body) {
  TARE_TRY(Options parsed,
           optionsOf({"archive", "add", "upload"},
                     {"application", "version", "commit", "date", "format"}, false, request));
  const auto &options = std::get<ArchiveOptions>(parsed);
  NewLedger ledger{.text = std::move(body)};
  if (!options.format.empty())
    ledger.format = options.format;
  if (!options.date.empty() && (options.date.size() < 10 || !isBeginOfUtc(options.date)))
    return Error{"date wants a time such as 2026-11-28, not '" + options.date + "'"};
  ledger.measured_utc = options.date;
  ledger.application = options.application;
  ledger.version = options.version;
  ledger.source_commit = options.commit;
  return ledger;
}

bool isSane(const WebRequest &request) {
  if (request.parameters.size() > serve_limit::parameters || !isStorable(request.path))
    return false;
  return std::ranges::all_of(request.parameters, [](const auto &each) {
    return each.first.size() + each.second.size() <= serve_limit::value_bytes &&
           isStorable(each.first) && isStorable(each.second);
  });
}

} // namespace

WebAnswer webRefusal(int status, const std::string &message, const std::string &next) {
  return {status, "application/json",
          "{\"error\": {\"message\": " + jsonQuoted(message) +
              (next.empty() ? "" : ", \"next\": " + jsonQuoted(next)) + "}}\n"};
}

std::optional<WebAnswer> answerWithoutBody(const WebRequest &request, const Served &served) {
  const bool is_upload = request.path == upload_path;
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (is_upload ? request.method != "POST" : !reads)
    return webRefusal(405, is_upload ? "this wants POST" : "this wants GET");
  if (!isSane(request))
    return webRefusal(400, "too many or too long parameters, or not UTF-8");
  if (is_upload || served.is_private)
    if (Result<std::string> owner = ownerAsking(request, served); !owner.ok())
      return webRefusal(401, owner.error().message, owner.error().next);
  if (is_upload) {
    Result<NewLedger> ledger = uploadOf(request, "");
    return ledger.ok() ? std::nullopt : std::optional(refusalOf(ledger.error(), served));
  }
  for (const WebRoute &route : webRoutes())
    if (request.path == route.path)
      return answerRoute(route, request, served);
  if (startsWith(request.path, ledger_path))
    return answerDocument(request.path.substr(std::string_view(ledger_path).size()), served);
  if (startsWith(request.path, "/api/") || !request.parameters.empty())
    return webRefusal(404, "there is nothing here", "GET / has a page of the archive");
  Result<Archive> archive = openFor(served, Archive::Use::read);
  if (!archive.ok())
    return cannotOpen(archive.error());
  return pageAnswer(archive.value(), request.path);
}

WebAnswer answerUpload(const WebRequest &request, const std::string &body, const Served &served) {
  Result<std::string> owner = ownerAsking(request, served);
  if (!owner.ok())
    return webRefusal(401, owner.error().message, owner.error().next);
  Result<NewLedger> ledger = uploadOf(request, body);
  if (!ledger.ok())
    return refusalOf(ledger.error(), served);
  Result<Archive> archive = Archive::open(served.place, Archive::Use::write);
  if (!archive.ok())
    return cannotOpen(archive.error());
  if (Result<void> acting = archive.value().actFor(owner.value()); !acting.ok())
    return webRefusal(403, acting.error().message);
  Result<Added> added = archive.value().add(ledger.value());
  if (!added.ok() && Archive::isOthers(added.error()))
    return webRefusal(403, added.error().message, "take another name with ?application=NAME");
  if (!added.ok())
    return refusalOf(added.error(), served);
  const Added &is = added.value();
  return {is.was_there ? 200 : 201, "application/json",
          "{\"ledger\": " + std::to_string(is.id) + ", \"application\": " +
              jsonQuoted(is.application) + ", \"was_there\": " + (is.was_there ? "true" : "false") +
              ", \"runs\": " + std::to_string(is.runs) + ", \"rows\": " + std::to_string(is.rows) +
              "}\n"};
}

} // namespace tare
