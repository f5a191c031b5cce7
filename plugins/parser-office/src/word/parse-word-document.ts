import type { ParsedBlock, ParserEvent } from "@quarry/plugin";
import { readCoreProperties } from "../archive/core-properties.ts";
import { readXml } from "../archive/read-xml.ts";
import { type Relationship, relationshipsOf, targetOfType, urlsById } from "../archive/relationships.ts";
import { readThemeFonts } from "../archive/theme-fonts.ts";
import { EmbeddedReader } from "../embedded/embedded-reader.ts";
import { TableIds } from "../flow/flow-item.ts";
import type { OfficeInput } from "../office-input.ts";
import { readListDefinitions } from "./list-definitions.ts";
import { ListNumbers } from "./list-numbers.ts";
import { WordStyles } from "./styles.ts";
import { WordNotes } from "./word-notes.ts";
import { type WordContext, WordReader } from "./word-reader.ts";

/** Maximum number of header and footer parts. Documents have three headers and footers per distinct section. */
const MAX_HEADERS = 1_000;

/**
 * Parses a Word document, streamed: headings by style, lists with their numbers, tables, and notes after their
 * paragraph.
 */
export async function* parseWordDocument(input: OfficeInput): AsyncGenerator<ParserEvent> {
  const { archive, limits, mainPart, settings } = input;
  yield { type: "info", info: await readCoreProperties(archive, limits) };
  if (input.unread.length > 0) yield { type: "info", info: { warnings: input.unread } };
  const relationships = await relationshipsOf(archive, mainPart, limits);
  const context = await openContext(input, relationships);
  for (const type of ["footnotes", "endnotes", ...(settings.comments ? ["comments"] : [])]) {
    const part = targetOfType(archive, relationships, type);
    if (part !== undefined) await readNotes(input, part, context);
  }
  const reader = new WordReader(context);
  reader.urls = urlsById(relationships);
  const embedded = new EmbeddedReader(input, context.tableIds, relationships);
  yield* blockEvents(readBody(input, reader, context, embedded));
  const leftOut = [...(reader.foreignParts > 0 ? [FOREIGN_PARTS] : []), ...input.hidden.warnings];
  if (leftOut.length > 0) yield { type: "info", info: { warnings: [...leftOut, ...input.unread] } };
  if (settings.headersAndFooters) yield* blockEvents(readHeaders(input, relationships, context));
}

const FOREIGN_PARTS = "Parts of the document that are embedded in another format were not read.";

async function* blockEvents(blocks: AsyncIterable<ParsedBlock>): AsyncGenerator<ParserEvent> {
  // Pages are null: page breaks depend on fonts and printer, and Word's stored marks are often outdated or missing.
  for await (const block of blocks) yield { type: "block", block: { ...block, page: null } };
}

async function openContext(input: OfficeInput, relationships: readonly Relationship[]): Promise<WordContext> {
  const { archive, limits, settings, budget } = input;
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
    hidden: input.hidden,
  };
}

/** Reads notes into the context, each at the end of its element. */
async function readNotes(input: OfficeInput, part: string, context: WordContext): Promise<void> {
  const reader = new WordReader(context);
  reader.urls = urlsById(await relationshipsOf(input.archive, part, input.limits));
  // Text outside of notes is ignored.
  for await (const chunk of readXml(input.archive, part, input.limits, reader.handlers)) void [chunk, reader.take()];
}

async function* readBody(
  input: OfficeInput,
  reader: WordReader,
  context: WordContext,
  embedded: EmbeddedReader,
): AsyncGenerator<ParsedBlock> {
  for await (const chunk of readXml(input.archive, input.mainPart, input.limits, reader.handlers)) {
    void chunk;
    yield* embedded.blocksOf(reader.take());
  }
  yield* embedded.blocksOf([...context.notes.rest()]);
}

/** Reads headers and footers. First, left and right pages and each section have their own, often identical. */
async function* readHeaders(
  input: OfficeInput,
  relationships: readonly Relationship[],
  context: WordContext,
): AsyncGenerator<ParsedBlock> {
  const { archive, limits } = input;
  const parts = ["header", "footer"].flatMap((type) => relationships.filter((one) => one.type === type));
  const seen = new Set<string>();
  for (const { target } of parts.slice(0, MAX_HEADERS)) {
    if (!archive.has(target)) continue;
    const reader = new WordReader(context);
    const own = await relationshipsOf(archive, target, limits);
    reader.urls = urlsById(own);
    const embedded = new EmbeddedReader(input, context.tableIds, own);
    for await (const chunk of readXml(archive, target, limits, reader.handlers)) void chunk;
    for await (const block of embedded.blocksOf(reader.take())) {
      if (!seen.has(block.text)) yield block;
      seen.add(block.text);
    }
  }
}
