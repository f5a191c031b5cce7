import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { blockOf, changedBlock, positionOf } from "./document-set.ts";

/** Field values changed with one statement: what databases take as parameters, with room. */
const AT_ONCE = 128;

/** A document, by its number in its collection; null where it has none yet, and no indexed field values either. */
export interface NumberedDocument {
  readonly collectionId: string;
  readonly number: number | null;
}

/**
 * Updates the indexed field values of a document, in the transaction that changes the document. The caller has changed
 * a row of the collection before, or locked it: writers of one collection run one after the other.
 */
export const changeFieldValues = async (
  kysely: Kysely<Tables>,
  { collectionId, number }: NumberedDocument,
  before: readonly Buffer[],
  after: readonly Buffer[],
): Promise<void> => {
  if (number === null) return;
  const had = new Set(before.map(keyOf));
  const has = new Set(after.map(keyOf));
  const changes = [
    ...before.filter((each) => !has.has(keyOf(each))).map((fieldValue) => ({ fact: fieldValue, isAdded: false })),
    ...after.filter((each) => !had.has(keyOf(each))).map((fieldValue) => ({ fact: fieldValue, isAdded: true })),
  ];
  for (let start = 0; start < changes.length; start += AT_ONCE) {
    await changeSome(kysely, collectionId, number, changes.slice(start, start + AT_ONCE));
  }
};

const changeSome = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  number: number,
  changes: readonly { readonly fact: Buffer; readonly isAdded: boolean }[],
): Promise<void> => {
  const block = blockOf(number);
  const values = changes.map(({ fact: fieldValue }) => fieldValue);
  const rows = await kysely
    .selectFrom("document_facts")
    .select(["fact", "data"])
    .where("collection_id", "=", collectionId)
    .where("fact", "in", filled(values))
    .where("block", "=", block)
    .execute();
  const stored = new Map(rows.map((row) => [keyOf(row.fact), row.data]));
  const written: { readonly fact: Buffer; readonly data: Uint8Array }[] = [];
  const emptied: Buffer[] = [];
  for (const { fact: fieldValue, isAdded } of changes) {
    const data = changedBlock(stored.get(keyOf(fieldValue)), positionOf(number), isAdded);
    if (data === undefined) emptied.push(fieldValue);
    else written.push({ fact: fieldValue, data });
  }
  if (written.length > 0) {
    const values = filled(written).map((each) => ({ collection_id: collectionId, block, ...each }));
    await kysely.replaceInto("document_facts").values(values).execute();
  }
  if (emptied.length > 0) {
    await kysely
      .deleteFrom("document_facts")
      .where("collection_id", "=", collectionId)
      .where("fact", "in", filled(emptied))
      .where("block", "=", block)
      .execute();
  }
};

const keyOf = (fieldValue: Uint8Array): string =>
  Buffer.from(fieldValue.buffer, fieldValue.byteOffset, fieldValue.byteLength).toString("latin1");

/** Lists of a few lengths only, the last item repeated: a few prepared statements serve them all. */
export const filled = <Item>(items: readonly Item[]): readonly Item[] => {
  const length = 2 ** Math.ceil(Math.log2(items.length));
  return [...items, ...Array.from({ length: length - items.length }, () => items.at(-1)!)];
};

/** Field values removed at a time of a collection that is gone. */
const REMOVED_AT_ONCE = 500;

/** Removes some field values of a collection; false when there were no more. */
export const removeSomeFacts = async (kysely: Kysely<Tables>, collectionId: string): Promise<boolean> => {
  const values = kysely.selectFrom("document_facts").where("collection_id", "=", collectionId);
  const last = await values
    .select("fact")
    .orderBy("fact")
    .orderBy("block")
    .limit(1)
    .offset(REMOVED_AT_ONCE)
    .executeTakeFirst();
  await kysely
    .deleteFrom("document_facts")
    .where("collection_id", "=", collectionId)
    .$if(last !== undefined, (query) => query.where("fact", "<=", last!.fact))
    .execute();
  return last !== undefined;
};
