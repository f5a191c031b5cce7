import { type Filter, slicesOf } from "@quarry/plugin/domain";
import { mapInTimeSlices, recordBatches, type VectorRecord } from "@quarry/plugin";
import { failure } from "./opensearch-failure.ts";
import { matchingIds } from "./opensearch-reader.ts";
import { documentIdOf, toDocument } from "./stored-document.ts";
import { bulk, type Target } from "./target.ts";
import { serverFilter } from "./to-query.ts";

/** The server accepts 100 MB, and processes chunks of some 10 MB fastest. The estimate is about twice the real size. */
const BATCH_LIMITS = { maxRecords: 1_000, maxBytes: 20 * 1024 * 1024 };
const IDS_PER_DELETE = 5_000;

export const upsertRecords = async (target: Target, records: readonly VectorRecord[]): Promise<void> => {
  const { generation, dimension } = target;
  const wrong = records.find(({ vector }) => vector.length !== dimension);
  if (wrong !== undefined) {
    const which = `the vector of ${JSON.stringify(wrong.id)}`;
    throw failure("invalid", `${which} has ${wrong.vector.length} dimensions; the collection has ${dimension}`);
  }
  for (const batch of recordBatches(records, BATCH_LIMITS)) {
    const lines = await mapInTimeSlices(
      batch,
      (record) => `{"index":{"_id":"${documentIdOf(generation, record.id)}"}}\n${toDocument(generation, record)}\n`,
    );
    await bulk(target, lines);
  }
};

/** Deletes documents and returns how many of them existed. */
export const deleteIds = async (target: Target, ids: readonly string[]): Promise<number> => {
  let deleted = 0;
  for (const part of slicesOf([...new Set(ids)], IDS_PER_DELETE)) {
    const lines = part.map((id) => `{"delete":{"_id":"${documentIdOf(target.generation, id)}"}}\n`);
    const outcomes = await bulk(target, lines);
    deleted += outcomes.filter(({ result }) => result === "deleted").length;
  }
  return deleted;
};

/** Deletes until none is left: documents may be added or changed meanwhile. `refresh` makes deletions by id visible. */
export const deleteMatching = async (target: Target, filter: Filter, refresh: () => Promise<void>): Promise<number> => {
  const { client, signal, index, collection, generation } = target;
  const applied = serverFilter(generation, filter);
  if (applied === undefined) return 0;
  if (applied.residual === undefined) return await client.deleteMatching(signal, index, collection, applied.query);
  for (let total = 0; ;) {
    const ids: string[] = [];
    for await (const page of matchingIds(target, applied)) ids.push(...page);
    if (ids.length === 0) return total;
    total += await deleteIds(target, ids);
    await refresh();
  }
};
