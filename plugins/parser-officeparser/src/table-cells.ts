import { cleanLine } from "@quarry/plugin";
import type { OfficeContentNode } from "officeparser";
import { type Asides, flatText, type CollectedNotes } from "./inline-text.ts";

/** Longer texts are content, not labels, and only appear in the first of the columns they span. */
const MAX_REPEATED_CHARACTERS = 80;
const MAX_COLUMN_SPAN = 100;
/** Maximum empty columns retained between two cells: a distant cell would produce a long row of them. */
const MAX_GAP = 20;

export interface TableCells extends CollectedNotes {
  /** 0-based row number on its sheet or in its table. Unknown for a row without cells. */
  readonly row: number | undefined;
  /** Texts from the first column to the last one with text. */
  readonly texts: readonly string[];
  /** Number of cells with text. */
  readonly filled: number;
}

/** Returns the cells of a row by column. A label that spans several columns is repeated in each. */
export function tableCells({ children = [] }: OfficeContentNode, options: Asides): TableCells {
  const texts: string[] = [];
  const collected: CollectedNotes = { asides: [], links: [] };
  let filled = 0;
  let column = 0;
  for (const [index, node] of children.entries()) {
    const at = Math.max(column, positionOf(node).col);
    for (let blank = Math.min(at - column, MAX_GAP); blank > 0; blank--) texts.push("");
    const text = cleanLine(flatText(node, options, collected));
    if (text !== "") filled++;
    const next = children[index + 1];
    const available = next === undefined ? MAX_COLUMN_SPAN : Math.max(1, positionOf(next).col - at);
    const span = Math.min(positionOf(node).colSpan ?? 1, available, MAX_COLUMN_SPAN);
    const label = children.length > 1 && text.length <= MAX_REPEATED_CHARACTERS ? text : "";
    for (let covered = 0; covered < span; covered++) texts.push(covered === 0 ? text : label);
    column = at + span;
  }
  while (texts.at(-1) === "") texts.pop();
  const first = children[0];
  return { row: first === undefined ? undefined : positionOf(first).row, texts, filled, ...collected };
}

const positionOf = (
  node: OfficeContentNode,
): { readonly row?: number; readonly col: number; readonly colSpan?: number } =>
  node.type === "cell" && node.metadata !== undefined ? node.metadata : { col: 0 };
