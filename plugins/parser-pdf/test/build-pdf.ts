/** A line of text on a page: points from the left and from the bottom. */
export interface FixtureLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly bold?: boolean;
}

export interface FixturePdf {
  readonly pages: readonly (readonly FixtureLine[])[];
  readonly info?: Readonly<Record<string, string>>;
  /** Name and value of a text field on the first page. */
  readonly field?: readonly [name: string, value: string];
  /** Objects added as they are, from number 100 on; `trailer` goes into the trailer. */
  readonly trailer?: string;
  readonly extra?: readonly string[];
}

const escape = (text: string): string => text.replace(/[\\()]/g, (character) => `\\${character}`);

const drawLine = ({ text, x, y, size = 10, bold = false }: FixtureLine): string =>
  `BT /${bold ? "B" : "R"} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escape(text)}) Tj ET`;

/** Writes a small PDF with the standard fonts. */
export function buildPdf(fixture: FixturePdf): Uint8Array {
  const objects = new Map<number, string>();
  const pageNumbers = fixture.pages.map((_, index) => 10 + index * 2);
  const field = fixture.field === undefined ? "" : " /AcroForm << /Fields [9 0 R] >>";
  objects.set(1, `<< /Type /Catalog /Pages 2 0 R${field} >>`);
  objects.set(
    2,
    `<< /Type /Pages /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(" ")}] /Count ${fixture.pages.length} >>`,
  );
  objects.set(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  objects.set(4, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>");
  objects.set(
    5,
    `<< ${Object.entries(fixture.info ?? {})
      .map(([key, value]) => `/${key} (${escape(value)})`)
      .join(" ")} >>`,
  );
  if (fixture.field !== undefined) {
    const [name, value] = fixture.field;
    objects.set(
      9,
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${escape(name)}) /V (${escape(value)}) /Rect [50 50 200 70] /P 10 0 R >>`,
    );
  }
  for (const [index, lines] of fixture.pages.entries()) {
    const number = pageNumbers[index]!;
    const annotations = index === 0 && fixture.field !== undefined ? " /Annots [9 0 R]" : "";
    objects.set(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R /Resources << /Font << /R 3 0 R /B 4 0 R >> >>${annotations} >>`,
    );
    const content = lines.map(drawLine).join("\n");
    objects.set(number + 1, `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`);
  }
  for (const [index, body] of (fixture.extra ?? []).entries()) objects.set(100_000 + index, body);
  return write(objects, `/Root 1 0 R /Info 5 0 R ${fixture.trailer ?? ""}`);
}

function write(objects: ReadonlyMap<number, string>, trailer: string): Uint8Array {
  let text = "%PDF-1.7\n";
  const offsets = new Map<number, number>();
  for (const [number, body] of objects) {
    offsets.set(number, text.length);
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const start = text.length;
  text += "xref\n";
  for (const [number, offset] of offsets) text += `${number} 1\n${String(offset).padStart(10, "0")} 00000 n \n`;
  text += `trailer\n<< /Size ${Math.max(...objects.keys()) + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
