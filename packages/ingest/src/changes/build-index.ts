import { PassageIndex } from "@quarry/index";
import { addNamed, type IndexChangeRecord, IndexChangeRepository } from "@quarry/store";
import { Effect } from "effect";
import { type CopyTargets, copyPassages } from "./copy-passages.ts";

/** Number of passages copied at a time: the most that a crash repeats, and the most in memory. */
const PAGE = 256;

/**
 * Makes one pass over all passages of the collection, from where the last attempt stopped. Returns false if the change
 * was ended meanwhile. Stores its position in the database after each page.
 */
export const buildIndex = Effect.fn("buildIndex")(function* (change: IndexChangeRecord, targets: CopyTargets) {
  const passages = yield* PassageIndex;
  const changes = yield* IndexChangeRepository;
  const { collectionId } = change;
  const { dimension } = targets.target.index;
  yield* targets.target.store.service.ensureCollection({ collection: targets.target.vectorCollection, dimension });
  const expected = yield* passages.count(collectionId);
  let done = change.doneCount;
  let cursor = change.cursor;
  let notes = change.repair ?? undefined;
  for (;;) {
    const page = yield* passages.scan(collectionId, { after: cursor ?? undefined, limit: PAGE });
    if (page.length === 0) return true;
    const { remade, lost } = yield* copyPassages(targets, page);
    notes &&= {
      ...notes,
      remadeVectors: addNamed(notes.remadeVectors, [...remade]),
      lostVectors: addNamed(notes.lostVectors, [...lost]),
    };
    cursor = page.at(-1)!.id;
    // A later pass processes passages already counted: progress must neither decrease nor exceed the total.
    const totalCount = Math.max(expected, done);
    done = Math.min(done + page.length, totalCount);
    const progress = { cursor, doneCount: done, totalCount, repair: notes };
    if (!(yield* changes.advance(change.id, progress))) return false;
  }
});
