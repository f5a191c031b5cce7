import { compileFilter, type FilterPredicate } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { Passage } from "../passage-index/passage.ts";
import type { PassageIndexService } from "../passage-index/passage-index.ts";
import type { PassageIndexError } from "../passage-index/passage-index-error.ts";
import { passageIdOf, vectorIdOf } from "../passage-index/vector-id.ts";
import type { Candidate, Candidates, Hit } from "./candidate.ts";
import type { Search } from "./find-candidates.ts";
import { documentIdOf } from "./search-result.ts";

/**
 * Reads the passages of candidates and lets through what is stored, inside the filter, and of a live generation. Keeps
 * what it has learned, so that a deeper round reads only what is new.
 */
export class Hydration<E> {
  readonly #search: Search<E>;
  readonly #matches: FilterPredicate;
  /** Undefined for candidates that must not be returned. */
  readonly #known = new Map<string, Passage | undefined>();
  /**
   * Which generation of each document this search sees. Asked once per document: a document that is switched to its next
   * generation meanwhile must not stand in one answer with chunks of both.
   */
  readonly #live = new Map<string, number | undefined>();
  /**
   * Candidates that nothing is stored of, and documents with a newer generation than a candidate's: they may have been
   * replaced since the branches answered, and what replaced them is not among theirs.
   */
  readonly replaced = new Set<string>();

  constructor(search: Search<E>) {
    this.#search = search;
    const { filter } = search.request;
    this.#matches = filter === undefined ? () => true : compileFilter(filter);
  }

  /** The best `wanted` candidates that may be returned, in their order: of one document no more than the request says. */
  take(
    candidates: Pick<Candidates, "ranked" | "passages">,
    wanted: number,
  ): Effect.Effect<readonly Hit[], PassageIndexError | E> {
    return this.#search.clock.measure("hydrateMs", this.#take(candidates, wanted));
  }

  #take = Effect.fnUntraced(
    { self: this },
    function* (
      this: Hydration<E>,
      { ranked, passages }: Pick<Candidates, "ranked" | "passages">,
      wanted: number,
    ): Effect.fn.Return<readonly Hit[], PassageIndexError | E> {
      const hits: Hit[] = [];
      const isWanted = limitPerDocument(this.#search.request.maxChunksPerDocument);
      for (let start = 0; start < ranked.length && hits.length < wanted;) {
        const batch = ranked.slice(start, start + wanted - hits.length);
        start += batch.length;
        yield* this.#learn(batch, passages);
        for (const candidate of batch) {
          const passage = this.#known.get(candidate.id);
          if (passage !== undefined && isWanted(passage)) hits.push({ ...candidate, passage });
        }
      }
      return hits;
    },
  );

  #learn = Effect.fnUntraced(
    { self: this },
    function* (
      this: Hydration<E>,
      candidates: readonly Candidate[],
      read: ReadonlyMap<string, Passage> = NOTHING_READ,
    ): Effect.fn.Return<void, PassageIndexError | E> {
      const ids = candidates.map(({ id }) => id).filter((id) => !this.#known.has(id));
      if (ids.length === 0) return;
      const { index, target } = this.#search;
      const isRead = ids.every((id) => read.has(id));
      const stored = isRead
        ? new Map(ids.map((id) => [id, read.get(id)!]))
        : yield* storedPassages(index, target.collectionId, ids);
      if (stored.size < ids.length) for (const id of ids) if (!stored.has(id)) this.replaced.add(id);
      const passages = [...stored.values()].filter(({ metadata }) => this.#matches(metadata));
      const documents = [...new Set(passages.map(({ documentId }) => documentId))].filter((id) => id !== "");
      const unasked = documents.filter((id) => !this.#live.has(id));
      if (unasked.length > 0) {
        const live = yield* target.liveGenerations(unasked);
        for (const id of unasked) this.#live.set(id, live.get(id));
      }
      for (const id of ids) this.#known.set(id, undefined);
      for (const passage of passages) if (this.#isLive(passage)) this.#known.set(vectorIdOf(passage), passage);
    },
  );

  #isLive({ documentId, generation }: Passage): boolean {
    // Direct vectors belong to no document: they are live as long as they are there.
    if (documentId === "") return true;
    const live = this.#live.get(documentId);
    if (live !== undefined && generation < live) this.replaced.add(JSON.stringify([documentId, live]));
    return generation === live;
  }
}

const NOTHING_READ: ReadonlyMap<string, Passage> = new Map();

/** The passages that name these vectors, by the ids of those. */
const storedPassages = Effect.fnUntraced(function* (
  index: PassageIndexService,
  collectionId: string,
  vectorIds: readonly string[],
): Effect.fn.Return<ReadonlyMap<string, Passage>, PassageIndexError> {
  const wanted = new Set(vectorIds);
  const passages = yield* index.get(collectionId, [...new Set(vectorIds.map(passageIdOf))]);
  return new Map(
    passages.map((passage) => [vectorIdOf(passage), passage] as const).filter(([vectorId]) => wanted.has(vectorId)),
  );
});

/** Takes each document's first `most` passages. What belongs to no document is never too much. */
const limitPerDocument = (most: number | undefined): ((passage: Passage) => boolean) => {
  if (most === undefined) return () => true;
  const taken = new Map<string, number>();
  return (passage) => {
    const document = documentIdOf(passage);
    if (document === "") return true;
    const count = (taken.get(document) ?? 0) + 1;
    taken.set(document, count);
    return count <= most;
  };
};
