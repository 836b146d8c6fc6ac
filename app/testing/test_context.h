#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include <unistd.h>

#include "app/measure/context.h"

/// What tests of the commands share.
namespace livewarp::test {

/// A folder of its own that goes away with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "livewarp-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  bool empty() const { return std::filesystem::is_empty(path_); }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// This machine, its GPUs hidden: what tests find is the same everywhere.
inline Machine machine_without_gpu() {
  Machine machine = detect_machine();
  machine.gpus.clear();
  machine.gpu_reason = "no CUDA device: hidden by this test";
  return machine;
}

/// A context with streams to look at, and a machine that a test may bend.
struct Bench {
  explicit Bench(std::vector<const Workload*> workloads) {
    context.workloads = std::move(workloads);
    context.machine = &machine;
    context.out = &out;
    context.err = &err;
    context.stop = source.get_token();
    context.make_exec = [this](Executor executor) {
      return make_exec(executor, source.get_token());
    };
    context.measure_ceilings = [](const CeilingKey& key, double) {
      return Ceilings{
          {{"copy", "copy bandwidth", "GB/s", "as tests have it", key.backend, key.threads, 1e10},
           {"fma32", "fp32 FMA rate", "GFLOP/s", "as tests have it", key.backend, key.threads,
            1e11}}};
    };
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  Machine machine = machine_without_gpu();
  std::ostringstream out, err;
  std::stop_source source;
  Context context;
};

inline std::vector<std::string> words(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

}  // namespace livewarp::test
