// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/row_model.h"

#include "analyzer/models/products.h"
#include "analyzer/models/quantiles.h"
#include "analyzer/models/scatter.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tare {
namespace {

/// Residuals larger than the errors say widen the band as much.
double inflation(const TermFit &fit, const SeriesNoise &noise) {
  double ratio = fit.freedom > 0 ? fit.chi2 / fit.freedom : 1;
  if (noise.is_scatter) // both estimates of one variance, by their degrees of freedom
    return (noise.freedom + fit.chi2) / (noise.freedom + fit.freedom);
  return noise.freedom > 0 ? std::max(1.0, ratio) : ratio;
}

struct FitsOfSet {
  std::vector<TermFit> accepted; // not rejected by lack of fit
  size_t tried = 0;
};

bool isConstant(const TermFit &fit) {
  return fit.terms.size() == 1 && fit.terms.front().factors.empty();
}

bool hasIdleTerm(const TermFit &fit) {
  return !isConstant(fit) && std::ranges::count(fit.coefficients, 0.0) > 0;
}

FitsOfSet fitsOf(const WeightedSeries &series, const CandidateSet &set, double least_lack) {
  FitsOfSet fits;
  bool is_nothing = std::ranges::all_of(series.values, [](double value) { return value == 0; });
  for (const CandidateModel &model : set.models) {
    if (is_nothing && fits.tried > 0) // the constant comes first
      break;
    std::optional<TermFit> fit = fitTerms(series, model);
    if (!fit)
      continue;
    if (!set.is_asserted && hasIdleTerm(*fit)) // a smaller model of the set is the same
      continue;
    ++fits.tried;
    if (fit->lack >= least_lack)
      fits.accepted.push_back(std::move(*fit));
  }
  return fits;
}

/// Whether the constant is to be left for `best`: by BIC, and by an F test at 0.5 % that knows how
/// few repetitions tell the error.
bool dependsMore(const TermFit &constant, const TermFit &best, const SeriesNoise &noise) {
  if (constant.bic - best.bic <= model_limit::bic_of_dependence)
    return false;
  if (noise.freedom == 0)
    return true;
  double more = std::max(1.0, static_cast<double>(best.terms.size()) - 1);
  double gained = (constant.chi2 - best.chi2) / more;
  return upperTailOfF(gained, more, noise.freedom) < 0.005;
}

bool isPartOf(const TermFit &part, const TermFit &whole) {
  return part.terms.size() < whole.terms.size() &&
         std::ranges::all_of(part.terms, [&](const ModelTerm &term) {
           return std::ranges::find(whole.terms, term) != whole.terms.end();
         });
}

/// Drops fits with terms that the data do not need: without some of them the BIC is no larger.
/// Else their uncertain coefficients would widen every band.
///   D. Madigan and A.E. Raftery: Model Selection ... Using Occam's Window, JASA 1994
void dropNeedless(std::vector<TermFit> &fits) {
  std::vector<size_t> needless;
  for (size_t i = 0; i < fits.size(); ++i)
    if (std::ranges::any_of(fits, [&](const TermFit &part) {
          return part.bic <= fits[i].bic && isPartOf(part, fits[i]);
        }))
      needless.push_back(i);
  for (size_t i = needless.size(); i-- > 0;)
    fits.erase(fits.begin() + static_cast<std::ptrdiff_t>(needless[i]));
}

/// The best fit by BIC, and the fits that the data cannot tell from it; the fewest terms come
/// first.
std::vector<TermFit> chosenOf(std::vector<TermFit> fits, const SeriesNoise &noise) {
  dropNeedless(fits);
  std::ranges::stable_sort(fits, {}, &TermFit::bic);
  auto constant = std::ranges::find_if(fits, isConstant);
  if (constant != fits.end() && constant != fits.begin() &&
      !dependsMore(*constant, fits.front(), noise)) {
    std::vector<TermFit> chosen = {*constant};
    for (TermFit &fit : fits)
      if (chosen.front().bic - fit.bic > model_limit::bic_of_set && !isConstant(fit))
        chosen.push_back(std::move(fit));
    return chosen;
  }
  double best = fits.front().bic;
  std::erase_if(fits, [&](auto &fit) { return fit.bic > best + model_limit::bic_of_set; });
  std::ranges::stable_sort(fits, {}, [](const TermFit &fit) { return fit.terms.size(); });
  return fits;
}

/// The user's template is one of the models that the data cannot rule out, whatever its BIC.
void keepAsserted(const CandidateSet &set, const std::vector<TermFit> &accepted,
                  std::vector<TermFit> &chosen) {
  if (!set.is_asserted || isConstant(chosen.front()))
    return;
  const TermFit *largest = nullptr;
  for (const TermFit &fit : accepted)
    if (!largest || fit.terms.size() > largest->terms.size())
      largest = &fit;
  if (largest &&
      std::ranges::none_of(chosen, [&](auto &fit) { return fit.terms == largest->terms; }))
    chosen.push_back(*largest);
}

Estimate bandOf(const TermFit &fit, const SeriesNoise &noise, const ModelPoint &point,
                double scale) {
  double value = fittedAt(fit, point), spread = fitErrorAt(fit, point);
  double inflated = inflation(fit, noise);
  double own = errorAt(noise, value, scale);
  // The error stems from the residuals where they are larger than the repetitions say.
  bool by_repetitions = noise.freedom > 0 && !noise.is_scatter && !(inflated > 1);
  double freedom = by_repetitions ? noise.freedom : fit.freedom;
  double half = halfOf95(freedom) * std::sqrt(inflated * (spread * spread + own * own));
  return {value, value - half, value + half};
}

Estimate unionOf(const std::vector<TermFit> &fits, const SeriesNoise &noise,
                 const ModelPoint &point, double scale) {
  Estimate all = bandOf(fits.front(), noise, point, scale);
  for (const TermFit &fit : fits) {
    Estimate one = bandOf(fit, noise, point, scale);
    all.low_s = std::min(all.low_s, one.low_s);
    all.high_s = std::max(all.high_s, one.high_s);
  }
  return all;
}

/// The set again, from fewer points.
std::vector<TermFit> refitted(const WeightedSeries &series, const std::vector<TermFit> &fits) {
  std::vector<TermFit> again;
  for (const TermFit &fit : fits)
    if (std::optional<TermFit> one = fitTerms(series, fit.terms))
      again.push_back(std::move(*one));
  return again;
}

void holdOut(const RowModel &model, size_t i, std::vector<HeldOut> &into) {
  std::vector<TermFit> fits = refitted(without(model.points, i), model.fits);
  if (fits.empty() || fits.front().terms != model.chosen().terms)
    return;
  HeldOut held{model.points.at[i], model.points.values[i], {}, false};
  held.predicted = unionOf(fits, model.points.noise, held.at, model.points.scales[i]);
  held.inside = held.predicted.low_s <= held.measured && held.measured <= held.predicted.high_s;
  into.push_back(held);
}

/// The point with the largest sizes, by their product, and among those the most threads.
size_t largestPoint(const RowModel &model) {
  auto key = [&](size_t i) {
    double product = 1, threads = 0;
    for (const auto &[name, value] : model.points.at[i])
      if (name == threads_parameter)
        threads = value;
      else
        product *= value;
    return std::pair(product, threads);
  };
  size_t largest = 0;
  for (size_t i = 1; i < model.points.size(); ++i)
    if (key(i) > key(largest))
      largest = i;
  return largest;
}

void validate(RowModel &model) {
  for (size_t i = 0; i < model.points.size(); ++i)
    holdOut(model, i, model.left_out);
  if (model.points.size())
    holdOut(model, largestPoint(model), model.largest);
}

uint64_t hashOf(const ModelSeries &series) {
  std::string bytes;
  auto add = [&](double value) {
    bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
  };
  for (const Observation &point : series.points) {
    for (const auto &[name, value] : point.at) {
      bytes += name;
      add(value);
    }
    add(point.value);
    for (double value : point.repetitions)
      add(value);
  }
  return hashBytes(bytes);
}

ModelRefusal tooFew(size_t there, const std::vector<CandidateSet> &sets) {
  size_t least = sets.empty() ? 0 : sets.front().least_points;
  for (const CandidateSet &set : sets)
    least = std::min(least, set.least_points);
  return {RefusalReason::TooFewPoints,
          numberOf(static_cast<int64_t>(there), "point") + ", and " + std::to_string(least) +
              " are needed; measure more, or add --template 'N^2' if you know the form"};
}

/// False: lack of fit rejects every model of the set.
bool choose(RowModel &model, const CandidateSet &set, FitsOfSet fits) {
  if (fits.accepted.empty())
    return false;
  model.fits = chosenOf(fits.accepted, model.points.noise);
  keepAsserted(set, fits.accepted, model.fits);
  tellWeights(model.points, model.fits.front());
  model.set = set.name;
  model.candidates = fits.tried;
  validate(model);
  return true;
}

} // namespace

double HeldOut::relativeError() const {
  return measured != 0 ? std::abs(predicted.time_s - measured) / std::abs(measured) : 0;
}

std::string RowModel::formula() const { return formulaText(chosen().terms, chosen().coefficients); }

std::string RowModel::growth() const {
  const ModelPoint &largest = points.at[largestPoint(*this)];
  std::vector<std::string> classes;
  for (const TermFit &fit : fits) {
    std::string one = growthClass(fit.terms, fit.coefficients, largest);
    if (std::ranges::find(classes, one) == classes.end())
      classes.push_back(one);
  }
  if (classes.size() > 3)
    classes.resize(3);
  return joinText(classes, " or ");
}

bool RowModel::isClear() const {
  Estimate band = bandAt(*this, points.at.back(), points.scales.back());
  double half = std::max(band.high_s - band.time_s, band.time_s - band.low_s);
  return half <= model_limit::half_width * std::abs(band.time_s);
}

namespace {

/// Fits the sets in order, until one has a model that lack of fit does not reject.
struct Selection {
  bool found = false, tried = false; // tried: a set had points enough
};

Selection select(RowModel &model, const std::vector<CandidateSet> &sets, size_t distinct,
                 double least_lack) {
  Selection selection;
  for (const CandidateSet &set : sets) {
    if (distinct < set.least_points)
      continue;
    FitsOfSet fits = fitsOf(model.points, set, least_lack);
    selection.tried |= fits.tried > 0;
    selection.found = choose(model, set, std::move(fits));
    if (selection.found)
      break;
  }
  return selection;
}

/// A second try with what sizes differ by beside a smooth curve. The largest size must lie in the
/// band that the others predict: a wrong family leaves it.
bool selectWithScatter(RowModel &model, const std::vector<CandidateSet> &sets, size_t distinct,
                       const SizeScatter &scatter) {
  if (!(scatter.noise.size <= model_limit::scatter))
    return false;
  model.points = withScatter(model.points, scatter);
  model.scatter = scatter.noise.size;
  return select(model, sets, distinct, model_limit::lack_of_fit_with_scatter).found &&
         std::ranges::all_of(model.largest, &HeldOut::inside);
}

/// By neighbours; of few sizes by a template, since its form is asserted.
std::optional<SizeScatter> scatterOfSizes(const WeightedSeries &points,
                                          const ModelQuestion &question) {
  if (question.sizes.size() != 1)
    return std::nullopt;
  const std::string &size = question.sizes.front();
  if (std::optional<SizeScatter> scatter = scatterOf(points, size))
    return scatter;
  if (question.user_template.empty() || question.over_threads)
    return std::nullopt;
  std::optional<TermFit> fit = fitTerms(points, question.user_template);
  return fit ? scatterAround(points, *fit, size) : std::nullopt;
}

ModelRefusal lackOfFit(const ModelQuestion &question, const std::optional<SizeScatter> &scatter) {
  std::string detail = "no model of the set fits the points within the noise of their repetitions";
  if (!scatter)
    return {RefusalReason::LackOfFit,
            detail + "; measure sizes a second time to learn how much results differ"};
  bool is_own = scatter->noise.law == SeriesNoise::Law::Own;
  const std::string &size = question.sizes.front();
  detail +=
      "; " + size + " = " + countText(scatter->worst.at(size)) + " is farthest from the others: ";
  detail += is_own ? ratioText(scatter->worst_step) + " times what they say"
                   : tenthPercent(std::abs(scatter->worst_step)) + " of T_p from what they say";
  return {
      RefusalReason::LackOfFit,
      detail +
          " (perhaps noise, or a cache that it no longer fits: measure it and sizes around it)"};
}

} // namespace

OrRefused<RowModel> modelOf(const ModelSeries &series, const ModelQuestion &question) {
  RowModel model;
  model.name = series.name;
  model.question = question;
  model.points = weighted(series);
  model.data_hash = hashOf(series);
  std::vector<CandidateSet> sets = candidateSets(question);
  size_t distinct = distinctPoints(series);
  Selection first = select(model, sets, distinct, model_limit::lack_of_fit);
  if (!first.found && question.sizes.size() > 1) {
    OrRefused<CandidateSet> products = productSet(series, question);
    if (!products.ok())
      return products.refusal();
    sets = {products.value()};
    first = select(model, sets, distinct, model_limit::lack_of_fit);
  }
  if (first.found)
    return model;
  if (!first.tried)
    return tooFew(distinct, sets);
  std::optional<SizeScatter> scatter = scatterOfSizes(model.points, question);
  if (scatter && selectWithScatter(model, sets, distinct, *scatter))
    return model;
  return lackOfFit(question, scatter);
}

Estimate bandAt(const RowModel &model, const ModelPoint &point, double scale) {
  return unionOf(model.fits, model.points.noise, point, scale);
}

double spreadOfSet(const RowModel &model, const ModelPoint &point) {
  double chosen = fittedAt(model.chosen(), point), most = 0;
  for (const TermFit &fit : model.fits)
    most = std::max(most, std::abs(fittedAt(fit, point) - chosen));
  return most;
}

std::optional<ModelRefusal> reachRefusal(const RowModel &model, const ModelPoint &point) {
  for (const auto &[name, value] : point) {
    double least = 0, most = 0;
    for (const ModelPoint &at : model.points.at)
      if (auto found = at.find(name); found != at.end()) {
        least = least == 0 ? found->second : std::min(least, found->second);
        most = std::max(most, found->second);
      }
    if (!(least > 0) || !(value > 0))
      continue;
    double reach = std::max(value / most, least / value);
    double there = std::abs(fittedAt(model.chosen(), point));
    bool differs = spreadOfSet(model, point) > model_limit::class_difference * there;
    std::string far = name + " = " + countText(value) + " is " + ratioText(reach) +
                      " times beyond what was measured (" + countText(least) + " to " +
                      countText(most) + ")";
    if (reach > model_limit::reach * (1 + 1e-9))
      return ModelRefusal{RefusalReason::Reach, far + ", and 4 times is the limit"};
    if (reach > model_limit::reach_of_classes * (1 + 1e-9) && differs)
      return ModelRefusal{RefusalReason::Reach,
                          far + ", where classes that fit alike differ by more than 25 %"};
  }
  return std::nullopt;
}

OrRefused<Estimate> predictAt(const RowModel &model, const ModelPoint &point, double scale) {
  if (std::optional<ModelRefusal> far = reachRefusal(model, point))
    return *far;
  Estimate band = bandAt(model, point, scale);
  double half = std::max(band.high_s - band.time_s, band.time_s - band.low_s);
  double share = half / std::max(std::abs(band.time_s), 1e-300);
  if (!(share <= model_limit::half_width))
    return ModelRefusal{RefusalReason::WideBand, "half of the band is " +
                                                     tenthPercent(std::min(share, 99.0)) +
                                                     " of the figure, and 50 % is the limit"};
  return band;
}

} // namespace tare
