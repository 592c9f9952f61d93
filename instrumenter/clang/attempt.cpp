// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/attempt.h"

#include "instrumenter/clang/collect.h"
#include "instrumenter/clang/compat.h"
#include "instrumenter/clang/kernel_calls.h"
#include "instrumenter/text/body_filter.h"

#include "base/text.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace tare {

namespace {

constexpr const char *c_name = "/tare-unit.i";
constexpr const char *cplusplus_name = "/tare-unit.ii";

/// Keeps errors in the user's files with their offsets. Errors in system headers are ignored: Clang
/// does not know everything in GCC's own headers.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  ErrorCollector(UserFiles &files, std::vector<TextError> &errors)
      : files_(files), errors_(errors) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override {
    if (level < clang::DiagnosticsEngine::Error || isOfCapturedBinding(diagnostic.getID()))
      return;
    llvm::SmallString<128> message;
    diagnostic.FormatDiagnostic(message);
    if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid()) {
      problem_ = message.str().str();
      return;
    }
    const clang::SourceManager &sources = diagnostic.getSourceManager();
    auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(diagnostic.getLocation()));
    stopWhenStuck(uint32_t(offset));
    if (file == sources.getMainFileID() && files_.isUser(uint32_t(offset)))
      errors_.push_back(
          {uint32_t(offset), isSyntaxDiagnostic(diagnostic.getID()), message.str().str()});
  }

  /// An error without a place: a flag that Clang does not know.
  const std::string &problem() const { return problem_; }

private:
  /// Clang 19 repeats its error about some wrong clauses without end, and without going on.
  void stopWhenStuck(uint32_t offset) {
    repeated_ = offset == last_offset_ ? repeated_ + 1 : 0;
    last_offset_ = offset;
    if (repeated_ < 1000)
      return;
    if (auto *context = llvm::CrashRecoveryContext::GetCurrent())
      context->HandleExit(1);
  }

  UserFiles &files_;
  std::vector<TextError> &errors_;
  std::string problem_;
  uint32_t last_offset_ = 0;
  int repeated_ = 0;
};

/// Collects the tree when Clang has read the whole unit.
class CollectingConsumer : public clang::ASTConsumer {
public:
  CollectingConsumer(const CollectRequest &request, ParsedUnit &unit, bool &reached)
      : request_(request), unit_(unit), reached_(reached), filter_(request.text, request.files) {
    if (request.callers && !request.whole_tree)
      filter_.keepCallers(RegionCallers(request.text, request.pragmas, request.files));
  }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    reached_ = true;
    if (request_.kernels.empty())
      collect(context, request_, unit_);
    else
      unit_.kernel_calls = kernelCallsIn(context, request_.kernels, request_.text, request_.files);
    if (request_.look_at_tree)
      request_.look_at_tree(context);
  }

  /// Bodies in system headers cost most of the parse, and hold nothing of interest. Bodies of the
  /// user's without OpenMP are skipped, too. Clang still parses bodies that it must evaluate
  /// (constexpr, deduced return types).
  bool shouldSkipFunctionBody(clang::Decl *declaration) override {
    const clang::SourceManager &sources = declaration->getASTContext().getSourceManager();
    auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(declaration->getLocation()));
    if (file != sources.getMainFileID())
      return false;
    if (!request_.files.isUser(uint32_t(offset)))
      return true;
    return request_.kernels.empty() && !request_.whole_tree && filter_.mayBeSkipped(uint32_t(offset));
  }

private:
  CollectRequest request_;
  ParsedUnit &unit_;
  bool &reached_;
  BodyFilter filter_;
};

/// Runs the parse, without bodies that nobody needs.
class CollectingAction : public clang::ASTFrontendAction {
public:
  CollectingAction(const CollectRequest &request, ParsedUnit &unit, bool &reached)
      : request_(request), unit_(unit), reached_(reached) {}

protected:
  bool BeginInvocation(clang::CompilerInstance &compiler) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &,
                                                        llvm::StringRef) override {
    return std::make_unique<CollectingConsumer>(request_, unit_, reached_);
  }

private:
  CollectRequest request_;
  ParsedUnit &unit_;
  bool &reached_;
};

/// Clang's command line for a text in memory.
std::vector<std::string> commandLine(const ParseRequest &request, const AttemptOptions &options) {
  std::vector<std::string> command = {"clang",
                                      "-fsyntax-only",
                                      "-w",
                                      "-ferror-limit=0",
                                      "-fno-spell-checking",
                                      "-fbracket-depth=4096",
                                      "-fopenmp",
                                      "-fopenmp-version=" + std::to_string(options.openmp_version),
                                      "-x",
                                      request.cplusplus ? "c++-cpp-output" : "cpp-output"};
  for (const std::string &flag : request.flags)
    if (options.machine_flags || startsWith(flag, "-std="))
      command.push_back(flag);
  if (!options.standard.empty())
    command.push_back("-std=" + options.standard);
  command.push_back(request.cplusplus ? cplusplus_name : c_name);
  return command;
}

} // namespace

Attempt tryToRead(const std::string &given, const UnitText &unit, const ParseRequest &request,
                  const AttemptOptions &options, const std::vector<TextError> &known_errors) {
  Attempt attempt;
  attempt.errors = known_errors;
  attempt.unit.tree.unit = request.unit;
  attempt.unit.tree.compiler = request.compiler;
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile(request.cplusplus ? cplusplus_name : c_name, 0,
                  llvm::MemoryBuffer::getMemBuffer(given, "", true));
  auto overlay =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  overlay->pushOverlay(memory);
  auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), overlay);
  CollectRequest collect_request{unit.text,          unit.pragmas,        unit.files,
                                 request.whole_tree, request.serial_code, request.callers,
                                 request.kernels,    attempt.errors,      request.look_at_tree};
  ErrorCollector diagnostics(unit.files, attempt.errors);
  clang::tooling::ToolInvocation invocation(
      commandLine(request, options),
      std::make_unique<CollectingAction>(collect_request, attempt.unit, attempt.reached_end),
      files.get());
  invocation.setDiagnosticConsumer(&diagnostics);
  // Clang crashes on some wrong texts, which must not end this process. A large stack lets it
  // survive deep nesting.
  llvm::CrashRecoveryContext::Enable();
  bool survived =
      llvm::CrashRecoveryContext().RunSafelyOnThread([&] { invocation.run(); }, 64u << 20);
  attempt.problem =
      survived ? diagnostics.problem() : "Clang crashed or was stuck on the preprocessed text";
  attempt.reached_end = attempt.reached_end && survived;
  return attempt;
}

} // namespace tare
