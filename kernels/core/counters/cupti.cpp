#include "kernels/core/counters/cupti.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace livewarp {

namespace {

namespace fs = std::filesystem;

/// The structs are the same in both: see cupti_abi.h.
constexpr std::array sonames{"libcupti.so.13", "libcupti.so.12"};

std::string environment_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value ? value : "";
}

/// Entries of a folder whose names begin so, the last first: of versions the newest.
std::vector<fs::path> folders_named(const fs::path& parent, const std::string& beginning) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored))
    if (entry.path().filename().string().starts_with(beginning)) found.push_back(entry.path());
  std::ranges::sort(found, std::greater());
  return found;
}

std::vector<fs::path> toolkit_folders() {
  std::vector<fs::path> roots;
  for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const std::string root = environment_of(variable); !root.empty()) roots.emplace_back(root);
  roots.emplace_back("/usr/local/cuda");
  for (fs::path& root : folders_named("/usr/local", "cuda-")) roots.push_back(std::move(root));
  roots.emplace_back("/opt/cuda");
  std::vector<fs::path> folders;
  for (const fs::path& root : roots)
    for (const char* const below : {"extras/CUPTI/lib64", "lib64", "lib"})
      folders.push_back(root / below);
  return folders;
}

/// Of the environment that is active, and of the source tree in which this program was built.
std::vector<fs::path> wheel_folders() {
  std::vector<fs::path> environments;
  if (const std::string root = environment_of("VIRTUAL_ENV"); !root.empty())
    environments.emplace_back(root);
  std::error_code ignored;
  fs::path above = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (int levels = 0; levels < 5 && above.has_relative_path(); ++levels) {
    environments.push_back(above / ".deps/venv");
    above = above.parent_path();
  }
  std::vector<fs::path> folders;
  for (const fs::path& root : environments)
    for (const fs::path& python : folders_named(root / "lib", "python"))
      for (const char* const below : {"nvidia/cu13/lib", "nvidia/cuda_cupti/lib"})
        folders.push_back(python / "site-packages" / below);
  return folders;
}

}  // namespace

std::vector<std::string> usual_cupti_libraries() {
  if (std::string named = environment_of("LIVEWARP_CUPTI"); !named.empty())
    return {std::move(named)};
  std::vector<std::string> all(sonames.begin(), sonames.end());
  std::vector<fs::path> folders = toolkit_folders();
  for (fs::path& folder : wheel_folders()) folders.push_back(std::move(folder));
  std::error_code ignored;
  for (const char* const name : sonames)
    for (const fs::path& folder : folders)
      if (fs::exists(folder / name, ignored)) all.push_back((folder / name).string());
  return all;
}

Cupti::Cupti() : Cupti(usual_cupti_libraries()) {}

Cupti::Cupti(const std::vector<std::string>& libraries) {
  reason_ = "no CUPTI is found (libcupti.so.13), the library of hardware counters";
  advice_ = "it comes with a CUDA toolkit, and by pip install nvidia-cuda-cupti; "
            "LIVEWARP_CUPTI=FILE names another place";
  bool refused = false;
  for (const std::string& name : libraries) {
    void* const library =
        LIVEWARP_CALL(dlopen, name.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) continue;
    if (library_) dlclose(library_);
    library_ = library;
    name_ = name;
    if (find_functions()) {
      reason_.clear();
      advice_.clear();
      return;
    }
    // An older one may be found before a newer one: the first that was is told of.
    if (std::exchange(refused, true)) continue;
    reason_ = name_ + " has no range profiler" +
              (version().empty() ? "" : " (it is CUPTI " + version() + ")");
    advice_ = "a CUPTI of CUDA 12.8 or later has";
  }
}

/// Hooks that it may have set stay in this process: RTLD_NODELETE.
Cupti::~Cupti() {
  if (library_) dlclose(library_);
}

bool Cupti::find_functions() {
  bool all = true;
  const auto find = [&](auto& function, const char* name) {
    function.name = name;
    function.call = reinterpret_cast<decltype(function.call)>(dlsym(library_, name));
    all = all && function.call;
  };
  find(functions_.initialize, "cuptiProfilerInitialize");
  find(functions_.deinitialize, "cuptiProfilerDeInitialize");
  find(functions_.chip_name, "cuptiDeviceGetChipName");
  find(functions_.availability, "cuptiProfilerGetCounterAvailability");
  find(functions_.host_initialize, "cuptiProfilerHostInitialize");
  find(functions_.host_deinitialize, "cuptiProfilerHostDeinitialize");
  find(functions_.metric_properties, "cuptiProfilerHostGetMetricProperties");
  find(functions_.add_metrics, "cuptiProfilerHostConfigAddMetrics");
  find(functions_.config_size, "cuptiProfilerHostGetConfigImageSize");
  find(functions_.config_image, "cuptiProfilerHostGetConfigImage");
  find(functions_.pass_count, "cuptiProfilerHostGetNumOfPasses");
  find(functions_.evaluate, "cuptiProfilerHostEvaluateToGpuValues");
  find(functions_.enable, "cuptiRangeProfilerEnable");
  find(functions_.disable, "cuptiRangeProfilerDisable");
  find(functions_.start, "cuptiRangeProfilerStart");
  find(functions_.stop, "cuptiRangeProfilerStop");
  find(functions_.set_config, "cuptiRangeProfilerSetConfig");
  find(functions_.push_range, "cuptiRangeProfilerPushRange");
  find(functions_.pop_range, "cuptiRangeProfilerPopRange");
  find(functions_.decode, "cuptiRangeProfilerDecodeData");
  find(functions_.data_size, "cuptiRangeProfilerGetCounterDataSize");
  find(functions_.data_initialize, "cuptiRangeProfilerCounterDataImageInitialize");
  find(functions_.data_info, "cuptiRangeProfilerGetCounterDataInfo");
  find_activity();
  version_ = reinterpret_cast<decltype(version_)>(dlsym(library_, "cuptiGetVersion"));
  result_name_ = reinterpret_cast<decltype(result_name_)>(dlsym(library_, "cuptiGetResultString"));
  return all;
}

void Cupti::find_activity() {
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library_, name));
  };
  find(activity_.register_callbacks, "cuptiActivityRegisterCallbacks");
  find(activity_.configure, "cuptiActivityConfigureUnifiedMemoryCounter");
  find(activity_.enable, "cuptiActivityEnable");
  find(activity_.disable, "cuptiActivityDisable");
  find(activity_.flush_all, "cuptiActivityFlushAll");
  find(activity_.next_record, "cuptiActivityGetNextRecord");
}

std::string Cupti::version() const {
  std::uint32_t number = 0;
  if (!version_ || version_(&number) != cupti::success) return {};
  if (number >= 130000) return fmt::format("{}.{}", number / 10000, number / 100 % 100);
  return fmt::format("API {}", number);  // up to CUDA 12 it counts alone: 28 is that of 12.9
}

std::string Cupti::name_of(int status) const {
  const char* name = nullptr;
  if (result_name_ && result_name_(status, &name) == cupti::success && name) return name;
  return "status " + std::to_string(status);
}

}  // namespace livewarp
