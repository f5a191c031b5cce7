import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
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

/**
 * Parses a book chapter by chapter, in the order of its spine. Nothing is decompressed before the archive is checked.
 */
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
    yield { type: "info", info };
    const blocks = new HtmlBlocks({ dropNavigation: false, ...settings }, budget);
    const missing = chapters.filter((chapter) => !archive.has(chapter)).length;
    const damagedOnes: string[] = [];
    let hasText = false;
    for (const [index, chapter] of chapters.entries()) {
      if (!archive.has(chapter)) continue;
      const text = textOf(archive, chapter, () => damagedOnes.push(chapter));
      for await (const event of readHtml(text, blocks, { isXhtml: true })) {
        // A chapter's own metadata is not that of the book.
        if (event.type === "info") continue;
        hasText ||= event.type === "block";
        yield withoutInnerLinks(event);
      }
      yield { type: "progress", done: index + 1, total: chapters.length };
    }
    if (!hasText && damagedOnes.length + missing === chapters.length && chapters.length > 0) {
      throw new ParserError(
        "corrupt",
        "none of the book's chapters can be read, they are damaged or missing: get another copy and upload that",
      );
    }
    const warnings = warningsOf(damagedOnes, missing, chapters.length);
    if (warnings.length > 0) yield { type: "info", info: { warnings } };
  } finally {
    archive.close();
  }
}

/** Reads a chapter up to the first damage: a damaged chapter doesn't invalidate the book. */
async function* textOf(archive: Archive, name: string, onDamage: () => void): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let sum = 0;
  try {
    for await (const bytes of archive.chunks(name)) {
      sum = crc32(bytes, sum);
      decoder ??= decoderFor(bytes);
      yield decoder.decode(bytes, { stream: true });
    }
    if (sum !== archive.checksumOf(name)) onDamage();
  } catch (error) {
    if (!(error instanceof ParserError) || error.reason !== "corrupt") throw error;
    onDamage();
  }
}

/** Maximum number of chapter names in a warning. */
const MAX_NAMES = 10;

function warningsOf(damaged: readonly string[], missing: number, total: number): readonly string[] {
  const named = damaged
    .slice(0, MAX_NAMES)
    .map((name) => `The chapter "${name}" is damaged: it was read as far as possible.`);
  const more = damaged.length > MAX_NAMES ? [`${damaged.length - MAX_NAMES} more chapters are damaged.`] : [];
  return [...named, ...more, ...(missing === 0 ? [] : [`${missing} of ${total} chapters are missing in the file.`])];
}

/** Removes links between chapters, which have no target outside of the book. */
function withoutInnerLinks(event: ParserEvent): ParserEvent {
  if (event.type !== "block" || event.block.links === undefined) return event;
  const { links, ...block } = event.block;
  const outer = links.filter(({ url }) => /^[a-z][a-z0-9+.-]*:/i.test(url));
  return { type: "block", block: outer.length === 0 ? block : { ...block, links: outer } };
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
