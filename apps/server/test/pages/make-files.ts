import PDFDocument from "pdfkit";
import sharp from "sharp";

type Pages = readonly ((document: PDFKit.PDFDocument) => void)[];

const RED = "#ff0000";

/** Builds a PDF of these pages, each drawn by a function, in points from the top left. */
export const pdfOf = async (pages: Pages, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> => {
  const document = new PDFDocument({ autoFirstPage: false, size: "A4", ...options });
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve) =>
    document.on("data", (part: Buffer) => parts.push(part)).on("end", resolve),
  );
  for (const draw of pages) draw(document);
  document.end();
  await ended;
  return Buffer.concat(parts);
};

/** Entries that pdfkit writes into a page's dictionary. */
const entriesOf = (document: PDFKit.PDFDocument) =>
  (document.page as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary.data;

export const textPage =
  (...paragraphs: readonly string[]) =>
  (document: PDFKit.PDFDocument): void => {
    document.addPage();
    for (const text of paragraphs) document.text(text).moveDown(2);
  };

/**
 * Draws a crop box of 300 by 400 points on a page of 600 by 800, displayed rotated a quarter turn clockwise; the
 * displayed top left is red.
 */
export const turnedPage = (document: PDFKit.PDFDocument): void => {
  document.addPage({ size: [600, 800], margin: 0 });
  Object.assign(entriesOf(document), { CropBox: [100, 200, 400, 600], Rotate: 90 });
  // Bottom left of the crop box, which begins 200 points above the bottom of the page.
  document.rect(100, 800 - 200 - 60, 60, 60).fill(RED);
  document.fill("black").text("The turned page tells of the gearbox.", 180, 400, { width: 200 });
};

/** Draws a million layers of paint on top of each other: a few kilobytes when compressed. */
export const endlessPage = (document: PDFKit.PDFDocument): void => {
  document.addPage();
  document.text("The endless page.");
  // Half transparent, so that the renderer can skip none.
  document.fillOpacity(0.5);
  const content = (document.page as unknown as { content: { write(text: string): void } }).content;
  const line = "0 0 595 842 re f\n".repeat(10_000);
  for (let count = 0; count < 100; count += 1) content.write(line);
};

/** Replaces a page's object number in the page tree with one that does not exist: only this page can't be opened. */
export const withDamagedPage = (pdf: Buffer, index: number): Buffer => {
  const text = pdf.toString("latin1");
  const kids = /\/Kids \[([^\]]*)\]/.exec(text)!;
  const references = kids[1]!.match(/\d+ 0 R/g)!;
  const wrong = references.map((reference, position) =>
    position === index ? `${"9".repeat(reference.indexOf(" "))} 0 R` : reference,
  );
  const changed = `/Kids [${wrong.join(" ")}]`;
  return Buffer.from(text.replace(kids[0], changed.padEnd(kids[0].length)), "latin1");
};

/** Returns red, green and blue at a position of a picture; `x` and `y` are fractions from 0 to 1. */
export const colourAt = async (picture: Uint8Array, x: number, y: number): Promise<readonly number[]> => {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
};

export const isRed = ([red, green, blue]: readonly number[]): boolean => red! > 200 && green! < 60 && blue! < 60;
export const isWhite = (colour: readonly number[]): boolean => colour.every((share) => share > 240);
