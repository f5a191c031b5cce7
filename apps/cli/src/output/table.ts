import type { Terminal } from "./terminal.ts";

/** Columns as wide as their widest cell, with a title each. */
export const printTable = (
  { print, style }: Terminal,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): void => {
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  print(style("bold", line(titles)));
  for (const row of rows) print(line(row));
};

/** One `name: value` per line. */
export const printFields = ({ print, style }: Terminal, fields: Readonly<Record<string, unknown>>): void => {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields)) {
    const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
    print(`${style("bold", name.padEnd(width))}  ${text}`);
  }
};
