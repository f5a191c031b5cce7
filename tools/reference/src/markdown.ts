/** Formats a cell on one line, with its delimiters escaped. */
const cell = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();

const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

/** Returns a table, or an empty text if it has no rows. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  if (rows.length === 0) return "";
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
};

/** Joins paragraphs with empty lines between them; omits empty ones. */
export const paragraphs = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n\n");

export const code = (text: string): string => `\`${text}\``;

/** Returns the anchor that Markdown renderers give a heading. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
