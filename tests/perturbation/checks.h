// SPDX-License-Identifier: Apache-2.0
// What must hold of profiles. Each returns what is wrong, empty if nothing is.
#pragma once

#include "analyzer/profile/profile.h"

#include <string>

namespace tare::test {

/// Any field at all.
std::string difference(const Profile &is, const Profile &should_be);

/// Times: the window, every cell and area, every thread's way from one common point to the next and
/// its wait there. Where regions lie in the window, and nested ones in what is around them, is no
/// measured time: it only has to be possible (unordered).
std::string timesDiffer(const Profile &is, const Profile &should_be);

/// Negative times.
std::string negative(const Profile &profile);

/// Causality: no thread leaves a barrier before the last arrives, none starts before the fork, the
/// join is not before the last arrival, a nested region lies in what its thread did, and outermost
/// ones follow one another in the window.
std::string unordered(const Profile &profile);

/// The same events on every thread in the same order, as (instance, ordinal).
std::string otherEvents(const Profile &is, const Profile &should_be);

/// The log and the cells agree, and the states sum to p*T.
std::string unsound(const Profile &profile);

} // namespace tare::test
