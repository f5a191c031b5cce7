import { deflateSync } from "node:zlib";

/** A line of text on a page: points from the left and from the bottom. */
export interface FixtureLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  /**
   * `unicode` supports any script, drawn from left to right in the order of the text; `vertical` draws from top to
   * bottom.
   */
  readonly font?: "bold" | "italic" | "unicode" | "vertical" | "renamed" | "mono";
  readonly bold?: boolean;
  /** Degrees counter-clockwise. */
  readonly angle?: 0 | 90 | 180 | 270;
}

/** A grey picture that covers a page, or a rectangle of it in points: left, bottom, width, height. */
export interface FixturePicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly place?: readonly [number, number, number, number];
}

export interface FixturePdf {
  readonly pages: readonly (readonly FixtureLine[])[];
  readonly info?: Readonly<Record<string, string>>;
  /** Name and value of a text field on the first page. */
  readonly field?: readonly [name: string, value: string];
  /** Pictures by page index. */
  readonly pictures?: Readonly<Record<number, FixturePicture>>;
  /** Entries added to the dictionary of a page, by its index, and drawing operators placed before its lines. */
  readonly pageEntries?: Readonly<Record<number, string>>;
  readonly drawings?: Readonly<Record<number, string>>;
  /** Entries added to the resources of every page, and to their fonts. */
  readonly resources?: string;
  readonly fonts?: string;
  /** Entries added to the catalog and to the trailer. */
  readonly catalog?: string;
  readonly trailer?: string;
  /** Objects added unchanged, numbered from 100000. */
  readonly extra?: readonly string[];
}

/** Returns the object number of a page. */
export const pageObject = (index: number): number => 10 + index * 3;

const FONTS = { plain: "R", bold: "B", italic: "I", unicode: "U", vertical: "V", renamed: "N", mono: "M" } as const;
const FONT_RESOURCES = "/R 3 0 R /B 4 0 R /I 6 0 R /U 7 0 R /V 90002 0 R /N 90001 0 R /M 90003 0 R";

const escape = (text: string): string => text.replace(/[\\()]/g, (character) => `\\${character}`);

const isWide = ({ font }: FixtureLine): boolean => font === "unicode" || font === "vertical";

const shown = (line: FixtureLine): string =>
  isWide(line) ? `<${Buffer.from(line.text, "utf16le").swap16().toString("hex")}>` : `(${escape(line.text)})`;

function drawLine(line: FixtureLine): string {
  const { x, y, size = 10, bold = false, angle = 0 } = line;
  const [cosine, sine] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][angle / 90]!;
  const font = FONTS[bold ? "bold" : (line.font ?? "plain")];
  return `BT /${font} ${size} Tf ${cosine} ${sine} ${-sine!} ${cosine} ${x} ${y} Tm ${shown(line)} Tj ET`;
}

/** Builds a small PDF with the standard fonts. */
export function buildPdf(fixture: FixturePdf): Uint8Array {
  const objects = new Map<number, string>();
  const kids = fixture.pages.map((_, index) => `${pageObject(index)} 0 R`).join(" ");
  const form = fixture.field === undefined ? "" : " /AcroForm << /Fields [9 0 R] >>";
  objects.set(1, `<< /Type /Catalog /Pages 2 0 R${form} ${fixture.catalog ?? ""} >>`);
  objects.set(2, `<< /Type /Pages /Kids [${kids}] /Count ${fixture.pages.length} >>`);
  const entries = Object.entries(fixture.info ?? {}).map(([key, value]) => `/${key} (${escape(value)})`);
  objects.set(5, `<< ${entries.join(" ")} >>`);
  setFonts(objects, fixture);
  if (fixture.field !== undefined) {
    const [name, value] = fixture.field.map(escape);
    objects.set(
      9,
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${value}) /Rect [50 50 200 70] /P 10 0 R >>`,
    );
  }
  for (const index of fixture.pages.keys()) setPage(objects, fixture, index);
  for (const [index, body] of (fixture.extra ?? []).entries()) objects.set(100_000 + index, body);
  return write(objects, `/Root 1 0 R /Info 5 0 R ${fixture.trailer ?? ""}`);
}

function setPage(objects: Map<number, string>, fixture: FixturePdf, index: number): void {
  const number = pageObject(index);
  const picture = fixture.pictures?.[index];
  const annotations = index === 0 && fixture.field !== undefined ? "/Annots [9 0 R]" : "";
  const images = picture === undefined ? "" : `/XObject << /P ${number + 2} 0 R >>`;
  const own = fixture.pageEntries?.[index] ?? "";
  const box = own.includes("/MediaBox") ? "" : "/MediaBox [0 0 595 842]";
  objects.set(
    number,
    `<< /Type /Page /Parent 2 0 R ${box} /Contents ${number + 1} 0 R /Resources << /Font << ${FONT_RESOURCES} ${fixture.fonts ?? ""} >> ${images} ${fixture.resources ?? ""} >> ${annotations} ${own} >>`,
  );
  const [left, bottom, width, height] = picture?.place ?? [0, 0, 595, 842];
  const parts = [
    ...(picture === undefined ? [] : [`q ${width} 0 0 ${height} ${left} ${bottom} cm /P Do Q`]),
    fixture.drawings?.[index] ?? "",
    ...fixture.pages[index]!.map(drawLine),
  ];
  objects.set(number + 1, stream("", parts.join("\n")));
  if (picture !== undefined) {
    const data = deflateSync(picture.pixels).toString("latin1");
    const size = `/Width ${picture.width} /Height ${picture.height}`;
    const type = "/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode";
    objects.set(number + 2, stream(`${type} ${size}`, data));
  }
}

function setFonts(objects: Map<number, string>, { pages }: FixturePdf): void {
  const standard = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  objects.set(3, standard("Helvetica"));
  objects.set(4, standard("Helvetica-Bold"));
  objects.set(6, standard("Helvetica-Oblique"));
  objects.set(
    7,
    "<< /Type /Font /Subtype /Type0 /BaseFont /Wide /Encoding /Identity-H /DescendantFonts [8 0 R] /ToUnicode 90000 0 R >>",
  );
  objects.set(
    8,
    "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Wide /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 600 /FontDescriptor << /Type /FontDescriptor /FontName /Wide /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>",
  );
  objects.set(90_002, objects.get(7)!.replace("Identity-H", "Identity-V"));
  const unicode = pages.flat().filter(isWide);
  const characters = [...new Set(unicode.flatMap(({ text }) => text.split("")))];
  const codes = characters.map((character) => character.charCodeAt(0).toString(16).padStart(4, "0"));
  const maps = codes.map((code) => `1 beginbfchar\n<${code}> <${code}>\nendbfchar`).join("\n");
  objects.set(
    90_000,
    stream("", `begincmap\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${maps}\nendcmap`),
  );
  objects.set(90_001, standard("F7"));
  objects.set(90_003, standard("Courier"));
}

const stream = (entries: string, content: string): string =>
  `<< ${entries} /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`;

function write(objects: ReadonlyMap<number, string>, trailer: string): Uint8Array {
  const parts = ["%PDF-1.7\n"];
  let length = parts[0]!.length;
  const offsets = new Map<number, number>();
  const put = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  for (const [number, body] of objects) {
    offsets.set(number, length);
    put(`${number} 0 obj\n${body}\nendobj\n`);
  }
  const start = length;
  put("xref\n");
  for (const [number, offset] of offsets) put(`${number} 1\n${String(offset).padStart(10, "0")} 00000 n \n`);
  const size = [...objects.keys()].reduce((max, number) => Math.max(max, number), 0) + 1;
  put(`trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.from(parts.join(""), "latin1");
}
