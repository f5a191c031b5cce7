import { readChapters, readContent, readHandbookInfo, readTour, readWorkbook } from "./content.ts";
import { writeDocx } from "./docx-writer.ts";
import { writeHtml } from "./html-writer.ts";
import { writeHandbookPdf } from "./pdf/handbook-pdf.ts";
import { writeTour } from "./pptx-writer.ts";
import { writeWorkbook } from "./xlsx-writer.ts";

export interface LibraryFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Makes every file of the demo library in memory. The same content gives the same bytes. */
export const buildLibrary = async (): Promise<readonly LibraryFile[]> => {
  const info = readHandbookInfo();
  return [
    { name: "quarry-handbook.pdf", bytes: await writeHandbookPdf(info, readChapters()) },
    { name: "operators-guide.docx", bytes: await writeDocx(readContent("operators-guide.md"), info.author) },
    { name: "product-tour.pptx", bytes: await writeTour(readTour()) },
    { name: "limits-and-settings.xlsx", bytes: await writeWorkbook(readWorkbook()) },
    { name: "rest-guide.html", bytes: encode(writeHtml(readContent("rest-guide.md"), info.author)) },
    { name: "plugin-authors.md", bytes: encode(readContent("plugin-authors.md")) },
    { name: "glossary-and-faq.txt", bytes: encode(readContent("glossary-and-faq.txt")) },
  ];
};

/** Where the server's demo reads the library. */
export const libraryFolder = new URL("../../../apps/server/demo/library/", import.meta.url);

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
