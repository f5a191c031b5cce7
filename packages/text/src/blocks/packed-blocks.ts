import { MAX_PACKED_BOXES_LENGTH } from "../boxes/packed-boxes.ts";
import { MAX_PACKED_LINKS_LENGTH } from "../links/packed-links.ts";
import { digitsOf, numbersIn } from "../packed-numbers.ts";
import type { TextBlock } from "../text-block.ts";

/** Terminator of a chunk's packed boxes; `unpackBoxes` reads up to here. */
const BOXES_END = ".";

/** Position in the tables of a document: number of tables and rows before a text position. */
export interface TablePlace {
  /** Number of tables that have begun. */
  readonly tables: number;
  /** Number of rows of the last table, without its header rows, which precede all others. */
  readonly rows: number;
}

export const NO_TABLES: TablePlace = { tables: 0, rows: 0 };

/** Block with its position in the document's text. */
export interface PlacedBlock {
  readonly kind: TextBlock["kind"];
  /** Depth of a heading, 1 to 6. */
  readonly level?: number | undefined;
  readonly start: number;
  /** Whether it is the first row of its table, including a header row. */
  readonly beginsTable?: boolean | undefined;
  /** Offsets of its cells in its text, except the first; absent if they follow from " | ". */
  readonly cells?: readonly number[] | undefined;
}

/** Blocks of a chunk, in the form that `packBlocks` takes. */
export interface ChunkBlocks {
  /** Table position before the first block. */
  readonly before: TablePlace;
  /** Blocks in order. The first can begin before the chunk. */
  readonly blocks: readonly PlacedBlock[];
}

const PER_CHARACTER = 8;
const PER_CHUNK = 64;
const HEADINGS = 8;
const DEEPEST = 6;
/** Block kinds by their packed numbers; the numbers after them are headings by depth. */
const KINDS: readonly TextBlock["kind"][] = ["paragraph", "list_item", "code", "quote", "table_header", "table_row"];
const BEGINS_TABLE = 16;
const HAS_CELLS = 32;

/**
 * Packs the blocks of a chunk into a text that follows its packed boxes: two or three characters per block, by delta
 * encoding. Each chunk stores its row numbers, so that a position in a table can be looked up.
 */
export function packBlocks({ before, blocks }: ChunkBlocks, chunkStart: number): string {
  let packed = BOXES_END + digitsOf(before.tables) + digitsOf(before.rows);
  const [first] = blocks;
  if (first === undefined) return packed;
  packed += digitsOf(Math.max(0, chunkStart - first.start));
  let last = Math.min(first.start, chunkStart);
  for (const { kind, level = 1, start, beginsTable = false, cells } of blocks) {
    const number = kind === "heading" ? HEADINGS + Math.min(level, DEEPEST) : KINDS.indexOf(kind);
    const flags = (beginsTable ? BEGINS_TABLE : 0) + (cells === undefined ? 0 : HAS_CELLS);
    packed += digitsOf(start - last) + digitsOf(number + flags);
    last = start;
    if (cells === undefined) continue;
    packed += digitsOf(cells.length);
    for (const [index, cell] of cells.entries()) packed += digitsOf(cell - (cells[index - 1] ?? 0));
  }
  return packed;
}

/**
 * Returns the maximum length of a layout (boxes, blocks and links) of a chunk with a text of this length: a block has
 * at least one character, and a separator follows it.
 */
export const mostLayout = (length: number): number =>
  MAX_PACKED_BOXES_LENGTH + PER_CHARACTER * (length + 1) + PER_CHUNK + MAX_PACKED_LINKS_LENGTH;

/** Unpacks the blocks of a chunk. Undefined if there is no block data, as for chunks that were submitted as such. */
export function unpackBlocks(packed: string, chunkStart: number): ChunkBlocks | undefined {
  const at = packed.indexOf(BOXES_END);
  if (at < 0) return undefined;
  const numbers = numbersIn(packed.slice(at + 1));
  const [tables = 0, rows = 0, back = 0] = numbers;
  const blocks: PlacedBlock[] = [];
  let start = chunkStart - back;
  for (let next = 3; next + 1 < numbers.length;) {
    start += numbers[next++]!;
    const code = numbers[next++]!;
    const number = code % BEGINS_TABLE;
    const level = number > HEADINGS ? number - HEADINGS : undefined;
    const kind = level === undefined ? KINDS[number] : "heading";
    const hasCells = (code & HAS_CELLS) !== 0;
    const cells: number[] = [];
    if (hasCells) {
      const end = Math.min(numbers.length, next + 1 + numbers[next]!);
      for (next += 1; next < end; next++) cells.push((cells.at(-1) ?? 0) + numbers[next]!);
    }
    // A modified archive can contain unknown kinds: skip them and read the others.
    if (kind === undefined) continue;
    blocks.push({
      ...{ kind, start },
      ...(level !== undefined && { level }),
      ...((code & BEGINS_TABLE) !== 0 && { beginsTable: true }),
      ...(hasCells && { cells }),
    });
  }
  return { before: { tables, rows }, blocks };
}

/** Returns the table position after the block. */
export const tablePlaceAfter = ({ tables, rows }: TablePlace, { kind, beginsTable }: PlacedBlock): TablePlace => {
  const before = beginsTable === true ? 0 : rows;
  const isRow = kind === "table_row" || (kind === "table_header" && before > 0);
  return { tables: beginsTable === true ? tables + 1 : tables, rows: isRow ? before + 1 : before };
};
