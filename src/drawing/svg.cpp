// SPDX-License-Identifier: Apache-2.0
#include "drawing/svg.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "base/utf8.h"
#include "base/xml_text.h"

namespace drawing {
namespace {

// Two decimals of a pixel, without needless zeros; never an exponent, never NaN.
void put(std::string& out, double value) {
  if (!std::isfinite(value)) value = 0;
  value = std::clamp(value, -1e9, 1e9);
  const double rounded = std::round(value * 100) / 100;
  std::array<char, 40> buffer{};
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), rounded + 0.0, std::chars_format::fixed, 2);
  std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  while (text.ends_with('0')) text.remove_suffix(1);
  if (text.ends_with('.')) text.remove_suffix(1);
  out += text == "-0" ? "0" : text;
}

// Nine significant digits for what is not a place on the sheet.
std::string exact(double value) {
  std::array<char, 40> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                          std::isfinite(value) ? value : 0.0, std::chars_format::general, 9);
  return {buffer.data(), end};
}

// The text of a drawing stands on one line: control characters go, and what is not a character (U+FFFE, U+FFFF).
std::string escape(std::string_view raw) {
  const std::string clean = base::valid_utf8(raw) ? std::string(raw) : base::printable(raw, raw.size() * 3);
  std::string out;
  out.reserve(clean.size());
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const char c = clean[i];
    const std::string_view rest = std::string_view(clean).substr(i);
    if (rest.starts_with("\xef\xbf\xbe") || rest.starts_with("\xef\xbf\xbf") ||
        (c == '\xc2' && static_cast<unsigned char>(clean[i + 1]) < 0xa0)) {  // U+0080 to U+009F
      while (i + 1 < clean.size() && base::continues_character(clean[i + 1])) ++i;
    } else if (static_cast<unsigned char>(c) >= 0x20 && c != '\x7f') {
      out += c;
    }
  }
  return base::xml_text(out);
}

void attribute(std::string& out, std::string_view name, std::string_view value) {
  out.append(" ").append(name).append("=\"").append(escape(value)).append("\"");
}

std::string hex(Colour colour) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "#";
  for (const unsigned channel : {colour.r, colour.g, colour.b}) {
    out += digits[channel >> 4];
    out += digits[channel & 15U];
  }
  return out;
}

// A name for data-*: what is not a letter, digit or dash becomes a dash.
std::string data_name(std::string_view name) {
  std::string out = "data-";
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    out += plain ? c : '-';
  }
  return out;
}

class Writer {
 public:
  explicit Writer(const Picture& picture) : picture_(picture), scale_(picture.px_per_m) {}

  std::string write() {
    open_root();
    if (!picture_.title.empty()) element("title", picture_.title);
    if (!picture_.description.empty()) element("desc", picture_.description);
    out_ += "<rect class=\"sheet\" width=\"100%\" height=\"100%\"";
    paint("fill", picture_.ground);
    out_ += "/>\n";
    for (std::size_t i = 0; i < picture_.items.size();) i = layer(i);
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  void open_root() {
    out_ += "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"";
    put(out_, picture_.width * scale_);
    out_ += "\" height=\"";
    put(out_, picture_.height * scale_);
    out_ += "\" viewBox=\"0 0 ";
    put(out_, picture_.width * scale_);
    out_ += ' ';
    put(out_, picture_.height * scale_);
    out_ += '"';
    attribute(out_, "data-scale", exact(scale_));
    attribute(out_, "data-origin-x", exact(picture_.x));
    attribute(out_, "data-origin-y", exact(picture_.y));
    const std::string family = picture_.font_family.empty() ? "" : quoted_family() + ",";
    attribute(out_, "font-family", family + "Inter,\"DejaVu Sans\",system-ui,sans-serif");
    out_ += ">\n";
  }
  // A family's name within quotes, so that it can say nothing else in CSS.
  std::string quoted_family() const {
    std::string out = "\"";
    for (const char c : picture_.font_family) {
      if (c != '"' && c != '\\' && c != '\n') out += c;
    }
    return out + "\"";
  }
  void element(std::string_view name, std::string_view text) {
    out_.append("<").append(name).append(">").append(escape(text)).append("</").append(name).append(">\n");
  }
  void paint(std::string_view name, Colour colour) {
    attribute(out_, name, hex(colour));
    if (colour.a != 255) {
      out_.append(" ").append(name).append("-opacity=\"");
      put(out_, colour.a / 255.0);
      out_ += '"';
    }
  }

  std::size_t layer(std::size_t first) {
    const Layer which = picture_.items[first].layer;
    out_ += "<g";
    attribute(out_, "class", base::lower_ascii(name(which)));
    out_ += ">\n";
    std::size_t i = first;
    while (i < picture_.items.size() && picture_.items[i].layer == which) i = thing(i, which);
    out_ += "</g>\n";
    return i;
  }

  // Neighbouring items of one id.
  std::size_t thing(std::size_t first, Layer which) {
    const std::vector<Item>& items = picture_.items;
    if (items[first].id.empty()) {
      item(items[first]);
      return first + 1;
    }
    open_thing(items[first]);
    std::size_t i = first;
    for (; i < items.size() && items[i].layer == which && items[i].id == items[first].id; ++i) item(items[i]);
    out_ += "</g>\n";
    return i;
  }
  void open_thing(const Item& item) {
    out_ += "<g";
    attribute(out_, "data-id", item.id);
    if (item.line > 0) attribute(out_, "data-line", std::to_string(item.line));
    if (item.end_line > 0) attribute(out_, "data-end-line", std::to_string(item.end_line));
    for (const auto& [key, value] : item.data) attribute(out_, data_name(key), value);
    out_ += ">\n";
    if (!item.title.empty()) element("title", item.title);
  }

  void item(const Item& item) {
    if (const auto* shape = std::get_if<Shape>(&item.what)) {
      this->shape(*shape, item.css_class);
    } else {
      text(std::get<Text>(item.what), item.css_class);
    }
  }

  Vec at(Vec metres) const { return {(metres.x - picture_.x) * scale_, (metres.y - picture_.y) * scale_}; }
  void point(Vec metres) {
    const Vec px = at(metres);
    put(out_, px.x);
    out_ += ' ';
    put(out_, px.y);
  }

  void path(const Path& path) {
    Vec last;
    for (const Segment& segment : path.segments) {
      switch (segment.kind) {
        case Segment::Kind::move:
          out_ += 'M';
          point(segment.to);
          break;
        case Segment::Kind::line:
          out_ += 'L';
          point(segment.to);
          break;
        case Segment::Kind::arc:
          arc(last, segment);
          break;
        case Segment::Kind::close:
          out_ += 'Z';
          break;
      }
      last = segment.to;
    }
  }
  // SVG 1.1, 8.3.8: radii, rotation, large-arc flag, sweep flag (1: clockwise on the sheet), end.
  void arc(Vec from, const Segment& segment) {
    const double radius = std::hypot(from.x - segment.centre.x, from.y - segment.centre.y) * scale_;
    const double start = std::atan2(from.y - segment.centre.y, from.x - segment.centre.x);
    const double end = std::atan2(segment.to.y - segment.centre.y, segment.to.x - segment.centre.x);
    constexpr double turn = 2 * 3.14159265358979323846;
    double sweep = std::fmod((segment.clockwise ? end - start : start - end) + turn, turn);
    if (sweep < 0) sweep += turn;
    out_ += 'A';
    put(out_, radius);
    out_ += ' ';
    put(out_, radius);
    out_ += sweep > turn / 2 + 1e-9 ? " 0 1 " : " 0 0 ";
    out_ += segment.clockwise ? "1 " : "0 ";
    point(segment.to);
  }

  void shape(const Shape& shape, std::string_view css_class) {
    out_ += "<path";
    if (!css_class.empty()) attribute(out_, "class", css_class);
    out_ += " d=\"";
    path(shape.path);
    out_ += '"';
    if (shape.fill) {
      paint("fill", *shape.fill);
    } else {
      out_ += " fill=\"none\"";
    }
    if (shape.even_odd) out_ += " fill-rule=\"evenodd\"";
    if (shape.snap) out_ += " shape-rendering=\"geometricPrecision\"";
    if (shape.stroke) stroke(*shape.stroke);
    out_ += "/>\n";
  }
  void stroke(const Stroke& stroke) {
    paint("stroke", stroke.colour);
    out_ += " stroke-width=\"";
    put(out_, stroke.width_px);
    out_ += '"';
    if (stroke.dashes_px.empty()) return;
    out_ += " stroke-dasharray=\"";
    for (std::size_t i = 0; i < stroke.dashes_px.size(); ++i) {
      if (i > 0) out_ += ' ';
      put(out_, stroke.dashes_px[i]);
    }
    out_ += '"';
  }

  void text(const Text& text, std::string_view css_class) {
    const Vec px = at(text.at);
    out_ += "<text";
    if (!css_class.empty()) attribute(out_, "class", css_class);
    out_ += " x=\"";
    put(out_, px.x);
    out_ += "\" y=\"";
    put(out_, px.y);
    out_ += "\" font-size=\"";
    put(out_, text.size_px);
    out_ += '"';
    if (text.weight == Weight::semibold) out_ += " font-weight=\"600\"";
    if (text.anchor != Anchor::start) {
      attribute(out_, "text-anchor", text.anchor == Anchor::middle ? "middle" : "end");
    }
    if (text.angle_deg != 0) rotate(text.angle_deg, px);
    paint("fill", text.colour);
    if (text.halo) halo(*text.halo, text.size_px);
    out_.append(">").append(escape(text.text)).append("</text>\n");
  }
  void rotate(double degrees, Vec px) {
    out_ += " transform=\"rotate(";
    put(out_, degrees);
    out_ += ' ';
    put(out_, px.x);
    out_ += ' ';
    put(out_, px.y);
    out_ += ")\"";
  }
  void halo(Colour colour, double size_px) {
    paint("stroke", colour);
    out_ += " stroke-width=\"";
    put(out_, size_px * 0.3);
    out_ += "\" stroke-linejoin=\"round\" paint-order=\"stroke\"";
  }

  const Picture& picture_;
  double scale_;
  std::string out_;
};

}  // namespace

std::string svg(const Picture& picture) { return Writer(picture).write(); }

}  // namespace drawing
