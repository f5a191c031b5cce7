import { packedEntry, packedRun, type PackedRun, rawZip, zlibOf } from "../makers/archive.ts";
import { officeRelation, packageFrame, relationships } from "../makers/office-package.ts";
import { FRAMES, packedDocx, packedParts, textElement } from "../makers/office-parts.ts";
import { onePage, pdfForm, type PdfObject, pdfPage, pdfPicture } from "../makers/raw-pdf.ts";
import { SHEET_NAMESPACES } from "../makers/xlsx-file.ts";
import { either, fails, type HostileFile, saying, slow } from "./hostile-file.ts";

const MEGABYTE = 1_048_576;
const TOO_MUCH = /unpack|packed|large|limit|more than|damaged|memory|longer than/;

const spaces = Buffer.alloc(MEGABYTE, " ");

const filled = (text: string): Buffer => Buffer.from(text.repeat(Math.floor(MEGABYTE / text.length)));

const docxRun = (block: Uint8Array, megabytes: number): PackedRun =>
  packedRun(FRAMES.docx[0], block, megabytes, FRAMES.docx[1]);

const shortDocx = docxRun(Buffer.from(textElement("docx", "The outer text is short.")), 1);

/** Returns a page whose content is deflated once per filter. */
const flateBomb = (run: PackedRun, times = 1): Uint8Array => {
  let data = zlibOf(run);
  for (let time = 1; time < times; time++) data = zlibOf(packedRun("", data, 1, ""));
  return onePage({ dictionary: `/Filter [${"/FlateDecode ".repeat(times)}]`, data });
};

/** Returns nested forms that each call the next one ten times: ten to the power of `levels` texts. */
const formBomb = (levels: number): Uint8Array => {
  const objects: Record<number, PdfObject> = {
    3: pdfPage({ resources: "/Font << /F1 5 0 R >> /XObject << /X0 10 0 R >>" }),
  };
  for (let level = 0; level < levels; level++) {
    objects[10 + level] = pdfForm(`/X${level + 1} Do `.repeat(10), `/XObject << /X${level + 1} ${11 + level} 0 R >>`);
  }
  objects[10 + levels] = pdfForm("BT /F1 12 Tf 50 700 Td (again and again) Tj ET");
  return onePage({ data: "/X0 Do" }, objects);
};

/** Returns a PDF with an image of 1,000,000,000 pixels that compresses to almost nothing, drawn on the page. */
const imageBombPdf = (): Uint8Array =>
  onePage(
    { data: "q 595 0 0 842 0 0 cm /I Do Q" },
    {
      3: pdfPage({ resources: "/XObject << /I 10 0 R >>" }),
      10: pdfPicture(50_000, 20_000, zlibOf(packedRun("", Buffer.alloc(MEGABYTE), 954, "")), "/Filter /FlateDecode"),
    },
  );

const innerBomb = (): Buffer => packedDocx(docxRun(spaces, 1_000));

/** Returns a zip of zips of zips with the extension of Word, each with ten of the next level. */
const nestedZip = (): Buffer => {
  let inner = innerBomb();
  for (let level = 0; level < 4; level++) {
    const first = packedEntry("0.zip", inner);
    const others = Array.from({ length: 9 }, (_, index) => ({
      ...first,
      name: `${index + 1}.zip`,
      sharesDataOf: first.name,
    }));
    inner = rawZip([first, ...others]);
  }
  return inner;
};

/** Returns a valid Word file with the nested bomb as an embedded object. */
const embeddedBomb = (): Buffer =>
  packedDocx(shortDocx, undefined, [
    packedEntry("word/embeddings/inner.docx", innerBomb()),
    packedEntry("word/media/image1.zip", nestedZip()),
  ]);

/** Returns overlapping entries that share one compressed megabyte: small on disk, huge when unpacked. */
const overlapping = (): Buffer => {
  const run = docxRun(spaces, 200);
  const shared = Array.from({ length: 9_000 }, (_, index) => ({
    ...run,
    name: `word/part${index}.xml`,
    ...(index > 0 && { sharesDataOf: "word/part0.xml" }),
  }));
  return packedDocx(shortDocx, undefined, shared);
};

/** Returns a workbook with a single cell that refers to the first of very many shared strings. */
const sheetBomb = (megabytes: number): Buffer => {
  const parts = {
    ...packageFrame("xl/workbook.xml", { "xl/workbook.xml": "spreadsheetml.sheet.main" }),
    "xl/workbook.xml": `<workbook ${SHEET_NAMESPACES}><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships([
      officeRelation("worksheet", "worksheets/sheet1.xml"),
      officeRelation("sharedStrings", "sharedStrings.xml"),
    ]),
    "xl/worksheets/sheet1.xml": `<worksheet ${SHEET_NAMESPACES}><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>`,
  };
  const strings = packedRun(`<sst ${SHEET_NAMESPACES}>`, filled("<si><t>again</t></si>"), megabytes, "</sst>");
  return rawZip([...packedParts(parts), { ...strings, name: "xl/sharedStrings.xml" }]);
};

const oneWord = (): Buffer => {
  const [start, end] = FRAMES.docx;
  const words = filled("the pump room key hangs behind the barometer and nobody may move it ");
  return packedDocx(packedRun(`${start}<w:p><w:r><w:t>`, words, 400, `</w:t></w:r></w:p>${end}`));
};

/** Decompression bombs. */
export const bombs: readonly HostileFile[] = [
  ...saying(TOO_MUCH, [
    fails("docx that unpacks to 1.5 GB of blanks", () => packedDocx(docxRun(spaces, 1_500))),
    fails("docx that says its 1.5 GB are 1,000 bytes", () => packedDocx(docxRun(spaces, 1_500), 1_000)),
    fails("docx of 9,000 entries that share their bytes", overlapping),
    fails("xlsx whose shared strings unpack to 1.5 GB", () => sheetBomb(1_500)),
  ]),
  fails("docx of zips in zips in zips", nestedZip),
  either("docx with bombs embedded in it", embeddedBomb),
  ...slow([
    ...saying(TOO_MUCH, [
      fails("docx that unpacks to 400 MB of words", () =>
        packedDocx(docxRun(filled(textElement("docx", "a few words in a paragraph")), 400)),
      ),
      fails("docx of 400 MB of one word", oneWord),
    ]),
    fails("docx of 10 million empty paragraphs", () => packedDocx(docxRun(filled("<w:p/>"), 57))),
    either("xlsx whose shared strings unpack to 200 MB", () => sheetBomb(200)),
    fails("pdf page that unpacks to 1.5 GB of blanks", () => flateBomb(packedRun("", spaces, 1_500, ""))),
    fails("pdf page deflated three times over", () => flateBomb(packedRun("", spaces, 3_000, ""), 3)),
    either("pdf page that unpacks to 190 MB of text", () =>
      flateBomb(packedRun("BT /F1 12 Tf 50 700 Td ", filled("(again and again) Tj "), 190, "ET")),
    ),
    either("pdf of forms that draw a thousand million texts", () => formBomb(9)),
    either("pdf with a picture of a thousand million pixels", imageBombPdf),
  ]),
];
