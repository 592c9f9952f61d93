// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/kernel_calls.h"

#include "instrumenter/clang/names.h"
#include "instrumenter/clang/type_text.h"

#include "base/text.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <set>

namespace tare {

using namespace clang;

namespace {

constexpr const char *only_direct = "call it by its name";
constexpr const char *plain_function = "name a free function that calls it";

/// Why a call cannot be rewritten, and what to do.
struct Obstacle {
  std::string reason, next;
};

class KernelFinder : public RecursiveASTVisitor<KernelFinder> {
  using Base = RecursiveASTVisitor<KernelFinder>;

public:
  KernelFinder(ASTContext &context, const std::vector<std::string> &names, const std::string &text,
               UserFiles &files)
      : context_(context), sources_(context.getSourceManager()), types_(context), names_(names),
        text_(text), files_(files) {}

  KernelCalls find() {
    TraverseDecl(context_.getTranslationUnitDecl());
    for (const auto &[reference, kernel] : references_)
      if (!called_.count(reference))
        refuse(kernel, reference->getBeginLoc(),
               {"its address is taken, and calls through pointers are not seen", only_direct});
    if (context_.getDiagnostics().hasErrorOccurred())
      refuseHidden();
    return std::move(found_);
  }

  /// Enters the user's declarations, and keeps which one of the file is around.
  bool TraverseDecl(Decl *declaration) {
    if (!declaration)
      return true;
    auto *linkage = dyn_cast<LinkageSpecDecl>(declaration);
    bool container =
        isa<TranslationUnitDecl, NamespaceDecl>(declaration) || (linkage && linkage->hasBraces());
    if (container)
      return Base::TraverseDecl(declaration);
    if (outermost_)
      return enter(declaration);
    if (!isUser(declaration->getBeginLoc().isValid() ? declaration->getBeginLoc()
                                                     : declaration->getLocation()))
      return true;
    outermost_ = declaration;
    bool go_on = enter(declaration);
    outermost_ = nullptr;
    return go_on;
  }

  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) { return true; } // not executed
  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc, bool = true) { return true; } // LLVM 22: two
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *) { return true; }

  bool VisitCallExpr(CallExpr *call) {
    const Expr *callee = call->getCallee()->IgnoreParenImpCasts();
    if (auto *reference = dyn_cast<DeclRefExpr>(callee))
      called_.insert(reference);
    if (auto *lookup = dyn_cast<UnresolvedLookupExpr>(callee)) {
      known_.insert(offsetOf(lookup->getNameLoc()));
      std::string kernel = kernelNamed(lookup->getName().getAsString(), "");
      if (!kernel.empty())
        refuse(kernel, call->getBeginLoc(),
               {"it is called where its parameters' types depend on a template",
                "name the function that holds the call"});
      return true;
    }
    const FunctionDecl *function = call->getDirectCallee();
    std::string kernel = function ? kernelOf(function) : "";
    // A directive's statement may be met twice.
    if (kernel.empty() || !seen_.insert(offsetOf(callee->getExprLoc())).second)
      return true;
    addCall(kernel, call, function, dyn_cast<DeclRefExpr>(callee));
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *function) {
    known_.insert(offsetOf(function->getLocation()));
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    known_.insert(offsetOf(reference->getLocation()));
    if (auto *function = dyn_cast<FunctionDecl>(reference->getDecl()))
      if (std::string kernel = kernelOf(function); !kernel.empty())
        references_.emplace_back(reference, kernel);
    return true;
  }

private:
  bool enter(Decl *declaration) {
    auto *function = dyn_cast<FunctionDecl>(declaration);
    const FunctionDecl *around = function_;
    function_ = function ? function : function_;
    bool go_on = Base::TraverseDecl(declaration);
    function_ = around;
    return go_on;
  }

  /// The user's name for a function; empty: it is no kernel.
  std::string kernelOf(const FunctionDecl *function) const {
    return function->getDeclName().isIdentifier()
               ? kernelNamed(function->getNameAsString(), qualifiedName(function))
               : "";
  }

  std::string kernelNamed(const std::string &plain, const std::string &qualified) const {
    for (const std::string &name : names_)
      if (name == plain || name == qualified || name == "::" + qualified)
        return name;
    return "";
  }

  uint32_t offsetOf(SourceLocation location) const {
    return sources_.getFileOffset(sources_.getFileLoc(location));
  }

  bool isUser(SourceLocation location) {
    auto [file, offset] = sources_.getDecomposedLoc(sources_.getFileLoc(location));
    return file == sources_.getMainFileID() && files_.isUser(uint32_t(offset));
  }

  void refuse(const std::string &kernel, SourceLocation location, const Obstacle &obstacle) {
    refuse(kernel, offsetOf(location), obstacle);
  }

  void refuse(const std::string &kernel, uint32_t offset, const Obstacle &obstacle) {
    const LineMap::Line &line = files_.lines().at(offset);
    found_.refused.push_back({kernel, obstacle.reason, obstacle.next,
                              files_.path(files_.lines().file(line)), line.line});
  }

  /// Where Clang could not read all, a call may be missing in its tree, but not in the text.
  void refuseHidden() {
    for (const std::string &kernel : names_) {
      size_t colons = kernel.rfind("::");
      std::string_view name =
          std::string_view(kernel).substr(colons == std::string::npos ? 0 : colons + 2);
      for (size_t at = text_.find(name); at != text_.npos; at = text_.find(name, at + 1))
        if (isCallInText(at, name.size()) && files_.isUser(uint32_t(at)) &&
            !known_.count(uint32_t(at)))
          refuse(kernel, uint32_t(at),
                 {"Clang cannot read what may be a call of it", "write it in standard C or C++"});
    }
  }

  bool isCallInText(size_t at, size_t length) const {
    size_t behind = text_.find_first_not_of(" \t\n", at + length);
    bool is_word = (at == 0 || !isWordCharacter(text_[at - 1])) &&
                   !isWordCharacter(at + length < text_.size() ? text_[at + length] : ' ');
    return is_word && behind != text_.npos && text_[behind] == '(';
  }

  /// What of the place of the call stands in the way; an empty reason: nothing.
  Obstacle placeObstacle(const FunctionDecl *function) const {
    if (!function_)
      return {"it is called where a variable of the file begins its life, before main",
              "call it in a function"};
    if (function_->isConstexpr())
      return {"it is called in a function that is constexpr", "take constexpr away"};
    const FunctionDecl *first = function->getFirstDecl();
    if (const FunctionTemplateDecl *pattern = function->getPrimaryTemplate())
      first = cast<FunctionTemplateDecl>(pattern->getFirstDecl())->getTemplatedDecl();
    bool in_file = first->getLexicalDeclContext()->getRedeclContext()->isFileContext();
    if (!in_file || offsetOf(first->getBeginLoc()) >= offsetOf(outermost_->getBeginLoc()))
      return {"it is declared only where it is called",
              "declare it before the function that calls it"};
    return {};
  }

  Obstacle functionObstacle(const FunctionDecl *function) const {
    if (isa<CXXMethodDecl>(function))
      return {"it is a member function", plain_function};
    if (!function->hasPrototype())
      return {"it is declared without its parameters", "declare it with a prototype"};
    if (function->isVariadic())
      return {"it takes any number of arguments", plain_function};
    if (function->isConsteval() || function->isConstexpr())
      return {"it is constexpr", "take constexpr away"};
    return {};
  }

  void addCall(const std::string &kernel, const CallExpr *call, const FunctionDecl *function,
               const DeclRefExpr *reference) {
    if (function_ && function_->getCanonicalDecl() == function->getCanonicalDecl())
      return; // the outermost call of a recursion is the kernel's
    Obstacle obstacle = functionObstacle(function);
    if (obstacle.reason.empty())
      obstacle = placeObstacle(function);
    if (obstacle.reason.empty() && !reference)
      obstacle = {"it is called through an expression", only_direct};
    KernelCall result;
    result.kernel = kernel;
    if (obstacle.reason.empty())
      obstacle = describe(call, function, result);
    if (!obstacle.reason.empty())
      return refuse(kernel, call->getBeginLoc(), obstacle);
    uint32_t begin = offsetOf(reference->getBeginLoc());
    SourceLocation end = clang::Lexer::getLocForEndOfToken(reference->getEndLoc(), 0, sources_,
                                                           context_.getLangOpts());
    result.name = {begin, offsetOf(end)};
    result.before = beginOfDeclaration(offsetOf(outermost_->getBeginLoc()));
    result.function = qualifiedName(function_);
    const LineMap::Line &line = files_.lines().at(begin);
    result.file = files_.path(files_.lines().file(line));
    result.line = line.line;
    found_.calls.push_back(std::move(result));
  }

  /// Back over attributes and pragmas that belong to the declaration, to the end of the one before.
  uint32_t beginOfDeclaration(uint32_t offset) const {
    uint32_t line_begin = offset;
    while (offset > 0) {
      char c = text_[offset - 1];
      if (c == ';' || c == '}' || c == '{') {
        line_begin = uint32_t(text_.rfind('\n', offset - 1) + 1); // npos + 1 is 0
        size_t first = text_.find_first_not_of(" \t", line_begin);
        if (first >= offset || text_[first] != '#')
          return offset;
        offset = line_begin; // within a directive
      } else {
        --offset;
      }
    }
    return uint32_t(text_.find('\n') + 1); // the first line is a marker
  }

  Obstacle describe(const CallExpr *call, const FunctionDecl *function, KernelCall &result) const {
    result.callee = types_.nameAtFileScope(function);
    QualType returned = function->getReturnType();
    result.result = types_.declaration(returned);
    result.has_result = !returned->isVoidType();
    result.keeps_result = returned->isScalarType() || returned->isReferenceType();
    if (!TypeText::isNamed(result.result) || !TypeText::isNamed(result.callee))
      return {"a type of it has no name", "give the type a name"};
    unsigned written = 0; // default arguments come last, and are the wrapper's too
    for (const Expr *argument : call->arguments())
      written += !isa<CXXDefaultArgExpr>(argument);
    for (unsigned i = 0; i < written; ++i) {
      std::string number = "its argument " + std::to_string(i + 1);
      KernelArgument argument;
      Obstacle obstacle =
          describeArgument(function->getParamDecl(i)->getType(), call->getArg(i), number, argument);
      if (!obstacle.reason.empty())
        return obstacle;
      if (!TypeText::isNamed(argument.parameter))
        return {number + " has a type without a name", "give the type a name"};
      argument.constant = constantOf(function->getParamDecl(i)->getType(), call->getArg(i));
      result.arguments.push_back(std::move(argument));
    }
    return {};
  }

  Obstacle describeArgument(QualType type, const Expr *value, const std::string &number,
                            KernelArgument &argument) const {
    if (type->isRValueReferenceType())
      return {number + " is given away (&&)", plain_function};
    argument.parameter = types_.declaration(type);
    if (type->isReferenceType())
      return describeReference(type->getPointeeType(), value, number, argument);
    QualType plain = type.getUnqualifiedType();
    argument.is_pointer = plain->isAnyPointerType() && !plain->isFunctionPointerType();
    if (!context_.getLangOpts().CPlusPlus && argument.is_pointer) {
      // In C any object's address; types of arrays whose bounds are parameters need no name then.
      argument.parameter = argument.stored = "const volatile void *@";
      argument.passed = "(void *)";
      return {};
    }
    if (context_.getLangOpts().CPlusPlus && !plain.isTriviallyCopyableType(context_))
      return {number + " is a copy that only its class can make", "pass it by reference"};
    argument.stored = types_.declaration(plain);
    return {};
  }

  /// A number, or the address of a variable of the file. Empty: it may differ from call to call.
  std::string constantOf(QualType type, const Expr *value) const {
    if (value->isValueDependent())
      return "";
    Expr::EvalResult number;
    if (type->isIntegerType() && !type->isEnumeralType() &&
        value->EvaluateAsInt(number, context_) && !number.HasSideEffects) {
      llvm::SmallString<32> text;
      number.Val.getInt().toString(text);
      bool fits = number.Val.getInt().isRepresentableByInt64() &&
                  number.Val.getInt().getExtValue() > INT32_MIN &&
                  number.Val.getInt().getExtValue() <= INT32_MAX;
      return fits ? "(" + text.str().str() + ")" : "";
    }
    const Expr *plain = value->IgnoreParenImpCasts();
    auto *address = dyn_cast<UnaryOperator>(plain);
    if (address && address->getOpcode() == UO_AddrOf)
      plain = address->getSubExpr()->IgnoreParens();
    else if (!plain->getType()->isArrayType())
      return "";
    auto *reference = dyn_cast<DeclRefExpr>(plain);
    auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (!variable || !variable->isFileVarDecl() || variable->getTLSKind() != VarDecl::TLS_None ||
        !variable->getFirstDecl()->getLexicalDeclContext()->getRedeclContext()->isFileContext() ||
        offsetOf(variable->getFirstDecl()->getBeginLoc()) >= offsetOf(outermost_->getBeginLoc()))
      return "";
    return (address ? "&" : "") + types_.nameAtFileScope(variable);
  }

  /// A scalar that the kernel only reads is kept as a value: it may be a temporary.
  Obstacle describeReference(QualType type, const Expr *value, const std::string &number,
                             KernelArgument &argument) const {
    if (type.isConstQualified() && type->isScalarType()) {
      argument.stored = types_.declaration(type.getUnqualifiedType());
      argument.is_pointer = type->isAnyPointerType() && !type->isFunctionPointerType();
      return {};
    }
    if (isa<MaterializeTemporaryExpr>(value->IgnoreImplicitAsWritten()) ||
        isa<MaterializeTemporaryExpr>(value))
      return {number + " is a temporary that ends with the call", "keep it in a variable"};
    argument.stored = types_.declaration(context_.getPointerType(type));
    argument.by_address = argument.is_pointer = true;
    return {};
  }

  ASTContext &context_;
  SourceManager &sources_;
  TypeText types_;
  const std::vector<std::string> &names_;
  const std::string &text_;
  UserFiles &files_;
  const Decl *outermost_ = nullptr; // of the file, around what is visited
  const FunctionDecl *function_ = nullptr;
  std::vector<std::pair<const DeclRefExpr *, std::string>> references_;
  std::set<const DeclRefExpr *> called_;
  std::set<uint32_t> known_; // where functions are named that Clang has read
  std::set<uint32_t> seen_;  // where kernels are named in calls
  KernelCalls found_;
};

} // namespace

KernelCalls kernelCallsIn(ASTContext &context, const std::vector<std::string> &names,
                          const std::string &text, UserFiles &files) {
  return KernelFinder(context, names, text, files).find();
}

} // namespace tare
