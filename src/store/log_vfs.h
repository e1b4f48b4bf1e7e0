// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace store {

// The name of a VFS like `under` (empty: SQLite's default), but for one thing: what is written to a
// write-ahead log is gathered and handed on in few large pieces, at the latest when the log is synced.
// SQLite writes a log in two small pieces per page, and each is a system call.
//
// Nothing is promised later than before: xSync hands everything on and then syncs, and SQLite shows a
// commit to other connections only after that (with synchronous=FULL, which this relies on). For the
// connection that writes; thread-safe.
std::string gathering_vfs(const std::string& under);

}  // namespace store
