// SPDX-License-Identifier: Apache-2.0
#include "formats/idf/file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace formats::idf {

using base::Code;
using base::fail;
using base::Result;

namespace {

// Which bytes are among a few, as a table: std::string_view asks each byte of a file for each of them.
class Bytes {
 public:
  constexpr explicit Bytes(std::string_view bytes) {
    for (const char c : bytes) has_[static_cast<unsigned char>(c)] = true;
  }
  std::size_t first_in(std::string_view text, std::size_t from) const { return first<true>(text, from); }
  std::size_t first_not_in(std::string_view text, std::size_t from) const { return first<false>(text, from); }

 private:
  // Where there is none, the text's size.
  template <bool wanted>
  std::size_t first(std::string_view text, std::size_t from) const {
    while (from < text.size() && has_[static_cast<unsigned char>(text[from])] != wanted) ++from;
    return std::min(from, text.size());
  }
  std::array<bool, 256> has_{};
};
constexpr Bytes separators(",;!"), white_bytes(" \t\r\n"), ends_text("!"), ends_number("!\r\n");
constexpr std::string_view white = " \t\r\n";
// What the engine cuts from the end of a text. NB: not line ends; they stay in it.
constexpr std::string_view text_end("\t \0", 3);

std::size_t past_comment(std::string_view text, std::size_t from) {
  const auto line = text.find('\n', from);
  return line == std::string_view::npos ? text.size() : line + 1;
}

}  // namespace

class Parser {
 public:
  Parser(File& file, const Limits& limits) : file_(file), limits_(limits), text_(file.bytes_) {}

  void run() {
    look_at_bytes();
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (true) {
      at_ = white_bytes.first_not_in(text_, at_);
      if (at_ == text_.size()) return;
      const char c = text_[at_];
      if (c == '!') {
        at_ = past_comment(text_, at_);
      } else if (c == ';') {
        ++at_;
      } else if (c == ',') {
        problem(at_, {}, "a comma where an object should begin", "Is a semicolon too early in the object before?");
        ++at_;
      } else if (text_.substr(at_, 2) == "##") {
        macro();
      } else {
        object();
      }
    }
  }

 private:
  void problem(std::size_t place, std::string_view object, std::string message, std::string hint = {}) {
    if (file_.problems_.size() == limits_.max_problems) return;
    file_.problems_.push_back({line(place), base::printable(object, 100), std::move(message), std::move(hint)});
  }

  // The lines up to a place; places come in rising order.
  std::int64_t line(std::size_t place) {
    if (place >= counted_) {
      line_ += std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                          text_.begin() + static_cast<std::ptrdiff_t>(place), '\n');
      counted_ = place;
    }
    return line_;
  }

  void look_at_bytes() {
    if (const auto place = text_.find('\0'); place != std::string_view::npos) {
      file_.problems_.push_back(
          {file_.line_at(place), {}, "a NUL byte: this is not a text file", "Save the model as text in UTF-8."});
    }
    if (text_.find('\n') == std::string_view::npos && text_.find('\r') != std::string_view::npos) {
      file_.problems_.push_back({1,
                                 {},
                                 "the line ends are CR alone: EnergyPlus would take all after the first comment for "
                                 "comment and read nothing",
                                 "Save the file with line ends LF or CR LF."});
    }
  }

  void macro() {
    problem(at_, text_.substr(at_, text_.find_first_of(" \t\r\n", at_) - at_), "an EPMacro command",
            "Run EPMacro on this .imf file first; the IDF that it writes can be read.");
    at_ = past_comment(text_, at_);
  }

  void object() {
    File::Object made;
    made.begin = static_cast<std::uint32_t>(at_);
    made.line = static_cast<std::uint32_t>(line(at_));
    const auto stop = separators.first_in(text_, at_);
    const auto type = text_.substr(at_, stop - at_);
    const auto last = type.find_last_not_of(white);
    made.type_end = static_cast<std::uint32_t>(at_ + last + 1);
    made.first_slot = static_cast<std::uint32_t>(file_.slots_.size());
    const auto name = text_.substr(at_, last + 1);
    if (stop == text_.size() || text_[stop] != ',') return not_begun(name, stop);
    if (type.find('\n', last) != std::string_view::npos) {
      problem(at_, name, "a comma must follow the object type on its line",
              "EnergyPlus takes the line end for a part of the type; write the comma right after it.");
    }
    at_ = stop + 1;
    while (slot()) {
    }
    made.slots = static_cast<std::uint32_t>(file_.slots_.size()) - made.first_slot;
    made.end = static_cast<std::uint32_t>(at_);
    if (!ended_) {
      problem(made.begin, name, "the object does not end: its last value needs a semicolon",
              "Write `;` after its last value.");
    }
    file_.objects_.push_back(made);
  }

  void not_begun(std::string_view type, std::size_t stop) {
    problem(at_, type, "a comma must follow the object type on its line",
            stop < text_.size() && text_[stop] == ';' ? "An object without values is written `Type,;`." : "");
    at_ = stop == text_.size() ? stop : text_[stop] == '!' ? past_comment(text_, stop) : stop + 1;
  }

  // One slot and its separator. False: it was the last.
  bool slot() {
    const std::size_t begin = at_;
    while (true) {
      at_ = separators.first_in(text_, at_);
      if (at_ == text_.size() || text_[at_] != '!') break;
      at_ = past_comment(text_, at_);
    }
    file_.slots_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)});
    ended_ = at_ < text_.size() && text_[at_] == ';';
    const bool more = at_ < text_.size() && !ended_;
    at_ = std::min(at_ + 1, text_.size());
    return more;
  }

  File& file_;
  const Limits& limits_;
  std::string_view text_;
  std::size_t at_ = 0, counted_ = 0;
  std::int64_t line_ = 1;
  bool ended_ = false;
};

Result<File> File::parse(std::string bytes, const Limits& limits) {
  if (bytes.size() > limits.max_bytes) {
    return fail(Code::out_of_range, "the file has " + base::grouped(static_cast<std::int64_t>(bytes.size())) +
                                        " bytes, more than the limit of " +
                                        base::grouped(static_cast<std::int64_t>(limits.max_bytes)));
  }
  File file;
  file.bytes_ = std::move(bytes);
  Parser(file, limits).run();
  return file;
}

std::int64_t File::line_at(std::size_t place) const {
  const auto end = bytes_.begin() + static_cast<std::ptrdiff_t>(std::min(place, bytes_.size()));
  return 1 + std::count(bytes_.begin(), end, '\n');
}

std::string_view File::newline() const {
  const auto line = bytes_.find('\n');
  return line != std::string::npos && line > 0 && bytes_[line - 1] == '\r' ? "\r\n" : "\n";
}

std::optional<Piece> next_piece(std::string_view slot, std::size_t from, Reads as) {
  while (true) {
    from = white_bytes.first_not_in(slot, from);
    if (from == slot.size()) return std::nullopt;
    if (slot[from] != '!') break;
    from = past_comment(slot, from);
  }
  const auto stop = (as == Reads::text ? ends_text : ends_number).first_in(slot, from);
  // A number is followed by spaces; after anything else it is a text.
  const auto last =
      slot.substr(from, stop - from).find_last_not_of(as == Reads::text ? text_end : text_end.substr(1, 1));
  return Piece{.begin = from, .end = last == std::string_view::npos ? from : from + last + 1, .next = stop};
}

std::string version_of(const File& file) {
  for (const auto& object : file.objects()) {
    if (!base::equals_ignoring_case(file.type(object), "Version") || object.slots == 0) continue;
    const auto slot = file.text(file.slots(object).front());
    const auto piece = next_piece(slot, 0, Reads::number);
    return piece ? std::string(slot.substr(piece->begin, piece->end - piece->begin)) : std::string();
  }
  return {};
}

}  // namespace formats::idf
