// SPDX-License-Identifier: Apache-2.0
#include "drawing/dxf.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>

#include "base/utf8.h"

namespace drawing {
namespace {

constexpr double farthest = 1e12;

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};

void append_unicode(std::string& out, char32_t unit) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  out += "\\U+";
  for (int shift = 12; shift >= 0; shift -= 4) out += digits[(unit >> shift) & 0xfU];
}

// Group codes and values, two lines each.
class Writer {
 public:
  void text(int code, std::string_view value) {
    std::string number = std::to_string(code);
    if (number.size() < 3) number.insert(0, 3 - number.size(), ' ');
    out_ += number;
    out_ += '\n';
    out_ += value;
    out_ += '\n';
  }
  void whole(int code, long value) { text(code, std::to_string(value)); }
  void real(int code, double value) {
    if (!std::isfinite(value)) value = 0;
    value = std::clamp(value, -farthest, farthest);
    if (std::abs(value) < 5e-7) value = 0;
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 6).ptr;
    std::string_view digits(buffer, static_cast<std::size_t>(end - buffer));
    while (digits.ends_with('0') && !digits.ends_with(".0")) digits.remove_suffix(1);
    text(code, digits);
  }
  void point(int code, Vec at) {
    real(code, at.x);
    real(code + 10, at.y);
    real(code + 20, 0);
  }
  void point2(int code, Vec at) {
    real(code, at.x);
    real(code + 10, at.y);
  }
  void handle(int code, std::uint32_t value) {
    char buffer[16];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, 16).ptr;
    std::string digits(buffer, end);
    std::ranges::transform(digits, digits.begin(), [](char c) { return c >= 'a' ? static_cast<char>(c - 32) : c; });
    text(code, digits);
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// Handles that other records point to. Everything else is numbered from `first_free`.
enum Handle : std::uint32_t {
  vports = 0x1,
  ltypes,
  layers,
  styles,
  views,
  ucs,
  appids,
  dimstyles,
  block_records,
  standard_style,
  model_record,
  paper_record,
  root_dictionary,
  group_dictionary,
  layout_dictionary,
  model_layout,
  paper_layout,
  first_free = 0x20,
};

struct Bounds {
  Vec low{1e300, 1e300}, high{-1e300, -1e300};
  void add(Vec at) {
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  }
};

// Names differ by more than case (AutoCAD compares them so).
std::string key_of(std::string_view name) {
  std::string key(name);
  std::ranges::transform(key, key.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return key;
}

class File {
 public:
  explicit File(const DxfDrawing& drawing) : drawing_(drawing) {
    collect_layers();
    for (const DxfBlock& block : drawing.blocks) block_names_.emplace(block.name, dxf_name(block.name));
    for (const DxfEntity& entity : drawing.entities) extend(entity);
    if (bounds_.low.x > bounds_.high.x) bounds_ = {{0, 0}, {1, 1}};
  }

  std::string write() {
    // The body first: the header names the next free handle.
    classes();
    tables();
    blocks();
    section("ENTITIES");
    for (const DxfEntity& entity : drawing_.entities) write_entity(entity, Handle::model_record);
    end_section();
    objects();
    out_.text(0, "EOF");
    std::string body = out_.take();
    out_ = {};
    header();
    return out_.take() + body;
  }

 private:
  void collect_layers() {
    layers_.emplace_back("0", 7, 25);
    std::set<std::string> known{"0"};
    const auto add = [&](DxfLayer layer) {
      layer.name = dxf_name(layer.name);
      if (known.insert(key_of(layer.name)).second) layers_.push_back(layer);
    };
    for (const DxfLayer& layer : drawing_.layers) add(layer);
    for (const DxfEntity& entity : drawing_.entities) add({.name = entity.layer});
    for (const DxfBlock& block : drawing_.blocks) {
      for (const DxfEntity& entity : block.entities) add({.name = entity.layer});
    }
  }

  void extend(const DxfEntity& entity) {
    std::visit(Overloaded{[&](const DxfLine& line) {
                            bounds_.add(line.from);
                            bounds_.add(line.to);
                          },
                          [&](const DxfPolyline& line) {
                            for (const Vec at : line.points) bounds_.add(at);
                          },
                          [&](const DxfArc& arc) { round(arc.centre, arc.radius); },
                          [&](const DxfCircle& circle) { round(circle.centre, circle.radius); },
                          [&](const DxfText& text) { bounds_.add(text.at); },
                          [&](const DxfInsert& insert) { bounds_.add(insert.at); }},
               entity.what);
  }
  void round(Vec centre, double radius) {
    bounds_.add({centre.x - radius, centre.y - radius});
    bounds_.add({centre.x + radius, centre.y + radius});
  }

  void section(std::string_view name) {
    out_.text(0, "SECTION");
    out_.text(2, name);
  }
  void end_section() { out_.text(0, "ENDSEC"); }
  std::uint32_t next() { return next_++; }

  void header() {
    const bool metric = drawing_.unit != DxfUnit::inch && drawing_.unit != DxfUnit::foot;
    section("HEADER");
    out_.text(9, "$ACADVER");
    out_.text(1, "AC1015");
    out_.text(9, "$DWGCODEPAGE");
    out_.text(3, "ANSI_1252");
    out_.text(9, "$HANDSEED");
    out_.handle(5, next_);
    out_.text(9, "$INSBASE");
    out_.point(10, {0, 0});
    out_.text(9, "$EXTMIN");
    out_.point(10, bounds_.low);
    out_.text(9, "$EXTMAX");
    out_.point(10, bounds_.high);
    out_.text(9, "$INSUNITS");
    out_.whole(70, static_cast<int>(drawing_.unit));
    out_.text(9, "$MEASUREMENT");
    out_.whole(70, metric ? 1 : 0);
    out_.text(9, "$LUNITS");
    out_.whole(70, 2);
    out_.text(9, "$LWDISPLAY");
    out_.whole(290, 1);
    end_section();
  }

  void classes() {
    section("CLASSES");
    end_section();
  }

  void table(std::string_view name, std::uint32_t handle, std::size_t count) {
    out_.text(0, "TABLE");
    out_.text(2, name);
    out_.handle(5, handle);
    out_.handle(330, 0);
    out_.text(100, "AcDbSymbolTable");
    out_.whole(70, static_cast<long>(count));
  }
  void end_table() { out_.text(0, "ENDTAB"); }
  void record(std::string_view type, std::uint32_t handle, std::uint32_t owner, std::string_view subclass,
              std::string_view name, int handle_code = 5) {
    out_.text(0, type);
    out_.handle(handle_code, handle);
    out_.handle(330, owner);
    out_.text(100, "AcDbSymbolTableRecord");
    out_.text(100, subclass);
    out_.text(2, name);
  }

  void tables() {
    section("TABLES");
    vport();
    line_types();
    layer_table();
    text_styles();
    for (const auto& [name, handle] : {std::pair{"VIEW", Handle::views}, std::pair{"UCS", Handle::ucs}}) {
      table(name, handle, 0);
      end_table();
    }
    table("APPID", Handle::appids, 1);
    record("APPID", next(), Handle::appids, "AcDbRegAppTableRecord", "ACAD");
    out_.whole(70, 0);
    end_table();
    dimension_styles();
    block_table();
    end_section();
  }

  void vport() {
    const Vec size{bounds_.high.x - bounds_.low.x, bounds_.high.y - bounds_.low.y};
    table("VPORT", Handle::vports, 1);
    record("VPORT", next(), Handle::vports, "AcDbViewportTableRecord", "*Active");
    out_.whole(70, 0);
    out_.point2(10, {0, 0});
    out_.point2(11, {1, 1});
    out_.point2(12, {(bounds_.low.x + bounds_.high.x) / 2, (bounds_.low.y + bounds_.high.y) / 2});
    out_.point2(13, {0, 0});
    out_.point2(14, {1, 1});
    out_.point2(15, {1, 1});
    out_.point(16, {0, 0});
    out_.real(36, 1);
    out_.point(17, {0, 0});
    out_.real(40, std::max({size.y, size.x / 1.5, 1e-3}) * 1.1);
    out_.real(41, 1.5);
    out_.real(42, 50);
    end_table();
  }

  void line_types() {
    table("LTYPE", Handle::ltypes, 3);
    for (const std::string_view name : {"ByBlock", "ByLayer", "Continuous"}) {
      record("LTYPE", next(), Handle::ltypes, "AcDbLinetypeTableRecord", name);
      out_.whole(70, 0);
      out_.text(3, name == "Continuous" ? "Solid line" : "");
      out_.whole(72, 65);
      out_.whole(73, 0);
      out_.real(40, 0);
    }
    end_table();
  }

  void layer_table() {
    table("LAYER", Handle::layers, layers_.size());
    for (const DxfLayer& layer : layers_) {
      record("LAYER", next(), Handle::layers, "AcDbLayerTableRecord", layer.name);
      out_.whole(70, 0);
      out_.whole(62, layer.colour);
      out_.text(6, "Continuous");
      out_.whole(370, layer.weight_mm100);
    }
    end_table();
  }

  void text_styles() {
    table("STYLE", Handle::styles, 1);
    record("STYLE", Handle::standard_style, Handle::styles, "AcDbTextStyleTableRecord", "Standard");
    out_.whole(70, 0);
    out_.real(40, 0);
    out_.real(41, 1);
    out_.real(50, 0);
    out_.whole(71, 0);
    out_.real(42, 1);
    out_.text(3, "arial.ttf");
    out_.text(4, "");
    end_table();
  }

  void dimension_styles() {
    table("DIMSTYLE", Handle::dimstyles, 1);
    out_.text(100, "AcDbDimStyleTable");
    record("DIMSTYLE", next(), Handle::dimstyles, "AcDbDimStyleTableRecord", "Standard", 105);
    out_.whole(70, 0);
    out_.handle(340, Handle::standard_style);
    end_table();
  }

  void block_table() {
    table("BLOCK_RECORD", Handle::block_records, 2 + drawing_.blocks.size());
    block_record("*Model_Space", Handle::model_record, Handle::model_layout);
    block_record("*Paper_Space", Handle::paper_record, Handle::paper_layout);
    for (const auto& [name, legal] : block_names_) {
      const std::uint32_t handle = next();
      block_handles_[name] = handle;
      block_record(legal, handle, 0);
    }
    end_table();
  }
  void block_record(std::string_view name, std::uint32_t handle, std::uint32_t layout) {
    record("BLOCK_RECORD", handle, Handle::block_records, "AcDbBlockTableRecord", name);
    out_.handle(340, layout);
  }

  void blocks() {
    section("BLOCKS");
    block("*Model_Space", Handle::model_record, {});
    block("*Paper_Space", Handle::paper_record, {});
    std::set<std::string> done;
    for (const DxfBlock& each : drawing_.blocks) {
      if (done.insert(each.name).second) block(block_names_[each.name], block_handles_[each.name], each.entities);
    }
    end_section();
  }
  void block(std::string_view name, std::uint32_t owner, const std::vector<DxfEntity>& entities) {
    begin("BLOCK", owner, "0");
    out_.text(100, "AcDbBlockBegin");
    out_.text(2, name);
    out_.whole(70, 0);
    out_.point(10, {0, 0});
    out_.text(3, name);
    out_.text(1, "");
    for (const DxfEntity& entity : entities) write_entity(entity, owner);
    begin("ENDBLK", owner, "0");
    out_.text(100, "AcDbBlockEnd");
  }

  void begin(std::string_view type, std::uint32_t owner, std::string_view layer) {
    out_.text(0, type);
    out_.handle(5, next());
    out_.handle(330, owner);
    out_.text(100, "AcDbEntity");
    out_.text(8, dxf_name(layer));
  }

  void write_entity(const DxfEntity& entity, std::uint32_t owner) {
    std::visit([&](const auto& what) { write_one(what, owner, entity.layer); }, entity.what);
  }
  void write_one(const DxfLine& line, std::uint32_t owner, std::string_view layer) {
    begin("LINE", owner, layer);
    out_.text(100, "AcDbLine");
    out_.point(10, line.from);
    out_.point(11, line.to);
  }
  void write_one(const DxfPolyline& line, std::uint32_t owner, std::string_view layer) {
    if (line.points.size() < 2) return;
    begin("LWPOLYLINE", owner, layer);
    out_.text(100, "AcDbPolyline");
    out_.whole(90, static_cast<long>(line.points.size()));
    out_.whole(70, line.closed ? 1 : 0);
    for (const Vec at : line.points) out_.point2(10, at);
  }
  void write_one(const DxfArc& arc, std::uint32_t owner, std::string_view layer) {
    if (!(arc.radius > 0)) return;
    begin("ARC", owner, layer);
    out_.text(100, "AcDbCircle");
    out_.point(10, arc.centre);
    out_.real(40, arc.radius);
    out_.text(100, "AcDbArc");
    out_.real(50, arc.from_deg);
    out_.real(51, arc.to_deg);
  }
  void write_one(const DxfCircle& circle, std::uint32_t owner, std::string_view layer) {
    if (!(circle.radius > 0)) return;
    begin("CIRCLE", owner, layer);
    out_.text(100, "AcDbCircle");
    out_.point(10, circle.centre);
    out_.real(40, circle.radius);
  }
  void write_one(const DxfText& text, std::uint32_t owner, std::string_view layer) {
    if (text.text.empty() || !(text.height > 0)) return;
    const int align = text.anchor == Anchor::start ? 0 : text.anchor == Anchor::middle ? 1 : 2;
    begin("TEXT", owner, layer);
    out_.text(100, "AcDbText");
    out_.point(10, text.at);
    out_.real(40, text.height);
    out_.text(1, dxf_text(text.text));
    out_.real(50, text.angle_deg);
    out_.text(7, "Standard");
    out_.whole(72, align);
    // The alignment point decides where the alignment is not "left".
    if (align != 0) out_.point(11, text.at);
    out_.text(100, "AcDbText");
  }
  void write_one(const DxfInsert& insert, std::uint32_t owner, std::string_view layer) {
    const auto name = block_names_.find(insert.block);
    if (name == block_names_.end()) return;
    begin("INSERT", owner, layer);
    out_.text(100, "AcDbBlockReference");
    out_.text(2, name->second);
    out_.point(10, insert.at);
    out_.real(41, insert.scale_x);
    out_.real(42, insert.scale_y);
    out_.real(43, 1);
    out_.real(50, insert.angle_deg);
  }

  void dictionary(std::uint32_t handle, std::uint32_t owner,
                  std::initializer_list<std::pair<std::string_view, std::uint32_t>> entries) {
    out_.text(0, "DICTIONARY");
    out_.handle(5, handle);
    out_.handle(330, owner);
    out_.text(100, "AcDbDictionary");
    out_.whole(281, 1);
    for (const auto& [name, target] : entries) {
      out_.text(3, name);
      out_.handle(350, target);
    }
  }

  void objects() {
    section("OBJECTS");
    dictionary(Handle::root_dictionary, 0,
               {{"ACAD_GROUP", Handle::group_dictionary}, {"ACAD_LAYOUT", Handle::layout_dictionary}});
    dictionary(Handle::group_dictionary, Handle::root_dictionary, {});
    dictionary(Handle::layout_dictionary, Handle::root_dictionary,
               {{"Model", Handle::model_layout}, {"Layout1", Handle::paper_layout}});
    layout("Model", Handle::model_layout, Handle::model_record, 0, 1024);
    layout("Layout1", Handle::paper_layout, Handle::paper_record, 1, 0);
    end_section();
  }
  void layout(std::string_view name, std::uint32_t handle, std::uint32_t record_handle, int order, int flags) {
    out_.text(0, "LAYOUT");
    out_.handle(5, handle);
    out_.handle(330, Handle::layout_dictionary);
    out_.text(100, "AcDbPlotSettings");
    out_.whole(70, flags);  // 1024: the model
    out_.text(100, "AcDbLayout");
    out_.text(1, name);
    out_.whole(70, 1);
    out_.whole(71, order);
    out_.point2(10, bounds_.low);
    out_.point2(11, bounds_.high);
    out_.point(12, {0, 0});
    out_.point(14, bounds_.low);
    out_.point(15, bounds_.high);
    out_.real(146, 0);
    out_.point(13, {0, 0});
    out_.point(16, {1, 0});
    out_.real(17, 0);
    out_.real(27, 1);
    out_.real(37, 0);
    out_.whole(76, 0);
    out_.handle(330, record_handle);
  }

  const DxfDrawing& drawing_;
  std::vector<DxfLayer> layers_;
  std::map<std::string, std::string> block_names_;
  std::map<std::string, std::uint32_t> block_handles_;
  Bounds bounds_;
  Writer out_;
  std::uint32_t next_ = Handle::first_free;
};

// %%d and the like are codes of the CAD program, ^J is a control code, \U+ and \M+ are escapes.
bool starts_code(char32_t point, char32_t before, bool last) {
  return (point == '%' && before == '%') || point == '^' || (point == '\\' && !last);
}

}  // namespace

std::string dxf_text(std::string_view utf8) {
  std::string out;
  char32_t before = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t point = base::next_character(utf8, at);
    if (point == '\n' || point == '\r' || point == '\t') {
      out += ' ';
    } else if (point < 0x20 || point == 0x7f) {
      // A control character has no place in a drawing.
    } else if (point < 0x7f && !starts_code(point, before, at == utf8.size())) {
      out += static_cast<char>(point);
    } else if (point > 0xffff) {
      append_unicode(out, 0xd800 + ((point - 0x10000) >> 10));
      append_unicode(out, 0xdc00 + ((point - 0x10000) & 0x3ffU));
    } else {
      append_unicode(out, point);
    }
    before = point;
  }
  return out;
}

std::string dxf_name(std::string_view utf8) {
  std::string out;
  for (const char c : utf8) {
    const bool legal =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-' || c == '$';
    out += legal ? c : '_';
  }
  if (out.size() > 200) out.resize(200);
  return out.empty() ? "0" : out;
}

std::string dxf(const DxfDrawing& drawing) { return File(drawing).write(); }

}  // namespace drawing
