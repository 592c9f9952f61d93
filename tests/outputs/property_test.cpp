// SPDX-License-Identifier: Apache-2.0
// Random outputs, of which some pieces vary from run to run: no false alarm, and no change of
// another number is missed.
#include "catch.hpp"
#include "tests/outputs/texts.h"

#include <random>

using namespace tare;
using namespace tare::testing;

namespace {

/// An output with numbers that stay and numbers that are others in each run.
class RandomOutput {
public:
  explicit RandomOutput(uint32_t seed) : random_(seed) {
    for (int line = 1 + upTo(30); line > 0; --line) {
      lines_.emplace_back();
      for (int piece = 1 + upTo(8); piece > 0; --piece)
        lines_.back().push_back(part());
    }
  }

  /// One run; never the same varying number twice.
  std::string run() { return text(nullptr); }

  /// The same with one of the numbers that stay changed. Empty: there is none.
  std::string changed(size_t &line) {
    std::vector<Part *> fixed;
    std::vector<size_t> lines;
    for (size_t i = 0; i < lines_.size(); ++i)
      for (Part &piece : lines_[i])
        if (piece.kind == Part::Fixed) {
          fixed.push_back(&piece);
          lines.push_back(i + 1);
        }
    if (fixed.empty())
      return "";
    size_t at = random_() % fixed.size();
    line = lines[at];
    return text(fixed[at]);
  }

  int fixedCount() const { return count(Part::Fixed); }
  int varyingCount() const { return count(Part::Varying); }

private:
  struct Part {
    enum Kind { Word, Fixed, Varying } kind;
    std::string text; // of a number that stays: the changed one, too
    std::string other;
  };

  int upTo(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n + 1)); }

  Part part() {
    static const char *words[] = {"sum", "x[", "]", "of",      "=",
                                  ",",   "(",  ")", "result:", "\xc3\xa9"};
    if (upTo(2) == 0)
      return {Part::Word, words[upTo(9)], ""};
    if (upTo(3) == 0)
      return {Part::Varying, "", ""};
    int whole = upTo(999999);
    if (upTo(1))
      return {Part::Fixed, std::to_string(whole), std::to_string(whole + 1 + upTo(5))};
    double value = whole * 1e-3 + 0.5;
    return {Part::Fixed, std::to_string(value), std::to_string(value * 1.01)};
  }

  std::string text(const Part *changed) {
    std::string text;
    for (const std::vector<Part> &line : lines_) {
      for (const Part &piece : line)
        text += (piece.kind == Part::Varying ? std::to_string(++last_) + "." + std::to_string(last_)
                 : &piece == changed         ? piece.other
                                             : piece.text) +
                " ";
      text += "\n";
    }
    return text;
  }

  int count(Part::Kind kind) const {
    int count = 0;
    for (const std::vector<Part> &line : lines_)
      for (const Part &piece : line)
        count += piece.kind == kind;
    return count;
  }

  std::mt19937 random_;
  std::vector<std::vector<Part>> lines_;
  int last_ = 1000;
};

} // namespace

TEST_CASE("random outputs: no false alarm, no change of a number that stays is missed") {
  for (uint32_t seed = 1; seed <= 150; ++seed) {
    INFO("seed " << seed);
    RandomOutput output(seed);
    std::string reference = output.run();
    OutputMask mask = maskOf(reference, {output.run()});
    OutputComparison same = compared(reference, output.run(), mask);
    REQUIRE_FALSE(same.differs);
    REQUIRE(same.compared == output.fixedCount());
    REQUIRE(same.varying == output.varyingCount());
    size_t line = 0;
    std::string changed = output.changed(line);
    if (changed.empty())
      continue;
    OutputComparison other = compared(reference, changed, mask);
    REQUIRE(other.differs);
    REQUIRE(static_cast<size_t>(other.line) == line);
    REQUIRE_FALSE(areSameLines(reference, changed, mask));
  }
}

TEST_CASE("random bytes are read to their end") {
  std::mt19937 random(5);
  const std::string bytes = " \t\r\n.+-eEdD0123456789naxs%/=:,\x80\xff\x01";
  for (int i = 0; i < 800; ++i) {
    std::string one, other;
    for (unsigned size = random() % 60; size > 0; --size)
      one += bytes[random() % bytes.size()];
    for (unsigned size = random() % 60; size > 0; --size)
      other += bytes[random() % bytes.size()];
    INFO("'" << one << "'");
    REQUIRE_FALSE(compared(one, one).differs);
    REQUIRE(areSameLines(one, one));
    OutputMask mask = maskOf(one, {other});
    REQUIRE_FALSE(compared(one, one, mask).differs);
    REQUIRE_FALSE(compared(one, other, mask).differs);
  }
}
