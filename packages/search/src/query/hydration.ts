import { compileFilter, type FilterPredicate } from "@quarry/domain";
import { Effect } from "effect";
import type { Passage } from "../passage-index/passage.ts";
import type { PassageIndexError } from "../passage-index/passage-index-error.ts";
import type { Candidate } from "./candidate.ts";
import type { Search } from "./find-candidates.ts";

/** A candidate that may be returned, with its passage. */
export interface Hit extends Candidate {
  readonly passage: Passage;
}

/**
 * Reads the passages of candidates and lets through what is stored, inside the filter, and of a live generation. Keeps
 * what it has learned, so that a deeper round reads only what is new.
 */
export class Hydration<E> {
  readonly #search: Search<E>;
  readonly #matches: FilterPredicate;
  /** Undefined for candidates that must not be returned. */
  readonly #known = new Map<string, Passage | undefined>();

  constructor(search: Search<E>) {
    this.#search = search;
    const { filter } = search.request;
    this.#matches = filter === undefined ? () => true : compileFilter(filter);
  }

  /** The best `wanted` candidates that may be returned, in their order. */
  take(ranked: readonly Candidate[], wanted: number): Effect.Effect<readonly Hit[], PassageIndexError | E> {
    return this.#search.clock.measure("hydrateMs", this.#take(ranked, wanted));
  }

  #take = Effect.fnUntraced(
    { self: this },
    function* (
      this: Hydration<E>,
      ranked: readonly Candidate[],
      wanted: number,
    ): Effect.fn.Return<readonly Hit[], PassageIndexError | E> {
      const hits: Hit[] = [];
      for (let start = 0; start < ranked.length && hits.length < wanted;) {
        const batch = ranked.slice(start, start + wanted - hits.length);
        start += batch.length;
        yield* this.#learn(batch);
        for (const candidate of batch) {
          const passage = this.#known.get(candidate.id);
          if (passage !== undefined) hits.push({ ...candidate, passage });
        }
      }
      return hits;
    },
  );

  #learn = Effect.fnUntraced(
    { self: this },
    function* (this: Hydration<E>, candidates: readonly Candidate[]): Effect.fn.Return<void, PassageIndexError | E> {
      const ids = candidates.map(({ id }) => id).filter((id) => !this.#known.has(id));
      if (ids.length === 0) return;
      const { index, target } = this.#search;
      const passages = (yield* index.get(target.collectionId, ids)).filter(({ metadata }) => this.#matches(metadata));
      const documents = [...new Set(passages.map(({ documentId }) => documentId))].filter((id) => id !== "");
      const live = documents.length > 0 ? yield* target.liveGenerations(documents) : new Map<string, number>();
      for (const id of ids) this.#known.set(id, undefined);
      for (const passage of passages) {
        // Direct vectors belong to no document: they are live as long as they are there.
        const isLive = passage.documentId === "" || live.get(passage.documentId) === passage.generation;
        if (isLive) this.#known.set(passage.id, passage);
      }
    },
  );
}
