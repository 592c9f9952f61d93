// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/row_model.h"
#include "catch.hpp"
#include "tests/models/simulated_series.h"

using namespace tare;
