import { mapInTimeSlices, type TermRecord } from "@quarry/plugin";
import type { WeaviateCalls } from "../weaviate-calls.ts";
import { byUuids, uuidOfResult, UUIDS } from "../weaviate-objects.ts";
import type { BatchObject } from "../weaviate-stub.ts";
import { deleteUuids } from "../weaviate-writer.ts";
import { recordObject, recordUuid, wordObject, wordUuid } from "./term-object.ts";

/** The server accepts messages of 100 MB; a stored term may have some hundred bytes. */
const OBJECTS_PER_REQUEST = 500;
const VALUES_PER_REQUEST = 200_000;

export const putRecords = async (calls: WeaviateCalls, records: readonly TermRecord[]): Promise<void> => {
  await putWords(calls, new Set(records.flatMap(({ words }) => words)));
  const newest = [...new Map(records.map((record) => [record.key, record])).values()];
  await put(calls, await mapInTimeSlices(newest, recordObject));
};

export const removeRecords = async (calls: WeaviateCalls, keys: readonly string[]): Promise<void> => {
  await deleteUuids(calls, keys.map(recordUuid));
};

/** Adds words. Existing ones remain unchanged: they only record that a word was once written. */
const putWords = async (calls: WeaviateCalls, words: ReadonlySet<string>): Promise<void> => {
  const byUuid = new Map(Array.from(words, (word) => [wordUuid(word), word]));
  for (const found of await byUuids(calls, [...byUuid.keys()], UUIDS)) byUuid.delete(uuidOfResult(found));
  await put(calls, await mapInTimeSlices([...byUuid.values()], wordObject));
};

const put = async (calls: WeaviateCalls, objects: readonly BatchObject[]): Promise<void> => {
  let batch: BatchObject[] = [];
  let values = 0;
  for (const object of objects) {
    const size = valuesOf(object);
    if (batch.length === OBJECTS_PER_REQUEST || (batch.length > 0 && values + size > VALUES_PER_REQUEST)) {
      await calls.put(batch);
      batch = [];
      values = 0;
    }
    batch.push(object);
    values += size;
  }
  if (batch.length > 0) await calls.put(batch);
};

const valuesOf = ({ properties }: BatchObject): number =>
  properties!.textArrayProperties!.reduce((sum, { values }) => sum + values!.length, 0);
