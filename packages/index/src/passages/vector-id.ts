import type { Passage } from "./passage.ts";

/** Behind it stands the version, so that ids keep their order. No control character that backends refuse in a text. */
const SEPARATOR = "\u001f";

/** Hexadecimal digits of a version: 52 bits, which two writes of one id don't draw alike. */
export const VERSION_LENGTH = 13;

const SUFFIX_LENGTH = SEPARATOR.length + VERSION_LENGTH;
const VERSION = /^n?[0-9a-f]+$/;

/**
 * First character of the version of a passage without a vector, in place of a digit: only keyword search finds the
 * passage.
 */
const WITHOUT_VECTOR = "n";

/**
 * Id of a passage's vector in the vector store. The vector of a passage that a client writes has its version in the id
 * too, so that the previous and the next one can coexist while only the one that the passage names is found. Chunks,
 * and passages from before there were versions, use their own ids alone.
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
