// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/products.h"

#include "analyzer/models/row_model.h"
#include "base/quantity.h"

#include <algorithm>
#include <map>
#include <set>

namespace tare {
namespace {

constexpr size_t least_on_line = 5, least_beside_lines = 2;
constexpr size_t most_forms = 3;         // along one size that are combined
constexpr size_t most_product_terms = 6; // of one model

/// Points that are equal in all but one size.
struct Line {
  std::string size;
  ModelPoint others;
  ModelSeries series; // over `size` alone
};

bool isOn(const Line &line, const ModelPoint &at) {
  ModelPoint others = at;
  others.erase(line.size);
  return others == line.others;
}

/// The one with the most values; of equally long ones the one with the largest figure.
Line longestLine(const ModelSeries &series, const std::string &size) {
  std::map<ModelPoint, Line> lines;
  for (const Observation &point : series.points) {
    ModelPoint others = point.at;
    others.erase(size);
    Line &line = lines[others];
    line.size = size;
    line.others = others;
    line.series.is_signed = series.is_signed;
    line.series.points.push_back(point);
    line.series.points.back().at = {{size, point.at.at(size)}};
  }
  auto worth = [](const auto &entry) {
    double largest = 0;
    for (const Observation &point : entry.second.series.points)
      largest = std::max(largest, std::abs(point.value));
    return std::pair(distinctPoints(entry.second.series), largest);
  };
  return std::ranges::max_element(lines, {}, worth)->second;
}

/// Terms that vary, of each model that the line cannot tell from the best; none: it is constant.
std::vector<CandidateModel> formsAlong(const RowModel &model) {
  std::vector<CandidateModel> forms;
  bool is_constant = model.chosen().terms == CandidateModel{ModelTerm()};
  for (const TermFit &fit : model.fits) {
    CandidateModel form;
    for (const ModelTerm &term : fit.terms)
      if (!term.factors.empty())
        form.push_back(term);
    if (!is_constant && !form.empty() && forms.size() < most_forms &&
        std::ranges::find(forms, form) == forms.end())
      forms.push_back(std::move(form));
  }
  return forms;
}

CandidateModel productOfForms(const CandidateModel &one, const CandidateModel &other) {
  CandidateModel product;
  for (const ModelTerm &a : one)
    for (const ModelTerm &b : other)
      product.push_back(productOf(a, b));
  return product;
}

/// f, g and f g of the forms along each size: one block for each non-empty subset of them.
std::vector<CandidateModel> blocksOf(const std::vector<CandidateModel> &forms) {
  std::vector<CandidateModel> blocks;
  for (size_t chosen = 1; chosen < size_t(1) << forms.size(); ++chosen) {
    CandidateModel block = {ModelTerm()};
    for (size_t i = 0; i < forms.size(); ++i)
      if (chosen >> i & 1)
        block = productOfForms(block, forms[i]);
    blocks.push_back(std::move(block));
  }
  return blocks;
}

void addSumsOf(const std::vector<CandidateModel> &blocks, std::vector<CandidateModel> &models) {
  for (size_t chosen = 1; chosen < size_t(1) << blocks.size(); ++chosen)
    for (bool with_constant : {false, true}) {
      CandidateModel model;
      if (with_constant)
        model.push_back(ModelTerm());
      for (size_t i = 0; i < blocks.size(); ++i)
        if (chosen >> i & 1)
          model.insert(model.end(), blocks[i].begin(), blocks[i].end());
      if (model.size() <= most_product_terms && std::ranges::find(models, model) == models.end())
        models.push_back(std::move(model));
    }
}

/// One form along each size in every way, as a whole and by its first term.
void combine(const std::vector<std::vector<CandidateModel>> &along,
             std::vector<CandidateModel> chosen, std::vector<CandidateModel> &models) {
  if (chosen.size() < along.size()) {
    for (const CandidateModel &form : along[chosen.size()]) {
      std::vector<CandidateModel> next = chosen;
      next.push_back(form);
      combine(along, std::move(next), models);
    }
    return;
  }
  if (chosen.size() <= 2)
    addSumsOf(blocksOf(chosen), models);
  for (CandidateModel &form : chosen)
    form = {form.front()};
  addSumsOf(blocksOf(chosen), models);
}

size_t pointsBeside(const std::vector<Line> &lines, const ModelSeries &series) {
  std::set<ModelPoint> beside;
  for (const Observation &point : series.points)
    if (std::ranges::none_of(lines, [&](const Line &line) { return isOn(line, point.at); }))
      beside.insert(point.at);
  return beside.size();
}

} // namespace

OrRefused<CandidateSet> productSet(const ModelSeries &series, const ModelQuestion &question) {
  std::vector<std::vector<CandidateModel>> along;
  std::vector<Line> lines;
  for (const std::string &size : question.sizes) {
    Line line = longestLine(series, size);
    size_t values = distinctPoints(line.series);
    if (values < least_on_line)
      return ModelRefusal{RefusalReason::TooFewPoints,
                          numberOf(static_cast<int64_t>(values), "value") + " of " + size +
                              " with all else the same, and " + std::to_string(least_on_line) +
                              " are needed"};
    ModelQuestion alone;
    alone.category = question.category;
    alone.sizes = {size};
    OrRefused<RowModel> model = modelOf(line.series, alone);
    if (!model.ok())
      return ModelRefusal{model.refusal().reason, "along " + size + ": " + model.refusal().detail};
    if (std::vector<CandidateModel> forms = formsAlong(model.value()); !forms.empty()) {
      along.push_back(std::move(forms));
      lines.push_back(std::move(line));
    }
  }
  if (lines.size() > 1 && pointsBeside(lines, series) < least_beside_lines)
    return ModelRefusal{RefusalReason::TooFewPoints,
                        "no two results differ in several sizes at once from the others, so sums "
                        "and products of their growth look alike"};
  CandidateSet set{"products", {{ModelTerm()}}, 0, false};
  if (!along.empty())
    combine(along, {}, set.models);
  if (question.over_threads)
    set.models = withThreads(set.models, question.category);
  return set;
}

} // namespace tare
