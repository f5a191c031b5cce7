import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";

const MARGIN = 72;
const LINE_GAP = 2;

/** What is set in type: a title, if there is one, and paragraphs. */
export interface Printed {
  readonly title: string;
  readonly text: string;
}

/** A PDF as a word processor makes it: a larger title, and text in lines over as many pages as it takes. */
export const pdfOf = async ({ title, text }: Printed): Promise<Uint8Array<ArrayBuffer>> => {
  const document = new PDFDocument({ margin: MARGIN, info: { CreationDate: new Date(0) } });
  const bytes = buffer(document);
  if (title !== "") document.font("Helvetica-Bold").fontSize(15).text(title).moveDown();
  document.font("Helvetica").fontSize(11).text(text, { lineGap: LINE_GAP });
  document.end();
  return new Uint8Array(await bytes);
};
