import { type AccessFilter, type Passage, hasVector, vectorIdOf } from "@quarry/index";
import { describeValue, DomainError, invalidArgument, type JsonObject } from "@quarry/plugin/domain";
import type { CollectionRecord } from "@quarry/store";
import { Effect } from "effect";
import { outside } from "../access-filter/within-access-filter.ts";
import { checkMetadata } from "../check-metadata.ts";
import type { CheckedVector } from "../check-vectors.ts";
import { mergePatch } from "../merge-patch.ts";
import { refusing } from "../refusing.ts";
import type { WriteFailure } from "../vector-writes/write-services.ts";
import { busy } from "./refusals.ts";
import { selectEntries } from "./read-entries.ts";
import type { Selection } from "./selection.ts";
import type { VectorServices } from "./vector-services.ts";

/** Maximum number of entries whose metadata changes atomically. */
export const MAX_UPDATED_ENTRIES = 1_000;

/** Maximum attempts at a change while others write the same entries. */
const MAX_ATTEMPTS = 20;

/**
 * Changes the metadata of entries by rewriting them with their vectors and texts. Returns how many existed. Concurrent
 * writes are not lost: if an entry was rewritten meanwhile, the change applies to the new version.
 */
export const updateEntries = Effect.fnUntraced(function* (
  services: VectorServices,
  collectionName: string,
  selection: Selection,
  patch: JsonObject,
  accessFilter: AccessFilter | undefined,
): Effect.fn.Return<number, WriteFailure> {
  const attempt = tryUpdate(services, collectionName, selection, patch, accessFilter);
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    const updated = yield* attempts === 1 ? attempt : services.retries.run({ owner: collectionName }, attempt);
    if (updated !== undefined) return updated;
  }
  return yield* busy;
});

/** Returns how many entries existed, or undefined if others wrote them meanwhile. */
const tryUpdate = Effect.fnUntraced(function* (
  services: VectorServices,
  collectionName: string,
  selection: Selection,
  patch: JsonObject,
  accessFilter: AccessFilter | undefined,
): Effect.fn.Return<number | undefined, WriteFailure> {
  // The collection's index can have changed meanwhile.
  const collection = yield* services.collections.get(collectionName);
  yield* services.index.ensure(collection);
  const selected = yield* selectEntries(services, collection, selection, MAX_UPDATED_ENTRIES + 1);
  if (selected.length > MAX_UPDATED_ENTRIES) return yield* tooMany;
  const changed = yield* changedBy(selected, patch, accessFilter);
  const isDone = changed.length === 0 || (yield* writeChanged(services, collection, changed));
  return isDone ? selected.length : undefined;
});

/** Returns the passages that the patch changes, with their new metadata. */
const changedBy = (passages: readonly Passage[], patch: JsonObject, accessFilter: AccessFilter | undefined) =>
  refusing(() =>
    passages.flatMap((passage) => {
      const metadata = mergePatch(passage.metadata, patch);
      if (JSON.stringify(metadata) === JSON.stringify(passage.metadata)) return [];
      checkMetadata(metadata, `metadata: after the change, the metadata of the entry ${describeValue(passage.id)}`);
      if (accessFilter?.matches(metadata) === false) throw outside("metadata");
      return [{ ...passage, metadata }];
    }),
  );

/** Returns false if others wrote the entries meanwhile. */
const writeChanged = Effect.fnUntraced(function* (
  { writes, passages }: VectorServices,
  collection: CollectionRecord,
  changed: readonly Passage[],
): Effect.fn.Return<boolean, WriteFailure> {
  const withVectors = changed.filter(hasVector);
  const stored = yield* writes.vectorsOf(collection, withVectors);
  const lacking = withVectors.filter((passage) => !stored.has(vectorIdOf(passage)));
  if (lacking.length > 0) {
    const now = yield* passages.get(collection.id, [lacking[0]!.id]);
    if (now[0]?.vectorVersion !== lacking[0]!.vectorVersion) return false;
    return yield* vectorLost(lacking[0]!.id);
  }
  const written = changed.map((passage): CheckedVector => ({
    id: passage.id,
    text: passage.text,
    metadata: passage.metadata,
    vector: stored.get(vectorIdOf(passage))?.vector,
  }));
  const expected = changed.map(({ vectorVersion = "" }) => vectorVersion);
  return yield* writes.upsert(collection, written, expected).pipe(
    // The collection has just switched to another model, whose index contains the vectors by now.
    Effect.catchIf(
      (error) => error instanceof DomainError && error.code === "conflict",
      () => Effect.succeed(false),
    ),
  );
});

const tooMany = invalidArgument(
  `filters: match more than ${MAX_UPDATED_ENTRIES} entries, the maximum of one call; narrow the filters, or update by ids from vectors/list`,
);

const vectorLost = (id: string): DomainError =>
  new DomainError({
    code: "unavailable",
    message: `ids: the vector store has lost the vector of the entry ${describeValue(id)}; write the entry again`,
  });
