import type { Passage } from "@quarry/index";
import { isIndexDamage, storedRecords, type VectorTarget } from "@quarry/catalog";
import type { PluginError, VectorRecord } from "@quarry/plugin";

import { Effect } from "effect";

/**
 * Reads the records of these passages that a damaged store still returns. Unreadable ones don't affect the others,
 * because a failed batch is halved recursively. Fails if the store is only unavailable. Makes at most twice as many
 * requests as there are passages.
 */
export const readableRecords = (
  target: VectorTarget,
  passages: readonly Passage[],
): Effect.Effect<ReadonlyMap<string, VectorRecord>, PluginError> =>
  storedRecords(target, passages).pipe(
    Effect.catchIf(isIndexDamage, () => {
      if (passages.length <= 1) return Effect.succeed<ReadonlyMap<string, VectorRecord>>(new Map());
      const middle = passages.length >> 1;
      const halves = [passages.slice(0, middle), passages.slice(middle)];
      return Effect.map(
        Effect.forEach(halves, (half) => readableRecords(target, half)),
        (found) => new Map(found.flatMap((records) => [...records])),
      );
    }),
  );
