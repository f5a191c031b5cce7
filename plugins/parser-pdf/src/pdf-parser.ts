import { open } from "node:fs/promises";
import {
  describeFileContent,
  ParserError,
  type ParserEvent,
  type ParserLimits,
  type ParserSource,
  type ParserV1,
  SNIFF_BYTES,
  sniffFileType,
} from "@quarry/plugin";
import { DocumentReader } from "./document-reader.ts";
import { discardEngine, loadEngine } from "./engine/engine.ts";
import { PdfDocument } from "./engine/pdf-document.ts";
import type { PdfSettings } from "./pdf-settings.ts";

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
      yield* new DocumentReader(document, settings, limits).read();
    } finally {
      document.close();
    }
  } catch (error) {
    throw asParserError(error, settings);
  }
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
