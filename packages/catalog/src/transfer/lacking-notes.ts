import type { Lacking, LackingItems } from "./archive-format.ts";

type Kind = "originals" | "chunks" | "documents" | "vectors";

/** Ids that are named of each kind: `end.json` stays far below what a reader takes. */
const MOST_NAMED = 100;

/** Collects what an export could not read. */
export class LackingNotes {
  readonly #counts: Record<Kind, number> = { originals: 0, chunks: 0, documents: 0, vectors: 0 };
  readonly #ids: Record<Kind, string[]> = { originals: [], chunks: [], documents: [], vectors: [] };
  #hasUnlisted = false;

  add(kind: Kind, id: string): void {
    this.#counts[kind] += 1;
    if (this.#ids[kind].length < MOST_NAMED) this.#ids[kind].push(id);
  }

  addUnlisted(): void {
    this.#hasUnlisted = true;
  }

  /** Undefined when nothing is lacking. */
  get all(): Lacking | undefined {
    const isNothing = !this.#hasUnlisted && Object.values(this.#counts).every((count) => count === 0);
    if (isNothing) return undefined;
    return {
      originals: this.#items("originals"),
      chunks: this.#items("chunks"),
      documents: this.#items("documents"),
      vectors: this.#items("vectors"),
      unlisted_vectors: this.#hasUnlisted,
    };
  }

  #items(kind: Kind): LackingItems {
    return { count: this.#counts[kind], ids: this.#ids[kind] };
  }
}
