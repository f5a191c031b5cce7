import type { PassageIndex } from "@quarry/index";
import {
  CollectionIndex,
  hasSameVectors,
  indexChangeIdOf,
  indexRetireJob,
  INGEST_JOB,
  makeEndChange,
  Purge,
  type Storage,
  type VectorTarget,
  vectorTarget,
} from "@quarry/catalog";
import type { Embeddings, ProviderOutage } from "@quarry/embedding";
import type { WebhookOutbox } from "@quarry/events";
import type { FileStore } from "@quarry/store/files";
import { Plugins } from "@quarry/host";
import { done, failed, type Job, type JobHandler, type JobLease, JobQueue, retry } from "@quarry/jobs";

import {
  CollectionRepository,
  DamageRegistry,
  Database,
  type DocumentRepository,
  type IndexChangeRecord,
  IndexChangeRepository,
  NO_NOTES,
  OPEN_CHANGE_STATES,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import { outcomeOf } from "../outcome-of.ts";
import { restorePassages } from "../repair/restore-passages.ts";
import { repairOf } from "../repair/wait-for-repair.ts";
import type { ParsePool } from "../parse/parse-pool.ts";
import { buildIndex } from "./build-index.ts";
import { lendSlot } from "../waiting/lend-slot.ts";
import { waitForProvider, waitMemoryOf } from "../waiting/wait-for-provider.ts";
import type { CopyTargets } from "./copy-passages.ts";
import { waitForStorage } from "../waiting/wait-for-storage.ts";
import { verifyIndex } from "./verify-index.ts";

export type IndexChangeServices =
  | CollectionIndex
  | CollectionRepository
  | DamageRegistry
  | Database
  | DocumentRepository
  | Embeddings
  | FileStore
  | IndexChangeRepository
  | JobQueue
  | ParsePool
  | PassageIndex
  | Plugins
  | Purge
  | Storage
  | WebhookOutbox;

/**
 * Builds a collection's next index, verifies it and switches to it. Waits for unavailable services; each attempt
 * continues where the last one stopped.
 */
export const indexChangeJobHandler: JobHandler<IndexChangeServices> = {
  run: (job, lease) =>
    Effect.scoped(runChange(job, lease)).pipe(
      Effect.catchTags({
        EmbeddingFailure: ({ embedder, error, outage }) =>
          outage === undefined ? Effect.succeed(outcomeOf(error)) : waitFor(job, embedder, outage),
        PluginError: (error) => Effect.succeed(outcomeOf(error)),
        PassageIndexError: (error) => Effect.succeed(outcomeOf(error)),
        FileStoreError: (error) => Effect.succeed(outcomeOf(error)),
        ParseFailure: ({ message }) => Effect.succeed(retry(message)),
        StoreError: (error) => Effect.succeed(outcomeOf(error)),
        SecretBoxError: (error) => Effect.succeed(failed(error.message)),
      }),
      Effect.flatMap(waitForStorage),
    ),
  onExhausted: (job, lastError) => endFailed(indexChangeIdOf(job.payload), lastError),
};

/** A provider's outage is tolerated as long as a store's, since no operator watches a change every minute. */
const PROVIDER_PATIENCE_MS = 24 * 3_600_000;

/** Releases the worker slot to other collections' changes. The waiting time starts again after each copied page. */
const waitFor = Effect.fnUntraced(function* (job: Job, embedder: string, outage: ProviderOutage) {
  const database = yield* Database;
  const change = yield* openChange(indexChangeIdOf(job.payload));
  if (change === undefined) return done;
  const now = yield* database.currentTimeMillis;
  const since = waitMemoryOf(job)?.since;
  const hasAdvanced = since !== undefined && Date.parse(change.updatedAt) > since;
  const result = waitForProvider({ job, embedder, outage, hasAdvanced, now, patienceMs: PROVIDER_PATIENCE_MS });
  if (result.type === "parked") yield* Effect.logInfo(`index change ${change.id} ${result.error}`);
  return result;
});

/** Maximum verifications: samples with different results are checked again, since others write meanwhile. */
const VERIFICATIONS = 3;

const runChange = Effect.fn("indexChange.run")(function* (job: Job, lease: JobLease) {
  const changes = yield* IndexChangeRepository;
  const id = indexChangeIdOf(job.payload);
  let problems = 0;
  if (!(yield* restoreIfRepair(id))) return done;
  for (let pass = 1; ; pass += 1) {
    const change = yield* openChange(id);
    if (change === undefined) return done;
    const targets = yield* copyTargets(change);
    if (targets === undefined) return done;
    if (pass === 1) yield* lendWhileEmbedding(targets, lease);
    // If an earlier attempt began the pass, the gaps that it saw are unknown.
    const initialGaps = change.cursor === null || change.gaps === 0 ? change.gaps : -1;
    if (!(yield* buildIndex(change, targets))) return done;
    yield* changes.step(id, { from: ["building"], to: "verifying" });
    const { hasSameCount, problem } = yield* verifyIndex(targets);
    problems = problem === undefined ? 0 : problems + 1;
    if (problem !== undefined && problems >= VERIFICATIONS) return failed(problem);
    // Different counts can be due to concurrent writes only. A second pass without a problem confirms that.
    const isComplete = problem === undefined && (hasSameCount || pass > 1);
    if (isComplete && (yield* switchOver(change, initialGaps, lease))) return done;
    yield* restartPass(id);
  }
});

/** Restores the passages of a repair before they are scanned. Returns false if the change was ended meanwhile. */
const restoreIfRepair = Effect.fnUntraced(function* (id: string) {
  const change = yield* openChange(id);
  // If an earlier attempt began with the vectors, the passages are restored.
  if (change === undefined || change.kind !== "repair" || change.cursor !== null) return change !== undefined;
  const targets = yield* copyTargets(change);
  return targets !== undefined && (yield* restorePassages(change, targets.source));
});

/** Lets other changes run while this one's provider fails or doesn't respond. */
const lendWhileEmbedding = Effect.fnUntraced(function* (targets: CopyTargets, lease: JobLease) {
  const { collectionId, source, target, isRepair } = targets;
  if (!isRepair && hasSameVectors(source.index, target.index)) return;
  const index = yield* CollectionIndex;
  yield* lendSlot(lease, [yield* index.embedderUse(collectionId, target.index)], () => true);
});

const openChange = Effect.fnUntraced(function* (id: string) {
  const changes = yield* IndexChangeRepository;
  const change = yield* changes.find(id);
  return change !== undefined && OPEN_CHANGE_STATES.includes(change.state) ? change : undefined;
});

/** Returns undefined if the collection no longer exists. */
const copyTargets = Effect.fnUntraced(function* (change: IndexChangeRecord) {
  const plugins = yield* Plugins;
  const collections = yield* CollectionRepository;
  const index = yield* CollectionIndex;
  const { collectionId } = change;
  const collection = yield* collections.findById(collectionId);
  if (collection === undefined) return undefined;
  const isRepair = change.kind === "repair";
  if (!isRepair) yield* index.ensure(collection);
  const source: VectorTarget = vectorTarget(plugins, collectionId, change.from, change.fromNumber);
  const target: VectorTarget = vectorTarget(plugins, collectionId, change.to, change.toNumber);
  return { collectionId, source, target, isRepair } satisfies CopyTargets;
});

const restartPass = Effect.fnUntraced(function* (id: string) {
  const changes = yield* IndexChangeRepository;
  yield* changes.step(id, { from: ["verifying"], to: "building" });
  const change = yield* openChange(id);
  if (change === undefined) return;
  const { doneCount, totalCount, repair } = change;
  // The next pass over the vectors counts lost ones again.
  const notes = repair === null ? undefined : { ...repair, lostVectors: NO_NOTES.lostVectors };
  yield* changes.advance(id, { cursor: null, doneCount, totalCount, repair: notes });
});

/**
 * Switches in one transaction, during which no run can be made live. Returns false if a write was missed since the pass
 * began.
 */
const switchOver = Effect.fnUntraced(function* (change: IndexChangeRecord, initialGaps: number, lease: JobLease) {
  const database = yield* Database;
  const changes = yield* IndexChangeRepository;
  const jobs = yield* JobQueue;
  const purge = yield* Purge;
  const damaged = yield* DamageRegistry;
  const switched = yield* database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const collection = yield* changes.lockCollection(change.collectionId, transaction);
      const latest = yield* changes.find(change.id, transaction);
      if (collection === undefined || latest === undefined || latest.gaps !== initialGaps) return false;
      const to = change.kind === "repair" ? "done" : "switched";
      if (!(yield* changes.step(change.id, { from: ["verifying"], to }, transaction))) return false;
      yield* changes.switchTo(collection.id, change.to, change.toNumber, transaction);
      if (change.rollbackOf !== null) {
        yield* changes.step(change.rollbackOf, { from: ["switched"], to: "rolled_back" }, transaction);
      }
      // A repair can't be rolled back to a damaged index.
      if (change.kind === "repair") yield* purge.index(collection, change.from, change.fromNumber, transaction);
      else yield* jobs.enqueue(indexRetireJob(change, yield* database.currentTimeMillis), transaction);
      yield* lease.complete(transaction);
      return true;
    }),
  );
  if (switched) {
    if (change.kind === "repair") {
      damaged.clear(change.collectionId, "vectors");
      yield* jobs.wake([INGEST_JOB], repairOf(change.collectionId));
    }
    yield* Effect.logInfo("index switched", { collection: change.collectionId, change: change.id, kind: change.kind });
  }
  return switched;
});

const endFailed = Effect.fn("indexChange.endFailed")(function* (id: string, message: string) {
  const database = yield* Database;
  const changes = yield* IndexChangeRepository;
  const purge = yield* Purge;
  const endChange = makeEndChange(changes, purge);
  yield* database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const change = yield* changes.find(id, transaction);
      if (change !== undefined) yield* endChange(change, { state: "failed", error: message }, transaction);
    }),
  );
});
