import { type Passage, PassageIndex } from "@quarry/index";
import { Effect } from "effect";
import { livePassages } from "../changes/copy-passages.ts";

/** Passages read at a time. */
const PAGE = 256;

/** Passages that may be looked at for each text wanted: what isn't live, or is a client's own, is passed over. */
const SCANNED_PER_TEXT = 4;

/**
 * Texts of a collection's live chunks, as they are embedded, at most `wanted`: all, or those with the lowest ids. Ids of
 * chunks are digests, so that is a fair sample, the same from call to call as long as nothing changes. What clients wrote
 * themselves is left out: its vectors need not have to do with its text.
 */
export const sampleTexts = Effect.fn("fit.sampleTexts")(function* (collectionId: string, wanted: number) {
  const index = yield* PassageIndex;
  const texts: string[] = [];
  let after: string | undefined;
  for (let scanned = 0; texts.length < wanted && scanned < wanted * SCANNED_PER_TEXT; scanned += PAGE) {
    const page = yield* index.scan(collectionId, { after, limit: PAGE });
    const live = yield* livePassages(page.filter(({ documentId }) => documentId !== ""));
    texts.push(...live.slice(0, wanted - texts.length).map(embeddedText));
    if (page.length < PAGE) break;
    after = page.at(-1)!.id;
  }
  return texts;
});

const embeddedText = ({ text, contextText }: Passage): string =>
  contextText === "" ? text : `${contextText}\n\n${text}`;
