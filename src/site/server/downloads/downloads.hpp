// The files that the site publishes: listed, and sent piece by piece. Files are read on threads of their own, so that a
// slow disk holds up nothing else. It does not know who asks, and what the files contain.
#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "site/server/downloads/published_folder.hpp"
#include "site/server/http/http_types.hpp"

namespace crownstar::server {

enum class DownloadRefusal {
  not_found,
  too_many,  // downloads from one address
  busy,      // downloads of all together, or reads that wait
};

struct DownloadTerms {
  int threads = limits::file_threads;
  std::size_t reads_waiting = limits::file_reads_waiting;
  int downloads = limits::downloads;
  int downloads_of_an_address = limits::downloads_of_an_address;
};

class FileThreads;
class DownloadCount;

// A file that is open. While it or a body made of it exists, it counts as a download.
class Download : public std::enable_shared_from_this<Download> {
 public:
  using Post = std::function<void(std::function<void()>)>;

  Download(OpenFile file, std::weak_ptr<FileThreads> threads, Post post, std::shared_ptr<void> counted);

  const PublishedFile& file() const { return file_.file(); }
  // `part` is one of this version of the file.
  std::shared_ptr<BodySource> body(const WantedPart& part);

 private:
  class Body;

  OpenFile file_;
  std::weak_ptr<FileThreads> threads_;
  Post post_;
  std::shared_ptr<void> counted_;
};

class Downloads {
 public:
  using Post = Download::Post;
  // With what is wrong with the folder, or an empty text when it can be read again.
  using Tell = std::function<void(const std::string& trouble)>;
  template <typename T>
  using Done = std::function<void(std::expected<T, DownloadRefusal>)>;

  // `post` brings answers, and what is told, to the event loop's thread, and may be called from any thread. Without a
  // folder there are no files.
  Downloads(std::string folder, Post post, Tell tell, DownloadTerms terms = {});
  ~Downloads();  // what was not answered is dropped
  Downloads(const Downloads&) = delete;
  Downloads& operator=(const Downloads&) = delete;

  void list(Done<std::vector<PublishedFile>> done);
  // Downloads are counted by `address`.
  void open(const std::string& name, const std::string& address, Done<std::shared_ptr<Download>> done);

 private:
  void note_trouble(const std::string& trouble);

  const std::string folder_;
  const Post post_;
  const Tell tell_;
  std::string trouble_;  // as it was told last
  std::shared_ptr<DownloadCount> count_;
  std::shared_ptr<FileThreads> threads_;
};

}  // namespace crownstar::server
