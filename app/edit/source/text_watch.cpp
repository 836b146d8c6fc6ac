#include "app/edit/source/text_watch.h"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <utility>

#include "app/edit/source/watched_file.h"
#include "kernels/core/base/error.h"

namespace livewarp {

TextWatch::TextWatch(std::string path)
    : path_(std::move(path)), watching_([this](const std::stop_token& stop) { watch(stop); }) {}

TextWatch::Seen TextWatch::seen() const {
  const std::lock_guard lock(mutex_);
  return seen_;
}

void TextWatch::note(std::shared_ptr<const std::string> text, const std::string& trouble) {
  const std::lock_guard lock(mutex_);
  if (text) seen_.text = std::move(text);
  seen_.trouble = trouble;
  ++seen_.number;
}

void TextWatch::read() {
  try {
    std::string text = read_source(path_, {});
    std::erase(text, '\r');  // of lines as Windows ends them
    note(std::make_shared<const std::string>(std::move(text)), {});
  } catch (const Error& error) {
    note(nullptr, error.what());
  }
}

void TextWatch::watch(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds look_every{20};
  WatchedFile file(path_);
  std::error_code failed;
  if (!std::filesystem::exists(path_, failed)) note(nullptr, path_ + " is not there");
  std::mutex resting;
  std::condition_variable_any stopped;
  for (std::unique_lock lock(resting); !stop.stop_requested();
       stopped.wait_for(lock, stop, look_every, [] { return false; })) {
    const WatchedFile::News news = file.look();
    if (news == WatchedFile::News::changed) read();
    if (news == WatchedFile::News::gone) note(nullptr, path_ + " is not there any more");
  }
}

}  // namespace livewarp
