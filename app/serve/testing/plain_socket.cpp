#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "app/serve/testing/serve_client.h"

namespace livewarp::test {

namespace {

[[noreturn]] void fail_on_socket(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

}  // namespace

PlainSocket::PlainSocket(const std::string& host, int port, int receive_bytes)
    : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (descriptor_ < 0) fail_on_socket("there is no socket");
  if (receive_bytes > 0)
    setsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
  const int yes = 1;
  setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(port));
  inet_pton(AF_INET, host.c_str(), &address.sin_addr);
  if (connect(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    close(descriptor_);
    fail_on_socket("nobody listens");
  }
}

PlainSocket::~PlainSocket() { close(descriptor_); }

void PlainSocket::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_on_socket("nobody reads");
    bytes.remove_prefix(std::size_t(count));
  }
}

std::optional<std::size_t> PlainSocket::read(std::string& bytes, Patience patience) {
  pollfd one{descriptor_, POLLIN, 0};
  if (poll(&one, 1, int(patience.count())) <= 0) return 0;
  std::string part(65536, '\0');
  const ssize_t count = recv(descriptor_, part.data(), part.size(), 0);
  if (count <= 0) return std::nullopt;
  bytes.append(part, 0, std::size_t(count));
  return std::size_t(count);
}

}  // namespace livewarp::test
