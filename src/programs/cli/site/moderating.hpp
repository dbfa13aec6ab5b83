// The commands `reports`, `silence` and `people`, for moderators and operators.
#pragma once

#include <string>

#include "programs/cli/site/backup.hpp"

namespace crownstar::cli {

struct ModeratingRequest {
  StoreRequest where;
  bool is_json = false;
  std::string number;   // of a report
  std::string verdict;  // what was decided, for whoever looks later
  std::string player;   // a name or an id; empty: all who are silenced
  std::string days;
  std::string name;          // a new one
  std::string hours = "24";  // how long a link is good
  std::string site;          // the address that a link begins with
  std::string match;
  std::string line;  // its number in the match
  bool is_lifted = false;
  bool is_sure = false;
};

int run_reports(const ModeratingRequest& request);
int run_reports_done(const ModeratingRequest& request);
int run_people_find(const ModeratingRequest& request);
int run_people_password(const ModeratingRequest& request);
int run_people_delete(const ModeratingRequest& request);
int run_people_list(const ModeratingRequest& request);
int run_people_rename(const ModeratingRequest& request);
int run_people_factor_off(const ModeratingRequest& request);
int run_people_ban(const ModeratingRequest& request);
int run_people_chat(const ModeratingRequest& request);
int run_people_unsay(const ModeratingRequest& request);
int run_silence(const ModeratingRequest& request);

}  // namespace crownstar::cli
