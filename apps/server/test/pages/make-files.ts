import PDFDocument from "pdfkit";
import sharp from "sharp";

type Pages = readonly ((document: PDFKit.PDFDocument) => void)[];

const RED = "#ff0000";

/** A PDF of the given pages, each drawn by a function, in points from the top left. */
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

/** 300 by 400 points of a page of 600 by 800, shown a quarter turn clockwise; what is at the top left as it is shown is red. */
export const turnedPage = (document: PDFKit.PDFDocument): void => {
  document.addPage({ size: [600, 800], margin: 0 });
  Object.assign(entriesOf(document), { CropBox: [100, 200, 400, 600], Rotate: 90 });
  // The bottom left of the crop box, which begins 200 points above the bottom of the page.
  document.rect(100, 800 - 200 - 60, 60, 60).fill(RED);
  document.fill("black").text("The turned page tells of the gearbox.", 180, 400, { width: 200 });
};

/** A page of a million sheets of paint, one upon the other: a few kilobytes when it is packed. */
export const endlessPage = (document: PDFKit.PDFDocument): void => {
  document.addPage();
  document.text("The endless page.");
  // Half transparent, so that none may be left out.
  document.fillOpacity(0.5);
  const content = (document.page as unknown as { content: { write(text: string): void } }).content;
  const line = "0 0 595 842 re f\n".repeat(10_000);
  for (let count = 0; count < 100; count += 1) content.write(line);
};

/** The number in the tree of pages leads nowhere: the page can't be opened, and all others can. */
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

/** The share of red, green and blue at a place of a picture, from 0 to 1 each way. */
export const colourAt = async (picture: Uint8Array, x: number, y: number): Promise<readonly number[]> => {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
};

export const isRed = ([red, green, blue]: readonly number[]): boolean => red! > 200 && green! < 60 && blue! < 60;
export const isWhite = (colour: readonly number[]): boolean => colour.every((share) => share > 240);
