// The page beside published games: which files there are, how large they are, and what is in them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace crownstar::cli {

struct PublishedFile {
  std::string name;
  std::string form;  // csv
  std::uint64_t bytes = 0;
};

struct PublishedMonth {
  std::string month;  // 2026-11
  std::uint64_t games = 0;
  std::vector<PublishedFile> files;
};

// HTML without scripts and without anything from elsewhere. The latest month comes first; `tables` are other files.
std::string games_page(const std::vector<PublishedMonth>& months, const std::vector<PublishedFile>& tables);

}  // namespace crownstar::cli
