import { type PassageIndexError, type PassageIndexService, hasVector } from "@quarry/index";
import { Effect } from "effect";

const PAGE = 1_000;

/** Vectors that clients wrote which are looked at before a change begins; the change itself looks at all. */
const MOST_SCANNED = 10_000;

export interface TextlessVectors {
  readonly count: number;
  /** False when there are more vectors than were looked at. */
  readonly isAll: boolean;
}

/** The vectors that clients wrote without a text, among the first of them. */
export const countTextless = Effect.fnUntraced(
  function* (
    passages: PassageIndexService,
    collectionId: string,
  ): Effect.fn.Return<TextlessVectors, PassageIndexError> {
    let count = 0;
    for (let offset = 0; offset < MOST_SCANNED; offset += PAGE) {
      const page = yield* passages.listChunks(collectionId, "", 0, { limit: PAGE, offset });
      count += page.passages.filter((passage) => hasVector(passage) && passage.text.trim() === "").length;
      if (page.passages.length < PAGE) return { count, isAll: true };
    }
    return { count, isAll: false };
  },
  // Nothing was ever written.
  Effect.catchIf(
    (error) => error.reason === "not_found",
    () => Effect.succeed<TextlessVectors>({ count: 0, isAll: true }),
  ),
);
