#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace livewarp {

/// The text of a file that another program writes, read on a thread of its own at each save.
class TextWatch {
 public:
  explicit TextWatch(std::string path);
  TextWatch(const TextWatch&) = delete;
  TextWatch& operator=(const TextWatch&) = delete;

  const std::string& path() const { return path_; }
  struct Seen {
    std::shared_ptr<const std::string> text;  ///< of the last save; null before there is one
    std::string trouble;                      ///< why there is none now; empty: there is
    std::uint64_t number = 0;                 ///< counts what has become of the file
  };
  Seen seen() const;

 private:
  void watch(const std::stop_token& stop);
  void read();
  void note(std::shared_ptr<const std::string> text, const std::string& trouble);

  std::string path_;
  mutable std::mutex mutex_;
  Seen seen_;
  std::jthread watching_;  ///< last: it starts when all else stands
};

}  // namespace livewarp
