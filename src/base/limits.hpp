// Every limit on input and on what is kept of it: lengths, counts, rates, memory. wire.toml names those that bound a
// field; docs/server.md lists the most important ones. Constants that only tune speed stand beside the code they tune.
#pragma once

#include <chrono>
#include <cstddef>

namespace crownstar::limits {

using std::chrono::milliseconds;
using std::chrono::seconds;

// tools/make_wire.py reads the whole numbers of this file by name: keep them on one line, `inline constexpr TYPE NAME =
// NUMBER;`.

// ---- Texts, in letters (code points) ----
inline constexpr int id_letters = 64;  // matches, players, seeks, requests: letters, digits and - _ . :
inline constexpr int name_letters_least = 3;
inline constexpr int name_letters = 20;        // a guest's or an account's name
inline constexpr int shown_name_letters = 64;  // a name the server made: an engine's, a seat's
inline constexpr int password_letters_least = 10;
inline constexpr int password_letters = 128;         // a new password
inline constexpr int typed_password_letters = 1000;  // one that is compared: older ones may be longer, and none is cut
inline constexpr int chat_letters = 200;             // one line of chat
inline constexpr int report_letters = 500;           // what is said with a report
inline constexpr int game_letters = 200;             // a game's token with its options
inline constexpr int position_letters = 4096;        // a FEN or the star's text
inline constexpr int move_letters = 400;             // one move with every landing
inline constexpr int rule_letters = 40;              // ids of rules
inline constexpr int reason_letters = 1000;          // one line for people; longer ones are cut when they are made
inline constexpr int note_letters = 500;             // the catalogue's explanations, a notice
inline constexpr int agent_letters = 200;            // what a browser calls itself
inline constexpr int secret_letters = 120;           // a token as it is shown once
inline constexpr int path_letters = 200;
inline constexpr std::size_t host_letters = 255;       // of a request's `Host`
inline constexpr std::size_t address_letters = 64;     // of a machine, in figures
inline constexpr std::size_t chat_marks_in_a_row = 2;  // accents on one letter
inline constexpr int version_letters = 40;

// ---- A match ----
inline constexpr int seats = 6;
inline constexpr int seats_least = 2;
inline constexpr int plies = 100000;
inline constexpr int events = 1000000;
inline constexpr int periods = 30;                         // of byoyomi
inline constexpr long long clock_ms = 2592000000;          // thirty days: the most that any clock holds or adds
inline constexpr long long instant_ms = 9007199254740991;  // times are milliseconds since 1970 that a double holds
inline constexpr int commands_waiting = 16;                // of one match, while its last append is not stored
inline constexpr int requests_remembered = 16;             // of one seat, to answer a repeated request the same way
inline constexpr int events_remembered = 16;               // of one match, for who was away for a moment
inline constexpr int matches_loading = 64;                 // at once, of those that were running before a start
inline constexpr int engine_levels = 48;
inline constexpr int rating = 9999;

// What a match itself takes, from the wire and from everybody else. It counts bytes, and says why it refuses: where the
// wire lets more through, that is for the sake of the reason.
inline constexpr std::size_t token_bytes = game_letters;
inline constexpr std::size_t position_bytes = position_letters;  // the largest star with six sets takes under 700
inline constexpr std::size_t move_bytes = move_letters;          // a star's chain through most of the board
inline constexpr std::size_t player_bytes = 64;                  // of a player's id, and of the name
inline constexpr std::size_t abort_reason_bytes = 200;
inline constexpr milliseconds main_time = std::chrono::hours{10};
inline constexpr milliseconds step_time = std::chrono::minutes{30};
inline constexpr milliseconds turn_time_least = seconds{1};  // a turn can never be shorter at its beginning
inline constexpr int byoyomi_periods = 25;
inline constexpr milliseconds move_days_least = std::chrono::days{1};
inline constexpr milliseconds move_days = std::chrono::days{30};

// A seat's first move is not timed. In a timed game it is waited for no longer than this, with a clock of days no
// longer than the days of one move.
inline constexpr milliseconds first_move_wait = seconds{60};

// After how long without a connection a player counts as gone, so that the others may claim something: in a timed game,
// and in one without a clock. With a clock of days nobody has to be there.
inline constexpr milliseconds absence_wait = seconds{30};
inline constexpr milliseconds absence_wait_untimed = std::chrono::minutes{5};

// Lag is credited on moves: no more than measured, no more than this for one move, and no more than the seat has saved.
// It starts with the most that can be saved and saves some with every move; so over n moves it gets at most
// `lag_saved + n * lag_saved_by_move`.
inline constexpr milliseconds lag_credit{1000};
inline constexpr milliseconds lag_saved{3000};
inline constexpr milliseconds lag_saved_by_move{200};

// After the game. While it is played a seat offers one draw and one takeback between two of its own moves.
inline constexpr int rematch_offers = 3;

// ---- A player ----
inline constexpr int matches_of_a_player = 30;  // waiting or running at once
inline constexpr int seeks_of_a_player = 5;
inline constexpr int sockets_of_a_player = 10;
inline constexpr int watched_of_a_socket = 20;  // matches that one socket watches
inline constexpr int tokens_of_a_player = 20;
inline constexpr int sessions_of_a_player = 50;
inline constexpr int mutes_of_a_player = 200;
inline constexpr int ratings_of_a_player = 200;

// ---- The lobby ----
inline constexpr int invitations = 5000;        // not listed, waiting for whoever has the link
inline constexpr int quick_waiting = 2000;      // people who wait for a quick pairing
inline constexpr int quick_window = 150;        // of ratings, when quick pairing begins to look
inline constexpr int quick_window_growth = 15;  // and how much wider it gets in a second

// ---- Lists in one answer ----
inline constexpr int listed_matches = 100;                 // a page of one's own games
inline constexpr int rating_steps = 500;                   // the newest games of one rating's history
inline constexpr int lobby_matches = 200;                  // shown in the lobby, the most watched first
inline constexpr int lobby_seeks = 500;                    // open at once
inline constexpr std::size_t challenges_of_a_player = 10;  // made and not answered
inline constexpr std::size_t challenges_to_a_player = 40;
inline constexpr std::size_t challenges_of_a_node = 2000;
inline constexpr int lobby_quick = 200;  // of those who wait for any opponent, shown beside the open ones
inline constexpr int lobby_rows = 700;   // all that is shown of both
inline constexpr int chat_lines = 200;   // kept of one room of one match
inline constexpr int catalog_games = 60;
inline constexpr int catalog_options = 20;
inline constexpr int option_values = 40;
inline constexpr int events_a_message = 500;  // a watcher further behind gets a snapshot

// ---- The whole server ----
inline constexpr int connections = 20000;
inline constexpr int connections_of_an_address = 1000;  // an IPv6 /56 may have four times as many, a /48 sixteen
inline constexpr int matches_in_memory = 50000;         // read to play or to look at; those nobody needs make room
inline constexpr int matches_unfinished = 200000;       // waiting or running, known by their headers at least
inline constexpr int matches_being_found = 1000;        // whose headers are being read at once
inline constexpr int readers_of_a_match = 200;          // that wait at once for it to be read
inline constexpr int spectators_of_a_match = 2000;
inline constexpr std::size_t pictures_kept = 64;        // of positions, for the previews of links
inline constexpr int player_streams = 4;                // ndjson streams open at once for one player
inline constexpr int refusals_logged_a_second = 20;     // of one kind; the rest are counted
inline constexpr std::size_t log_lines_waiting = 8192;  // past it the oldest are dropped: nobody waits for a terminal

// ---- Bytes ----
inline constexpr std::size_t message_bytes = 16 * 1024;         // one WebSocket message in
inline constexpr std::size_t body_bytes = 16 * 1024;            // one HTTP body in
inline constexpr std::size_t header_bytes = 8 * 1024;           // a request's line and headers
inline constexpr std::size_t linger_bytes = 256 * 1024;         // thrown away while somebody reads why it was refused
inline constexpr std::size_t target_bytes = 2 * 1024;           // a request's path and query
inline constexpr std::size_t reader_queue_bytes = 1024 * 1024;  // waiting for a slow reader before it is cut off
inline constexpr int reader_queue_messages = 1000;
inline constexpr std::size_t waiting_mebibytes = 256;           // for all slow readers together; then the slowest go
inline constexpr std::size_t socket_burst_bytes = 1024 * 1024;  // that one socket may send at once, frames' heads too
inline constexpr std::size_t socket_bytes_a_second = 128 * 1024;
inline constexpr std::size_t form_fields = 50;  // of a query or a form
inline constexpr int nesting = 12;              // how deep a JSON text may go

// ---- Collections of games ----
inline constexpr int collections = 100;       // of one folder; the first by their names
inline constexpr int collection_kinds = 200;  // of games in one of them
inline constexpr int collection_games = 1000000000;
inline constexpr int collection_page = 100;  // games in one answer
inline constexpr int collection_usual_page = 25;
inline constexpr int collection_counted = 10000;  // found games that are counted; past it there are more
inline constexpr int collection_moves = 500;      // told of one position
inline constexpr int explored_games = 200000;     // that came to a position, of which moves are counted
inline constexpr int searched_plies = 200;        // of an opening, or to the position that is asked for
inline constexpr int collection_threads = 2;      // searches at once
inline constexpr std::size_t searches_of_collections_waiting = 16;
inline constexpr seconds collection_search_time{3};  // then it is ended; a writer of the database waits for five
inline constexpr seconds collection_summary_time{60};

// ---- Open data: files that the site publishes ----
inline constexpr int published_files = 5000;           // that are listed; the first by their names
inline constexpr std::size_t piece_bytes = 64 * 1024;  // of a file, read and sent at a time
inline constexpr int downloads = 200;                  // at once
inline constexpr int downloads_of_an_address = 10;
inline constexpr int file_threads = 2;                  // that read files
inline constexpr std::size_t file_reads_waiting = 256;  // besides one of each download

// ---- A game that is read from PDN: what it may ask of the reader's memory ----
inline constexpr std::size_t pdn_game_bytes = 1024 * 1024;
inline constexpr std::size_t pdn_setup_bytes = 8 * 1024;  // a position set up in the middle of a game
inline constexpr std::size_t pdn_word_bytes = 1000;
inline constexpr std::size_t pdn_nesting = 100;  // of variations
inline constexpr std::size_t pdn_tags = 1000;

// ---- Time ----
inline constexpr milliseconds lag_measured{10'000};  // what a connection may claim; above is said how much is credited
inline constexpr seconds header_wait{10};            // for a request's headers
inline constexpr seconds body_wait{20};
inline constexpr seconds handshake_wait{10};        // TLS and WebSocket
inline constexpr seconds idle_wait{30};             // between two HTTP requests of one connection
inline constexpr seconds ping_every{15};            // each socket; who says nothing between one and the next is cut off
inline constexpr seconds write_wait{20};            // for a reader to take one message
inline constexpr seconds piece_wait{60};            // and to take one piece of a file
inline constexpr seconds acknowledgement_wait{30};  // for the other machine to say that what was sent has come
inline constexpr seconds stop_wait{10};             // for what is acknowledged, when the server stops
inline constexpr seconds answer_wait{60};           // for what is asked of the store or the live site
inline constexpr seconds close_wait{3};             // for the other side to answer a WebSocket's close
inline constexpr seconds linger_wait{2};            // for somebody to read why it was refused
inline constexpr std::chrono::minutes waiting_match_life{24 * 60};  // a match that nobody joined is aborted
inline constexpr std::chrono::hours unbegun_match_life{24};         // and one without a clock that nobody began to play
inline constexpr std::chrono::days quiet_match_life{14};            // without a clock, after the last that was done
inline constexpr std::chrono::hours quiet_match_grace{1};           // after a start, for those who could not come
inline constexpr std::chrono::minutes seek_life{60};                // of a seek whose maker is still there

inline constexpr seconds quick_window_falls{45};          // after it a quick pairing takes anybody
inline constexpr seconds seek_gone_wait{15};              // for the connection of somebody who seeks or challenges
inline constexpr std::chrono::hours invitation_life{24};  // of invitations, and of seeks and challenges of days a move

// ---- Sessions ----
inline constexpr std::chrono::hours session_idle{24 * 60};     // unused so long, it ends; a guest ends with it
inline constexpr std::chrono::hours session_life{24 * 365};    // it ends even when used
inline constexpr std::chrono::minutes session_seen_every{60};  // how exactly the last use is stored
inline constexpr std::chrono::hours session_rotation{24};      // its secret is another one after so long
inline constexpr std::chrono::minutes session_remembered{10};  // in memory, without asking the store
inline constexpr int sessions_remembered = 20000;
inline constexpr std::size_t tokens_remembered = 10000;
inline constexpr int passwords_waiting = 64;  // to be hashed
inline constexpr int password_threads = 1;
inline constexpr int lines_remembered = 4096;  // requests to say something, so that one sent again is said once
inline constexpr int throttled_keys = 20000;   // of each throttle
inline constexpr std::chrono::minutes same_line_wait{1};     // before somebody may say the same again
inline constexpr std::size_t last_lines_remembered = 10000;  // of as many players, to know what is the same

// ---- How often: a burst, and then one each so long ----
struct Throttle {
  int burst;
  milliseconds each;
};
inline constexpr Throttle messages_of_a_socket{100, milliseconds{50}};
inline constexpr Throttle control_frames_of_a_socket{20, milliseconds{500}};  // pings, and pongs that nobody asked for
// Shared by those of one address: past it their messages wait, and nobody is cut off. A school of a hundred moves
// twice a second each.
inline constexpr Throttle messages_of_an_address{2000, milliseconds{2}};
inline constexpr Throttle commands_of_a_player{60, milliseconds{100}};
inline constexpr Throttle chat_of_a_player{6, seconds{4}};
// A program greets, in two rooms of each game, and says goodbye; what is refused as too much stops it for a minute.
inline constexpr Throttle chat_of_a_bot{24, seconds{1}};
inline constexpr Throttle reports_of_a_player{5, seconds{600}};
inline constexpr Throttle matches_made_of_a_player{20, seconds{6}};
inline constexpr Throttle seeks_made_of_a_player{20, seconds{3}};
inline constexpr Throttle challenges_made_of_a_player{20, seconds{3}};
// Matches and seeks. A school behind one address begins as many, one person never fills the server.
inline constexpr Throttle games_made_of_an_address{300, seconds{10}};
// Guests are free, so one person could say as much as many.
inline constexpr Throttle chat_of_an_address{120, milliseconds{500}};
inline constexpr Throttle reports_of_an_address{20, seconds{60}};
inline constexpr Throttle guests_of_an_address{60, seconds{10}};
inline constexpr Throttle accounts_of_an_address{10, seconds{360}};
inline constexpr Throttle sign_ins_of_an_address{30, seconds{20}};
inline constexpr Throttle sign_ins_of_a_name{8, seconds{60}};
inline constexpr seconds sign_in_try_remembered{300};  // longer than an answer takes when many try on a slow machine
inline constexpr Throttle requests_of_an_address{600, milliseconds{20}};
// A reader goes through a game with the explorer open.
inline constexpr Throttle searches_of_an_address{60, milliseconds{250}};  // of collections
inline constexpr Throttle pictures_drawn{10, milliseconds{250}};          // of positions, whoever asks

// ---- The store: what waits for it, and what it is asked for at once ----
inline constexpr std::size_t writes_waiting = 65536;
inline constexpr std::size_t write_bytes_waiting = 64 * 1024 * 1024;  // as far as the requests tell
inline constexpr std::size_t reads_waiting = 16384;
inline constexpr int rows_a_page = 1000;
inline constexpr std::size_t matches_met = 100000;                // whose place in the store a connection remembers
inline constexpr std::size_t site_line_bytes = 64 * 1024 * 1024;  // one line of the stream between stores

// ---- The bus between nodes ----
inline constexpr std::size_t bus_addresses = 16;
inline constexpr std::size_t bus_subject_bytes = 200;
inline constexpr std::size_t bus_message_bytes = 512 * 1024;
inline constexpr std::size_t bus_messages_waiting = 65536;          // to be sent; and as many to be delivered
inline constexpr std::size_t bus_bytes_waiting = 64 * 1024 * 1024;  // of them together, either way
inline constexpr std::size_t bus_subscriptions = 262144;
inline constexpr std::size_t bus_questions_waiting = 16384;  // asked and not answered; and as many served
inline constexpr milliseconds bus_question_wait{60'000};
inline constexpr std::size_t heads_asked = 1000;            // at once, of matches that another node has made
inline constexpr std::size_t nodes = 256;                   // of one site, beside this one
inline constexpr std::size_t lobby_requests_delayed = 500;  // until a node knows which one leads the lobby

// ---- Engines, here and on other machines ----
inline constexpr std::size_t external_engines = 20;
inline constexpr int processes_of_an_engine = 64;     // of another program, at once
inline constexpr std::size_t engine_id_letters = 40;  // of another program's id
inline constexpr std::size_t searches_waiting = 256;  // of one pool; more are refused
inline constexpr milliseconds search_time{10'000};    // of a search that nothing shorter bounds
inline constexpr seconds engine_greeting_wait{5};     // of another program, for its first answer in Hub
inline constexpr seconds engine_start_wait{20};       // and to get ready: some read large tables of weights
inline constexpr seconds engine_think_grace{1};       // beyond its limit, before it is told to stop
inline constexpr seconds engine_stop_wait{2};         // to answer once it is told; then it is ended
inline constexpr std::size_t hub_line_bytes = 64 * 1024;
inline constexpr std::size_t dxp_message_bytes = 256;
inline constexpr std::size_t workers = 4096;
inline constexpr std::size_t tasks_waiting = 256;  // of one node, for a worker
inline constexpr std::size_t task_turns = plies;   // played before the position that a worker is asked about
inline constexpr std::size_t task_lines = 256;     // that it tells
inline constexpr std::size_t task_line_moves = 1024;

}  // namespace crownstar::limits
