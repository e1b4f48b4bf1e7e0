# SPDX-License-Identifier: Apache-2.0
# cmake -DDIST=… -DOUT=… -P embed.cmake: writes OUT/pages.S, which takes the packed pages in as they are, and
# OUT/table.cpp, which names them.
file(READ ${DIST}/manifest.json manifest)
string(JSON count LENGTH "${manifest}" pages)
math(EXPR last "${count} - 1")

set(assembly ".section .rodata\n")
set(declarations "")
set(rows "")
foreach(i RANGE ${last})
  foreach(field name gzip sha256 script_source style_source)
    string(JSON ${field} GET "${manifest}" pages ${i} ${field})
  endforeach()
  string(APPEND assembly "// ${sha256}\n.balign 16\n.global lintel_page_${i}\nlintel_page_${i}:\n"
    ".incbin \"${DIST}/${name}.html.gz\"\n")
  string(APPEND declarations "extern \"C\" const char lintel_page_${i}[];\n")
  string(APPEND rows "    {\"${name}\", {lintel_page_${i}, ${gzip}}, \"${sha256}\", \"${script_source}\",
     \"${style_source}\"},\n")
endforeach()
string(APPEND assembly ".section .note.GNU-stack,\"\",%progbits\n")

file(WRITE ${OUT}/pages.S "${assembly}")
file(WRITE ${OUT}/table.cpp "#include \"web/pages.h\"\n\n${declarations}\nnamespace web {\n\nstd::span<const Page> pages() {
  static const Page all[] = {\n${rows}  };\n  return all;\n}\n\n}  // namespace web\n")
