#include "app/code/ptx_assembler.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string_view>

#include "app/base/child_process.h"
#include "app/base/platform.h"
#include "app/base/temporary_file.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/cubin.h"
#include "kernels/core/exec/fat_binary.h"
#include "kernels/core/exec/waves.h"

namespace livewarp {

namespace {

constexpr std::chrono::minutes patience{2};  // for one source; a kernel takes a second at most

/// "13.0.88" of "Cuda compilation tools, release 13.0, V13.0.88".
std::string version_of(const std::string& tool) {
  const std::string said = run_child({tool, "--version"}, patience).out;
  const std::size_t at = said.rfind(", V");
  if (at == std::string::npos) throw Error(tool + " does not tell its version");
  const std::size_t first = at + 3;
  return said.substr(first, said.find_first_not_of("0123456789.", first) - first);
}

/// Mangled names of the kernels that a text of PTX holds.
std::vector<std::string> entries_of(const std::string& ptx) {
  constexpr std::string_view mark = ".entry ";
  std::vector<std::string> names;
  for (std::size_t at = ptx.find(mark); at != std::string::npos; at = ptx.find(mark, at)) {
    at += mark.size();
    names.push_back(ptx.substr(at, ptx.find_first_of("( \n\r\t", at) - at));
  }
  return names;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Machine code of these kernels of one text.
std::vector<CubinKernel> assemble(const std::string& tool, const std::string& ptx,
                                  const std::vector<std::string>& entries, int compute) {
  const TemporaryFile source(ptx), cubin(std::string{});
  std::vector<std::string> command{tool, "-arch=sm_" + std::to_string(compute), "-o", cubin.path()};
  for (const std::string& entry : entries) command.insert(command.end(), {"-e", entry});
  command.push_back(source.path());
  const ChildOutput said = run_child(command, patience);
  if (said.status != 0)
    throw Error("ptxas failed: " + (said.error.empty()
                                        ? "it ended with code " + std::to_string(said.status)
                                        : first_line(said.error)));
  std::ifstream file(cubin.path(), std::ios::binary);
  const std::string code{std::istreambuf_iterator<char>(file), {}};
  return cubin_kernels(std::as_bytes(std::span(code)), compute);
}

}  // namespace

PtxAssembler::PtxAssembler(std::filesystem::path program, const std::vector<std::string>& tools)
    : program_(std::move(program)), tool_(find_program(tools)) {}

std::vector<std::string> PtxAssembler::usual_tools() {
  if (std::string named = environment("LIVEWARP_PTXAS"); !named.empty()) return {std::move(named)};
  return places_of_cuda_tool("ptxas");
}

const PtxAssembler::Known& PtxAssembler::known() const {
  const std::lock_guard lock(asked_);
  if (known_) return *known_;
  known_.emplace();
  try {
    std::set<int> found;
    std::string unreadable;
    const std::vector<std::byte> fat = fat_binary_of(program_.string());
    for_fat_entries(fat, [&](const FatEntry& entry) {
      if (!entry.ptx || found.contains(entry.architecture)) return;
      try {
        ptx_of(entry);
        found.insert(entry.architecture);
      } catch (const Error& error) {
        unreadable = error.what();
      }
    });
    known_->architectures.assign(found.begin(), found.end());
    if (found.empty()) throw Error(unreadable.empty() ? "this program holds no PTX" : unreadable);
    known_->version = version_of(tool_);
  } catch (const std::exception& error) {
    known_->reason = error.what();
  }
  return *known_;
}

int PtxAssembler::source_for(int compute) const {
  int best = 0;
  for (const int architecture : known().architectures)
    if (architecture <= compute) best = architecture;
  return best;
}

std::string PtxAssembler::hindrance(int compute) const {
  if (tool_.empty())
    return "there is no ptxas here (of the CUDA toolkit, or pip's nvidia-cuda-nvcc)";
  if (!known().reason.empty()) return known().reason;
  if (source_for(compute) != 0) return {};
  return "the PTX in this program is for " + compute_text(known().architectures.front()) +
         " and newer";
}

std::string PtxAssembler::version(int compute) const {
  return known().version + "-" + std::to_string(source_for(compute));
}

std::string PtxAssembler::name(int compute) const {
  const std::string& version = known().version;
  return "ptxas " + version.substr(0, version.rfind('.')) + " for " + compute_text(compute) +
         ", from PTX for " + compute_text(source_for(compute));
}

std::map<std::string, KernelResources>
PtxAssembler::compile(const std::vector<std::string>& kernels, int compute) const {
  if (const std::string reason = hindrance(compute); !reason.empty()) throw Error(reason);
  std::set<std::string> wanted;
  for (const std::string& kernel : kernels) wanted.insert(plain_kernel_name(kernel));
  std::map<std::string, KernelResources> made;
  const int source = source_for(compute);
  const std::vector<std::byte> fat = fat_binary_of(program_.string());
  for_fat_entries(fat, [&](const FatEntry& entry) {
    if (!entry.ptx || entry.architecture != source || made.size() == wanted.size()) return;
    const std::string ptx = ptx_of(entry);
    std::vector<std::string> entries;
    for (std::string& name : entries_of(ptx))
      if (wanted.contains(plain_kernel_name(name))) entries.push_back(std::move(name));
    if (entries.empty()) return;
    for (const CubinKernel& kernel : assemble(tool_, ptx, entries, compute))
      made.emplace(plain_kernel_name(kernel.symbol), kernel.resources);
  });
  return made;
}

}  // namespace livewarp
