// The commands `pdn check` and `pdn convert`: collections of any size, read in pieces, one game at a time.
#pragma once

#include <string>
#include <vector>

namespace crownstar::cli {

struct PdnCheckRequest {
  std::vector<std::string> files;     // `-` is standard input
  std::string fallback = "american";  // of a game that does not say what it is
  bool is_json = false;
};

struct PdnConvertRequest {
  std::string file;
  std::string form = "pdn";
  std::string output = "-";
  std::string fallback = "american";
};

int run_pdn_check(const PdnCheckRequest& request);
int run_pdn_convert(const PdnConvertRequest& request);

}  // namespace crownstar::cli
