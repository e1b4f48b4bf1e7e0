// SPDX-License-Identifier: Apache-2.0
#include "transport/peer_user.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "base/descriptor.h"

namespace transport {
namespace {

using base::Descriptor;

sockaddr_in6 v6(const char* address, std::uint16_t port = 0) {
  sockaddr_in6 out{};
  out.sin6_family = AF_INET6;
  out.sin6_port = port;
  ::inet_pton(AF_INET6, address, &out.sin6_addr);
  return out;
}
sockaddr_in v4(const char* address, std::uint16_t port = 0) {
  sockaddr_in out{};
  out.sin_family = AF_INET;
  out.sin_port = port;
  ::inet_pton(AF_INET, address, &out.sin_addr);
  return out;
}
template <class Address>
bool bind_to(int fd, const Address& address) {
  return ::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}
template <class Address>
bool connect_to(int fd, const Address& address) {
  return ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

// A listening socket and the port it got, in network order.
struct Listener {
  Descriptor fd;
  std::uint16_t port = 0;
  explicit Listener(int family) : fd(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int off = 0;
    ::setsockopt(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    EXPECT_TRUE(family == AF_INET ? bind_to(fd.get(), v4("127.0.0.1")) : bind_to(fd.get(), v6("::")));
    EXPECT_EQ(::listen(fd.get(), 4), 0);
    sockaddr_in6 bound{};  // the port is at the same place in both
    socklen_t size = sizeof bound;
    ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&bound), &size);
    port = bound.sin6_port;
  }
  Descriptor accept() const { return Descriptor(::accept4(fd.get(), nullptr, nullptr, SOCK_CLOEXEC)); }
};

Descriptor client(int family) { return Descriptor(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

TEST(PeerUser, IsToldForAllKindsOfLoopback) {
  const Listener four(AF_INET);
  const Descriptor a = client(AF_INET);
  ASSERT_TRUE(connect_to(a.get(), v4("127.0.0.1", four.port)));
  const Descriptor a_here = four.accept();
  EXPECT_EQ(PeerUser(a_here.get()).get(), ::geteuid()) << "IPv4";

  const Listener six(AF_INET6);
  const Descriptor b = client(AF_INET6);
  ASSERT_TRUE(connect_to(b.get(), v6("::1", six.port)));
  const Descriptor b_here = six.accept();
  EXPECT_EQ(PeerUser(b_here.get()).get(), ::geteuid()) << "IPv6";

  const Descriptor c = client(AF_INET);
  ASSERT_TRUE(connect_to(c.get(), v4("127.0.0.1", six.port)));
  const Descriptor c_here = six.accept();
  EXPECT_EQ(PeerUser(c_here.get()).get(), ::geteuid()) << "IPv4 at a listener of IPv6";

  const Descriptor d = client(AF_INET6);
  ASSERT_TRUE(connect_to(d.get(), v6("::ffff:127.0.0.1", four.port)));
  const Descriptor d_here = four.accept();
  EXPECT_EQ(PeerUser(d_here.get()).get(), ::geteuid()) << "a mapped address at a listener of IPv4";
}

// The kernel says of a socket that nobody holds that it is root's.
TEST(PeerUser, IsNotToldOfAnEndThatWasClosed) {
  const Listener four(AF_INET);
  Descriptor a = client(AF_INET);
  ASSERT_TRUE(connect_to(a.get(), v4("127.0.0.1", four.port)));
  const Descriptor here = four.accept();
  a.reset();
  EXPECT_EQ(PeerUser(here.get()).get(), std::nullopt);
}

TEST(PeerUser, IsAskedOnce) {
  const Listener four(AF_INET);
  Descriptor a = client(AF_INET);
  ASSERT_TRUE(connect_to(a.get(), v4("127.0.0.1", four.port)));
  const Descriptor here = four.accept();
  PeerUser peer(here.get());
  EXPECT_TRUE(peer.is_this_user());
  a.reset();
  EXPECT_TRUE(peer.is_this_user());
}

TEST(PeerUser, OfAnotherUserIsThatUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  constexpr uid_t nobody = 65534;
  for (const int family : {AF_INET, AF_INET6}) {
    const Listener listener(family);
    const pid_t child = ::fork();
    if (child == 0) {
      const bool ready = ::setuid(nobody) == 0;
      const int fd = ::socket(family, SOCK_STREAM, 0);
      const bool connected =
          family == AF_INET ? connect_to(fd, v4("127.0.0.1", listener.port)) : connect_to(fd, v6("::1", listener.port));
      char byte = 0;
      [[maybe_unused]] const auto got = ::read(fd, &byte, 1);  // until the other end is closed
      ::_exit(ready && connected ? 0 : 1);
    }
    {
      const Descriptor here = listener.accept();
      PeerUser peer(here.get());
      EXPECT_EQ(peer.get(), nobody);
      EXPECT_FALSE(peer.is_this_user());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

TEST(PeerUser, IsNotToldOfWhatIsNoTcpConnection) {
  int pair[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  const Descriptor a(pair[0]);
  const Descriptor b(pair[1]);
  EXPECT_EQ(PeerUser(a.get()).get(), std::nullopt);
}

}  // namespace
}  // namespace transport
