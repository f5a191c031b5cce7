import type { Lacking, LackingItems } from "./archive-format.ts";

type LackingKind = "originals" | "chunks" | "documents" | "vectors";

/** Maximum ids listed per category, so that `end.json` stays far below a reader's limit. */
const MAX_NAMED_IDS = 100;

/** Records what an export could not read. */
export class LackingNotes {
  readonly #counts: Record<LackingKind, number> = { originals: 0, chunks: 0, documents: 0, vectors: 0 };
  readonly #ids: Record<LackingKind, string[]> = { originals: [], chunks: [], documents: [], vectors: [] };
  #hasUnlisted = false;

  add(kind: LackingKind, id: string): void {
    this.#counts[kind] += 1;
    if (this.#ids[kind].length < MAX_NAMED_IDS) this.#ids[kind].push(id);
  }

  addUnlisted(): void {
    this.#hasUnlisted = true;
  }

  /** Undefined if nothing is missing. */
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

  #items(kind: LackingKind): LackingItems {
    return { count: this.#counts[kind], ids: this.#ids[kind] };
  }
}
