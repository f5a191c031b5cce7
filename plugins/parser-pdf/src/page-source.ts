import type { PageText } from "./engine/page-text.ts";
import type { PdfDocument } from "./engine/pdf-document.ts";
import type { IndexedPage } from "./layout/running-lines.ts";
import { isThin, needsRecognition, textLayerOf } from "./ocr/scan-decision.ts";
import type { PdfSettings } from "./pdf-settings.ts";

/** What one opening of a page gives. */
export interface SourcePage {
  readonly text: PageText;
  /** Notes and filled form fields. */
  readonly notes: readonly string[];
  readonly needsOcr: boolean;
  /** Whether the text layer can be used where recognition gives nothing. */
  readonly hasUsableText: boolean;
}

/** How far around a page its neighbours are kept, to compare headers and footers. */
const AROUND = 2;

/** The pages of a document, each opened once: pages that were read ahead are kept until they are behind. */
export class PageSource {
  readonly #document: PdfDocument;
  readonly #settings: PdfSettings;
  readonly #pages = new Map<number, SourcePage | undefined>();

  constructor(document: PdfDocument, settings: PdfSettings) {
    this.#document = document;
    this.#settings = settings;
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
      const text = page.text();
      const layer = textLayerOf(text);
      const form = this.#settings.formFields ? this.#document.formEnvironment() : 0;
      return {
        text: layer.isUnusable ? { ...text, lines: [] } : text,
        notes: page.notes(form, this.#settings.annotations),
        needsOcr: this.#needsOcr(() => isThin(layer) && needsRecognition(layer, page.pictures())),
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
