import { PassageIndexError } from "./passage-index-error.ts";

/** Pattern of collection ids: they are used as file names and as ASCII keys. */
const COLLECTION_ID = /^[A-Za-z0-9_-]{1,190}$/;

/** Fails for a text that is not a collection id. */
export const requireCollectionId = (collectionId: string): void => {
  if (COLLECTION_ID.test(collectionId)) return;
  const message = `a collection id must match ${COLLECTION_ID.source}, got ${JSON.stringify(collectionId)}`;
  throw new PassageIndexError({ reason: "internal", message });
};

/** Error of every call except `ensure` and `drop` if the collection doesn't exist. */
export const noCollection = (collectionId: string): PassageIndexError =>
  new PassageIndexError({ reason: "not_found", message: `the passage index has no collection ${collectionId}` });
