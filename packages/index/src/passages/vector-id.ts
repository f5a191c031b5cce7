import type { Passage } from "./passage.ts";

/**
 * Separates a passage id from the version after it, which preserves the order of ids. Not one of the control characters
 * that backends reject in a text.
 */
const SEPARATOR = "\u001f";

/** Number of hexadecimal digits of a version: 52 random bits, so two writes of an id don't get the same one. */
export const VERSION_LENGTH = 13;

const SUFFIX_LENGTH = SEPARATOR.length + VERSION_LENGTH;
const VERSION = /^n?[0-9a-f]+$/;

/**
 * First character of the version of a passage without a vector, in place of a digit: only keyword search finds the
 * passage.
 */
const WITHOUT_VECTOR = "n";

/**
 * Returns the id of a passage's vector in the vector store. The vector of a passage that a client writes includes its
 * version in the id. The previous and the next vector can thus coexist, and only the one that the passage refers to is
 * found. Chunks, and passages from before there were versions, use only their own ids.
 */
export const vectorIdOf = ({ id, vectorVersion = "" }: Pick<Passage, "id" | "vectorVersion">): string =>
  vectorVersion === "" ? id : `${id.toWellFormed()}${SEPARATOR}${vectorVersion}`;

/** Returns the version of a passage that is written without a vector. */
export const versionWithoutVector = (version: string): string => `${WITHOUT_VECTOR}${version.slice(1)}`;

/** Whether a passage must have a vector. */
export const hasVector = ({ vectorVersion = "" }: Pick<Passage, "vectorVersion">): boolean =>
  !vectorVersion.startsWith(WITHOUT_VECTOR);

/** Returns the id of a vector's passage. */
export const passageIdOf = (vectorId: string): string =>
  hasVersion(vectorId) ? vectorId.slice(0, -SUFFIX_LENGTH) : vectorId;

/** Returns the version of a vector; "" if its id has none. */
export const vectorVersionOf = (vectorId: string): string =>
  hasVersion(vectorId) ? vectorId.slice(1 - SUFFIX_LENGTH) : "";

const hasVersion = (vectorId: string): boolean =>
  vectorId.at(-SUFFIX_LENGTH) === SEPARATOR && VERSION.test(vectorId.slice(1 - SUFFIX_LENGTH));
