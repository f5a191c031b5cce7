import { Effect } from "effect";
import type { Kysely } from "kysely";
import { changeCounters, movedStatus } from "./collection-counters.ts";
import type { DatabaseService } from "./database.ts";
import { documentFromRow, type DocumentRecord, type FetchedPage } from "./document.ts";
import { now } from "./now.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** What is stored of a page. */
export type FetchedBytes = Pick<DocumentRecord, "fileType" | "fileSize" | "contentHash">;

/**
 * The document's file is another one, or about to be: nothing that was said of the former one holds, until the run ends
 * (`keepFetched`). Without bytes only that is noted.
 */
export const noteFetched = (
  database: DatabaseService,
  id: string,
  generation: number,
  bytes: FetchedBytes | undefined,
  within: Transaction | undefined,
) =>
  inRun(database, id, generation, within, async (kysely, before, time) => {
    const growth = (bytes?.fileSize ?? before.fileSize) - before.fileSize;
    if (growth !== 0 && !(await changeCounters(kysely, before.collectionId, { bytes: growth }))) return undefined;
    const columns =
      bytes === undefined
        ? {}
        : { file_type: bytes.fileType, file_size: bytes.fileSize, content_hash: bytes.contentHash };
    await kysely
      .updateTable("documents")
      .set({ ...columns, fetched: null, updated_at: time })
      .where("id", "=", id)
      .execute();
    return { ...before, ...bytes, fetched: null, updatedAt: time } satisfies DocumentRecord;
  });

/** What the server said of the bytes that the current run has read, to be noted before it is made live. */
export const keepFetched = (
  database: DatabaseService,
  id: string,
  generation: number,
  fetched: FetchedPage,
  within: Transaction | undefined,
) =>
  inRun(database, id, generation, within, async (kysely) => {
    await kysely
      .updateTable("documents")
      .set({ fetched: JSON.stringify(fetched) })
      .where("id", "=", id)
      .execute();
    return true as const;
  });

/** The current run ends ready with the chunks of the run before, which are of the same bytes. */
export const finishUnchanged = (
  database: DatabaseService,
  id: string,
  generation: number,
  fetched: FetchedPage,
  within: Transaction | undefined,
) =>
  inRun(database, id, generation, within, async (kysely, before, time) => {
    if (!(await changeCounters(kysely, before.collectionId, movedStatus("processing", "ready")))) return undefined;
    await kysely
      .updateTable("documents")
      .set({ status: "ready", error_message: null, fetched: JSON.stringify(fetched), updated_at: time })
      .where("id", "=", id)
      .execute();
    return true as const;
  });

/** A fenced change: only of this run, while it is processed. Undefined when it is not any more. */
const inRun = <A>(
  database: DatabaseService,
  id: string,
  generation: number,
  within: Transaction | undefined,
  change: (kysely: Kysely<Tables>, before: DocumentRecord, time: string) => Promise<A | undefined>,
) =>
  database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const time = yield* now;
      return yield* database.run(async (kysely) => {
        const row = await kysely
          .selectFrom("documents")
          .selectAll()
          .where("id", "=", id)
          .where("generation", "=", generation)
          .where("status", "=", "processing")
          .$if(database.dialect === "mysql", (query) => query.forUpdate())
          .executeTakeFirst();
        return row === undefined ? undefined : await change(kysely, documentFromRow(row), time);
      }, transaction);
    }),
    within,
  );
