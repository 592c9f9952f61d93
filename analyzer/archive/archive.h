// SPDX-License-Identifier: Apache-2.0
// An archive: many ledgers as they came, and an index of what they say.
//
//   ledgers -> [archive] -> query, models
//
// A ledger is known by the SHA-256 of its bytes, so the same one twice is one. Everything else is
// an index, which rebuild() makes again. Only the owner of an application changes what belongs to
// it.
#pragma once

#include "analyzer/archive/database.h"
#include "analyzer/archive/place.h"
#include "base/formats/formats.h"

#include <memory>
#include <string>
#include <vector>

namespace tare {

/// A document, and what is known beside it.
struct NewLedger {
  std::string text = {};
  std::string format = schemaOf(formats::table); // or one of foreign.h
  std::string application = {};                  // empty: the program's name
  std::string usual_application = {};            // where the document names no program either
  std::string version = {}, source_commit = {}, build_id = {};
  std::string measured_utc = {};       // 2026-11-28T16:32:16Z; empty: as the document says
  std::string usual_measured_utc = {}; // where the document says no time either; empty: not known
  std::string kernel = {}, caches = {};
};

struct KeptLedger {
  int64_t id = 0;
  std::string sha256, application, owner, version, source_commit, measured_utc, added_utc, format;
  std::string machine, compiler, openmp_runtime; // of its first run
  std::string threads;                           // "1, 2"
  std::string parameters;                        // JSON
};

struct Added {
  int64_t id = 0;
  std::string application;
  bool was_there = false;
  size_t runs = 0, rows = 0;
};

struct Rebuilt {
  size_t ledgers = 0, rows = 0, others = 0; // others: of applications that somebody else owns
  std::vector<std::string> refused;         // ledgers that are not in the index, and why
};

class Archive {
public:
  enum class Use { read, write };
  /// For writing, an archive that does not exist is made: its folder with mode 0700, its file with
  /// 0600. A file of an older version is brought to this one, whatever it is opened for; a copy of
  /// it stays. Error: there is none to read, or what is there is no archive that this version
  /// knows.
  static Result<Archive> open(const ArchivePlace &place, Use use);

  struct Upgrade {
    int from = 0;     // version that it had
    std::string copy; // the file as it was; empty: on a server
    Rebuilt rebuilt;
  };
  /// What open() changed. Nothing: it had this version.
  const std::optional<Upgrade> &upgrade() const { return upgrade_; }

  /// May change what others own. It is for the user of a file; a server has its own rules.
  void actAsOwner() { as_owner_ = true; }

  /// What follows is asked in the name of `name`, which a server has checked. Only an archive in a
  /// file can do this. An archive on PostgreSQL returns an Error, unless `name` is its own user.
  Result<void> actFor(const std::string &name);
  /// Whether an Error says that an application belongs to somebody else.
  static bool isOthers(const Error &error);

  /// In one transaction. Error: the text is no such document, or the application is somebody
  /// else's.
  Result<Added> add(const NewLedger &ledger);
  /// The newest last. `application` empty: all.
  Result<std::vector<KeptLedger>> list(const std::string &application);
  /// By its number, or the first eight or more digits of its hash.
  Result<KeptLedger> find(const std::string &name);
  Result<std::string> textOf(int64_t id);
  /// Removes a ledger, or an application with all that belongs to it; returns what was removed.
  Result<std::vector<KeptLedger>> forget(const std::string &name);
  /// Makes the index again from the ledgers. Error: a ledger is not what its hash says.
  Result<Rebuilt> rebuild();

  /// What writing to an application needs: its id; it is made if there is none. Within a
  /// transaction.
  Result<int64_t> ownApplication(const std::string &name);
  /// Whoever asks: the system's name of the user; on a server its name there.
  Result<std::string> user();

  Database &database() { return *database_; }

private:
  explicit Archive(std::unique_ptr<Database> database) : database_(std::move(database)) {}
  Result<void> mayChange(const std::string &application, const std::string &owner);
  Result<void> indexAgain(int64_t id, Rebuilt &rebuilt);
  Result<Rebuilt> indexAll();
  Result<void> bringUpToDate(const ArchivePlace &place, int from);

  std::unique_ptr<Database> database_;
  std::optional<Upgrade> upgrade_;
  bool as_owner_ = false;
  std::string acting_; // for whom; empty: for the user who runs this
};

} // namespace tare
