import { compileFilter, type Filter, type JsonObject, parseFilter } from "@quarry/plugin/domain";

/** Fields of a record that the reference evaluator reads. */
interface Described {
  readonly id: string;
  readonly metadata: JsonObject;
}

/** Returns the ids of the matching records, sorted, according to the reference evaluator. */
export const matching = (records: readonly Described[], filter: Filter): readonly string[] => {
  const matches = compileFilter(filter);
  return records
    .filter((entry) => matches(entry.metadata))
    .map((entry) => entry.id)
    .toSorted();
};

/**
 * Expects `ids` to be exactly the matching records. Otherwise the error contains the filter as requested and the
 * differing records in full, because the log is all that remains of a run in CI.
 */
export const expectMatching = (
  records: readonly Described[],
  filter: JsonObject,
  ids: readonly string[],
  source = "the store",
): void => {
  const input = new Set(ids);
  const expected = new Set(matching(records, parseFilter(filter)!));
  const wrong = records.filter(({ id }) => input.has(id) !== expected.has(id));
  const isWhole = wrong.length === 0 && ids.length === expected.size;
  if (isWhole) return;
  const lines = wrong.map(
    ({ id, metadata }) => `  ${input.has(id) ? "too much" : "missing"}: ${JSON.stringify({ id, metadata })}`,
  );
  const counts = `${ids.length} ids where ${expected.size} match`;
  throw new Error([`${source} gives ${counts} the filter ${JSON.stringify(filter)}`, ...lines].join("\n"));
};
