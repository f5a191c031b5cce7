import type { JsonObject } from "@quarry/plugin/domain";
import type { Passage } from "../passages/passage.ts";
import type { StoredPage, StoredPassage } from "../passages/protocol.ts";
import { joinMetadata } from "../passages/split-metadata.ts";

/** Metadata with more characters is parsed each time it is asked for: a thousand values take several times what their text does. */
const KEPT_PARSED = 1_024;

const sizes = new WeakMap<Passage, number>();

const sized = (characters: number, passage: Passage): Passage => {
  sizes.set(passage, characters);
  return passage;
};

/** Characters of the text and metadata of a passage that was read. */
export const charactersOf = (passage: Passage): number => passage.text.length + (sizes.get(passage) ?? 0);

/** Passages with their metadata put together; what a document's passages share is parsed once, where it is short. */
export const parsePassages = (stored: readonly StoredPassage[]): readonly Passage[] => {
  const known = new Map<string, JsonObject>();
  return stored.map(({ sharedMetadata, ownMetadata, ...passage }) => {
    const characters = sharedMetadata.length + ownMetadata.length;
    if (characters > KEPT_PARSED) {
      return sized(characters, {
        ...returnedOf(passage),
        get metadata() {
          return joinMetadata(sharedMetadata, ownMetadata);
        },
      });
    }
    let shared = known.get(sharedMetadata);
    if (shared === undefined) {
      shared = JSON.parse(sharedMetadata) as JsonObject;
      known.set(sharedMetadata, shared);
    }
    const metadata = { ...shared, ...(JSON.parse(ownMetadata) as JsonObject) };
    return sized(characters, { ...returnedOf(passage), metadata });
  });
};

/** The same for a page of one document. */
export const parsePage = ({ sharedMetadata, passages }: StoredPage): readonly Passage[] => {
  const known = sharedMetadata.map((metadata) => JSON.parse(metadata) as JsonObject);
  return passages.map(({ shared, ownMetadata, ...passage }) => {
    const metadata = { ...known[shared], ...(JSON.parse(ownMetadata) as JsonObject) };
    return { ...returnedOf(passage), metadata };
  });
};

/** Without what it doesn't have. */
const returnedOf = <P extends Pick<Passage, "layout" | "vectorVersion">>({
  layout = "",
  vectorVersion = "",
  ...passage
}: P) => ({
  ...passage,
  ...(layout !== "" && { layout }),
  ...(vectorVersion !== "" && { vectorVersion }),
});
