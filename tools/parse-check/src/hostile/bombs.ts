import { SHEET_NAMESPACES } from "../fixtures/xlsx-file.ts";
import { onePage, type PdfObject, writeRawPdf } from "../fixtures/raw-pdf.ts";
import { inGroup } from "./hostile-file.ts";
import { FRAMES, packedDocx, textElement } from "./office-parts.ts";
import { packedRun, type PackedRun, zlibOf } from "./packed-run.ts";
import { packedEntry, rawZip } from "./raw-zip.ts";

const MEGABYTE = 1_048_576;
const TOO_MUCH = /unpack|packed|large|limit|more than|damaged|memory|longer than/;

const spaces = Buffer.alloc(MEGABYTE, " ");

const filled = (text: string): Buffer => Buffer.from(text.repeat(Math.floor(MEGABYTE / text.length)));

const docxRun = (block: Uint8Array, megabytes: number): PackedRun =>
  packedRun(FRAMES.docx[0], block, megabytes, FRAMES.docx[1]);

const words = filled("the pump room key hangs behind the barometer and nobody may move it ");

/** A page whose content is deflated as often as there are filters. */
const flateBomb = (run: PackedRun, times = 1): Uint8Array => {
  let data = zlibOf(run);
  for (let time = 1; time < times; time++) data = zlibOf(packedRun("", data, 1, ""));
  return writeRawPdf(onePage({ dictionary: `/Filter [${"/FlateDecode ".repeat(times)}]`, data }));
};

/** Forms that call the next one ten times each: ten to the power of `levels` texts. */
const formBomb = (levels: number): Uint8Array => {
  const objects = onePage({ data: "/X0 Do" }, "/XObject << /X0 10 0 R >>");
  for (let level = 0; level < levels; level++) {
    objects.set(10 + level, {
      dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> /XObject << /X${level + 1} ${11 + level} 0 R >> >>`,
      data: `/X${level + 1} Do `.repeat(10),
    });
  }
  objects.set(10 + levels, {
    dictionary: "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >>",
    data: "BT /F1 12 Tf 50 700 Td (again and again) Tj ET",
  });
  return writeRawPdf(objects);
};

/** A picture of 1,000,000,000 pixels that packs to nothing, drawn on the page. */
const imageBombPdf = (): Uint8Array => {
  const objects = onePage({ data: "q 595 0 0 842 0 0 cm /I Do Q" }, "/XObject << /I 10 0 R >>");
  const picture: PdfObject = {
    dictionary:
      "/Type /XObject /Subtype /Image /Width 50000 /Height 20000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode",
    data: zlibOf(packedRun("", Buffer.alloc(MEGABYTE), 954, "")),
  };
  objects.set(10, picture);
  return writeRawPdf(objects);
};

const innerBomb = (): Buffer => packedDocx(docxRun(spaces, 1_000));

/** A zip of zips of zips, each holding ten of the next, called a Word file. */
const nestedZip = (): Buffer => {
  let inner = innerBomb();
  for (let level = 0; level < 4; level++) {
    const first = packedEntry("0.zip", inner);
    inner = rawZip(
      Array.from({ length: 10 }, (_, index) => ({
        ...first,
        name: `${index}.zip`,
        ...(index > 0 && { sharesDataOf: 0 }),
      })),
    );
  }
  return inner;
};

/** A valid Word file with the nested bomb as an embedded object. */
const embeddedBomb = (): Buffer =>
  packedDocx(
    packedRun(FRAMES.docx[0], Buffer.from(textElement("docx", "The outer text is short.")), 1, FRAMES.docx[1]),
    undefined,
    [packedEntry("word/embeddings/inner.docx", innerBomb()), packedEntry("word/media/image1.zip", nestedZip())],
  );

/** Ten thousand entries that share one packed megabyte-maker: small on disk, huge unpacked. */
const overlapping = (): Buffer => {
  const run = docxRun(spaces, 200);
  const shared = Array.from({ length: 9_000 }, (_, index) => ({
    name: `word/part${index}.xml`,
    data: run.data,
    crc: run.crc,
    unpackedBytes: run.unpackedBytes,
    ...(index > 0 && { sharesDataOf: 4 }),
  }));
  return packedDocx(docxRun(Buffer.from(textElement("docx", "Short.")), 1), undefined, shared);
};

const sheetBomb = (part: string, run: PackedRun): Buffer =>
  rawZip([
    packedEntry(
      "[Content_Types].xml",
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    ),
    packedEntry("_rels/.rels", RELATIONS("officeDocument", "xl/workbook.xml")),
    packedEntry(
      "xl/workbook.xml",
      `<workbook ${SHEET_NAMESPACES}><sheets><sheet name="S" sheetId="1" r:id="r0"/></sheets></workbook>`,
    ),
    packedEntry(
      "xl/_rels/workbook.xml.rels",
      RELATIONS("worksheet", "worksheets/sheet1.xml", "sharedStrings", "sharedStrings.xml"),
    ),
    packedEntry(
      "xl/worksheets/sheet1.xml",
      `<worksheet ${SHEET_NAMESPACES}><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>`,
    ),
    { name: part, data: run.data, crc: run.crc, unpackedBytes: run.unpackedBytes },
  ]);

const RELATIONS = (...pairs: readonly string[]): string => {
  const targets = pairs.flatMap((type, index) => (index % 2 === 0 ? [[type, pairs[index + 1]!] as const] : []));
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="r${index}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;
};

/** Small files that unpack to much. */
export const bombs = inGroup("bombs", [
  {
    what: "docx that unpacks to 1.5 GB of blanks",
    filename: "flat.docx",
    make: () => packedDocx(docxRun(spaces, 1_500)),
    ends: "failed",
    message: TOO_MUCH,
    quick: true,
  },
  {
    what: "docx that unpacks to 400 MB of words",
    filename: "words.docx",
    make: () => packedDocx(docxRun(filled(textElement("docx", "a few words in a paragraph")), 400)),
    ends: "failed",
    message: TOO_MUCH,
  },
  {
    what: "docx of 10 million empty paragraphs",
    filename: "paragraphs.docx",
    make: () => packedDocx(docxRun(filled("<w:p/>"), 57)),
    ends: "failed",
    message: /./,
  },
  {
    what: "docx that says its 1.5 GB are 1,000 bytes",
    filename: "liar.docx",
    make: () => packedDocx(docxRun(spaces, 1_500), 1_000),
    ends: "failed",
    message: TOO_MUCH,
    quick: true,
  },
  {
    what: "zips in zips in zips, called docx",
    filename: "nested.docx",
    make: nestedZip,
    ends: "failed",
    message: /./,
    quick: true,
  },
  {
    what: "docx with bombs embedded in it",
    filename: "embedded.docx",
    make: embeddedBomb,
    ends: "either",
    quick: true,
  },
  {
    what: "docx of 9,000 entries that share their bytes",
    filename: "overlap.docx",
    make: overlapping,
    ends: "failed",
    message: TOO_MUCH,
    quick: true,
  },
  {
    what: "xlsx whose shared strings unpack to 1.5 GB",
    filename: "strings.xlsx",
    make: () =>
      sheetBomb(
        "xl/sharedStrings.xml",
        packedRun(`<sst ${SHEET_NAMESPACES}>`, filled("<si><t>again</t></si>"), 1_500, "</sst>"),
      ),
    ends: "failed",
    message: TOO_MUCH,
    quick: true,
  },
  {
    what: "xlsx whose shared strings unpack to 200 MB",
    filename: "strings200.xlsx",
    make: () =>
      sheetBomb(
        "xl/sharedStrings.xml",
        packedRun(`<sst ${SHEET_NAMESPACES}>`, filled("<si><t>again</t></si>"), 200, "</sst>"),
      ),
    ends: "either",
  },
  {
    what: "pdf page that unpacks to 1.5 GB of blanks",
    filename: "flate.pdf",
    make: () => flateBomb(packedRun("", spaces, 1_500, "")),
    ends: "failed",
    message: /./,
  },
  {
    what: "pdf page deflated three times over",
    filename: "flate3.pdf",
    make: () => flateBomb(packedRun("", spaces, 3_000, ""), 3),
    ends: "failed",
    message: /./,
  },
  {
    what: "pdf page that unpacks to 190 MB of text",
    filename: "text.pdf",
    make: () => flateBomb(packedRun("BT /F1 12 Tf 50 700 Td ", filled("(again and again) Tj "), 190, "ET")),
    ends: "either",
    message: /./,
  },
  {
    what: "pdf of forms that draw a thousand million texts",
    filename: "forms.pdf",
    make: () => formBomb(9),
    ends: "either",
    message: /./,
  },
  {
    what: "pdf with a picture of a thousand million pixels",
    filename: "picture.pdf",
    make: imageBombPdf,
    ends: "either",
    message: /./,
  },
  {
    what: "docx of 400 MB of one word",
    filename: "word.docx",
    make: () =>
      packedDocx(packedRun(`${FRAMES.docx[0]}<w:p><w:r><w:t>`, words, 400, `</w:t></w:r></w:p>${FRAMES.docx[1]}`)),
    ends: "failed",
    message: TOO_MUCH,
  },
]);
