#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "app/serve/http/http_rules.h"
#include "app/serve/http/upload_folder.h"
#include "app/serve/viewer_hub.h"

namespace livewarp {

/// A connection that can be ended from outside.
class OpenConnection {
 public:
  explicit OpenConnection(std::set<OpenConnection*>& all) : all_(all) { all_.insert(this); }
  virtual ~OpenConnection() { all_.erase(this); }
  OpenConnection(const OpenConnection&) = delete;
  OpenConnection& operator=(const OpenConnection&) = delete;
  virtual void end_at_once() = 0;
  /// Whether it ends by itself soon, once goodbye was said.
  virtual bool ends_politely() const { return false; }

 private:
  std::set<OpenConnection*>& all_;
};

/// What all connections share. One thread alone reaches it.
struct ServedSite {
  const HttpRules& rules;
  const std::string& page;
  std::size_t most_viewers;
  ViewerHub& hub;
  UploadFolder& uploads;
  std::set<OpenConnection*> open = {};
};

/// A connected socket on its way from one owner to the next.
class ConnectedSocket {
 public:
  ConnectedSocket(int descriptor, bool is_v6) : descriptor_(descriptor), is_v6_(is_v6) {}
  ~ConnectedSocket();
  ConnectedSocket(ConnectedSocket&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), is_v6_(other.is_v6_) {}
  ConnectedSocket& operator=(ConnectedSocket&&) = delete;
  bool is_v6() const { return is_v6_; }
  int release() { return std::exchange(descriptor_, -1); }  ///< the caller closes it

 private:
  int descriptor_;
  bool is_v6_;
};

}  // namespace livewarp
