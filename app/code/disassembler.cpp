#include "app/code/disassembler.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "app/base/child_process.h"
#include "app/base/platform.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

std::vector<std::string> usual_disassemblers() {
  if (const std::string named = environment("LIVEWARP_NVDISASM"); !named.empty()) return {named};
  std::vector<std::string> all;
  for (const char* const program : {"nvdisasm", "cuobjdump"}) {
    all.emplace_back(program);
    for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"})
      if (const std::string root = environment(variable); !root.empty())
        all.push_back(root + "/bin/" + program);
    for (const char* const root : {"/usr/local/cuda", "/opt/cuda"})
      all.push_back(std::string(root) + "/bin/" + program);
  }
  return all;
}

/// A file that is there while it lives: these programs read no pipe.
class CubinFile {
 public:
  explicit CubinFile(std::span<const std::byte> cubin) {
    std::string path = (std::filesystem::temp_directory_path() / "livewarp-XXXXXX").string();
    const int made = mkstemp(path.data());
    if (made < 0) throw Error("no file can be made in " + path);
    ::close(made);
    path_ = path;
    std::ofstream file(path_, std::ios::binary);
    file.write(reinterpret_cast<const char*>(cubin.data()), std::streamsize(cubin.size()));
    if (!file.flush()) throw Error(path_ + " cannot be written");
  }
  ~CubinFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  CubinFile(const CubinFile&) = delete;
  CubinFile& operator=(const CubinFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string first_line_of(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

Disassembler::Disassembler() : Disassembler(usual_disassemblers()) {}

Disassembler::Disassembler(const std::vector<std::string>& programs)
    : program_(find_program(programs)) {
  if (program_.empty())
    missing_ = "there is no nvdisasm here (of the CUDA toolkit, or pip's nvidia-cuda-nvdisasm; "
               "LIVEWARP_NVDISASM names one)";
}

std::string Disassembler::name() const {
  return std::filesystem::path(program_).filename().string();
}

std::vector<ListedKernel> Disassembler::read(std::span<const std::byte> cubin,
                                             const std::stop_token& stop) const {
  if (!missing_.empty()) throw Error(missing_);
  const CubinFile file(cubin);
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
