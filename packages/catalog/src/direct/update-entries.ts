import type { AccessFilter } from "@quarry/index";
import { type Passage, hasVector, vectorIdOf } from "@quarry/index";
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

/** Entries whose metadata is changed as one. */
export const MOST_UPDATED = 1_000;

/** Most attempts at a change, because others have written the same entries meanwhile. */
const MOST_ATTEMPTS = 20;

/**
 * Changes the metadata of entries, as a write that brings their vectors and texts along. Gives how many there were. What is
 * written by others meanwhile is not lost: where it was, the change is made of that.
 */
export const updateEntries = Effect.fnUntraced(function* (
  services: VectorServices,
  collectionName: string,
  selection: Selection,
  patch: JsonObject,
  accessFilter: AccessFilter | undefined,
): Effect.fn.Return<number, WriteFailure> {
  const attempt = tryUpdate(services, collectionName, selection, patch, accessFilter);
  for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts += 1) {
    const updated = yield* attempts === 1 ? attempt : services.retries.run({ owner: collectionName }, attempt);
    if (updated !== undefined) return updated;
  }
  return yield* busy;
});

/** Gives how many entries there were; undefined where others were quicker. */
const tryUpdate = Effect.fnUntraced(function* (
  services: VectorServices,
  collectionName: string,
  selection: Selection,
  patch: JsonObject,
  accessFilter: AccessFilter | undefined,
): Effect.fn.Return<number | undefined, WriteFailure> {
  // Its index may be another one than before.
  const collection = yield* services.collections.get(collectionName);
  yield* services.index.ensure(collection);
  const selected = yield* selectEntries(services, collection, selection, MOST_UPDATED + 1);
  if (selected.length > MOST_UPDATED) return yield* tooMany;
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
      checkMetadata(metadata, `metadata: what it makes of the entry ${describeValue(passage.id)}`);
      if (accessFilter?.matches(metadata) === false) throw outside("metadata");
      return [{ ...passage, metadata }];
    }),
  );

/** False where others were quicker. */
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
    // The collection has just changed to another model: its vectors are there by now.
    Effect.catchIf(
      (error) => error instanceof DomainError && error.code === "conflict",
      () => Effect.succeed(false),
    ),
  );
});

const tooMany = invalidArgument(
  `filters: match more than ${MOST_UPDATED} entries, which can't be changed as one; narrow them, or change the entries by ids, as vectors/list gives them`,
);

const vectorLost = (id: string): DomainError =>
  new DomainError({
    code: "unavailable",
    message: `ids: the vector store has lost the vector of the entry ${describeValue(id)}; write the entry again`,
  });
