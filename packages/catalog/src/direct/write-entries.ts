import type { AccessFilter, PassageIndexError, PassageIndexService } from "@quarry/index";
import {
  alreadyExists,
  describeValue,
  type DomainError,
  invalidArgument,
  limits,
  slicesOf,
} from "@quarry/plugin/domain";
import type { CollectionRecord } from "@quarry/store";
import { Effect } from "effect";
import { outside } from "../access-filter/within-access-filter.ts";
import { type CheckedEntry, type CheckedVector, checkVector, type VectorEntry } from "../check-vectors.ts";
import { hasModel, needsModel } from "../no-model.ts";
import { refusing } from "../refusing.ts";
import { indexDefinitionOf } from "../vector-writes/vector-targets.ts";
import type { WriteFailure } from "../vector-writes/write-services.ts";
import { busy, idOutside } from "./refusals.ts";
import type { VectorServices } from "./vector-services.ts";

/** Action for an id that already exists. */
export type OnConflict = "error" | "skip" | "replace";

export interface WrittenEntries {
  /** Number of ids inserted or replaced. */
  readonly upserted: number;
  /** Number of ids that existed and were left unchanged. */
  readonly skipped: number;
}

/** Number of vector components checked before yielding to other work: about a millisecond of arithmetic. */
const COMPONENTS_PER_SLICE = 131_072;

/** Number of entries looked up at a time: their texts can be long. */
const LOOKUP_BATCH = 500;

/** Maximum attempts at a write that leaves existing entries unchanged, while others write the same ids. */
const MAX_ATTEMPTS = 20;

/**
 * Writes entries atomically. The result is as if they were written one after another: `onConflict` applies among them
 * as well. With an access filter, both the written entries and those they replace must match it.
 */
export const writeEntries = Effect.fnUntraced(function* (
  services: VectorServices,
  collection: CollectionRecord,
  entries: readonly VectorEntry[],
  onConflict: OnConflict,
  accessFilter: AccessFilter | undefined,
): Effect.fn.Return<WrittenEntries, WriteFailure> {
  const { index, passages, writes } = services;
  const distinct = yield* checkAll(entries, collection, onConflict, accessFilter);
  yield* index.ensure(collection);
  yield* refuseChunkIds(passages, collection.id, entries);
  if (onConflict === "replace" && accessFilter === undefined) {
    yield* writes.upsert(collection, yield* embedded(services, collection, distinct));
    return { upserted: distinct.length, skipped: 0 };
  }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const existing = yield* existingAmong(passages, collection.id, distinct, accessFilter);
    const foreign = entries.findIndex(({ id }) => existing.get(id)?.isWithin === false);
    if (foreign >= 0) return yield* idOutside(`vectors[${foreign}].id`);
    const taken = entries.findIndex(({ id }) => existing.has(id));
    if (onConflict === "error" && taken >= 0) return yield* idTaken(taken, entries[taken]!.id);
    const written = onConflict === "replace" ? distinct : distinct.filter(({ id }) => !existing.has(id));
    const counts = { upserted: written.length, skipped: distinct.length - written.length };
    if (written.length === 0) return counts;
    const expected = written.map(({ id }) => existing.get(id)?.version ?? null);
    if (yield* writes.upsert(collection, yield* embedded(services, collection, written), expected)) return counts;
  }
  return yield* busy;
});

/** Checks all entries. Of several with the same id, returns the one that stays. */
const checkAll = Effect.fnUntraced(function* (
  entries: readonly VectorEntry[],
  collection: CollectionRecord,
  onConflict: OnConflict,
  accessFilter: AccessFilter | undefined,
) {
  const { dimension } = collection;
  const checked = new Map<string, CheckedEntry>();
  const sliceSize = Math.ceil(COMPONENTS_PER_SLICE / dimension);
  for (let start = 0; start < entries.length; start += sliceSize) {
    if (start > 0) yield* Effect.yieldNow;
    yield* refusing(() => {
      entries.slice(start, start + sliceSize).forEach((entry, offset) => {
        const index = start + offset;
        const next = checkVector(entry, index, dimension);
        if (next.isToBeEmbedded && !hasModel(collection)) throw needsModel(`vectors[${index}].embed`, collection);
        if (accessFilter?.matches(next.metadata) === false) throw outside(`vectors[${index}].metadata`);
        const isTaken = onConflict !== "replace" && checked.has(entry.id);
        if (isTaken && onConflict === "error") throw duplicateId(index, entry.id);
        if (!isTaken) checked.set(entry.id, next);
      });
    });
  }
  return [...checked.values()];
});

/** Adds the vectors of texts that the service embeds. */
const embedded = Effect.fnUntraced(function* (
  { index, embeddings }: VectorServices,
  collection: CollectionRecord,
  entries: readonly CheckedEntry[],
): Effect.fn.Return<readonly CheckedVector[], WriteFailure> {
  const texts = entries.filter(({ isToBeEmbedded }) => isToBeEmbedded);
  if (texts.length === 0) return entries;
  const use = yield* index.embedderUse(collection.id, indexDefinitionOf(collection));
  const input = texts.map(({ text }) => ({ text, contextText: "", tokenCount: undefined }));
  const vectors = yield* Effect.mapError(embeddings.documents(use, input), ({ error }) => error);
  const byId = new Map(texts.map(({ id }, at) => [id, vectors[at]]));
  return entries.map((entry) => (entry.isToBeEmbedded ? { ...entry, vector: byId.get(entry.id) } : entry));
});

/** An entry that already exists. */
interface Existing {
  readonly version: string;
  readonly isWithin: boolean;
}

const existingAmong = Effect.fnUntraced(function* (
  passages: PassageIndexService,
  collectionId: string,
  entries: readonly CheckedEntry[],
  accessFilter: AccessFilter | undefined,
): Effect.fn.Return<ReadonlyMap<string, Existing>, PassageIndexError> {
  const found = new Map<string, Existing>();
  for (const batch of slicesOf(entries, LOOKUP_BATCH)) {
    const ids = batch.map(({ id }) => id);
    for (const { id, metadata, vectorVersion: version = "" } of yield* passages.get(collectionId, ids)) {
      found.set(id, { version, isWithin: accessFilter?.matches(metadata) ?? true });
    }
  }
  return found;
});

/** Returns the ids that belong to chunks of documents. */
export const chunkIdsAmong = (passages: PassageIndexService, collectionId: string, ids: readonly string[]) => {
  const suspects = [...new Set(ids.filter((id) => CHUNK_ID.test(id)))];
  if (suspects.length === 0) return Effect.succeed<ReadonlySet<string>>(new Set());
  return Effect.map(
    passages.get(collectionId, suspects),
    (found): ReadonlySet<string> => new Set(found.filter(({ documentId }) => documentId !== "").map(({ id }) => id)),
  );
};

// Chunk ids are name-based UUIDs. Other ids need no look-up.
const CHUNK_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const refuseChunkIds = Effect.fnUntraced(function* (
  passages: PassageIndexService,
  collectionId: string,
  entries: readonly VectorEntry[],
) {
  const ids = entries.map(({ id }) => id);
  const taken = yield* chunkIdsAmong(passages, collectionId, ids);
  const at = taken.size === 0 ? -1 : ids.findIndex((id) => taken.has(id));
  if (at >= 0) return yield* chunkIdTaken(at, entries[at]!.id);
});

export const checkCount = (count: number): Effect.Effect<void, DomainError> =>
  count >= 1 && count <= limits.MAX_UPSERT_VECTORS
    ? Effect.void
    : Effect.fail(invalidArgument(`vectors: must have 1 to ${limits.MAX_UPSERT_VECTORS} items, got ${count}`));

const chunkIdTaken = (index: number, id: string): DomainError =>
  invalidArgument(`vectors[${index}].id: ${describeValue(id)} is a chunk of a document and can't be overwritten`);

const idTaken = (index: number, id: string): DomainError =>
  alreadyExists(
    `vectors[${index}].id: ${describeValue(id)} exists already; on_conflict skip leaves it, replace replaces it`,
  );

const duplicateId = (index: number, id: string): DomainError =>
  alreadyExists(`vectors[${index}].id: ${describeValue(id)} occurs twice in the request, with on_conflict error`);
