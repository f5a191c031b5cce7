import { readFileSync } from "node:fs";
import { libraryFolder } from "../src/library.ts";
import { oneLine, type Passage } from "./passage.ts";
import { readOffice } from "./read-office.ts";
import { readPdf } from "./read-pdf.ts";
import { readWorkbook } from "./read-workbook.ts";

const WORDS_PER_TEXT_PASSAGE = 200;

export const readBuiltFile = (file: string): Uint8Array => readFileSync(new URL(file, libraryFolder));

/** Every passage of the committed library. */
export const readLibrary = async (): Promise<readonly Passage[]> => [
  ...(await readPdf("quarry-handbook.pdf", readBuiltFile("quarry-handbook.pdf"))),
  ...(await readOffice("operators-guide.docx", readBuiltFile("operators-guide.docx"), "docx")),
  ...(await readOffice("product-tour.pptx", readBuiltFile("product-tour.pptx"), "pptx")),
  ...(await readWorkbook("limits-and-settings.xlsx", readBuiltFile("limits-and-settings.xlsx"))),
  ...(await readOffice("rest-guide.html", readBuiltFile("rest-guide.html"), "html")),
  ...(await readOffice("plugin-authors.md", readBuiltFile("plugin-authors.md"), "md")),
  ...readText("glossary-and-faq.txt"),
];

const readText = (file: string): Passage[] => {
  const passages: Passage[] = [];
  let words: string[] = [];
  const flush = () => passages.push({ file, page: null, section: null, text: words.splice(0).join(" ") });
  for (const paragraph of new TextDecoder().decode(readBuiltFile(file)).split(/\n\s*\n/)) {
    words.push(...oneLine(paragraph).split(" "));
    if (words.length >= WORDS_PER_TEXT_PASSAGE) flush();
  }
  flush();
  return passages;
};
