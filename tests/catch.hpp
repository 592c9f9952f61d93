// SPDX-License-Identifier: Apache-2.0
// Catch2 2.x and 3.x under one include.
#pragma once
#ifdef TARE_CATCH2_V3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
