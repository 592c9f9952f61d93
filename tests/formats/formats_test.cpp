// SPDX-License-Identifier: Apache-2.0
// Which versions are read, what is said of others, and that users are told the same.
#include "base/formats/formats.h"
#include "base/json/fields.h"
#include "doc_table.h"
#include "scratch.h"

#include <filesystem>
#include <set>

using namespace tare;
using Catch::Contains;

namespace {

constexpr DocumentFormat measured{"test.lengths", "list of lengths", 3, 2};

/// Version 3 has metres; before it was centimetres under another name.
struct Lengths {
  double metres = 0;
};

void lengthFields(json::Fields &io, Lengths &lengths) {
  int version = io.schema(measured);
  if (version < 3) {
    double centimetres = 0;
    io.required("length_cm", centimetres, json::amount);
    lengths.metres = centimetres / 100;
  } else {
    io.required("length_m", lengths.metres, json::amount);
  }
}

Result<Lengths> readLengths(const std::string &text) { return json::read(text, lengthFields); }

std::string promiseName(Promise promise) {
  return promise == Promise::stable ? "stable" : promise == Promise::kept ? "kept" : "internal";
}

std::string schemaFile(const DocumentFormat &format) {
  return "tare." + std::string(format.name.substr(5)) + "-" + std::to_string(format.version) +
         ".schema.json";
}

bool isJson(const DocumentFormat &format) { return startsWith(format.name, "tare."); }

} // namespace

TEST_CASE("a document of an older version that is read gives what it says") {
  CHECK(json::write(Lengths{2.5}, lengthFields) ==
        "{\n \"length_m\": 2.5,\n \"schema\": \"test.lengths/3\"\n}\n");
  CHECK(readLengths(R"({"schema": "test.lengths/3", "length_m": 2.5})").value().metres == 2.5);
  CHECK(readLengths(R"({"schema": "test.lengths/2", "length_cm": 250})").value().metres == 2.5);
}

TEST_CASE("another version is refused with what is read and what to do") {
  Error newer = readLengths(R"({"schema": "test.lengths/4", "length_km": 1})").error();
  CHECK(newer.message == "this list of lengths was written by a newer Tare: it has version 4, and "
                         "this Tare reads versions 2 to 3");
  CHECK_THAT(newer.next, Contains("the newest one"));
  CHECK(isOtherVersion(newer));
  Error older = readLengths(R"({"schema": "test.lengths/1"})").error();
  CHECK_THAT(older.message, Contains("by an older Tare: it has version 1, and"));
  CHECK_THAT(older.next, Contains("measure again"));
  for (const char *schema :
       {"test.lengths", "test.lengths/", "test.lengths/0", "test.lengths/-1", "test.lengths/3x",
        "test.lengths/03.", "test.lengthsx/3", "", "3", "test.lengths/99999999999999999999"}) {
    Error error = readLengths("{\"schema\": \"" + std::string(schema) + "\"}").error();
    CHECK_THAT(error.message, Contains("'schema' is '") && Contains("reads test.lengths/3"));
    CHECK_FALSE(isOtherVersion(error));
  }
}

TEST_CASE("a file of another version is named, and its error is no other one's") {
  testing::Scratch folder;
  std::string path = folder.path() + "/lengths.json";
  REQUIRE(writeFileAtomic(path, R"({"schema": "test.lengths/4"})").ok());
  auto read = [&] {
    return json::readFrom<Lengths>(path, 1000, "is no list that can be trusted: ", lengthFields);
  };
  CHECK(read().error().place == path);
  CHECK_THAT(read().error().message, Contains("this list of lengths was written by a newer Tare"));
  REQUIRE(writeFileAtomic(path, R"({"schema": "test.lengths/3"})").ok());
  CHECK_THAT(read().error().text(), Contains("is no list that can be trusted: 'length_m'"));
}

TEST_CASE("versions are read for as long as is promised") {
  std::set<std::string_view> names;
  for (const DocumentFormat &format : formats::all()) {
    INFO(format.name);
    CHECK(names.insert(format.name).second);
    CHECK(format.oldest >= 1);
    CHECK(format.oldest <= std::max(1, format.version - versions_read_before));
    CHECK(checkVersion(format, format.version).ok());
    CHECK(checkVersion(format, format.oldest).ok());
    CHECK_FALSE(checkVersion(format, format.version + 1).ok());
    CHECK_FALSE(checkVersion(format, format.oldest - 1).ok());
  }
  CHECK(formats::table.oldest == 1); // archives hold tables of all ages
}

TEST_CASE("the reference lists every document with its versions and its promise") {
  std::vector<std::vector<std::string>> told = test::docTable("reference/formats.md", "| document");
  std::set<std::vector<std::string>> rows;
  for (const std::vector<std::string> &cells : told) {
    REQUIRE(cells.size() == 5);
    CHECK(rows.insert({cells[0], cells[1], cells[2], cells[3]}).second);
  }
  for (const DocumentFormat &format : formats::all()) {
    std::string read = std::to_string(format.oldest);
    if (format.oldest != format.version)
      read += " to " + std::to_string(format.version);
    INFO(format.name);
    CHECK(rows.erase({std::string(format.name), std::to_string(format.version), read,
                      promiseName(format.promise)}) == 1);
  }
  CHECK(rows.empty());
}

TEST_CASE("what is stable and JSON has a schema, and nothing else has") {
  std::set<std::string> schemas;
  for (const auto &entry : std::filesystem::directory_iterator(TARE_DOCS "/schema"))
    schemas.insert(entry.path().filename());
  for (const DocumentFormat &format : formats::all())
    if (isJson(format) && format.promise == Promise::stable) {
      INFO(format.name);
      CHECK(schemas.erase(schemaFile(format)) == 1);
    }
  CHECK(schemas.empty());
}
