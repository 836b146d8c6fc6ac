#include "app/file_opener.h"

#include <chrono>
#include <utility>

#include "app/platform.h"
#include "kernels/core/image.h"

namespace livewarp {

namespace {

std::optional<Error> refusal_of(const std::string& path) {
  lower_thread_priority();
  try {
    read_image(path);
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
  result_ = std::async(std::launch::async, refusal_of, named.path);
  reading_ = std::move(named);
}

std::optional<FileOpener::Opened> FileOpener::take() {
  if (!reading_ || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
    return {};
  std::optional<Error> refusal = result_.get();
  NamedFile read = *std::exchange(reading_, std::nullopt);
  if (!next_) return Opened{std::move(read), std::move(refusal)};
  begin(*std::exchange(next_, std::nullopt));
  return {};
}

}  // namespace livewarp
