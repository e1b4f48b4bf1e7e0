// SPDX-License-Identifier: Apache-2.0
#include "kernel/approver_key.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "base/files.h"
#include "base/ids.h"
#include "base/text.h"

namespace kernel {
namespace {

namespace fs = std::filesystem;

class SeededEntropy final : public base::Entropy {
 public:
  explicit SeededEntropy(unsigned seed = 7) : engine_(seed) {}
  void fill(char* out, std::size_t size) override {
    for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<char>(engine_());
  }

 private:
  std::mt19937 engine_;
};

class ApproverKey : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "lintel-key-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    file_ = directory_ / "approver.key";
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::string content() const { return base::read_file(file_, 1 << 20).value(); }
  void overwrite(std::string_view text) const { std::ofstream(file_, std::ios::binary) << text; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory_), fs::directory_iterator{}));
  }

  fs::path directory_;
  fs::path file_;
  SeededEntropy entropy_;
};

constexpr std::string_view passphrase = "correct horse battery";

TEST_F(ApproverKey, OpensWithItsPassphraseAndSigns) {
  const auto made = create_key(file_, passphrase, entropy_).value();
  const auto opened = unlock_key(file_, passphrase).value();
  EXPECT_EQ(opened.public_key, made.public_key);
  EXPECT_TRUE(base::verify_signature(made.public_key, "message", base::sign(opened, "message")));
}

TEST_F(ApproverKey, TheFileIsForItsOwnerAloneAndHoldsNoSecret) {
  const auto made = create_key(file_, passphrase, entropy_).value();
  struct stat status{};
  ASSERT_EQ(::stat(file_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_EQ(content().find(base::hex(made.seed)), std::string::npos);
  const Json json = base::parse_json(content()).value();
  EXPECT_EQ(json.text("kdf"), "scrypt");
  EXPECT_EQ(json.text("public_key"), base::hex(made.public_key));
  EXPECT_EQ(files(), 1U);
}

TEST_F(ApproverKey, AnotherPassphraseIsDenied) {
  ASSERT_TRUE(create_key(file_, passphrase, entropy_).ok());
  for (const char* wrong : {"", "correct horse battery ", "Correct horse battery"}) {
    EXPECT_EQ(unlock_key(file_, wrong).error().code, Code::denied);
  }
}

TEST_F(ApproverKey, AKeyIsNeverOverwritten) {
  ASSERT_TRUE(create_key(file_, passphrase, entropy_).ok());
  const std::string before = content();
  const auto second = create_key(file_, passphrase, entropy_);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::denied);
  EXPECT_EQ(content(), before);
  EXPECT_EQ(files(), 1U);
}

TEST_F(ApproverKey, ALinkInItsPlaceIsNotFollowed) {
  fs::create_symlink(directory_ / "elsewhere", file_);
  EXPECT_EQ(create_key(file_, passphrase, entropy_).error().code, Code::denied);
  EXPECT_FALSE(fs::exists(directory_ / "elsewhere"));
}

TEST_F(ApproverKey, AShortPassphraseIsRefusedAndNothingWritten) {
  for (const char* text : {"", "1234567", "äöüäöüä"}) {
    const auto made = create_key(file_, text, entropy_);
    ASSERT_FALSE(made.ok()) << text;
    EXPECT_EQ(made.error().code, Code::out_of_range);
    EXPECT_FALSE(made.error().hint.empty());
  }
  EXPECT_EQ(files(), 0U);
  EXPECT_TRUE(create_key(file_, "äöüäöüäö", entropy_).ok());
}

TEST_F(ApproverKey, MakesItsDirectory) {
  const fs::path deep = directory_ / "config" / "lintel" / "approver.key";
  ASSERT_TRUE(create_key(deep, passphrase, entropy_).ok());
  EXPECT_TRUE(unlock_key(deep, passphrase).ok());
}

TEST_F(ApproverKey, WithoutAFileItSaysHowToMakeOne) {
  const auto missing = unlock_key(file_, passphrase);
  EXPECT_EQ(missing.error().code, Code::not_found);
  EXPECT_NE(missing.error().hint.find("approvals init"), std::string::npos);
}

TEST_F(ApproverKey, AnAlteredFileIsDenied) {
  ASSERT_TRUE(create_key(file_, passphrase, entropy_).ok());
  const Json whole = base::parse_json(content()).value();
  for (const char* member : {"v", "kdf", "salt", "sealed", "public_key"}) {
    Json altered = whole;
    altered.erase(member);
    overwrite(altered.dump());
    EXPECT_EQ(unlock_key(file_, passphrase).error().code, Code::denied) << member;
  }
  for (const char* member : {"salt", "sealed", "public_key"}) {
    std::string text(whole.text(member));
    text[0] = text[0] == '0' ? '1' : '0';
    overwrite(Json(whole).set(member, text).dump());
    EXPECT_EQ(unlock_key(file_, passphrase).error().code, Code::denied) << member;
  }
  for (const char* text : {"", "not JSON", "[]", "{}"}) {
    overwrite(text);
    EXPECT_EQ(unlock_key(file_, passphrase).error().code, Code::denied) << text;
  }
}

TEST_F(ApproverKey, AKeySealedByAnotherVersionIsNamedSo) {
  ASSERT_TRUE(create_key(file_, passphrase, entropy_).ok());
  overwrite(base::parse_json(content()).value().set("v", 1).dump());
  const auto old = unlock_key(file_, passphrase);
  EXPECT_EQ(old.error().code, Code::denied);
  EXPECT_EQ(old.error().message, "the approver's key was sealed by another version of lintel");
  EXPECT_NE(old.error().hint.find("approvals init"), std::string::npos);
}

TEST_F(ApproverKey, AnotherKeysPublicHalfCannotBePutIn) {
  ASSERT_TRUE(create_key(file_, passphrase, entropy_).ok());
  SeededEntropy other(8);
  const auto stranger = base::make_signing_key(other);
  const Json whole = base::parse_json(content()).value();
  overwrite(Json(whole).set("public_key", base::hex(stranger.public_key)).dump());
  EXPECT_EQ(unlock_key(file_, passphrase).error().code, Code::denied);
}

// --- the list of approvers ---

Approver approver(std::string name, char key) {
  return {name, base::uuid_v5(base::lintel_namespace, name), std::string(32, key)};
}

TEST_F(ApproverKey, AnAbsentListMeansNobody) { EXPECT_TRUE(load_approvers(file_).value().empty()); }

TEST_F(ApproverKey, TheListSurvivesBeingStored) {
  ASSERT_TRUE(save_approvers(file_, {approver("ada", 'a'), approver("bob", 'b')}).ok());
  const auto read = load_approvers(file_).value();
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[1].name, "bob");
  EXPECT_EQ(read[1].user_id, approver("bob", 'b').user_id);
  EXPECT_EQ(read[1].public_key, std::string(32, 'b'));
}

TEST_F(ApproverKey, OneKeyCannotVoteAsTwoPersons) {
  ASSERT_TRUE(save_approvers(file_, {approver("ada", 'a'), approver("bob", 'a')}).ok());
  EXPECT_EQ(load_approvers(file_).error().code, Code::parse);
}

TEST_F(ApproverKey, ADamagedListIsAnErrorAndNotNobody) {
  const std::string id = approver("ada", 'a').user_id;
  const std::vector<std::string> damaged{
      "",
      "[]",
      R"({"approvers":{}})",
      R"({"approvers":[1]})",
      R"({"approvers":[{"name":"ada","user_id":"ada","public_key":")" + std::string(64, 'a') + R"("}]})",
      R"({"approvers":[{"name":"ada","user_id":")" + id + R"(","public_key":"aa"}]})"};
  for (const auto& text : damaged) {
    overwrite(text);
    EXPECT_EQ(load_approvers(file_).error().code, Code::parse) << text;
  }
}

}  // namespace
}  // namespace kernel
