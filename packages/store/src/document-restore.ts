import { alreadyExists, notFound } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { Kysely } from "kysely";
import { changeCounters } from "./collection-counters.ts";
import type { DatabaseService } from "./database.ts";
import { documentFromRow, newDocumentRow, type RestoredDocument } from "./document.ts";
import { assignNumbers } from "./field-values/assign-numbers.ts";
import { now } from "./now.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/**
 * Inserts documents that existed elsewhere: those with a finished run are ready, under generation 1; all others are
 * pending.
 */
export const restoreDocuments = (
  database: DatabaseService,
  documents: readonly RestoredDocument[],
  within: Transaction | undefined,
) =>
  database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const [first] = documents;
      if (first === undefined) return [];
      const time = yield* now;
      const rows = documents.map((document) => restoredRow(document, time));
      const sum = (count: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + count(row), 0);
      const collectionExists = yield* database
        .run(async (kysely) => {
          const change = {
            documents: rows.length,
            inStatus: { pending: sum((row) => (row.status === "pending" ? 1 : 0)) },
            chunks: sum((row) => row.chunk_count),
            tokens: sum((row) => row.token_count),
            bytes: sum((row) => row.file_size),
          };
          if (!(await changeCounters(kysely, first.collectionId, change))) return false;
          await removeOrphanRows(kysely, rows);
          await kysely
            .insertInto("documents")
            .values(await assignNumbers(kysely, first.collectionId, rows))
            .execute();
          return true;
        }, transaction)
        .pipe(
          Effect.mapError((error) =>
            error.reason === "unique"
              ? alreadyExists(
                  `a document with an id from ${first.id} to ${documents.at(-1)!.id}, or with the external_id of one, exists already`,
                )
              : error,
          ),
        );
      if (!collectionExists) return yield* notFound("the collection no longer exists");
      return rows.map(documentFromRow);
    }),
    within,
  );

/** Removes rows of documents whose collection no longer exists. */
const removeOrphanRows = (kysely: Kysely<Tables>, rows: readonly { readonly id: string }[]) =>
  kysely
    .deleteFrom("documents")
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .where("collection_id", "not in", kysely.selectFrom("collections").select("id"))
    .execute();

const restoredRow = (document: RestoredDocument, time: string) => {
  const row = { ...newDocumentRow(document, time), created_at: document.createdAt };
  if (document.run === null) return row;
  const { chunkCount, tokenCount, info } = document.run;
  return {
    ...row,
    status: "ready" as const,
    live_generation: row.generation,
    chunk_count: chunkCount,
    token_count: tokenCount,
    info: info === null ? null : JSON.stringify(info),
  };
};
