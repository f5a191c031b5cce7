/** The object of a JSON text, where an empty text is an empty object; undefined when it is none. */
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

/** An object as it is edited; an empty one as an empty text. */
export const textOfObject = (value: Readonly<Record<string, unknown>> | undefined): string =>
  value === undefined || Object.keys(value).length === 0 ? "" : JSON.stringify(value, undefined, 2);
