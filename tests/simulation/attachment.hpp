// A connection of somebody to a node of a simulated site, and the node's life: it ends with the node, and nobody says
// goodbye. It does not know what is heard.
#pragma once

#include <memory>
#include <utility>

#include "simulation/node.hpp"

namespace crownstar::live::simulation {

template <typename Connection>
struct Attachment {
  std::shared_ptr<Connection> connection;
  Node* node = nullptr;
  std::weak_ptr<bool> life;  // of that node

  template <typename... Rest>
  void attach(Node& to, Rest&&... rest) {
    connection = std::make_shared<Connection>(to.site(), std::forward<Rest>(rest)...);
    node = &to;
    life = to.life();
  }
  // True if it has just ended.
  bool ends_with_node() {
    if (!connection || !life.expired()) return false;
    connection->lost();
    connection.reset();
    return true;
  }
};

}  // namespace crownstar::live::simulation
