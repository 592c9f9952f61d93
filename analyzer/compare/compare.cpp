// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/compare.h"

#include "analyzer/compare/settings.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tare {
namespace {

using Values = std::vector<double>;

double meanOf(const Values &values) {
  double sum = 0;
  for (double value : values)
    sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double meanSize(const Values &values) {
  double sum = 0;
  for (double value : values)
    sum += std::fabs(value);
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

/// |log(head / base)|: by what part one is larger.
double logRatio(double base, double head) {
  return base > 0 && head > 0 ? std::fabs(std::log(head / base)) : 0;
}

/// A figure of one side: its values in the repetitions, and the mean with its band.
struct SideFigure {
  Values values;
  Estimate estimate;
};

/// A line's values in the repetitions. Where these are not known its mean alone, and no test is
/// made.
Values valuesOf(const LedgerLine *line, size_t repetitions) {
  if (!line)
    return Values(repetitions, 0.0);
  return line->repetitions_s.empty() ? Values{line->time.time_s} : line->repetitions_s;
}

Values valuesOf(const Values &repetitions, const Estimate &mean) {
  return repetitions.empty() ? Values{mean.time_s} : repetitions;
}

/// T_p - T_s / p in each repetition.
Values totalOf(const Table &table) {
  size_t n = std::min(table.parallel_repetitions_s.size(), table.serial_repetitions_s.size());
  Values total;
  for (size_t i = 0; i < n; ++i)
    total.push_back(table.parallel_repetitions_s[i] -
                    table.serial_repetitions_s[i] / table.threads);
  return valuesOf(total, table.total_overhead);
}

SideFigure figureOf(const LedgerLine *line, size_t repetitions) {
  return {valuesOf(line, repetitions), line ? line->time : Estimate{}};
}

SideFigure figureOf(const Values &repetitions, const Estimate &mean) {
  return {valuesOf(repetitions, mean), mean};
}

/// In the order of `base`; what only `head` has comes last.
std::vector<std::string> categoriesOf(const std::vector<LedgerLine> *base,
                                      const std::vector<LedgerLine> *head) {
  std::vector<std::string> categories;
  for (const std::vector<LedgerLine> *lines : {base, head})
    for (size_t i = 0; lines && i < lines->size(); ++i)
      if (std::ranges::find(categories, (*lines)[i].category) == categories.end())
        categories.push_back((*lines)[i].category);
  return categories;
}

Site siteOf(const ConstructLines &construct) {
  return {construct.id,   construct.kind,   construct.file,       construct.directive,
          construct.line, construct.column, functionOf(construct)};
}

/// The machine's own change of speed, by the serial program. If that is not the same on both sides,
/// what changed in proportion to it is still no change of an overhead.
double serialRate(const Table &base, const Table &head) {
  return logRatio(meanOf(valuesOf(base.serial_repetitions_s, base.serial_time)),
                  meanOf(valuesOf(head.serial_repetitions_s, head.serial_time)));
}

size_t acceptedOf(const Table &table) {
  return std::min(table.parallel_repetitions_s.size(),
                  static_cast<size_t>(std::max<int64_t>(table.repetitions_accepted, 0)));
}

/// Ids of the constructs that plans left without probes on the two sides.
struct UnprobedIds {
  std::set<std::string> base, head;
};

class TableComparer {
public:
  TableComparer(const Table &base, const Table &head, const Comparison &comparison,
                const UnprobedIds &unprobed, std::vector<UntoldLine> untold)
      : base_(base), head_(head), limits_(comparison.limits), left_out_(unprobed),
        predicted_(comparison.predicted) {
    const Drift &whole = comparison.drift;
    const CompareLimits &limits = limits_;
    result_.by_bands = predicted_ != PredictedSide::None;
    result_.untold = std::move(untold);
    result_.threads = base.threads;
    result_.ranks = base.ranks;
    result_.base_repetitions = base.parallel_repetitions_s.size();
    result_.head_repetitions = head.parallel_repetitions_s.size();
    result_.base_accepted = acceptedOf(base);
    result_.head_accepted = acceptedOf(head);
    parallel_s_ = meanOf(valuesOf(base.parallel_repetitions_s, base.parallel_time));
    whole_ = {whole.rate, limits.drift_floor * parallel_s_, limits.lasting};
    line_ = whole_;
    line_.rate = std::max(whole.rate, serialRate(base, head));
  }

  ComparedTable make() {
    result_.serial = differ(figureOf(base_.serial_repetitions_s, base_.serial_time),
                            figureOf(head_.serial_repetitions_s, head_.serial_time), whole_);
    result_.parallel = differ(figureOf(base_.parallel_repetitions_s, base_.parallel_time),
                              figureOf(head_.parallel_repetitions_s, head_.parallel_time), whole_);
    result_.total = differ({totalOf(base_), base_.total_overhead},
                           {totalOf(head_), head_.total_overhead}, whole_);
    addLines(&base_.overheads, &head_.overheads, -1);
    for (const ConstructMatch &pair : matchConstructs(base_.constructs, head_.constructs))
      addConstruct(pair);
    return std::move(result_);
  }

private:
  Difference differ(const SideFigure &base, const SideFigure &head, const Drift &drift) const {
    if (predicted_ == PredictedSide::None)
      return differenceOf(base.values, head.values, drift);
    bool is_base = predicted_ != PredictedSide::Head, is_head = predicted_ != PredictedSide::Base;
    auto [b, b_half] = withBand(base, base_, is_base);
    auto [h, h_half] = withBand(head, head_, is_head);
    return differenceOfBands(b, b_half, h, h_half);
  }

  /// The figure and half of its band. A measured one is the mean of all repetitions.
  std::pair<Estimate, double> withBand(const SideFigure &figure, const Table &table,
                                       bool is_predicted) const {
    if (is_predicted)
      return {figure.estimate, predictedHalf(figure.estimate, table)};
    double mean = meanOf(figure.values);
    return {{mean, mean, mean}, measuredHalf(figure.values, figure.estimate, limits_.lasting)};
  }

  /// The figures alone: no band, no verdict.
  static Difference untested(const Difference &known) {
    Difference figures{known.base_s, known.head_s, known.change_s};
    figures.low_s = figures.high_s = known.change_s;
    return figures;
  }

  /// A construct that one side lacks: its lines were or are 0.
  void addConstruct(const ConstructMatch &pair) {
    ComparedSite site;
    site.by = pair.by;
    const ConstructLines *base = pair.base < 0 ? nullptr : &base_.constructs[size_t(pair.base)];
    const ConstructLines *head = pair.head < 0 ? nullptr : &head_.constructs[size_t(pair.head)];
    if (base)
      site.base = siteOf(*base);
    if (head)
      site.head = siteOf(*head);
    if (!base || !head)
      site.unprobed = (base ? left_out_.head : left_out_.base).contains(site.shown().id);
    result_.sites.push_back(std::move(site));
    addLines(base ? &base->overheads : nullptr, head ? &head->overheads : nullptr,
             static_cast<int>(result_.sites.size()) - 1);
  }

  void addLines(const std::vector<LedgerLine> *base, const std::vector<LedgerLine> *head,
                int site) {
    for (const std::string &category : categoriesOf(base, head))
      addLine(base ? lineOf(*base, category) : nullptr, head ? lineOf(*head, category) : nullptr,
              category, site);
  }

  void addLine(const LedgerLine *base, const LedgerLine *head, const std::string &category,
               int site) {
    SideFigure b = figureOf(base, result_.base_repetitions),
               h = figureOf(head, result_.head_repetitions);
    Change change;
    change.category = category;
    change.site = site;
    change.difference = differ(b, h, line_);
    if (untoldLine(result_, category, site >= 0) || lacksPrediction(site))
      change.difference = untested(change.difference);
    change.share = parallel_s_ > 0 ? change.difference.change_s / parallel_s_ : 0;
    // Mean sizes of less than half the least effect cannot differ by it: fewer questions asked.
    double size = (meanSize(b.values) + meanSize(h.values)) / 2;
    change.tested =
        change.difference.testable && size > 0 && size >= limits_.least_effect / 2 * parallel_s_;
    result_.changes.push_back(std::move(change));
  }

  /// A construct that only the measured side has was not predicted as 0.
  bool lacksPrediction(int site) const {
    return predicted_ == PredictedSide::Base && site >= 0 && !result_.sites[size_t(site)].base;
  }

  const Table &base_, &head_;
  const CompareLimits &limits_;
  const UnprobedIds &left_out_;
  PredictedSide predicted_;
  double parallel_s_ = 0;
  Drift whole_, line_;
  ComparedTable result_;
};

/// A prediction holds or not: each row by its own band.
void judgeHeld(std::vector<ComparedTable> &tables, const CompareLimits &limits) {
  for (ComparedTable &table : tables)
    for (Change &change : table.changes) {
      change.significant = change.tested && heldBy(change.difference) == Held::Outside;
      change.reported = change.significant && std::fabs(change.share) >= limits.least_effect;
    }
}

/// One family of tests over all tables: the false discovery rate is of all of them.
void judge(std::vector<ComparedTable> &tables, const CompareLimits &limits) {
  std::vector<Change *> tested;
  std::vector<double> p_values;
  for (ComparedTable &table : tables)
    for (Change &change : table.changes)
      if (change.tested) {
        tested.push_back(&change);
        p_values.push_back(change.difference.p_value);
      }
  std::vector<double> rates = discoveryRates(p_values);
  for (size_t i = 0; i < tested.size(); ++i) {
    Change &change = *tested[i];
    change.false_rate = rates[i];
    change.significant = rates[i] <= limits.discovery_rate;
    change.reported = change.significant && std::fabs(change.share) >= limits.least_effect;
  }
}

std::string endOfRemark(const UntoldLine &line, const std::vector<std::string> &rejoined) {
  if (std::ranges::find(rejoined, line.category) != rejoined.end())
    return " in this comparison";
  return line.at_constructs ? ", and it is compared for the whole program, not at constructs"
                            : ", and it is not compared";
}

/// Remarks on lines that one side lacks. A line that both sides lack needs none.
void remarkUntold(Comparison &comparison, const ComparedTable &table,
                  const std::vector<std::string> &rejoined) {
  std::string where = sizeHead(table.size()) + ": ";
  for (const UntoldLine &line : table.untold)
    if (line.reason.starts_with("only"))
      comparison.remarks.push_back(where + labelOf(line.category) + ": " + line.reason +
                                   endOfRemark(line, rejoined));
}

void compareTables(Comparison &comparison, const Ledger &base_ledger, const Ledger &head_ledger,
                   const UnprobedIds &unprobed, Table base, Table head) {
  std::vector<UntoldLine> untold =
      untoldLines(base, head, base_ledger.reference, head_ledger.reference);
  std::vector<std::string> rejoined = rejoinParts(base, head);
  comparison.tables.push_back(
      TableComparer(base, head, comparison, unprobed, std::move(untold)).make());
  remarkUntold(comparison, comparison.tables.back(), rejoined);
}

} // namespace

bool isOfTheProgram(const std::string &category) {
  return category != category::off_cpu && category != category::own_cost &&
         category != category::unidentified;
}

Result<Comparison> compareLedgers(const Ledger &base, const Ledger &head,
                                  const CompareLimits &limits) {
  Comparison comparison;
  comparison.program = head.program;
  comparison.limits = limits;
  comparison.predicted = predictedSide(base, head);
  comparison.base_scenario = base.predicted;
  comparison.head_scenario = head.predicted;
  comparison.remarks = remarks(base, head);
  comparison.drift.rate = std::max(
      limits.rate_floor, logRatio(base.machine.register_probe_s, head.machine.register_probe_s));
  UnprobedIds unprobed = {unprobedOf(base), unprobedOf(head)};
  comparison.plans_differ = unprobed.base != unprobed.head;
  for (const Table &table : base.tables)
    if (const Table *other = tableOfSize(head.tables, sizeOf(table)))
      compareTables(comparison, base, head, unprobed, table, *other);
    else
      comparison.only_in_base.push_back(sizeOf(table));
  if (comparison.tables.empty()) {
    bool are_jobs = !base.tables.empty() && base.tables.front().ranks > 0;
    return Error{are_jobs ? "these tables have no numbers of ranks and threads in common"
                          : "these tables have no number of threads in common",
                 "",
                 are_jobs ? "measure both versions with the same --ranks and --threads"
                          : "measure both versions with the same --threads"};
  }
  comparison.drift.floor_s = limits.drift_floor * comparison.tables.front().parallel_s();
  if (comparison.predicted == PredictedSide::Base)
    judgeHeld(comparison.tables, limits);
  else
    judge(comparison.tables, limits);
  return comparison;
}

std::vector<const Change *> reportedChanges(const ComparedTable &table) {
  std::map<std::string, double> largest; // of a category, anywhere
  std::vector<const Change *> changes;
  for (const Change &change : table.changes)
    if (change.reported) {
      changes.push_back(&change);
      double &size = largest[change.category];
      size = std::max(size, std::fabs(change.share));
    }
  std::stable_sort(changes.begin(), changes.end(), [&](const Change *a, const Change *b) {
    if (a->category != b->category) {
      double x = largest[a->category], y = largest[b->category];
      return x != y ? x > y : a->category < b->category;
    }
    if ((a->site < 0) != (b->site < 0))
      return a->site < 0;
    return std::fabs(a->share) > std::fabs(b->share);
  });
  return changes;
}

const UntoldLine *untoldLine(const ComparedTable &table, const std::string &category,
                             bool at_construct) {
  auto found = std::ranges::find_if(table.untold, [&](const UntoldLine &line) {
    return line.category == category && (at_construct || !line.at_constructs);
  });
  return found == table.untold.end() ? nullptr : &*found;
}

} // namespace tare
