// SPDX-License-Identifier: Apache-2.0
// Files that are no archive, or none that this version may touch.
#include "analyzer/archive/archive_versions.h"
#include "analyzer/archive/schema.h"
#include "archive_place.h"

#include <sys/stat.h>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

std::string filledArchive(const ArchiveHome &home) {
  Archive archive = home.open();
  REQUIRE(archive.add(sampleOf("lu2", 1)).ok());
  return home.place().where;
}

/// Refused for reading and for writing, with this message, and not a byte is changed.
void checkRefused(const std::string &path, const std::string &bytes, const std::string &message) {
  REQUIRE(writeFileAtomic(path, bytes).ok());
  for (Archive::Use use : {Archive::Use::read, Archive::Use::write}) {
    Result<Archive> archive = Archive::open(archivePlace(path).value(), use);
    REQUIRE_FALSE(archive.ok());
    CHECK_THAT(archive.error().text(), Contains(message));
    CHECK(readFile(path).value() == bytes);
  }
}

bool isOnServer() { return !serverOfTests().empty(); }

} // namespace

TEST_CASE("what is no archive stays as it is") {
  ArchiveHome home;
  if (isOnServer())
    return;
  std::string good = readFile(filledArchive(home)).value();
  std::string path = home.folder() + "/x.db";
  checkRefused(path, "", "is no archive of Tare");
  checkRefused(path, std::string(5000, 'x'), "is no archive of Tare");
  checkRefused(path, good.substr(0, 60), "is no archive of Tare");
  checkRefused(path, good.substr(0, good.size() / 2), "is cut off");
  checkRefused(path, good.substr(0, good.size() - 1), "is cut off");
  std::string newer = good;
  newer[63] = 99;
  checkRefused(path, newer,
               "has version 99, and this Tare reads " + versionsRead(formats::archive));
  std::string other = good;
  other[68] = 'X';
  checkRefused(path, other, "another program's data base");
  CHECK_THAT(Archive::open(archivePlace(home.folder()).value(), Archive::Use::read).error().text(),
             Contains("is a folder, not a file"));
  CHECK_THAT(Archive::open(archivePlace(home.folder() + "/none.db").value(), Archive::Use::read)
                 .error()
                 .text(),
             Contains("there is no archive yet"));
  CHECK_FALSE(fileExists(home.folder() + "/none.db"));
}

TEST_CASE("a damaged file is an error, never a crash") {
  ArchiveHome home;
  if (isOnServer())
    return;
  const std::string good = readFile(filledArchive(home)).value();
  const std::string path = home.folder() + "/x.db";
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    std::string bad = good;
    for (uint32_t i = 0; i < 200; ++i)
      bad[100 + (seed * 2654435761u + i * 40503u * seed) % (bad.size() - 100)] ^=
          static_cast<char>(seed + i);
    REQUIRE(writeFileAtomic(path, bad).ok());
    Result<Archive> archive = Archive::open(archivePlace(path).value(), Archive::Use::write);
    if (!archive.ok())
      continue;
    (void)archive.value().list("").ok();
    (void)archive.value().rebuild().ok();
    (void)archive.value().add(sampleOf("lu2", 2)).ok();
  }
}

TEST_CASE("nobody else may read a new archive") {
  ArchiveHome home;
  if (isOnServer())
    return;
  ArchivePlace place = archivePlace(home.folder() + "/a/b/it's here = \xc3\xa4.db").value();
  REQUIRE(Archive::open(place, Archive::Use::write).ok());
  struct stat about = {};
  REQUIRE(::stat(place.where.c_str(), &about) == 0);
  CHECK((about.st_mode & 0777) == 0600);
  REQUIRE(::stat(folderOf(place.where).c_str(), &about) == 0);
  CHECK((about.st_mode & 0777) == 0700);
  CHECK(listFolder(folderOf(place.where)).size() == 1); // nothing was left beside it
}

TEST_CASE("where an archive is") {
  CHECK(archivePlace("postgresql://anna:secret@host/base?x=1").value().shown ==
        "postgresql://anna@host/base?x=1");
  CHECK(archivePlace("postgresql://host/base?password=secret&x=1").value().shown ==
        "postgresql://host/base?password=...&x=1");
  CHECK_THAT(archivePlace("mysql://host/base").error().text(), Contains("a file or postgresql://"));
  CHECK_THAT(
      Archive::open(archivePlace("/tmp/a\"b.db").value(), Archive::Use::write).error().text(),
      Contains("double quote"));
}

TEST_CASE("steps to a newer version are taken together") {
  ArchiveHome home;
  Archive archive = home.open();
  Database &database = archive.database();
  const int next = archive_schema_version + 1;
  auto tableCount = [&] {
    return database.rows("SELECT * FROM later_one").ok() +
           2 * database.rows("SELECT * FROM later_two").ok();
  };
  {
    DatabaseTransaction transaction(database);
    REQUIRE(transaction.begin().ok());
    CHECK_FALSE(takeSteps(database,
                          {{next, "CREATE TABLE later_one (a $int)$end;\n"},
                           {next + 1, "CREATE TABLE later_two (a $int)$end;\nCREATE NONSENSE;\n"}})
                    .ok());
  }
  CHECK(tableCount() == 0);
  CHECK(schemaVersion(database).value() == archive_schema_version);
  DatabaseTransaction transaction(database);
  REQUIRE(transaction.begin().ok());
  REQUIRE(takeSteps(database,
                    {{1, "CREATE NONSENSE;\n"}, {next, "CREATE TABLE later_one (a $int)$end;\n"}})
              .ok());
  REQUIRE(transaction.commit().ok());
  CHECK(tableCount() == 1);
  CHECK_THAT(schemaVersion(database).error().text(),
             Contains("has version " + std::to_string(next)));
}

TEST_CASE(
    "the index of an older archive is made anew by whoever opens it; on a server by writers") {
  ArchiveHome home;
  std::vector<DatabaseRow> before;
  {
    Archive archive = home.open();
    REQUIRE(archive.add(sampleOf("lu2", 1)).ok());
    before = longView(archive);
    REQUIRE(archive.database().run("DROP TABLE succession").ok());
    REQUIRE(archive.database().run("DELETE FROM overhead_repetition").ok());
    REQUIRE(archive.database()
                .run(isOnServer() ? "UPDATE version SET number = 1" : "PRAGMA user_version=1")
                .ok());
  }
  if (isOnServer())
    CHECK_THAT(Archive::open(home.place(), Archive::Use::read).error().text(),
               Contains("of an older Tare"));
  Archive archive = home.open("a.db", isOnServer() ? Archive::Use::write : Archive::Use::read);
  REQUIRE(archive.upgrade());
  CHECK(archive.upgrade()->from == 1);
  CHECK(archive.upgrade()->rebuilt.ledgers == 1);
  CHECK(archive.upgrade()->copy.empty() == isOnServer());
  CHECK_FALSE(home.open("a.db", Archive::Use::read).upgrade());
  CHECK(schemaVersion(archive.database()).value() == archive_schema_version);
  CHECK(longView(archive) == before);
  CHECK(archive.database().number("SELECT count(*) FROM succession").value() > 0);
  CHECK(home.open("a.db", Archive::Use::read).list("lu2").ok());
}
