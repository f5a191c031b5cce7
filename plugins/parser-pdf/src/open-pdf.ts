import { open } from "node:fs/promises";
import { describeFileContent, ParserError, type ParserSource, SNIFF_BYTES, sniffFileType } from "@quarry/plugin";
import { discardEngine, loadEngine } from "./engine/engine.ts";
import { PdfDocument } from "./engine/pdf-document.ts";
import type { PdfSettings } from "./pdf-settings.ts";

const BYTES_PER_MEGABYTE = 1_048_576;

/** Opens the file if it is a PDF. The caller must close it. */
export async function openPdf(source: ParserSource, settings: PdfSettings): Promise<PdfDocument> {
  await checkIsPdf(source.path);
  const engine = await loadEngine(settings.maxMemoryMegabytes * BYTES_PER_MEGABYTE);
  return PdfDocument.open(engine, source.path, source.size);
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

/** Converts a trap inside the engine to a parser error: the file is broken, or exceeds the memory limit. */
export function asParserError(error: unknown, settings: PdfSettings): unknown {
  if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return error;
  discardEngine();
  return new ParserError(
    "limit",
    `the PDF can't be decoded within ${settings.maxMemoryMegabytes} MB of memory: split it or save it again with fewer objects`,
    { cause: error },
  );
}
