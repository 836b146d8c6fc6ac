#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/base/running_child.h"
#include "app/base/temporary_file.h"
#include "app/serve/testing/serve_client.h"

namespace livewarp::test {

/// A browser without a display, and what its user does, by the DevTools protocol. Places are pixels
/// of CSS. What fails or takes too long is a `std::runtime_error`.
class Chromium {
 public:
  /// Whether this machine has one.
  static bool is_there();
  Chromium();
  ~Chromium();  ///< ends it

  /// Until the page has loaded.
  void navigate(const std::string& url);
  /// The value of an expression, or of the promise that it is.
  nlohmann::json evaluate(const std::string& expression);
  /// Whether the expression becomes true within `patience`.
  bool becomes_true(const std::string& expression, std::chrono::milliseconds patience);
  void set_viewport(int width, int height, double pixel_ratio = 1, bool touch = false);

  /// `type`: "mouseMoved", "mousePressed" or "mouseReleased"; `button`: "none", "left", "middle" or
  /// "right".
  void mouse(const std::string& type, double x, double y, const std::string& button = "none");
  void wheel(double x, double y, double delta_x, double delta_y);
  /// `type`: "keyDown" or "keyUp"; `text`: what the key types, if anything.
  void key(const std::string& type, const std::string& code, const std::string& key,
           const std::string& text = {});
  struct Finger {
    double x = 0, y = 0;
  };
  /// `type`: "touchStart", "touchMove" or "touchEnd"; all fingers that are down then.
  void touch(const std::string& type, const std::vector<Finger>& fingers);

  std::vector<std::uint8_t> screenshot();  ///< a PNG file
  /// Calls what has no function here.
  nlohmann::json call(const std::string& method, nlohmann::json parameters = {});

 private:
  int debugging_port();
  nlohmann::json next_message();

  PrivateFolder profile_;
  RunningChild browser_;
  std::unique_ptr<WebClient> page_;
  std::deque<nlohmann::json> events_;
  int last_call_ = 0;
};

}  // namespace livewarp::test
