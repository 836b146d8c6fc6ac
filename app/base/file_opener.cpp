#include "app/base/file_opener.h"

#include <chrono>
#include <utility>

#include "app/base/platform.h"

namespace livewarp {

namespace {

std::optional<Error> refusal_of(const Param& param, const std::string& path) {
  lower_thread_priority();
  try {
    param.file->check(path);
    return {};
  } catch (const Error& error) {
    return error;
  } catch (const std::exception& error) {
    return Error("cannot read " + path + ": " + error.what());
  }
}

}  // namespace

void FileOpener::open(NamedFile named) {
  if (reading_)
    next_ = std::move(named);
  else
    begin(std::move(named));
}

void FileOpener::begin(NamedFile named) {
  // A workload's parameters live as long as the program.
  const Param* const param = find_param(named.workload->info().params, named.param);
  result_ = std::async(std::launch::async,
                       [param, path = named.path] { return refusal_of(*param, path); });
  reading_ = std::move(named);
}

bool FileOpener::is_done() const {
  return reading_ && result_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

std::optional<FileOpener::Opened> FileOpener::take() {
  if (!is_done()) return {};
  std::optional<Error> refusal = result_.get();
  NamedFile read = *std::exchange(reading_, std::nullopt);
  if (!next_) return Opened{std::move(read), std::move(refusal)};
  begin(*std::exchange(next_, std::nullopt));
  return {};
}

}  // namespace livewarp
