import type { PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import type { CollectionPlaces, VectorPlace } from "./index-places.ts";

/** Deletes from everywhere that the collection has vectors. A place that is being dropped has nothing to delete. */
export const deleteVectors = ({ live, building, former }: CollectionPlaces, ids: readonly string[]) =>
  Effect.gen(function* () {
    yield* live.store.service.deleteByIds(live.vectorCollection, ids);
    const others = building === undefined ? former : [building, ...former];
    yield* Effect.forEach(others, (place) => deleteFromSide(place, ids), { discard: true });
  });

/** Deletes from a place that doesn't answer, and that may be gone. */
export const deleteFromSide = (
  { store, vectorCollection }: VectorPlace,
  ids: readonly string[],
): Effect.Effect<void, PluginError> =>
  store.service.deleteByIds(vectorCollection, ids).pipe(
    Effect.asVoid,
    Effect.catchIf(
      ({ reason }) => reason === "not_found",
      () => Effect.void,
    ),
  );
