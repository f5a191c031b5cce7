import type { CallContext } from "./handler.ts";

/** Characters of a header with names: what proxies pass on beside others. */
const MAX_HEADER_LENGTH = 1_000;

/** Names for a header: percent-encoded, separated by commas, with `...` where there are more. Undefined where there are none. */
export const namesHeader = (names: Iterable<string>, isTruncated = false): string | undefined => {
  let text = "";
  for (const name of names) {
    const next = `${text}${text === "" ? "" : ", "}${encodeURIComponent(name.toWellFormed())}`;
    if (next.length > MAX_HEADER_LENGTH) return `${text}${text === "" ? "" : ", "}...`;
    text = next;
  }
  if (isTruncated) return `${text}, ...`;
  return text === "" ? undefined : text;
};

/** Tells the caller which fields of its filter nothing in the collection has. */
export const reportUnknownFields = ({ responseHeaders }: CallContext, fields: readonly string[]): void => {
  const header = namesHeader(fields);
  if (header !== undefined) responseHeaders.set("x-unknown-filter-fields", header);
};
