import {
  cleanBlock,
  cleanText,
  type ParsedBlock,
  ParserBudget,
  ParserError,
  type ParserEvent,
  type ParserLimits,
  unreadFiles,
} from "@quarry/plugin";
import type { OutlineEntry } from "./engine/outline.ts";
import type { PdfDocument } from "./engine/pdf-document.ts";
import { HEADING_SCALE, profileOf } from "./layout/document-profile.ts";
import { DocumentWords } from "./layout/document-words.ts";
import { PageBlocks } from "./layout/page-blocks.ts";
import { RunningLines } from "./layout/running-lines.ts";
import { missingBlocks } from "./ocr/missing-blocks.ts";
import { PageRecogniser } from "./ocr/page-recogniser.ts";
import { PageSource, type SourcePage } from "./page-source.ts";
import type { PdfSettings } from "./pdf-settings.ts";
import { samplePages } from "./sample-pages.ts";

/** Further sentences would only repeat the first. */
const MAX_WARNINGS = 10;

/** Turns one open document into the parser's events. */
export class DocumentReader {
  readonly #document: PdfDocument;
  readonly #settings: PdfSettings;
  readonly #budget: ParserBudget;
  readonly #pages: PageSource;
  readonly #recogniser: PageRecogniser;
  readonly #warnings: string[] = [];
  #ocrPages = 0;
  #repeatedLines = 0;
  #blocks = 0;

  constructor(document: PdfDocument, settings: PdfSettings, limits: ParserLimits) {
    this.#document = document;
    this.#settings = settings;
    this.#budget = new ParserBudget(limits);
    this.#pages = new PageSource(document, settings);
    this.#recogniser = new PageRecogniser(settings, limits);
  }

  async *read(): AsyncGenerator<ParserEvent> {
    const total = this.#document.pageCount;
    if (total <= 0) throw new ParserError("corrupt", "the PDF has no pages: save it again and upload that copy");
    this.#budget.checkPages(total, "pages");
    const unread = unreadFiles(this.#document.attachments());
    yield { type: "info", info: { ...this.#document.info(), ...(unread.length > 0 && { warnings: unread }) } };
    try {
      yield* this.#readPages(total);
    } finally {
      await this.#recogniser.close();
    }
    if (this.#blocks === 0 && this.#warnings.length > 0) throw new ParserError("limit", this.#warnings[0]!);
    const repeatedLineCount = this.#repeatedLines;
    if (this.#ocrPages > 0 || repeatedLineCount > 0 || this.#warnings.length > 0) {
      const pages = this.#ocrPages > 0 || this.#warnings.length > 0 ? { ocrPageCount: this.#ocrPages } : {};
      yield { type: "info", info: { ...pages, repeatedLineCount, warnings: [...this.#warnings, ...unread] } };
    }
  }

  async *#readPages(total: number): AsyncGenerator<ParserEvent> {
    const sample = samplePages(total).flatMap((index) => this.#pages.indexed(index));
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
        words.learn(page.text.lines);
        const entries: readonly OutlineEntry[] = outline.get(index) ?? [];
        const { lines, above, below, leftOut } = this.#settings.dropRepeatedLines
          ? running.drop({ index, text: page.text }, this.#pages.around(index))
          : { lines: page.text.lines, above: [], below: [], leftOut: 0 };
        this.#repeatedLines += leftOut;
        const own = [
          ...paragraphsOn(index, above),
          ...blocks.read({ ...page.text, lines, number: index + 1, entries }),
          ...paragraphsOn(index, below),
        ];
        yield* page.needsOcr ? this.#recognise(index, page, own) : this.#emit(own);
        yield* this.#emit(paragraphsOn(index, page.notes));
      } else this.#warn(`page ${index + 1} was left out: it is damaged`);
      this.#pages.passed(index);
      yield { type: "progress", done: index + 1, total };
    }
    if (readable === 0) {
      throw new ParserError("corrupt", "none of the PDF's pages can be read: save it again and upload that copy");
    }
  }

  /** Reads a page from its picture; what its text layer has beyond that comes first. */
  async *#recognise(index: number, source: SourcePage, layer: readonly ParsedBlock[]): AsyncGenerator<ParserEvent> {
    if (this.#ocrPages === 0) this.#checkOcrPages(index);
    const page = this.#document.openPage(index);
    if (page === undefined) return;
    const { paragraphs, milliseconds, warning } = await this.#recogniser.read(page, index + 1);
    yield { type: "uncounted_time", milliseconds };
    if (warning !== undefined) this.#warn(warning);
    if (paragraphs.length > 0) this.#ocrPages++;
    yield* this.#emit(source.hasUsableText ? missingBlocks(layer, paragraphs) : []);
    yield* this.#emit(paragraphs.map((paragraph) => ({ kind: "paragraph", page: index + 1, ...paragraph })));
  }

  #warn(warning: string): void {
    if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push(warning);
  }

  /** Counts the pages to come before the first is read: hours of work are not begun to be thrown away. */
  #checkOcrPages(first: number): void {
    const { maxOcrPages } = this.#settings;
    const rest = this.#document.pageCount - first;
    if (rest <= maxOcrPages) return;
    let needed = 0;
    const survey = new PageSource(this.#document, this.#settings);
    for (let index = first; index < this.#document.pageCount && needed <= maxOcrPages; index++) {
      if (survey.get(index)?.needsOcr === true) needed++;
      survey.passed(index);
    }
    if (needed <= maxOcrPages) return;
    throw new ParserError(
      "limit",
      `the PDF has more than ${maxOcrPages} scanned pages: split it into smaller files, or upload it with a text layer`,
    );
  }

  *#emit(blocks: Iterable<ParsedBlock>): Generator<ParserEvent> {
    for (const block of blocks) {
      const cleaned = cleanBlock(block, (text) => cleanText(text).trim());
      if (cleaned.text === "") continue;
      this.#budget.spendText(cleaned.text.length);
      this.#blocks++;
      yield { type: "block", block: cleaned };
    }
  }
}

const paragraphsOn = (index: number, texts: readonly string[]): ParsedBlock[] =>
  texts.map((text) => ({ kind: "paragraph", text, page: index + 1 }));
