import type { DocumentStatus } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { changeCounters, statusChange } from "./collection-counters.ts";
import type { DatabaseService } from "./database.ts";
import type { DocumentRecord, RunFailure } from "./document.ts";
import { statusFieldValues } from "./field-values/document-field-values.ts";
import { changeFieldValues } from "./field-values/write-field-values.ts";
import { lockDocument } from "./lock-document.ts";
import { now } from "./now.ts";
import type { FailureSource } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

type LiveRun = Pick<DocumentRecord, "id" | "collectionId" | "liveGeneration">;

/** Stores the chunk count of the rebuilt live run. Returns false if it is no longer the live one. */
export const recountRun = (
  database: DatabaseService,
  document: LiveRun,
  counts: { readonly chunkCount: number; readonly tokenCount: number },
) =>
  changeLive(database, document, undefined, () => ({
    chunk_count: counts.chunkCount,
    token_count: counts.tokenCount,
  }));

/**
 * Clears the live run, whose chunks are lost. A document without a run in progress becomes failed. Returns false if it
 * is no longer the live one.
 */
export const loseRun = (
  database: DatabaseService,
  document: LiveRun,
  { message, by }: RunFailure,
  within: Transaction | undefined,
) =>
  changeLive(database, document, within, (status) => ({
    chunk_count: 0,
    token_count: 0,
    live_generation: null,
    ...(status === "ready" && { status: "failed" as const, error_message: message, failed_by: by }),
  }));

interface Change {
  readonly chunk_count: number;
  readonly token_count: number;
  readonly live_generation?: null;
  readonly status?: DocumentStatus;
  readonly error_message?: string;
  readonly failed_by?: FailureSource | null;
}

const changeLive = (
  database: DatabaseService,
  { id, collectionId, liveGeneration }: LiveRun,
  within: Transaction | undefined,
  change: (status: DocumentStatus) => Change,
) =>
  database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const time = yield* now;
      return yield* database.run(async (kysely) => {
        const before = await lockDocument(database, kysely, id)
          .select(["status", "failed_by", "number", "chunk_count", "token_count"])
          .where("live_generation", "=", liveGeneration)
          .executeTakeFirst();
        if (before === undefined) return false;
        const after = change(before.status);
        await kysely
          .updateTable("documents")
          .set({ ...after, updated_at: time })
          .where("id", "=", id)
          .execute();
        await changeCounters(kysely, collectionId, {
          ...statusChange(before.status, after.status ?? before.status),
          chunks: after.chunk_count - before.chunk_count,
          tokens: after.token_count - before.token_count,
        });
        const rowKey = { collectionId, number: before.number };
        await changeFieldValues(kysely, rowKey, statusFieldValues(before), statusFieldValues({ ...before, ...after }));
        return true;
      }, transaction);
    }),
    within,
  );
