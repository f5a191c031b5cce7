import type { DomainError } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { TimeSlice } from "@quarry/plugin/time-slice";
import type { Selectable } from "kysely";
import { reserveForAnswer } from "./answer-size.ts";
import type { DatabaseService } from "./database.ts";
import { slices } from "./field-values/match-documents.ts";
import { padToPowerOfTwo } from "./field-values/write-field-values.ts";
import type { StoreError } from "./store-error.ts";
import type { DocumentsTable } from "./tables.ts";

type DocumentRow = Selectable<DocumentsTable>;

/** Rows per query: with the maximum of metadata, a few milliseconds. */
const ROWS_PER_QUERY = 32;

/** Reads the documents of a response in batches: those that exist and match `matches`, in the order of their ids. */
export const readByIds = Effect.fnUntraced(function* (
  database: DatabaseService,
  ids: readonly string[],
  matches: (row: DocumentRow) => boolean,
): Effect.fn.Return<readonly DocumentRow[], DomainError | StoreError> {
  const rows = new Map<string, DocumentRow>();
  const slice = new TimeSlice();
  for (const batch of slices(ids, ROWS_PER_QUERY)) {
    const found = yield* database.read((kysely) =>
      kysely.selectFrom("documents").selectAll().where("id", "in", padToPowerOfTwo(batch)).execute(),
    );
    for (const row of found) {
      if (matches(row)) {
        yield* reserveForAnswer(row.metadata.length + (row.info?.length ?? 0));
        rows.set(row.id, row);
      }
      if (slice.isOver) yield* Effect.promise(() => slice.renew());
    }
  }
  return ids.flatMap((id) => rows.get(id) ?? []);
});
