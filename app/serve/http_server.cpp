#include "app/serve/http_server.h"

#include <fmt/format.h>
#include <unistd.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "app/serve/http_connection.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

ConnectedSocket::~ConnectedSocket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

namespace {

using namespace std::chrono_literals;
using boost::asio::ip::tcp;
using ServerError = boost::system::error_code;

constexpr std::size_t sockets_beside_viewers = 64;  // that load the page, send a file, or dawdle
constexpr std::size_t turned_away_politely = 64;    // more than these hear nothing

tcp::endpoint endpoint_of(const std::string& address, int port) {
  ServerError failed;
  const auto parsed = boost::asio::ip::make_address(address, failed);
  if (failed)
    throw Error("\"" + printable(address) + "\" is no IP address",
                "127.0.0.1 serves this machine alone, 0.0.0.0 whoever reaches it");
  if (port < 0 || port > 65535)
    throw Error("there is no port " + std::to_string(port), "a port is 0 \u2026 65,535");
  return {parsed, static_cast<unsigned short>(port)};
}

[[noreturn]] void fail_to_listen(const std::string& address, int port, const ServerError& why) {
  if (why == boost::asio::error::address_in_use)
    throw Error(fmt::format("port {} of {} is taken by another program", port, address),
                "--port 0 takes any that is free");
  if (why == boost::system::errc::address_not_available)
    throw Error(address + " is no address of this machine",
                "127.0.0.1 serves this machine alone, 0.0.0.0 whoever reaches it");
  if (why == boost::asio::error::access_denied)
    throw Error(fmt::format("this user may not open port {} of {}", port, address),
                "--port 0 takes any that is free");
  throw Error(fmt::format("port {} of {} cannot be opened: {}", port, address, why.message()));
}

tcp::acceptor listening(boost::asio::io_context& context, const std::string& address, int port) {
  const tcp::endpoint endpoint = endpoint_of(address, port);
  tcp::acceptor acceptor(context);
  ServerError failed;
  acceptor.open(endpoint.protocol(), failed);
  // Without it, connections that ended a minute ago would keep the port.
  if (!failed) acceptor.set_option(tcp::acceptor::reuse_address(true), failed);
  if (!failed) acceptor.bind(endpoint, failed);
  if (!failed) acceptor.listen(boost::asio::socket_base::max_listen_connections, failed);
  if (failed) fail_to_listen(address, port, failed);
  return acceptor;
}

}  // namespace

class HttpServer::State {
 public:
  State(const std::string& address, int port, ServedSite& site)
      : site_(site), acceptor_(listening(context_, address, port)),
        endpoint_(acceptor_.local_endpoint()), retry_(context_), look_(context_) {
    accept();
    look();
    thread_ = std::thread([this] { run(); });
  }

  ~State() {
    boost::asio::post(context_, [this] { say_goodbye(); });
    thread_.join();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const tcp::endpoint& endpoint() const { return endpoint_; }
  boost::asio::io_context& context() { return context_; }

 private:
  /// Memory may be short for a moment; what was to be done then is lost, the rest goes on.
  void run() {
    for (;;) try {
        context_.run();
        return;
      } catch (const std::exception&) {
        continue;
      }
  }

  void accept() {
    acceptor_.async_accept([this](const ServerError& error, tcp::socket socket) {
      if (error == boost::asio::error::operation_aborted || !acceptor_.is_open()) return;
      if (error) return accept_later();
      accept();
      welcome(std::move(socket));
    });
  }

  /// No descriptor may be free now.
  void accept_later() {
    retry_.expires_after(100ms);
    retry_.async_wait([this](const ServerError& error) {
      if (!error) accept();
    });
  }

  void welcome(tcp::socket socket) {
    const std::size_t most = site_.most_viewers + sockets_beside_viewers;
    if (site_.open.size() >= most + turned_away_politely) return;
    ServerError failed;
    ConnectedSocket connected(socket.release(failed), endpoint_.protocol() == tcp::v6());
    if (failed) return;
    if (site_.open.size() < most)
      serve_http(context_, std::move(connected), site_);
    else
      turn_away(context_, std::move(connected), site_,
                {503, fmt::format("The server is full: {} connections are open.", most)});
  }

  void look() {
    look_.expires_after(500ms);
    look_.async_wait([this](const ServerError& error) {
      if (error || ending_) return;
      look();  // first: the hub may fail
      site_.hub.look();
    });
  }

  void say_goodbye() {
    ServerError ignored;
    ending_ = true;
    acceptor_.close(ignored);
    retry_.cancel();
    site_.hub.say_goodbye();
    for (OpenConnection* one : std::vector(site_.open.begin(), site_.open.end()))
      if (!one->ends_politely()) one->end_at_once();
    wait_for_all(std::chrono::steady_clock::now() + 900ms);
  }

  void wait_for_all(std::chrono::steady_clock::time_point limit) {
    if (site_.open.empty() || std::chrono::steady_clock::now() >= limit) return context_.stop();
    look_.expires_after(5ms);
    look_.async_wait([this, limit](const ServerError&) { wait_for_all(limit); });
  }

  ServedSite& site_;
  boost::asio::io_context context_;
  tcp::acceptor acceptor_;
  tcp::endpoint endpoint_;
  boost::asio::steady_timer retry_, look_;
  bool ending_ = false;
  std::thread thread_;
};

HttpServer::HttpServer(const std::string& address, int port, ServedSite& site)
    : state_(std::make_unique<State>(address, port, site)) {}

HttpServer::~HttpServer() = default;

int HttpServer::port() const { return state_->endpoint().port(); }

/// Where all addresses of this machine are served, others know it by its name.
std::string HttpServer::authority() const {
  const auto address = state_->endpoint().address();
  if (address.is_unspecified()) return fmt::format("{}:{}", boost::asio::ip::host_name(), port());
  const std::string host = address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
  return fmt::format("{}:{}", host, port());
}

void HttpServer::post(std::function<void()> task) {
  boost::asio::post(state_->context(), std::move(task));
}

}  // namespace livewarp
