#include "app/code/disassembler.h"

#include <filesystem>

#include "app/base/child_process.h"
#include "app/base/platform.h"
#include "app/base/temporary_file.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

std::vector<std::string> usual_disassemblers() {
  if (const std::string named = environment("LIVEWARP_NVDISASM"); !named.empty()) return {named};
  std::vector<std::string> all;
  for (const char* const program : {"nvdisasm", "cuobjdump"})
    for (std::string& place : places_of_cuda_tool(program)) all.push_back(std::move(place));
  return all;
}

std::string first_line_of(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

Disassembler::Disassembler() : Disassembler(usual_disassemblers()) {}

Disassembler::Disassembler(const std::vector<std::string>& programs)
    : program_(find_program(programs)) {
  if (program_.empty())
    missing_ =
        "there is no nvdisasm here: scripts/setup brings one, or pip install nvidia-cuda-nvdisasm "
        "(5 MB), or the CUDA toolkit; LIVEWARP_NVDISASM names one";
}

std::string Disassembler::name() const {
  return std::filesystem::path(program_).filename().string();
}

std::vector<ListedKernel> Disassembler::read(std::span<const std::byte> cubin,
                                             const std::stop_token& stop) const {
  if (!missing_.empty()) throw Error(missing_);
  const TemporaryFile file(cubin);
  const std::vector<std::string> command =
      name().starts_with("cuobjdump") ? std::vector<std::string>{program_, "-sass", file.path()}
                                      : std::vector<std::string>{program_, "-g", "-c", file.path()};
  const ChildOutput said = run_child(command, limit_, stop);
  if (said.status != 0)
    throw Error(name() + " failed: " +
                (said.error.empty() ? "it ended with code " + std::to_string(said.status)
                                    : first_line_of(said.error)));
  std::vector<ListedKernel> kernels = read_sass(said.out);
  if (kernels.empty()) throw Error(name() + " tells of no kernel");
  return kernels;
}

}  // namespace livewarp
