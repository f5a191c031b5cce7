import type { BlockLink } from "@quarry/plugin";
import type { HiddenText } from "./engine/hidden-text.ts";
import type { PageLine, PageText } from "./engine/page-text.ts";
import type { PdfDocument } from "./engine/pdf-document.ts";
import type { IndexedPage } from "./layout/running-lines.ts";
import { isThin, needsRecognition, textLayerOf } from "./ocr/scan-decision.ts";
import type { PdfSettings } from "./pdf-settings.ts";

/** Contents of a page, read while it was open once. */
export interface SourcePage {
  readonly text: PageText;
  /** Notes and filled form fields. */
  readonly notes: readonly string[];
  readonly links: readonly BlockLink[];
  /** Whether the whole page needs OCR. */
  readonly needsOcr: boolean;
  /** Lines whose fonts don't identify their letters, on a page that is otherwise readable. */
  readonly unreadable: ReadonlySet<PageLine>;
  /** Whether most lines are unreadable. `text` then has no lines. */
  readonly isUnusable: boolean;
  /** Whether the text layer is usable if OCR returns nothing. */
  readonly hasUsableText: boolean;
}

/** Distance of neighbouring pages that are cached to compare headers and footers. */
const NEIGHBOUR_DISTANCE = 2;

const NO_LINES: ReadonlySet<PageLine> = new Set();

/** Pages of a document. Each is opened once: pages read ahead are cached until they are passed. */
export class PageSource {
  readonly #document: PdfDocument;
  readonly #settings: PdfSettings;
  readonly #hidden: HiddenText;
  readonly #pages = new Map<number, SourcePage | undefined>();

  constructor(document: PdfDocument, settings: PdfSettings, maxPicturePixels: number) {
    this.#document = document;
    this.#settings = settings;
    this.#hidden = document.hiddenText(maxPicturePixels);
  }

  /** Whether the visibility of some text could not be determined. */
  get hasDoubts(): boolean {
    return this.#hidden.isUnfinished;
  }

  /** Returns a page by its index, or undefined if it is damaged or out of range. */
  get(index: number): SourcePage | undefined {
    if (index < 0 || index >= this.#document.pageCount) return undefined;
    if (!this.#pages.has(index)) this.#pages.set(index, this.#read(index));
    return this.#pages.get(index);
  }

  /** Returns the texts of up to two pages before and two after. */
  around(index: number): IndexedPage[] {
    return [-NEIGHBOUR_DISTANCE, -1, 1, NEIGHBOUR_DISTANCE].flatMap((distance) => this.pageWithIndex(index + distance));
  }

  /** Returns the text of a page with its index, or nothing if it is damaged or out of range. */
  pageWithIndex(index: number): IndexedPage[] {
    const page = this.get(index);
    return page === undefined ? [] : [{ index, text: page.text }];
  }

  /** Releases the page that no later page is compared with. */
  release(index: number): void {
    this.#pages.delete(index - NEIGHBOUR_DISTANCE);
  }

  #read(index: number): SourcePage | undefined {
    const page = this.#document.openPage(index);
    if (page === undefined) return undefined;
    try {
      const form = this.#settings.formFields ? this.#document.formEnvironment() : 0;
      const notes = page.notes(form, this.#settings.annotations);
      const { links, ...text } = page.text(this.#hidden, notes);
      const layer = textLayerOf(text);
      return {
        text: layer.isUnusable ? { ...text, lines: [] } : text,
        links,
        notes: notes.texts,
        needsOcr: this.#needsOcr(() => isThin(layer) && needsRecognition(layer, page.pictures())),
        unreadable: layer.isUnusable ? NO_LINES : layer.unreadable,
        isUnusable: layer.isUnusable,
        hasUsableText: layer.letters > 0 && !layer.isUnusable,
      };
    } finally {
      page.close();
    }
  }

  #needsOcr(decide: () => boolean): boolean {
    const { ocr } = this.#settings;
    return ocr === "always" || (ocr === "auto" && decide());
  }
}
