import type { Engine } from "./engine.ts";
import type { Scratch } from "./scratch.ts";

/** Longer outlines list every figure, or are made to keep a parser busy. The first entries are kept. */
const MAX_ENTRIES = 20_000;
/** Deeper entries count as this deep. The outline of a hostile file can contain a cycle. */
const MAX_DEPTH = 12;

/** An entry of the outline (bookmarks) that a viewer shows next to the document. */
export interface OutlineEntry {
  readonly title: string;
  /** 1 for the outermost. */
  readonly level: number;
}

/** Returns the outline entries by the index of their target page. */
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
      this.#addEntry(bookmark, level);
      if (level < MAX_DEPTH) this.read(this.#engine.FPDFBookmark_GetFirstChild(this.#document, bookmark), level + 1);
      bookmark = this.#engine.FPDFBookmark_GetNextSibling(this.#document, bookmark);
    }
  }

  #addEntry(bookmark: number, level: number): void {
    const title = this.#scratch.string((buffer, bytes) => this.#engine.FPDFBookmark_GetTitle(bookmark, buffer, bytes));
    const page = this.#pageOf(bookmark);
    if (title.trim() === "" || page < 0) return;
    const entries = this.byPage.get(page);
    const entry = { title: title.trim(), level };
    if (entries === undefined) this.byPage.set(page, [entry]);
    else entries.push(entry);
  }

  /** Returns -1 if the entry has no target within the document. */
  #pageOf(bookmark: number): number {
    let target = this.#engine.FPDFBookmark_GetDest(this.#document, bookmark);
    if (target === 0) {
      const action = this.#engine.FPDFBookmark_GetAction(bookmark);
      if (action !== 0) target = this.#engine.FPDFAction_GetDest(this.#document, action);
    }
    return target === 0 ? -1 : this.#engine.FPDFDest_GetDestPageIndex(this.#document, target);
  }
}
