import { cleanLine } from "@quarry/plugin";
import type { OfficeContentNode } from "officeparser";
import { type Asides, flatText, type Gathered } from "./inline-text.ts";

/** Longer texts are content, not labels, and stand in the first of the columns that they span. */
const MAX_REPEATED_CHARACTERS = 80;
const MAX_COLUMN_SPAN = 100;
/** Blank columns that are kept between two cells; a cell far out would make a row of blanks. */
const MAX_GAP = 20;

export interface TableCells extends Gathered {
  /** 0-based number of the row on its sheet or in its table; of a row without cells it is not known. */
  readonly row: number | undefined;
  /** Texts from the first column to the last one with text. */
  readonly texts: readonly string[];
  /** Number of cells with text. */
  readonly filled: number;
}

/** The cells of a row at their columns; a label that spans columns is repeated in each. */
export function tableCells({ children = [] }: OfficeContentNode, options: Asides): TableCells {
  const texts: string[] = [];
  const gathered: Gathered = { asides: [], links: [] };
  let filled = 0;
  let column = 0;
  for (const [index, node] of children.entries()) {
    const at = Math.max(column, positionOf(node).col);
    for (let blank = Math.min(at - column, MAX_GAP); blank > 0; blank--) texts.push("");
    const text = cleanLine(flatText(node, options, gathered));
    if (text !== "") filled++;
    const next = children[index + 1];
    const capacity = next === undefined ? MAX_COLUMN_SPAN : Math.max(1, positionOf(next).col - at);
    const span = Math.min(positionOf(node).colSpan ?? 1, capacity, MAX_COLUMN_SPAN);
    const label = children.length > 1 && text.length <= MAX_REPEATED_CHARACTERS ? text : "";
    for (let covered = 0; covered < span; covered++) texts.push(covered === 0 ? text : label);
    column = at + span;
  }
  while (texts.at(-1) === "") texts.pop();
  const first = children[0];
  return { row: first === undefined ? undefined : positionOf(first).row, texts, filled, ...gathered };
}

const positionOf = (
  node: OfficeContentNode,
): { readonly row?: number; readonly col: number; readonly colSpan?: number } =>
  node.type === "cell" && node.metadata !== undefined ? node.metadata : { col: 0 };
