// SPDX-License-Identifier: Apache-2.0
// What LD_PRELOAD can name.
#include "base/files.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "catch.hpp"
#include "driver/preload.h"

#include <cstdlib>

using namespace tare;

TEST_CASE("a library whose name LD_PRELOAD would split is named through a link") {
  TemporaryFolder own(makeTemporaryFolder("tare-preload-test-").value());
  std::string name = GENERATE("plain", "two words", "a:b");
  std::string folder = own.path() + "/" + name, library = folder + "/libtare-window.so";
  REQUIRE(makeFolder(folder).ok());
  REQUIRE(writeFileAtomic(library, "").ok());
  bool hostile = GENERATE(false, true); // TMPDIR is no better
  ::setenv("TMPDIR", hostile ? folder.c_str() : own.path().c_str(), 1);
  Result<std::string> preloaded = preloadable(library);
  ::unsetenv("TMPDIR");
  REQUIRE(preloaded.ok());
  CHECK((preloaded.value() == library) == (name == "plain"));
  CHECK(canBePreloaded(preloaded.value()));
  CHECK(realPath(preloaded.value()) == realPath(library));
}
