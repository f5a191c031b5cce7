import type { JsonObject } from "@quarry/plugin/domain";
import { mapInTimeSlices } from "@quarry/plugin/time-slice";
import type { Passage } from "../passages/passage.ts";
import type { StoredPage, StoredPassage } from "../passages/protocol.ts";
import { joinMetadata } from "../passages/split-metadata.ts";

/**
 * Maximum length of metadata that is parsed in advance. Longer metadata is parsed on each access: a thousand parsed
 * values take several times the memory of their text.
 */
const MAX_PARSED_LENGTH = 1_024;

const sizes = new WeakMap<Passage, number>();

const withLength = (characters: number, passage: Passage): Passage => {
  sizes.set(passage, characters);
  return passage;
};

/** Returns the number of characters of a read passage's text and metadata. */
export const charactersOf = (passage: Passage): number => passage.text.length + (sizes.get(passage) ?? 0);

/** Converts stored passages and merges both parts of their metadata. Parses short shared metadata only once. */
export const parsePassages = (stored: readonly StoredPassage[]): Promise<readonly Passage[]> => {
  const known = new Map<string, JsonObject>();
  return mapInTimeSlices(stored, ({ sharedMetadata, ownMetadata, ...passage }) => {
    const characters = sharedMetadata.length + ownMetadata.length;
    if (characters > MAX_PARSED_LENGTH) {
      return withLength(characters, {
        ...withoutEmptyFields(passage),
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
    return withLength(characters, { ...withoutEmptyFields(passage), metadata });
  });
};

/** Same as `parsePassages`, for a page of one document. */
export const parsePage = ({ sharedMetadata, passages }: StoredPage): readonly Passage[] => {
  const known = sharedMetadata.map((metadata) => JSON.parse(metadata) as JsonObject);
  return passages.map(({ shared, ownMetadata, ...passage }) => {
    const metadata = { ...known[shared], ...(JSON.parse(ownMetadata) as JsonObject) };
    return { ...withoutEmptyFields(passage), metadata };
  });
};

/** Removes empty optional fields. */
const withoutEmptyFields = <P extends Pick<Passage, "layout" | "vectorVersion">>({
  layout = "",
  vectorVersion = "",
  ...passage
}: P) => ({
  ...passage,
  ...(layout !== "" && { layout }),
  ...(vectorVersion !== "" && { vectorVersion }),
});
