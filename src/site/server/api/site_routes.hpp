// Declares the groups of HTTP routes. Each group is defined in its own file.
#pragma once

#include "site/server/api/services.hpp"
#include "site/server/http/routing/request_context.hpp"

namespace crownstar::server {

// Each handler keeps a reference to the services.
void add_system_routes(Services& services, const AddRoute& add);
void add_people_routes(Services& services, const AddRoute& add);
void add_account_export_routes(Services& services, const AddRoute& add);
void add_second_factor_routes(Services& services, const AddRoute& add);
void add_player_routes(Services& services, const AddRoute& add);
void add_match_routes(Services& services, const AddRoute& add);
void add_preview_routes(Services& services, const AddRoute& add);
void add_collection_routes(Services& services, const AddRoute& add);
void add_download_routes(Services& services, const AddRoute& add);
void add_lobby_routes(Services& services, const AddRoute& add);
void add_oauth_routes(Services& services, const AddRoute& add);
void add_bot_account_routes(Services& services, const AddRoute& add);
void add_challenge_routes(Services& services, const AddRoute& add);
void add_new_game_routes(Services& services, const AddRoute& add);
void add_bot_routes(Services& services, const AddRoute& add);
void add_socket_route(Services& services, const AddRoute& add);

}  // namespace crownstar::server
