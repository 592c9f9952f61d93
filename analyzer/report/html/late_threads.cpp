// SPDX-License-Identifier: Apache-2.0
// Which thread is late: over the whole run, how often each came last, and how long the others
// waited for it.
#include "analyzer/report/html/page_view.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <functional>

namespace tare {
namespace {

constexpr size_t most_late_listed = 16;

double awaitedByAll(const LateThreads &late) {
  double sum = 0;
  for (const LateThread &thread : late.threads)
    sum += thread.awaited_s;
  return sum;
}

/// A thread is the late one if the others waited for it for more than half of what it would have
/// beyond an equal share.
std::string findingOf(const LateThreads &late, const std::vector<LateThread> &sorted,
                      double threads_s) {
  const LateThread &most = sorted.front();
  const LateThread &last = *std::ranges::max_element(sorted, {}, &LateThread::times_last);
  double sum_s = awaitedByAll(late), equal = 1 / double(std::max<size_t>(sorted.size(), 2));
  std::string name = "thread " + std::to_string(most.thread), all = timeText(sum_s);
  if (threads_s > 0 && !late.sampled)
    all += " (" + tenthPercent(sum_s / threads_s) + " of all threads' time)";
  std::string waited =
      (late.sampled ? "In the executions that the log has, threads waited " : "Threads waited ") +
      all + " for the last one";
  if (!(sum_s > 0 && most.awaited_s / sum_s > (1 + equal) / 2))
    return "No single one. " + waited + ", and that was not always the same. Most, " +
           timeText(most.awaited_s) + ", was for " + name + ".";
  std::string text = capitalised(name) + ". " + waited + ", and " + timeText(most.awaited_s) +
                     " of that for it. It came last at " + std::to_string(most.times_last) +
                     " of " + std::to_string(late.meetings) + " barriers and ends of regions.";
  if (last.thread != most.thread)
    text += " Thread " + std::to_string(last.thread) + " came last more often, by less time.";
  return text;
}

} // namespace

void writeLateThreads(Markup &page, const LateThreads &late, double threads_s) {
  std::vector<LateThread> sorted = late.threads;
  std::ranges::stable_sort(sorted, std::greater<>(), &LateThread::awaited_s);
  page.open("p").element("strong", {}, "Which thread is late?");
  page.text(" " + findingOf(late, sorted, threads_s)).close();
  page.open("table");
  page.element("caption", {},
               std::string(late.sampled ? "Sums over the executions that the log has, which are a "
                                          "sample of all"
                                        : "Sums over the whole run") +
                   ", at barriers and ends of outermost regions where some thread waited.");
  page.open("thead").open("tr").element("th", {{"scope", "col"}}, "thread");
  for (const char *title : {"came last", "others waited for it", "it waited for others"})
    page.element("th", {{"scope", "col"}, {"class", "number"}}, title);
  page.close().close().open("tbody");
  for (size_t i = 0; i < std::min(sorted.size(), most_late_listed); ++i) {
    const LateThread &thread = sorted[i];
    page.open("tr").element("th", {{"scope", "row"}}, std::to_string(thread.thread));
    page.element("td", {{"class", "number"}}, std::to_string(thread.times_last) + " times");
    for (double time_s : {thread.awaited_s, thread.waited_s})
      page.open("td", {{"class", "number"}})
          .figure(time_s, time_s == 0 ? "0" : timeText(time_s))
          .close();
    page.close();
  }
  page.close().close();
  if (sorted.size() > most_late_listed)
    page.element("p", {},
                 "Those that were waited for longest. All are in timeline.json of the "
                 "results.");
}

} // namespace tare
