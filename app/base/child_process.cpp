#include "app/base/child_process.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "app/base/platform.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::size_t most_output = std::size_t{256} << 20;

/// Wheels of NVIDIA in a Python environment: .deps/venv/lib/python3.X/site-packages/nvidia/cuXX of
/// a folder above.
std::vector<std::filesystem::path> toolkits_of_wheels(const std::filesystem::path& program) {
  namespace fs = std::filesystem;
  std::vector<fs::path> found;
  std::error_code ignored;
  for (fs::path above = program.parent_path(); above.has_relative_path();
       above = above.parent_path())
    for (const auto& python : fs::directory_iterator(above / ".deps/venv/lib", ignored))
      for (const auto& folder :
           fs::directory_iterator(python.path() / "site-packages/nvidia", ignored))
        if (folder.path().filename().string().starts_with("cu")) found.push_back(folder.path());
  return found;
}

}  // namespace

ChildOutput run_child(const ChildRequest& request, const std::string& input,
                      std::chrono::milliseconds limit, const std::stop_token& stop) {
  RunningChild child(request);
  return finish_child(child, request.command.front(), input, limit, stop);
}

ChildOutput finish_child(RunningChild& child, const std::string& name, const std::string& input,
                         std::chrono::milliseconds limit, const std::stop_token& stop,
                         const std::function<bool(const std::string& out)>& enough) {
  constexpr std::chrono::milliseconds look_every{30};
  const auto end = std::chrono::steady_clock::now() + limit;
  child.tell(input);
  child.tell_no_more();
  while (child.listen(look_every)) {
    if (stop.stop_requested()) throw Cancelled();
    if (child.out().size() + child.error().size() > most_output)
      throw Error(name + " says too much");
    if (enough && enough(child.out())) {
      child.listen(std::chrono::milliseconds(0));  // what it said before, elsewhere
      return {0, child.out(), child.error()};
    }
    if (std::chrono::steady_clock::now() > end)
      throw Error(name + " took longer than " + std::to_string(limit.count() / 1000) + " s");
  }
  const int status = child.wait();
  return {status, child.out(), child.error()};
}

std::string find_program(const std::vector<std::string>& candidates) {
  const std::string path = environment("PATH");
  for (const std::string& candidate : candidates) {
    if (candidate.find('/') != std::string::npos) {
      if (access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate))
        return candidate;
      continue;
    }
    for (std::size_t at = 0; at <= path.size();) {
      const std::size_t colon = std::min(path.find(':', at), path.size());
      const std::string file = path.substr(at, colon - at) + "/" + candidate;
      if (colon > at && access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file))
        return file;
      at = colon + 1;
    }
  }
  return {};
}

std::vector<std::string> places_of_cuda_tool(const std::string& tool) {
  std::vector<std::string> all{tool};
  for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const std::string root = environment(variable); !root.empty())
      all.push_back(root + "/bin/" + tool);
  for (const char* const root : {"/usr/local/cuda", "/opt/cuda"})
    all.push_back(std::string(root) + "/bin/" + tool);
  for (const auto& folder : toolkits_of_wheels(program_path()))
    all.push_back((folder / "bin" / tool).string());
  return all;
}

}  // namespace livewarp
