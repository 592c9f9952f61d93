// SPDX-License-Identifier: Apache-2.0
// Calls in programs, by elfutils; only this file includes it.
#include "driver/symbols/call_names.h"

#include "base/files.h"
#include "base/text.h"
#include "driver/symbols/symbol_names.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include <cstdlib>
#include <memory>
#include <set>

namespace tare {
namespace {

using Call = std::pair<std::string, uint64_t>;

std::set<Call> callsOf(const Experiment &experiment) {
  std::set<Call> calls;
  for (const Repetition &repetition : experiment.repetitions) {
    const Profile &profile = *repetition.instrumented.profile;
    for (const CallPath &path : profile.paths)
      for (const CallSite &site : path.calls)
        calls.emplace(profile.objects[site.object], site.address);
  }
  return calls;
}

/// Debug information is taken from the file itself: nothing is fetched from anywhere.
int noSeparateFile(Dwfl_Module *, void **, const char *, Dwarf_Addr, const char *, const char *,
                   GElf_Word, char **) {
  return -1;
}

constexpr Dwfl_Callbacks callbacks = {.find_elf = dwfl_build_id_find_elf,
                                      .find_debuginfo = noSeparateFile,
                                      .section_address = dwfl_offline_section_address,
                                      .debuginfo_path = nullptr};

/// One file, opened for the look-ups of all its calls.
class Object {
public:
  Object(const std::string &path, const std::string &root) : root_(root) {
    dwfl_.reset(dwfl_begin(&callbacks));
    if (!dwfl_ || !openFile(path).ok()) // elfutils would wait for a pipe
      return;
    module_ = dwfl_report_offline(dwfl_.get(), path.c_str(), path.c_str(), -1);
    dwfl_report_end(dwfl_.get(), nullptr, nullptr);
    if (module_ && !dwfl_module_getelf(module_, &bias_))
      module_ = nullptr;
  }

  /// Innermost first; nothing: no symbol is known there.
  std::vector<CallPlace> look(uint64_t address) const {
    if (!module_)
      return {};
    Dwarf_Addr at = address + bias_ - 1; // in the call
    std::vector<CallPlace> places = inlined(at);
    const char *symbol = dwfl_module_addrname(module_, at);
    if (!symbol && places.empty())
      return {};
    if (places.empty())
      places.push_back({});
    if (symbol)
      places.back().function = functionOf(symbol);
    setLine(places.front(), at);
    return places;
  }

private:
  struct End {
    void operator()(Dwfl *dwfl) const { dwfl_end(dwfl); }
  };
  struct Free {
    void operator()(Dwarf_Die *dies) const { std::free(dies); }
  };

  std::string shown(const std::string &file) const {
    if (!root_.empty() && startsWith(file, root_ + "/"))
      return file.substr(root_.size() + 1);
    return startsWith(file, "/") ? file.substr(file.rfind('/') + 1) : file;
  }

  /// Without the index of addresses that clang does not write, all units are asked.
  Dwarf_Die *unitOf(Dwarf_Addr at, Dwarf_Addr &bias) const {
    if (Dwarf_Die *unit = dwfl_module_addrdie(module_, at, &bias))
      return unit;
    for (Dwarf_Die *unit = nullptr; (unit = dwfl_module_nextcu(module_, unit, &bias));)
      if (dwarf_haspc(unit, at - bias) == 1)
        return unit;
    return nullptr;
  }

  void setLine(CallPlace &place, Dwarf_Addr at) const {
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = unitOf(at, bias);
    Dwarf_Line *found = unit ? dwarf_getsrc_die(unit, at - bias) : nullptr;
    int line = 0;
    if (!found || dwarf_lineno(found, &line) != 0 || line <= 0)
      return;
    const char *file = dwarf_linesrc(found, nullptr, nullptr);
    place.file = file ? shown(file) : "";
    place.line = line;
  }

  static std::string nameOf(Dwarf_Die *die) {
    Dwarf_Attribute found;
    const char *symbol = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &found));
    if (symbol)
      return functionOf(symbol);
    const char *name = dwarf_diename(die);
    return name ? name : "";
  }

  static int numberAt(Dwarf_Die *die, unsigned attribute) {
    Dwarf_Attribute found;
    Dwarf_Word number = 0;
    return dwarf_formudata(dwarf_attr(die, attribute, &found), &number) == 0
               ? static_cast<int>(number)
               : 0;
  }

  std::string fileAt(Dwarf_Die *unit, int number) const {
    Dwarf_Files *files = nullptr;
    size_t count = 0;
    if (dwarf_getsrcfiles(unit, &files, &count) != 0 || number < 0 ||
        static_cast<size_t>(number) >= count)
      return "";
    const char *name = dwarf_filesrc(files, static_cast<size_t>(number), nullptr, nullptr);
    return name ? shown(name) : "";
  }

  /// The functions around an address that were inlined into one another, and the one that is not.
  /// Each has the place of its own call, but for the innermost.
  std::vector<CallPlace> inlined(Dwarf_Addr at) const {
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = unitOf(at, bias);
    Dwarf_Die *raw = nullptr;
    int count = unit ? dwarf_getscopes(unit, at - bias, &raw) : 0;
    std::unique_ptr<Dwarf_Die, Free> scopes(count > 0 ? raw : nullptr);
    for (int i = 0; i < count; ++i) {
      int tag = dwarf_tag(&scopes.get()[i]);
      if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
        return chainFrom(unit, &scopes.get()[i]);
    }
    return {};
  }

  std::vector<CallPlace> chainFrom(Dwarf_Die *unit, Dwarf_Die *innermost) const {
    Dwarf_Die *raw = nullptr;
    int count = dwarf_getscopes_die(innermost, &raw);
    std::unique_ptr<Dwarf_Die, Free> scopes(count > 0 ? raw : nullptr);
    std::vector<CallPlace> places;
    CallPlace place;
    for (int i = 0; i < count; ++i) {
      Dwarf_Die *die = &scopes.get()[i];
      int tag = dwarf_tag(die);
      if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
        continue;
      place.function = nameOf(die);
      places.push_back(place);
      if (tag == DW_TAG_subprogram)
        return places;
      place = {"", fileAt(unit, numberAt(die, DW_AT_call_file)), numberAt(die, DW_AT_call_line)};
    }
    return places;
  }

  std::string root_;
  std::unique_ptr<Dwfl, End> dwfl_;
  Dwfl_Module *module_ = nullptr;
  Dwarf_Addr bias_ = 0;
};

} // namespace

CallNames lookUpCalls(const Experiment &experiment) {
  CallNames names;
  std::unique_ptr<Object> object;
  const std::string *path = nullptr;
  std::set<Call> calls = callsOf(experiment);
  for (const Call &call : calls) { // those of one file follow one another
    if (!path || *path != call.first) {
      object = std::make_unique<Object>(call.first, experiment.source_root);
      path = &call.first;
    }
    if (std::vector<CallPlace> places = object->look(call.second); !places.empty())
      names[call] = std::move(places);
  }
  return names;
}

} // namespace tare
