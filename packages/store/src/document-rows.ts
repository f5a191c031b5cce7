import type { DomainError } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { TimeSlice } from "@quarry/plugin/time-slice";
import type { Selectable } from "kysely";
import { reserveForAnswer } from "./answer-size.ts";
import type { DatabaseService } from "./database.ts";
import { slices } from "./field-values/match-documents.ts";
import { filled } from "./field-values/write-field-values.ts";
import type { StoreError } from "./store-error.ts";
import type { DocumentsTable } from "./tables.ts";

type DocumentRow = Selectable<DocumentsTable>;

/** Rows read at a time: with as much metadata as there may be, a few milliseconds. */
const AT_ONCE = 32;

/** The rows of documents that an answer shows: those that exist and are meant, in the order of their ids, read in slices. */
export const readByIds = Effect.fnUntraced(function* (
  database: DatabaseService,
  ids: readonly string[],
  isMeant: (row: DocumentRow) => boolean,
): Effect.fn.Return<readonly DocumentRow[], DomainError | StoreError> {
  const rows = new Map<string, DocumentRow>();
  const slice = new TimeSlice();
  for (const some of slices(ids, AT_ONCE)) {
    const found = yield* database.read((kysely) =>
      kysely.selectFrom("documents").selectAll().where("id", "in", filled(some)).execute(),
    );
    for (const row of found) {
      if (isMeant(row)) {
        yield* reserveForAnswer(row.metadata.length + (row.info?.length ?? 0));
        rows.set(row.id, row);
      }
      if (slice.isOver) yield* Effect.promise(() => slice.renew());
    }
  }
  return ids.flatMap((id) => rows.get(id) ?? []);
});
