// SPDX-License-Identifier: Apache-2.0
// Changes of JSON that leave it JSON, so that they come past the parser.
#pragma once

#include <cstddef>
#include <cstdint>

/// libFuzzer's own changes to bytes.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

namespace tare::testing {

/// As LLVMFuzzerCustomMutator: one value of the text is changed, moved or left out; sometimes, and
/// where the text is no JSON, bytes are.
size_t mutateJson(uint8_t *data, size_t size, size_t max_size, unsigned seed);

} // namespace tare::testing
