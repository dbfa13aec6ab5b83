#include "site/server/config/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "site/server/config/external_engines.hpp"

namespace crownstar::server {
namespace {

using Variables = std::map<std::string, std::string>;

std::expected<ReadSettings, SettingsRefusal> read(SettingValues flags, const Variables& variables = {}) {
  return read_settings({std::move(flags),
                        [variables](const std::string& name) -> std::optional<std::string> {
                          const auto found = variables.find(name);
                          return found == variables.end() ? std::nullopt : std::optional(found->second);
                        },
                        ""});
}

TEST(Settings, NeedNothing) {
  const auto settings = read({}, {{"HOME", "/home/somebody"}});
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->settings.address, "127.0.0.1");
  EXPECT_EQ(settings->settings.port, 8417);
  EXPECT_FALSE(settings->settings.is_port_given);
  EXPECT_EQ(settings->settings.store, "/home/somebody/.local/share/crownstar/crownstar.db");
  EXPECT_EQ(read({}, {{"HOME", "/h"}, {"XDG_DATA_HOME", "/d"}})->settings.store, "/d/crownstar/crownstar.db");
  EXPECT_EQ(read({}, {{"HOME", "/h"}, {"XDG_DATA_HOME", "relative"}})->settings.store,
            "/h/.local/share/crownstar/crownstar.db");
}

TEST(Settings, OfAFlagCountBeforeTheEnvironment) {
  const auto settings = read({{"port", {"1"}}}, {{"CROWNSTAR_PORT", "2"}, {"CROWNSTAR_LOG_FORM", "json"}});
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->settings.port, 1);
  EXPECT_TRUE(settings->settings.is_port_given);
  EXPECT_EQ(settings->settings.log_form, LogForm::json);
  EXPECT_EQ(settings->sources.at("port"), "flag");
  EXPECT_EQ(settings->sources.at("log-form"), "environment");
  EXPECT_EQ(settings->sources.at("store"), "default");
}

TEST(Settings, KeepSessionsForSixtyDaysAtMost) {
  EXPECT_EQ(read({})->settings.session_days, 60);
  EXPECT_EQ(read({{"session-days", {"7"}}})->settings.session_days, 7);
  EXPECT_FALSE(read({{"session-days", {"61"}}}));
  EXPECT_FALSE(read({{"session-days", {"0"}}}));
}

TEST(Settings, NameAFolderOfOpenDataThatIsThere) {
  EXPECT_EQ(read({})->settings.open_data, "");
  EXPECT_EQ(read({{"open-data", {testing::TempDir()}}})->settings.open_data, testing::TempDir());
  const auto missing = read({{"open-data", {"/no/such/folder"}}});
  ASSERT_FALSE(missing);
  EXPECT_TRUE(missing.error().is_of_a_flag);
  EXPECT_THAT(missing.error().reason, testing::HasSubstr("open-data: there is no folder '/no/such/folder'"));
}

TEST(Settings, NameAFolderOfCollectionsThatIsThere) {
  EXPECT_EQ(read({})->settings.collections, "");
  EXPECT_EQ(read({{"collections", {testing::TempDir()}}})->settings.collections, testing::TempDir());
  const auto missing = read({{"collections", {"/no/such/folder"}}});
  ASSERT_FALSE(missing);
  EXPECT_TRUE(missing.error().is_of_a_flag);
  EXPECT_THAT(missing.error().reason, testing::HasSubstr("collections: there is no folder '/no/such/folder'"));
}

TEST(Settings, MayBeLists) {
  const auto settings =
      read({}, {{"CROWNSTAR_TRUSTED_PROXY", "10.0.0.0/8,::1"}, {"CROWNSTAR_ORIGIN", "https://a.example,"}});
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->settings.trusted_proxies.size(), 2U);
  EXPECT_THAT(settings->settings.origins, testing::ElementsAre("https://a.example"));
}

TEST(Settings, ThatAreWrongAreNamedWithTheirPlace) {
  EXPECT_EQ(read({{"port", {"x"}}}).error().reason, "--port: expected a number from 0 to 65535 instead of 'x'");
  EXPECT_THAT(read({}, {{"CROWNSTAR_ADDRESS", "x"}}).error().reason, testing::StartsWith("CROWNSTAR_ADDRESS: "));
  EXPECT_FALSE(read({{"tls-key", {"/key"}}}));
  EXPECT_THAT(read({}, {{"CROWNSTAR_SECOND_FACTOR_KEY", "/no/such/file"}}).error().reason,
              testing::HasSubstr("'/no/such/file' does not exist. Bring it back"));
}

TEST(Settings, AllHaveAReaderAWriterAndAnExplanation) {
  for (const SettingRow& row : setting_rows()) {
    EXPECT_NE(row.read, nullptr) << row.name;
    EXPECT_NE(row.write, nullptr) << row.name;
    EXPECT_FALSE(row.explanation.empty() || row.value_name.empty()) << row.name;
  }
}

TEST(ExternalEngines, HaveWordsAsTheyAreQuoted) {
  EXPECT_THAT(split_words("scan  hub"), testing::ElementsAre("scan", "hub"));
  EXPECT_THAT(split_words("'my engine' --name=\"a b\" ''"), testing::ElementsAre("my engine", "--name=a b", ""));
  EXPECT_EQ(external_engine({"Scan 3", "scan hub", "international frisian"}).id, "scan-3");
}

}  // namespace
}  // namespace crownstar::server
