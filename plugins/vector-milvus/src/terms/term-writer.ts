import type { TermRecord } from "@quarry/plugin";
import type { RowData } from "@zilliz/milvus2-sdk-node";
import { checkStatus } from "../milvus-failure.ts";
import { isOneOf } from "../to-expression.ts";
import { recordRows, wordIds, wordOf, wordRow } from "./term-row.ts";
import type { TermTarget } from "./term-target.ts";

/** The server accepts messages of 64 MB; a row may have tens of kB. */
const ROWS_PER_REQUEST = 500;
const ELEMENTS_PER_REQUEST = 500_000;
const KEYS_PER_REQUEST = 1_000;

export const putRecords = async (target: TermTarget, records: readonly TermRecord[]): Promise<void> => {
  if (records.length === 0) return;
  await putWords(target, new Set(records.flatMap(({ words }) => words.map((word) => word.toWellFormed()))));
  const newest = [...new Map(records.map((record) => [record.key, record])).values()];
  // An upsert doesn't replace the additional rows of a previous, longer record.
  await remove(
    target,
    newest.map(({ key }) => key),
    " and parts > 1",
  );
  await upsert(target, newest.flatMap(recordRows));
};

/** Adds words. Existing ones remain unchanged: they only record that a word was once written. */
const putWords = async (target: TermTarget, words: ReadonlySet<string>): Promise<void> => {
  const known = new Set((await target.rows.byIds(wordIds(words), ["id"])).map((row) => wordOf(row["id"] as string)));
  await upsert(target, [...words].filter((word) => !known.has(word)).map(wordRow));
};

export const removeRecords = (target: TermTarget, keys: readonly string[]): Promise<void> => remove(target, keys, "");

const remove = async (target: TermTarget, keys: readonly string[], condition: string): Promise<void> => {
  for (let start = 0; start < keys.length; start += KEYS_PER_REQUEST) {
    target.signal.throwIfAborted();
    const filter = `${isOneOf(keys.slice(start, start + KEYS_PER_REQUEST), "record")}${condition}`;
    const { status } = await target.client.delete({ collection_name: target.name, filter });
    checkStatus(status);
  }
};

const upsert = async (target: TermTarget, rows: readonly RowData[]): Promise<void> => {
  let data: RowData[] = [];
  let elements = 0;
  const send = async () => {
    target.signal.throwIfAborted();
    const { status } = await target.client.upsert({ collection_name: target.name, data });
    checkStatus(status);
    data = [];
    elements = 0;
  };
  for (const row of rows) {
    data.push(row);
    elements += Object.keys(row["vector"] as object).length + (row["terms"] as readonly string[]).length;
    if (data.length >= ROWS_PER_REQUEST || elements >= ELEMENTS_PER_REQUEST) await send();
  }
  if (data.length > 0) await send();
};
