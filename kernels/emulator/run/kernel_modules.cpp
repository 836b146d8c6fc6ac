#include "kernels/emulator/run/kernel_modules.h"

#include <filesystem>

#include <link.h>

// The C library's; a thread's copy of a library's objects is made when it is first asked for. The
// layout is that of the ELF ABI for thread-local storage.
struct LivewarpTlsPlace {
  unsigned long module, offset;
};
extern "C" void* __tls_get_addr(LivewarpTlsPlace*);  // NOLINT(bugprone-reserved-identifier)

namespace livewarp::emulator {

namespace {

KernelModule described(const dl_phdr_info& info, bool is_program) {
  KernelModule module;
  module.path = is_program ? "/proc/self/exe" : info.dlpi_name;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info.dlpi_phdr[i];
    if (part.p_type == PT_TLS) {
      module.tls_number = info.dlpi_tls_modid;
      module.tls_bytes = part.p_memsz;
    }
    if (part.p_type == PT_LOAD) {
      const std::uintptr_t first = info.dlpi_addr + part.p_vaddr;
      module.parts.push_back({first, first + part.p_memsz});
    }
  }
  return module;
}

}  // namespace

AddressRange KernelModule::thread_locals() const {
  if (tls_number == 0) return {};
  LivewarpTlsPlace place{tls_number, 0};
  const auto first = reinterpret_cast<std::uintptr_t>(__tls_get_addr(&place));
  return {first, first + tls_bytes};
}

std::vector<KernelModule> kernel_modules() {
  std::vector<KernelModule> modules;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        auto& found = *static_cast<std::vector<KernelModule>*>(out);
        const bool is_program = found.empty();  // it comes first
        const std::string name = std::filesystem::path(info->dlpi_name).filename().string();
        if (is_program || name.starts_with(library_prefix))
          found.push_back(described(*info, is_program));
        return 0;
      },
      &modules);
  return modules;
}

}  // namespace livewarp::emulator
