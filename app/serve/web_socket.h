#pragma once

#include <string>

#include "app/serve/served_site.h"

namespace boost::asio {
class io_context;
}

namespace livewarp {

/// Makes a viewer of a connection. `head` is its request, which asked for a WebSocket.
void open_web_socket(boost::asio::io_context& context, ConnectedSocket socket, ServedSite& site,
                     const std::string& head, bool has_steering_link);

}  // namespace livewarp
