/** Parses a JSON object. Returns an empty object for an empty text, and undefined if the text is not an object. */
export const objectOf = (text: string): Record<string, unknown> | undefined => {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Formats an object for editing. An empty object becomes an empty text. */
export const textOfObject = (value: Readonly<Record<string, unknown>> | undefined): string =>
  value === undefined || Object.keys(value).length === 0 ? "" : JSON.stringify(value, undefined, 2);
