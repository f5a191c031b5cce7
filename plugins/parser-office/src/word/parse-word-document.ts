import type { ParsedBlock, ParserEvent } from "@quarry/plugin";
import { readCoreProperties } from "../archive/core-properties.ts";
import { readXml } from "../archive/read-xml.ts";
import { type Relationship, relationshipsOf, targetOfType, urlsById } from "../archive/relationships.ts";
import { readThemeFonts } from "../archive/theme-fonts.ts";
import { EmbeddedReader } from "../embedded/embedded-reader.ts";
import { TableIds } from "../flow/flow-item.ts";
import type { OfficeRead } from "../office-read.ts";
import { readListDefinitions } from "./list-definitions.ts";
import { ListNumbers } from "./list-numbers.ts";
import { WordStyles } from "./styles.ts";
import { WordNotes } from "./word-notes.ts";
import { type WordContext, WordReader } from "./word-reader.ts";

/** Documents have three headers and footers for each section that differs. */
const MAX_HEADERS = 1_000;

/** A Word document, streamed: headings by style, lists with their numbers, tables, notes behind their paragraph. */
export async function* parseWordDocument(read: OfficeRead): AsyncGenerator<ParserEvent> {
  const { archive, limits, mainPart, settings } = read;
  yield { type: "info", info: await readCoreProperties(archive, limits) };
  if (read.unread.length > 0) yield { type: "info", info: { warnings: read.unread } };
  const relationships = await relationshipsOf(archive, mainPart, limits);
  const context = await openContext(read, relationships);
  for (const type of ["footnotes", "endnotes", ...(settings.comments ? ["comments"] : [])]) {
    const part = targetOfType(archive, relationships, type);
    if (part !== undefined) await readNotes(read, part, context);
  }
  const reader = new WordReader(context);
  reader.urls = urlsById(relationships);
  const embedded = new EmbeddedReader(read, context.tableIds, relationships);
  yield* blockEvents(readBody(read, reader, context, embedded));
  const leftOut = [...(reader.foreignParts > 0 ? [FOREIGN_PARTS] : []), ...read.hidden.warnings];
  if (leftOut.length > 0) yield { type: "info", info: { warnings: [...leftOut, ...read.unread] } };
  if (settings.headersAndFooters) yield* blockEvents(readHeaders(read, relationships, context));
}

const FOREIGN_PARTS = "Parts of the document that are embedded in another format were not read.";

async function* blockEvents(blocks: AsyncIterable<ParsedBlock>): AsyncGenerator<ParserEvent> {
  // Page breaks depend on fonts and printer; Word's marks for them are often old or missing.
  for await (const block of blocks) yield { type: "block", block: { ...block, page: null } };
}

async function openContext(read: OfficeRead, relationships: readonly Relationship[]): Promise<WordContext> {
  const { archive, limits, settings, budget } = read;
  const theme = await readThemeFonts(archive, targetOfType(archive, relationships, "theme"), limits);
  const styles = await WordStyles.read(archive, targetOfType(archive, relationships, "styles"), theme, limits);
  const definitions = await readListDefinitions(archive, targetOfType(archive, relationships, "numbering"), limits);
  return {
    styles,
    numbers: new ListNumbers(definitions, styles),
    notes: new WordNotes(),
    budget,
    tableIds: new TableIds(),
    alternativeText: settings.alternativeText,
    hiddenContent: settings.hiddenContent,
    hidden: read.hidden,
  };
}

/** The notes go into the context, each when its element ends. */
async function readNotes(read: OfficeRead, part: string, context: WordContext): Promise<void> {
  const reader = new WordReader(context);
  reader.urls = urlsById(await relationshipsOf(read.archive, part, read.limits));
  // Text outside of notes is ignored.
  for await (const piece of readXml(read.archive, part, read.limits, reader.handlers)) void [piece, reader.take()];
}

async function* readBody(
  read: OfficeRead,
  reader: WordReader,
  context: WordContext,
  embedded: EmbeddedReader,
): AsyncGenerator<ParsedBlock> {
  for await (const piece of readXml(read.archive, read.mainPart, read.limits, reader.handlers)) {
    void piece;
    yield* embedded.blocksOf(reader.take());
  }
  yield* embedded.blocksOf([...context.notes.rest()]);
}

/** First, left and right pages and each section have their own, often the same. */
async function* readHeaders(
  read: OfficeRead,
  relationships: readonly Relationship[],
  context: WordContext,
): AsyncGenerator<ParsedBlock> {
  const { archive, limits } = read;
  const parts = ["header", "footer"].flatMap((type) => relationships.filter((one) => one.type === type));
  const seen = new Set<string>();
  for (const { target } of parts.slice(0, MAX_HEADERS)) {
    if (!archive.has(target)) continue;
    const reader = new WordReader(context);
    const own = await relationshipsOf(archive, target, limits);
    reader.urls = urlsById(own);
    const embedded = new EmbeddedReader(read, context.tableIds, own);
    for await (const piece of readXml(archive, target, limits, reader.handlers)) void piece;
    for await (const block of embedded.blocksOf(reader.take())) {
      if (!seen.has(block.text)) yield block;
      seen.add(block.text);
    }
  }
}
