// SPDX-License-Identifier: Apache-2.0
#include "base/diff.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/text.h"

namespace base {

namespace {

using Lines = std::vector<std::string_view>;

// A line keeps its line feed, so that a missing one at the end is a difference too.
Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

// One run of lines that both have, or of which only one side has them.
struct Step {
  char sign;                  // ' ', '-' or '+'
  std::size_t before, after;  // indices of the line on either side
};

// Diagonals go from -limit - 1 to limit + 1.
std::size_t place_of(int diagonal, int limit) { return static_cast<std::size_t>(std::ptrdiff_t{diagonal} + limit + 1); }

// Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), the greedy one: furthest reaching
// paths by number of edits, kept to walk back along. Empty if more than `limit` edits are needed.
std::vector<std::vector<int>> furthest_paths(const Lines& a, const Lines& b, int limit) {
  const int n = static_cast<int>(a.size());
  const int m = static_cast<int>(b.size());
  std::vector<std::vector<int>> trace;
  std::vector<int> reach(static_cast<std::size_t>(2 * limit + 3), 0);
  const auto at = [&](int k) -> int& { return reach[place_of(k, limit)]; };
  for (int d = 0; d <= std::min(limit, n + m); ++d) {
    trace.push_back(reach);
    for (int k = -d; k <= d; k += 2) {
      int x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)]) ++x;
      at(k) = x;
      if (x >= n && x - k >= m) return trace;
    }
  }
  return {};
}

std::vector<Step> walk_back(const std::vector<std::vector<int>>& trace, int n, int m, int limit) {
  std::vector<Step> steps;
  const auto add = [&](char sign, int x, int y) {
    steps.push_back({sign, static_cast<std::size_t>(x), static_cast<std::size_t>(y)});
  };
  int x = n;
  int y = m;
  for (int d = static_cast<int>(trace.size()) - 1; d >= 0; --d) {
    const auto at = [&](int k) { return trace[static_cast<std::size_t>(d)][place_of(k, limit)]; };
    const int k = x - y;
    const int previous_k = k == -d || (k != d && at(k - 1) < at(k + 1)) ? k + 1 : k - 1;
    const int previous_x = d == 0 ? 0 : at(previous_k);
    const int previous_y = d == 0 ? 0 : previous_x - previous_k;
    while (x > previous_x && y > previous_y) add(' ', --x, --y);
    if (d == 0) break;
    x == previous_x ? add('+', x, --y) : add('-', --x, y);
  }
  std::ranges::reverse(steps);
  return steps;
}

std::vector<Step> whole_block(std::size_t n, std::size_t m) {
  std::vector<Step> steps;
  for (std::size_t i = 0; i < n; ++i) steps.push_back({'-', i, 0});
  for (std::size_t i = 0; i < m; ++i) steps.push_back({'+', n, i});
  return steps;
}

std::vector<Step> difference(const Lines& a, const Lines& b, std::size_t max_changes) {
  const int limit = static_cast<int>(std::min(max_changes, a.size() + b.size()));
  const auto trace = furthest_paths(a, b, limit);
  if (trace.empty()) return whole_block(a.size(), b.size());
  return walk_back(trace, static_cast<int>(a.size()), static_cast<int>(b.size()), limit);
}

// "12,3", or "12" for one line; an empty range names the line before it.
std::string range(std::size_t first, std::size_t count) {
  const std::size_t shown = count == 0 ? first : first + 1;
  return count == 1 ? std::to_string(shown) : std::to_string(shown) + "," + std::to_string(count);
}

void write_hunk(std::string& out, const std::vector<Step>& steps, std::size_t from, std::size_t to, const Lines& a,
                const Lines& b, std::size_t offset) {
  std::size_t old_count = 0;
  std::size_t new_count = 0;
  for (std::size_t i = from; i < to; ++i) {
    old_count += steps[i].sign != '+' ? 1 : 0;
    new_count += steps[i].sign != '-' ? 1 : 0;
  }
  out += "@@ -" + range(steps[from].before + offset, old_count) + " +" + range(steps[from].after + offset, new_count) +
         " @@\n";
  for (std::size_t i = from; i < to; ++i) {
    const std::string_view line = steps[i].sign == '+' ? b[steps[i].after] : a[steps[i].before];
    out += steps[i].sign;
    out += line;
    if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
  }
}

constexpr std::size_t context = 3;

std::string write_hunks(const std::vector<Step>& steps, const Lines& a, const Lines& b, std::size_t offset) {
  std::string out;
  for (std::size_t i = 0; i < steps.size();) {
    if (steps[i].sign == ' ') {
      ++i;
      continue;
    }
    const std::size_t from = i - std::min(i, context);
    std::size_t last = i;
    for (std::size_t j = i; j < steps.size() && j <= last + 2 * context; ++j) {
      if (steps[j].sign != ' ') last = j;
    }
    const std::size_t to = std::min(steps.size(), last + 1 + context);
    write_hunk(out, steps, from, to, a, b, offset);
    i = to;
  }
  return out;
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, std::string_view name,
                         std::size_t max_changes) {
  if (before == after) return {};
  Lines a = lines_of(before);
  Lines b = lines_of(after);
  // What both begin and end with is left out of the search, but for the context that is shown.
  std::size_t same = 0;
  while (same < a.size() && same < b.size() && a[same] == b[same]) ++same;
  std::size_t tail = 0;
  while (tail + same < a.size() && tail + same < b.size() && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  const std::size_t skipped = same - std::min(same, context);
  const std::size_t dropped = tail - std::min(tail, context);
  a = Lines(a.begin() + static_cast<std::ptrdiff_t>(skipped), a.end() - static_cast<std::ptrdiff_t>(dropped));
  b = Lines(b.begin() + static_cast<std::ptrdiff_t>(skipped), b.end() - static_cast<std::ptrdiff_t>(dropped));
  const std::string shown = printable(name, 200);
  return "--- a/" + shown + "\n+++ b/" + shown + "\n" + write_hunks(difference(a, b, max_changes), a, b, skipped);
}

}  // namespace base
