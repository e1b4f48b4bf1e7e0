// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "transport/http.h"

namespace transport {

// Which handler answers a method and path. Built first, then only read, by any thread.
class RouteTable {
 public:
  // Neither handler nor allow: nobody knows the path. Only allow: the path is known, the method is not.
  struct Match {
    const Handler* handler = nullptr;
    std::string allow = {};
  };

  void add(std::string method, std::string path, Handler handler);
  void add_prefix(std::string method, std::string prefix, Handler handler);
  Match find(std::string_view method, std::string_view path) const;

 private:
  struct Entry {
    std::string method;
    Handler handler;
  };
  using Entries = std::vector<Entry>;
  struct Prefix {
    std::string text;
    Entries entries;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  static Match choose(const Entries& entries, std::string_view method);

  std::unordered_map<std::string, Entries, Hash, std::equal_to<>> exact_;
  std::vector<Prefix> prefixes_;  // longest first
};

}  // namespace transport
