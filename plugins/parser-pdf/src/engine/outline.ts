import type { Engine } from "./engine.ts";
import type { Scratch } from "./scratch.ts";

/** Longer outlines are lists of every figure, or made to keep a reader busy; what comes first is kept. */
const MAX_ENTRIES = 20_000;
/** Deeper entries count as this deep; the outline of a hostile file may be a circle. */
const MAX_DEPTH = 12;

/** An entry of the table of contents that a viewer shows beside the document (bookmarks). */
export interface OutlineEntry {
  readonly title: string;
  /** 1 for the outermost. */
  readonly level: number;
}

/** The outline by the index of the page that each entry leads to. */
export function readOutline(engine: Engine, document: number, scratch: Scratch): Map<number, OutlineEntry[]> {
  const reader = new OutlineReader(engine, document, scratch);
  reader.read(engine.FPDFBookmark_GetFirstChild(document, 0), 1);
  return reader.byPage;
}

class OutlineReader {
  readonly byPage = new Map<number, OutlineEntry[]>();
  readonly #engine: Engine;
  readonly #document: number;
  readonly #scratch: Scratch;
  readonly #seen = new Set<number>();

  constructor(engine: Engine, document: number, scratch: Scratch) {
    this.#engine = engine;
    this.#document = document;
    this.#scratch = scratch;
  }

  read(first: number, level: number): void {
    for (let bookmark = first; bookmark !== 0;) {
      if (this.#seen.has(bookmark) || this.#seen.size >= MAX_ENTRIES) return;
      this.#seen.add(bookmark);
      this.#keep(bookmark, level);
      if (level < MAX_DEPTH) this.read(this.#engine.FPDFBookmark_GetFirstChild(this.#document, bookmark), level + 1);
      bookmark = this.#engine.FPDFBookmark_GetNextSibling(this.#document, bookmark);
    }
  }

  #keep(bookmark: number, level: number): void {
    const title = this.#scratch.string((buffer, bytes) => this.#engine.FPDFBookmark_GetTitle(bookmark, buffer, bytes));
    const page = this.#pageOf(bookmark);
    if (title.trim() === "" || page < 0) return;
    const entries = this.byPage.get(page);
    const entry = { title: title.trim(), level };
    if (entries === undefined) this.byPage.set(page, [entry]);
    else entries.push(entry);
  }

  /** -1 when it leads nowhere within the document. */
  #pageOf(bookmark: number): number {
    let target = this.#engine.FPDFBookmark_GetDest(this.#document, bookmark);
    if (target === 0) {
      const action = this.#engine.FPDFBookmark_GetAction(bookmark);
      if (action !== 0) target = this.#engine.FPDFAction_GetDest(this.#document, action);
    }
    return target === 0 ? -1 : this.#engine.FPDFDest_GetDestPageIndex(this.#document, target);
  }
}
