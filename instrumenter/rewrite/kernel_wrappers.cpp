// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/kernel_wrappers.h"

#include "base/text.h"
#include "instrumenter/rewrite/edits.h"
#include "instrumenter/rewrite/stub.h"
#include "instrumenter/text/text_end.h"

#include <algorithm>
#include <map>

namespace tare {
namespace {

constexpr const char *abi_text =
#include "coupling_abi_text.inc"
    ;

/// Blocks of code are counted where the compiler was asked to call this function in each of them
/// (-fsanitize-coverage=trace-pc). RTLD_DEFAULT is 0.
constexpr const char *prologue = R"(
static const struct tare_kernel_hooks *tare_watch;
static void tare_kernel_left(struct tare_kernel **kernel) {
  if (*kernel)
    tare_watch->end(*kernel);
}
)";

constexpr const char *epilogue = R"(
static void *tare_kernel_dlsym(void *, const char *) __attribute__((weakref("dlsym")));
__attribute__((weak, no_instrument_function, no_sanitize("coverage"), no_sanitize_coverage))
void __sanitizer_cov_trace_pc(void) {
  if (tare_watch)
    tare_watch->block();
}
static void tare_kernels_begin(void)
    __attribute__((constructor(101), used, no_instrument_function, no_sanitize("coverage"),
                   no_sanitize_coverage));
static void tare_kernels_begin(void) {
  const struct tare_kernel_hooks *(*ask)(void) = 0;
  if (tare_kernel_dlsym)
    ask = (const struct tare_kernel_hooks *(*)(void))tare_kernel_dlsym(0, "tare_coupling_hooks");
  if (ask)
    tare_watch = ask();
}
)";

/// "const T * @" with a name in the place of `@`.
std::string named(std::string declaration, const std::string &name) {
  size_t at = declaration.rfind('@');
  return declaration.replace(at, 1, name);
}

std::string listOf(size_t count, const std::string &separator, const auto &part) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += (i ? separator : "") + part(i);
  return text;
}

/// The functions for one call.
class WrapperText {
public:
  WrapperText(const KernelCall &call, const std::string &name) : call_(call), name_(name) {}

  std::string text() const { return storage() + repeatable() + wrapper(); }

private:
  size_t count() const { return call_.arguments.size(); }
  static std::string variable(size_t i) { return "tare_a" + std::to_string(i); }
  std::string storageName() const { return "struct " + name_ + "_arguments"; }

  std::string storage() const {
    std::string members = listOf(count(), "", [&](size_t i) {
      return "  " + named(call_.arguments[i].stored, variable(i)) + ";\n";
    });
    return storageName() + " {\n" + (members.empty() ? "  char tare_none;\n" : members) + "};\n";
  }

  std::string callWith(const std::string &prefix) const {
    return call_.callee + "(" +
           listOf(count(), ", ",
                  [&](size_t i) {
                    const KernelArgument &argument = call_.arguments[i];
                    if (!prefix.empty() && !argument.constant.empty())
                      return argument.passed + argument.constant;
                    bool stored_address = argument.by_address && !prefix.empty();
                    return (stored_address ? "*" : "") + argument.passed + prefix + variable(i);
                  }) +
           ")";
  }

  /// Calls the kernel with stored arguments. Its result must not look unused.
  std::string repeatable() const {
    std::string body = "  " + storageName() + " *tare_s = (" + storageName() +
                       " *)tare_stored;\n  (void)tare_s;\n";
    if (!call_.has_result || !call_.keeps_result)
      body += "  " + std::string(call_.has_result ? "(void)" : "") + callWith("tare_s->") + ";\n";
    else
      body += "  {\n    " + named(call_.result, "tare_result") + " = " + callWith("tare_s->") +
              ";\n    __asm__ volatile(\"\" : : \"r\"(&tare_result) : \"memory\");\n  }\n";
    return "static void " + name_ + "_run(void *tare_stored) {\n" + body + "}\n";
  }

  std::string descriptor() const {
    std::string offsets;
    int pointers = 0;
    for (size_t i = 0; i < count() && pointers < 8; ++i)
      if (call_.arguments[i].is_pointer) {
        offsets += (pointers++ ? ", " : "") + std::string("(unsigned int)__builtin_offsetof(") +
                   storageName() + ", " + variable(i) + ")";
      }
    return "  static struct tare_kernel tare_site = {" + quoteLiteral(call_.kernel) + ", " +
           quoteLiteral(call_.file) + ", " + quoteLiteral(call_.function) + ", " +
           std::to_string(call_.line) + ", (unsigned int)sizeof(" + storageName() + "), " + name_ +
           "_run, " + std::to_string(pointers) + ", {" + (pointers ? offsets : "0") + "}, -1};\n";
  }

  /// `&` of a class may be its own.
  std::string store() const {
    return "    " + storageName() + " tare_s = {" +
           (count() ? listOf(count(), ", ",
                             [&](size_t i) {
                               return call_.arguments[i].by_address
                                          ? "__builtin_addressof(" + variable(i) + ")"
                                          : variable(i);
                             })
                    : std::string("0")) +
           "};\n    tare_watch->begin(&tare_site, &tare_s);\n    tare_open = &tare_site;\n";
  }

  std::string wrapper() const {
    std::string parameters = listOf(
        count(), ", ", [&](size_t i) { return named(call_.arguments[i].parameter, variable(i)); });
    std::string head = name_ + "(" + (parameters.empty() ? "void" : parameters) + ")";
    return "static __inline__ " + named(call_.result, head) + " {\n" + descriptor() +
           "  struct tare_kernel *tare_open __attribute__((cleanup(tare_kernel_left))) = 0;\n"
           "  if (tare_watch) {\n" +
           store() + "  }\n  " + (call_.has_result ? "return " : "") + callWith("") + ";\n}\n";
  }

  const KernelCall &call_;
  std::string name_;
};

/// One line of the section, as an array of its own: C89 knows no long literals.
std::string sectionLine(size_t number, const std::string &text) {
  return "static const char tare_kernel_line_" + std::to_string(number) +
         "[] __attribute__((section(\"" + kernel_section +
         "\"), used, aligned(1))) = " + quoteLiteral(text + "\n") + ";\n";
}

std::string sectionText(const KernelCalls &calls) {
  std::string text;
  size_t number = 0;
  for (const KernelCall &call : calls.calls)
    text += sectionLine(
        number++, joinText({"call", call.kernel, call.file, std::to_string(call.line)}, "\t"));
  for (const RefusedKernel &refused : calls.refused)
    text +=
        sectionLine(number++, joinText({"refused", refused.kernel, refused.file,
                                        std::to_string(refused.line), refused.reason, refused.next},
                                       "\t"));
  return text;
}

std::string inC(const std::string &text, bool cplusplus) {
  return cplusplus ? "extern \"C\" {\n" + text + "}\n" : text;
}

} // namespace

Result<std::string> wrapKernels(const std::string &text, const LineMap &lines,
                                const KernelCalls &calls, bool cplusplus) {
  if (endsInsideDeclaration(text))
    return Error{"its text ends inside a declaration"};
  const std::string mark = "# 1 \"<tare>\" 3\n";
  std::map<uint32_t, std::string> wrappers; // by where they stand
  std::vector<Edit> edits;
  for (size_t i = 0; i < calls.calls.size(); ++i) {
    const KernelCall &call = calls.calls[i];
    std::string name = "tare_kernel_" + std::to_string(i);
    wrappers[call.before] += WrapperText(call, name).text();
    edits.push_back({call.name.begin, call.name.end - call.name.begin, name, Edit::Order::Replace});
  }
  for (auto &[offset, functions] : wrappers)
    edits.push_back({offset, 0, "\n" + mark + functions + lines.marker(lines.at(offset), 0) + "\n",
                     Edit::Order::Begin});
  TARE_TRY(std::string edited, applyEdits(text, std::move(edits)));
  // The first line names the unit and stays in front.
  size_t first_end = std::min(edited.find('\n'), edited.size());
  std::string result =
      edited.substr(0, first_end) + "\n" + mark + inC(std::string(abi_text) + prologue, cplusplus);
  if (first_end < edited.size())
    result += lines.marker(lines.at(uint32_t(first_end) + 1), 0) + edited.substr(first_end);
  result += "\n" + mark + inC(sectionText(calls) + epilogue, cplusplus) +
            lines.marker(lines.lines().back(), 1) + "\n";
  return result;
}

} // namespace tare
