// SPDX-License-Identifier: Apache-2.0
// What messages take between two ranks, as text: a table for two ranks on one host, and one for two
// on different hosts.
#pragma once

#include "driver/mpi/network_store.h"

#include <string>

namespace tare {

std::string storedNetworkText(const StoredNetwork &stored);

} // namespace tare
