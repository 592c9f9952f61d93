// SPDX-License-Identifier: Apache-2.0
// The sources of both versions around constructs, with what moved there beyond the noise.
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/html/source_text.h"
#include "analyzer/review/html/review_view.h"
#include "analyzer/review/wording.h"
#include "base/text.h"

#include <algorithm>
#include <set>

namespace tare {
namespace {

class SourcePair {
public:
  SourcePair(Markup &page, const ReviewContext &context)
      : page_(page), context_(context), sources_(context.sources),
        table_(context.review.comparison.tables[sources_.table]) {}

  void write() {
    if (sources_.head.files.empty() && sources_.base.files.empty()) {
      missing();
      return;
    }
    page_.element("p", {},
                  "In front of a line stands what changed there beyond the noise, in % of BASE's "
                  "T_p, " +
                      pText(table_) +
                      "; a ~ marks a construct where nothing did. Only lines near constructs are "
                      "here.");
    bool is_first = true;
    for (size_t i = 0; i < sources_.head.files.size(); ++i) {
      std::set<size_t> base = baseOf(sources_.head.files[i]);
      pair(&sources_.head.files[i], base, is_first);
      shown_.insert(base.begin(), base.end());
      is_first = false;
    }
    for (size_t i = 0; i < sources_.base.files.size(); ++i)
      if (!shown_.contains(i)) {
        pair(nullptr, {i}, is_first);
        is_first = false;
      }
    if (size_t left = sources_.head.left_out + sources_.base.left_out)
      page_.element("p", {},
                    "Left out, since the page has as many lines as it may: " +
                        std::to_string(left) + " places. The tables have their figures.");
    missing();
  }

private:
  /// Files of BASE that hold the constructs of this one, each shown once.
  std::set<size_t> baseOf(const ShownSource &head) const {
    std::set<size_t> files;
    for (const auto &[line, indices] : head.constructs_at)
      for (size_t i : indices)
        if (const std::optional<Site> &base = siteOf(i).base)
          for (size_t k = 0; k < sources_.base.files.size(); ++k)
            if (sources_.base.files[k].source->file == base->file && !shown_.contains(k))
              files.insert(k);
    return files;
  }

  const ComparedSite &siteOf(size_t place) const { return table_.sites[sources_.places[place]]; }
  const std::vector<const Change *> &movedOf(size_t place) const {
    return sources_.moved[sources_.places[place]];
  }

  double sumOf(const std::vector<size_t> &places) const {
    double sum = 0;
    for (size_t i : places)
      for (const Change *change : movedOf(i))
        sum += change->share;
    return sum;
  }

  double sumOf(const ShownSource &file) const {
    double sum = 0;
    for (const auto &[line, places] : file.constructs_at)
      sum += sumOf(places);
    return sum;
  }

  void pair(const ShownSource *head, const std::set<size_t> &base, bool is_open) {
    const ShownSource &named = head ? *head : sources_.base.files[*base.begin()];
    Attributes open = {{"open", ""}};
    page_.open("details", is_open ? open : Attributes{});
    page_.element("summary", {},
                  printable(named.source->file) + ": " + shareText(sumOf(named), true) +
                      " % of T_p beyond the noise");
    bool is_same = head && base.size() == 1 && sources_.base_is_same[*base.begin()];
    page_.open("div", {{"class", "sides"}});
    if (!is_same)
      for (size_t i : base)
        side("BASE", sources_.base, sources_.base.files[i]);
    if (head)
      side(is_same ? "BASE and HEAD, whose text is the same" : "HEAD", sources_.head, *head);
    page_.close().close();
  }

  void side(const std::string &name, const SourceLines &lines, const ShownSource &file) {
    std::string title = name + ": " + printable(file.source->file);
    page_.open("figure").element("figcaption", {}, title);
    writeSourceText(page_, lines, file, title,
                    [&](const std::vector<size_t> &places) { return notesOf(places); });
    page_.close();
  }

  LineNotes notesOf(const std::vector<size_t> &places) const {
    std::vector<const Change *> changes;
    for (size_t i : places)
      changes.insert(changes.end(), movedOf(i).begin(), movedOf(i).end());
    if (changes.empty())
      return {{0, "~", heatOf(0, 1)}, {}};
    double share = sumOf(places);
    LineNotes notes{{share, shareText(share, true) + " %", heatOf(share, 1)}, {}};
    for (const Change *change : changes)
      notes.remarks.push_back({labelOf(change->category) + " " + shareText(change->share, true) +
                                   " %: " + (change->share > 0 ? "a loss" : "a gain"),
                               rowIdOf(table_, *change)});
    return notes;
  }

  /// What of either side is not shown, and why.
  void missing() {
    for (auto [name, data] :
         {std::pair("BASE", context_.data.base), std::pair("HEAD", context_.data.head)}) {
      std::string of = std::string(name) + ": ";
      if (!data || !data->reason.empty())
        page_.element("p", {},
                      of + "not shown: " + (data ? data->reason : "no source was read") + ".");
      else
        writeMissingSources(page_, *data, of);
    }
  }

  Markup &page_;
  const ReviewContext &context_;
  const ReviewSources &sources_;
  const ComparedTable &table_;
  std::set<size_t> shown_; // files of BASE
};

} // namespace

void writeSourcePair(Markup &page, const ReviewContext &context) {
  SourcePair(page, context).write();
}

} // namespace tare
