/** A cell on one line, with nothing in it that would end it. */
const cell = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();

const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

/** A table, or nothing where it would have no rows. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  if (rows.length === 0) return "";
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
};

/** Paragraphs, with an empty line between them; empty ones are left out. */
export const paragraphs = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n\n");

export const code = (text: string): string => `\`${text}\``;

/** The anchor that a heading gets where Markdown is shown. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");
