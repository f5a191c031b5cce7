/** Longest quotation of a caller's value in a message; a long input must not be echoed in full. */
const MAX_QUOTED_CHARACTERS = 60;

/** Returns a short text for "got …" in messages: the value if it is small, otherwise its type. */
export const describeValue = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return JSON.stringify(shorten(value));
  return shorten(String(value));
};

const shorten = (text: string): string =>
  text.length <= MAX_QUOTED_CHARACTERS ? text : `${text.slice(0, MAX_QUOTED_CHARACTERS).toWellFormed()}…`;
