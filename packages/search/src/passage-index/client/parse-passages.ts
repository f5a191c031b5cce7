import type { JsonObject } from "@quarry/plugin/domain";
import type { Passage } from "../passage.ts";
import type { StoredPage, StoredPassage } from "../protocol.ts";
import { joinMetadata } from "../split-metadata.ts";

/** Metadata with more characters is parsed each time it is asked for: a thousand values take several times what their text does. */
const KEPT_PARSED = 1_024;

/** Passages with their metadata put together; what a document's passages share is parsed once, where it is short. */
export const parsePassages = (stored: readonly StoredPassage[]): readonly Passage[] => {
  const known = new Map<string, JsonObject>();
  return stored.map(({ sharedMetadata, ownMetadata, ...passage }) => {
    const characters = sharedMetadata.length + ownMetadata.length;
    if (characters > KEPT_PARSED) {
      return {
        ...toldOf(passage),
        metadataCharacters: characters,
        get metadata() {
          return joinMetadata(sharedMetadata, ownMetadata);
        },
      };
    }
    let shared = known.get(sharedMetadata);
    if (shared === undefined) {
      shared = JSON.parse(sharedMetadata) as JsonObject;
      known.set(sharedMetadata, shared);
    }
    const metadata = { ...shared, ...(JSON.parse(ownMetadata) as JsonObject) };
    return { ...toldOf(passage), metadata, metadataCharacters: characters };
  });
};

/** The same for a page of one document. */
export const parsePage = ({ sharedMetadata, passages }: StoredPage): readonly Passage[] => {
  const known = sharedMetadata.map((metadata) => JSON.parse(metadata) as JsonObject);
  return passages.map(({ shared, ownMetadata, ...passage }) => {
    const metadata = { ...known[shared], ...(JSON.parse(ownMetadata) as JsonObject) };
    return { ...toldOf(passage), metadata };
  });
};

/** Without what it doesn't have. */
const toldOf = <P extends Pick<Passage, "layout" | "vectorVersion">>({
  layout = "",
  vectorVersion = "",
  ...passage
}: P) => ({
  ...passage,
  ...(layout !== "" && { layout }),
  ...(vectorVersion !== "" && { vectorVersion }),
});
