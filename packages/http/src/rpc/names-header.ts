import type { CallContext } from "./handler.ts";

/** Maximum length of a header with names: short enough for proxies to forward it with the other headers. */
const MAX_HEADER_LENGTH = 1_000;

/**
 * Formats names for a header: percent-encoded, separated by commas, with `...` if there are more. Returns undefined if
 * there are none.
 */
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

/** Reports the filter fields that no item of the collection has. */
export const reportUnknownFields = ({ responseHeaders }: CallContext, fields: readonly string[]): void => {
  const header = namesHeader(fields);
  if (header !== undefined) responseHeaders.set("x-unknown-filter-fields", header);
};
