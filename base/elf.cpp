// SPDX-License-Identifier: Apache-2.0
#include "base/elf.h"

#include "base/files.h"

#include <gelf.h>
#include <unistd.h>

namespace tare {
namespace {

bool isElf64(Elf *elf) {
  size_t size = 0;
  const char *ident = elf && elf_kind(elf) == ELF_K_ELF ? elf_getident(elf, &size) : nullptr;
  return ident && size > EI_DATA && ident[EI_CLASS] == ELFCLASS64 && ident[EI_DATA] == ELFDATA2LSB;
}

/// libelf takes a file whose section table lies behind its end for one that has none.
bool lacksTable(Elf *elf) {
  GElf_Ehdr head;
  size_t sections = 0;
  return !gelf_getehdr(elf, &head) || elf_getshdrnum(elf, &sections) != 0 ||
         (head.e_shoff != 0 && sections == 0);
}

/// Calls visit(section, header) until it returns false. False: it did, or the table is damaged.
template <class Visit> bool eachSection(Elf *elf, const Visit &visit) {
  for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || !visit(section, header))
      return false;
  }
  return true;
}

uint64_t entriesOf(const GElf_Shdr &header) {
  return header.sh_entsize ? header.sh_size / header.sh_entsize : 0;
}

bool holdsString(int64_t tag) { return tag == DT_NEEDED || tag == DT_RPATH || tag == DT_RUNPATH; }

} // namespace

bool isElf(const std::string &path) {
  return beginOfFile(path, SELFMAG) == std::string_view(ELFMAG, SELFMAG);
}

void ElfFile::Close::operator()(Elf *elf) const {
  elf_end(elf);
  ::close(fd);
}

Result<ElfFile> ElfFile::open(const std::string &path) {
  elf_version(EV_CURRENT);
  TARE_TRY(Descriptor file, openFile(path));
  int fd = file.release();
  // Read, not mapped: a file that somebody shortens meanwhile must not raise SIGBUS.
  Elf *elf = elf_begin(fd, ELF_C_READ, nullptr);
  if (isElf64(elf))
    return ElfFile(path, elf, fd);
  Close{fd}(elf);
  return Error{"not a 64-bit little-endian ELF file", path};
}

Result<std::string> ElfFile::sectionsNamed(std::string_view name) const {
  std::string found;
  size_t names = 0;
  auto add = [&](Elf_Scn *section, const GElf_Shdr &header) {
    const char *own = elf_strptr(elf_.get(), names, header.sh_name);
    if (header.sh_type == SHT_NOBITS || !own || own != name)
      return own || names == SHN_UNDEF;
    Elf_Data *data = elf_rawdata(section, nullptr);
    if (!data || data->d_size != header.sh_size)
      return false;
    if (data->d_size)
      found.append(static_cast<const char *>(data->d_buf), data->d_size);
    found.push_back('\0');
    return true;
  };
  if (lacksTable(elf_.get()) || elf_getshdrstrndx(elf_.get(), &names) != 0 ||
      !eachSection(elf_.get(), add))
    return Error{"its section table is damaged", path_};
  return found;
}

std::vector<ElfDynamicName> ElfFile::dynamicNames() const {
  std::vector<ElfDynamicName> found;
  eachSection(elf_.get(), [&](Elf_Scn *section, const GElf_Shdr &header) {
    Elf_Data *data = header.sh_type == SHT_DYNAMIC ? elf_getdata(section, nullptr) : nullptr;
    GElf_Dyn entry;
    for (int i = 0; data && gelf_getdyn(data, i, &entry); ++i)
      if (holdsString(entry.d_tag))
        if (const char *name = elf_strptr(elf_.get(), header.sh_link, entry.d_un.d_val))
          found.push_back({entry.d_tag, name});
    return true;
  });
  return found;
}

bool ElfFile::hasInterpreter() const {
  size_t count = 0;
  GElf_Phdr header;
  if (elf_getphdrnum(elf_.get(), &count) != 0)
    return false;
  for (size_t i = 0; i < count; ++i)
    if (gelf_getphdr(elf_.get(), static_cast<int>(i), &header) && header.p_type == PT_INTERP)
      return true;
  return false;
}

void ElfFile::eachSymbol(const std::function<void(const ElfSymbol &)> &visit) const {
  eachSection(elf_.get(), [&](Elf_Scn *section, const GElf_Shdr &header) {
    bool exported = header.sh_type == SHT_DYNSYM;
    Elf_Data *data =
        exported || header.sh_type == SHT_SYMTAB ? elf_getdata(section, nullptr) : nullptr;
    GElf_Sym symbol;
    for (uint64_t i = 0; data && i < entriesOf(header); ++i)
      if (!gelf_getsym(data, static_cast<int>(i), &symbol))
        break;
      else if (const char *name = elf_strptr(elf_.get(), header.sh_link, symbol.st_name))
        visit({name, symbol.st_shndx != SHN_UNDEF, GELF_ST_TYPE(symbol.st_info) == STT_FUNC,
               exported});
    return true;
  });
}

} // namespace tare
