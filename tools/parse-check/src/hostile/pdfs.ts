import { deflateSync } from "node:zlib";
import { onePage, type PdfObject, writeRawPdf } from "../fixtures/raw-pdf.ts";
import { inGroup } from "./hostile-file.ts";

const SENTENCE = "The bottom of the well is dry.";
const TEXT = `BT /F1 12 Tf 50 700 Td (${SENTENCE}) Tj ET`;
const MILLION = 1_000_000;

/** An ordinary one-page document with objects added or replaced. */
const withObjects = (...changes: readonly (readonly [number, PdfObject])[]): Uint8Array => withManyObjects(changes);

const withManyObjects = (changes: readonly (readonly [number, PdfObject])[]): Uint8Array =>
  writeRawPdf(new Map([...onePage({ data: TEXT }), ...changes]));

const millionObjects = (): Uint8Array =>
  withManyObjects(Array.from({ length: MILLION }, (_, index) => [10 + index, `<</A ${index}>>`] as const));

/** One page that stands a million times in the tree. */
const repeatedPage = (times: number): Uint8Array =>
  withObjects([2, `<< /Type /Pages /Kids [${"3 0 R ".repeat(times)}] /Count ${times} >>`]);

const replaced = (from: string, to: string): Uint8Array => {
  const text = Buffer.from(withObjects()).toString("latin1");
  if (!text.includes(from)) throw new Error(`the plain PDF has no ${from}`);
  return Buffer.from(text.replace(from, to), "latin1");
};

const outlineCircle = (): Uint8Array =>
  withObjects(
    [1, "<< /Type /Catalog /Pages 2 0 R /Outlines 10 0 R >>"],
    [10, "<< /Type /Outlines /First 11 0 R /Last 11 0 R /Count 1 >>"],
    [11, "<< /Title (round) /Parent 10 0 R /Next 11 0 R /First 11 0 R /Dest [3 0 R /Fit] >>"],
  );

const selfDrawingForm = (): Uint8Array =>
  withObjects(
    [4, { data: `${TEXT} /X Do` }],
    [
      3,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 10 0 R >> >> >>",
    ],
    [
      10,
      {
        dictionary:
          "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> /XObject << /X 10 0 R >> >>",
        data: `${TEXT} /X Do`,
      },
    ],
  );

const hugePage = (): Uint8Array =>
  withObjects([
    3,
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100000000 100000000] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
  ]);

const scanOfHugePage = (): Uint8Array =>
  withObjects(
    [
      3,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 14400 14400] /UserUnit 1000 /Contents 4 0 R /Resources << /XObject << /I 10 0 R >> >> >>",
    ],
    [4, { data: "q 14400 0 0 14400 0 0 cm /I Do Q" }],
    [
      10,
      {
        dictionary: "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8",
        data: "\x80",
      },
    ],
  );

/** Many pages that are each a picture without text: each would be recognised. */
const manyScans = (pages: number): Uint8Array => {
  const noise = Buffer.from(Array.from({ length: 200 * 280 }, (_, index) => (index * 7_919) & 0xff));
  const kids = Array.from({ length: pages }, (_, index) => `${100 + index} 0 R`).join(" ");
  const page =
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /I 10 0 R >> >> >>";
  return withObjects(
    [2, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`],
    [4, { data: "q 595 0 0 842 0 0 cm /I Do Q" }],
    [
      10,
      {
        dictionary:
          "/Type /XObject /Subtype /Image /Width 200 /Height 280 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode",
        data: deflateSync(noise),
      },
    ],
    ...Array.from({ length: pages }, (_, index) => [100 + index, page] as const),
  );
};

/** A tree of document structure whose element is its own child, and the page's text within it. */
const structureCircle = (): Uint8Array =>
  withObjects(
    [1, "<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 10 0 R >>"],
    [10, "<< /Type /StructTreeRoot /K [11 0 R] /ParentTree << /Nums [0 [11 0 R]] >> >>"],
    [11, "<< /Type /StructElem /S /H1 /P 11 0 R /Pg 3 0 R /K [11 0 R 0 11 0 R] >>"],
    [
      3,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /StructParents 0 /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    ],
    [4, { data: `/H1 << /MCID 0 >> BDC ${TEXT} EMC` }],
  );

/** Structure as deep as it is long. */
const deepStructure = (depth: number): Uint8Array =>
  withManyObjects([
    [1, "<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 10 0 R >>"],
    [10, "<< /Type /StructTreeRoot /K [11 0 R] /ParentTree << /Nums [] >> >>"],
    ...Array.from(
      { length: depth },
      (_, index) =>
        [
          11 + index,
          `<< /Type /StructElem /S /Div /P ${10 + index} 0 R /Pg 3 0 R /K ${index === depth - 1 ? "0" : `[${12 + index} 0 R]`} >>`,
        ] as const,
    ),
    [4, { data: `/Div << /MCID 0 >> BDC ${TEXT} EMC` }],
  ]);

const manyOutlines = (count: number): Uint8Array =>
  withManyObjects([
    [1, "<< /Type /Catalog /Pages 2 0 R /Outlines 10 0 R >>"],
    [10, `<< /Type /Outlines /First 11 0 R /Last ${10 + count} 0 R /Count ${count} >>`],
    ...Array.from(
      { length: count },
      (_, index) =>
        [
          11 + index,
          `<< /Title (entry ${index}) /Parent 10 0 R ${index === count - 1 ? "" : `/Next ${12 + index} 0 R`} /Dest [3 0 R /Fit] >>`,
        ] as const,
    ),
  ]);

const manyNotes = (count: number): Uint8Array =>
  withObjects(
    [
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [${"10 0 R ".repeat(count)}] >>`,
    ],
    [10, "<< /Type /Annot /Subtype /Text /Rect [10 10 20 20] /Contents (a note) >>"],
  );

const longTitle = (): Uint8Array => {
  const text = Buffer.from(
    withObjects([
      10,
      `<< /Title (${"a title ".repeat(1_000_000)}) /Author (\\376\\377\\330\\000) /CreationDate (D:99999999999999) >>`,
    ]),
  ).toString("latin1");
  return Buffer.from(text.replace("/Root 1 0 R", "/Root 1 0 R /Info 10 0 R"), "latin1");
};

/** PDFs that lie about their structure or lead round in circles. */
export const pdfs = inGroup("pdf", [
  { what: "pdf of a million objects", filename: "objects.pdf", make: millionObjects, ends: "either" },
  {
    what: "pdf whose one page stands a million times in its tree",
    filename: "repeated.pdf",
    make: () => repeatedPage(MILLION),
    ends: "failed",
    message: /pages/,
  },
  {
    what: "pdf whose one page stands 2,000 times in its tree",
    filename: "twothousand.pdf",
    make: () => repeatedPage(2_000),
    ends: "ready",
    quick: true,
  },
  {
    what: "pdf that says it has 2 billion pages",
    filename: "count.pdf",
    make: () => replaced("/Count 1", "/Count 2000000000"),
    ends: "either",
    quick: true,
  },
  {
    what: "pdf that says it has -1 pages",
    filename: "minus.pdf",
    make: () => replaced("/Count 1", "/Count -1"),
    ends: "either",
    quick: true,
  },
  {
    what: "pdf whose page tree is its own child",
    filename: "circle.pdf",
    make: () => replaced("/Kids [3 0 R]", "/Kids [2 0 R]"),
    ends: "failed",
    message: /./,
    quick: true,
  },
  {
    what: "pdf whose page tree is its own child beside a page",
    filename: "half-circle.pdf",
    make: () => replaced("/Kids [3 0 R] /Count 1", "/Kids [2 0 R 3 0 R] /Count 2"),
    ends: "either",
    quick: true,
  },
  {
    what: "pdf whose catalog is its page tree",
    filename: "root.pdf",
    make: () => replaced("/Root 1 0 R", "/Root 2 0 R"),
    ends: "either",
    quick: true,
  },
  {
    what: "pdf whose page is its own content",
    filename: "content.pdf",
    make: () => replaced("/Contents 4 0 R", "/Contents 3 0 R"),
    ends: "failed",
    message: /./,
    quick: true,
  },
  {
    what: "pdf whose table of objects precedes itself",
    filename: "prev.pdf",
    make: () => replaced("/Root 1 0 R", "/Root 1 0 R /Prev 9"),
    ends: "either",
    quick: true,
  },
  {
    what: "pdf whose stream says it is 4 GB long",
    filename: "length.pdf",
    make: () => replaced(`/Length ${TEXT.length}`, "/Length 4294967295"),
    ends: "either",
    quick: true,
  },
  {
    what: "pdf whose table of objects is nonsense",
    filename: "xref.pdf",
    make: () => replaced("0000000000 65535 f", "9999999999 99999 n"),
    ends: "either",
    quick: true,
  },
  { what: "pdf whose outline is a circle", filename: "outline.pdf", make: outlineCircle, ends: "ready", quick: true },
  {
    what: "pdf with a form that draws itself",
    filename: "form.pdf",
    make: selfDrawingForm,
    ends: "either",
    quick: true,
  },
  { what: "pdf of a page 35 kilometres wide", filename: "huge-page.pdf", make: hugePage, ends: "either", quick: true },
  {
    what: "pdf of a scan 5 kilometres wide",
    filename: "huge-scan.pdf",
    make: scanOfHugePage,
    ends: "failed",
    message: /./,
    quick: true,
  },
  {
    what: "pdf whose structure is a circle",
    filename: "structure.pdf",
    make: structureCircle,
    ends: "ready",
    quick: true,
  },
  {
    what: "pdf whose structure is 100,000 deep",
    filename: "deep-structure.pdf",
    make: () => deepStructure(100_000),
    ends: "either",
    quick: true,
  },
  {
    what: "pdf with an outline of 200,000 entries",
    filename: "outlines.pdf",
    make: () => manyOutlines(200_000),
    ends: "either",
  },
  { what: "pdf with 200,000 notes on a page", filename: "notes.pdf", make: () => manyNotes(200_000), ends: "either" },
  {
    what: "pdf with a title of 8 MB and a date in the year 9999",
    filename: "title.pdf",
    make: longTitle,
    ends: "ready",
    quick: true,
  },
  { what: "pdf of 3 scans of noise", filename: "noise.pdf", make: () => manyScans(3), ends: "either", message: /./ },
  {
    what: "pdf that is only its first line",
    filename: "head.pdf",
    make: () => Buffer.from("%PDF-1.7\n"),
    ends: "failed",
    message: /damaged|cut off/,
    quick: true,
  },
  {
    what: "pdf header before 10 MB of noise",
    filename: "noise10.pdf",
    make: () => Buffer.concat([Buffer.from("%PDF-1.7\n"), noise(10)]),
    ends: "failed",
    message: /damaged|cut off/,
  },
]);

function noise(megabytes: number): Buffer {
  const bytes = Buffer.alloc(megabytes * 1_048_576);
  let state = 1;
  for (let index = 0; index < bytes.length; index += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(state, index);
  }
  return bytes;
}
