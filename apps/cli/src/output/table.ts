import type { Terminal } from "./terminal.ts";
import { padded, visible, widthOf } from "./text.ts";

const GAP = "  ";

/**
 * Prints a table with titles, each column as wide as its widest cell. On a terminal that is too narrow, prints one
 * block per row.
 */
export const printTable = (
  terminal: Terminal,
  titles: readonly string[],
  input: readonly (readonly string[])[],
): void => {
  const { print, style, columns } = terminal;
  const rows = input.map((row) => row.map(visible));
  const widths = titles.map((title, column) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(row[column] ?? ""))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join(GAP)
      .trimEnd();
  const lines = [titles, ...rows].map(line);
  if (columns !== undefined && rows.length > 0 && lines.some((each) => widthOf(each) > columns)) {
    return printBlocks(terminal, titles, rows);
  }
  const [head = "", ...body] = lines;
  print(style("bold", head));
  for (const each of body) print(each);
};

const printBlocks = (terminal: Terminal, titles: readonly string[], rows: readonly (readonly string[])[]): void => {
  for (const [index, row] of rows.entries()) {
    if (index > 0) terminal.print("");
    const cells = titles.map((title, column) => [title, row[column] ?? ""] as const).filter(([, cell]) => cell !== "");
    printFields(terminal, Object.fromEntries(cells.filter(([title]) => title.trim() !== "")));
    for (const [title, cell] of cells) if (title.trim() === "") terminal.print(cell);
  }
};

/** Prints one `name  value` per line. Omits nulls. */
export const printFields = ({ print, style }: Terminal, fields: Readonly<Record<string, unknown>>): void => {
  const shown = Object.entries(fields).filter(([, value]) => value !== null);
  const width = Math.max(...shown.map(([name]) => widthOf(name)));
  for (const [name, value] of shown) {
    const text = typeof value === "object" ? JSON.stringify(value) : String(value ?? "");
    print(`${style("bold", padded(name, width))}${GAP}${visible(text)}`);
  }
};
