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
 * Builds a collection's next index, compares it and switches to it. What was away is waited for, and
 * every attempt goes on where the last one was.
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

/** An outage of a provider is waited for as one of a store is: nobody looks at a change every minute. */
const PROVIDER_PATIENCE_MS = 24 * 3_600_000;

/** Gives the place back to other collections' changes. The wait begins again after each page that was copied. */
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

/** Samples that answer otherwise are looked at again, since others write meanwhile. */
const VERIFICATIONS = 3;

const runChange = Effect.fn("indexChange.run")(function* (job: Job, lease: JobLease) {
  const changes = yield* IndexChangeRepository;
  const id = indexChangeIdOf(job.payload);
  let problems = 0;
  if (!(yield* restoreBefore(id))) return done;
  for (let pass = 1; ; pass += 1) {
    const change = yield* openChange(id);
    if (change === undefined) return done;
    const targets = yield* copyTargets(change);
    if (targets === undefined) return done;
    if (pass === 1) yield* lendWhileEmbedding(targets, lease);
    // If an earlier attempt began the pass, the gaps that it had seen are unknown.
    const seenGaps = change.cursor === null || change.gaps === 0 ? change.gaps : -1;
    if (!(yield* buildIndex(change, targets))) return done;
    yield* changes.step(id, { from: ["building"], to: "verifying" });
    const { hasSameCount, problem } = yield* verifyIndex(targets);
    problems = problem === undefined ? 0 : problems + 1;
    if (problem !== undefined && problems >= VERIFICATIONS) return failed(problem);
    // A difference in numbers may be nothing but writes that are under way: a second pass that finds nothing says so.
    const isComplete = problem === undefined && (hasSameCount || pass > 1);
    if (isComplete && (yield* switchOver(change, seenGaps, lease))) return done;
    yield* restartPass(id);
  }
});

/** A repair has its passages before it looks at them. False when the change was ended meanwhile. */
const restoreBefore = Effect.fnUntraced(function* (id: string) {
  const change = yield* openChange(id);
  // If an earlier attempt began with the vectors, it had the passages.
  if (change === undefined || change.kind !== "repair" || change.cursor !== null) return change !== undefined;
  const targets = yield* copyTargets(change);
  return targets !== undefined && (yield* restorePassages(change, targets.source));
});

/** Other changes go on while this one's provider fails or is silent. */
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

/** Undefined when the collection is gone. */
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
  // The pass over the vectors counts lost ones again.
  const notes = repair === null ? undefined : { ...repair, lostVectors: NO_NOTES.lostVectors };
  yield* changes.advance(id, { cursor: null, doneCount, totalCount, repair: notes });
});

/** One transaction, in which no run can be made live. False when a write was missed since the pass began. */
const switchOver = Effect.fnUntraced(function* (change: IndexChangeRecord, seenGaps: number, lease: JobLease) {
  const database = yield* Database;
  const changes = yield* IndexChangeRepository;
  const jobs = yield* JobQueue;
  const purge = yield* Purge;
  const damaged = yield* DamageRegistry;
  const switched = yield* database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const collection = yield* changes.lockCollection(change.collectionId, transaction);
      const latest = yield* changes.find(change.id, transaction);
      if (collection === undefined || latest === undefined || latest.gaps !== seenGaps) return false;
      const to = change.kind === "repair" ? "done" : "switched";
      if (!(yield* changes.step(change.id, { from: ["verifying"], to }, transaction))) return false;
      yield* changes.switchTo(collection.id, change.to, change.toNumber, transaction);
      if (change.rollbackOf !== null) {
        yield* changes.step(change.rollbackOf, { from: ["switched"], to: "rolled_back" }, transaction);
      }
      // There is no way back to damage.
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
