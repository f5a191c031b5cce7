import type { Passage, PassageIndexError } from "@quarry/index";
import type { EmbedderUse, EmbeddingFailure } from "@quarry/embedding";
import type { PluginError, VectorRecord } from "@quarry/plugin";
import type { CollectionRecord, DocumentRecord, SecretBoxError, StoreError, Transaction } from "@quarry/store";
import { Data, Effect } from "effect";
import { type BuildingTarget, hasSameVectors, targetsOf, type VectorTarget } from "./vector-targets.ts";
import { embeddedRecords, upsertTo } from "./target-records.ts";
import type { WriteServices } from "./write-services.ts";

/** Maximum time per batch for which a document waits for the provider of a model that is not live yet. */
const EMBED_WITHIN_MS = 30_000;

/** Number of chunks embedded at a time for an index that the run was not written to; bounds memory. */
const BATCH = 256;

/** Vectors of one run of a document, invisible until the run is made live. */
export interface RunVectors {
  /** Embedders of the written chunks; the first is the live index's. */
  readonly embedders: readonly [EmbedderUse, ...EmbedderUse[]];
  /** Embeds chunks and writes their vectors; several batches can run concurrently. */
  write(chunks: readonly Passage[], watch: WriteWatch): Effect.Effect<void, EmbeddingFailure | PluginError>;
  /**
   * Runs `work`, a transaction that makes the run live and in which `confirm` must succeed. `confirm` fails if the live
   * index changed meanwhile: then all vectors are written to the new one, and `work` runs again.
   */
  makeLive<A, E, R>(
    run: DocumentRecord,
    work: (confirm: ConfirmVectors) => Effect.Effect<A, E | LackingVectors, R>,
  ): Effect.Effect<A, E | EmbeddingFailure | PassageIndexError | PluginError | SecretBoxError, R>;
}

/** Observer of a write's progress. */
export interface WriteWatch {
  /** Called after each answered call to an embedder. */
  onAnswer(): void;
  /** Runs the work of one step of the write to the live index. */
  during<A, E, R>(step: "embedding" | "storing", work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>;
}

export type ConfirmVectors = (transaction: Transaction) => Effect.Effect<void, LackingVectors | StoreError>;

/** The live index lacks the run's vectors, so nothing of the run may become visible. */
export class LackingVectors extends Data.TaggedError("LackingVectors")<{ readonly target: VectorTarget }> {}

/** Writes to the current indexes of the collection. Indexes added later are filled before the run is made live. */
export const beginRun = Effect.fnUntraced(function* (
  { changes, embeddings, index, passages, targets, plugins }: WriteServices,
  collection: CollectionRecord,
) {
  const { live, building } = yield* targets(collection);
  const use = (target: VectorTarget) => index.embedderUse(collection.id, target.index);
  const liveUse = yield* use(live);
  // A failure of an index being built must not fail the document: the run continues without that index.
  const buildingUse = building && (yield* use(building).pipe(Effect.catch((error) => unreachable(building, error))));
  /** Numbers of the indexes that contain everything written so far. */
  const reached = new Set([live.number]);
  if (building !== undefined && buildingUse !== undefined) reached.add(building.number);

  const writeToBuilding = (target: BuildingTarget, records: Effect.Effect<readonly VectorRecord[], Error>) =>
    records.pipe(
      Effect.flatMap((own) => upsertTo(target, own)),
      Effect.catch((error) => {
        reached.delete(target.number);
        return unreachable(target, error);
      }),
    );

  const write: RunVectors["write"] = Effect.fnUntraced(function* (chunks, { onAnswer, during }) {
    const records = yield* during("embedding", embeddedRecords(embeddings, liveUse, chunks, onAnswer));
    yield* during("storing", upsertTo(live, records));
    if (building === undefined || buildingUse === undefined || !reached.has(building.number)) return;
    if (hasSameVectors(building.index, live.index)) {
      yield* writeToBuilding(building, Effect.succeed(records));
    } else if (embeddings.isTroubled(buildingUse)) {
      reached.delete(building.number);
    } else {
      const own = embeddedRecords(embeddings, buildingUse, chunks, onAnswer);
      yield* writeToBuilding(building, Effect.timeout(own, EMBED_WITHIN_MS));
    }
  });

  /**
   * Runs under the collection's lock, which every start or switch of a change takes too. The live index must contain
   * the vectors. A change that is building an index without them is told to check again.
   */
  const confirm: ConfirmVectors = Effect.fnUntraced(function* (transaction) {
    const locked = yield* changes.lockCollection(collection.id, transaction);
    if (locked === undefined) return;
    const now = targetsOf(plugins, locked, yield* changes.current(collection.id, transaction));
    if (!reached.has(now.live.number)) return yield* new LackingVectors({ target: now.live });
    if (now.building !== undefined && !reached.has(now.building.number)) {
      yield* changes.reportGap(now.building.changeId, transaction);
    }
  });

  /** Writes the whole run to an index that was added after the run began. */
  const fill = Effect.fn("fillRun")(function* ({ id, generation }: DocumentRecord, target: VectorTarget) {
    const embedder = yield* use(target);
    let after: number | undefined;
    for (;;) {
      const page = yield* passages.listChunks(collection.id, id, generation, { limit: BATCH, after });
      if (page.passages.length === 0) break;
      yield* upsertTo(target, yield* embeddedRecords(embeddings, embedder, page.passages));
      after = page.passages.at(-1)!.chunkIndex;
    }
    reached.add(target.number);
  });

  const makeLive: RunVectors["makeLive"] = (run, work) =>
    work(confirm).pipe(
      Effect.catch((error) =>
        error instanceof LackingVectors
          ? Effect.andThen(fill(run, error.target), makeLive(run, work))
          : Effect.fail(error),
      ),
    );

  const embedders: RunVectors["embedders"] = buildingUse === undefined ? [liveUse] : [liveUse, buildingUse];
  return { embedders, write, makeLive } satisfies RunVectors;
});

const unreachable = ({ changeId }: BuildingTarget, error: Error): Effect.Effect<undefined> =>
  Effect.as(Effect.logWarning(`index change ${changeId}: a document is written to its index later`, error), undefined);
