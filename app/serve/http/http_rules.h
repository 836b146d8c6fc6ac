#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "app/serve/http/http_request.h"

namespace livewarp {

/// What is served, as far as its rules go.
struct HttpSite {
  std::string base_path = "/";       ///< begins and ends with /
  std::vector<std::string> origins;  ///< beside its own: "https://hub.example.org"
  bool takes_uploads = false;
  std::size_t largest_upload = 0;  ///< bytes
};

struct ServePage {
  bool head_alone = false;
};
struct OpenWebSocket {
  bool steering = false;  ///< came with the steering link
};
/// Whether that viewer steers, and whether this is its secret, somebody else knows.
struct TakeUpload {
  int viewer = 0;
  std::string secret, name;  ///< the name as the page says it
  std::uint64_t bytes = 0;
};
using HttpDecision = std::variant<ServePage, OpenWebSocket, TakeUpload, HttpAnswer>;

/// What becomes of a request. Below the base path lives the page, the WebSocket "ws" and "upload",
/// and nothing else; each asks for one of the two tokens.
class HttpRules {
 public:
  /// Throws `Error` for a base path or an origin that is none.
  explicit HttpRules(HttpSite site);

  HttpDecision decide(const HttpRequest& request) const;
  /// The page, with what a browser may do with it.
  HttpAnswer page_answer(const std::string& page) const;
  const std::string& steering_token() const { return steering_token_; }
  const std::string& watching_token() const { return watching_token_; }

 private:
  class Query;
  enum class Right { none, watch, steer };
  Right right_of(const Query& query) const;
  bool is_foreign(const HttpRequest& request) const;
  HttpDecision decide_upload(const HttpRequest& request, const Query& query) const;

  HttpSite site_;
  std::string steering_token_, watching_token_;
};

}  // namespace livewarp
