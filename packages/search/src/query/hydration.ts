import {
  type Candidate,
  type Candidates,
  type Passage,
  type PassageIndexError,
  charactersOf,
  passageIdOf,
  vectorIdOf,
} from "@quarry/index";
import { compileFilter, type DomainError, type JsonObject } from "@quarry/plugin/domain";
import { TimeSlice } from "@quarry/plugin/time-slice";
import { reserveForAnswer } from "@quarry/store";
import { Effect } from "effect";

import type { Hit } from "./hit.ts";
import type { Search } from "./search.ts";
import type { SearchRequest } from "./search-request.ts";
import { documentIdOf } from "./search-result.ts";

/**
 * Reads the passages of candidates, and accepts those that exist, match the filter and belong to a live generation.
 * Caches its results, so that a deeper round reads only new candidates.
 */
export class Hydration<E> {
  readonly #search: Search<E>;
  readonly #matches: (passage: Passage) => boolean;
  /** Passages by candidate; undefined for candidates that must not be returned. */
  readonly #known = new Map<string, Passage | undefined>();
  /**
   * Live generation of each document, as this search sees it. Read once per document: if a document switches to its
   * next generation meanwhile, one answer must not mix chunks of both.
   */
  readonly #live = new Map<string, number | undefined>();
  /**
   * Candidates without a stored passage, and documents with a newer generation than a candidate's. They may have been
   * replaced since the branches answered, and the branches did not return the replacements.
   */
  readonly replaced = new Set<string>();

  constructor(search: Search<E>) {
    this.#search = search;
    const { filter } = search.request;
    const matches = filter && compileFilter(filter);
    this.#matches = (passage) => matches?.(passage.metadata) ?? true;
  }

  /**
   * Returns the best `wanted` candidates that may be returned, in their order. Observes the request's limit per
   * document.
   */
  take(
    candidates: Pick<Candidates, "ranked" | "passages">,
    wanted: number,
  ): Effect.Effect<readonly Hit[], DomainError | PassageIndexError | E> {
    return this.#search.clock.measure("hydrateMs", this.#take(candidates, wanted));
  }

  #take = Effect.fnUntraced(
    { self: this },
    function* (
      this: Hydration<E>,
      { ranked, passages }: Pick<Candidates, "ranked" | "passages">,
      wanted: number,
    ): Effect.fn.Return<readonly Hit[], DomainError | PassageIndexError | E> {
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
    ): Effect.fn.Return<void, DomainError | PassageIndexError | E> {
      const ids = candidates.map(({ id }) => id).filter((id) => !this.#known.has(id));
      if (ids.length === 0) return;
      const { index, target } = this.#search;
      const passages: Passage[] = [];
      const missing = new Set(ids);
      const { request } = this.#search;
      const matches = this.#matches;
      const slice = new TimeSlice();
      const check = Effect.fnUntraced(function* (some: readonly Passage[]) {
        let characters = 0;
        for (const passage of some) {
          if (slice.isOver) yield* Effect.promise(() => slice.renew());
          if (!missing.delete(vectorIdOf(passage)) || !matches(passage)) continue;
          const part = heldPart(request, passage);
          passages.push(part.passage);
          characters += part.characters;
        }
        yield* reserveForAnswer(characters);
      });
      yield* check(ids.flatMap((id) => read.get(id) ?? []));
      for (let left = [...new Set([...missing].map(passageIdOf))]; left.length > 0;) {
        const some = yield* index.getSome(target.collectionId, left);
        yield* check(some.passages);
        left = left.slice(some.scanned);
      }
      for (const id of missing) this.replaced.add(id);
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
    // Direct vectors belong to no document: they are live as long as they exist.
    if (documentId === "") return true;
    const live = this.#live.get(documentId);
    if (live !== undefined && generation < live) this.replaced.add(JSON.stringify([documentId, live]));
    return generation === live;
  }
}

const NOTHING_READ: ReadonlyMap<string, Passage> = new Map();

/** Length in characters up to which the whole passage is kept in memory. */
const SHORT = 1_024;

/** Metadata fields required even for answers that don't show metadata: for citations, positions and neighbours. */
const NEEDED = [
  ...["document_id", "chunk_index", "file_type", "filename", "title", "source_url"],
  ...["section", "page", "start_char", "end_char"],
];

/** Returns the parts of a passage that the answer needs, and the number of their characters. */
const heldPart = (
  { without, rerank, highlight }: SearchRequest,
  passage: Passage,
): { readonly passage: Passage; readonly characters: number } => {
  const isTextLeftOut = without?.text === true && !rerank && highlight === undefined;
  const isMetadataLeftOut = without?.metadata === true;
  const characters = charactersOf(passage);
  if (characters <= SHORT || !(isTextLeftOut || isMetadataLeftOut)) return { passage, characters };
  const part = withParts(passage, isTextLeftOut, isMetadataLeftOut);
  return { passage: part, characters: part.text.length + (isMetadataLeftOut ? 0 : characters - passage.text.length) };
};

const withParts = (passage: Passage, isTextLeftOut: boolean, isMetadataLeftOut: boolean): Passage => {
  const metadata: JsonObject = isMetadataLeftOut ? passage.metadata : {};
  const needed = NEEDED.flatMap((name) => (Object.hasOwn(metadata, name) ? [[name, metadata[name]!] as const] : []));
  return Object.defineProperties(
    {},
    {
      // Copying the metadata by value would parse it.
      ...Object.getOwnPropertyDescriptors(passage),
      ...(isTextLeftOut && Object.getOwnPropertyDescriptors({ text: "" })),
      ...(isMetadataLeftOut && Object.getOwnPropertyDescriptors({ metadata: Object.fromEntries(needed) })),
    },
  ) as Passage;
};

/** Accepts each document's first `most` passages. Passages that belong to no document are always accepted. */
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
