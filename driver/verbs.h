// SPDX-License-Identifier: Apache-2.0
// One function and one file per verb. Each returns the exit status, or an Error that main()
// complains about and that names the status.
#pragma once

#include "base/result.h"
#include "driver/options.h"

namespace tare {

Result<int> verbOverheads(const OverheadsOptions &options);           // verb_overheads.cpp
Result<int> verbSearch(const SearchOptions &options);                 // verb_search.cpp
Result<int> verbRun(const RunOptions &options);                       // verb_run.cpp
Result<int> verbReport(const ReportOptions &options);                 // verb_report.cpp
Result<int> verbDiff(const DiffOptions &options);                     // verb_diff.cpp
Result<int> verbWhatif(const WhatifOptions &options);                 // verb_whatif.cpp
Result<int> verbModel(const ModelOptions &options);                   // verb_model.cpp
Result<int> verbCompose(const ComposeOptions &options);               // verb_compose.cpp
Result<int> verbCouple(const CouplingOptions &options);               // verb_couple.cpp
Result<int> verbOperationModel(const OperationModelOptions &options); // verb_operation_model.cpp
Result<int> verbForecast(const ModelOptions &options);                // verb_model.cpp
Result<int> verbWhich(const ModelOptions &options);                   // verb_model.cpp
Result<int> verbFollow(const FollowOptions &options);                 // verb_follow.cpp
Result<int> verbNodes(const NodesOptions &options);                   // verb_nodes.cpp
Result<int> verbInstrument(const InstrumentOptions &options);         // verb_instrument.cpp
Result<int> verbDoctor(const DoctorOptions &options);                 // verb_doctor.cpp
Result<int> verbCalibrate(const CalibrateOptions &options);           // verb_calibrate.cpp
Result<int> verbClean(const CleanOptions &options);                   // verb_clean.cpp
Result<int> verbArchive(const ArchiveOptions &options);               // verb_archive.cpp
int verbCompile(const CompileOptions &options);                       // verb_cc.cpp
Result<int> verbShim(const ShimOptions &options);                     // verb_shim.cpp

/// Takes our folders out of PATH as far as `compiler` is concerned, so that the name means the real
/// one, for its own children too. False when there is none.
bool leaveShim(const std::string &compiler); // verb_shim.cpp

/// "tare: message" on stderr.
void complain(const Error &error);

/// Complains; returns the status to exit with: as a shell has it where a signal interrupted us,
/// else the one that the Error names, else exit_usage.
int fail(const Error &error);

/// Its Error, if it is one, ends Tare with `status`, unless it names another.
template <class T> Result<T> orExit(int status, Result<T> result) {
  if (result.ok())
    return result;
  Error error = result.error();
  error.exit_status = error.exit_status ? error.exit_status : status;
  return error;
}

/// On stdout. False: it could not be written, and main() will say so.
bool print(const std::string &text);
/// The same of a text for people: in ASCII where the user's locale has no more.
bool printForPeople(const std::string &text);

} // namespace tare
