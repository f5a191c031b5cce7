import { type ParsedBlock, ParserError, type ParserEvent } from "@quarry/plugin";
import { readCoreProperties } from "../archive/core-properties.ts";
import { readXml } from "../archive/read-xml.ts";
import { type Relationship, relationshipsOf, targetOfType, urlsById } from "../archive/relationships.ts";
import { readThemeFonts } from "../archive/theme-fonts.ts";
import { EmbeddedReader } from "../embedded/embedded-reader.ts";
import { TableIds } from "../flow/flow-item.ts";
import { missingPages } from "../missing-pages.ts";
import type { OfficeRead } from "../office-read.ts";
import { readSlideComments } from "./slide-comments.ts";
import { readSlideList } from "./slide-list.ts";
import { SlideMargins } from "./slide-margins.ts";
import { type SlideContext, SlideReader, withTitle } from "./slide-reader.ts";

/** Figures may stand before the slide's title, and wait for it; a slide has a few dozen paragraphs. */
const MAX_WAITING = 5_000;

/** A presentation: each slide's title as a heading, its text, tables, charts and notes; its number is the page. */
export async function* parsePresentation(read: OfficeRead): AsyncGenerator<ParserEvent> {
  const slides = await readSlideList(read);
  const total = slides.length;
  read.budget.checkPages(total, "slides");
  const info = await readCoreProperties(read.archive, read.limits);
  const warnings = [...missingPages("slides", slides), ...read.unread];
  yield {
    type: "info",
    info: { ...info, pageCount: total, ...(warnings.length > 0 && { warnings }) },
  };
  checkSlides(slides);
  const theme = targetOfType(read.archive, await relationshipsOf(read.archive, read.mainPart, read.limits), "theme");
  const context: SlideContext = {
    budget: read.budget,
    tableIds: new TableIds(),
    alternativeText: read.settings.alternativeText,
    margins: read.settings.headersAndFooters ? undefined : new SlideMargins(),
    isNotes: false,
    theme: await readThemeFonts(read.archive, theme, read.limits),
  };
  for (const [index, part] of slides.entries()) {
    const page = index + 1;
    if (part !== undefined) {
      for await (const block of readSlide(read, part, context)) yield { type: "block", block: { ...block, page } };
    }
    yield { type: "progress", done: page, total };
  }
  const hidden = read.hidden.warnings;
  if (hidden.length > 0) yield { type: "info", info: { warnings: [...warnings, ...hidden] } };
}

/** A presentation whose slides are all missing is no empty presentation. */
function checkSlides(slides: readonly (string | undefined)[]): void {
  if (slides.length > 0 && slides.every((slide) => slide === undefined)) {
    throw new ParserError("corrupt", "the slides of the file are missing: open it, save it again and upload that copy");
  }
}

async function* readSlide(read: OfficeRead, part: string, context: SlideContext): AsyncGenerator<ParsedBlock> {
  const { archive, limits, settings } = read;
  const reader = new SlideReader(context);
  const relationships = await relationshipsOf(archive, part, limits);
  reader.urls = urlsById(relationships);
  const embedded = new EmbeddedReader(read, context.tableIds, relationships);
  for await (const piece of readXml(archive, part, limits, reader.handlers)) {
    void piece;
    if (reader.isHidden && !settings.hiddenContent) {
      read.hidden.add("slide");
      return;
    }
    if (reader.waiting > MAX_WAITING) yield* embedded.blocksOf(withTitle(reader));
  }
  yield* embedded.blocksOf(withTitle(reader));
  if (settings.speakerNotes) yield* readNotes(read, relationships, context);
  if (!settings.comments) return;
  for (const { type, target } of relationships) {
    if (type === "comments" && archive.has(target)) yield* await readSlideComments(read, target);
  }
}

async function* readNotes(
  read: OfficeRead,
  relationships: readonly Relationship[],
  context: SlideContext,
): AsyncGenerator<ParsedBlock> {
  const part = relationships.find(({ type, target }) => type === "notesSlide" && read.archive.has(target))?.target;
  if (part === undefined) return;
  const reader = new SlideReader({ ...context, alternativeText: false, isNotes: true });
  const own = await relationshipsOf(read.archive, part, read.limits);
  reader.urls = urlsById(own);
  const embedded = new EmbeddedReader(read, context.tableIds, own);
  for await (const piece of readXml(read.archive, part, read.limits, reader.handlers)) {
    void piece;
    yield* embedded.blocksOf(reader.take());
  }
}
