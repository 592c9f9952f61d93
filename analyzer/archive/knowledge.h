// SPDX-License-Identifier: Apache-2.0
// What people say of their applications: pure names of functions, templates, descriptions.
//
//   owner -> [knowledge] -> records of the archive
#pragma once

#include "analyzer/archive/archive.h"
#include "analyzer/archive/templates.h"

namespace tare {

/// Error: the formula cannot be read, or the template is Tare's own or somebody else's.
Result<void> addTemplate(Archive &archive, const ComplexityTemplate &added);
Result<std::vector<ComplexityTemplate>> templatesOf(Archive &archive);

/// A function does what a template says: qs -> sort. Error: there is no such template.
Result<void> namePure(Archive &archive, const std::string &application, const std::string &function,
                      const std::string &template_name);

struct PureFunction {
  std::string application, function, template_name, formula;
};
Result<std::vector<PureFunction>> pureFunctionsOf(Archive &archive, const std::string &application);

Result<void> describe(Archive &archive, const std::string &application,
                      const std::string &description);

/// Empty: nobody has described it.
Result<std::string> descriptionOf(Archive &archive, const std::string &application);

/// A change of a row that its owner accepts: no gate or trend has to speak of it again.
struct AcceptedChange {
  std::string application, category, construct, source_commit, reason;
};
Result<void> accept(Archive &archive, const AcceptedChange &change);
/// The newest last.
Result<std::vector<AcceptedChange>> acceptedChangesOf(Archive &archive,
                                                      const std::string &application);

} // namespace tare
