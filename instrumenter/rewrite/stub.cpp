// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/stub.h"

#include "base/text.h"

#include <vector>

namespace tare {
namespace {

constexpr const char *abi_text =
#include "tare_abi_text.inc"
    ;

// Pretends to be a system header: no diagnostic, however strict the unit is compiled.
constexpr const char *marker = "# 1 \"<tare>\" 3\n";

// Weak references that stay references: an alias of our own, which neither changes the symbol for
// the rest of the unit nor meets its declarations.
constexpr const char *weak_libc = R"(
static void *tare_dlopen(const char *, int) __attribute__((weakref("dlopen")));
static void (*tare_dlsym(void *, const char *))(struct tare_module *)
    __attribute__((weakref("dlsym")));
static long tare_write(int, const void *, unsigned long) __attribute__((weakref("__write")));
static void tare_linked(struct tare_module *) __attribute__((weakref("tare_rt_attach")));
)";

constexpr const char *no_probes = R"(
static void tare_no_fork(struct tare_module *m, unsigned int n, struct tare_region *r,
                         unsigned int f) { (void)m; (void)n; (void)r; (void)f; }
static void tare_no_region(struct tare_region *r) { (void)r; }
static void tare_no_node(struct tare_module *m, unsigned int n) { (void)m; (void)n; }
static void tare_no_units(struct tare_module *m, unsigned int n, unsigned long u) {
  (void)m; (void)n; (void)u;
}
static void tare_no_begin(struct tare_module *m, unsigned int n, struct tare_task *t) {
  (void)m; (void)n; (void)t;
}
static void tare_no_task(struct tare_task *t) { (void)t; }
static unsigned long tare_no_iteration(struct tare_module *m, unsigned int n,
                                       struct tare_iterations *i, unsigned long c, long x) {
  (void)m; (void)n; (void)i; (void)c; (void)x;
  return 0;
}
static void tare_no_flags(struct tare_module *m, unsigned int n, unsigned int f) {
  (void)m; (void)n; (void)f;
}
static void tare_no_tasks_begin(struct tare_module *m, unsigned int n, struct tare_task *t,
                                unsigned int f) { (void)m; (void)n; (void)t; (void)f; }
static unsigned long tare_no_iteration_end(struct tare_iterations *i, unsigned long c) {
  (void)i; (void)c;
  return 0;
}
static unsigned long tare_no_lock(struct tare_module *m, unsigned int n) {
  (void)m; (void)n;
  return 0;
}
static void tare_no_passed(struct tare_module *m, unsigned int n, unsigned long a,
                           unsigned long x) { (void)m; (void)n; (void)a; (void)x; }
static unsigned long tare_no_event(struct tare_module *m, unsigned int n, unsigned int w,
                                   unsigned long o, unsigned int d) {
  (void)m; (void)n; (void)w; (void)o; (void)d;
  return 0;
}
static void tare_no_known(struct tare_task *t, unsigned long n) { (void)t; (void)n; }
static const struct tare_probes tare_no_probes = {
    tare_no_fork,  tare_no_region, tare_no_region, tare_no_region, tare_no_node,
    tare_no_units, tare_no_node,   tare_no_node,   tare_no_node,   tare_no_node,
    tare_no_node,  tare_no_node,   tare_no_units,  tare_no_node,   tare_no_node,
    tare_no_node,  tare_no_node,   tare_no_begin,  tare_no_task,   tare_no_task,
    tare_no_task,  tare_no_node,   tare_no_units,  tare_no_iteration, tare_no_iteration_end,
    tare_no_flags, tare_no_flags,  tare_no_tasks_begin, tare_no_node,  tare_no_node,
    tare_no_lock,  tare_no_node,   tare_no_lock,  tare_no_passed, tare_no_event,
    tare_no_known};
)";

// RTLD_NOW is 2, RTLD_NOLOAD 4. The runtime that another unit has loaded is found by its soname,
// wherever it lies. RTLD_GLOBAL is 256: libomp looks for a name in it (runtime/openmp.h).
constexpr const char *constructor = R"(
__attribute__((weak)) int tare_runtime_missing;
static void tare_begin(void) __attribute__((constructor(101), used));
static void tare_begin(void) {
  static const char path[] = @PATH@;
  static const char message[] = @MESSAGE@;
  static const char static_message[] =
      "tare: a static program without Tare's runtime: this run is not measured; link with tare cc\n";
  void *library = 0;
  void (*attach)(struct tare_module *) = 0;
  if (tare_linked) {
    tare_linked(&@DESCRIPTOR@);
    return;
  }
  if (tare_dlopen && tare_dlsym) {
    library = tare_dlopen("libtare-rt.so.1", 2 | 4);
    if (!library)
      library = tare_dlopen(path, 2 | 256);
    if (library)
      attach = tare_dlsym(library, "tare_rt_attach");
  }
  if (attach)
    attach(&@DESCRIPTOR@);
  else if (tare_write && !tare_runtime_missing++ &&
           (tare_dlopen ? tare_write(2, message, sizeof message - 1)
                        : tare_write(2, static_message, sizeof static_message - 1)) < 0)
    return;
}
)";

constexpr const char *cleanups = R"(
static void tare_left_region(struct tare_region **region) {
  @DESCRIPTOR@.probes->region_finish(*region);
}
static void tare_left_task(struct tare_task *task) { @DESCRIPTOR@.probes->task_end(task); }
static void tare_left_serial(unsigned int *node) {
  if (*node != ~0u)
    @DESCRIPTOR@.probes->serial_end(&@DESCRIPTOR@, *node, 1ul);
}
struct tare_loop { unsigned int node; const unsigned long *iterations; };
static void tare_left_loop(struct tare_loop *loop) {
  @DESCRIPTOR@.probes->work_end(&@DESCRIPTOR@, loop->node, *loop->iterations);
}
)";

/// The text with all occurrences of `from` replaced.
std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// Functions without the counters of --coverage and the like, for which gcov would list a source
/// "<tare>" that does not exist. Also without the calls of -finstrument-functions: their hooks are
/// the user's, and the stub runs before the user's constructors.
std::string uncounted(std::string functions) {
  const std::string attributes =
      "__attribute__((no_profile_instrument_function, no_instrument_function)) ";
  for (const std::string type : {"void", "unsigned long"})
    functions = replaced(std::move(functions), "static " + type + " tare_",
                         "static " + attributes + type + " tare_");
  return functions;
}

std::string descriptorName(const StubRequest &request) { return "tare_m_" + request.hash; }

std::string language(const StubRequest &request, const std::string &text) {
  return request.cplusplus ? "extern \"C\" {\n" + text + "}\n" : text;
}

// -pedantic-errors holds C to string literals of 509 characters, so there the table is a struct of
// arrays, which are filled without a terminator; C++ forbids that and has no limit.
std::string tableText(const StubRequest &request) {
  constexpr size_t piece = 480;
  const std::string section = " __attribute__((section(\"tare_nodes\"), used, aligned(1)))";
  if (request.cplusplus)
    return "static const char tare_table[]" + section + " = " + quoteLiteral(request.table) + ";\n";
  std::string fields, values;
  for (size_t at = 0; at < request.table.size(); at += piece) {
    const std::string part = request.table.substr(at, piece);
    fields += "char p" + std::to_string(at / piece) + "[" + std::to_string(part.size()) + "]; ";
    values += quoteLiteral(part) + ",\n";
  }
  return "static const struct tare_table { " + fields + "char end; } tare_table" + section +
         " = {\n" + values + "0};\n";
}

/// Declarations of the OpenMP functions that the probes need, under names of our own.
std::string openmpText(const StubRequest &request) {
  std::string text;
  for (const char *name : {"thread_num", "num_threads", "max_threads", "level"}) {
    const std::string real = "omp_get_" + std::string(name), ours = "tare_omp_" + std::string(name);
    text += request.weak_openmp
                ? "static int " + ours + "(void) __attribute__((weakref(\"" + real + "\")));\n"
                : "extern int " + ours + "(void) __asm__(\"" + real + "\");\n";
  }
  return text;
}

/// The definition of the unit's module descriptor; see tare_abi.h.
std::string descriptorText(const StubRequest &request) {
  return "__attribute__((weak, visibility(\"hidden\"))) struct tare_module " +
         descriptorName(request) + " = {\n&tare_no_probes, 0, 0, tare_abi_version, " +
         "(unsigned int)sizeof(struct tare_module), " + std::to_string(request.node_count) + ", " +
         (request.fallback ? "tare_module_fallback" : "0") +
         (request.serial ? "|tare_module_serial" : "") +
         (request.samples ? "|tare_module_samples" : "") +
         (request.events ? "|tare_module_events" : "") + ",\n(const char *)&tare_table, " +
         std::to_string(request.table.size()) + "ul, 0x" + hex16(hashBytes(request.table)) +
         "ul,\ntare_omp_thread_num, tare_omp_num_threads, tare_omp_max_threads, " +
         "tare_omp_level,\n{0, 0, 0, 0}};\n";
}

/// The function that loads the runtime and attaches the unit to it before main.
std::string constructorText(const StubRequest &request) {
  const std::string message =
      "tare: cannot load " + printable(request.runtime_path) + ": this run is not measured\n";
  std::string text = replaced(uncounted(constructor), "@DESCRIPTOR@", descriptorName(request));
  text = replaced(text, "@PATH@", quoteLiteral(request.runtime_path));
  return replaced(text, "@MESSAGE@", quoteLiteral(message));
}

/// Other names for our types in a unit that fell back: the reason may be a type with the same name.
std::string ownTypes(const StubRequest &request, const std::string &text) {
  return request.fallback ? replaced(text, "struct tare_", "struct tare_" + request.hash + "_")
                          : text;
}

// A call that might throw needs landing pads, and with them the C++ runtime library, around every
// construct: more than the code would have without probes.
std::string withoutThrowing(const StubRequest &request, const std::string &text,
                            const std::string &from, const std::string &to) {
  if (!request.knows_noexcept)
    return text;
  size_t probes = text.find("struct tare_probes {");
  size_t begin = probes == std::string::npos ? 0 : probes;
  size_t end = probes == std::string::npos ? text.size() : text.find("};", probes);
  return text.substr(0, begin) + replaced(text.substr(begin, end - begin), from, to) +
         text.substr(end);
}

bool plainCharacter(unsigned char c) {
  return c >= 32 && c < 127 && c != '"' && c != '\\' && c != '?';
}

} // namespace

std::string quoteLiteral(const std::string &text) {
  std::string quoted = "\"";
  for (const unsigned char c : text)
    if (plainCharacter(c))
      quoted += static_cast<char>(c);
    else
      for (const int shift : {-1, 6, 3, 0})
        quoted += shift < 0 ? '\\' : static_cast<char>('0' + ((c >> shift) & 7));
  return quoted + "\"";
}

std::string stubPrologue(const StubRequest &request) {
  std::string text = "extern struct tare_module " + descriptorName(request) +
                     " __attribute__((weak, visibility(\"hidden\")));\n";
  if (request.cleanups)
    text += replaced(uncounted(cleanups), "@DESCRIPTOR@", descriptorName(request));
  std::string abi = withoutThrowing(request, abi_text, ");", ") noexcept;");
  return marker + ownTypes(request, abi + language(request, text));
}

std::string stubEpilogue(const StubRequest &request) {
  std::string libc = weak_libc;
  if (request.static_link)
    libc = replaced(libc,
                    "static void tare_linked(struct tare_module *) "
                    "__attribute__((weakref(\"tare_rt_attach\")));",
                    "extern void tare_linked(struct tare_module *) "
                    "__asm__(\"tare_rt_attach\");");
  std::string probes = withoutThrowing(request, uncounted(no_probes), ") {", ") noexcept {");
  return std::string("\n") + marker +
         language(request,
                  tableText(request) +
                      ownTypes(request, openmpText(request) + libc + probes +
                                            descriptorText(request) + constructorText(request)));
}

} // namespace tare
