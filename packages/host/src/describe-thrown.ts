import { escapeControls } from "@quarry/plugin/domain";

/** Longest part of another's message that is repeated: problems are lines. */
const MAX_CHARACTERS = 300;

/** Describes any thrown value in one line. */
export const describeThrown = (thrown: unknown): string => {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : textOf(thrown);
  // Cut before it is looked through: it may have any length.
  const line = escapeControls(
    text
      .slice(0, 4 * MAX_CHARACTERS)
      .replace(/\s+/g, " ")
      .trim(),
  );
  return line.length <= MAX_CHARACTERS ? line : `${line.slice(0, MAX_CHARACTERS).toWellFormed()}…`;
};

/** An object can refuse to be text. */
const textOf = (value: unknown): string => {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
};
