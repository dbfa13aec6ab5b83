// The command `export --games`: writes finished rated games for everybody, a file a month and form.
#pragma once

#include "programs/cli/site/backup.hpp"

namespace crownstar::cli {

// Into the folder `request.games`, all months or `request.month` alone.
int run_export_games(const StoreRequest& request);

}  // namespace crownstar::cli
