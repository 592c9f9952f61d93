// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/candidates.h"

#include "analyzer/ledger/categories.h"

#include <algorithm>

namespace tare {
namespace {

constexpr size_t least_for_search = 5, least_for_pairs = 7;
constexpr size_t most_terms = 5, most_monomials = 9;

void addModel(std::vector<CandidateModel> &models, CandidateModel model) {
  if (model.size() <= most_terms && std::ranges::find(models, model) == models.end())
    models.push_back(std::move(model));
}

/// Each of `terms` alone and with a constant.
std::vector<CandidateModel> oneTermModels(const std::vector<ModelTerm> &terms) {
  std::vector<CandidateModel> models = {{ModelTerm()}};
  for (const ModelTerm &term : terms) {
    addModel(models, {term});
    addModel(models, {ModelTerm(), term});
  }
  return models;
}

/// Powers up to the third with their logarithms, and polynomials.
std::vector<CandidateModel> usualModels(const std::string &size, int degree) {
  auto power = [&](double i, double j = 0) { return powerTerm(size, i, j); };
  std::vector<ModelTerm> terms = {power(0, 1)};
  for (int i = 1; i <= degree; ++i) {
    terms.push_back(power(i));
    if (i < 3)
      terms.push_back(power(i, 1));
  }
  std::vector<CandidateModel> models = oneTermModels(terms);
  for (int high = 2; high <= degree; ++high)
    for (int low = 1; low < high; ++low) {
      addModel(models, {power(high), power(low)});
      addModel(models, {power(high), power(low), ModelTerm()});
    }
  if (degree >= 3)
    addModel(models, {power(3), power(2), power(1), ModelTerm()});
  return models;
}

/// All monomials up to these degrees.
std::vector<ModelTerm> monomialsUpTo(const ParameterDegrees &degrees) {
  std::vector<ModelTerm> monomials = {ModelTerm()};
  for (const auto &[parameter, degree] : degrees) {
    std::vector<ModelTerm> more;
    for (int power = std::min(degree, 3); power >= 0; --power)
      for (const ModelTerm &known : monomials)
        more.push_back(productOf(known, powerTerm(parameter, power)));
    monomials = std::move(more);
  }
  return monomials;
}

CandidateModel timesForm(const CandidateModel &model, const ModelTerm &form) {
  CandidateModel product;
  for (const ModelTerm &term : model)
    product.push_back(productOf(term, form));
  return product;
}

/// The terms differ, so the pairs do.
std::vector<CandidateModel> pairsOf(const std::vector<ModelTerm> &terms) {
  std::vector<CandidateModel> models;
  for (size_t i = 0; i < terms.size(); ++i)
    for (size_t j = i + 1; j < terms.size(); ++j)
      models.push_back({ModelTerm(), terms[i], terms[j]});
  return models;
}

ModelTerm formOfThreads(double power, double log = 0, bool complement = false) {
  return {{{std::string(threads_parameter), power, log, complement}}};
}

/// Each model of T_s, and with a constant: every term scales by itself.
CandidateSet serialSet(const std::vector<CandidateModel> &serial) {
  CandidateSet set{"serial time", {{ModelTerm()}}, 0, false};
  for (const CandidateModel &model : serial) {
    addModel(set.models, model);
    CandidateModel shifted = model;
    if (std::ranges::find(shifted, ModelTerm()) == shifted.end())
      shifted.push_back(ModelTerm());
    addModel(set.models, std::move(shifted));
  }
  for (const CandidateModel &model : set.models)
    set.least_points = std::max(set.least_points, model.size() + 2);
  return set;
}

CandidateSet setOf(std::string name, std::vector<CandidateModel> models, size_t least,
                   const ModelQuestion &question) {
  if (question.over_threads)
    models = withThreads(models, question.category);
  return {std::move(name), std::move(models), least, false};
}

} // namespace

bool isPaidByExecution(const std::string &name) {
  for (std::string_view known :
       {category::barriers, category::user_scheduling, category::runtime_scheduling,
        category::task_creation, category::fork_join, category::startup})
    if (name == known)
      return true;
  return false;
}

std::vector<ModelTerm> expectedThreadForms(const std::string &name) {
  const ModelTerm logarithm = formOfThreads(0, 1), linear = formOfThreads(1),
                  inverse = formOfThreads(-1), lost = formOfThreads(-1, 0, true);
  if (name == category::startup)
    return {linear};
  if (isPaidByExecution(name))
    return {logarithm, linear, formOfThreads(1, 1)};
  if (name == category::locks)
    return {linear, formOfThreads(2), logarithm};
  if (name == category::unparallelised || name == category::replicated_work)
    return {lost, inverse};
  if (name == category::load_imbalance || name == category::partially_parallelised)
    return {inverse, lost, logarithm};
  return {inverse, logarithm, linear};
}

std::vector<CandidateModel> subsetsOf(const std::vector<ModelTerm> &terms) {
  std::vector<CandidateModel> models = {{ModelTerm()}};
  for (size_t chosen = 1; chosen < size_t(1) << terms.size(); ++chosen) {
    CandidateModel model;
    for (size_t i = 0; i < terms.size(); ++i)
      if (chosen >> i & 1)
        model.push_back(terms[i]);
    addModel(models, std::move(model));
  }
  return models;
}

std::vector<CandidateModel> withThreads(const std::vector<CandidateModel> &models,
                                        const std::string &category) {
  const std::vector<ModelTerm> forms = expectedThreadForms(category);
  std::vector<CandidateModel> all = models;
  for (const CandidateModel &model : models)
    for (const ModelTerm &form : forms) {
      CandidateModel product = timesForm(model, form);
      addModel(all, product);
      CandidateModel sum = model;
      sum.insert(sum.end(), product.begin(), product.end());
      addModel(all, std::move(sum));
      CandidateModel leading = model;
      leading.push_back(product.front());
      addModel(all, std::move(leading));
    }
  return all;
}

std::vector<ModelTerm> normalFormTerms(const std::string &parameter) {
  constexpr double quarters[] = {0, 3, 4, 6, 8, 9, 12, 15, 16, 18, 20, 21, 24, 27, 30, 32, 33, 36};
  std::vector<ModelTerm> terms;
  for (double twelfths : quarters)
    for (double log : {0.0, 1.0, 2.0})
      if (twelfths > 0 || log > 0)
        terms.push_back(powerTerm(parameter, twelfths / 12, log));
  return terms;
}

std::vector<CandidateSet> candidateSets(const ModelQuestion &question) {
  std::vector<CandidateSet> sets;
  const std::string threads(threads_parameter);
  if (question.sizes.empty()) {
    std::vector<ModelTerm> forms = expectedThreadForms(question.category);
    sets.push_back({"usual classes", oneTermModels(forms), 4, false});
    sets.push_back({"search", oneTermModels(normalFormTerms(threads)), least_for_search, false});
    return sets;
  }
  if (question.count_degrees && isPaidByExecution(question.category)) {
    std::vector<ModelTerm> monomials = monomialsUpTo(*question.count_degrees);
    if (monomials.size() <= most_monomials)
      sets.push_back(setOf("executions", subsetsOf(monomials), monomials.size() + 1, question));
  }
  if (!question.user_template.empty()) {
    sets.push_back(setOf("template", subsetsOf(question.user_template),
                         question.user_template.size() + 2, question));
    sets.back().is_asserted = true;
  }
  if (!question.serial_models.empty())
    sets.push_back(serialSet(question.serial_models));
  if (question.sizes.size() > 1)
    return sets;
  const std::string &size = question.sizes.front();
  sets.push_back(setOf("usual classes", usualModels(size, 3), 5, question));
  std::vector<ModelTerm> terms = normalFormTerms(size);
  sets.push_back(setOf("search", oneTermModels(terms), least_for_search, question));
  if (!question.over_threads)
    sets.push_back({"search of pairs", pairsOf(terms), least_for_pairs, false});
  return sets;
}

} // namespace tare
