#include "site/server/downloads/downloads.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "site/server/downloads/file_threads.hpp"

namespace crownstar::server {

// How many files are being sent, in all and to each address. Its own lock: a download may end on any thread.
class DownloadCount : public std::enable_shared_from_this<DownloadCount> {
 public:
  DownloadCount(int most, int most_of_an_address) : most_(most), most_of_an_address_(most_of_an_address) {}

  std::expected<std::shared_ptr<void>, DownloadRefusal> take(const std::string& address) {
    const std::scoped_lock lock(mutex_);
    if (all_ >= most_) return std::unexpected(DownloadRefusal::busy);
    int& of_address = of_address_[address];
    if (of_address >= most_of_an_address_) return std::unexpected(DownloadRefusal::too_many);
    ++of_address;
    ++all_;
    return std::shared_ptr<void>(this, [self = shared_from_this(), address](void*) { self->give_back(address); });
  }

 private:
  void give_back(const std::string& address) {
    const std::scoped_lock lock(mutex_);
    --all_;
    const auto found = of_address_.find(address);
    if (--found->second == 0) of_address_.erase(found);
  }

  const int most_;
  const int most_of_an_address_;
  std::mutex mutex_;  // of all below
  int all_ = 0;
  std::map<std::string, int> of_address_;
};

class Download::Body final : public BodySource {
 public:
  Body(std::shared_ptr<Download> download, const WantedPart& part)
      : download_(std::move(download)), place_(part.first), left_(part.length), length_(part.length) {}

  std::uint64_t length() const override { return length_; }

  void read(Took took) override {
    const auto threads = download_->threads_.lock();
    if (!threads) return took(nullptr);
    const std::size_t count = std::min<std::uint64_t>(limits::piece_bytes, left_);
    threads->go_on([download = download_, place = place_, count, took = std::move(took)]() mutable {
      std::string bytes = download->file_.read(place, count);
      const Bytes piece = bytes.size() == count ? bytes_of(std::move(bytes)) : nullptr;
      download->post_([took = std::move(took), piece] { took(piece); });
    });
    place_ += count;
    left_ -= count;
  }

 private:
  std::shared_ptr<Download> download_;
  std::uint64_t place_;
  std::uint64_t left_;
  const std::uint64_t length_;
};

Download::Download(OpenFile file, std::weak_ptr<FileThreads> threads, Post post, std::shared_ptr<void> counted)
    : file_(std::move(file)), threads_(std::move(threads)), post_(std::move(post)), counted_(std::move(counted)) {}

std::shared_ptr<BodySource> Download::body(const WantedPart& part) {
  return std::make_shared<Body>(shared_from_this(), part);
}

Downloads::Downloads(std::string folder, Post post, Tell tell, DownloadTerms terms)
    : folder_(std::move(folder)),
      post_(std::move(post)),
      tell_(std::move(tell)),
      count_(std::make_shared<DownloadCount>(terms.downloads, terms.downloads_of_an_address)),
      threads_(std::make_shared<FileThreads>(folder_.empty() ? 0 : terms.threads, terms.reads_waiting)) {}

Downloads::~Downloads() = default;

void Downloads::note_trouble(const std::string& trouble) {
  if (trouble == trouble_) return;
  trouble_ = trouble;
  tell_(trouble);
}

// Whoever asked is moved along, and not copied: the last of it has to go on the event loop's thread.
void Downloads::list(Done<std::vector<PublishedFile>> done) {
  if (folder_.empty()) return done(std::vector<PublishedFile>());
  const bool is_begun = threads_->begin([this, done]() mutable {
    post_([this, done = std::move(done), files = list_published(folder_)] {
      note_trouble(files ? "" : files.error().reason);
      done(files ? *files : std::vector<PublishedFile>());
    });
  });
  if (!is_begun) done(std::unexpected(DownloadRefusal::busy));
}

void Downloads::open(const std::string& name, const std::string& address, Done<std::shared_ptr<Download>> done) {
  if (folder_.empty() || !published_media(name)) return done(std::unexpected(DownloadRefusal::not_found));
  auto counted = count_->take(address);
  if (!counted) return done(std::unexpected(counted.error()));
  const std::weak_ptr<FileThreads> threads = threads_;
  const bool is_begun = threads_->begin([this, name, done, threads, counted = *std::move(counted)]() mutable {
    std::shared_ptr<Download> download;
    if (auto file = open_published(folder_, name)) {
      download = std::make_shared<Download>(*std::move(file), threads, post_, std::move(counted));
    }
    post_([done = std::move(done), download = std::move(download)] {
      if (!download) return done(std::unexpected(DownloadRefusal::not_found));
      done(download);
    });
  });
  if (!is_begun) done(std::unexpected(DownloadRefusal::busy));
}

}  // namespace crownstar::server
