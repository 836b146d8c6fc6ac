#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/testing/random_user_test_actions.h"

namespace livewarp {

namespace {

/// Good ones and bad ones.
std::vector<std::string> files_in(const test::TemporaryFolder& folder) {
  const auto file = [&](const std::string& name, const std::string& content) {
    std::string path = folder.file(name);
    std::ofstream(path, std::ios::binary) << content;
    return path;
  };
  std::filesystem::create_directory(folder.file("folder.png"));
  return {file("good.pgm", "P2 3 2 255 0 255 255 0 9 99"),
          file("good.csv", "x y z vx vy vz m\n0,0,0,0,0,0,1\n1,0,0,0,1,0,1\n0,2,0,1,0,0,0.5\n"),
          file("cut.ppm", "P6 4 4 255 abc"),
          file("vast.pgm", "P5 100000 100000 255\n"),
          file("empty.png", ""),
          file("noise.jpg", "\xff\xd8\xff\xe0 no picture"),
          file("words.csv", "these are words, and no bodies\n1,2\n"),
          file("results.json",
               R"({"machine": {"cpu": {"name": "Another", "cores": 4}}, "version": "1",
                   "results": [{"workload": "nbody", "variant": "threads", "executor": "cpu",
                     "memory": "host", "launch": {}, "problem": {"n": 64}, "verified": true,
                     "median_ms": 1.5, "rate": 1e9, "rate_unit": "interactions/s"}]})"),
          file("cut.json", "{\"machine\": {"),
          file("slides.lecture",
               "slide \"One\" 1 min\n show nbody --variant vector --n 64\n hall \"Bodies\"\n"
               "slide \"Two\" 1 min\n show heat --variant vector --nx 64 --ny 64\n open lens\n"
               "slide \"Three\"\n show nbody --variant none\n highlight n\n"),
          file("cut.lecture", "slide \"half a head"),
          file("mine.cuh", "__global__ void half("),
          file("unknown.xyz", "what is this"),
          folder.file("folder.png"),
          folder.file("none.png")};
}

}  // namespace

int from_environment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

RandomUserFolder::RandomUserFolder()
    : folder_before_(std::filesystem::current_path()),
      path_before_(std::getenv("PATH") ? std::getenv("PATH") : ""), files_(files_in(folder_)) {
  std::filesystem::create_directory(folder_.file("here"));
  std::filesystem::current_path(folder_.file("here"));
  setenv("PATH", "/none", 1);
}

RandomUserFolder::~RandomUserFolder() {
  setenv("PATH", path_before_.c_str(), 1);
  std::filesystem::current_path(folder_before_);
}

}  // namespace livewarp
