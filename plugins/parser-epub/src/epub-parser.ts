import { open } from "node:fs/promises";
import { HtmlBlocks, readHtml } from "@quarry/formats/html";
import { Archive, decoderFor } from "@quarry/formats/zip";
import {
  describeFileContent,
  ParserBudget,
  ParserError,
  type ParserEvent,
  type ParserLimits,
  type ParserSource,
  type ParserV1,
  SNIFF_BYTES,
  sniffFileType,
} from "@quarry/plugin";
import { isBook, readPackage } from "./book-package.ts";
import type { EpubSettings } from "./epub-settings.ts";

/** Reads a book chapter by chapter, in the order of its spine; nothing is unpacked before the archive was checked. */
export function epubParser(settings: EpubSettings): ParserV1 {
  return { parse: (source, limits) => parse(source, limits, settings) };
}

async function* parse(
  { path }: ParserSource,
  limits: ParserLimits,
  settings: EpubSettings,
): AsyncGenerator<ParserEvent> {
  await checkContainer(path);
  const archive = await Archive.open(path, limits);
  try {
    if (!isBook(archive)) throw wrongType("a ZIP archive");
    const { info, chapters } = await readPackage(archive, limits);
    const budget = new ParserBudget(limits);
    budget.checkPages(chapters.length, "chapters");
    const missing = chapters.filter((chapter) => !archive.has(chapter)).length;
    const warnings = missing === 0 ? [] : [`${missing} of ${chapters.length} chapters are missing in the file.`];
    yield { type: "info", info: { ...info, ...(warnings.length > 0 && { warnings }) } };
    const blocks = new HtmlBlocks({ dropNavigation: false, ...settings }, budget);
    for (const [index, chapter] of chapters.entries()) {
      if (!archive.has(chapter)) continue;
      for await (const event of readHtml(textOf(archive, chapter), blocks, { isXhtml: true })) {
        // What a chapter says about itself is not said of the book.
        if (event.type !== "info") yield event;
      }
      yield { type: "progress", done: index + 1, total: chapters.length };
    }
  } finally {
    archive.close();
  }
}

async function* textOf(archive: Archive, name: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const bytes of archive.chunks(name)) {
    decoder ??= decoderFor(bytes);
    yield decoder.decode(bytes, { stream: true });
  }
}

async function checkContainer(path: string): Promise<void> {
  await using file = await open(path, "r");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  if (bytesRead === 0) throw new ParserError("empty", "the file is empty: check it and upload it again");
  if (sniffFileType(head) !== "zip") throw wrongType(describeFileContent(head));
}

const wrongType = (what: string): ParserError =>
  new ParserError(
    "wrong_type",
    `the file is ${what}, not an e-book (.epub): rename it to its real type and upload it again`,
  );
