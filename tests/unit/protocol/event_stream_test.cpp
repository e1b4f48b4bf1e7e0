// SPDX-License-Identifier: Apache-2.0
// Streams that can be resumed, and deadlines.
#include "protocol/event_stream.h"

#include "protocol/deadlines.h"
#include "unit/protocol/rig.h"

namespace {

using namespace protocol_test;
using protocol::EventStream;

TEST(EventIds, NameTheStreamAndTheEvent) {
  const auto position = EventStream::parse_id("12-34");
  ASSERT_TRUE(position);
  EXPECT_EQ(position->name, "12");
  EXPECT_EQ(position->event, 34U);
  for (const char* id : {"", "-", "12", "-3", "12-", "12-x", "12-3x", "12--", "1-99999999999999999999999"}) {
    EXPECT_FALSE(EventStream::parse_id(id)) << id;
  }
}

TEST(Streams, ReplayOnlyWhatCameAfter) {
  EventStream stream(EventStream::Kind::resumable, "1", false);
  const auto first = std::make_shared<FakeExchange>();
  stream.attach(first);
  stream.send(R"({"n":0})");
  stream.detach(first.get());
  stream.send(R"({"n":1})");
  stream.send(R"({"n":2})");
  EXPECT_EQ(first->messages().size(), 1U);
  const auto second = std::make_shared<FakeExchange>();
  stream.attach(second, 0);
  stream.send(R"({"n":3})");
  ASSERT_EQ(second->messages().size(), 3U);
  EXPECT_EQ(second->messages()[0].dump(), R"({"n":1})");
  stream.close();
  EXPECT_TRUE(second->finished());
  stream.send(R"({"n":4})");
  EXPECT_EQ(second->messages().size(), 3U);
}

TEST(Streams, ANewConnectionReplacesTheOld) {
  EventStream stream(EventStream::Kind::resumable, "1", true);
  const auto first = std::make_shared<FakeExchange>();
  const auto second = std::make_shared<FakeExchange>();
  stream.attach(first);
  stream.attach(second, 0);
  EXPECT_TRUE(first->finished());
  stream.detach(first.get());  // late news of the old one change nothing
  stream.send(R"({"n":1})");
  EXPECT_EQ(second->messages().size(), 1U);
}

TEST(Streams, KeepOnlySoMuch) {
  EventStream stream(EventStream::Kind::resumable, "1", false);
  for (std::size_t i = 0; i < EventStream::max_kept_events + 100; ++i) stream.send(R"({"n":1})");
  const auto late = std::make_shared<FakeExchange>();
  stream.attach(late, 0);
  EXPECT_EQ(late->messages().size(), EventStream::max_kept_events);
}

TEST(Streams, KnowWhetherTheyStillHaveWhatAClientMissed) {
  EventStream stream(EventStream::Kind::resumable, "1", false);
  EXPECT_TRUE(stream.has_all_after(0));
  for (std::size_t i = 0; i < EventStream::max_kept_events + 100; ++i) stream.send(R"({"n":1})");
  EXPECT_FALSE(stream.has_all_after(50));
  EXPECT_TRUE(stream.has_all_after(99));
}

// However many there are: together they keep so much, and the oldest goes first.
TEST(Streams, KeepOnlySoMuchTogether) {
  const auto kept = std::make_shared<protocol::KeptEvents>(100'000);
  std::vector<std::shared_ptr<EventStream>> streams;
  for (int i = 0; i < 100; ++i) {
    streams.push_back(std::make_shared<EventStream>(EventStream::Kind::resumable, std::to_string(i), false, kept));
    streams.back()->send(std::string(10'000, 'x'));
    EXPECT_LE(kept->bytes(), 100'000U);
  }
  EXPECT_FALSE(streams.front()->has_all_after(static_cast<std::uint64_t>(-1)));
  const auto first = std::make_shared<FakeExchange>();
  streams.front()->attach(first, static_cast<std::uint64_t>(-1));
  EXPECT_TRUE(streams.back()->has_all_after(0));
  const auto last = std::make_shared<FakeExchange>();
  streams.back()->detach(nullptr);
  streams.back()->send(R"({"n":1})");
  streams.back()->attach(last, 0);
  EXPECT_EQ(last->messages().size(), 1U);
}

TEST(Streams, OfRequestsWithoutIdsKeepNothing) {
  EventStream stream(EventStream::Kind::plain, "", false);
  stream.send(R"({"n":0})");
  const auto exchange = std::make_shared<FakeExchange>();
  stream.attach(exchange);
  stream.send(R"({"n":1})");
  EXPECT_EQ(exchange->text(), "event: message\ndata: {\"n\":1}\n\n");
}

TEST(DeadlinesTest, RunInOrderOfTimeUnlessCancelled) {
  std::mutex mutex;
  std::condition_variable changed;
  std::string order;
  const auto note = [&](char letter) {
    return [&, letter] {
      const std::lock_guard lock(mutex);
      order += letter;
      changed.notify_all();
    };
  };
  protocol::Deadlines deadlines;
  deadlines.after(std::chrono::milliseconds(40), note('c'));
  const auto dropped = deadlines.after(std::chrono::milliseconds(20), note('b'));
  deadlines.after(std::chrono::milliseconds(1), note('a'));
  deadlines.cancel(dropped);
  deadlines.cancel(dropped);
  EXPECT_TRUE(eventually(mutex, changed, [&] { return order.size() == 2; }));
  EXPECT_EQ(order, "ac");
  deadlines.after(std::chrono::hours(1), note('z'));  // destroyed without running
}

}  // namespace
