// SPDX-License-Identifier: Apache-2.0
#include "driver/mpi/message_library.h"

#include "catch.hpp"

using namespace tare;

TEST_CASE("what the dynamic linker says it loads") {
  std::vector<LoadedLibrary> libraries =
      librariesIn("\tlinux-vdso.so.1 (0x00007ffd)\n"
                  "\tlibmpi.so.40 => /opt/my mpi/lib/libmpi.so.40 (0x00007f1)\n"
                  "\tlibgone.so => not found\n"
                  "\t/lib64/ld-linux-x86-64.so.2 (0x00007f2)\n"
                  "\tlibbound.so =>  (0x00007f3)\n"
                  "\tstatically linked\n");
  REQUIRE(libraries.size() == 4);
  CHECK(libraries[0].name == "linux-vdso.so.1");
  CHECK(libraries[0].file.empty());
  CHECK(libraries[1].name == "libmpi.so.40");
  CHECK(libraries[1].file == "/opt/my mpi/lib/libmpi.so.40");
  CHECK(libraries[2].file == "/lib64/ld-linux-x86-64.so.2");
  CHECK(libraries[3].file.empty());
  CHECK(librariesIn("").empty());
}

TEST_CASE("compiler wrappers that may belong to an MPI") {
  LoadedMpi own{MpiFamily::OpenMpi, "libmpi.so.40", "/opt/openmpi/lib64/libmpi.so.40"};
  CHECK(wrapperCandidates(own, "") ==
        std::vector<std::string>{"/opt/openmpi/bin/mpicc", "mpicc.openmpi", "mpicc"});
  LoadedMpi of_debian{MpiFamily::Mpich, "libmpich.so.12",
                      "/usr/lib/x86_64-linux-gnu/libmpich.so.12.2.0"};
  CHECK(wrapperCandidates(of_debian, "").front() == "mpicc.mpich");
  LoadedMpi of_intel{MpiFamily::Mpich, "libmpi.so.12", "/opt/intel/mpi/lib/release/libmpi.so.12"};
  CHECK(wrapperCandidates(of_intel, "").front() == "/opt/intel/mpi/lib/bin/mpicc");
  CHECK(wrapperCandidates(of_intel, "")[1] == "/opt/intel/mpi/bin/mpicc");
  CHECK(wrapperCandidates(own, "/my/mpicc") == std::vector<std::string>{"/my/mpicc"});
}

TEST_CASE("a program that is none loads no MPI") {
  CHECK(librariesOf("/etc/passwd", {}).empty());
  CHECK(librariesOf("/none", {}).empty());
  Result<std::optional<LoadedMpi>> none = mpiOfProgram("/none", {});
  REQUIRE(none.ok());
  CHECK_FALSE(none.value());
  CHECK(unrecordedFunctions("/none").empty());
}
