/** A PDF object: a dictionary or value as written in the file, or a stream with the content of its dictionary. */
export type PdfObject = string | { readonly dictionary?: string; readonly data: Uint8Array | string };

/** Objects of a PDF, by number. */
export type PdfObjects = Readonly<Record<number, PdfObject>>;

/** Writes PDF objects unchanged, with a cross-reference table; the first one is the catalog. */
const writeRawPdf = (objects: PdfObjects, trailer = ""): Buffer => {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const entries: string[] = [];
  let length = parts[0]!.length;
  let last = 0;
  for (const [number, object] of Object.entries(objects)) {
    entries.push(`${number} 1\n${String(length).padStart(10, "0")} 00000 n \n`);
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), bodyOf(object), Buffer.from("\nendobj\n")]);
    parts.push(part);
    length += part.length;
    last = Number(number);
  }
  const table = `xref\n0 1\n0000000000 65535 f \n${entries.join("")}`;
  const end = `trailer\n<< /Size ${last + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table), Buffer.from(end)]);
};

const bodyOf = (object: PdfObject): Buffer => {
  if (typeof object === "string") return Buffer.from(object, "latin1");
  const data = typeof object.data === "string" ? Buffer.from(object.data, "latin1") : object.data;
  const dictionary = `<< ${object.dictionary ?? ""} /Length ${data.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(dictionary, "latin1"), data, Buffer.from("\nendstream")]);
};

/** Returns a page whose content is object 4. */
export const pdfPage = ({ box = "0 0 595 842", resources = "/Font << /F1 5 0 R >>", more = "" } = {}): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << ${resources} >> ${more} >>`;

/** Returns a form XObject that draws its content. */
export const pdfForm = (data: string, resources = ""): PdfObject => ({
  dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> ${resources} >>`,
  data,
});

/** Returns a greyscale image with one byte per pixel. */
export const pdfPicture = (width: number, height: number, data: string | Uint8Array, filter = ""): PdfObject => ({
  dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 ${filter}`,
  data,
});

/**
 * Returns a document with one page that has the given content, with objects added or replaced. Free numbers begin at
 * 10.
 */
export const onePage = (content: PdfObject, changes: PdfObjects = {}): Buffer =>
  writeRawPdf({
    1: "<< /Type /Catalog /Pages 2 0 R >>",
    2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    3: pdfPage(),
    4: content,
    5: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...changes,
  });
