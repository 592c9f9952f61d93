// SPDX-License-Identifier: Apache-2.0
// base/json: fields there and back, and texts from anyone.
#include "base/json/fields.h"
#include "catch.hpp"
#include "little_memory.h"
#include "scratch.h"

#include <cmath>
#include <fstream>
#include <random>

using namespace tare;
using Catch::Contains;
using tare::testing::fitsInto;
using tare::testing::Scratch;

namespace {

struct Inner {
  std::string name;
  int count = 0;
  bool operator==(const Inner &) const = default;
};

struct Outer {
  std::string text;
  bool flag = false;
  int small = 0;
  int64_t large = 0;
  uint64_t address = 0, hash = 0;
  double time_s = 0, ratio = 0;
  std::optional<double> maybe;
  std::vector<Inner> list;
  std::map<std::string, std::string> words;
  Inner part;
  int since = 7;
  int first = 0, second = 0; // together
  bool operator==(const Outer &) const = default;
};

void innerFields(json::Fields &io, Inner &inner) {
  io.required("name", inner.name);
  io.optional("count", inner.count);
  io.check(inner.name != "no", "is called no");
}

constexpr DocumentFormat test_format{"test", "test"};

void outerFields(json::Fields &io, Outer &outer) {
  io.schema(test_format);
  io.required("text", outer.text);
  io.optional("flag", outer.flag);
  io.required("small", outer.small, json::Whole{-5, 5});
  io.required("large", outer.large, json::Whole{INT64_MIN, INT64_MAX});
  io.required("address", outer.address);
  io.required("hash", outer.hash, json::hex);
  io.required("time_s", outer.time_s, json::seconds);
  io.optional("ratio", outer.ratio, json::amount);
  io.optional("maybe", outer.maybe, json::Number{0, 1});
  io.required("list", outer.list, innerFields);
  io.optional("words", outer.words);
  io.optional("part", outer.part, innerFields);
  io.later("since", outer.since);
  io.group("first", outer.first > 0, [&] {
    io.required("first", outer.first);
    io.required("second", outer.second);
  });
  io.written("sum", outer.first + outer.second);
}

void closedFields(json::Fields &io, Inner &inner) {
  io.required("name", inner.name);
  io.closed();
}

Outer fullOuter() {
  Outer outer;
  outer.text = "a \"b\"\n\xc3\xa9\\";
  outer.flag = true;
  outer.small = -5;
  outer.large = INT64_MIN;
  outer.address = UINT64_MAX;
  outer.hash = 0x0123456789abcdef;
  outer.time_s = 1.5;
  outer.ratio = 0.25;
  outer.maybe = 0;
  outer.list = {{"x", 1}, {"y", 0}};
  outer.words = {{"", "empty"}, {"k\"", "v"}};
  outer.part = {"part", 3};
  outer.since = 8;
  outer.first = 1;
  outer.second = 2;
  return outer;
}

std::string refusal(const std::string &text) {
  Result<Outer> read = json::read(text, outerFields);
  return read.ok() ? "it was read" : read.error().message;
}

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// A file that `parts` times has `part` between two texts.
void writeRepeated(const std::string &path, const std::string &head, const std::string &part,
                   size_t parts, const std::string &tail) {
  std::ofstream file(path);
  file << head;
  for (size_t i = 0; i < parts; ++i)
    file << part;
  file << tail;
}

} // namespace

TEST_CASE("json: fields come back as they were written") {
  for (const Outer &outer : {fullOuter(), Outer()}) {
    std::string text = json::write(outer, outerFields);
    INFO(text);
    Result<Outer> read = json::read(text, outerFields);
    REQUIRE(read.ok());
    CHECK(read.value() == outer);
  }
}

TEST_CASE("json: what is optional and empty is left out") {
  CHECK(json::write(Outer(), outerFields) == "{\n"
                                             " \"address\": 0,\n"
                                             " \"hash\": \"0000000000000000\",\n"
                                             " \"large\": 0,\n"
                                             " \"list\": [],\n"
                                             " \"schema\": \"test/1\",\n"
                                             " \"since\": 7,\n"
                                             " \"small\": 0,\n"
                                             " \"sum\": 0,\n"
                                             " \"text\": \"\",\n"
                                             " \"time_s\": 0.0\n"
                                             "}\n");
}

TEST_CASE("json: times are whole nanoseconds, ratios six digits, and nothing is infinite") {
  CHECK(json::toNanoseconds(1.23456789049) == 1.23456789);
  CHECK(json::toNanoseconds(INFINITY) == 0);
  CHECK(json::toNanoseconds(1e300) == 9e9);
  CHECK(json::toSixDigits(1234567.0) == 1234570.0);
  CHECK(json::toSixDigits(NAN) == 0);
  Outer outer;
  outer.ratio = 1e-300;
  CHECK_THAT(json::write(outer, outerFields), Contains("\"ratio\": 1e-300"));
  outer.time_s = 4e-10; // it is written as 0, and stands there: it is required
  CHECK_THAT(json::write(outer, outerFields), Contains("\"time_s\": 0.0"));
}

TEST_CASE("json: what is wrong is told with its place") {
  std::string good = json::write(fullOuter(), outerFields);
  CHECK(refusal(replaced(good, "\"small\": -5", "\"small\": -6")) ==
        "'small' is not a whole number from -5 to 5");
  CHECK(refusal(replaced(good, "\"small\": -5", "\"small\": -4.5")) ==
        "'small' is not a whole number from -5 to 5");
  CHECK(refusal(replaced(good, "\"small\": -5", "\"small\": \"-5\"")) ==
        "'small' is not a whole number from -5 to 5");
  CHECK(refusal(replaced(good, "\"name\": \"y\"", "\"name\": 7")) ==
        "'list[1].name' is not a text");
  CHECK(refusal(replaced(good, "\"name\": \"y\"", "\"mane\": 7")) == "'list[1].name' is missing");
  CHECK(refusal(replaced(good, "\"name\": \"y\"", "\"name\": \"no\"")) == "'list[1]' is called no");
  CHECK(refusal(replaced(good, "\"flag\": true", "\"flag\": 1")) == "'flag' is not true or false");
  CHECK(refusal(replaced(good, "\"maybe\": 0.0", "\"maybe\": 2")) ==
        "'maybe' is not a number from 0 to 1");
  CHECK(refusal(replaced(good, "\"maybe\": 0.0", "\"maybe\": null")) ==
        "'maybe' is not a number from 0 to 1");
  CHECK(refusal(replaced(good, "\"words\": {", "\"words\": [], \"x\": {")) ==
        "'words' is not an object");
  CHECK(refusal(replaced(good, "0123456789abcdef", "0123456789abcdeF")) == "'hash' is not a hash");
  CHECK(refusal(replaced(good, "\"second\"", "\"third\"")) == "'second' is missing");
  CHECK(refusal(replaced(good, "test/1", "test/2")) ==
        "this test was written by a newer Tare: it has version 2, and this Tare reads version 1");
  CHECK(refusal("{}") == "'schema' is missing");
  CHECK(refusal("") == "it is not a JSON object");
  CHECK(refusal("[1]") == "it is not a JSON object");
  CHECK(refusal("\n{\n\"text\": }") == "it is not JSON from line 3 on");
  CHECK(refusal(replaced(good, "\"small\": -5", "\"small\": 1e999")) ==
        "'small' is not a whole number from -5 to 5");
  CHECK(refusal(replaced(good, "\"time_s\": 1.5", "\"time_s\": -1e999")) ==
        "'time_s' is not a number from -9000000000 to 9000000000");
  CHECK(refusal(good + "x").starts_with("it is not JSON"));
}

TEST_CASE("json: what other writers may do with the same values is read") {
  std::string good = json::write(fullOuter(), outerFields);
  CHECK(refusal("\xef\xbb\xbf \t\r\n" + good) == "it was read");
  Result<Outer> read = json::read(
      "{\"t\\u0065xt\":\"\\u00e9\\ud83d\\ude00\" , \"small\" : 4.0,\"large\":4e0,\"address\":\t3,"
      "\"hash\":\"0000000000000001\",\"time_s\":-1E-2,\"list\":[ ],\"schema\":\"test/1\","
      "\"small\":5, \"later\":[{\"a\":[\"]}\\\"\"]},null,true]}",
      outerFields);
  REQUIRE(read.ok());
  CHECK(read.value().text == "\xc3\xa9\xf0\x9f\x98\x80");
  CHECK(read.value().small == 5); // of two the last
  CHECK(read.value().large == 4);
  CHECK(read.value().time_s == -0.01);
  CHECK(read.value().since == 7);
}

TEST_CASE("json: an object that is closed has no other members") {
  CHECK(json::read(R"({"name": "x"})", closedFields).ok());
  CHECK(json::read(R"({"name": "x", "name": "y"})", closedFields).value().name == "y");
  CHECK(json::read(R"({"name": "x", "more": {}})", closedFields).error().message ==
        "'more' is not known");
}

TEST_CASE("json: every key that there may be") {
  std::string keys = json::keys(outerFields);
  for (const char *key : {"\"flag?\"", "\"text\"", "\"first?\"", "\"second?\"", "\"since?\"",
                          "\"name\"", "\"count?\"", "\"words?\"", "\"sum\""})
    CHECK_THAT(keys, Contains(key));
}

TEST_CASE("json: what nobody asks for takes no memory, however large it is") {
  Scratch scratch;
  std::string path = scratch.path() + "/f", good = json::write(fullOuter(), outerFields);
  std::string behind = good.substr(1);
  auto read = [&] { return json::readFrom(path, uint64_t(1) << 28, "bad: ", outerFields); };
  auto isRead = [&] {
    Result<Outer> outer = read();
    return outer.ok() && outer.value() == fullOuter();
  };
  constexpr size_t large = size_t(12) << 20;
  writeRepeated(path, "{\"unknown\": \"", std::string(1024, 'x'), 42 * 1024, "\"," + behind);
  CHECK(fitsInto(8, isRead));
  writeRepeated(path, "{\"unknown\": [0", ",{\"a\":[1,2]}", large / 12, "]," + behind);
  CHECK(fitsInto(8, isRead));
  writeRepeated(path, "{\"", std::string(1024, 'k'), large / 1024, "\": 1," + behind);
  CHECK(fitsInto(8, isRead));
  writeRepeated(path, "{\"part\": {\"name\": \"\", \"x\": [[", "[],", large / 3,
                "[]]]}," + behind); // inside of a struct
  CHECK(fitsInto(8, isRead));
  writeRepeated(path, "", std::string(1024, '['), 19 * 1024, "");
  CHECK(fitsInto(8, [&] { return read().error().message == "bad: it is not a JSON object"; }));
  writeRepeated(path, "{\"unknown\":", std::string(1024, '['), 1024, "");
  CHECK(fitsInto(8, [&] {
    return read().error().message == "bad: it is nested deeper than 100 levels in line 1";
  }));
  writeRepeated(path, "{\"words\": {", "\"w\": \"v\",", large / 9, "\"w\": \"v\"}," + behind);
  CHECK_FALSE(fitsInto(8, isRead)); // what is asked for does: the limit can be felt
}

TEST_CASE("json: a text is nested as deep as documents are, and not deeper") {
  std::string good = json::write(fullOuter(), outerFields);
  auto nested = [&](size_t levels) {
    std::string value = std::string(levels, '[') + std::string(levels, ']');
    return refusal(replaced(good, "\"flag\"", "\"unknown\": " + value + ", \"flag\""));
  };
  CHECK(nested(json::most_levels - 1) == "it was read");
  CHECK(nested(json::most_levels) == "it is nested deeper than 100 levels in line 4");
}

TEST_CASE("json: a file is read as its text is") {
  Scratch scratch;
  std::string path = scratch.path() + "/f";
  auto reading = [&](const std::string &text) {
    REQUIRE(writeFileAtomic(path, text).ok());
    return json::readFrom(path, 1 << 20, "is no outer: ", outerFields);
  };
  std::string good = json::write(fullOuter(), outerFields);
  CHECK(reading(good).value() == fullOuter());
  CHECK(reading("\xef\xbb\xbf \r\n" + good + "\n ").value() == fullOuter());
  CHECK(reading(replaced(good, "\"text\"", "\"te\\u0078t\"")).value() == fullOuter());
  CHECK(reading(replaced(good, "\"small\": -5", "\"small\": -6")).error().text() ==
        path + ": is no outer: 'small' is not a whole number from -5 to 5");
  CHECK(reading(good.substr(0, good.size() / 2))
            .error()
            .message.starts_with("is no outer: it is not JSON from line"));
  CHECK(json::readFrom(path, 10, "is no outer: ", outerFields).error().text() ==
        path + ": is larger than 10 bytes");
  CHECK(json::readFrom(scratch.path(), 10, "is no outer: ", outerFields).error().text() ==
        scratch.path() + ": is a folder, not a file");
  REQUIRE(writeFileAtomic(path, R"({"name": "x", "more": {"a": 1}})").ok());
  CHECK(json::readFrom(path, 100, "", closedFields).error().message == "'more' is not known");
}

TEST_CASE("json: the grammar, to the letter") {
  auto isJson = [](const std::string &value) {
    return json::checkObject("{\"a\":" + value + "}").ok();
  };
  for (const char *right :
       {"0", "-0", "10.50e+3", "1E-2", "true", "false", "null", "[]", "{}", "[1 ,2 ]", "\"\"",
        "\"\\u00e9\\ud83d\\ude00\\n\\\\\\/\"", "\"\xc3\xa9\xf4\x8f\xbf\xbf\"", "\"\x7f\"",
        "{\"\":{\"\":[]}}", " \t\r\n1 "}) {
    INFO(right);
    CHECK(isJson(right));
  }
  for (const char *wrong : {"",
                            "01",
                            "1.",
                            ".5",
                            "-",
                            "1e",
                            "+1",
                            "tru",
                            "truex",
                            "nul",
                            "[1,]",
                            "[1 2]",
                            "[",
                            "]",
                            "{\"b\"}",
                            "{\"b\":1,}",
                            "{b:1}",
                            "{1:1}",
                            "\"\n\"",
                            "\"\\x\"",
                            "\"\\u12g4\"",
                            "\"\\ud83d\"",
                            "\"\\ud83dx\"",
                            "\"\\ud83d\\u0041\"",
                            "\"\\ude00\"",
                            "\"\xff\"",
                            "\"\xc0\x80\"",
                            "\"\xed\xa0\x80\"",
                            "\"\xf4\x90\x80\x80\"",
                            "\"\xc3\"",
                            "'a'",
                            "1 x",
                            "\"",
                            "1}{",
                            "NaN",
                            "Infinity",
                            "/**/1"}) {
    INFO(wrong);
    CHECK_FALSE(isJson(wrong));
  }
  CHECK_FALSE(json::checkObject(std::string_view("{\"a\":\"\0\"}", 9)).ok());
}

TEST_CASE("json: no damage to a text makes its reader do worse than refuse") {
  std::string good = json::write(fullOuter(), outerFields);
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string bad = good;
    for (int flips = 1 + static_cast<int>(random() % 3); flips > 0; --flips)
      bad[random() % bad.size()] = static_cast<char>("{}[]\",:0-e\\\n x\xff"[random() % 15]);
    bad.resize(random() % 4 ? bad.size() : random() % bad.size());
    refusal(bad);
  }
}
