// SPDX-License-Identifier: Apache-2.0
// Every kind of document that Tare writes: its name, its version, which versions are read, and what
// is promised about it. Users read the same in docs/reference/formats.md, which a test holds
// against this list.
//
//   [formats] -> writers and readers of documents
//
// A version counts changes that a reader of the version before would misread: a field that is gone,
// or has another name, unit or meaning. A further field is no new version. So a reader passes over
// fields that it does not know.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace tare {

enum class Promise {
  stable,   // other programs may read it: names, units and meanings of its fields stay
  kept,     // later versions of Tare read it; its fields are Tare's own
  internal, // for one version of Tare, which makes it again where another one wrote it
};

struct DocumentFormat {
  std::string_view name; // "tare.overheads"
  std::string_view noun; // in messages: "table"
  int version = 1;       // that is written
  int oldest = 1;        // that is read
  Promise promise = Promise::stable;
};

/// The rule of `oldest`: at least so many versions before the one that is written.
inline constexpr int versions_read_before = 2;

namespace formats {

// ---- JSON: the member "schema" is "name/version" ----
inline constexpr DocumentFormat table{"tare.overheads", "table"};
inline constexpr DocumentFormat timeline{"tare.timeline", "timeline"};
inline constexpr DocumentFormat comparison{"tare.diff", "comparison"};
inline constexpr DocumentFormat prediction{"tare.prediction", "prediction"};
inline constexpr DocumentFormat forecast{"tare.forecast", "forecast"};
inline constexpr DocumentFormat model{"tare.model", "model"};
inline constexpr DocumentFormat choices{"tare.which", "list of choices"};
inline constexpr DocumentFormat search{"tare.search", "search"};
inline constexpr DocumentFormat follow{"tare.follow", "state of a program"};
inline constexpr DocumentFormat operations{"tare.operations", "list of operations"};
inline constexpr DocumentFormat operation_model{"tare.operation-model", "operation model"};
inline constexpr DocumentFormat coupling{"tare.coupling", "document of couplings"};
inline constexpr DocumentFormat primitives{"tare.primitives", "file of primitives"};
inline constexpr DocumentFormat network{"tare.network", "network table"};
inline constexpr DocumentFormat archive_export{"tare.archive", "export of an archive"};
inline constexpr DocumentFormat query{"tare.query", "answer of an archive"};
inline constexpr DocumentFormat listing{"tare.list", "list of an archive"};
inline constexpr DocumentFormat trend{"tare.trend", "trend"};

inline constexpr DocumentFormat manifest{"tare.manifest", "manifest", 1, 1, Promise::kept};
inline constexpr DocumentFormat calls{"tare.calls", "list of calls", 1, 1, Promise::kept};
inline constexpr DocumentFormat run_probe_costs{"tare.probe-costs", "list of probe costs", 1, 1,
                                                Promise::kept};

inline constexpr DocumentFormat calibration{"tare.calibration", "calibration", 1, 1,
                                            Promise::internal};
inline constexpr DocumentFormat probe_costs{"tare.probe_costs", "list of probe costs", 1, 1,
                                            Promise::internal};
inline constexpr DocumentFormat machine{"tare.machine", "measured machine", 1, 1,
                                        Promise::internal};
inline constexpr DocumentFormat forecast_errors{"tare.forecast-errors", "list of errors", 1, 1,
                                                Promise::internal};
inline constexpr DocumentFormat pairs{"tare.pairs", "list of pairs", 1, 1, Promise::internal};

// ---- files that have their version elsewhere ----
inline constexpr DocumentFormat plan{"tare-plan", "plan"};
inline constexpr DocumentFormat archive{"archive", "archive", 2, 1};
inline constexpr DocumentFormat profile{"profile", "profile", 9, 7, Promise::kept};
inline constexpr DocumentFormat window{"window", "window", 9, 7, Promise::kept};
inline constexpr DocumentFormat messages{"messages", "file of messages", 1, 1, Promise::kept};
inline constexpr DocumentFormat node_table{"node table", "node table", 2, 1, Promise::kept};

/// All of these.
const std::vector<DocumentFormat> &all();

} // namespace formats

/// "tare.overheads/1"
std::string schemaOf(const DocumentFormat &format);

/// "version 9", or "versions 7 to 9": those that are read.
std::string versionsRead(const DocumentFormat &format);

/// Why a document is not read that has `version`; nothing where that is read. Its `next` says what
/// to do.
Result<void> checkVersion(const DocumentFormat &format, long version);

/// Whether an Error is one of checkVersion(): it says all by itself.
bool isOtherVersion(const Error &error);

/// The version in a text like "tare.overheads/1". Error: that of checkVersion(), or the
/// text is no name and version of this format.
Result<int> versionIn(const DocumentFormat &format, std::string_view schema);

/// Whether a text is this format's name with a version that is read.
bool isOfFormat(const DocumentFormat &format, std::string_view schema);

} // namespace tare
