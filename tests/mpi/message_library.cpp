// SPDX-License-Identifier: Apache-2.0
// message_library PREFIX FOLDER PROGRAM [NAME=VALUE...]: prints what a program's ranks are to
// preload, or why there is nothing.
#include "driver/mpi/message_library.h"

#include <cstdio>

int main(int count, char **words) {
  using namespace tare;
  if (count < 4)
    return 2;
  std::map<std::string, std::string> environment;
  for (int i = 4; i < count; ++i) {
    std::string word = words[i];
    environment[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  }
  SystemProcessRunner processes;
  MessageLibrarySeams seams{processes, words[1], words[2],
                            [](const std::string &line) { std::printf("say %s\n", line.c_str()); }};
  auto found = messageLibraryFor(seams, words[3], environment);
  if (!found.ok()) {
    std::printf("error %s\n", found.error().text().c_str());
    return 1;
  }
  if (!found.value()) {
    std::puts("none");
    return 0;
  }
  const MessageLibrary &library = *found.value();
  std::printf("mpi %s %s\nwrapper %s\nlibrary %s\n", nameOf(library.mpi.family).c_str(),
              library.mpi.soname.c_str(), library.wrapper.c_str(), library.file.c_str());
  for (const std::string &name : library.unrecorded)
    std::printf("unrecorded %s\n", name.c_str());
}
