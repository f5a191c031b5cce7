import type { DomainError } from "@quarry/plugin/domain";
import { JobQueue } from "@quarry/jobs";
import {
  DocumentRepository,
  type PlatformTotals,
  type StatusCounts,
  type StoreError,
  WebhookRepository,
} from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { collectionNotFound, Collections } from "./collections.ts";
import { INGEST_JOB } from "./ingest-job.ts";

export interface QueueStatistics {
  readonly pending: number;
  readonly processing: number;
  readonly completed: number;
  readonly failed: number;
}

export interface PlatformStatistics {
  readonly totals: PlatformTotals;
  readonly webhooks: number;
  readonly queue: QueueStatistics;
}

export interface StatisticsShape {
  /** Returns the totals of one collection. One statement counts documents, chunks, tokens and bytes. */
  collection(name: string): Effect.Effect<PlatformTotals, DomainError | StoreError>;
  /**
   * Returns the totals of the platform. For a caller limited to some collections, counts only these, derives the queue
   * from the status of their documents, and omits webhooks.
   */
  platform(limitedTo: ReadonlySet<string> | undefined): Effect.Effect<PlatformStatistics, StoreError>;
}

/**
 * Counters that are exact at the moment of the call. They are stored, so their cost doesn't depend on the size of a
 * collection.
 */
export class Statistics extends Context.Service<Statistics, StatisticsShape>()("@quarry/catalog/Statistics") {
  static readonly layer = Layer.effect(
    Statistics,
    Effect.gen(function* () {
      const collections = yield* Collections;
      const documents = yield* DocumentRepository;
      const jobs = yield* JobQueue;
      const webhooks = yield* WebhookRepository;

      const collection = Effect.fn("Statistics.collection")(function* (name: string) {
        const { id } = yield* collections.get(name);
        const totals = yield* documents.totalsOf({ id });
        // The collection was deleted between the two reads.
        if (totals.collections === 0) return yield* collectionNotFound(name);
        return totals;
      });

      const everything = Effect.gen(function* () {
        const totals = yield* documents.totals;
        const { processing, completed, failed } = yield* jobs.workOf(INGEST_JOB);
        return {
          totals,
          webhooks: yield* webhooks.count,
          // Each unfinished document has one job, on hold or not, so documents are counted instead of jobs.
          queue: { pending: Math.max(0, unfinishedOf(totals.documents) - processing), processing, completed, failed },
        };
      });

      const limited = (names: ReadonlySet<string>) =>
        Effect.map(documents.totalsOf({ names: [...names] }), (totals) => ({
          totals,
          webhooks: 0,
          queue: queueOf(totals.documents),
        }));

      return {
        collection,
        platform: (limitedTo) => (limitedTo === undefined ? everything : limited(limitedTo)),
      };
    }),
  );
}

const unfinishedOf = ({ pending, processing }: StatusCounts): number => pending + processing;

/** Jobs are not counted by collection; the status of the documents gives the same result for their last runs. */
const queueOf = ({ pending, processing, ready, failed }: StatusCounts): QueueStatistics => ({
  pending,
  processing,
  completed: ready,
  failed,
});
