import type { BlockLink } from "@quarry/plugin";
import type { HiddenText } from "./engine/hidden-text.ts";
import type { PageLine, PageText } from "./engine/page-text.ts";
import type { PdfDocument } from "./engine/pdf-document.ts";
import type { IndexedPage } from "./layout/running-lines.ts";
import { isThin, needsRecognition, textLayerOf } from "./ocr/scan-decision.ts";
import type { PdfSettings } from "./pdf-settings.ts";

/** Contents of a page, from one opening of it. */
export interface SourcePage {
  readonly text: PageText;
  /** Notes and filled form fields. */
  readonly notes: readonly string[];
  readonly links: readonly BlockLink[];
  /** Whether all of it is to be read from its picture. */
  readonly needsOcr: boolean;
  /** Lines whose fonts don't say which letters they draw, where the rest of the page can be read. */
  readonly unreadable: ReadonlySet<PageLine>;
  /** Whether most lines are such ones: then it has none. */
  readonly isUnusable: boolean;
  /** Whether the text layer can be used where recognition gives nothing. */
  readonly hasUsableText: boolean;
}

/** How far around a page its neighbours are kept, to compare headers and footers. */
const AROUND = 2;

const NO_LINES: ReadonlySet<PageLine> = new Set();

/** The pages of a document, each opened once: pages that were read ahead are kept until they are behind. */
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

  /** Whether there was text of which it could not be told whether it is seen. */
  get hasDoubts(): boolean {
    return this.#hidden.isUnfinished;
  }

  /** A page by its index; undefined when it is damaged, or behind the last. */
  get(index: number): SourcePage | undefined {
    if (index < 0 || index >= this.#document.pageCount) return undefined;
    if (!this.#pages.has(index)) this.#pages.set(index, this.#read(index));
    return this.#pages.get(index);
  }

  /** The texts of the two pages before and behind. */
  around(index: number): IndexedPage[] {
    return [-AROUND, -1, 1, AROUND].flatMap((distance) => this.indexed(index + distance));
  }

  /** The text of a page with its index; nothing when it is damaged, or behind the last. */
  indexed(index: number): IndexedPage[] {
    const page = this.get(index);
    return page === undefined ? [] : [{ index, text: page.text }];
  }

  /** Lets go of what no later page is compared with. */
  passed(index: number): void {
    this.#pages.delete(index - AROUND);
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
