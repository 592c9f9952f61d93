// SPDX-License-Identifier: Apache-2.0
// Catch2 2.x and 3.x under one include.
#pragma once
#ifdef TARE_CATCH2_V3
#include <catch2/catch_approx.hpp>
#include <catch2/catch_message.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

/// The names of 2.x, which our tests use.
namespace Catch {
using Matchers::EndsWith;
using Matchers::StartsWith;
inline auto Contains(const std::string &text) { return Matchers::ContainsSubstring(text); }
} // namespace Catch
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
