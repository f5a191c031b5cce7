import { type PassageIndexError, type PassageIndexService, hasVector } from "@quarry/index";
import { Effect } from "effect";

const PAGE = 1_000;

/** Number of client-written vectors checked before a change begins; the change itself checks all. */
const MAX_SCANNED = 10_000;

export interface TextlessVectors {
  readonly count: number;
  /** False if there are more vectors than were checked. */
  readonly isAll: boolean;
}

/** Counts the client-written vectors without a text among the first ones. */
export const countTextless = Effect.fnUntraced(
  function* (
    passages: PassageIndexService,
    collectionId: string,
  ): Effect.fn.Return<TextlessVectors, PassageIndexError> {
    let count = 0;
    for (let offset = 0; offset < MAX_SCANNED; offset += PAGE) {
      const page = yield* passages.listChunks(collectionId, "", 0, { limit: PAGE, offset });
      count += page.passages.filter((passage) => hasVector(passage) && passage.text.trim() === "").length;
      if (page.passages.length < PAGE) return { count, isAll: true };
    }
    return { count, isAll: false };
  },
  // No vector was ever written.
  Effect.catchIf(
    (error) => error.reason === "not_found",
    () => Effect.succeed<TextlessVectors>({ count: 0, isAll: true }),
  ),
);
