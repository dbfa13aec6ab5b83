// A DamExchange connection over TCP: messages with a zero byte behind each.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/refusal.hpp"

namespace crownstar::dxp {

class DxpConnection {
 public:
  static base::Checked<DxpConnection> connect(const std::string& host, const std::string& port);
  // Waits for one program to connect.
  static base::Checked<DxpConnection> wait(const std::string& host, const std::string& port);

  DxpConnection(DxpConnection&& other) noexcept;
  DxpConnection& operator=(DxpConnection&& other) noexcept;
  ~DxpConnection();

  // None once the other side is gone, or says more than any message holds.
  std::optional<std::string> receive();
  bool send(std::string_view message);

 private:
  explicit DxpConnection(int socket) : socket_(socket) {}

  int socket_ = -1;
  std::string arrived_;
};

}  // namespace crownstar::dxp
