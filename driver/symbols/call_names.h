// SPDX-License-Identifier: Apache-2.0
// What the calls of a program's call paths are called: functions and lines from the symbols of the
// programs that were run.
//
//   profiles, programs -> [call names] -> accounts
#pragma once

#include "analyzer/accounts/experiment.h"

namespace tare {

/// Looks up every call of the experiment's profiles in the file that it lies in. Only for programs
/// that Tare has just run itself: a profile from elsewhere may name any file. With -g, a call in an
/// inlined function has that function and the functions around it, innermost first. Files below
/// `source_root` are relative to it; others have only their name.
CallNames lookUpCalls(const Experiment &experiment);

} // namespace tare
