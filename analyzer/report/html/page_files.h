// SPDX-License-Identifier: Apache-2.0
// Style and script of the page (page.css, page.js), and the policy that allows just these two by
// their hashes. Made when Tare is built (embed_page.cmake).
#pragma once

#include <string_view>

namespace tare {

extern const std::string_view page_style, page_script, page_policy;

} // namespace tare
