// A proxy between the store and the database that cuts the connection at a commit: before the database receives it, or
// after it has answered.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "site/store/conformance_test.hpp"

namespace crownstar::store {

class CuttingProxy {
 public:
  enum class Cut { nothing, before_commit, after_commit };

  // `address` of the database: postgresql://…?host=FOLDER…
  explicit CuttingProxy(const std::string& address) {
    const std::size_t begin = address.find("host=") + 5;
    const std::size_t end = std::min(address.find('&', begin), address.size());
    behind_ = address.substr(begin, end - begin) + "/.s.PGSQL.5432";
    address_ =
        std::string(address).replace(begin, end - begin, folder_.file("").substr(0, folder_.file("").size() - 1));
    listener_ = socket(AF_UNIX, SOCK_STREAM, 0);
    const sockaddr_un location = named(folder_.file(".s.PGSQL.5432"));
    EXPECT_EQ(bind(listener_, reinterpret_cast<const sockaddr*>(&location), sizeof location), 0);
    EXPECT_EQ(listen(listener_, 16), 0);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;
  ~CuttingProxy() {
    shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    for (std::thread& line : lines_) line.join();
    close(listener_);
  }

  const std::string& address() const { return address_; }
  void cut_next(Cut cut) { cut_ = cut; }
  int cuts() const { return cuts_; }

 private:
  static sockaddr_un named(const std::string& path) {
    sockaddr_un location{};
    location.sun_family = AF_UNIX;
    path.copy(location.sun_path, sizeof location.sun_path - 1);
    return location;
  }

  void accept_all() {
    for (int client = accept(listener_, nullptr, nullptr); client >= 0; client = accept(listener_, nullptr, nullptr)) {
      lines_.emplace_back([this, client] { carry(client); });
    }
  }

  void carry(int client) {
    const int server = socket(AF_UNIX, SOCK_STREAM, 0);
    const sockaddr_un location = named(behind_);
    bool is_up = connect(server, reinterpret_cast<const sockaddr*>(&location), sizeof location) == 0;
    bool is_cut_at_answer = false;
    while (is_up) {
      std::array<pollfd, 2> ends{{{client, POLLIN, 0}, {server, POLLIN, 0}}};
      poll(ends.data(), ends.size(), -1);
      if (ends[0].revents != 0) is_up = forward(client, server, is_cut_at_answer);
      if (is_up && ends[1].revents != 0) {
        // The answer is there, so it is committed; and nobody hears of it.
        is_up = !is_cut_at_answer && forward(server, client);
      }
    }
    close(client);
    close(server);
  }

  bool forward(int from, int to, bool& is_cut_at_answer) {
    const std::string bytes = take(from);
    if (bytes.empty()) return false;
    if (bytes.contains("COMMIT")) {
      const Cut cut = cut_.exchange(Cut::nothing);
      if (cut != Cut::nothing) ++cuts_;
      if (cut == Cut::before_commit) return false;
      is_cut_at_answer = cut == Cut::after_commit;
    }
    return send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }
  static bool forward(int from, int to) {
    const std::string bytes = take(from);
    return !bytes.empty() && send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }
  static std::string take(int from) {
    std::string bytes(65'536, '\0');
    const ssize_t got = recv(from, bytes.data(), bytes.size(), 0);
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
  }

  ScratchFolder folder_;
  std::string behind_;
  std::string address_;
  int listener_ = -1;
  std::atomic<Cut> cut_ = Cut::nothing;
  std::atomic<int> cuts_ = 0;
  std::thread acceptor_;
  std::vector<std::thread> lines_;
};

}  // namespace crownstar::store
