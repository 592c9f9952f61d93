// SPDX-License-Identifier: Apache-2.0
// Catch2 2.x has its main() in its header.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
