import type { DocumentStatus } from "@quarry/plugin/domain";
import type { Effect } from "effect";
import { changeCounters, statusChange } from "./collection-counters.ts";
import type { DatabaseService } from "./database.ts";
import type { DocumentRecord, FinishedRun, RunFailure } from "./document.ts";
import { statusFieldValues } from "./field-values/document-field-values.ts";
import { changeFieldValues } from "./field-values/write-field-values.ts";
import { inTransaction } from "./in-transaction.ts";
import { lockDocument } from "./lock-document.ts";
import type { StoreError } from "./store-error.ts";
import type { FailureSource } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

type LiveRun = Pick<DocumentRecord, "id" | "collectionId" | "liveGeneration">;

/** Repairs of a document's live run. Each returns false if the run is no longer the live one. */
export interface DocumentRepairsService {
  /** Stores the chunk count of the rebuilt live run. */
  readonly recountRun: (
    document: LiveRun,
    counts: Pick<FinishedRun, "chunkCount" | "tokenCount">,
  ) => Effect.Effect<boolean, StoreError>;
  /** Clears the live run, whose chunks are lost. A document without another run in progress becomes failed. */
  readonly loseRun: (
    document: LiveRun,
    failure: RunFailure,
    within?: Transaction,
  ) => Effect.Effect<boolean, StoreError>;
}

export const makeDocumentRepairs = (database: DatabaseService): DocumentRepairsService => ({
  recountRun: (document, { chunkCount, tokenCount }) =>
    changeLive(database, document, undefined, () => ({ chunk_count: chunkCount, token_count: tokenCount })),
  loseRun: (document, { message, by }, within) =>
    changeLive(database, document, within, (status) => ({
      chunk_count: 0,
      token_count: 0,
      live_generation: null,
      ...(status === "ready" && { status: "failed" as const, error_message: message, failed_by: by }),
    })),
});

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
  inTransaction(
    database,
    async (kysely, time) => {
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
    },
    within,
  );
