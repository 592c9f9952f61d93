// SPDX-License-Identifier: Apache-2.0
// An independent witness: lists the executable OpenMP directives that Clang's tree of a
// preprocessed text holds in the user's files, each once however many instantiations it has. It
// shares no code with the instrumenter, whose node table must list the same.
//
//   count_directives --language c|c++ [--root FOLDER] X.ii [-- -std=... -m...]
//
// One line each: "directive<TAB>file<TAB>line<TAB>column<TAB>name", in the order of the text, with
// "<TAB>file<TAB>line" behind it for each #include that leads there; then "errors<TAB>number" (in
// the user's files).
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace {

struct Options {
  std::string language, root, input;
  std::vector<std::string> flags;
};

struct Found {
  std::string file, name;
  unsigned line = 0, column = 0;
  std::string includes;
};

struct Findings {
  std::map<unsigned, Found> directives; // by offset in the text
  unsigned errors = 0;
};

bool below(const std::string &path, const std::string &folder) {
  return path.rfind(folder.back() == '/' ? folder : folder + "/", 0) == 0;
}

/// Below the project's folder, or neither in a system folder nor marked as a system header.
class UserFiles {
public:
  explicit UserFiles(const std::string &root) {
    if (!root.empty())
      root_ = std::filesystem::weakly_canonical(root).string();
  }

  bool holds(const clang::SourceManager &sources, clang::SourceLocation location) const {
    clang::PresumedLoc place = sources.getPresumedLoc(location);
    const std::string name = place.isValid() ? place.getFilename() : "<>";
    if (name.front() == '<' && name.back() == '>') // the compiler's own text
      return false;
    std::string real = std::filesystem::weakly_canonical(place.getFilename()).string();
    if (!root_.empty() && root_ != "/" && below(real, root_))
      return true;
    for (const char *folder :
         {"/usr/include", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/include"})
      if (below(real, folder))
        return false;
    return sources.getFileCharacteristic(location) == clang::SrcMgr::C_User;
  }

private:
  std::string root_;
};

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  Visitor(clang::SourceManager &sources, const UserFiles &users, Findings &findings)
      : sources_(sources), users_(users), findings_(findings) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitLambdaBody() const { return true; }

  bool VisitOMPExecutableDirective(clang::OMPExecutableDirective *directive) {
    clang::SourceLocation at = sources_.getFileLoc(directive->getBeginLoc());
    auto [file, offset] = sources_.getDecomposedLoc(at);
    if (file != sources_.getMainFileID() || findings_.directives.count(offset) > 0 ||
        !users_.holds(sources_, at))
      return true;
    clang::PresumedLoc place = sources_.getPresumedLoc(at);
    findings_.directives[offset] = {
        place.getFilename(), llvm::omp::getOpenMPDirectiveName(directive->getDirectiveKind()).str(),
        place.getLine(), place.getColumn(), includesOf(place)};
    return true;
  }

private:
  /// "\tfile\tline" for each #include that leads to the place, innermost first.
  std::string includesOf(clang::PresumedLoc place) const {
    std::string text;
    for (place = sources_.getPresumedLoc(place.getIncludeLoc()); place.isValid();
         place = sources_.getPresumedLoc(place.getIncludeLoc()))
      text += "\t" + std::string(place.getFilename()) + "\t" + std::to_string(place.getLine());
    return text;
  }

  clang::SourceManager &sources_;
  const UserFiles &users_;
  Findings &findings_;
};

class Consumer : public clang::ASTConsumer {
public:
  Consumer(const UserFiles &users, Findings &findings) : users_(users), findings_(findings) {}

  void HandleTranslationUnit(clang::ASTContext &context) override {
    Visitor(context.getSourceManager(), users_, findings_)
        .TraverseDecl(context.getTranslationUnitDecl());
  }

private:
  const UserFiles &users_;
  Findings &findings_;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(const UserFiles &users, Findings &findings) : users_(users), findings_(findings) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &,
                                                        llvm::StringRef) override {
    return std::make_unique<Consumer>(users_, findings_);
  }

private:
  const UserFiles &users_;
  Findings &findings_;
};

class ErrorCounter : public clang::DiagnosticConsumer {
public:
  ErrorCounter(const UserFiles &users, Findings &findings) : users_(users), findings_(findings) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override {
    bool placed = diagnostic.hasSourceManager() && diagnostic.getLocation().isValid();
    if (level >= clang::DiagnosticsEngine::Error && placed &&
        users_.holds(diagnostic.getSourceManager(),
                     diagnostic.getSourceManager().getFileLoc(diagnostic.getLocation())))
      ++findings_.errors;
  }

private:
  const UserFiles &users_;
  Findings &findings_;
};

bool readOptions(int argc, char **argv, Options &options) {
  int i = 1;
  for (; i < argc && std::string(argv[i]) != "--"; ++i) {
    std::string word = argv[i];
    if (word == "--language" && i + 1 < argc)
      options.language = argv[++i];
    else if (word == "--root" && i + 1 < argc)
      options.root = argv[++i];
    else if (options.input.empty() && word[0] != '-')
      options.input = word;
    else
      return false;
  }
  for (++i; i < argc; ++i)
    options.flags.emplace_back(argv[i]);
  return !options.input.empty() && (options.language == "c" || options.language == "c++");
}

bool parse(const Options &options, Findings &findings) {
  std::vector<std::string> command = {"clang",
                                      "-fsyntax-only",
                                      "-w",
                                      "-ferror-limit=0",
                                      "-fopenmp",
                                      "-x",
                                      options.language + "-cpp-output"};
  if (options.language == "c")
    command.back() = "cpp-output";
  command.insert(command.end(), options.flags.begin(), options.flags.end());
  command.push_back(options.input);
  UserFiles users(options.root);
  ErrorCounter errors(users, findings);
  auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions());
  clang::tooling::ToolInvocation invocation(command, std::make_unique<Action>(users, findings),
                                            files.get());
  invocation.setDiagnosticConsumer(&errors);
  return invocation.run() || findings.errors > 0;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!readOptions(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: count_directives --language c|c++ [--root FOLDER] X.ii [-- ...]\n");
    return 2;
  }
  Findings findings;
  bool read = parse(options, findings);
  for (const auto &[offset, found] : findings.directives)
    std::printf("directive\t%s\t%u\t%u\t%s%s\n", found.file.c_str(), found.line, found.column,
                found.name.c_str(), found.includes.c_str());
  std::printf("errors\t%u\n", findings.errors);
  return read ? 0 : 1;
}
