import type { PageLine } from "../engine/page-text.ts";

/** Prefix of a caption: "Table 15.", "Abbildung 3:". */
const CAPTION =
  /^(?:table|figure|fig\.|exhibit|chart|tabelle|abbildung|abb\.|tab\.|tableau|tabla|cuadro|tabela|quadro|tabella|tavola|таблица|рис(?:унок|\.))\s?(?:[A-Z][.-]?)?[\dIVX]{1,6}(?:[.-]\d{1,3}){0,4}(?<end>[.:–—|-]|\s|$)/iu;
/** Maximum line distance of a caption, in font sizes, and its maximum number of lines. */
const MAX_LEADING = 1.5;
const MAX_CAPTION_LINES = 4;

/**
 * Returns the caption lines of tables and figures, each with the first line of its caption. They are neither column
 * names nor section headings.
 */
export function captionsOf(lines: readonly PageLine[]): ReadonlyMap<PageLine, PageLine> {
  const captions = new Map<PageLine, PageLine>();
  for (const [index, line] of lines.entries()) {
    if (!isFirst(line)) continue;
    captions.set(line, line);
    let last = line;
    for (const next of lines.slice(index + 1, index + MAX_CAPTION_LINES)) {
      const gap = (last.baseline - next.baseline) / line.size;
      const isSame = next.size === line.size && next.isBold === line.isBold && next.isItalic === line.isItalic;
      // Column names in the same style begin a row.
      if (!isSame || gap <= 0 || gap > MAX_LEADING || next.cells.length > 1 || (!line.isBold && next.left <= line.left))
        break;
      captions.set((last = next), line);
    }
  }
  return captions;
}

/** "Table 3 shows" begins a sentence. */
function isFirst({ text, cells, isBold, isItalic }: PageLine): boolean {
  const end = CAPTION.exec(text)?.groups?.["end"];
  return end !== undefined && (end.trim() !== "" || isBold || isItalic || cells.length > 1 || end === "");
}
