// SPDX-License-Identifier: Apache-2.0
// The words of notes: what may stand in a sentence of the table of rules, and that every row of the
// table keeps to it.
#include "analyzer/report/note_rules.h"
#include "analyzer/report/note_text.h"
#include "catch.hpp"

#include <algorithm>
#include <regex>
#include <set>

using namespace tare;

namespace {

std::string withFigures(std::vector<Note::Figure> figures, const std::string &rule) {
  return sentenceOf({.rule = rule, .figures = std::move(figures)});
}

/// Everything in `<` and `>`, and what stands behind a segment's `[`, of one sentence.
std::vector<std::string> found(std::string_view sentence, const std::string &pattern) {
  std::vector<std::string> all;
  std::string text(sentence);
  std::regex expression(pattern);
  for (std::sregex_iterator each(text.begin(), text.end(), expression), end; each != end; ++each)
    all.push_back((*each)[1]);
  return all;
}

} // namespace

TEST_CASE("one of something, several, and none") {
  CHECK(withFigures({{"regions", 1}, {"place", "x.c:3"}, {"skipped", 40}}, "skipped-places") ==
        "1 region (x.c:3: 40)");
  CHECK(withFigures({{"regions", 6},
                     {"place", "x.c:3"},
                     {"skipped", 40},
                     {"place", "y.c:1"},
                     {"skipped", 2},
                     {"more", 4}},
                    "skipped-places") == "6 regions (x.c:3: 40, y.c:1: 2 and 4 more)");
}

TEST_CASE("a figure that is there, or is not") {
  std::vector<Note::Figure> figures = {{"plain", 1000}, {"probed", 2.5}};
  CHECK_THAT(withFigures(figures, "serial-page-faults"),
             Catch::EndsWith("with probes 2.5: memory is taken and given back otherwise there, "
                             "and that is in the times of its constructs"));
  figures.emplace_back("kept", true);
  CHECK_THAT(withFigures(figures, "serial-page-faults"),
             Catch::Contains("its compiler drops work there") && !Catch::Contains("otherwise"));
}

TEST_CASE("foreign text is no sentence: nothing in it is filled in") {
  CHECK(withFigures({{"reason", "<threads> [reason?x]"}}, "cut-off") ==
        "cut off: <threads> [reason?x]");
  CHECK(sentenceOf(asNote("a <b> [c?d]")) == "a <b> [c?d]");
  CHECK(withFigures({{"reason", ""}}, "cut-off") == "cut off: ");
}

TEST_CASE("the label is that of the note's category; an unknown rule is its name") {
  Note note{.rule = "wide-band",
            .category = "off_cpu",
            .figures = {{"low", 0.014}, {"high", 0.2}, {"wrong_when", "it rains"}}};
  CHECK(sentenceOf(note) == "the band of 'waiting for a CPU' is wide, 1.4 to 20.0 % of T_p. "
                            "This row is wrong when it rains");
  CHECK(sentenceOf({"from-another-version"}) == "from-another-version");
}

TEST_CASE("every row has a name of its own and keeps to the grammar") {
  static const std::set<std::string> formats = {"percent", "tenths",  "time",  "count",
                                                "ratio",   "decimal", "label", "part"};
  std::set<std::string_view> names;
  for (const NoteRule &row : allNoteRules())
    CHECK(names.insert(row.rule).second);
  for (const NoteRule &row : allNoteRules()) {
    INFO(row.rule);
    CHECK(std::ranges::count(row.sentence, '<') == std::ranges::count(row.sentence, '>'));
    CHECK(std::ranges::count(row.sentence, '[') == std::ranges::count(row.sentence, ']'));
    for (const std::string &segment : found(row.sentence, R"(\[([^\]]*)\])")) {
      CHECK(std::regex_search(segment, std::regex(R"(^(!?[a-z_]+\?|[a-z_]+\*.*\|))")));
      CHECK(segment.find('[') == std::string::npos);
    }
    for (const std::string &place : found(row.sentence, "<([^>]*)>")) {
      size_t colon = place.find(':');
      if (colon != std::string::npos)
        CHECK(formats.contains(place.substr(colon + 1)));
      if (place.ends_with(":part"))
        CHECK(names.contains(place.substr(0, colon)));
    }
  }
}
