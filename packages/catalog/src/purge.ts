import type { JsonObject, JsonValue } from "@quarry/plugin/domain";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionRecord,
  Database,
  type DocumentRecord,
  IndexChangeRepository,
  type IndexDefinition,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { indexDefinitionOf } from "./vector-writes/vector-targets.ts";
import { vectorCollectionOf } from "./vector-collection.ts";
import { jobPayload } from "./job-payload.ts";

/** A collection of a vector store, by names of both. */
export interface StoredVectors {
  readonly vectorStore: string;
  readonly vectorCollection: string;
}

/** Target of a deletion of files, passages and vectors, after the records are deleted. */
export type PurgeTarget =
  | { readonly scope: "collection"; readonly collectionId: string; readonly vectors: readonly StoredVectors[] }
  /** One of a collection's indexes. */
  | { readonly scope: "index"; readonly collectionId: string; readonly vectors: readonly StoredVectors[] }
  | {
      readonly scope: "document";
      readonly collectionId: string;
      readonly documentId: string;
      /** Its last run; all runs from the first to this one are deleted. */
      readonly generation: number;
      /** Ids of its files. Absent in older jobs, from when there was one file with the document's id. */
      readonly fileIds?: readonly string[];
    }
  /** The file of a document version that is no longer used. */
  | { readonly scope: "file"; readonly collectionId: string; readonly documentId: string; readonly fileId: string }
  | {
      readonly scope: "generation";
      readonly collectionId: string;
      readonly documentId: string;
      readonly generation: number;
    };

export const PURGE_JOB = "purge";

/**
 * A worker that was processing a document when it was deleted can still be writing, until its lease expires at the
 * latest. The purge runs at once to free space, and again after this time for data written in between.
 */
const SECOND_PASS_AFTER_MS = 120_000;

/** Queries that began while an index was live can still read it; they end before this. */
const QUERIES_END_AFTER_MS = 10_000;

/** A purge waits for unavailable stores: about a day of retries. */
const PURGE_ATTEMPTS = 300;

type Owner = Pick<CollectionRecord, "id">;

export interface PurgeShape {
  /**
   * Enqueues a purge. Each method runs in the transaction that makes the data invisible; this one before the record is
   * deleted.
   */
  collection(collection: CollectionRecord, within: Transaction): Effect.Effect<void, StoreError>;
  /** Enqueues the purge of an index that is neither read nor built any more. */
  index(
    collection: Owner,
    definition: IndexDefinition,
    indexNumber: number,
    within: Transaction,
  ): Effect.Effect<void, StoreError>;
  document(
    collection: Owner,
    document: Pick<DocumentRecord, "id" | "generation" | "fileId" | "former">,
    within: Transaction,
  ): Effect.Effect<void, StoreError>;
  generation(
    collection: Owner,
    documentId: string,
    generation: number,
    within?: Transaction,
  ): Effect.Effect<void, StoreError>;
  file(collection: Owner, documentId: string, fileId: string, within: Transaction): Effect.Effect<void, StoreError>;
}

/** Enqueues the durable deletion of data that is no longer visible. */
export class Purge extends Context.Service<Purge, PurgeShape>()("@quarry/catalog/Purge") {
  static readonly layer: Layer.Layer<Purge, never, Database | IndexChangeRepository | JobQueue> = Layer.effect(
    Purge,
    Effect.gen(function* () {
      const database = yield* Database;
      const jobs = yield* JobQueue;
      const changes = yield* IndexChangeRepository;

      const enqueue = Effect.fnUntraced(function* (target: PurgeTarget, within: Transaction | undefined) {
        // The database's clock, by which jobs are due.
        const time = yield* database.currentTimeMillis;
        yield* Effect.forEach(
          [target.scope === "index" ? QUERIES_END_AFTER_MS : 0, SECOND_PASS_AFTER_MS],
          (delayMs, pass) =>
            jobs.enqueue(
              {
                id: `${PURGE_JOB}:${subjectOf(target)}:${pass + 1}`,
                kind: PURGE_JOB,
                subject: `${PURGE_JOB}:${subjectOf(target)}`,
                family: target.collectionId,
                payload: { ...target } as unknown as JsonObject,
                maxAttempts: PURGE_ATTEMPTS,
                runAt: time + delayMs,
                restartFinished: true,
              },
              within,
            ),
          { discard: true },
        );
      });

      const collection = Effect.fnUntraced(function* (owner: CollectionRecord, within: Transaction) {
        const current = yield* changes.current(owner.id, within);
        const definitions = current.flatMap((change) => [
          storedVectors(owner, change.from, change.fromNumber),
          storedVectors(owner, change.to, change.toNumber),
        ]);
        const live = storedVectors(owner, indexDefinitionOf(owner), owner.indexNumber);
        const distinct = new Map([live, ...definitions].map((definition) => [definition.vectorCollection, definition]));
        yield* enqueue({ scope: "collection", collectionId: owner.id, vectors: [...distinct.values()] }, within);
      });

      return {
        collection,
        index: (owner, definition, indexNumber, within) =>
          enqueue(
            { scope: "index", collectionId: owner.id, vectors: [storedVectors(owner, definition, indexNumber)] },
            within,
          ),
        document: (owner, { id, generation, fileId, former: previous }, within) => {
          const fileIds = previous === null ? [fileId] : [fileId, previous.fileId];
          return enqueue({ scope: "document", collectionId: owner.id, documentId: id, generation, fileIds }, within);
        },
        file: (owner, documentId, fileId, within) =>
          enqueue({ scope: "file", collectionId: owner.id, documentId, fileId }, within),
        generation: (owner, documentId, generation, within) =>
          enqueue({ scope: "generation", collectionId: owner.id, documentId, generation }, within),
      };
    }),
  );
}

const storedVectors = (owner: Owner, definition: IndexDefinition, indexNumber: number): StoredVectors => ({
  vectorStore: definition.vectorStore,
  vectorCollection: vectorCollectionOf({ id: owner.id, indexNumber }),
});

const subjectOf = (target: PurgeTarget): string => {
  if (target.scope === "collection") return target.collectionId;
  if (target.scope === "index") return `${target.collectionId}/${target.vectors[0]?.vectorCollection}`;
  if (target.scope === "file") return `${target.documentId}/${target.fileId}`;
  return target.scope === "document" ? target.documentId : `${target.documentId}/${target.generation}`;
};

export const purgeTargetOf = (payload: JsonValue): PurgeTarget =>
  jobPayload<PurgeTarget>(payload, "scope", "not a purge job's payload");
