import type { Passage } from "./passage.ts";

/** Behind it stands the version, so that ids keep their order. No control character that backends refuse in a text. */
const SEPARATOR = "\u001f";

/** Hexadecimal digits of a version: 52 bits, which two writes of one id don't draw alike. */
export const VERSION_LENGTH = 13;

const SUFFIX_LENGTH = SEPARATOR.length + VERSION_LENGTH;
const VERSION = /^n?[0-9a-f]+$/;

/** What a version begins with, in the place of its first digit, that has no vector: its passage is found by words alone. */
const WITHOUT_VECTOR = "n";

/**
 * What a passage's vector is called in the vector store. The vector of what a client writes is called by its version too,
 * so that the former one and the next one can lie side by side while only the one that the passage names is found. Chunks,
 * and what was written before there were versions, are called by their ids alone.
 */
export const vectorIdOf = ({ id, vectorVersion = "" }: Pick<Passage, "id" | "vectorVersion">): string =>
  vectorVersion === "" ? id : `${id.toWellFormed()}${SEPARATOR}${vectorVersion}`;

/** The version of a passage that a write puts without a vector. */
export const versionWithoutVector = (version: string): string => `${WITHOUT_VECTOR}${version.slice(1)}`;

/** Whether a passage is meant to have a vector. */
export const hasVector = ({ vectorVersion = "" }: Pick<Passage, "vectorVersion">): boolean =>
  !vectorVersion.startsWith(WITHOUT_VECTOR);

/** The id of the passage that a vector is of. */
export const passageIdOf = (vectorId: string): string =>
  hasVersion(vectorId) ? vectorId.slice(0, -SUFFIX_LENGTH) : vectorId;

/** The version of a vector; "" where its id alone names it. */
export const vectorVersionOf = (vectorId: string): string =>
  hasVersion(vectorId) ? vectorId.slice(1 - SUFFIX_LENGTH) : "";

const hasVersion = (vectorId: string): boolean =>
  vectorId.at(-SUFFIX_LENGTH) === SEPARATOR && VERSION.test(vectorId.slice(1 - SUFFIX_LENGTH));
