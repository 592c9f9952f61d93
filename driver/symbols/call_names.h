// SPDX-License-Identifier: Apache-2.0
// What the calls of a program's call paths are called: functions and lines from the symbols of the
// programs that were run.
//
//   profiles, programs -> [call names] -> accounts
#pragma once

#include "analyzer/accounts/experiment.h"

namespace tare {

/// Looks every call of the experiment's profiles up in the file that it lies in. Only for programs
/// that Tare has just run itself: a profile from elsewhere may name any file. A call that an
/// inlined function makes gets that function and those it was inlined into, innermost first; that
/// needs -g. Files below `source_root` are relative to it, of others only the name is told.
CallNames lookUpCalls(const Experiment &experiment);

} // namespace tare
