// SPDX-License-Identifier: Apache-2.0
#include "base/ids.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/result.h"
#include "base/text.h"

namespace base {
namespace {

// Hands out the bytes it was given.
class Scripted final : public Entropy {
 public:
  explicit Scripted(std::string_view hex_digits) : bytes_(*unhex(hex_digits)) {}
  void fill(char* out, std::size_t size) override {
    ASSERT_LE(size, bytes_.size());
    std::ranges::copy(bytes_.substr(0, size), out);
    bytes_.erase(0, size);
  }

 private:
  std::string bytes_;
};

TEST(Uuid, MatchesTheVectorsOfRfc9562AppendixA) {
  Scripted four("919108f752d133205bacf847db4148a8");
  EXPECT_EQ(uuid_v4(four), "919108f7-52d1-4320-9bac-f847db4148a8");
  EXPECT_EQ(uuid_v5("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com"), "2ed6657d-e927-568b-95e1-2665a8aea6a2");
  Scripted seven("ffffffffffff0cc318c4dc0c0c07398f");
  EXPECT_EQ(uuid_v7(0x017F22E279B0, seven), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
}

TEST(Uuid, Version5IsAFunctionOfNamespaceAndName) {
  EXPECT_EQ(uuid_v5(lintel_namespace, "ada"), uuid_v5(lintel_namespace, "ada"));
  EXPECT_NE(uuid_v5(lintel_namespace, "ada"), uuid_v5(lintel_namespace, "bob"));
  EXPECT_NE(uuid_v5(uuid_v5(lintel_namespace, "x"), "ada"), uuid_v5(lintel_namespace, "ada"));
  EXPECT_THROW(uuid_v5("no uuid", "ada"), CheckFailed);
}

TEST(Uuid, Version7SortsByTime) {
  std::string last;
  for (const std::int64_t ms : {0ll, 1ll, 255ll, 256ll, 1'794'738'956'123ll, 1'794'738'956'124ll, 0xFFFF'FFFF'FFFFll}) {
    for (int i = 0; i < 20; ++i) ASSERT_LT(last, uuid_v7(ms, system_entropy()));
    last = uuid_v7(ms, system_entropy());
    last.replace(14, std::string::npos, "~");  // above every id of this millisecond
  }
}

TEST(Uuid, IsRecognised) {
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(is_uuid(uuid_v4(system_entropy())));
  EXPECT_TRUE(is_uuid("919108F7-52D1-4320-9BAC-F847DB4148A8"));
  for (const char* text : {"", "919108f752d143209bacf847db4148a8", "919108f7-52d1-4320-9bac-f847db4148a",
                           "919108f7-52d1-4320-9bac-f847db4148ag", "919108f7-52d1-4320-9bacf-847db4148a8",
                           "{919108f7-52d1-4320-9bac-f847db4148a8}", "919108f7-52d1-4320-9bac-f847db4148a8 "}) {
    EXPECT_FALSE(is_uuid(text)) << text;
  }
}

TEST(Handle, IsThePrefixAnd128BitsInBase32) {
  Scripted zeros("00000000000000000000000000000000");
  EXPECT_EQ(handle("ws_", zeros), "ws_00000000000000000000000000");
  Scripted ones("ffffffffffffffffffffffffffffffff");
  EXPECT_EQ(handle("", ones), "zzzzzzzzzzzzzzzzzzzzzzzzzw");
  Scripted mixed("0123456789abcdef0123456789abcdef");
  EXPECT_EQ(handle("c", mixed), "c04hmasw9nf6yy0938nkrkaydxw");
}

TEST(Handle, NeverRepeats) {
  std::set<std::string> seen;
  for (int i = 0; i < 10'000; ++i) {
    const auto made = handle("t", system_entropy());
    ASSERT_THAT(made, testing::MatchesRegex("t[0-9a-z]*"));
    ASSERT_EQ(made.size(), 27u);
    ASSERT_TRUE(seen.insert(made).second);
  }
}

TEST(SystemEntropy, FillsEverySizeWithFreshBytes) {
  for (const std::size_t size : {1u, 16u, 511u, 512u, 513u, 5000u}) {
    const auto bytes = system_entropy().bytes(size);
    EXPECT_EQ(bytes.size(), size);
    if (size >= 16) {
      EXPECT_NE(bytes, std::string(size, '\0'));
      EXPECT_NE(bytes, system_entropy().bytes(size));
    }
  }
  EXPECT_EQ(system_entropy().bytes(0), "");
}

TEST(SystemEntropy, UsesEveryByteValue) {
  std::set<char> seen;
  for (const char c : system_entropy().bytes(100'000)) seen.insert(c);
  EXPECT_EQ(seen.size(), 256u);
}

TEST(SystemEntropy, AChildProcessDoesNotRepeatItsParent) {
  system_entropy().bytes(8);  // so that a buffer is there to be inherited
  std::array<int, 2> pipe_ends{};
  ASSERT_EQ(::pipe(pipe_ends.data()), 0);
  const auto child = ::fork();
  if (child == 0) {
    const auto bytes = system_entropy().bytes(16);
    ::_exit(::write(pipe_ends[1], bytes.data(), bytes.size()) == 16 ? 0 : 1);
  }
  const auto ours = system_entropy().bytes(16);
  std::string theirs(16, '\0');
  EXPECT_EQ(::read(pipe_ends[0], theirs.data(), theirs.size()), 16);
  int status = 1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_NE(ours, theirs);
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
}

}  // namespace
}  // namespace base
