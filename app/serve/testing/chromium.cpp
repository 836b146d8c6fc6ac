#include "app/serve/testing/chromium.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

namespace livewarp::test {

namespace {

using BrowserJson = nlohmann::json;
using BrowserClock = std::chrono::steady_clock;
constexpr const char* browser_path = "/usr/bin/chromium";
constexpr std::chrono::seconds browser_patience{60};

ChildRequest browser_request(const std::string& profile) {
  // Of headless browsers some hold frames back where nobody looks.
  return {{browser_path, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
           "--disable-dev-shm-usage", "--disable-background-networking", "--disable-extensions",
           "--disable-component-update", "--hide-scrollbars",
           "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
           "--remote-debugging-port=0", "--user-data-dir=" + profile, "about:blank"},
          {"HOME=" + profile}};
}

std::vector<std::uint8_t> base64_decoded(std::string_view text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) break;
    bits = bits << 6 | std::uint32_t(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(std::uint8_t(bits >> count));
  }
  return bytes;
}

}  // namespace

bool Chromium::is_there() { return std::filesystem::exists(browser_path); }

Chromium::Chromium() : browser_(browser_request(profile_.path())) {
  const Link link("http://127.0.0.1:" + std::to_string(debugging_port()) + "/json/list");
  const auto limit = BrowserClock::now() + browser_patience;
  while (!page_) {
    const HttpReply reply = http(link, "GET", link.path, {"Connection: close"});
    for (const BrowserJson& target : BrowserJson::parse(reply.body))
      if (target.at("type") == "page" && !page_)
        page_ = std::make_unique<WebClient>(
            link, Link(target.at("webSocketDebuggerUrl").get<std::string>()).path);
    if (BrowserClock::now() > limit) throw std::runtime_error("the browser has no page");
  }
  call("Page.enable");
}

Chromium::~Chromium() { browser_.end(std::chrono::seconds(2)); }

/// The browser writes it into a file once it listens.
int Chromium::debugging_port() {
  const auto limit = BrowserClock::now() + browser_patience;
  while (BrowserClock::now() < limit) {
    std::ifstream file(profile_.path() + "/DevToolsActivePort");
    int port = 0;
    std::string path;
    if (file >> port >> path) return port;
    if (!browser_.listen(std::chrono::milliseconds(20))) break;
  }
  throw std::runtime_error("the browser does not start: " + browser_.error());
}

BrowserJson Chromium::next_message() {
  browser_.listen(std::chrono::milliseconds(0));  // else its complaints would fill their pipe
  const auto message = page_->receive(browser_patience);
  if (!message || message->kind != WebMessage::Kind::text)
    throw std::runtime_error("the browser says nothing");
  return BrowserJson::parse(message->bytes);
}

BrowserJson Chromium::call(const std::string& method, BrowserJson parameters) {
  const int id = ++last_call_;
  if (parameters.is_null()) parameters = BrowserJson::object();
  page_->send_text(
      BrowserJson{{"id", id}, {"method", method}, {"params", std::move(parameters)}}.dump());
  for (;;) {
    BrowserJson message = next_message();
    if (message.contains("method")) {
      constexpr std::size_t most_events = 1000;
      if (events_.size() == most_events) events_.pop_front();
      events_.push_back(std::move(message));
    } else if (message.value("id", 0) == id) {
      if (message.contains("error")) throw std::runtime_error(message.at("error").dump());
      return message.value("result", BrowserJson::object());
    }
  }
}

void Chromium::navigate(const std::string& url) {
  const auto loaded = [](const BrowserJson& event) {
    return event.at("method") == "Page.loadEventFired";
  };
  events_.clear();
  const BrowserJson result = call("Page.navigate", {{"url", url}});
  if (result.contains("errorText")) throw std::runtime_error(result.at("errorText"));
  while (std::ranges::none_of(events_, loaded)) {
    BrowserJson message = next_message();
    if (message.contains("method")) events_.push_back(std::move(message));
  }
}

BrowserJson Chromium::evaluate(const std::string& expression) {
  const BrowserJson result =
      call("Runtime.evaluate",
           {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
  if (result.contains("exceptionDetails"))
    throw std::runtime_error(result.at("exceptionDetails").dump());
  return result.at("result").value("value", BrowserJson());
}

bool Chromium::becomes_true(const std::string& expression, std::chrono::milliseconds patience) {
  const auto limit = BrowserClock::now() + patience;
  while (evaluate(expression) != true) {
    if (BrowserClock::now() > limit) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

void Chromium::set_viewport(int width, int height, double pixel_ratio, bool touch) {
  call("Emulation.setDeviceMetricsOverride", {{"width", width},
                                              {"height", height},
                                              {"deviceScaleFactor", pixel_ratio},
                                              {"mobile", touch}});
  call("Emulation.setTouchEmulationEnabled", {{"enabled", touch}});
}

void Chromium::mouse(const std::string& type, double x, double y, const std::string& button) {
  const bool moves = type == "mouseMoved";
  call("Input.dispatchMouseEvent",
       {{"type", type}, {"x", x}, {"y", y}, {"button", button}, {"clickCount", moves ? 0 : 1}});
}

void Chromium::wheel(double x, double y, double delta_x, double delta_y) {
  call("Input.dispatchMouseEvent",
       {{"type", "mouseWheel"}, {"x", x}, {"y", y}, {"deltaX", delta_x}, {"deltaY", delta_y}});
}

void Chromium::key(const std::string& type, const std::string& code, const std::string& key,
                   const std::string& text) {
  BrowserJson event{{"type", type}, {"code", code}, {"key", key}};
  if (!text.empty()) event["text"] = text;
  call("Input.dispatchKeyEvent", std::move(event));
}

void Chromium::touch(const std::string& type, const std::vector<Finger>& fingers) {
  BrowserJson points = BrowserJson::array();
  for (const Finger& finger : fingers) points.push_back({{"x", finger.x}, {"y", finger.y}});
  call("Input.dispatchTouchEvent", {{"type", type}, {"touchPoints", std::move(points)}});
}

std::vector<std::uint8_t> Chromium::screenshot() {
  const BrowserJson result = call("Page.captureScreenshot", {{"format", "png"}});
  return base64_decoded(result.at("data").get<std::string>());
}

}  // namespace livewarp::test
