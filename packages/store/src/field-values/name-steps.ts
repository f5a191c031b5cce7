import { yieldToOthers } from "@quarry/plugin/time-slice";
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from "kysely";
import { filenameKey } from "../document.ts";
import type { DocumentsTable, Tables } from "../tables.ts";

/** Names looked at at a time: about a millisecond. */
const NAMES_AT_ONCE = 4_096;

/** The place of a document in the order of names. */
export type NamePosition = Pick<Selectable<DocumentsTable>, "filename_key" | "id">;

export interface NamesRequest {
  /** A part of the name, whatever the case. */
  readonly part: string;
  readonly isDescending?: boolean;
  /** Only those behind it. */
  readonly after?: NamePosition | undefined;
}

/**
 * The numbers of documents whose names have a part in them, in the order of names, by a walk over the index that has these: so many
 * names at a time, whether they match or not. To hand over more than the numbers, or each in a row of its own, would cost several
 * times as much as the walk.
 */
export async function* nameSteps(
  kysely: Kysely<Tables>,
  collectionId: string,
  { part, isDescending = false, after: start }: NamesRequest,
): AsyncGenerator<readonly number[]> {
  const [direction, behind] = isDescending ? (["desc", "<"] as const) : (["asc", ">"] as const);
  const before = isDescending ? ">" : "<";
  let after = start;
  for (;;) {
    const names = kysely
      .selectFrom("documents")
      .where("collection_id", "=", collectionId)
      .$if(after !== undefined, (query) => query.where(beyond(after!, behind)))
      .orderBy("filename_key", direction)
      .orderBy("id", direction);
    const last = await names
      .select(["filename_key", "id"])
      .offset(NAMES_AT_ONCE - 1)
      .limit(1)
      .executeTakeFirst();
    const some = names
      .select("number")
      .where(({ fn, val }) => fn<number>("instr", ["filename_key", val(filenameKey(part))]), ">", 0)
      .$if(last !== undefined, (query) => query.where(beyond(last!, before, "=")))
      // Else MySQL takes the order for none of the aggregate's matter.
      .limit(NAMES_AT_ONCE);
    const { numbers } = await kysely
      .selectFrom(some.as("some"))
      .select(sql<string | null>`group_concat(number)`.as("numbers"))
      .executeTakeFirstOrThrow();
    yield numbers === null ? [] : numbers.split(",").map(Number);
    if (last === undefined) return;
    after = last;
    await yieldToOthers();
  }
}

/** On one side of a place; with "=" the place itself, too. */
const beyond =
  ({ filename_key: name, id }: NamePosition, side: "<" | ">", equal: "=" | "" = "") =>
  (where: ExpressionBuilder<Tables, "documents">) =>
    where.and([
      // This one alone is what the index is entered by.
      where("filename_key", `${side}=`, name),
      where.or([where("filename_key", side, name), where("id", `${side}${equal}`, id)]),
    ]);
