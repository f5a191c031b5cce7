import type { CollectionRecord } from "@quarry/store";
import { Effect } from "effect";
import { deleteFromSide } from "./place-records.ts";
import type { WriteServices } from "./write-services.ts";

/** Deletes from everywhere that the collection has vectors. A place that is being dropped has nothing to delete. */
export const deleteEverywhere = Effect.fnUntraced(function* (
  { places }: Pick<WriteServices, "places">,
  collection: CollectionRecord,
  ids: readonly string[],
) {
  const { live, building, former } = yield* places(collection);
  yield* live.store.service.deleteByIds(live.vectorCollection, ids);
  const others = building === undefined ? former : [building, ...former];
  yield* Effect.forEach(others, (place) => deleteFromSide(place, ids), { discard: true });
});
