import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { blockOf, updateBlock, positionOf } from "./document-set.ts";

/** Field values per statement: well below the parameter limits of the databases. */
const VALUES_PER_STATEMENT = 128;

/** Document by its number in its collection. Null if it has no number yet, and no indexed field values either. */
export interface NumberedDocument {
  readonly collectionId: string;
  readonly number: number | null;
}

/**
 * Updates the indexed field values of a document, in the transaction that changes the document. The caller must have
 * changed or locked a row of the collection before: this serialises the writers of a collection.
 */
export const changeFieldValues = async (
  kysely: Kysely<Tables>,
  { collectionId, number }: NumberedDocument,
  before: readonly Buffer[],
  after: readonly Buffer[],
): Promise<void> => {
  if (number === null) return;
  const previousKeys = new Set(before.map(keyOf));
  const currentKeys = new Set(after.map(keyOf));
  const changes = [
    ...before
      .filter((each) => !currentKeys.has(keyOf(each)))
      .map((fieldValue) => ({ fact: fieldValue, isAdded: false })),
    ...after
      .filter((each) => !previousKeys.has(keyOf(each)))
      .map((fieldValue) => ({ fact: fieldValue, isAdded: true })),
  ];
  for (let start = 0; start < changes.length; start += VALUES_PER_STATEMENT) {
    await changeBatch(kysely, collectionId, number, changes.slice(start, start + VALUES_PER_STATEMENT));
  }
};

const changeBatch = async (
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
    .where("fact", "in", padToPowerOfTwo(values))
    .where("block", "=", block)
    .execute();
  const stored = new Map(rows.map((row) => [keyOf(row.fact), row.data]));
  const written: { readonly fact: Buffer; readonly data: Uint8Array }[] = [];
  const emptied: Buffer[] = [];
  for (const { fact: fieldValue, isAdded } of changes) {
    const data = updateBlock(stored.get(keyOf(fieldValue)), positionOf(number), isAdded);
    if (data === undefined) emptied.push(fieldValue);
    else written.push({ fact: fieldValue, data });
  }
  if (written.length > 0) {
    const values = padToPowerOfTwo(written).map((each) => ({ collection_id: collectionId, block, ...each }));
    await kysely.replaceInto("document_facts").values(values).execute();
  }
  if (emptied.length > 0) {
    await kysely
      .deleteFrom("document_facts")
      .where("collection_id", "=", collectionId)
      .where("fact", "in", padToPowerOfTwo(emptied))
      .where("block", "=", block)
      .execute();
  }
};

const keyOf = (fieldValue: Uint8Array): string =>
  Buffer.from(fieldValue.buffer, fieldValue.byteOffset, fieldValue.byteLength).toString("latin1");

/** Pads a list to a power of two by repeating its last item, so that a few prepared statements serve all lengths. */
export const padToPowerOfTwo = <Item>(items: readonly Item[]): readonly Item[] => {
  const length = 2 ** Math.ceil(Math.log2(items.length));
  return [...items, ...Array.from({ length: length - items.length }, () => items.at(-1)!)];
};

/** Field values deleted per call, for a removed collection. */
const VALUES_PER_REMOVAL = 500;

/** Deletes some field values of a collection. Returns false when none are left. */
export const removeFieldValueBatch = async (kysely: Kysely<Tables>, collectionId: string): Promise<boolean> => {
  const values = kysely.selectFrom("document_facts").where("collection_id", "=", collectionId);
  const last = await values
    .select("fact")
    .orderBy("fact")
    .orderBy("block")
    .limit(1)
    .offset(VALUES_PER_REMOVAL)
    .executeTakeFirst();
  await kysely
    .deleteFrom("document_facts")
    .where("collection_id", "=", collectionId)
    .$if(last !== undefined, (query) => query.where("fact", "<=", last!.fact))
    .execute();
  return last !== undefined;
};
