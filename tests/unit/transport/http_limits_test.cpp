// SPDX-License-Identifier: Apache-2.0
// What a careless or hostile client meets, over real sockets.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "transport/http.h"
#include "unit/transport/sockets.h"

namespace transport {
namespace {

using namespace std::chrono_literals;
using testing_sockets::Client;
using testing_sockets::RunningServer;
using ExchangePtr = std::shared_ptr<Exchange>;

constexpr auto patience = std::chrono::milliseconds(testing_sockets::patience_ms);

void echo(const Request& request, const ExchangePtr& exchange) {
  exchange->respond(200, "text/plain", std::string(request.body));
}

void expect_alive(std::uint16_t port) {
  Client client(port);
  client.post("/", "alive");
  EXPECT_EQ(client.read().body, "alive");
}

TEST(HttpLimits, AMalformedRequestIsAnsweredAndTheConnectionClosed) {
  RunningServer running({}, echo);
  const auto port = running.start();
  Client client(port);
  client.send("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const auto answer = client.read();
  EXPECT_EQ(answer.status, 400);
  EXPECT_TRUE(answer.has("Connection: close"));
  EXPECT_EQ(answer.body, "{\"error\":{\"status\":400,\"message\":\"There is more than one Host header.\"}}\n");
  EXPECT_TRUE(client.ended());
  expect_alive(port);
}

TEST(HttpLimits, AnErrorWaitsForTheAnswersBeforeIt) {
  RunningServer running;
  std::promise<ExchangePtr> kept;
  running.server.route("GET", "/slow", [&](const Request&, const ExchangePtr& exchange) { kept.set_value(exchange); });
  Client client(running.start());
  client.get("/slow");
  client.send("nonsense\r\n");
  kept.get_future().get()->respond(200, "text/plain", "slow");
  EXPECT_EQ(client.read().body, "slow");
  EXPECT_EQ(client.read().status, 400);
  EXPECT_TRUE(client.ended());
}

TEST(HttpLimits, AnOversizedBodyIsRefusedBeforeItIsSentAndStillWhileItIs) {
  RunningServer running({.max_body_bytes = 1000}, echo);
  Client waits(running.start());
  waits.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1001\r\n\r\n");
  EXPECT_EQ(waits.read().status, 413);
  Client pushes(running.port);
  pushes.post("/", std::string(1'000'000, 'x'));
  EXPECT_EQ(pushes.read().status, 413);
  expect_alive(running.port);
}

// Whoever may not come in is told so by the head, and nothing is kept of the body.
TEST(HttpLimits, ABodyIsNotReadBeforeItsHeadWasLetIn) {
  RunningServer running({}, echo);
  running.server.before_body([](const Request& head, Exchange& exchange) {
    if (head.header("authorization").empty())
      exchange.respond(401, "text/plain", "who are you?", {{"WWW-Authenticate", "Bearer"}});
  });
  const auto port = running.start();
  for (const char* framing : {"Content-Length: 1000000", "Transfer-Encoding: chunked"}) {
    Client stranger(port);
    stranger.send("POST /a?b HTTP/1.1\r\nHost: a\r\n" + std::string(framing) + "\r\n\r\n");
    const auto answer = stranger.read();
    EXPECT_EQ(answer.status, 401) << framing;
    EXPECT_EQ(answer.body, "who are you?");
    EXPECT_TRUE(answer.has("WWW-Authenticate: Bearer"));
    EXPECT_TRUE(answer.has("Connection: close"));
  }
  Client known(port);
  known.send("POST / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nContent-Length: 4\r\n\r\nab");
  known.send("cd");
  EXPECT_EQ(known.read().body, "abcd");
  expect_alive(port);
}

TEST(HttpLimits, UnfinishedBodiesTakeNoMoreThanTheirShare) {
  RunningServer running({.max_unfinished_bytes = 3'500'000, .small_body_bytes = 1000}, echo);
  const auto port = running.start();
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 5; ++i) {
    clients.push_back(std::make_unique<Client>(port));
    clients.back()->send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000001\r\n\r\n" + std::string(1'000'000, 'x'));
    expect_alive(port);
  }
  // Those that began first were given up; the last ones may still finish, and so may small ones.
  const auto given_up = clients.front()->read();
  EXPECT_EQ(given_up.status, 503);
  EXPECT_TRUE(given_up.has("Retry-After: 1"));
  clients.back()->send("x");
  EXPECT_EQ(clients.back()->read().body.size(), 1'000'001U);
  EXPECT_LE(running.server.unfinished_bytes(), 3'500'000U);
  clients.clear();
  expect_alive(port);
}

TEST(HttpLimits, AnOversizedHeaderIsRefused) {
  RunningServer running({}, echo);
  Client client(running.start());
  client.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(40'000, 'x') + "\r\n\r\n");
  EXPECT_EQ(client.read().status, 431);
  expect_alive(running.port);
}

// Sends `start`, then a byte every few milliseconds until an answer comes; its status.
int status_after_trickling(std::uint16_t port, std::string_view start) {
  Client client(port);
  client.send(start);
  std::atomic<bool> answered = false;
  std::thread trickle([&] {
    while (!answered && client.send("x")) std::this_thread::sleep_for(5ms);
  });
  const auto status = client.read().status;
  answered = true;
  trickle.join();
  return status;
}

TEST(HttpLimits, AHeadThatTricklesInIsCutOff) {
  RunningServer running({.header_timeout = 100ms}, echo);
  const auto port = running.start();
  EXPECT_EQ(status_after_trickling(port, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "), 408);
  expect_alive(port);
}

TEST(HttpLimits, ABodyThatTricklesInIsCutOff) {
  RunningServer running({.body_timeout = 100ms}, echo);
  const auto port = running.start();
  EXPECT_EQ(status_after_trickling(port, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"), 408);
  expect_alive(port);
}

TEST(HttpLimits, ABodyThatMakesProgressMayTakeLongerThanTheTimeout) {
  RunningServer running({.body_timeout = 1500ms}, echo);
  Client client(running.start());
  const std::string piece(8192, 'x');
  client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81920\r\n\r\n");
  for (int i = 0; i < 10; ++i) {
    std::this_thread::sleep_for(200ms);
    client.send(piece);
  }
  EXPECT_EQ(client.read().body.size(), 81920U);
}

TEST(HttpLimits, ASilentClientIsCutOff) {
  RunningServer running({.header_timeout = 50ms}, echo);
  Client client(running.start());
  EXPECT_TRUE(client.ended());
}

TEST(HttpLimits, AnIdleConnectionIsClosed) {
  RunningServer running({.idle_timeout = 50ms}, echo);
  Client client(running.start());
  client.post("/", "x");
  EXPECT_EQ(client.read().body, "x");
  EXPECT_TRUE(client.ended());
}

TEST(HttpLimits, WorkThatTakesLongIsNotIdleness) {
  RunningServer running({.header_timeout = 20ms, .idle_timeout = 20ms},
                        [](const Request&, const ExchangePtr& exchange) {
                          std::thread([exchange] {
                            std::this_thread::sleep_for(200ms);
                            exchange->respond(200, "text/plain", "slow work");
                          }).detach();
                        });
  Client client(running.start());
  client.get("/");
  EXPECT_EQ(client.read().body, "slow work");
}

TEST(HttpLimits, OneConnectionTooManyIsToldSo) {
  RunningServer running({.max_connections = 2}, echo);
  const auto port = running.start();
  auto first = std::make_unique<Client>(port);
  Client second(port);
  first->post("/", "1");
  second.post("/", "2");
  EXPECT_EQ(first->read().body, "1");
  EXPECT_EQ(second.read().body, "2");
  Client third(port);
  EXPECT_EQ(third.read().status, 503);
  first.reset();
  while (running.server.connections() > 1) std::this_thread::yield();
  expect_alive(port);
}

TEST(HttpLimits, AClientThatDoesNotReadIsDropped) {
  RunningServer running({.max_unsent_bytes = 1'000'000});
  std::promise<ExchangePtr> kept;
  running.server.route("GET", "/events",
                       [&](const Request&, const ExchangePtr& exchange) { kept.set_value(exchange); });
  Client client(running.start(), 4096);
  client.get("/events");
  const auto exchange = kept.get_future().get();
  std::promise<void> gone;
  exchange->on_close([&] { gone.set_value(); });
  exchange->begin_stream(200, "text/event-stream");
  std::size_t most_unsent = 0;
  for (int i = 0; i < 100'000 && !exchange->closed(); ++i) {
    exchange->send(std::string(10'000, 'x'));
    most_unsent = std::max(most_unsent, exchange->unsent_bytes());
    if (exchange->unsent_bytes() > 500'000) std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(gone.get_future().wait_for(patience), std::future_status::ready);
  EXPECT_TRUE(exchange->closed());
  EXPECT_GT(most_unsent, 500'000U);
}

TEST(HttpLimits, AClientThatTakesNoByteForTooLongIsDropped) {
  RunningServer running({.write_timeout = 50ms}, [](const Request&, const ExchangePtr& exchange) {
    exchange->respond(200, "text/plain", std::string(20'000'000, 'x'));
  });
  Client client(running.start(), 4096);
  client.get("/");
  while (running.server.connections() == 0) std::this_thread::yield();
  while (running.server.connections() > 0) std::this_thread::sleep_for(1ms);
  EXPECT_LT(client.read_to_end().size(), 20'000'000U);
}

TEST(HttpLimits, AnAnswerLargerThanTheBacklogLimitArrivesWhole) {
  RunningServer running({.max_unsent_bytes = 1000}, [](const Request&, const ExchangePtr& exchange) {
    exchange->respond(200, "text/plain", std::string(20'000'000, 'x'));
  });
  Client client(running.start());
  client.get("/");
  EXPECT_EQ(client.read().body.size(), 20'000'000U);
}

TEST(HttpLimits, AClientThatAsksWithoutReadingIsNotReadFurther) {
  RunningServer running({}, [](const Request&, const ExchangePtr& exchange) {
    exchange->respond(200, "text/plain", std::string(100'000, 'x'));
  });
  Client client(running.start());
  std::string many;
  for (int i = 0; i < 500; ++i) many += "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  client.send(many);
  for (int i = 0; i < 500; ++i) ASSERT_EQ(client.read().body.size(), 100'000U);
}

// Lowers the limit on descriptors to what is open now and a few more.
class FewDescriptors {
 public:
  explicit FewDescriptors(rlim_t more) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    // The next free ones need not be neighbours: whoever started us may have left some open.
    std::vector<int> free;
    while (free.size() < more) free.push_back(::dup(0));
    auto lower = before_;
    lower.rlim_cur = static_cast<rlim_t>(free.back()) + 1;
    for (const int descriptor : free) ::close(descriptor);
    ::setrlimit(RLIMIT_NOFILE, &lower);
  }
  ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

TEST(HttpLimits, RunningOutOfDescriptorsShedsConnectionsAndRecovers) {
  RunningServer running({}, echo);
  const auto port = running.start();
  // The loop must have all its own descriptors, and none of a client, before they are counted.
  expect_alive(port);
  while (running.server.connections() > 0) std::this_thread::yield();
  {
    const FewDescriptors limit(3);
    Client first(port);  // takes one here and one in the server
    first.post("/", "1");
    EXPECT_EQ(first.read().body, "1");
    Client second(port);
    EXPECT_TRUE(second.ended());
    first.post("/", "still served");
    EXPECT_EQ(first.read().body, "still served");
  }
  expect_alive(port);
}

TEST(HttpLimits, ManyClientsComeAndGo) {
  RunningServer running({}, echo);
  const auto port = running.start();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([port] {
      for (int i = 0; i < 50; ++i) {
        Client client(port);
        client.post("/", "x");
        if (i % 3 == 0) continue;  // leaves without reading
        EXPECT_EQ(client.read().body, "x");
      }
    });
  for (auto& thread : threads) thread.join();
  while (running.server.connections() > 0) std::this_thread::yield();
}

}  // namespace
}  // namespace transport
