import { ParserError } from "@quarry/plugin";
import { readFileBlocks } from "../parsing/read-file.ts";
import { type CorpusFile, corpusFiles } from "./corpus.ts";
import { docxReference, pptxReference, xlsxReference } from "./office-reference.ts";
import { hasPdftotext, pdfReference } from "./pdf-reference.ts";
import type { Reference } from "./reference.ts";
import { type Score, scoreOf } from "./score.ts";
import {
  delimitedReference,
  htmlReference,
  jsonReference,
  markdownReference,
  textReference,
  xmlReference,
} from "./text-reference.ts";

/** How one file of the corpus was read. */
export interface FileResult extends CorpusFile {
  /** Characters of text that came out. */
  readonly characters: number;
  readonly ocrPages: number;
  /** Absent where there is no reference. */
  readonly score?: Score;
  /** Why it could not be read, for its owner. */
  readonly failure?: string;
  /** An error that no owner should see. */
  readonly crash?: string;
}

const REFERENCES: Readonly<Record<string, (path: string) => Reference | undefined>> = {
  docx: docxReference,
  pptx: pptxReference,
  xlsx: xlsxReference,
  html: htmlReference,
  md: markdownReference,
  txt: textReference,
  csv: delimitedReference,
  tsv: delimitedReference,
  json: jsonReference,
  xml: xmlReference,
};

/** Running lines are left out by default; the reference has them, so recall is measured with them. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { pdf: { dropRepeatedLines: false } };

/** Reads every file of the corpus and compares it with its reference. `formats` limits it to some. */
export async function* measureCorpus(formats?: ReadonlySet<string>): AsyncGenerator<FileResult> {
  const withPdf = hasPdftotext();
  for (const file of corpusFiles()) {
    if (formats !== undefined && !formats.has(file.format)) continue;
    yield await measureFile(file, file.format === "pdf" && withPdf ? pdfReference : REFERENCES[file.format]);
  }
}

const measureFile = async (
  file: CorpusFile,
  referenceOf: ((path: string) => Reference | undefined) | undefined,
): Promise<FileResult> => {
  try {
    const { blocks, info } = await readFileBlocks(file.path, SETTINGS[file.format]);
    const reference = referenceOf?.(file.path);
    return {
      ...file,
      characters: blocks.reduce((sum, { text }) => sum + text.length, 0),
      ocrPages: info.ocrPageCount ?? 0,
      ...(reference !== undefined && { score: scoreOf(reference, blocks) }),
    };
  } catch (error) {
    const { message } = error as Error;
    // By name: a parser may bring its own copy of the class.
    const isExpected = error instanceof ParserError || (error as Error).name === "ParserError";
    return { ...file, characters: 0, ocrPages: 0, ...(isExpected ? { failure: message } : { crash: message }) };
  }
};
