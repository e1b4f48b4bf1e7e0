// SPDX-License-Identifier: Apache-2.0
#include "transport/unix_socket.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/descriptor.h"

namespace transport {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 20s;

struct UnixSocket : testing::Test {
  std::string directory = (std::filesystem::temp_directory_path() / "lintel-unix-XXXXXX").string();
  std::string path;

  void SetUp() override {
    ASSERT_NE(::mkdtemp(directory.data()), nullptr);
    path = directory + "/socket";
  }
  void TearDown() override { std::filesystem::remove_all(directory); }

  std::unique_ptr<UnixServer> serve(UnixServer::Handler handler) const {
    auto server = UnixServer::listen(path);
    EXPECT_TRUE(server.ok());
    (*server)->start(std::move(handler));
    return std::move(server).value();
  }
  std::unique_ptr<UnixServer> serve_echo() const {
    return serve([](std::string_view line, const UnixServer::Reply& reply, const UnixPeer&) {
      reply(std::string("<").append(line).append(">"));
    });
  }
};

// A socket file whose server died without removing it.
void leave_behind(const std::string& path) {
  const Descriptor dead(::socket(AF_UNIX, SOCK_STREAM, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  ASSERT_EQ(::bind(dead.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
}

TEST_F(UnixSocket, AnswersOneLineWithOneLine) {
  const auto server = serve_echo();
  auto client = UnixClient::connect(path).value();
  EXPECT_EQ(client.call("one", patience).value(), "<one>");
  EXPECT_EQ(client.call("two", patience).value(), "<two>");
  const std::string big(3'000'000, 'x');
  EXPECT_EQ(client.call(big, patience).value().size(), big.size() + 2);
}

TEST_F(UnixSocket, TellsWhoAsks) {
  const auto server = serve([](std::string_view, const UnixServer::Reply& reply, const UnixPeer& peer) {
    reply(std::to_string(peer.pid) + " " + std::to_string(peer.uid));
  });
  auto client = UnixClient::connect(path).value();
  EXPECT_EQ(client.call("?", patience).value(), std::to_string(::getpid()) + " " + std::to_string(::getuid()));
}

TEST_F(UnixSocket, OnlyTheOwnerMayOpenTheFile) {
  const auto before = ::umask(0);
  const auto server = serve_echo();
  ::umask(before);
  struct stat info{};
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
}

TEST_F(UnixSocket, OnePeersSlowAnswerDoesNotHoldUpAnother) {
  std::promise<UnixServer::Reply> slow;
  const auto server = serve([&](std::string_view line, const UnixServer::Reply& reply, const UnixPeer&) {
    if (line == "slow")
      slow.set_value(reply);
    else
      reply(std::string(line));
  });
  auto first = UnixClient::connect(path).value();
  auto answer = std::async(std::launch::async, [&] { return first.call("slow", patience).value(); });
  const auto reply = slow.get_future().get();
  auto second = UnixClient::connect(path).value();
  EXPECT_EQ(second.call("quick", patience).value(), "quick");
  reply("at last\nand no further line");
  reply("nor a second reply");
  EXPECT_EQ(answer.get(), "at last");
  EXPECT_EQ(first.call("next", patience).value(), "next");
}

TEST_F(UnixSocket, ManyClientsAtOnce) {
  const auto server = serve_echo();
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      auto client = UnixClient::connect(path).value();
      for (int i = 0; i < 50; ++i) {
        const auto line = std::to_string(t) + "/" + std::to_string(i);
        EXPECT_EQ(client.call(line, patience).value(), std::string("<").append(line).append(">"));
      }
    });
  for (auto& thread : threads) thread.join();
}

TEST_F(UnixSocket, ACallThatTimesOutClosesTheConnection) {
  const auto server = serve([](std::string_view, const UnixServer::Reply&, const UnixPeer&) {});
  auto client = UnixClient::connect(path).value();
  EXPECT_EQ(client.call("?", 10ms).error().code, base::Code::unavailable);
  EXPECT_EQ(client.call("?", patience).error().message, "the connection is closed");
}

TEST_F(UnixSocket, ALiveServerIsNotReplaced) {
  const auto server = serve_echo();
  const auto second = UnixServer::listen(path);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, base::Code::unavailable);
  EXPECT_EQ(UnixClient::connect(path).value().call("still here", patience).value(), "<still here>");
}

TEST_F(UnixSocket, ADeadServersSocketIsReplaced) {
  leave_behind(path);
  EXPECT_FALSE(UnixClient::connect(path).ok());
  const auto server = serve_echo();
  EXPECT_EQ(UnixClient::connect(path).value().call("new", patience).value(), "<new>");
}

TEST_F(UnixSocket, AnotherFileIsLeftAlone) {
  std::ofstream(path) << "precious";
  EXPECT_FALSE(UnixServer::listen(path).ok());
  EXPECT_EQ(std::filesystem::file_size(path), 8U);
}

TEST_F(UnixSocket, StopRemovesTheFileAndEndsCalls) {
  std::promise<UnixServer::Reply> kept;
  const auto server =
      serve([&](std::string_view, const UnixServer::Reply& reply, const UnixPeer&) { kept.set_value(reply); });
  auto client = UnixClient::connect(path).value();
  auto answer = std::async(std::launch::async, [&] { return client.call("?", patience); });
  const auto reply = kept.get_future().get();
  server->stop();
  EXPECT_FALSE(answer.get().ok());
  EXPECT_FALSE(std::filesystem::exists(path));
  reply("too late");
}

TEST_F(UnixSocket, APathThatIsTooLongIsRefused) {
  EXPECT_EQ(UnixServer::listen(std::string(200, 'x')).error().code, base::Code::out_of_range);
  EXPECT_EQ(UnixClient::connect(std::string(200, 'x')).error().code, base::Code::out_of_range);
}

}  // namespace
}  // namespace transport
