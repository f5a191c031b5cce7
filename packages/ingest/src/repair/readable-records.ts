import type { Passage } from "@quarry/index";
import { isIndexDamage, storedRecords, type VectorPlace } from "@quarry/catalog";
import type { PluginError, VectorRecord } from "@quarry/plugin";

import { Effect } from "effect";

/**
 * What a damaged place still gives of these passages: what can't be read costs the others nothing. Fails where the place is
 * merely away. Asks at most twice as often as there are passages.
 */
export const readableRecords = (
  place: VectorPlace,
  passages: readonly Passage[],
): Effect.Effect<ReadonlyMap<string, VectorRecord>, PluginError> =>
  storedRecords(place, passages).pipe(
    Effect.catchIf(isIndexDamage, () => {
      if (passages.length <= 1) return Effect.succeed<ReadonlyMap<string, VectorRecord>>(new Map());
      const middle = passages.length >> 1;
      const halves = [passages.slice(0, middle), passages.slice(middle)];
      return Effect.map(
        Effect.forEach(halves, (half) => readableRecords(place, half)),
        (found) => new Map(found.flatMap((records) => [...records])),
      );
    }),
  );
