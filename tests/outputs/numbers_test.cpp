// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/outputs/numbers.h"
#include "tests/outputs/texts.h"

using namespace tare;
using namespace tare::testing;
using Verdict = NumberMatch::Verdict;

namespace {

Verdict verdict(const std::string &left, const std::string &right,
                std::optional<double> tolerance = std::nullopt) {
  Verdict one = matchNumbers(left, right, tolerance).verdict;
  CHECK(one == matchNumbers(right, left, tolerance).verdict);
  return one;
}

std::string cut(const std::string &line) {
  std::string text;
  for (const Piece &piece : piecesOf(line, {}))
    text += (piece.kind == Piece::Kind::Number ? "#" : "") + std::string(piece.in(line)) + " ";
  return text;
}

} // namespace

TEST_CASE("the last digits of a sum may differ, and its value may not") {
  CHECK(verdict("15.780000", "15.780001") == Verdict::Same);
  CHECK(verdict("3.14159265358979", "3.14159265358991") == Verdict::Same);
  CHECK(verdict("15.78", "0.69") == Verdict::Different);
  CHECK(verdict("257719.717", "257719.719") == Verdict::Same);
  CHECK(verdict("257719.717", "257720.719") == Verdict::Different);
  CHECK(verdict("1.0000005", "1.0000015") == Verdict::Same);
  CHECK(verdict("1.0000005", "1.0000030") == Verdict::Different);
  CHECK(verdict("5", "4.9999999999") == Verdict::Same);
  CHECK(verdict("1.5707963267948966D+00", "1.5707963267948961D+00") == Verdict::Same);
  CHECK(verdict("-1.5", "1.5") == Verdict::Different);
}

TEST_CASE(
    "one unit of the last printed digit is rounding, where it is a small part of the number") {
  CHECK(verdict("15.78", "15.79") == Verdict::Same);
  CHECK(verdict("15.78", "15.80") == Verdict::Different);
  CHECK(verdict("99.9", "100.0") == Verdict::Same);
  CHECK(verdict("0.1", "0.2") == Verdict::Different);
  CHECK(verdict("1.5", "1.6") == Verdict::Different);
  CHECK(verdict("0.69", "0.70") == Verdict::Different);
  CHECK(verdict("0.000001", "0.000000") == Verdict::Same); // of "%f"
  CHECK(verdict("0.0012", "0.0013") == Verdict::Different);
  CHECK(verdict("2e-9", "3e-9") == Verdict::Different);
  CHECK(verdict("1.23e-05", "1.24e-05") == Verdict::Same);
}

TEST_CASE("whole numbers do not depend on the order of a sum") {
  CHECK(verdict("41", "42") == Verdict::Different);
  CHECK(verdict("1000000000", "999999999") == Verdict::Different);
  CHECK(verdict("12345678901234567890", "12345678901234567891") == Verdict::Different);
  CHECK(verdict("+007", "7") == Verdict::Same);
  CHECK(verdict("-0", "0") == Verdict::Same);
}

TEST_CASE("what rounding leaves of a difference is told apart") {
  CHECK(verdict("3.1e-13", "8.9e-16") == Verdict::Tiny);
  CHECK(verdict("3.1e-13", "-8.9e-16") == Verdict::Tiny);
  CHECK(verdict("3.1e-13", "0.5") == Verdict::Different);
  CHECK(verdict("3.1e-13", "8.9e-16", 1e-6) == Verdict::Different);
}

TEST_CASE("a tolerance that is given is for all numbers, and none is exact") {
  CHECK(verdict("41", "42", 0.03) == Verdict::Same);
  CHECK(verdict("41", "42", 0.01) == Verdict::Different);
  CHECK(verdict("15.78", "15.79", 0) == Verdict::Different);
  CHECK(verdict("15.780000", "15.780001", 0) == Verdict::Different);
  CHECK(verdict("-0.0", "0.0", 0) == Verdict::Same);
  CHECK(verdict("1.50", "1.5", 0) == Verdict::Same);
}

TEST_CASE("numbers without bounds") {
  CHECK(verdict("1e999", "1e999") == Verdict::Same);
  CHECK(verdict("1e999", "1.5") == Verdict::Different);
  CHECK(verdict("1e999", "-1e999") == Verdict::Different);
  CHECK(verdict("0e99999999999", "0.0") == Verdict::Same);
}

TEST_CASE("a line is cut into words, numbers and signs") {
  CHECK(cut("sum = 15.78, n=-3") == "sum = #15.78 , n = #-3 ");
  CHECK(cut("The sum is 42.") == "The sum is #42 . ");
  CHECK(cut("0.5s 12ms 1.8x 50%") == "#0.5 s #12 ms #1.8 x #50 % ");
  CHECK(cut("x2 3D 0x7f a_1 9e3779b9") == "x2 3D 0x7f a_1 9e3779b9 ");
  CHECK(cut("1e5 1.e-3 .5 1.0D+00 2.5E+1") == "#1e5 #1.e-3 #.5 #1.0D+00 #2.5E+1 ");
  CHECK(cut("a-1 (-1) 3-4") == "a - #1 ( #-1 ) #3 - #4 ");
  CHECK(cut("-nan nan +NaN -inf") == "nan nan NaN - inf ");
  CHECK(cut("12:30:05") == "#12 : #30 : #05 ");
  CHECK(cut(" \t") == "");
  CHECK(cut("caf\xc3\xa9 1") == "caf\xc3\xa9 #1 ");
}
