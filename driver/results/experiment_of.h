// SPDX-License-Identifier: Apache-2.0
// Manifest + profiles -> Experiment: which runs make which repetition, and which repetitions count.
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/perturbation/approximate.h"
#include "driver/results/results.h"

#include <functional>

namespace tare {

class NodeRenewal;

using ProfileReader = std::function<Result<Profile>(const std::string &path)>;
/// Takes the probes' own cost out of a profile. None: times stay as they were measured.
using Approximator = std::function<Approximation(Profile measured, const Teams &teams)>;

/// Judges the runs anew. Rejected repetitions do not count, unless fewer than three are accepted:
/// then all do, with a warning. A program that crashed may leave no whole repetition for a p: then
/// its single runs count.
Result<Experiment> experimentOf(const std::string &folder, Manifest manifest,
                                const Approximator &approximate = {},
                                const ProfileReader &read = readProfile);

/// The experiment of a folder, without what the probes took by the costs that were kept then, with
/// the names of calls. `renewal`: not null, its constructs come from the sources anew.
Result<Experiment> approximatedExperiment(const std::string &folder,
                                          NodeRenewal *renewal = nullptr);

/// How many repetitions with so many threads the gates accepted, exceptions for too few not
/// counted.
int acceptedByGates(const Manifest &manifest, RunSize size);

} // namespace tare
