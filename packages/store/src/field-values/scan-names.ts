import { yieldToOthers } from "@quarry/plugin/time-slice";
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from "kysely";
import { filenameKey } from "../document.ts";
import type { DocumentsTable, Tables } from "../tables.ts";

/** Names scanned per step: about a millisecond. */
const NAMES_PER_STEP = 4_096;

/** Position of a document in name order. */
export type NamePosition = Pick<Selectable<DocumentsTable>, "filename_key" | "id">;

export interface NamesRequest {
  /** Substring of the name, ignoring case. */
  readonly substring: string;
  readonly isDescending?: boolean;
  /** Only documents after this position. */
  readonly after?: NamePosition | undefined;
}

/**
 * Yields the numbers of documents whose names contain a substring, in name order. Scans the name index in steps of a
 * fixed number of names, whether they match or not. Returning more than the numbers, or one row each, would cost
 * several times as much as the scan.
 */
export async function* scanNames(
  kysely: Kysely<Tables>,
  collectionId: string,
  { substring, isDescending = false, after: start }: NamesRequest,
): AsyncGenerator<readonly number[]> {
  const [direction, forward] = isDescending ? (["desc", "<"] as const) : (["asc", ">"] as const);
  const backward = isDescending ? ">" : "<";
  let after = start;
  for (;;) {
    const names = kysely
      .selectFrom("documents")
      .where("collection_id", "=", collectionId)
      .$if(after !== undefined, (query) => query.where(pastPosition(after!, forward)))
      .orderBy("filename_key", direction)
      .orderBy("id", direction);
    const last = await names
      .select(["filename_key", "id"])
      .offset(NAMES_PER_STEP - 1)
      .limit(1)
      .executeTakeFirst();
    const page = names
      .select("number")
      .where(({ fn, val }) => fn<number>("instr", ["filename_key", val(filenameKey(substring))]), ">", 0)
      .$if(last !== undefined, (query) => query.where(pastPosition(last!, backward, "=")))
      // Without a limit, MySQL ignores the order of a subquery below an aggregate.
      .limit(NAMES_PER_STEP);
    const { numbers } = await kysely
      .selectFrom(page.as("some"))
      .select(sql<string | null>`group_concat(number)`.as("numbers"))
      .executeTakeFirstOrThrow();
    yield numbers === null ? [] : numbers.split(",").map(Number);
    if (last === undefined) return;
    after = last;
    await yieldToOthers();
  }
}

/** Selects the names on one side of a position; with "=", including the position itself. */
const pastPosition =
  ({ filename_key: name, id }: NamePosition, side: "<" | ">", equal: "=" | "" = "") =>
  (where: ExpressionBuilder<Tables, "documents">) =>
    where.and([
      // Only this condition is used for the index seek.
      where("filename_key", `${side}=`, name),
      where.or([where("filename_key", side, name), where("id", `${side}${equal}`, id)]),
    ]);
