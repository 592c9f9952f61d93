// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/job_view.h"

#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/job_picture.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

constexpr size_t most_close_ups = 5, most_waits_listed = 12, most_pairs = 16;

std::string rankWords(int rank) { return "rank " + std::to_string(rank); }

int64_t leftOut(const Timeline &timeline, std::string_view what) {
  for (const TimelineGap &gap : timeline.left_out)
    if (gap.what == what)
      return gap.count;
  return 0;
}

/// Absent: some of its calls are not here.
std::optional<double> timeInMpi(const Timeline &timeline, const TimelineRank &rank) {
  if (rank.mpi_s || leftOut(timeline, "calls") > 0)
    return rank.mpi_s;
  double sum_s = 0;
  for (const TimelineCall &call : rank.calls)
    sum_s += call.end_s - call.begin_s;
  return sum_s;
}

double spanOf(const TimelineRank &rank) { return rank.end_s - rank.begin_s; }

template <class Part> double sumOver(const TimelineJob &job, Part part) {
  double sum = 0;
  for (const TimelineRank &rank : job.ranks)
    sum += part(rank);
  return sum;
}

class JobView {
public:
  JobView(Markup &page, const PageContext &context)
      : page_(page), context_(context), timeline_(*context.data.timeline), job_(*timeline_.job),
        arrivals_(lateArrivals(job_, most_waits_listed)),
        close_ups_(std::min(arrivals_.size(), most_close_ups)) {}

  void write() {
    page_.element("p", {},
                  chosenRunText(timeline_) +
                      "Its times are as measured: they include what the measurement took.");
    page_.open("p", {{"class", "verdict"}}).text(allWaits());
    if (!arrivals_.empty())
      page_.text(" The longest wait: " + findingOf(arrivals_.front()));
    page_.close();
    compareWithRanks();
    writeJobLegend(page_, leftOut(timeline_, "calls") > 0);
    overview();
    for (size_t i = 0; i < close_ups_; ++i)
      closeUp(i);
    numbers();
    for (const TimelineGap &gap : timeline_.left_out)
      if (gap.what == "ranks" || gap.what == "calls")
        page_.element("p", {{"class", "source"}},
                      "Left out: " + std::to_string(gap.count) + " " + gap.what + ", because " +
                          gap.reason + ".");
  }

private:
  /// "In all the ranks waited 13.3 ms for each other: 1.0 % of their time."
  std::string allWaits() const {
    double waited_s = sumOver(job_, [](const TimelineRank &rank) { return rank.waited_s; }),
           whole_s = sumOver(job_, spanOf);
    if (!(waited_s > 0))
      return "No rank waited for another one.";
    return "In all the ranks waited " + timeText(waited_s) +
           " for each other: " + tenthPercent(whole_s > 0 ? waited_s / whole_s : 0) +
           " of their time.";
  }

  /// Why this view and that one have other figures.
  void compareWithRanks() {
    const std::optional<JobFigures> &figures = context_.table().job;
    if (!figures || figures->waits.empty())
      return;
    double mean_s = 0;
    for (const JobWait &wait : figures->waits)
      mean_s += wait.sum_s;
    page_.open("p")
        .text("The tables of ")
        .element("a", {{"href", "#ranks"}}, "Which rank is late?");
    page_.text(" say " + timeText(mean_s) +
               " instead. They have means over all repetitions, without what the measurement took, "
               "and as if messages took no time.");
    page_.close();
  }

  /// "rank 0 waited 1.70 ms for rank 1 in MPI_Recv at heat.c:12. Meanwhile rank 1 was ..."
  std::string findingOf(const LateArrival &arrival) const {
    const WaitingCall &longest = arrival.waiting.front();
    std::string text = rowTitle(job_.ranks[longest.row]) + " waited " + timeText(longest.waited_s) +
                       " for " + rankWords(arrival.rank) + " in " +
                       callTitle(timeline_, callOf(longest)) + ".";
    if (arrival.waiting.size() > 1)
      text += " So did " + numberOf(int64_t(arrival.waiting.size() - 1), "other rank") +
              ", together " + timeText(arrival.sum_s) + ".";
    std::string why = reasonOf(arrival);
    return why.empty() ? text
                       : text + " Meanwhile " + rankWords(arrival.rank) + " was " + why + ".";
  }

  const TimelineCall &callOf(const WaitingCall &waiting) const {
    return job_.ranks[waiting.row].calls[waiting.call];
  }

  /// "outside MPI (1.69 ms), in MPI_Send (20 us)": two at most, the longest first.
  std::string reasonOf(const LateArrival &arrival) const {
    std::string text;
    for (size_t i = 0; i < std::min<size_t>(arrival.meanwhile.size(), 2); ++i) {
      const Meanwhile &part = arrival.meanwhile[i];
      constexpr double worth_a_word = 0.1; // of the longest one
      if (i > 0 && part.time_s < worth_a_word * arrival.meanwhile.front().time_s)
        break;
      text += (i ? ", " : "") + wordsOf(part) + " (" + timeText(part.time_s) + ")";
    }
    return text;
  }

  std::string wordsOf(const Meanwhile &part) const {
    switch (part.what) {
    case Meanwhile::What::NotBegun:
      return "not yet started";
    case Meanwhile::What::Call:
      return "in " + printable(part.function);
    case Meanwhile::What::WaitInCall:
      return "in " + printable(part.function) + ", where it waited for " +
             rankWords(*part.waits_for);
    case Meanwhile::What::OutsideMpi:
      break;
    }
    return leftOut(timeline_, "calls") > 0 ? "outside MPI, or in calls that were left out"
                                           : "outside MPI";
  }

  void overview() {
    page_.open("figure");
    page_.element(
        "figcaption", {},
        "The whole job, " + timeText(job_.span_s) + " from the begin of the first rank. " +
            (close_ups_ ? "Numbers: the largest waits, which are shown closely below." : ""));
    drawJob(page_, timeline_, std::span(arrivals_).first(close_ups_),
            "The whole job: a row a rank, its work, its calls of MPI and its waits");
    page_.close();
  }

  void closeUp(size_t i) {
    const LateArrival &arrival = arrivals_[i];
    Attributes open = {{"id", closeUpId(i)}, {"open", ""}}, folded = {{"id", closeUpId(i)}};
    page_.open("details", i == 0 ? open : folded);
    page_.element("summary", {}, std::to_string(i + 1) + ": " + findingOf(arrival));
    page_.open("figure");
    page_.element("figcaption", {},
                  "Closely: what happened around " + timeText(arrival.at_s) +
                      " after the begin of the first rank, when rank " +
                      std::to_string(arrival.rank) + " came last." + othersOf(arrival));
    drawArrival(page_, timeline_, arrival,
                "Wait " + std::to_string(i + 1) + " closely: a row a rank");
    page_.close().close();
  }

  std::string othersOf(const LateArrival &arrival) const {
    constexpr size_t most_rows = 16;
    std::string text = arrival.row ? "" : " That rank is not among those that were kept.";
    if (job_.ranks.size() <= most_rows)
      return text;
    return text + " The rows are the 16 that waited longest.";
  }

  void numbers() {
    page_.open("details").element("summary", {}, "Numbers");
    rankTable();
    if (!arrivals_.empty()) {
      pairTable();
      waitTable();
    }
    page_.close();
  }

  void heads(const std::string &label, const std::string &caption,
             std::initializer_list<const char *> numbers,
             std::initializer_list<const char *> texts = {}) {
    openScroll(page_, label);
    page_.open("table").element("caption", {}, caption).open("thead").open("tr");
    page_.element("th", {{"scope", "col"}}, "rank");
    for (const char *title : numbers)
      page_.element("th", {{"scope", "col"}, {"class", "number"}}, title);
    for (const char *title : texts)
      page_.element("th", {{"scope", "col"}}, title);
    page_.close().close().open("tbody");
  }

  void optionalTime(std::optional<double> time_s) {
    if (time_s)
      writeTimeCell(page_, *time_s);
    else
      page_.element("td", {{"class", "number"}}, "not known");
  }

  void rankTable() {
    heads("What the ranks did",
          "Outside MPI and in MPI add up to all of a rank's time. Waits are a part of the time in "
          "MPI.",
          {"all", "outside MPI", "in MPI", "waited for others", "others waited for it"},
          {"its longest wait"});
    bool all_known = true;
    for (size_t row = 0; row < job_.ranks.size(); ++row) {
      const TimelineRank &rank = job_.ranks[row];
      std::optional<double> mpi_s = timeInMpi(timeline_, rank);
      all_known &= mpi_s.has_value();
      page_.open("tr").element("th", {{"scope", "row"}, {"class", "line"}}, rowTitle(rank));
      timesOfRank(spanOf(rank), mpi_s, rank.waited_s, rank.awaited_s);
      page_.element("td", {{"class", "place"}}, longestOf(rank)).close();
    }
    page_.close().open("tfoot").open("tr").element("th", {{"scope", "row"}}, "all of them");
    std::optional<double> all_mpi_s;
    if (all_known)
      all_mpi_s = sumOver(
          job_, [&](const TimelineRank &rank) { return timeInMpi(timeline_, rank).value_or(0); });
    timesOfRank(sumOver(job_, spanOf), all_mpi_s,
                sumOver(job_, [](const TimelineRank &rank) { return rank.waited_s; }),
                sumOver(job_, [](const TimelineRank &rank) { return rank.awaited_s; }));
    page_.element("td", {}, "").close().close().close().close();
  }

  void timesOfRank(double all_s, std::optional<double> mpi_s, double waited_s, double awaited_s) {
    writeTimeCell(page_, all_s);
    optionalTime(mpi_s ? std::optional(all_s - *mpi_s) : std::nullopt);
    optionalTime(mpi_s);
    writeTimeCell(page_, waited_s);
    writeTimeCell(page_, awaited_s);
  }

  std::string longestOf(const TimelineRank &rank) const {
    const TimelineCall *longest = nullptr;
    auto waited = [](const TimelineCall &call) {
      return call.late_s ? *call.late_s - call.begin_s : 0;
    };
    for (const TimelineCall &call : rank.calls)
      if (waited(call) > (longest ? waited(*longest) : 0))
        longest = &call;
    return longest ? timeText(waited(*longest)) + " for " + rankWords(*longest->waits_for) +
                         " in " + callTitle(timeline_, *longest)
                   : "none";
  }

  std::string ofKeptCalls() const {
    return leftOut(timeline_, "calls") > 0 ? ", of the calls that were kept" : "";
  }

  void pairTable() {
    std::vector<RankPair> pairs = rankPairs(job_);
    heads("Who waited for whom", "Who waited for whom" + ofKeptCalls() + ". The largest first.",
          {"waited for", "calls that waited", "all waits", "longest wait"});
    RankPair all, others;
    for (size_t i = 0; i < pairs.size(); ++i) {
      const RankPair &pair = pairs[i];
      for (RankPair *sum : {&all, i < most_pairs ? nullptr : &others})
        if (sum) {
          sum->calls += pair.calls;
          sum->sum_s += pair.sum_s;
          sum->longest_s = std::max(sum->longest_s, pair.longest_s);
        }
      if (i < most_pairs)
        pairRow(rankWords(pair.waiting), rankWords(pair.late), pair);
    }
    if (pairs.size() > most_pairs)
      pairRow("other pairs", std::to_string(pairs.size() - most_pairs), others);
    page_.close().open("tfoot");
    pairRow("all of them", "", all);
    page_.close().close().close();
  }

  void pairRow(const std::string &waiting, const std::string &late, const RankPair &pair) {
    page_.open("tr").element("th", {{"scope", "row"}, {"class", "line"}}, waiting);
    page_.element("td", {{"class", "line"}}, late);
    page_.open("td", {{"class", "number"}})
        .figure(double(pair.calls), std::to_string(pair.calls))
        .close();
    writeTimeCell(page_, pair.sum_s);
    writeTimeCell(page_, pair.longest_s);
    page_.close();
  }

  void waitTable() {
    heads("The largest waits",
          "The largest waits" + ofKeptCalls() +
              ": when a rank came last, who waited for it, and what it did from the begin of the "
              "longest of these waits on.",
          {"came at", "longest wait", "all waits"},
          {"who waited for it", "in", "what it did meanwhile"});
    for (const LateArrival &arrival : arrivals_) {
      page_.open("tr");
      page_.element("th", {{"scope", "row"}, {"class", "line"}}, rankWords(arrival.rank));
      for (double time_s : {arrival.at_s, arrival.waiting.front().waited_s, arrival.sum_s})
        writeTimeCell(page_, time_s);
      page_.element("td", {{"class", "place"}}, waitingRanks(arrival));
      writeCall(callOf(arrival.waiting.front()));
      page_.element("td", {{"class", "place"}}, reasonOf(arrival)).close();
    }
    page_.close().close().close();
  }

  void writeCall(const TimelineCall &call) {
    page_.open("td", {{"class", "place"}});
    page_.text(printable(job_.functions[size_t(call.function)]));
    if (call.construct) {
      page_.text(" at ");
      writeTimelinePlace(page_, context_, *call.construct);
    }
    page_.close();
  }

  std::string waitingRanks(const LateArrival &arrival) const {
    constexpr size_t most = 4;
    std::vector<std::string> ranks;
    for (size_t i = 0; i < std::min(arrival.waiting.size(), most); ++i)
      ranks.push_back(rowTitle(job_.ranks[arrival.waiting[i].row]));
    std::string text = joinText(ranks, ", ");
    return arrival.waiting.size() > most
               ? text + " and " + std::to_string(arrival.waiting.size() - most) + " more"
               : text;
  }

  Markup &page_;
  const PageContext &context_;
  const Timeline &timeline_;
  const TimelineJob &job_;
  std::vector<LateArrival> arrivals_;
  size_t close_ups_;
};

} // namespace

std::string chosenRunText(const Timeline &timeline) {
  std::string run = timeline.run > 0 ? "run " + std::to_string(timeline.run) + " of the results"
                                     : "one run",
              repetition = timeline.repetition > 0
                               ? " (repetition " + std::to_string(timeline.repetition) + ")"
                               : "",
              size = numberOf(timeline.threads, "thread");
  if (timeline.ranks > 0)
    size += " in " + numberOf(timeline.ranks, "rank");
  std::string why = timeline.repetitions == 1  ? "the only repetition that counts."
                    : timeline.repetitions > 1 ? "of the " + std::to_string(timeline.repetitions) +
                                                     " repetitions that count it has the median "
                                                     "time."
                                               : "of all repetitions it has the median time.";
  return "Shown is " + run + repetition + " on " + size + ": " + why + " ";
}

void writeTimelinePlace(Markup &page, const PageContext &context, int construct) {
  const TimelineConstruct &from = context.data.timeline->constructs[size_t(construct)];
  ConstructLines place;
  place.id = from.id;
  place.file = from.file;
  place.line = from.line;
  writePlace(page, context, place, printable(from.file) + ":" + std::to_string(from.line));
}

void writeTimeCell(Markup &page, double time_s) {
  page.open("td", {{"class", "number"}})
      .figure(time_s, time_s == 0 ? "0" : timeText(time_s))
      .close();
}

void writeJobTimeline(Markup &page, const PageContext &context) {
  if (context.data.timeline->job)
    JobView(page, context).write();
}

} // namespace tare
