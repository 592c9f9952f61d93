// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/knowledge.h"

#include "analyzer/archive/bulk.h"
#include "base/nearest.h"
#include "base/system.h"

#include <set>

namespace tare {
namespace {

constexpr size_t longest_name = 200;

Result<void> checkName(const std::string &what, const std::string &name) {
  if (name.empty() || name.size() > longest_name || !isStorable(name))
    return Error{"the name of " + what + " has to be UTF-8, and 1 to 200 bytes long"};
  return {};
}

/// The owner's application, in a transaction around `change`.
template <class Change>
Result<void> ofOwner(Archive &archive, const std::string &application, Change change) {
  DatabaseTransaction transaction(archive.database());
  TARE_DO(transaction.begin());
  TARE_TRY(int64_t there, archive.database().number(
                              "SELECT count(*) FROM application WHERE name = ?", {application}));
  if (!there)
    return Error{"the archive has no application '" + application + "'", archive.database().shown(),
                 "add results of it first"};
  TARE_TRY(int64_t id, archive.ownApplication(application));
  TARE_DO(change(std::to_string(id)));
  return transaction.commit();
}

} // namespace

Result<void> addTemplate(Archive &archive, const ComplexityTemplate &added) {
  TARE_DO(checkName("a template", added.name));
  TARE_DO(checkFormula(added.formula));
  Database &database = archive.database();
  DatabaseTransaction transaction(database);
  TARE_DO(transaction.begin());
  TARE_TRY(std::string name, archive.user());
  TARE_TRY(DatabaseValue owner,
           database.value("SELECT owner FROM template WHERE name = ?", {added.name}));
  if (owner && *owner != name)
    return Error{"the template '" + added.name + "' is " + *owner + "'s", database.shown(),
                 "take another name"};
  TARE_DO(owner ? database.run("UPDATE template SET formula = ?, description = ? WHERE name = ?",
                               {added.formula, added.description, added.name})
                : database.run("INSERT INTO template (name, formula, description, owner) VALUES "
                               "(?, ?, ?, ?)",
                               {added.name, added.formula, added.description, name}));
  return transaction.commit();
}

Result<std::vector<ComplexityTemplate>> templatesOf(Archive &archive) {
  TARE_TRY(DatabaseRows found,
           archive.database().rows(
               "SELECT name, formula, description, owner FROM template ORDER BY name"));
  std::vector<ComplexityTemplate> templates;
  for (const DatabaseRow &row : found.rows)
    templates.push_back(
        {row[0].value_or(""), row[1].value_or(""), row[2].value_or(""), row[3].value_or("")});
  return templates;
}

Result<void> namePure(Archive &archive, const std::string &application, const std::string &function,
                      const std::string &template_name) {
  TARE_DO(checkName("a function", function));
  return ofOwner(archive, application, [&](const std::string &id) -> Result<void> {
    TARE_TRY(std::vector<ComplexityTemplate> templates, templatesOf(archive));
    std::set<std::string> names;
    for (const ComplexityTemplate &each : templates)
      names.insert(each.name);
    if (!names.contains(template_name))
      return Error{"there is no template '" + template_name + "'; did you mean " +
                       nearestNames(template_name, names, 1).front() + "?",
                   archive.database().shown(), "tare archive template list names all"};
    return archive.database().run(
        "INSERT INTO pure_function (application, function, template) VALUES (?, ?, ?) ON CONFLICT "
        "(application, function) DO UPDATE SET template = excluded.template",
        {id, function, template_name});
  });
}

Result<std::vector<PureFunction>> pureFunctionsOf(Archive &archive,
                                                  const std::string &application) {
  TARE_TRY(DatabaseRows found,
           archive.database().rows(
               "SELECT application.name, function, template, formula FROM application JOIN "
               "pure_function "
               "ON pure_function.application = application.id JOIN template ON template.name = "
               "pure_function.template WHERE application.name = ? ORDER BY function",
               {application}));
  std::vector<PureFunction> functions;
  for (const DatabaseRow &row : found.rows)
    functions.push_back(
        {row[0].value_or(""), row[1].value_or(""), row[2].value_or(""), row[3].value_or("")});
  return functions;
}

Result<void> describe(Archive &archive, const std::string &application,
                      const std::string &description) {
  if (!isStorable(description))
    return Error{"the description is not UTF-8"};
  return ofOwner(archive, application, [&](const std::string &id) {
    return archive.database().run("UPDATE application SET description = ? WHERE id = ?",
                                  {description, id});
  });
}

Result<std::string> descriptionOf(Archive &archive, const std::string &application) {
  TARE_TRY(DatabaseValue text,
           archive.database().value("SELECT description FROM application WHERE name = ?",
                                    {application}));
  return text.value_or("");
}

Result<void> accept(Archive &archive, const AcceptedChange &change) {
  if (change.reason.empty() || !isStorable(change.reason))
    return Error{"an accepted change needs a reason, in UTF-8"};
  TARE_TRY(std::string name, archive.user());
  return ofOwner(archive, change.application, [&](const std::string &id) {
    return archive.database().run("INSERT INTO accepted (application, category, construct, "
                                  "source_commit, reason, accepted_utc, "
                                  "accepted_by) VALUES (?, ?, ?, ?, ?, ?, ?)",
                                  {id, change.category, change.construct, change.source_commit,
                                   change.reason, utcText("%Y-%m-%dT%H:%M:%SZ"), name});
  });
}

Result<std::vector<AcceptedChange>> acceptedChangesOf(Archive &archive,
                                                      const std::string &application) {
  TARE_TRY(DatabaseRows found,
           archive.database().rows("SELECT category, construct, source_commit, reason FROM accepted "
                                   "JOIN application ON application.id = accepted.application "
                                   "WHERE application.name = ? ORDER BY accepted.id",
                                   {application}));
  std::vector<AcceptedChange> changes;
  for (const DatabaseRow &row : found.rows)
    changes.push_back({application, row[0].value_or(""), row[1].value_or(""), row[2].value_or(""),
                       row[3].value_or("")});
  return changes;
}

} // namespace tare
