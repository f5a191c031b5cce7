const CELL = "table:table-cell";
/** Elements that only wrap paragraphs. In cells, the library only reads paragraphs that are direct children. */
const WRAPPERS = new Set([
  "text:list",
  "text:list-item",
  "text:list-header",
  "text:section",
  "text:numbered-paragraph",
]);
const NAME = /\/?([\w:.-]+)/y;
/** Sections without markup, by start and end. */
const VERBATIM: readonly (readonly [string, string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
];

/**
 * Removes the lists around paragraphs of table cells from the XML of an OpenDocument text, presentation or drawing.
 * LibreOffice writes them for tables imported from PowerPoint, and the library returns such cells empty. Returns
 * undefined if there are none. Takes linear time.
 */
export function unwrapCells(xml: string): string | undefined {
  const retained: string[] = [];
  let from = 0;
  let cells = 0;
  for (let start = xml.indexOf("<"); start >= 0;) {
    const end = endOfMarkup(xml, start);
    const name = nameAt(xml, start + 1);
    if (name === CELL && xml[end - 2] !== "/") cells += xml[start + 1] === "/" ? -1 : 1;
    else if (cells > 0 && WRAPPERS.has(name)) {
      retained.push(xml.slice(from, start));
      from = end;
    }
    start = xml.indexOf("<", end);
  }
  return retained.length === 0 ? undefined : [...retained, xml.slice(from)].join("");
}

function nameAt(xml: string, index: number): string {
  NAME.lastIndex = index;
  return NAME.exec(xml)?.[1] ?? "";
}

/** Returns the position after the tag, comment or other markup at `start`. */
function endOfMarkup(xml: string, start: number): number {
  for (const [opening, closing] of VERBATIM) {
    if (xml.startsWith(opening, start)) return endOf(xml, closing, start + opening.length);
  }
  let end = start + 1;
  for (; end < xml.length; end++) {
    const character = xml[end]!;
    if (character === ">") return end + 1;
    if (character === '"' || character === "'") end = endOf(xml, character, end + 1) - 1;
  }
  return end;
}

function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  return at < 0 ? xml.length : at + mark.length;
}
