import { escapeControls } from "@quarry/plugin/domain";

/** Maximum length of a foreign message that is repeated: problems are single lines. */
const MAX_CHARACTERS = 300;

/** Describes any thrown value in one line. */
export const describeThrown = (thrown: unknown): string => {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : textOf(thrown);
  // Truncated before it is scanned, because it can have any length.
  const line = escapeControls(
    text
      .slice(0, 4 * MAX_CHARACTERS)
      .replace(/\s+/g, " ")
      .trim(),
  );
  return line.length <= MAX_CHARACTERS ? line : `${line.slice(0, MAX_CHARACTERS).toWellFormed()}…`;
};

/** Converts a value to text. An object can throw during the conversion. */
const textOf = (value: unknown): string => {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
};
