// SPDX-License-Identifier: Apache-2.0
#include "transport/stdio.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <future>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/descriptor.h"

namespace transport {
namespace {

using base::Descriptor;

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
  std::string kept = {};  // read, and not yet asked for

  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) ADD_FAILURE() << "no pipe";
    read_end.reset(ends[0]);
    write_end.reset(ends[1]);
  }
  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto wrote = ::write(write_end.get(), bytes.data(), bytes.size());
      ASSERT_GT(wrote, 0);
      bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
  }
  std::string read_some() {
    std::string room(65536, '\0');
    const auto got = ::read(read_end.get(), room.data(), room.size());
    room.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return room;
  }
  std::string read_line() {
    for (auto at = kept.find('\n');; at = kept.find('\n')) {
      if (at != std::string::npos) {
        auto line = kept.substr(0, at);
        kept.erase(0, at + 1);
        return line;
      }
      const auto more = read_some();
      if (more.empty()) return std::exchange(kept, {});
      kept += more;
    }
  }
  std::string read_to_end() {
    std::string all = std::exchange(kept, {});
    for (auto piece = read_some(); !piece.empty(); piece = read_some()) all += piece;
    return all;
  }
};

// A server between two pipes that answers each line with "<line>" and an over-long one with its size.
struct Echo {
  Pipe in;
  Pipe out;
  LineServer server;
  std::thread thread;

  explicit Echo(std::size_t max_line_bytes = 16 * 1024 * 1024)
      : server({.in_fd = in.read_end.get(), .out_fd = out.write_end.get(), .max_line_bytes = max_line_bytes}),
        thread([this] {
          server.run([this](std::string_view line) { server.send(std::string("<").append(line).append(">")); },
                     [this](std::size_t bytes) { server.send("too long: " + std::to_string(bytes)); });
        }) {}
  ~Echo() {
    in.write_end.reset();
    if (thread.joinable()) thread.join();
  }
  std::string end_and_read() {
    in.write_end.reset();
    thread.join();
    out.write_end.reset();
    return out.read_to_end();
  }
};

TEST(LineServer, AnswersEachLine) {
  Echo echo;
  echo.in.write("a\nb\n");
  EXPECT_EQ(echo.out.read_line(), "<a>");
  EXPECT_EQ(echo.out.read_line(), "<b>");
}

TEST(LineServer, ALineMayComeInPieces) {
  Echo echo;
  for (const auto* piece : {"he", "llo", "\nwor", "ld\n"}) {
    echo.in.write(piece);
    std::this_thread::yield();
  }
  EXPECT_EQ(echo.out.read_line(), "<hello>");
  EXPECT_EQ(echo.out.read_line(), "<world>");
}

TEST(LineServer, CrlfAndEmptyLinesAndALastLineWithoutEnd) {
  Echo echo;
  echo.in.write("a\r\n\nlast");
  EXPECT_EQ(echo.end_and_read(), "<a>\n<>\n<last>\n");
}

TEST(LineServer, TakesALineOfEightMegabytes) {
  Echo echo;
  const std::string big(8 * 1024 * 1024, 'x');
  std::thread writer([&] { echo.in.write(big + "\nsmall\n"); });
  EXPECT_EQ(echo.out.read_line().size(), big.size() + 2);
  EXPECT_EQ(echo.out.read_line(), "<small>");
  writer.join();
}

TEST(LineServer, SkipsALineThatIsTooLongAndGoesOn) {
  Echo echo(1000);
  echo.in.write(std::string(300'000, 'x') + "\nnext\n");
  EXPECT_EQ(echo.out.read_line(), "too long: 300000");
  EXPECT_EQ(echo.out.read_line(), "<next>");
}

TEST(LineServer, AnswersBeforeItWaitsForMore) {
  Echo echo;
  echo.in.write("whole\nbegun");
  EXPECT_EQ(echo.out.read_line(), "<whole>");
  echo.in.write(" and ended\n");
  EXPECT_EQ(echo.out.read_line(), "<begun and ended>");
}

TEST(LineServer, ConcurrentSendsNeverMix) {
  Pipe in;
  Pipe out;
  LineServer server({.in_fd = in.read_end.get(), .out_fd = out.write_end.get()});
  std::thread runner([&] { server.run([&](std::string_view line) { server.send(line); }, [](std::size_t) {}); });
  std::vector<std::thread> senders;
  for (char name = 'a'; name < 'e'; ++name)
    senders.emplace_back([&, name] {
      for (std::size_t i = 0; i < 200; ++i) server.send(std::string(1 + i * 97 % 9000, name));
    });
  senders.emplace_back([&] {
    for (std::size_t i = 0; i < 200; ++i) in.write(std::string(1 + i * 97 % 9000, 'e') + "\n");
  });
  std::map<char, std::size_t> seen;
  for (int i = 0; i < 1000; ++i) {
    const auto line = out.read_line();
    ASSERT_FALSE(line.empty());
    ASSERT_EQ(line, std::string(1 + seen[line[0]]++ * 97 % 9000, line[0]));
  }
  for (auto& sender : senders) sender.join();
  in.write_end.reset();
  runner.join();
}

TEST(LineServer, EndsWhenNobodyReadsItsOutput) {
  Echo echo;
  echo.out.read_end.reset();
  echo.thread.join();  // although the input is still open
  echo.server.send("into the void");
  EXPECT_TRUE(echo.server.broken());
}

TEST(LineServer, ABrokenWriteFromAnotherThreadEndsRun) {
  Pipe in;
  Pipe out;
  LineServer server({.in_fd = in.read_end.get(), .out_fd = out.write_end.get()});
  out.read_end.reset();
  server.send("into the void");
  EXPECT_TRUE(server.broken());
  server.run([](std::string_view) {}, [](std::size_t) {});
}

TEST(LineServer, StopEndsRun) {
  Echo echo;
  echo.in.write("a\n");
  EXPECT_EQ(echo.out.read_line(), "<a>");
  echo.server.stop();
  echo.thread.join();
}

TEST(LineServer, WorksOverNonBlockingDescriptors) {
  Echo echo;
  for (const int fd : {echo.in.read_end.get(), echo.out.write_end.get()})
    ASSERT_EQ(::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK), 0);
  const std::string big(1'000'000, 'x');  // more than a pipe holds
  std::thread writer([&] { echo.in.write(big + "\n"); });
  EXPECT_EQ(echo.out.read_line().size(), big.size() + 2);
  writer.join();
}

// In a child, because the descriptors 1 and 2 belong to the whole process.
TEST(GuardStdout, OnlyTheKeptDescriptorReachesStandardOutput) {
  Pipe out;
  Pipe err;
  std::fflush(nullptr);
  const auto child = ::fork();
  if (child == 0) {
    ::dup2(out.write_end.get(), 1);
    ::dup2(err.write_end.get(), 2);
    const auto kept = guard_stdout();
    if (!kept.ok()) ::_exit(1);
    std::printf("from a library\n");
    std::fflush(stdout);
    const bool closes_on_exec = (::fcntl(*kept, F_GETFD) & FD_CLOEXEC) != 0;
    const bool wrote = ::write(*kept, "message\n", 8) == 8;
    ::_exit(closes_on_exec && wrote ? 0 : 2);
  }
  out.write_end.reset();
  err.write_end.reset();
  EXPECT_EQ(out.read_to_end(), "message\n");
  EXPECT_EQ(err.read_to_end(), "from a library\n");
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace transport
