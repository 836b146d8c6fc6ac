#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/serve/served_site.h"

namespace livewarp {

/// Listens at an address, and serves a site on a thread of its own.
class HttpServer {
 public:
  /// Throws `Error` where the port is taken or the address is not this machine's.
  HttpServer(const std::string& address, int port, ServedSite& site);
  /// Says goodbye to all, and waits for that no longer than a second.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  std::string authority() const;  ///< "127.0.0.1:7007", "gpu4:7007"
  /// Does it on the server's thread, in the order of the calls. Any thread.
  void post(std::function<void()> task);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace livewarp
