import { PassageIndex } from "@quarry/search";
import { type IndexChangeRecord, IndexChangeRepository } from "@quarry/store";
import { Effect } from "effect";
import { type CopyPlaces, copyPassages } from "./copy-passages.ts";

/** Passages copied at a time: what a crash costs at most, and what is in memory. */
const PAGE = 256;

/**
 * One pass over all passages of the collection, from where the last attempt left off. False when the change was ended
 * meanwhile. Its place is kept in the database after each page.
 */
export const buildGeneration = Effect.fn("buildGeneration")(function* (change: IndexChangeRecord, places: CopyPlaces) {
  const passages = yield* PassageIndex;
  const changes = yield* IndexChangeRepository;
  const { collectionId } = change;
  const { dimension } = places.target.index;
  yield* places.target.store.service.ensureCollection({ collection: places.target.vectorCollection, dimension });
  const expected = yield* passages.count(collectionId);
  let done = change.doneCount;
  let cursor = change.cursor;
  for (;;) {
    const page = yield* passages.scan(collectionId, { after: cursor ?? undefined, limit: PAGE });
    if (page.length === 0) return true;
    yield* copyPassages(places, page);
    cursor = page.at(-1)!.id;
    // A later pass looks at what was counted before: progress neither goes back nor beyond.
    const totalCount = Math.max(expected, done);
    done = Math.min(done + page.length, totalCount);
    if (!(yield* changes.advance(change.id, { cursor, doneCount: done, totalCount }))) return false;
  }
});
