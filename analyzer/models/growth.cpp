// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/growth.h"

#include "analyzer/compare/match.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tare {
namespace {

constexpr double least_part_of_class = 0.1; // of the row, at the largest point

ModelPoint largestOf(const RowModel &model) {
  ModelPoint largest;
  for (const ModelPoint &at : model.points.at)
    for (const auto &[name, value] : at)
      largest[name] = std::max(largest[name], value);
  return largest;
}

/// How many times larger a term becomes when every parameter does sixteen times.
double steepness(const ModelTerm &term, const ModelPoint &point) {
  ModelPoint far = point;
  for (auto &[name, value] : far)
    value *= 16;
  return std::abs(termAt(term, far) / termAt(term, point));
}

const ModelTerm &leadingTerm(const TermFit &fit, const ModelPoint &point) {
  static const ModelTerm constant;
  double whole = std::abs(fittedAt(fit, point));
  const ModelTerm *leading = &constant;
  for (size_t j = 0; j < fit.terms.size(); ++j) {
    double part = std::abs(fit.coefficients[j] * termAt(fit.terms[j], point));
    if (part > 0 && part >= least_part_of_class * whole &&
        steepness(fit.terms[j], point) > steepness(*leading, point))
      leading = &fit.terms[j];
  }
  return *leading;
}

/// Of every model that the points cannot tell from the best, the chosen one's first.
std::vector<std::string> classesOf(const RowModel &model) {
  std::vector<std::string> classes;
  ModelPoint point = largestOf(model);
  for (const TermFit &fit : model.fits) {
    std::string one = termText(leadingTerm(fit, point));
    if (std::ranges::find(classes, one) == classes.end())
      classes.push_back(one);
  }
  return classes;
}

bool haveCommon(const std::vector<std::string> &one, const std::vector<std::string> &other) {
  return std::ranges::any_of(
      one, [&](auto &text) { return std::ranges::find(other, text) != other.end(); });
}

/// Whether a form of `from`, with its class, fits the points of `to` about as well as their best.
bool fitsToo(const RowModel &from, const RowModel &to) {
  std::vector<std::string> classes = classesOf(from);
  double best = to.fits.front().bic;
  for (const TermFit &fit : to.fits)
    best = std::min(best, fit.bic);
  ModelPoint point = largestOf(to);
  return std::ranges::any_of(from.fits, [&](const TermFit &fit) {
    std::optional<TermFit> again = fitTerms(to.points, fit.terms);
    return again && again->bic - best <= model_limit::bic_of_dependence &&
           std::ranges::find(classes, termText(leadingTerm(*again, point))) != classes.end();
  });
}

std::string classText(const std::vector<std::string> &classes) {
  std::vector<std::string> first(
      classes.begin(), classes.begin() + std::min<std::ptrdiff_t>(3, std::ssize(classes)));
  return joinText(first, " or ");
}

void judge(const OrRefused<RowModel> &base, const OrRefused<RowModel> &head, RowGrowth &row) {
  if (!base.ok() || !head.ok()) {
    const ModelRefusal &refusal = base.ok() ? head.refusal() : base.refusal();
    row.reason = std::string(base.ok() ? "HEAD" : "BASE") + ": " + refusal.text();
    return;
  }
  const RowModel &before = base.value(), &now = head.value();
  std::vector<std::string> old_classes = classesOf(before), new_classes = classesOf(now);
  row.base = classText(old_classes);
  row.head = classText(new_classes);
  if (old_classes.front() == new_classes.front())
    row.verdict = GrowthVerdict::Same;
  else if (haveCommon(old_classes, new_classes) || fitsToo(before, now) || fitsToo(now, before))
    row.verdict = GrowthVerdict::Open;
  else
    row.verdict = GrowthVerdict::Changed;
  row.is_faster = steepness(leadingTerm(now.chosen(), largestOf(now)), largestOf(now)) >
                  steepness(leadingTerm(before.chosen(), largestOf(before)), largestOf(before));
}

int totalDegree(const ExactPolynomial &polynomial) {
  int degree = 0;
  for (const std::string &parameter : polynomial.parameters)
    degree += polynomial.degree(parameter);
  return degree;
}

/// Executions or iterations, where both sides know them.
void judgeCounts(const std::string &name, const std::optional<ExactPolynomial> &base,
                 const std::optional<ExactPolynomial> &head, const RowGrowth &like,
                 GrowthComparison &into) {
  if (!base || !head || base->parameters != head->parameters)
    return;
  RowGrowth row = like;
  row.name = name;
  row.is_exact = true;
  row.base = base->text();
  row.head = head->text();
  bool is_same = std::ranges::all_of(base->parameters, [&](const std::string &parameter) {
    return base->degree(parameter) == head->degree(parameter);
  });
  row.verdict = is_same ? GrowthVerdict::Same : GrowthVerdict::Changed;
  row.is_faster = totalDegree(*head) > totalDegree(*base);
  into.rows.push_back(std::move(row));
}

/// The id in BASE of each matched construct of HEAD.
std::map<std::string, std::string> matchedIds(const TableModel &base, const TableModel &head) {
  const std::vector<ConstructLines> &before = base.tables.back().table->constructs,
                                    &now = head.tables.back().table->constructs;
  std::map<std::string, std::string> ids;
  for (const ConstructMatch &match : matchConstructs(before, now))
    if (match.base >= 0 && match.head >= 0)
      ids[now[static_cast<size_t>(match.head)].id] = before[static_cast<size_t>(match.base)].id;
  return ids;
}

std::string placeOf(const std::string &id, const TableModel &model) {
  for (const ConstructLines &construct : model.tables.back().table->constructs)
    if (construct.id == id)
      return construct.file + ":" + std::to_string(construct.line) +
             (construct.directive.empty() ? "" : " " + construct.directive);
  return id;
}

void compareTables(const TableModel &base, const TableModel &head, GrowthComparison &into) {
  RowGrowth like;
  like.threads = head.threads;
  like.where = head.where;
  auto add = [&](const std::string &name, const RowKey &key, const OrRefused<RowModel> &before,
                 const OrRefused<RowModel> &now) {
    RowGrowth row = like;
    row.name = name;
    row.key = key;
    judge(before, now, row);
    into.rows.push_back(std::move(row));
  };
  if (base.serial && head.serial)
    add("serial time", {}, *base.serial, *head.serial);
  if (base.parallel && head.parallel)
    add("parallel time", {}, *base.parallel, *head.parallel);
  std::map<std::string, std::string> ids = matchedIds(base, head);
  ids[""] = "";
  std::set<RowKey> found;
  for (const ModelledRow &row : head.rows) {
    if (row.row.key.construct == pooled_rows)
      continue;
    auto id = ids.find(row.row.key.construct);
    RowKey old{row.row.key.category, id == ids.end() ? "?" : id->second};
    auto other = std::ranges::find_if(base.rows, [&](auto &known) { return known.row.key == old; });
    if (other == base.rows.end()) {
      ++into.only_in_head;
      continue;
    }
    found.insert(old);
    add(row.row.series.name, row.row.key, other->model, row.model);
  }
  for (const ModelledRow &row : base.rows)
    into.only_in_base += row.row.key.construct != pooled_rows && !found.contains(row.row.key);
  for (const auto &[now, before] : ids)
    if (head.counts.contains(now) && base.counts.contains(before)) {
      like.key = {"", now};
      const ConstructGrowth &old = base.counts.at(before), &fresh = head.counts.at(now);
      std::string place = placeOf(now, head);
      judgeCounts("executions of " + place, old.executions, fresh.executions, like, into);
      judgeCounts("iterations of " + place, old.iterations, fresh.iterations, like, into);
    }
}

} // namespace

std::string_view growthVerdictName(GrowthVerdict verdict) {
  switch (verdict) {
  case GrowthVerdict::Changed:
    return "changed";
  case GrowthVerdict::Same:
    return "same";
  case GrowthVerdict::Open:
    return "open";
  case GrowthVerdict::NoModel:
    return "no-model";
  }
  return "";
}

GrowthComparison compareGrowth(const std::vector<TableModel> &base,
                               const std::vector<TableModel> &head) {
  GrowthComparison comparison;
  for (const TableModel &now : head) {
    auto before = std::ranges::find_if(base, [&](const TableModel &model) {
      return model.threads == now.threads && model.where == now.where;
    });
    if (before != base.end())
      compareTables(*before, now, comparison);
  }
  return comparison;
}

} // namespace tare
