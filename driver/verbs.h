// SPDX-License-Identifier: Apache-2.0
// One function and one file per verb; each returns the exit status.
#pragma once

#include "driver/options.h"

namespace tare {

int verbOverheads(const OverheadsOptions &options);   // verb_overheads.cpp
int verbSearch(const SearchOptions &options);         // verb_search.cpp
int verbRun(const RunOptions &options);               // verb_run.cpp
int verbReport(const ReportOptions &options);         // verb_report.cpp
int verbDiff(const DiffOptions &options);             // verb_diff.cpp
int verbNodes(const NodesOptions &options);           // verb_nodes.cpp
int verbInstrument(const InstrumentOptions &options); // verb_instrument.cpp
int verbDoctor(const DoctorOptions &options);         // verb_doctor.cpp
int verbCalibrate(const CalibrateOptions &options);   // verb_calibrate.cpp
int verbCompile(const CompileOptions &options);       // verb_cc.cpp
int verbShim(const ShimOptions &options);             // verb_shim.cpp

/// Takes our folders out of PATH as far as `compiler` is concerned, so that the name means the real
/// one, for its own children too. False when there is none.
bool leaveShim(const std::string &compiler); // verb_shim.cpp

/// "tare: message" on stderr.
void complain(const Error &error);

/// Complains; returns the status to exit with: of a signal as a shell reports it.
int fail(const Error &error, int status);

} // namespace tare
