const EEXEC = 55_665;
const CHARSTRING = 4_330;
/** A glyph without ink, 500 units wide: `0 500 hsbw endchar`. */
const EMPTY_GLYPH = "\u008b\u00f8\u0088\r\u000e";

/**
 * Returns the objects of an embedded Type 1 font whose own file names its codes. The first object has the given number.
 */
export function type1Font(number: number, names: Readonly<Record<number, string>>): string[] {
  const codes = Object.entries(names);
  const head = [
    "%!PS-AdobeFont-1.0: Signs 1.0",
    "11 dict begin",
    "/FontName /Signs def /FontType 1 def /PaintType 0 def",
    "/FontMatrix [0.001 0 0 0.001 0 0] readonly def /FontBBox {0 -200 1000 800} readonly def",
    "/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for",
    ...codes.map(([code, name]) => `dup ${code} /${name} put`),
    "readonly def\ncurrentdict end\ncurrentfile eexec\n",
  ].join("\n");
  const glyphs = [".notdef", ...codes.map(([, name]) => name)].map((name) => {
    const glyph = encrypted(EMPTY_GLYPH, CHARSTRING);
    return `/${name} ${glyph.length} RD ${glyph} ND\n`;
  });
  const body = encrypted(
    `dup /Private 8 dict dup begin
/RD {string currentfile exch readstring pop} executeonly def
/ND {noaccess def} executeonly def
/NP {noaccess put} executeonly def
/BlueValues [] def /password 5839 def /lenIV 4 def
2 index /CharStrings ${glyphs.length} dict dup begin
${glyphs.join("")}end
end
readonly put
noaccess put
dup/FontName get exch definefont pop
mark currentfile closefile
`,
    EEXEC,
  );
  const tail = `${`${"0".repeat(64)}\n`.repeat(8)}cleartomark\n`;
  const lengths = `/Length1 ${head.length} /Length2 ${body.length} /Length3 ${tail.length}`;
  const file = head + body + tail;
  const widths = Array.from({ length: 256 }, () => 500).join(" ");
  return [
    `<< /Type /Font /Subtype /Type1 /BaseFont /Signs /FirstChar 0 /LastChar 255 /Widths [${widths}] /FontDescriptor ${number + 1} 0 R >>`,
    `<< /Type /FontDescriptor /FontName /Signs /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile ${number + 2} 0 R >>`,
    `<< ${lengths} /Length ${file.length} >>\nstream\n${file}\nendstream`,
  ];
}

/** Encrypts a Type 1 font program, with four leading bytes. */
function encrypted(plain: string, key: number): string {
  let state = key;
  return Array.from(`\0\0\0\0${plain}`, (character) => {
    const code = character.charCodeAt(0) ^ (state >> 8);
    state = ((code + state) * 52_845 + 22_719) & 0xffff;
    return String.fromCharCode(code);
  }).join("");
}
