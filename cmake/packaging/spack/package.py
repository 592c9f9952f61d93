# SPDX-License-Identifier: Apache-2.0
from spack.package import *


class Tare(CMakePackage):
    """Where the speed-up of OpenMP programs went: named overheads that sum to the time that was lost."""

    homepage = "file:README.md"
    git = "."  # the address of the repository that you take it from

    license("Apache-2.0")

    version("main", branch="main")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")

    depends_on("llvm@19: +clang")
    depends_on("elfutils")
    depends_on("nlohmann-json@3.11:")
    depends_on("cli11@2.3:")
    depends_on("tomlplusplus")
    depends_on("soci +sqlite +postgresql")
    depends_on("openssl")
    depends_on("eigen@3.4:")

    generator("ninja")

    def cmake_args(self):
        return [self.define("TARE_TESTS", False), self.define("TARE_UNITY", True)]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_doctor(self):
        Executable(self.prefix.bin.tare)("--version")
