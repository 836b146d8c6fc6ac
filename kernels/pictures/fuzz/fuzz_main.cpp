// Drives a fuzz target where there is no libFuzzer: changed seeds, one after the other, until the
// time is over and there were so many inputs.
//
//   PROGRAM [--seconds N] [--inputs M] [--seed S]   N: 3, M: 0, S: 1
//   PROGRAM FILE...                                 reads these files alone
//
// The input that is being read lies beside the program as PROGRAM.last, also after a crash.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/pictures/fuzz/image_fuzz.h"
#include "kernels/pictures/fuzz/mutation.h"

namespace livewarp::fuzz {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

struct Request {
  std::int64_t seconds = 3, inputs = 0, seed = 1;
  std::vector<std::string> files = {};
};

/// Empty if the words make no sense.
std::optional<Request> request_of(const std::vector<std::string>& words) {
  Request request;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) {
      request.files.push_back(words[i]);
      continue;
    }
    std::int64_t* const number = words[i] == "--seconds"  ? &request.seconds
                                 : words[i] == "--inputs" ? &request.inputs
                                 : words[i] == "--seed"   ? &request.seed
                                                          : nullptr;
    if (!number || ++i == words.size() || !read_integer(words[i], *number) || *number < 0)
      return {};
  }
  return request;
}

/// From a copy without room behind it: under a sanitizer a read too far is seen.
bool read_exactly(const Bytes& file) {
  const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[file.size()]);
  std::copy(file.begin(), file.end(), exact.get());
  return read({exact.get(), file.size()});
}

/// The input that is being read, in a file: left behind by a crash, gone after a good end. One file
/// that stays open, since opening takes longer than reading a picture.
class LastInput {
 public:
  explicit LastInput(std::string path)
      : path_(std::move(path)), file_(open(path_.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0644)) {
    if (file_ < 0) throw Error("cannot write " + path_);
  }
  ~LastInput() { close(file_); }
  LastInput(const LastInput&) = delete;
  LastInput& operator=(const LastInput&) = delete;

  const std::string& path() const { return path_; }
  void write(const Bytes& input) const {
    if (pwrite(file_, input.data(), input.size(), 0) != ssize_t(input.size()) ||
        ftruncate(file_, off_t(input.size())) != 0)
      throw Error("cannot write " + path_);
  }
  void remove() const { std::filesystem::remove(path_); }

 private:
  std::string path_;
  int file_;
};

class Run {
 public:
  Run(const std::string& program, const Request& request)
      : last_(program + ".last"), request_(request),
        mutator_(known(), std::uint64_t(request.seed)) {}

  /// False after a fault, which it reports.
  bool go() {
    const Clock::time_point start = Clock::now();
    for (const Bytes& file : known())
      if (!one(file)) return false;
    if (pictures_ != executions_) return fault("a seed was refused");
    while (Clock::now() - start < std::chrono::seconds(request_.seconds) ||
           executions_ < request_.inputs) {
      const Bytes file = mutator_.next();
      const std::int64_t before = pictures_;
      if (!one(file)) return false;
      if (pictures_ > before) mutator_.keep(file);
    }
    last_.remove();
    const double seconds = Seconds(Clock::now() - start).count();
    std::printf("%s executions in %.0f s, %s a second, with seed %s, %s of them read, "
                "the slowest %.1f ms\n",
                grouped(executions_).c_str(), seconds,
                grouped(std::int64_t(double(executions_) / seconds)).c_str(),
                std::to_string(request_.seed).c_str(), grouped(pictures_).c_str(),
                1000 * slowest_.count());
    return true;
  }

 private:
  static std::vector<Bytes> known() {
    std::vector<Bytes> files;
    for (const test::Sample& sample : seeds()) files.push_back(sample.file);
    return files;
  }

  bool one(const Bytes& file) {
    last_.write(file);
    const Clock::time_point start = Clock::now();
    try {
      pictures_ += read_exactly(file);
    } catch (const std::exception& error) {
      return fault(error.what());
    }
    const Seconds took = Clock::now() - start;
    slowest_ = std::max(slowest_, took);
    ++executions_;
    // Generous: a busy machine, and a sanitizer.
    if (took > std::chrono::seconds(30))
      return fault("one file took " + rounded(took.count(), 3) + " s");
    return true;
  }

  bool fault(const std::string& what) const {
    std::printf("FAULT in execution %s with seed %s: %s\nThe input lies in %s\n",
                grouped(executions_).c_str(), std::to_string(request_.seed).c_str(), what.c_str(),
                last_.path().c_str());
    return false;
  }

  LastInput last_;
  Request request_;
  Mutator mutator_;
  std::int64_t executions_ = 0, pictures_ = 0;
  Seconds slowest_{0};
};

int read_files(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    std::printf("%s: %s\n", path.c_str(),
                read_exactly(test::file_of(text)) ? "read" : "refused, or too large to be tried");
  }
  return 0;
}

int run(const std::string& program, const std::vector<std::string>& words) {
  const std::optional<Request> request = request_of(words);
  if (!request) {
    std::printf("usage: %s [--seconds N] [--inputs N] [--seed S] [FILE...]\n", program.c_str());
    return 2;
  }
  if (!request->files.empty()) return read_files(request->files);
  return Run(program, *request).go() ? 0 : 1;
}

}  // namespace

}  // namespace livewarp::fuzz

int main(int count, char** words) {
  try {
    return livewarp::fuzz::run(words[0], {words + 1, words + count});
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
