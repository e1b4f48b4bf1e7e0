// SPDX-License-Identifier: Apache-2.0
// What a well-meant client sees, over real sockets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
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

// Keeps exchanges until the test answers them, from its own thread.
class Shelf {
 public:
  Handler handler() {
    return [this](const Request& request, const ExchangePtr& exchange) {
      const std::lock_guard lock(mutex_);
      kept_.emplace_back(std::string(request.path), exchange);
      added_.notify_all();
    };
  }
  std::vector<std::pair<std::string, ExchangePtr>> take(std::size_t count) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(added_.wait_for(lock, patience, [&] { return kept_.size() >= count; }));
    return std::exchange(kept_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable added_;
  std::vector<std::pair<std::string, ExchangePtr>> kept_;
};

TEST(HttpServer, AnswersManyRequestsOnOneConnection) {
  RunningServer running;
  running.server.route("POST", "/echo", echo);
  Client client(running.start());
  for (int i = 0; i < 50; ++i) {
    client.post("/echo", "message " + std::to_string(i));
    const auto answer = client.read();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "message " + std::to_string(i));
    EXPECT_TRUE(answer.has("Content-Type: text/plain\r\n"));
    EXPECT_TRUE(answer.has("\r\nDate: "));
    EXPECT_FALSE(answer.has("Connection:"));
  }
  EXPECT_EQ(running.server.connections(), 1U);
}

TEST(HttpServer, TellsTheHandlerWhoAsksAndWhat) {
  RunningServer running;
  std::promise<std::string> seen;
  running.server.route("GET", "/a", [&](const Request& request, const ExchangePtr& exchange) {
    seen.set_value(request.peer.substr(0, 10) + (request.peer_is_loopback ? " loopback " : " far ") +
                   std::string(request.query) + " " + std::string(request.header("x-test")));
    exchange->respond(204, "", "");
  });
  Client client(running.start());
  client.send("GET /a?b HTTP/1.1\r\nHost: localhost\r\nX-Test: yes\r\n\r\n");
  const auto answer = client.read();
  EXPECT_EQ(answer.status, 204);
  EXPECT_FALSE(answer.has("Content-Length"));
  EXPECT_EQ(seen.get_future().get(), "127.0.0.1: loopback b yes");
}

TEST(HttpServer, UnknownPathAndUnknownMethod) {
  RunningServer running;
  running.server.route("POST", "/echo", echo);
  Client client(running.start());
  client.get("/nowhere");
  EXPECT_EQ(client.read().status, 404);
  client.get("/echo");
  const auto refused = client.read();
  EXPECT_EQ(refused.status, 405);
  EXPECT_TRUE(refused.has("Allow: POST\r\n"));
  client.post("/echo", "still here");
  EXPECT_EQ(client.read().body, "still here");
}

TEST(HttpServer, TheFallbackGetsUnknownPaths) {
  RunningServer running({}, echo);
  Client client(running.start());
  client.post("/anything", "x");
  EXPECT_EQ(client.read().body, "x");
}

TEST(HttpServer, PipelinedRequestsAreAnsweredInOrderWhateverOrderTheWorkEndsIn) {
  Shelf shelf;
  RunningServer running({}, shelf.handler());
  Client client(running.start());
  for (const auto* path : {"/0", "/1", "/2", "/3"}) client.get(path);
  auto kept = shelf.take(4);
  for (const std::size_t i : {2U, 3U, 1U, 0U}) kept[i].second->respond(200, "text/plain", "for " + kept[i].first);
  for (const auto* body : {"for /0", "for /1", "for /2", "for /3"}) EXPECT_EQ(client.read().body, body);
}

TEST(HttpServer, AStreamBehindAnUnfinishedAnswerWaitsForIt) {
  Shelf shelf;
  RunningServer running({}, shelf.handler());
  Client client(running.start());
  client.get("/first");
  client.get("/stream");
  auto kept = shelf.take(2);
  auto& stream = kept[1].second;
  stream->begin_stream(200, "text/event-stream");
  stream->send("one");
  kept[0].second->respond(200, "text/plain", "first");
  stream->send("two");
  stream->finish();
  EXPECT_EQ(client.read().body, "first");
  EXPECT_EQ(client.read().body, "onetwo");
}

TEST(HttpServer, MoreRequestsThanMayBeInWorkWaitTheirTurn) {
  Shelf shelf;
  RunningServer running({.max_pipelined = 2}, shelf.handler());
  Client client(running.start());
  std::string all;
  for (int i = 0; i < 5; ++i) all += "GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  client.send(all);
  for (int answered = 0; answered < 5;) {
    auto kept = shelf.take(1);
    EXPECT_LE(kept.size(), 2U);
    for (auto& [path, exchange] : kept) {
      exchange->respond(200, "text/plain", path);
      EXPECT_EQ(client.read().body, std::string("/").append(std::to_string(answered++)));
    }
  }
}

TEST(HttpServer, ReadsAChunkedRequest) {
  RunningServer running({}, echo);
  Client client(running.start());
  client.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
  client.send("7;x=y\r\n, world\r\n0\r\n\r\n");
  EXPECT_EQ(client.read().body, "hello, world");
}

TEST(HttpServer, ReadsABodyThatArrivesInPieces) {
  RunningServer running({}, echo);
  Client client(running.start());
  const std::string body(3'000'000, 'x');
  client.post("/", body);
  EXPECT_EQ(client.read().body, body);
  client.post("/", "small again");
  EXPECT_EQ(client.read().body, "small again");
}

TEST(HttpServer, StreamsChunksAsTheyAreSent) {
  Shelf shelf;
  RunningServer running({}, shelf.handler());
  Client client(running.start());
  client.get("/events");
  const auto exchange = shelf.take(1)[0].second;
  exchange->begin_stream(200, "text/event-stream", {{"Cache-Control", "no-store"}});
  const auto head = client.read(true);
  EXPECT_TRUE(head.has("Transfer-Encoding: chunked"));
  EXPECT_TRUE(head.has("Cache-Control: no-store"));
  for (const auto* event : {"data: 1\n\n", "data: 2\n\n"}) {
    exchange->send(event);
    EXPECT_EQ(client.read_chunk(), event);
  }
  exchange->send("");  // would end the stream if it were sent
  exchange->finish();
  exchange->send("too late");
  EXPECT_EQ(client.read_chunk(), "");
  client.get("/again");
  shelf.take(1)[0].second->respond(200, "text/plain", "same connection");
  EXPECT_EQ(client.read().body, "same connection");
}

TEST(HttpServer, WhatSeveralThreadsSendArrivesWholeAndInEachThreadsOrder) {
  Shelf shelf;
  RunningServer running({}, shelf.handler());
  Client client(running.start());
  client.get("/events");
  const auto exchange = shelf.take(1)[0].second;
  exchange->begin_stream(200, "text/event-stream");
  std::vector<std::thread> threads;
  for (char name = 'a'; name < 'e'; ++name)
    threads.emplace_back([&, name] {
      for (int i = 0; i < 500; ++i) exchange->send(name + std::to_string(i) + ";");
    });
  for (auto& thread : threads) thread.join();
  exchange->finish();
  std::array<int, 4> next{};
  client.read(true);
  for (auto chunk = client.read_chunk(); !chunk.empty(); chunk = client.read_chunk()) {
    auto& expected = next.at(static_cast<std::size_t>(chunk[0] - 'a'));
    ASSERT_EQ(chunk.substr(1), std::to_string(expected++) + ";");
  }
  EXPECT_THAT(next, testing::Each(500));
}

TEST(HttpServer, HeadHasTheLengthAndNoBody) {
  RunningServer running;
  running.server.route("GET", "/page", [](const Request&, const ExchangePtr& exchange) {
    exchange->respond(200, "text/html", "<p>hello</p>");
  });
  Client client(running.start());
  client.send("HEAD /page HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto answer = client.read(true);
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.has("Content-Length: 12\r\n"));
  client.get("/page");
  EXPECT_EQ(client.read().body, "<p>hello</p>");
}

TEST(HttpServer, AStreamedAnswerToHeadIsItsHeadOnly) {
  RunningServer running;
  running.server.route("GET", "/events", [](const Request&, const ExchangePtr& exchange) {
    exchange->begin_stream(200, "text/event-stream");
    exchange->send("data");
    exchange->finish();
  });
  Client client(running.start());
  client.send("HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.read(true).status, 200);
  client.get("/events");
  EXPECT_EQ(client.read().body, "data");
}

TEST(HttpServer, Http10IsAnsweredAndClosed) {
  RunningServer running({}, [](const Request&, const ExchangePtr& exchange) {
    exchange->begin_stream(200, "text/plain");
    exchange->send("no ");
    exchange->send("chunks");
    exchange->finish();
  });
  Client client(running.start());
  client.send("GET / HTTP/1.0\r\n\r\n");
  const auto answer = client.read();
  EXPECT_FALSE(answer.has("Transfer-Encoding"));
  EXPECT_EQ(answer.body, "no chunks");
}

TEST(HttpServer, ConnectionCloseIsKept) {
  RunningServer running({}, echo);
  Client client(running.start());
  client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const auto answer = client.read();
  EXPECT_TRUE(answer.has("Connection: close\r\n"));
  EXPECT_TRUE(client.ended());
}

TEST(HttpServer, ExpectedContinueIsSentOnceBeforeTheBody) {
  RunningServer running({}, echo);
  Client client(running.start());
  client.send("POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n");
  EXPECT_EQ(client.read().status, 100);
  for (const auto* piece : {"2", "\r\n", "hi", "\r\n0\r\n", "\r\n"}) {
    client.send(piece);
    std::this_thread::sleep_for(2ms);  // so that the pieces are read one by one; not needed to pass
  }
  const auto answer = client.read();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "hi");
}

TEST(HttpServer, ContinueWaitsForTheAnswersBeforeIt) {
  Shelf shelf;
  RunningServer running;
  running.server.route("GET", "/slow", shelf.handler());
  running.server.route("POST", "/echo", echo);
  Client client(running.start());
  client.get("/slow");
  client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  shelf.take(1)[0].second->respond(200, "text/plain", "slow");
  EXPECT_EQ(client.read().body, "slow");
  EXPECT_EQ(client.read().status, 100);
  client.send("hi");
  EXPECT_EQ(client.read().body, "hi");
}

TEST(HttpServer, ALineBreakInAHeaderValueCannotAddAHeader) {
  RunningServer running({}, [](const Request&, const ExchangePtr& exchange) {
    exchange->respond(200, "text/plain", "", {{"X-Name", "a\r\nSet-Cookie: b"}});
  });
  Client client(running.start());
  client.get("/");
  const auto answer = client.read();
  EXPECT_TRUE(answer.has("X-Name: a  Set-Cookie: b\r\n"));
}

TEST(HttpServer, OnlyTheFirstAnswerCounts) {
  RunningServer running({}, [](const Request&, const ExchangePtr& exchange) {
    exchange->respond(200, "text/plain", "first");
    exchange->respond(500, "text/plain", "second");
    exchange->begin_stream(200, "text/plain");
    exchange->send("third");
    exchange->finish();
  });
  Client client(running.start());
  for (int i = 0; i < 2; ++i) {
    client.get("/");
    EXPECT_EQ(client.read().body, "first");
  }
}

TEST(HttpServer, AnExchangeLetGoUnansweredIsAnswered500) {
  RunningServer running({.header_timeout = 400ms});  // looks for such exchanges as often as for timeouts
  Shelf shelf;
  running.server.route("GET", "/forgets", [](const Request&, const ExchangePtr&) {});
  running.server.route("GET", "/forgets-later", shelf.handler());
  Client client(running.start());
  client.get("/forgets");
  EXPECT_EQ(client.read().status, 500);
  client.get("/forgets-later");
  shelf.take(1).clear();
  EXPECT_EQ(client.read().status, 500);
}

TEST(HttpServer, TellsWhenTheClientGoesAway) {
  for (const bool reset : {false, true}) {
    Shelf shelf;
    RunningServer running({}, shelf.handler());
    Client client(running.start());
    client.get("/events");
    const auto exchange = shelf.take(1)[0].second;
    std::promise<void> gone;
    exchange->begin_stream(200, "text/event-stream");
    exchange->on_close([&] { gone.set_value(); });
    EXPECT_EQ(client.read(true).status, 200);
    EXPECT_FALSE(exchange->closed());
    if (reset)
      client.abort();
    else
      client.close();
    ASSERT_EQ(gone.get_future().wait_for(patience), std::future_status::ready);
    EXPECT_TRUE(exchange->closed());
    exchange->send("ignored");
    exchange->finish();
    std::promise<void> told_again;
    exchange->on_close([&] { told_again.set_value(); });
    EXPECT_EQ(told_again.get_future().wait_for(patience), std::future_status::ready);
  }
}

TEST(HttpServer, DoesNotTellWhenTheAnswerWasFinished) {
  Shelf shelf;
  RunningServer running({}, shelf.handler());
  std::atomic<int> told = 0;
  {
    Client client(running.start());
    client.get("/");
    const auto exchange = shelf.take(1)[0].second;
    exchange->on_close([&] { ++told; });
    exchange->respond(200, "text/plain", "done");
    EXPECT_EQ(client.read().body, "done");
  }
  running.stop();
  EXPECT_EQ(told, 0);
}

TEST(HttpServer, AnExchangeMayOutliveTheServer) {
  Shelf shelf;
  ExchangePtr exchange;
  {
    RunningServer running({.stop_grace = 1ms}, shelf.handler());
    Client client(running.start());
    client.get("/");
    exchange = shelf.take(1)[0].second;
  }
  EXPECT_TRUE(exchange->closed());
  exchange->respond(200, "text/plain", "to nobody");
  exchange->on_close([] { FAIL() << "there is no loop to run this on"; });
}

TEST(HttpServer, StopFinishesWhatRuns) {
  Shelf shelf;
  RunningServer running({}, shelf.handler());
  const auto port = running.start();
  Client idle(port);
  Client busy(port);
  busy.get("/");
  const auto exchange = shelf.take(1)[0].second;
  running.server.stop();
  EXPECT_TRUE(idle.ended());
  exchange->respond(200, "text/plain", "finished");
  const auto answer = busy.read();
  EXPECT_EQ(answer.body, "finished");
  EXPECT_TRUE(answer.has("Connection: close"));
  EXPECT_TRUE(busy.ended());
  running.join();
}

TEST(HttpServer, StopLetsStandingStreamsSayGoodbye) {
  RunningServer running;
  ExchangePtr standing;
  running.server.route("GET", "/events", [&](const Request&, const ExchangePtr& exchange) {
    standing = exchange;
    exchange->begin_stream(200, "text/event-stream");
  });
  running.server.on_stop([&] {
    standing->send("bye");
    standing->finish();
  });
  Client client(running.start());
  client.get("/events");
  EXPECT_EQ(client.read(true).status, 200);
  running.server.stop();
  EXPECT_EQ(client.read_chunk(), "bye");
  EXPECT_EQ(client.read_chunk(), "");
  running.join();
}

TEST(HttpServer, ASecondStopDoesNotWait) {
  Shelf shelf;
  RunningServer running({.stop_grace = 1h}, shelf.handler());
  Client client(running.start());
  client.get("/");
  const auto exchange = shelf.take(1)[0].second;
  std::promise<void> told;
  exchange->on_close([&] { told.set_value(); });
  running.server.stop();
  running.server.stop();
  running.join();
  EXPECT_EQ(told.get_future().wait_for(0s), std::future_status::ready);
  EXPECT_TRUE(client.ended());
}

TEST(HttpServer, StopBeforeRunReturnsAtOnce) {
  HttpServer server({});
  ASSERT_TRUE(server.listen().ok());
  server.stop();
  server.run();
}

TEST(HttpServer, PostedJobsRunInOrderOnTheLoopThread) {
  RunningServer running;
  std::vector<int> order;
  std::promise<void> done;
  running.server.post([&] { order.push_back(0); });
  running.start();
  for (int i = 1; i < 100; ++i) running.server.post([&, i] { order.push_back(i); });
  running.server.post([&] { done.set_value(); });
  ASSERT_EQ(done.get_future().wait_for(patience), std::future_status::ready);
  EXPECT_EQ(order.size(), 100U);
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST(HttpServer, TimersRunAgainAndAgain) {
  RunningServer running;
  std::promise<void> thrice;
  running.server.every(1ms, [&, count = 0]() mutable {
    if (++count == 3) thrice.set_value();
  });
  running.start();
  EXPECT_EQ(thrice.get_future().wait_for(patience), std::future_status::ready);
}

TEST(HttpServer, APortInUseIsAnErrorThatNamesIt) {
  RunningServer running;
  const auto port = running.start();
  HttpServer second({.port = port});
  const auto result = second.listen();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, base::Code::unavailable);
  EXPECT_THAT(result.error().message, testing::HasSubstr("127.0.0.1:" + std::to_string(port)));
}

TEST(HttpServer, ListensOnIPv6Loopback) {
  HttpServer server({.host = "[::1]"});
  EXPECT_TRUE(server.listen().ok());
}

}  // namespace
}  // namespace transport
