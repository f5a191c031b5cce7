import type { TermRecord } from "@quarry/plugin";
import { slicesOf } from "@quarry/plugin/domain";
import type { RowData } from "@zilliz/milvus2-sdk-node";
import type { MilvusRows } from "../milvus-rows.ts";
import { isOneOf } from "../to-expression.ts";
import { recordRows, wordIds, wordOf, wordRow } from "./term-row.ts";

/** The server accepts messages of 64 MB; a row may have tens of kB. */
const ROWS_PER_REQUEST = 500;
const ELEMENTS_PER_REQUEST = 500_000;
const KEYS_PER_REQUEST = 1_000;

export const putRecords = async (rows: MilvusRows, records: readonly TermRecord[]): Promise<void> => {
  if (records.length === 0) return;
  await putWords(rows, new Set(records.flatMap(({ words }) => words.map((word) => word.toWellFormed()))));
  const newest = [...new Map(records.map((record) => [record.key, record])).values()];
  // An upsert doesn't replace the additional rows of a previous, longer record.
  await remove(
    rows,
    newest.map(({ key }) => key),
    " and parts > 1",
  );
  await upsert(rows, newest.flatMap(recordRows));
};

/** Adds words. Existing ones remain unchanged: they only record that a word was once written. */
const putWords = async (rows: MilvusRows, words: ReadonlySet<string>): Promise<void> => {
  const known = new Set((await rows.byIds(wordIds(words), ["id"])).map((row) => wordOf(row["id"] as string)));
  await upsert(rows, [...words].filter((word) => !known.has(word)).map(wordRow));
};

export const removeRecords = (rows: MilvusRows, keys: readonly string[]): Promise<void> => remove(rows, keys, "");

const remove = async (rows: MilvusRows, keys: readonly string[], condition: string): Promise<void> => {
  for (const part of slicesOf(keys, KEYS_PER_REQUEST)) await rows.delete(`${isOneOf(part, "record")}${condition}`);
};

const upsert = async (rows: MilvusRows, added: readonly RowData[]): Promise<void> => {
  let data: RowData[] = [];
  let elements = 0;
  const send = async () => {
    await rows.upsert(data);
    data = [];
    elements = 0;
  };
  for (const row of added) {
    data.push(row);
    elements += Object.keys(row["vector"] as object).length + (row["terms"] as readonly string[]).length;
    if (data.length >= ROWS_PER_REQUEST || elements >= ELEMENTS_PER_REQUEST) await send();
  }
  if (data.length > 0) await send();
};
