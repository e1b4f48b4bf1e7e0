// SPDX-License-Identifier: Apache-2.0
#include "geometry/arrangement.h"

#include <algorithm>
#include <map>
#include <utility>

#include "geometry/bvh.h"
#include "geometry/orientation.h"
#include "geometry/snap.h"

namespace geometry {
namespace {

constexpr int most_rounds = 24;
constexpr std::uint32_t nowhere = Piece::none;

// ---- splitting

using Ends = std::pair<std::uint32_t, std::uint32_t>;  // the smaller first
using Pieces = std::map<Ends, std::vector<std::uint32_t>>;

void add(Pieces& pieces, std::uint32_t a, std::uint32_t b, const std::vector<std::uint32_t>& lines) {
  if (a == b) return;
  auto& sources = pieces[{std::min(a, b), std::max(a, b)}];
  sources.insert(sources.end(), lines.begin(), lines.end());
  std::ranges::sort(sources);
  const auto twice = std::ranges::unique(sources);
  sources.erase(twice.begin(), twice.end());
}

// One round: every piece is cut where another ends on it or crosses it.
class Splitter {
 public:
  Splitter(Snap& points, const Pieces& pieces, double tolerance_m) : points_(points), tolerance_(tolerance_m) {
    for (const auto& [ends, lines] : pieces) pieces_.push_back({ends, &lines, {}});
  }
  Result<bool> split() {
    std::vector<Box> boxes;
    for (const auto& each : pieces_) {
      Box box;
      box.include(at(each.ends.first));
      box.include(at(each.ends.second));
      boxes.push_back(grown(box, tolerance_));
    }
    std::size_t pairs = 0;
    Bvh(boxes).each_pair([&](std::uint32_t i, std::uint32_t j) {
      look(pieces_[i], pieces_[j]);
      return ++pairs <= most_pairs && cuts_ <= most_pieces;
    });
    TRY(check_count(pairs, most_pairs, "segments close to one another"));
    TRY(check_count(cuts_, most_pieces, "crossings"));
    return cuts_ > 0;
  }
  Pieces result() {
    Pieces out;
    for (auto& each : pieces_) {
      const Vec2 from = at(each.ends.first), along = at(each.ends.second) - from;
      std::ranges::sort(each.cuts, {}, [&](std::uint32_t cut) { return std::pair(dot(at(cut) - from, along), cut); });
      auto last = each.ends.first;
      for (const auto cut : each.cuts) add(out, last, cut, *each.lines), last = cut;
      add(out, last, each.ends.second, *each.lines);
    }
    return out;
  }

 private:
  struct Cut {
    Ends ends;
    const std::vector<std::uint32_t>* lines;
    std::vector<std::uint32_t> cuts;
  };
  Vec2 at(std::uint32_t index) const { return points_[index]; }
  bool cut(Cut& piece, std::uint32_t point) {
    if (point == piece.ends.first || point == piece.ends.second) return false;
    piece.cuts.push_back(point);  // twice is harmless
    ++cuts_;
    return true;
  }
  bool ends_on(std::uint32_t point, Cut& piece) {
    if (point == piece.ends.first || point == piece.ends.second) return false;
    return distance_to_segment(at(point), at(piece.ends.first), at(piece.ends.second)) <= tolerance_ &&
           cut(piece, point);
  }
  void look(Cut& one, Cut& other) {
    bool met = false;
    for (const auto point : {one.ends.first, one.ends.second}) met |= ends_on(point, other);
    for (const auto point : {other.ends.first, other.ends.second}) met |= ends_on(point, one);
    const Vec2 a = at(one.ends.first), b = at(one.ends.second), c = at(other.ends.first), d = at(other.ends.second);
    if (met || !cross_inside(a, b, c, d)) return;
    const auto point = points_(crossing_of_lines(a, b, c, d));
    cut(one, point);
    cut(other, point);
  }
  Snap& points_;
  double tolerance_;
  std::vector<Cut> pieces_;
  std::size_t cuts_ = 0;
};

Result<Pieces> split(Snap& points, Pieces pieces, double tolerance_m) {
  for (int round = 0; round < most_rounds; ++round) {
    Splitter splitter(points, pieces, tolerance_m);
    if (!TRY(splitter.split())) return pieces;
    pieces = splitter.result();
    TRY(check_count(pieces.size(), most_pieces, "pieces"));
  }
  return base::fail(base::Code::degenerate, "segments lie too close to one another to tell them apart", {},
                    "Give a smaller tolerance, or draw the segments apart.");
}

// ---- faces by half-edges: 2i goes along piece i, 2i + 1 back

class Faces {
 public:
  explicit Faces(Arrangement& out) : out_(out) {}
  void find() {
    trace([](const Piece&) { return true; });
    for (std::uint32_t i = 0; i < out_.pieces.size(); ++i) out_.pieces[i].loose = loop_[2 * i] == loop_[2 * i + 1];
    trace([](const Piece& piece) { return !piece.loose; });
    make_faces();
    place_islands();
    tell_pieces();
  }

 private:
  struct Loop {
    std::vector<std::uint32_t> halves;
    Ring ring;
    double area = 0;
    std::uint32_t face = nowhere;
  };
  std::uint32_t start(std::uint32_t half) const {
    const auto& piece = out_.pieces[half / 2];
    return half % 2 == 0 ? piece.from : piece.to;
  }
  Vec2 at(std::uint32_t point) const { return out_.points[point]; }

  // Against the clock round a point, from the direction of x; exact.
  bool before(std::uint32_t one, std::uint32_t other) const {
    const Vec2 centre = at(start(one)), a = at(start(one ^ 1)), b = at(start(other ^ 1));
    const auto lower = [&](Vec2 p) { return p.y < centre.y || (p.y == centre.y && p.x < centre.x); };
    if (lower(a) != lower(b)) return lower(b);
    const int turn = orientation(centre, a, b);
    return turn != 0 ? turn > 0 : one < other;
  }

  // With the face to the left: at its end a half-edge goes on to the next with the clock from its own way back.
  template <class Use>
  void trace(Use use) {
    const auto count = 2 * static_cast<std::uint32_t>(out_.pieces.size());
    std::vector<std::vector<std::uint32_t>> leaving(out_.points.size());
    for (std::uint32_t half = 0; half < count; ++half)
      if (use(out_.pieces[half / 2])) leaving[start(half)].push_back(half);
    std::vector<std::uint32_t> next(count, nowhere);
    for (auto& halves : leaving) {
      std::ranges::sort(halves, [&](std::uint32_t a, std::uint32_t b) { return before(a, b); });
      for (std::size_t i = 0; i < halves.size(); ++i) next[halves[(i + 1) % halves.size()] ^ 1] = halves[i];
    }
    loop_.assign(count, nowhere);
    loops_.clear();
    for (std::uint32_t half = 0; half < count; ++half)
      if (next[half] != nowhere && loop_[half] == nowhere) follow(half, next);
  }
  void follow(std::uint32_t first, const std::vector<std::uint32_t>& next) {
    auto& loop = loops_.emplace_back();
    for (auto half = first; loop_[half] == nowhere; half = next[half]) {
      loop_[half] = static_cast<std::uint32_t>(loops_.size() - 1);
      loop.halves.push_back(half);
      loop.ring.push_back(at(start(half)));
    }
    loop.area = signed_area(loop.ring);
  }

  void make_faces() {
    for (auto& loop : loops_) {
      if (!(loop.area > 0)) continue;
      loop.face = static_cast<std::uint32_t>(out_.faces.size());
      out_.faces.push_back({{loop.ring, {}}, {}});
    }
  }
  // The outside of what hangs together lies in the smallest face that has it inside, or in none.
  void place_islands() {
    std::vector<Box> boxes;
    std::vector<double> areas;
    for (const auto& face : out_.faces) {
      boxes.push_back(box_of(face.polygon.outer));
      areas.push_back(signed_area(face.polygon.outer));
    }
    const Bvh tree(boxes);
    std::vector<std::pair<std::uint32_t, const Loop*>> islands;
    for (auto& loop : loops_) {
      if (loop.area > 0) continue;
      const Vec2 point = loop.ring[0];
      tree.each(box_of(std::span(&point, 1)), [&](std::uint32_t face) {
        if ((loop.face == nowhere || areas[face] < areas[loop.face]) &&
            locate(out_.faces[face].polygon.outer, point) == Place::inside)
          loop.face = face;
        return true;
      });
      if (loop.face != nowhere) islands.emplace_back(loop.face, &loop);
    }
    for (const auto& [face, loop] : islands) out_.faces[face].polygon.holes.push_back(loop->ring);
  }
  void tell_pieces() {
    for (std::uint32_t i = 0; i < out_.pieces.size(); ++i) {
      auto& piece = out_.pieces[i];
      if (piece.loose) continue;
      piece.left = loops_[loop_[2 * i]].face;
      piece.right = loops_[loop_[2 * i + 1]].face;
      if (piece.left != nowhere) out_.faces[piece.left].pieces.push_back(i);
      if (piece.right != nowhere) out_.faces[piece.right].pieces.push_back(i);
    }
  }

  Arrangement& out_;
  std::vector<std::uint32_t> loop_;  // of each half-edge
  std::vector<Loop> loops_;
};

Result<void> check_lines(std::span<const Line> lines) {
  TRY(check_count(lines.size(), most_lines, "segments"));
  for (const auto& line : lines) {
    const Vec2 ends[] = {line.a, line.b};
    TRY(check_points(ends, "a segment"));
  }
  return {};
}

}  // namespace

Result<Arrangement> arrange(std::span<const Line> lines, double tolerance_m) {
  TRY(check_lines(lines));
  TRY(check_positive(tolerance_m, "the tolerance"));
  const double tolerance = std::max(tolerance_m, 1e-9);  // finer than the numbers are
  Snap points(tolerance);
  Pieces pieces;
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    const auto a = points(lines[i].a), b = points(lines[i].b);
    add(pieces, a, b, {i});
  }
  pieces = TRY(split(points, std::move(pieces), tolerance));
  Arrangement out;
  out.points = points.points();
  for (auto& [ends, sources] : pieces) {
    auto& piece = out.pieces.emplace_back();
    piece.from = ends.first;
    piece.to = ends.second;
    piece.lines = std::move(sources);
  }
  Faces(out).find();
  return out;
}

}  // namespace geometry
