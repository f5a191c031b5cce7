import { type ParsedBlock, ParserError, type ParserEvent } from "@quarry/plugin";
import { readCoreProperties } from "../archive/core-properties.ts";
import { readXml } from "../archive/read-xml.ts";
import { type Relationship, relationshipsOf, targetOfType, urlsById } from "../archive/relationships.ts";
import { readThemeFonts } from "../archive/theme-fonts.ts";
import { EmbeddedReader } from "../embedded/embedded-reader.ts";
import { TableIds } from "../flow/flow-item.ts";
import { missingPages } from "../missing-pages.ts";
import type { OfficeInput } from "../office-input.ts";
import { readSlideComments } from "./slide-comments.ts";
import { readSlideList } from "./slide-list.ts";
import { SlideMargins } from "./slide-margins.ts";
import { type SlideContext, SlideReader, withTitle } from "./slide-reader.ts";

/** Maximum buffered items: shapes before the slide's title wait for it. A slide has a few dozen paragraphs. */
const MAX_BUFFERED_ITEMS = 5_000;

/**
 * Parses a presentation: each slide's title as a heading, its text, tables, charts and notes. The slide number is the
 * page.
 */
export async function* parsePresentation(input: OfficeInput): AsyncGenerator<ParserEvent> {
  const slides = await readSlideList(input);
  const total = slides.length;
  input.budget.checkPages(total, "slides");
  const info = await readCoreProperties(input.archive, input.limits);
  const warnings = [...missingPages("slides", slides), ...input.unread];
  yield {
    type: "info",
    info: { ...info, pageCount: total, ...(warnings.length > 0 && { warnings }) },
  };
  checkSlides(slides);
  const theme = targetOfType(
    input.archive,
    await relationshipsOf(input.archive, input.mainPart, input.limits),
    "theme",
  );
  const context: SlideContext = {
    budget: input.budget,
    tableIds: new TableIds(),
    alternativeText: input.settings.alternativeText,
    margins: input.settings.headersAndFooters ? undefined : new SlideMargins(),
    isNotes: false,
    theme: await readThemeFonts(input.archive, theme, input.limits),
  };
  for (const [index, part] of slides.entries()) {
    const page = index + 1;
    if (part !== undefined) {
      for await (const block of readSlide(input, part, context)) yield { type: "block", block: { ...block, page } };
    }
    yield { type: "progress", done: page, total };
  }
  const hidden = input.hidden.warnings;
  if (hidden.length > 0) yield { type: "info", info: { warnings: [...warnings, ...hidden] } };
}

/** Fails if all slides are missing: such a presentation is not just empty. */
function checkSlides(slides: readonly (string | undefined)[]): void {
  if (slides.length > 0 && slides.every((slide) => slide === undefined)) {
    throw new ParserError("corrupt", "the slides of the file are missing: open it, save it again and upload that copy");
  }
}

async function* readSlide(input: OfficeInput, part: string, context: SlideContext): AsyncGenerator<ParsedBlock> {
  const { archive, limits, settings } = input;
  const reader = new SlideReader(context);
  const relationships = await relationshipsOf(archive, part, limits);
  reader.urls = urlsById(relationships);
  const embedded = new EmbeddedReader(input, context.tableIds, relationships);
  for await (const chunk of readXml(archive, part, limits, reader.handlers)) {
    void chunk;
    if (reader.isHidden && !settings.hiddenContent) {
      input.hidden.add("slide");
      return;
    }
    if (reader.itemCount > MAX_BUFFERED_ITEMS) yield* embedded.blocksOf(withTitle(reader));
  }
  yield* embedded.blocksOf(withTitle(reader));
  if (settings.speakerNotes) yield* readNotes(input, relationships, context);
  if (!settings.comments) return;
  for (const { type, target } of relationships) {
    if (type === "comments" && archive.has(target)) yield* await readSlideComments(input, target);
  }
}

async function* readNotes(
  input: OfficeInput,
  relationships: readonly Relationship[],
  context: SlideContext,
): AsyncGenerator<ParsedBlock> {
  const part = relationships.find(({ type, target }) => type === "notesSlide" && input.archive.has(target))?.target;
  if (part === undefined) return;
  const reader = new SlideReader({ ...context, alternativeText: false, isNotes: true });
  const own = await relationshipsOf(input.archive, part, input.limits);
  reader.urls = urlsById(own);
  const embedded = new EmbeddedReader(input, context.tableIds, own);
  for await (const chunk of readXml(input.archive, part, input.limits, reader.handlers)) {
    void chunk;
    yield* embedded.blocksOf(reader.take());
  }
}
