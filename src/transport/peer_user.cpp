// SPDX-License-Identifier: Apache-2.0
#include "transport/peer_user.h"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "base/descriptor.h"

namespace transport {
namespace {

struct Ask {
  nlmsghdr head;
  inet_diag_req_v2 body;
};

// A socket of the other end as it sees itself: its own address is our peer's.
bool fill(inet_diag_req_v2& body, const sockaddr_storage& peer, const sockaddr_storage& own) {
  if (peer.ss_family != own.ss_family) return false;
  body.sdiag_protocol = IPPROTO_TCP;
  body.idiag_states = ~0U;
  body.id.idiag_cookie[0] = body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  if (peer.ss_family == AF_INET) {
    const auto& from = reinterpret_cast<const sockaddr_in&>(peer);
    const auto& to = reinterpret_cast<const sockaddr_in&>(own);
    body.sdiag_family = AF_INET;
    body.id.idiag_sport = from.sin_port;
    body.id.idiag_dport = to.sin_port;
    body.id.idiag_src[0] = from.sin_addr.s_addr;
    body.id.idiag_dst[0] = to.sin_addr.s_addr;
    return true;
  }
  if (peer.ss_family != AF_INET6) return false;
  const auto& from = reinterpret_cast<const sockaddr_in6&>(peer);
  const auto& to = reinterpret_cast<const sockaddr_in6&>(own);
  body.id.idiag_sport = from.sin6_port;
  body.id.idiag_dport = to.sin6_port;
  // A client of ::ffff:127.0.0.1 has a socket of IPv4 (RFC 4291, 2.5.5.2).
  const bool mapped = IN6_IS_ADDR_V4MAPPED(&from.sin6_addr);
  body.sdiag_family = mapped ? AF_INET : AF_INET6;
  const std::size_t skip = mapped ? 12 : 0;
  std::memcpy(body.id.idiag_src, from.sin6_addr.s6_addr + skip, 16 - skip);
  std::memcpy(body.id.idiag_dst, to.sin6_addr.s6_addr + skip, 16 - skip);
  return true;
}

bool send_to_kernel(int netlink, Ask& ask) {
  sockaddr_nl kernel{};
  kernel.nl_family = AF_NETLINK;
  ask.head.nlmsg_len = sizeof ask;
  ask.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  ask.head.nlmsg_flags = NLM_F_REQUEST;
  return ::sendto(netlink, &ask, sizeof ask, 0, reinterpret_cast<const sockaddr*>(&kernel), sizeof kernel) ==
         static_cast<ssize_t>(sizeof ask);
}

// The kernel has answered before sendto(2) returns.
std::optional<uid_t> answer_of(int netlink, const inet_diag_sockid& wanted) {
  alignas(nlmsghdr) std::array<char, 4096> buffer;
  sockaddr_nl from{};
  socklen_t size = sizeof from;
  const auto got =
      ::recvfrom(netlink, buffer.data(), buffer.size(), MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&from), &size);
  if (got < static_cast<ssize_t>(NLMSG_LENGTH(sizeof(inet_diag_msg))) || from.nl_pid != 0) return std::nullopt;
  nlmsghdr head{};
  inet_diag_msg found{};
  std::memcpy(&head, buffer.data(), sizeof head);
  if (head.nlmsg_type != SOCK_DIAG_BY_FAMILY) return std::nullopt;
  std::memcpy(&found, buffer.data() + NLMSG_HDRLEN, sizeof found);
  // A socket that its process closed has no inode and is told to be root's.
  if (found.idiag_inode == 0 || found.id.idiag_sport != wanted.idiag_sport) return std::nullopt;
  return found.idiag_uid;
}

std::optional<uid_t> look_up(int fd) {
  sockaddr_storage peer{};
  sockaddr_storage own{};
  socklen_t peer_size = sizeof peer;
  socklen_t own_size = sizeof own;
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0 ||
      ::getsockname(fd, reinterpret_cast<sockaddr*>(&own), &own_size) != 0)
    return std::nullopt;
  Ask ask{};
  if (!fill(ask.body, peer, own)) return std::nullopt;
  const base::Descriptor netlink(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
  if (!netlink || !send_to_kernel(netlink.get(), ask)) return std::nullopt;
  return answer_of(netlink.get(), ask.body.id);
}

}  // namespace

PeerUser PeerUser::known(std::optional<uid_t> user) {
  PeerUser peer(-1);
  peer.asked_ = true;
  peer.user_ = user;
  return peer;
}

std::optional<uid_t> PeerUser::get() {
  if (!asked_) user_ = look_up(fd_);
  asked_ = true;
  return user_;
}

bool PeerUser::is_this_user() {
  if (!ours_) ours_ = get() == ::geteuid();
  return *ours_;
}

}  // namespace transport
