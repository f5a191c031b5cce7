import { isJsonObject, type JsonValue } from "@quarry/domain";
import { JobQueue } from "@quarry/jobs";
import type { CollectionRecord, DocumentRecord, StoreError, Transaction } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { vectorCollectionOf } from "./vector-collection.ts";

/** What is to be removed from files, passages and vectors, after the records are gone. */
export type PurgeTarget =
  | { readonly scope: "collection"; readonly collectionId: string; readonly vectorCollection: string }
  | {
      readonly scope: "document";
      readonly collectionId: string;
      readonly vectorCollection: string;
      readonly documentId: string;
      /** Its last run; all from the first on are removed. */
      readonly generation: number;
    }
  | {
      readonly scope: "generation";
      readonly collectionId: string;
      readonly vectorCollection: string;
      readonly documentId: string;
      readonly generation: number;
    };

export const PURGE_JOB = "purge";

/**
 * A worker that was processing while its document was deleted may still be writing; it stops when its lease runs out,
 * at the latest. The purge is done at once, for the space, and once more after that time, for what came in between.
 */
const SECOND_PASS_AFTER_MS = 120_000;

/** Purging waits for stores that are away, however long that takes within reason: about a day of retries. */
const PURGE_ATTEMPTS = 300;

type Owner = Pick<CollectionRecord, "id" | "indexGeneration">;

export interface PurgeShape {
  /** Each is enqueued in the transaction that makes the thing invisible. */
  collection(collection: Owner, within: Transaction): Effect.Effect<void, StoreError>;
  document(
    collection: Owner,
    document: Pick<DocumentRecord, "id" | "generation">,
    within: Transaction,
  ): Effect.Effect<void, StoreError>;
  generation(
    collection: Owner,
    documentId: string,
    generation: number,
    within?: Transaction,
  ): Effect.Effect<void, StoreError>;
}

/** Enqueues the durable removal of what is not visible any more. */
export class Purge extends Context.Service<Purge, PurgeShape>()("@quarry/catalog/Purge") {
  static readonly layer: Layer.Layer<Purge, never, JobQueue> = Layer.effect(
    Purge,
    Effect.gen(function* () {
      const jobs = yield* JobQueue;

      const enqueue = (target: PurgeTarget, within: Transaction | undefined) =>
        Effect.forEach(
          [0, SECOND_PASS_AFTER_MS],
          (delayMs, pass) =>
            jobs.enqueue(
              {
                id: `${PURGE_JOB}:${subjectOf(target)}:${pass + 1}`,
                kind: PURGE_JOB,
                subject: `${PURGE_JOB}:${subjectOf(target)}`,
                payload: { ...target },
                maxAttempts: PURGE_ATTEMPTS,
                runAt: Date.now() + delayMs,
                restartFinished: true,
              },
              within,
            ),
          { discard: true },
        );

      return {
        collection: (collection, within) => enqueue({ scope: "collection", ...placeOf(collection) }, within),
        document: (collection, { id, generation }, within) =>
          enqueue({ scope: "document", ...placeOf(collection), documentId: id, generation }, within),
        generation: (collection, documentId, generation, within) =>
          enqueue({ scope: "generation", ...placeOf(collection), documentId, generation }, within),
      };
    }),
  );
}

const placeOf = (collection: Owner) => ({
  collectionId: collection.id,
  vectorCollection: vectorCollectionOf(collection),
});

const subjectOf = (target: PurgeTarget): string => {
  if (target.scope === "collection") return target.collectionId;
  return target.scope === "document" ? target.documentId : `${target.documentId}/${target.generation}`;
};

/** Reads a purge job's payload; our own, so anything else is a defect. */
export const purgeTargetOf = (payload: JsonValue): PurgeTarget => {
  if (!isJsonObject(payload) || typeof payload["scope"] !== "string") throw new Error("not a purge job's payload");
  return payload as unknown as PurgeTarget;
};
