// SPDX-License-Identifier: Apache-2.0
// Manifest + profiles -> Experiment: which runs make which tuple, and which tuples count.
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/perturbation/approximate.h"
#include "driver/results/results.h"

#include <functional>

namespace tare {

using ProfileReader = std::function<Result<Profile>(const std::string &path)>;
/// Takes the probes' own cost out of a profile. None: times are as they were measured.
using Approximator = std::function<Approximation(Profile measured, const Teams &teams)>;

/// Judges the runs anew; rejected tuples are left out. With fewer than three accepted ones all are
/// used, with a warning. When there is no whole tuple for a p, what was measured of one is used: a
/// program that crashed.
Result<Experiment> experimentOf(const std::string &folder, Manifest manifest,
                                const Approximator &approximate = {},
                                const ProfileReader &read = readProfile);

/// How many tuples of a p the gates accepted, before any exception was made for too few.
int acceptedByGates(const Manifest &manifest, int threads);

} // namespace tare
