# Sets TARE_CLANG_ARCHIVES to Clang and LLVM as archives, or to nothing where they are not installed
# or do not link. A program that holds them starts 18 ms sooner than one that binds two shared
# libraries of 200 MB; `tare cc` starts one for every unit with OpenMP.
include(CheckCXXSourceCompiles)

set(TARE_CLANG_ARCHIVES "")
foreach(name Tooling Frontend Driver Serialization Parse Sema Analysis Edit AST ASTMatchers Lex
    Rewrite APINotes Support Basic)
  set(archive ${TARE_LLVM_DIR}/lib/libclang${name}.a)
  if(NOT EXISTS ${archive})
    set(TARE_CLANG_ARCHIVES "")
    return()
  endif()
  list(APPEND TARE_CLANG_ARCHIVES ${archive})
endforeach()

# Parts of those above until LLVM 21.
foreach(name Options AnalysisLifetimeSafety)
  if(EXISTS ${TARE_LLVM_DIR}/lib/libclang${name}.a)
    list(APPEND TARE_CLANG_ARCHIVES ${TARE_LLVM_DIR}/lib/libclang${name}.a)
  endif()
endforeach()

execute_process(
  COMMAND ${TARE_LLVM_DIR}/bin/llvm-config --libfiles --link-static support option frontendopenmp
    bitreader mcparser windowsdriver profiledata frontendhlsl asmparser targetparser
  OUTPUT_VARIABLE llvm_archives OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
# The runtime packages' own names do where no development package is installed.
find_library(TARE_ZSTD NAMES zstd libzstd.so.1)
find_library(TARE_Z NAMES z libz.so.1)
if(failed OR NOT TARE_ZSTD OR NOT TARE_Z)
  set(TARE_CLANG_ARCHIVES "")
  return()
endif()
separate_arguments(llvm_archives)
set(TARE_CLANG_ARCHIVES -Wl,--gc-sections -Wl,--start-group ${TARE_CLANG_ARCHIVES} -Wl,--end-group
  ${llvm_archives} ${TARE_Z} ${TARE_ZSTD} rt dl m)

set(CMAKE_REQUIRED_INCLUDES ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
set(CMAKE_REQUIRED_FLAGS "-std=c++20 -fno-rtti -w")
set(CMAKE_REQUIRED_LIBRARIES ${TARE_CLANG_ARCHIVES})
check_cxx_source_compiles("#include <clang/Tooling/Tooling.h>
  int main() { return clang::tooling::runToolOnCode(nullptr, \"\"); }" TARE_CLANG_ARCHIVES_LINK)
unset(CMAKE_REQUIRED_INCLUDES)
unset(CMAKE_REQUIRED_FLAGS)
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT TARE_CLANG_ARCHIVES_LINK)
  set(TARE_CLANG_ARCHIVES "")
endif()
