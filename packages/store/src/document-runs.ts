import type { DocumentStatus } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { Kysely } from "kysely";
import { changeCounters, movedStatus } from "./collection-counters.ts";
import type { DatabaseService } from "./database.ts";
import { documentFromRow, type FinishedRun, type RunFailure, type SwitchResult } from "./document.ts";
import { documentFacts, standingFacts } from "./facts/document-facts.ts";
import { changeFacts } from "./facts/write-facts.ts";
import { now } from "./now.ts";
import type { FailureSource, Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

const NOT_SWITCHED: SwitchResult = { switched: false, replacedGeneration: null };

export const beginProcessing = (
  database: DatabaseService,
  id: string,
  generation: number,
  within: Transaction | undefined,
) => changeRun(database, id, generation, ["pending", "processing"], { status: "processing" }, within);

export const backToPending = (
  database: DatabaseService,
  id: string,
  generation: number,
  within: Transaction | undefined,
) => changeRun(database, id, generation, ["processing"], { status: "pending" }, within);

export const finishFailed = (
  database: DatabaseService,
  id: string,
  generation: number,
  { message, by }: RunFailure,
  within: Transaction | undefined,
) => {
  const change = { status: "failed", error_message: message, failed_by: by } as const;
  return changeRun(database, id, generation, ["pending", "processing"], change, within);
};

export const finishReady = (
  database: DatabaseService,
  id: string,
  generation: number,
  run: FinishedRun,
  within: Transaction | undefined,
) =>
  database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const time = yield* now;
      return yield* database.run((kysely) => switchLive(database, kysely, id, generation, run, time), transaction);
    }),
    within,
  );

export const restart = (database: DatabaseService, collectionId: string, id: string, within: Transaction | undefined) =>
  database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const time = yield* now;
      return yield* database.run(async (kysely) => {
        const before = await kysely
          .selectFrom("documents")
          .select(["status", "failed_by", "number"])
          .where("id", "=", id)
          .where("collection_id", "=", collectionId)
          .$if(database.dialect === "mysql", (query) => query.forUpdate())
          .executeTakeFirst();
        if (before === undefined) return undefined;
        await kysely
          .updateTable("documents")
          .set((column) => ({
            generation: column("generation", "+", 1),
            status: "pending",
            error_message: null,
            failed_by: null,
            updated_at: time,
          }))
          .where("id", "=", id)
          .execute();
        if (before.status !== "pending") {
          await changeCounters(kysely, collectionId, movedStatus(before.status, "pending"));
          const after = standingFacts({ status: "pending", failed_by: null });
          await changeFacts(kysely, { collectionId, number: before.number }, standingFacts(before), after);
        }
        const row = await kysely.selectFrom("documents").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
        return documentFromRow(row);
      }, transaction);
    }),
    within,
  );

interface RunChange {
  readonly status: DocumentStatus;
  readonly error_message?: string;
  readonly failed_by?: FailureSource;
}

/** A fenced change: only of this run, and only from these states. */
const changeRun = (
  database: DatabaseService,
  id: string,
  generation: number,
  from: readonly DocumentStatus[],
  change: RunChange,
  within: Transaction | undefined,
) =>
  database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const time = yield* now;
      return yield* database.run(async (kysely) => {
        const before = await kysely
          .selectFrom("documents")
          .select(["collection_id", "status", "failed_by", "number"])
          .where("id", "=", id)
          .where("generation", "=", generation)
          .where("status", "in", from)
          .$if(database.dialect === "mysql", (query) => query.forUpdate())
          .executeTakeFirst();
        if (before === undefined) return false;
        // The collection may be gone, and the document's row not yet.
        const isThere =
          before.status === change.status ||
          (await changeCounters(kysely, before.collection_id, movedStatus(before.status, change.status)));
        if (!isThere) return false;
        const place = { collectionId: before.collection_id, number: before.number };
        await changeFacts(kysely, place, standingFacts(before), standingFacts({ ...before, ...change }));
        await kysely
          .updateTable("documents")
          .set({ ...change, updated_at: time })
          .where("id", "=", id)
          .execute();
        return true;
      }, transaction);
    }),
    within,
  );

const switchLive = async (
  database: DatabaseService,
  kysely: Kysely<Tables>,
  id: string,
  generation: number,
  run: FinishedRun,
  time: string,
): Promise<SwitchResult> => {
  const before = await kysely
    .selectFrom("documents")
    .selectAll()
    .where("id", "=", id)
    .where("generation", "=", generation)
    .where("status", "=", "processing")
    .$if(database.dialect === "mysql", (query) => query.forUpdate())
    .executeTakeFirst();
  if (before === undefined) return NOT_SWITCHED;
  const isThere = await changeCounters(kysely, before.collection_id, {
    ...movedStatus("processing", "ready"),
    chunks: run.chunkCount - before.chunk_count,
    tokens: run.tokenCount - before.token_count,
  });
  // The collection may be gone, and the document's row not yet.
  if (!isThere) return NOT_SWITCHED;
  const change = {
    status: "ready",
    error_message: null,
    live_generation: generation,
    chunk_count: run.chunkCount,
    token_count: run.tokenCount,
    info: run.info === null ? null : JSON.stringify(run.info),
    updated_at: time,
  } as const;
  await kysely.updateTable("documents").set(change).where("id", "=", id).execute();
  const place = { collectionId: before.collection_id, number: before.number };
  await changeFacts(kysely, place, documentFacts(before), documentFacts({ ...before, ...change }));
  return { switched: true, replacedGeneration: before.live_generation };
};
