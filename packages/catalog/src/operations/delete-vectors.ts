import type { Filter, JsonObject } from "@quarry/plugin/domain";
import { Database, type OperationStep } from "@quarry/store";
import { Effect } from "effect";
import { selectInRange } from "../direct/read-entries.ts";
import { vectorServices } from "../direct/vector-services.ts";
import type { WriteFailure } from "../vector-writes/write-services.ts";
import { MAX_SYNCHRONOUS_ITEMS, type NewWork } from "./begin-operation.ts";
import { type ProcessBatch, OperationStopped } from "./operation-work.ts";

/**
 * Range of the entries that existed when the operation began: an entry that is written again has a position after all
 * of them.
 */
interface Range {
  /** Undefined: all entries. */
  readonly filter?: Filter | undefined;
  readonly upTo: number;
}

/**
 * Rest of a deletion: the number of entries after a position, and the next ids with the versions at which they were
 * found. These are recorded before they are deleted, so that a crash deletes no other entries in their place.
 */
interface RemainingDeletion {
  readonly count: number;
  readonly after: number;
  readonly ids: readonly string[];
  readonly versions: readonly string[];
}

/** Deletion of clients' entries: `total` entries of a range. */
export const deletionWork = (range: Range, total: number): NewWork => ({
  kind: "delete_vectors",
  total,
  items: toItems({ count: total, after: -1, ids: [], versions: [] }),
  parameters: { range: range as unknown as JsonObject },
});

/**
 * Deletes the entries found in the previous step, and finds the next ones. Entries deleted or rewritten meanwhile count
 * as well.
 */
export const makeDeleteVectors = Effect.gen(function* () {
  const database = yield* Database;
  const services = yield* vectorServices;

  const deleteBatch: ProcessBatch<WriteFailure> = Effect.fnUntraced(function* (collection, items, parameters, note) {
    const { filter, upTo } = parameters["range"] as unknown as Range;
    const { count, after, ids, versions } = fromItems(items);
    yield* services.index.ensure(collection);
    // Deleted entries are counted even if the operation is cancelled meanwhile.
    return yield* Effect.uninterruptible(
      Effect.gen(function* () {
        if (ids.length > 0) yield* services.writes.remove(collection, ids, versions);
        const remaining = count - ids.length;
        const range = { filter, after, upTo, limit: Math.min(remaining, MAX_SYNCHRONOUS_ITEMS) };
        const found = remaining === 0 ? NONE : yield* selectInRange(services, collection, range);
        const isOver = found.entries.length === 0;
        const step: OperationStep = {
          done: isOver ? count : ids.length,
          problems: [],
          isDone: true,
          ...(!isOver && {
            next: toItems({
              count: remaining,
              after: found.last,
              ids: found.entries.map(({ id }) => id),
              versions: found.entries.map(({ vectorVersion = "" }) => vectorVersion),
            }),
          }),
        };
        const noted = yield* database.transaction((transaction) => {
          const noting = Effect.as(note(step, transaction), step);
          // A cancelled operation stores its count.
          return Effect.catchTag(noting, "OperationStopped", (stopped) => Effect.succeed(stopped));
        });
        return noted instanceof OperationStopped ? yield* noted : noted;
      }),
    );
  });
  return deleteBatch;
});

const NONE = { entries: [], last: -1 };

const toItems = ({ count, after, ids, versions }: RemainingDeletion): readonly string[] => [
  String(count),
  String(after),
  ...ids,
  ...versions,
];

const fromItems = ([count, after, ...entries]: readonly string[]): RemainingDeletion => ({
  count: Number(count),
  after: Number(after),
  ids: entries.slice(0, entries.length / 2),
  versions: entries.slice(entries.length / 2),
});
