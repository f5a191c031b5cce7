import type { VectorPlace } from "@quarry/catalog";
import { PassageIndex } from "@quarry/search";
import type { DocumentRecord } from "@quarry/store";
import { Effect } from "effect";
import { embeddedRecords } from "./passage-vectors.ts";

/** Chunks embedded at a time; bounds memory. */
const BATCH = 256;

/** Writes the vectors of a run that is not live yet to a generation of the index that came after its beginning. */
export const fillRun = Effect.fn("fillRun")(function* (
  { id, collectionId, generation }: DocumentRecord,
  place: VectorPlace,
) {
  const passages = yield* PassageIndex;
  let after: number | undefined;
  for (;;) {
    const page = yield* passages.listChunks(collectionId, id, generation, { limit: BATCH, after });
    if (page.passages.length === 0) return;
    const records = yield* embeddedRecords(collectionId, page.passages, place);
    yield* place.store.service.upsert(place.vectorCollection, records);
    after = page.passages.at(-1)!.chunkIndex;
  }
});
