import type { TextRecogniser } from "@quarry/ocr";
import {
  cleanBlock,
  cleanText,
  type PageConfidence,
  type ParsedBlock,
  ParserBudget,
  ParserError,
  type ParserEvent,
  type ParserLimits,
  unreadFiles,
} from "@quarry/plugin";
import type { OutlineEntry } from "./engine/outline.ts";
import type { PageText } from "./engine/page-text.ts";
import type { PdfDocument } from "./engine/pdf-document.ts";
import type { PdfPage } from "./engine/pdf-page.ts";
import { HEADING_SCALE, profileOf } from "./layout/document-profile.ts";
import { DocumentWords } from "./layout/document-words.ts";
import { linkedBlocks } from "./layout/linked-blocks.ts";
import { PageBlocks } from "./layout/page-blocks.ts";
import { RunningLines } from "./layout/running-lines.ts";
import { boxesOf, replaceUnreadableLines } from "./ocr/replace-unreadable-lines.ts";
import { missingBlocks } from "./ocr/missing-blocks.ts";
import { PageRecogniser } from "./ocr/page-recogniser.ts";
import { PageSource, type SourcePage } from "./page-source.ts";
import { pagesText } from "./pages-text.ts";
import type { PdfSettings } from "./pdf-settings.ts";
import { maxPicturePixels } from "./picture-memory.ts";
import { samplePages } from "./sample-pages.ts";
import { UnseenText } from "./unseen-text.ts";

/** More warnings would only repeat the first. */
const MAX_WARNINGS = 10;

const DOUBTS =
  "some text that was read may be invisible: its page takes too long to render, or its picture is too large";

/** Converts one open document into the parser's events. */
export class DocumentReader {
  readonly #document: PdfDocument;
  readonly #settings: PdfSettings;
  readonly #budget: ParserBudget;
  readonly #pages: PageSource;
  readonly #recogniser: PageRecogniser;
  readonly #warnings: string[] = [];
  readonly #ocrDoubts: string[] = [];
  readonly #ocrConfidences: PageConfidence[] = [];
  readonly #unseen: UnseenText;
  readonly #unreadPages: number[] = [];
  #ocrPages = 0;
  #repeatedLines = 0;
  #blocks = 0;

  constructor(
    document: PdfDocument,
    settings: PdfSettings,
    limits: ParserLimits,
    recogniser: () => Promise<TextRecogniser>,
  ) {
    this.#document = document;
    this.#settings = settings;
    this.#budget = new ParserBudget(limits);
    this.#pages = new PageSource(document, settings, maxPicturePixels(limits, settings));
    this.#unseen = new UnseenText(settings);
    this.#recogniser = new PageRecogniser(settings, limits, recogniser);
  }

  async *read(): AsyncGenerator<ParserEvent> {
    const total = this.#document.pageCount;
    if (total <= 0) throw new ParserError("corrupt", "the PDF has no pages: save it again and upload that copy");
    this.#budget.checkPages(total, "pages");
    const unread = unreadFiles(this.#document.attachments());
    yield { type: "info", info: { ...this.#document.info(), ...(unread.length > 0 && { warnings: unread }) } };
    yield* this.#readPages(total);
    if (this.#blocks === 0 && this.#warnings.length > 0) throw new ParserError("limit", this.#warnings[0]!);
    const repeatedLineCount = this.#repeatedLines;
    const doubts = this.#pages.hasDoubts ? [DOUBTS] : [];
    const warnings = [
      ...this.#unseen.warnings(),
      ...doubts,
      ...this.#unreadWarnings(),
      ...this.#warnings,
      ...this.#ocrDoubts,
    ];
    if (this.#ocrPages > 0 || repeatedLineCount > 0 || warnings.length > 0) {
      const pages = this.#ocrPages > 0 || this.#warnings.length > 0 ? { ocrPageCount: this.#ocrPages } : {};
      const ocrConfidences = this.#ocrConfidences;
      yield { type: "info", info: { ...pages, ocrConfidences, repeatedLineCount, warnings: [...warnings, ...unread] } };
    }
  }

  async *#readPages(total: number): AsyncGenerator<ParserEvent> {
    const sample = samplePages(total).flatMap((index) => this.#pages.pageWithIndex(index));
    const profile = profileOf(sample.map(({ text }) => text));
    const words = new DocumentWords();
    for (const { text } of sample) words.learn(text.lines);
    const running = new RunningLines(sample, profile.bodySize * HEADING_SCALE);
    const outline = this.#document.outline();
    const blocks = new PageBlocks(profile, words);
    let readable = 0;
    for (let index = 0; index < total; index++) {
      const page = this.#pages.get(index);
      if (page !== undefined) {
        readable++;
        const text = yield* this.#withRecognisedLines(index, page);
        words.learn(text.lines);
        const entries: readonly OutlineEntry[] = outline.get(index) ?? [];
        const { lines, above, below, leftOut } = this.#settings.dropRepeatedLines
          ? running.drop({ index, text }, this.#pages.around(index))
          : { lines: text.lines, above: [], below: [], leftOut: 0 };
        this.#repeatedLines += leftOut;
        const own = [
          ...paragraphsOn(index, above),
          ...blocks.read({ ...text, lines, number: index + 1, entries }),
          ...paragraphsOn(index, below),
        ];
        if (page.isUnusable && !page.needsOcr) this.#unreadPages.push(index + 1);
        yield* page.needsOcr ? this.#recognise(index, page, own) : this.#emit(linkedBlocks(own, page.links));
        yield* this.#emit(paragraphsOn(index, [...this.#unseen.read(page.text, index + 1), ...page.notes]));
      } else this.#warn(`page ${index + 1} was skipped: it is damaged`);
      this.#pages.release(index);
      yield { type: "progress", done: index + 1, total };
    }
    if (readable === 0) {
      throw new ParserError("corrupt", "none of the PDF's pages can be read: save it again and upload that copy");
    }
  }

  /** Returns the text of a page. Lines whose letters the fonts don't name are replaced by the result of OCR. */
  async *#withRecognisedLines(index: number, { text, unreadable }: SourcePage): AsyncGenerator<ParserEvent, PageText> {
    if (unreadable.size === 0) return text;
    const { ocr } = this.#settings;
    const page = ocr === "auto" ? this.#openForOcr(index) : undefined;
    if (page === undefined) {
      if (ocr === "off") this.#unreadPages.push(index + 1);
      return { ...text, lines: text.lines.filter((line) => !unreadable.has(line)) };
    }
    const recognised = await this.#recogniser.read(page, index + 1, boxesOf(unreadable, text.sheet));
    yield { type: "uncounted_time", milliseconds: recognised.milliseconds };
    const lines = replaceUnreadableLines(text.lines, unreadable, text.sheet, recognised.paragraphs);
    if (lines.length < text.lines.length) this.#unreadPages.push(index + 1);
    if (recognised.paragraphs.length > 0) this.#ocrPages++;
    return { ...text, lines };
  }

  /** Reads a page by OCR. Blocks that only its text layer has come first. */
  async *#recognise(index: number, source: SourcePage, layer: readonly ParsedBlock[]): AsyncGenerator<ParserEvent> {
    const page = this.#openForOcr(index);
    if (page === undefined) return;
    const { paragraphs, confidence, milliseconds, warning, doubt } = await this.#recogniser.read(page, index + 1);
    yield { type: "uncounted_time", milliseconds };
    if (warning !== undefined) this.#warn(warning);
    if (confidence !== undefined) this.#ocrConfidences.push({ page: index + 1, confidence });
    if (doubt !== undefined && this.#ocrDoubts.length < MAX_WARNINGS) this.#ocrDoubts.push(doubt);
    if (paragraphs.length > 0) this.#ocrPages++;
    else if (source.isUnusable) this.#unreadPages.push(index + 1);
    const missing = source.hasUsableText ? missingBlocks(layer, paragraphs) : [];
    const recognised = paragraphs.map((paragraph) => ({ kind: "paragraph", page: index + 1, ...paragraph }) as const);
    yield* this.#emit(linkedBlocks([...missing, ...recognised], source.links));
  }

  #openForOcr(index: number): PdfPage | undefined {
    if (this.#ocrPages === 0) this.#checkOcrPages(index);
    return this.#document.openPage(index);
  }

  #unreadWarnings(): string[] {
    if (this.#unreadPages.length === 0) return [];
    return [
      `${pagesText(this.#unreadPages)}: text was skipped, because its fonts don't declare their characters and it was not recognised`,
    ];
  }

  #warn(warning: string): void {
    if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push(warning);
  }

  /**
   * Counts the remaining pages that need OCR before the first is recognised, to avoid hours of work whose result is
   * thrown away.
   */
  #checkOcrPages(first: number): void {
    const { maxOcrPages } = this.#settings;
    const rest = this.#document.pageCount - first;
    if (rest <= maxOcrPages) return;
    let needed = 0;
    const survey = new PageSource(this.#document, this.#settings, 0);
    for (let index = first; index < this.#document.pageCount && needed <= maxOcrPages; index++) {
      const page = survey.get(index);
      if (page?.needsOcr === true || (page?.unreadable.size ?? 0) > 0) needed++;
      survey.release(index);
    }
    if (needed <= maxOcrPages) return;
    throw new ParserError(
      "limit",
      `the PDF has more than ${maxOcrPages} scanned pages: split it into smaller files, or upload it with a text layer`,
    );
  }

  *#emit(blocks: Iterable<ParsedBlock>): Generator<ParserEvent> {
    for (const block of blocks) {
      const cleaned = cleanBlock(block, block.kind === "code" ? cleanCode : cleanProse);
      if (cleaned.text === "") continue;
      this.#budget.spendText(cleaned.text.length);
      this.#blocks++;
      yield { type: "block", block: cleaned };
    }
  }
}

const cleanProse = (text: string): string => cleanText(text).trim();

/** Keeps the indent of the first line. */
const cleanCode = (text: string): string => cleanText(text).trimEnd();

const paragraphsOn = (index: number, texts: readonly string[]): ParsedBlock[] =>
  texts.map((text) => ({ kind: "paragraph", text, page: index + 1 }));
