import { open } from "node:fs/promises";
import {
  cleanText,
  describeFileContent,
  type ParsedBlock,
  ParserBudget,
  ParserError,
  type ParserEvent,
  type ParserLimits,
  type ParserSource,
  type ParserV1,
  SNIFF_BYTES,
  sniffFileType,
} from "@quarry/plugin";
import { discardEngine, loadEngine } from "./engine/engine.ts";
import { PdfDocument } from "./engine/pdf-document.ts";
import type { PageText } from "./engine/page-text.ts";
import { profileOf } from "./layout/document-profile.ts";
import { PageBlocks } from "./layout/page-blocks.ts";
import type { PdfSettings } from "./pdf-settings.ts";
import { samplePages } from "./sample-pages.ts";

const BYTES_PER_MEGABYTE = 1_048_576;

/** Reads PDFs page by page: text in reading order, headings by type size, tables by the gaps in their lines. */
export function pdfParser(settings: PdfSettings): ParserV1 {
  return { parse: (source, limits) => parse(source, limits, settings) };
}

async function* parse(source: ParserSource, limits: ParserLimits, settings: PdfSettings): AsyncGenerator<ParserEvent> {
  await checkIsPdf(source.path);
  const engine = await loadEngine(settings.maxMemoryMegabytes * BYTES_PER_MEGABYTE);
  try {
    const document = PdfDocument.open(engine, source.path, source.size);
    try {
      yield* readDocument(document, limits, settings);
    } finally {
      document.close();
    }
  } catch (error) {
    throw asParserError(error, settings);
  }
}

async function* readDocument(
  document: PdfDocument,
  limits: ParserLimits,
  settings: PdfSettings,
): AsyncGenerator<ParserEvent> {
  const total = document.pageCount;
  if (total <= 0) throw new ParserError("corrupt", "the PDF has no pages: save it again and upload that copy");
  const budget = new ParserBudget(limits);
  budget.checkPages(total, "pages");
  yield { type: "info", info: document.info() };
  const sample = readSample(document);
  const blocks = new PageBlocks(profileOf([...sample.values()]), settings.dropRepeatedLines);
  const readsForm = settings.formFields && document.hasForm;
  let readable = 0;
  for (let index = 0; index < total; index++) {
    const page = sample.get(index) ?? document.pageText(index);
    sample.delete(index);
    if (page !== undefined) {
      readable++;
      for (const block of blocks.read(page, index + 1)) yield blockEvent(block, budget);
    }
    if (readsForm) {
      for (const text of document.formFields(index)) {
        yield blockEvent({ kind: "paragraph", text, page: index + 1 }, budget);
      }
    }
    yield { type: "progress", done: index + 1, total };
  }
  if (readable === 0) {
    throw new ParserError("corrupt", "none of the PDF's pages can be read: save it again and upload that copy");
  }
}

function readSample(document: PdfDocument): Map<number, PageText> {
  const pages = new Map<number, PageText>();
  for (const index of samplePages(document.pageCount)) {
    const page = document.pageText(index);
    if (page !== undefined) pages.set(index, page);
  }
  return pages;
}

function blockEvent(block: ParsedBlock, budget: ParserBudget): ParserEvent {
  const text = cleanText(block.text).trim();
  budget.spendText(text.length);
  return { type: "block", block: { ...block, text } };
}

async function checkIsPdf(path: string): Promise<void> {
  await using file = await open(path, "r");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  if (sniffFileType(head) === "pdf") return;
  const found = describeFileContent(head);
  throw new ParserError(
    "wrong_type",
    `the file is ${found}, not a PDF: rename it to its real type and upload it again`,
  );
}

/** A trap inside the engine is a file that broke it or that needs more memory than it may have. */
function asParserError(error: unknown, settings: PdfSettings): unknown {
  if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return error;
  discardEngine();
  return new ParserError(
    "limit",
    `the PDF can't be decoded within ${settings.maxMemoryMegabytes} MB of memory: split it or save it again with fewer objects`,
    { cause: error },
  );
}
