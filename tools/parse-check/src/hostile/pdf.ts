import { deflateSync } from "node:zlib";
import { onePage, pdfForm, type PdfObject, type PdfObjects, pdfPage, pdfPicture } from "../makers/raw-pdf.ts";
import { either, fails, type HostileFile, noise, ready, saying, SENTENCE, slow } from "./hostile-file.ts";

const TEXT = `BT /F1 12 Tf 50 700 Td (${SENTENCE}) Tj ET`;
const MILLION = 1_000_000;

/** Returns an ordinary one-page document with objects added or replaced. */
const withObjects = (changes: PdfObjects): Uint8Array => onePage({ data: TEXT }, changes);

/** Returns objects numbered from `first` on; `make` gets the number of each, and whether it is the last. */
const numbered = (first: number, count: number, make: (number: number, isLast: boolean) => PdfObject): PdfObjects =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [first + index, make(first + index, index === count - 1)]),
  );

/** Returns a document whose tree contains one page many times. */
const repeatedPage = (times: number): Uint8Array =>
  withObjects({ 2: `<< /Type /Pages /Kids [${"3 0 R ".repeat(times)}] /Count ${times} >>` });

const replaced = (from: string, to: string, changes: PdfObjects = {}): Uint8Array => {
  const text = Buffer.from(withObjects(changes)).toString("latin1");
  if (!text.includes(from)) throw new Error(`the plain PDF has no ${from}`);
  return Buffer.from(text.replace(from, to), "latin1");
};

const scanOfHugePage = (): Uint8Array =>
  withObjects({
    3: pdfPage({ box: "0 0 14400 14400", resources: "/XObject << /I 10 0 R >>", more: "/UserUnit 1000" }),
    4: { data: "q 14400 0 0 14400 0 0 cm /I Do Q" },
    10: pdfPicture(1, 1, "\x80"),
  });

const PATTERN = Buffer.from(Array.from({ length: 200 * 280 }, (_, index) => (index * 7_919) & 0xff));

/** Returns many pages that each consist of an image without text, on which text recognition would run. */
const manyScans = (pages: number): Uint8Array =>
  withObjects({
    2: `<< /Type /Pages /Kids [${Array.from({ length: pages }, (_, index) => `${100 + index} 0 R`).join(" ")}] /Count ${pages} >>`,
    4: { data: "q 595 0 0 842 0 0 cm /I Do Q" },
    10: pdfPicture(200, 280, deflateSync(PATTERN), "/Filter /FlateDecode"),
    ...numbered(100, pages, () => pdfPage({ resources: "/XObject << /I 10 0 R >>" })),
  });

/** Returns a document whose structure begins at object 11. */
const structured = (parentTree: string, elements: PdfObjects): Uint8Array =>
  withObjects({
    1: "<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 10 0 R >>",
    3: pdfPage({ more: "/StructParents 0" }),
    4: { data: `/H1 << /MCID 0 >> BDC ${TEXT} EMC` },
    10: `<< /Type /StructTreeRoot /K [11 0 R] /ParentTree << /Nums [${parentTree}] >> >>`,
    ...elements,
  });

const deepStructure = (depth: number): Uint8Array =>
  structured(
    "",
    numbered(11, depth, (number, isLast) => {
      const child = isLast ? "0" : `[${number + 1} 0 R]`;
      return `<< /Type /StructElem /S /Div /P ${number - 1} 0 R /Pg 3 0 R /K ${child} >>`;
    }),
  );

const outline = (count: number, entries: PdfObjects): Uint8Array =>
  withObjects({
    1: "<< /Type /Catalog /Pages 2 0 R /Outlines 10 0 R >>",
    10: `<< /Type /Outlines /First 11 0 R /Last ${10 + count} 0 R /Count ${count} >>`,
    ...entries,
  });

const manyOutlines = (count: number): Uint8Array =>
  outline(
    count,
    numbered(11, count, (number, isLast) => {
      const next = isLast ? "" : `/Next ${number + 1} 0 R`;
      return `<< /Title (entry ${number}) /Parent 10 0 R ${next} /Dest [3 0 R /Fit] >>`;
    }),
  );

/** PDFs with false or cyclic structures. */
export const pdf: readonly HostileFile[] = [
  ready("pdf whose one page stands 2,000 times in its tree", () => repeatedPage(2_000)),
  either("pdf that says it has 2 billion pages", () => replaced("/Count 1", "/Count 2000000000")),
  either("pdf that says it has -1 pages", () => replaced("/Count 1", "/Count -1")),
  fails("pdf whose page tree is its own child", () => replaced("/Kids [3 0 R]", "/Kids [2 0 R]")),
  either("pdf whose page tree is its own child beside a page", () =>
    replaced("/Kids [3 0 R] /Count 1", "/Kids [2 0 R 3 0 R] /Count 2"),
  ),
  either("pdf whose catalog is its page tree", () => replaced("/Root 1 0 R", "/Root 2 0 R")),
  fails("pdf whose page is its own content", () => replaced("/Contents 4 0 R", "/Contents 3 0 R")),
  either("pdf whose table of objects precedes itself", () => replaced("/Root 1 0 R", "/Root 1 0 R /Prev 9")),
  either("pdf whose stream says it is 4 GB long", () => replaced(`/Length ${TEXT.length}`, "/Length 4294967295")),
  either("pdf whose table of objects is nonsense", () => replaced("0000000000 65535 f", "9999999999 99999 n")),
  ready("pdf whose outline is a circle", () =>
    outline(1, { 11: "<< /Title (round) /Parent 10 0 R /Next 11 0 R /First 11 0 R /Dest [3 0 R /Fit] >>" }),
  ),
  either("pdf with a form that draws itself", () =>
    withObjects({
      3: pdfPage({ resources: "/Font << /F1 5 0 R >> /XObject << /X 10 0 R >>" }),
      4: { data: `${TEXT} /X Do` },
      10: pdfForm(`${TEXT} /X Do`, "/XObject << /X 10 0 R >>"),
    }),
  ),
  either("pdf of a page 35 kilometres wide", () => withObjects({ 3: pdfPage({ box: "0 0 100000000 100000000" }) })),
  fails("pdf of a scan 5 kilometres wide", scanOfHugePage),
  ready("pdf whose structure is a circle", () =>
    structured("0 [11 0 R]", { 11: "<< /Type /StructElem /S /H1 /P 11 0 R /Pg 3 0 R /K [11 0 R 0 11 0 R] >>" }),
  ),
  either("pdf whose structure is 100,000 deep", () => deepStructure(100_000)),
  ready("pdf with a title of 8 MB and a date in the year 9999", () =>
    replaced("/Root 1 0 R", "/Root 1 0 R /Info 10 0 R", {
      10: `<< /Title (${"a title ".repeat(MILLION)}) /Author (\\376\\377\\330\\000) /CreationDate (D:99999999999999) >>`,
    }),
  ),
  ...saying(/damaged|cut off/, [fails("pdf that is only its first line", () => "%PDF-1.7\n")]),
  ...slow([
    either("pdf of a million objects", () => withObjects(numbered(10, MILLION, (number) => `<</A ${number}>>`))),
    either("pdf with an outline of 200,000 entries", () => manyOutlines(200_000)),
    either("pdf with 200,000 notes on a page", () =>
      withObjects({
        3: pdfPage({ more: `/Annots [${"10 0 R ".repeat(200_000)}]` }),
        10: "<< /Type /Annot /Subtype /Text /Rect [10 10 20 20] /Contents (a note) >>",
      }),
    ),
    either("pdf of 3 scans of noise", () => manyScans(3)),
    ...saying(/pages/, [fails("pdf whose one page stands a million times in its tree", () => repeatedPage(MILLION))]),
    ...saying(/damaged|cut off/, [
      fails("pdf header before 10 MB of noise", () => Buffer.concat([Buffer.from("%PDF-1.7\n"), noise(10_000_000)])),
    ]),
  ]),
];
