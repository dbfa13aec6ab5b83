#include "site/server/node/server.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <unistd.h>

#include "site/bus/bus.hpp"
#include "site/collections/collection_searcher.hpp"
#include "site/live/engines/engine_player.hpp"
#include "site/people/chat/chat_rules.hpp"
#include "site/people/passwords/password_pool.hpp"
#include "site/server/api/bot/steps/begun_captures.hpp"
#include "site/server/api/oauth/codes.hpp"
#include "site/server/api/presence.hpp"
#include "site/server/downloads/downloads.hpp"
#include "site/server/net/loop/event_loop.hpp"
#include "site/server/net/transport.hpp"
#include "site/server/node/nodes_people.hpp"
#include "site/server/node/part_settings.hpp"
#include "site/server/node/presence_check.hpp"
#include "site/server/node/reports/metrics.hpp"
#include "site/server/node/reports/service_notice.hpp"
#include "site/server/node/reports/store_report.hpp"
#include "site/server/node/shown_ratings.hpp"
#include "site/server/node/site.hpp"
#include "site/server/node/site_clock.hpp"
#include "site/server/operator/operator_changes.hpp"
#include "site/store/open/open_store.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/json/codec.hpp"
#include "site/workers/shared_engines.hpp"

namespace crownstar::server {
namespace {

constexpr std::chrono::milliseconds live_tick{100};
constexpr std::chrono::minutes people_sweep{1};
constexpr std::chrono::seconds silenced_read{5};
constexpr std::chrono::seconds presence_tick{1};
constexpr std::chrono::seconds store_look{1};
constexpr std::chrono::milliseconds engines_tick{100};
constexpr int exit_at_once = 130;

template <typename Clock>
SiteClock::Microseconds read_clock() {
  return std::chrono::duration_cast<SiteClock::Microseconds>(Clock::now().time_since_epoch());
}

// The parts in the order in which they are made; they end in the reverse order.
class Server {
 public:
  explicit Server(const ServerPlan& plan)
      : plan_(plan), log_(plan.settings.log_level, plan.settings.log_form), begun_(std::chrono::steady_clock::now()) {}

  base::Checked<void> run() {
    log_.write_always(LogLevel::info, "starting", {{"version", plan_.version}, {"process", ::getpid()}});
    if (auto made = make(); !made) return made;
    changes_.emplace(
        *store_.store, security_, [this](const std::string& person) { person_was_changed(person); },
        [this](const std::string& match) { live_->chat_changed(match); }, [this] { anybody_was_changed(); });
    changes_->look();  // before anything else is read: what changes from now on is noticed
    people_->open([this](const people::Answer<void>& opened) {
      if (!opened) return fail(opened.error().reason);
      live_->open([this](const std::expected<live::Opened, std::string>& live) {
        if (!live) return fail(live.error());
        log_.write(LogLevel::info, "opened", {{"running", live->running}, {"waiting", live->waiting}});
        begin();
      });
    });
    loop_.run();
    log_.write(LogLevel::info, "stopped");
    if (failure_) return base::refuse(*failure_);
    return {};
  }

 private:
  std::function<void(std::function<void()>)> post() {
    return [this](std::function<void()> work) { loop_.post(std::move(work)); };
  }

  void fail(std::string reason) {
    failure_ = std::move(reason);
    loop_.stop();
  }

  base::Checked<void> make() {
    const std::string& place = plan_.settings.store;
    if (auto checked = check_tls(transport_options(plan_.settings)); !checked) return checked;
    if (auto prepared = make_store_folder(place, plan_.settings.store_must_exist); !prepared) return prepared;
    store_report_.warn_of_shared_file_system();
    auto store = store::open_store(place, plan_.settings.store_must_exist, post());
    if (!store) {
      return base::refuse(
          fmt::format("cannot open the store '{}': {}", store::shown_address(place), store.error().text));
    }
    store_ = *std::move(store);
    passwords_.emplace(post(), plan_.settings.password_threads, limits::passwords_waiting);
    auto key_cipher = read_key_cipher(plan_.settings.second_factor_key);
    if (!key_cipher) return std::unexpected(key_cipher.error());
    people_.emplace(*store_.store, *passwords_, std::chrono::days(plan_.settings.session_days), nullptr,
                    *std::move(key_cipher));
    tables_ = make_tables(plan_.settings, log_);
    auto engines = engine::Engines::create(engine_settings(plan_.settings, *tables_), post());
    if (!engines) return base::refuse(engines.error().reason);
    engines_ = std::move(*engines);
    if (auto opened = open_bus(); !opened) return opened;
    engine_player_.emplace(searches(),
                           [random = std::mt19937_64(std::random_device()())]() mutable { return random(); });
    make_live();
    codes_.emplace(
        plan_.settings.bus.empty() ? nullptr : bus_.get(),
        [this](const std::string& person, const std::string& token) {
          people_->end_token(person, token, [this, person](const people::Answer<void>& ended) {
            const bool is_gone = ended || ended.error().code == "not_found";
            security_.note("oauth_code_reused", "", person,
                           is_gone ? "its token is revoked" : "its token is not revoked yet: " + ended.error().reason);
          });
        },
        [this] { return clock_.now(); });
    captures_.emplace(plan_.settings.bus.empty() ? nullptr : bus_.get(), live_->node(),
                      [this](std::string_view key) { return live_->owner_of(key); });
    collections_.emplace(plan_.settings.collections, post(),
                         [this](collections::FolderEvent event, const std::string& file, const std::string& detail) {
                           tell_of_collection(event, file, detail);
                         });
    downloads_.emplace(plan_.settings.open_data, post(),
                       [this](const std::string& trouble) { tell_of_open_data(trouble); });
    services_.emplace(
        Services{plan_.settings, plan_.version, *live_, *people_, searches(), presence_, *codes_, *captures_, log_,
                 security_, of_address_, *collections_, *downloads_, [this] { return clock_.now(); },
                 [this](const std::string& person, auto done) {
                   show_ratings(*store_.store, person, clock_.now(), std::move(done));
                 },
                 [this](const std::string& person, const std::string& family, wire::Pace pace, auto done) {
                   show_rating_history(*store_.store, person, family, pace, std::move(done));
                 },
                 [this] { return metrics(); }, [this] { return health(); }});
    site_.emplace(*services_);
    transport_.emplace(loop_, transport_options(plan_.settings), *site_,
                       [this](std::string_view address, std::string_view reason) {
                         security_.note("transport", address, "", reason);
                       });
    listen_to_people();
    return {};
  }

  void make_live() {
    live::LivePorts ports{*store_.store,
                          &*engine_player_,
                          [this] { return clock_.now(); },
                          [this](const std::string& line) { log_.write(LogLevel::error, "live", {{"reason", line}}); },
                          0,
                          plan_.settings.bus.empty() ? nullptr : bus_.get(),
                          [this] { return clock_.look(); },
                          [this](people::Instant shown) { clock_.go_on_from(shown); }};
    live::LiveSettings live_settings;
    live_settings.close_quiet = std::chrono::days(plan_.settings.close_quiet_days);
    live_settings.close_unbegun = std::min(live_settings.close_unbegun, live_settings.close_quiet);
    live_.emplace(std::move(ports), live_settings);
  }

  void tell_of_collection(collections::FolderEvent event, const std::string& file, const std::string& detail) {
    if (event == collections::FolderEvent::found) {
      return log_.write(LogLevel::info, "collection_found", {{"file", file}, {"games", detail}});
    }
    log_.write(LogLevel::warning, "collection_left_out", {{"file", file}, {"reason", detail}});
  }

  void tell_of_open_data(const std::string& trouble) {
    if (trouble.empty()) return log_.write(LogLevel::info, "open_data_back", {{"folder", plan_.settings.open_data}});
    log_.write(LogLevel::warning, "open_data_gone", {{"folder", plan_.settings.open_data}, {"reason", trouble}});
  }

  // Without a broker the bus is the memory of this process, and nobody hears of workers.
  base::Checked<void> open_bus() {
    auto bus = bus::open_bus({plan_.settings.bus, fmt::format("node {}", ::getpid())}, post());
    if (!bus) return base::refuse("bus: " + bus.error().reason);
    bus_ = std::move(*bus);
    if (!plan_.settings.bus.empty()) {
      const int threads = engine_threads(plan_.settings);
      shared_engines_.emplace(*engines_, threads, *bus_, std::chrono::steady_clock::now());
      // Followed by `bus_connected`; where it is not, nobody has been reached there yet.
      log_.write(LogLevel::info, "bus_sought", {{"bus", bus::shown_bus_address(plan_.settings.bus)}});
    }
    bus_->on_link([this](bus::Link link) { bus_link_changed(link); });
    return {};
  }

  void bus_link_changed(bus::Link link) {
    if (!shared_engines_) return;
    constexpr std::array<std::string_view, 3> events{"bus_connected", "bus_lost", "bus_back"};
    const auto level = link == bus::Link::lost ? LogLevel::warning : LogLevel::info;
    log_.write(level, events[static_cast<std::size_t>(link)], {{"bus", bus::shown_bus_address(plan_.settings.bus)}});
    shared_engines_->link_changed(link);
    if (live_) live_->link_changed(link);
    if (link != bus::Link::back) return;
    // Changes of people that were published meanwhile have not come.
    people_->forget_all();
    presence_check_.begin();
  }

  // Where searches are asked for: with workers of the site, where there may be any.
  engine::EngineService& searches() {
    if (shared_engines_) return *shared_engines_;
    return *engines_;
  }

  void listen_to_people() {
    if (!plan_.settings.bus.empty()) nodes_people_.emplace(*bus_, *people_, *live_, presence_);
    people_->on_ended([this](const std::vector<std::string>& handles) {
      presence_.end_handles(handles);
      if (nodes_people_) nodes_people_->notify_ended(handles);
    });
    people_->on_changed([this](const people::Person& person, people::Change change) {
      live_->person_changed(person, change);
      if (nodes_people_) nodes_people_->notify_changed(person, change);
      const bool is_there = change == people::Change::has_new_name || change == people::Change::stays;
      is_there ? presence_.rename(person) : presence_.end_person(person.id);
    });
    people_->on_failure(
        [this](const std::string& line) { log_.write(LogLevel::error, "store_failed", {{"reason", line}}); });
  }

  void begin() {
    const auto port = transport_->listen();
    if (!port) return fail(port.error().reason);
    loop_.every(live_tick, [this] {
      live_->tick();
      tell_when_ready();
    });
    if (shared_engines_) {
      loop_.every(engines_tick, [this] { shared_engines_->tick(std::chrono::steady_clock::now()); });
    }
    loop_.every(people_sweep, [this] {
      if (!clock_.is_in_doubt()) people_->sweep(clock_.now());
      people_->free_taken_names(presence_.everybody());
    });
    loop_.every(store_look, [this] { store_report_.note(store_.figures()); });
    loop_.every(presence_tick, [this] { presence_check_.tick(); });
    // Another program writes the list of silenced people, and what an operator changes about accounts.
    loop_.every(silenced_read, [this] {
      changes_->look();
      live_->chat_rules().open([this](const people::Answer<void>& read) {
        if (!read) log_.write(LogLevel::error, "silenced_not_read", {{"reason", read.error().reason}});
      });
    });
    loop_.on_hangup([this] { reload(); });
    loop_.on_signals([this] { stop(); }, [] { std::_Exit(exit_at_once); });
    const Settings& settings = plan_.settings;
    const bool is_anywhere = settings.address == "0.0.0.0" || settings.address == "::";
    const std::string host = is_anywhere                      ? "localhost"
                             : settings.address.contains(':') ? "[" + settings.address + "]"
                                                              : settings.address;
    const std::string address = fmt::format("http{}://{}:{}/", settings.has_tls() ? "s" : "", host, *port);
    log_.write(LogLevel::info, "listening", {{"address", address}, {"store", store::shown_address(settings.store)}});
    warn_of_plain_http();
    plan_.on_ready(address);
    if (const auto beat = notice_.beat()) loop_.every(*beat, [this] { notice_.alive(); });
    tell_when_ready();
  }

  // A node of several first hears the others: whoever restarts one after the other waits for this.
  void tell_when_ready() {
    if (is_ready_told_ || !live_->missing().empty()) return;
    is_ready_told_ = true;
    notice_.ready();
  }

  void warn_of_plain_http() {
    const Settings& settings = plan_.settings;
    const Address address = *read_address(settings.address);
    const bool is_this_machine = read_network("127.0.0.0/8")->holds(address) || read_network("::1")->holds(address);
    if (settings.has_tls() || is_this_machine || !settings.trusted_proxies.empty()) return;
    log_.write(LogLevel::warning, "plain_http",
               {{"address", settings.address},
                {"reason",
                 "whoever is on the way can read passwords and act for players; use --tls-certificate, or a "
                 "proxy with TLS and --trusted-proxy"}});
  }

  void person_was_changed(const std::string& person) {
    people_->forget_person(person);
    live_->person_changed_elsewhere(person);
    presence_check_.begin();  // sessions may have ended
  }

  void anybody_was_changed() {
    people_->forget_all();
    live_->anybody_changed_elsewhere();
    presence_check_.begin();
  }

  // Certificates are renewed while the server runs. Other settings are read at a start.
  void reload() {
    collections_->look_again();
    if (!plan_.settings.has_tls()) return log_.write(LogLevel::info, "reloaded");
    const auto reloaded = transport_->reload_certificate();
    if (!reloaded) {
      return log_.write(LogLevel::error, "certificate_not_reloaded", {{"reason", reloaded.error().reason}});
    }
    log_.write(LogLevel::info, "reloaded", {{"certificate", plan_.settings.tls_certificate}});
  }

  // Acknowledged moves are stored already; work under way is finished, players are told, and then the server ends.
  void stop() {
    log_.write(LogLevel::info, "stopping");
    is_stopping_ = true;
    notice_.stopping();
    site_->stop();
    transport_->stop_listening();
    live_->close("stopping", [this] { transport_->close_all([this] { loop_.stop(); }); });
    loop_.every(limits::stop_wait * 2, [this] {
      log_.write(LogLevel::warning, "stopped_late");
      loop_.stop();
    });
  }

  double uptime() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(); }

  std::string metrics() {
    return write_metrics({transport_->figures(), live_->figures(), store_.figures(), searches().load(),
                          site_->answers_by_status(), security_.counts(), presence_.people(), passwords_->waiting(),
                          plan_.version, uptime(),
                          shared_engines_ ? std::optional(shared_engines_->figures()) : std::nullopt, bus_->figures()});
  }

  wire::Health health() const {
    wire::Health health;
    // While the disk refuses, and no longer: whoever watches this need not start a server anew that has recovered.
    const store::StoreFigures store = store_.figures();
    health.store = store.is_degraded() ? wire::HealthState::degraded : wire::HealthState::ok;
    health.state = is_stopping_ ? wire::HealthState::stopping : health.store;
    if (const std::string_view missing = live_->missing(); !is_stopping_ && !missing.empty()) {
      health.state = wire::HealthState::starting;
      health.reason = missing;
    }
    health.version = plan_.version;
    health.uptime_s = static_cast<std::int64_t>(uptime());
    health.matches = static_cast<std::int64_t>(live_->figures().matches_running);
    health.connections = static_cast<std::int64_t>(transport_->figures().connections);
    return health;
  }

  const ServerPlan& plan_;
  Log log_;
  SecurityLog security_{log_};
  std::chrono::steady_clock::time_point begun_;
  SiteClock clock_{read_clock<std::chrono::system_clock>, read_clock<std::chrono::steady_clock>};
  std::optional<std::string> failure_;
  bool is_stopping_ = false;
  bool is_ready_told_ = false;
  ServiceNotice notice_;
  StoreReport store_report_{log_, plan_.settings.store};
  EventLoop loop_;
  store::OpenStore store_;
  std::optional<OperatorChanges> changes_;
  std::optional<people::PasswordPool> passwords_;
  std::optional<people::People> people_;
  std::unique_ptr<engine::BackgroundTables> tables_;
  std::unique_ptr<engine::Engines> engines_;
  std::unique_ptr<bus::Bus> bus_;
  std::optional<workers::SharedEngines> shared_engines_;
  std::optional<live::EnginePlayer> engine_player_;
  Presence presence_;
  PresenceCheck presence_check_{
      presence_, [this](const std::string& person, auto done) { people_->account_state_of(person, std::move(done)); }};
  AddressThrottles of_address_;
  std::optional<collections::CollectionSearcher> collections_;
  std::optional<Downloads> downloads_;
  std::optional<live::LiveSite> live_;
  std::optional<NodesPeople> nodes_people_;
  std::optional<Codes> codes_;
  std::optional<BegunCaptures> captures_;
  std::optional<Services> services_;
  std::optional<Site> site_;
  std::optional<Transport> transport_;
};

}  // namespace

base::Checked<void> serve(const ServerPlan& plan) { return Server(plan).run(); }

}  // namespace crownstar::server
