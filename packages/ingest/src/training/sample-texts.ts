import { textWithContext } from "@quarry/embedding";
import { PassageIndex } from "@quarry/index";
import { Effect } from "effect";
import { livePassages } from "../changes/copy-passages.ts";

/** Number of passages read at a time. */
const PAGE = 256;

/** Maximum passages scanned per requested text: those that aren't live or are client-written are skipped. */
const SCANNED_PER_TEXT = 4;

/**
 * Returns at most `maxTexts` texts of a collection's live chunks, as they are embedded: all, or those with the lowest
 * ids. Ids of chunks are digests, so this is a fair sample that stays the same while nothing changes. Client-written
 * entries are skipped, because their vectors need not relate to their texts.
 */
export const sampleTexts = Effect.fn("fit.sampleTexts")(function* (collectionId: string, maxTexts: number) {
  const index = yield* PassageIndex;
  const texts: string[] = [];
  let after: string | undefined;
  for (let scanned = 0; texts.length < maxTexts && scanned < maxTexts * SCANNED_PER_TEXT; scanned += PAGE) {
    const page = yield* index.scan(collectionId, { after, limit: PAGE });
    const live = yield* livePassages(page.filter(({ documentId }) => documentId !== ""));
    texts.push(...live.slice(0, maxTexts - texts.length).map(textWithContext));
    if (page.length < PAGE) break;
    after = page.at(-1)!.id;
  }
  return texts;
});
