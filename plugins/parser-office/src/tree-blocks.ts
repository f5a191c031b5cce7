import { cleanLine, cleanText, type ParsedBlock } from "@quarry/plugin";
import type { OfficeContentNode } from "officeparser";
import { looksLikeHeader } from "./table-header.ts";

const MAX_LEVEL = 6;

/** Turns the nodes of a document's tree into blocks, in reading order; counts its tables. */
export class TreeBlocks {
  #tables = 0;

  *read(nodes: readonly OfficeContentNode[], page: number | null): Generator<ParsedBlock> {
    for (const node of nodes) {
      for (const block of this.#readNode(node)) yield { ...block, page };
    }
  }

  *#readNode(node: OfficeContentNode): Generator<ParsedBlock> {
    switch (node.type) {
      case "heading":
        yield* blockOf({ kind: "heading", text: cleanLine(node.text ?? ""), level: levelOf(node.metadata?.level) });
        break;
      case "paragraph":
        yield* blockOf({ kind: "paragraph", text: tidy(textOf(node)) });
        break;
      case "list":
        yield* blockOf({ kind: "list_item", text: tidy(textOf(node)) });
        break;
      case "code":
        yield* blockOf({ kind: "code", text: cleanText(node.text ?? "").trimEnd() });
        break;
      case "table":
        yield* this.#readTable(node);
        return;
      case "image":
        return;
      default:
        yield* this.#readOther(node);
        return;
    }
    yield* this.#readAttached(node);
  }

  /** Text boxes, drawings, charts and embedded things: their parts if they have any, else their text. */
  *#readOther(node: OfficeContentNode): Generator<ParsedBlock> {
    const parts = (node.children ?? []).filter((child) => child.type !== "text");
    if (parts.length > 0) for (const part of parts) yield* this.#readNode(part);
    else yield* blockOf({ kind: "paragraph", text: tidy(textOf(node)) });
    yield* this.#readAttached(node);
  }

  /** Footnotes and comments hang on the paragraph, or on the piece of its text, that they belong to. */
  *#readAttached(node: OfficeContentNode): Generator<ParsedBlock> {
    for (const attached of attachedTo(node)) {
      yield* blockOf({ kind: "paragraph", text: tidy(textOf(attached)) });
    }
  }

  *#readTable(table: OfficeContentNode): Generator<ParsedBlock> {
    const rows = (table.children ?? []).filter((row) => row.type === "row");
    const columns = rows.reduce((most, row) => Math.max(most, row.children?.length ?? 0), 0);
    // One column is a frame around running text, which may hold headings and lists.
    if (columns <= 1) {
      for (const cell of rows.flatMap((row) => row.children ?? [])) {
        for (const child of cell.children ?? []) yield* this.#readNode(child);
      }
      return;
    }
    const tableId = ++this.#tables;
    for (const [index, row] of rows.entries()) {
      const cells = (row.children ?? []).map((cell) => cleanLine(textOf(cell)));
      const kind = index === 0 && rows.length > 1 && looksLikeHeader(cells) ? "table_header" : "table_row";
      if (cells.some((cell) => cell !== "")) yield { kind, text: cells.join(" | "), tableId };
    }
    // Notes within a table come behind it, so that its rows stay together.
    for (const cell of rows.flatMap((row) => row.children ?? [])) yield* this.#readAttached(cell);
  }
}

function* blockOf(block: ParsedBlock): Generator<ParsedBlock> {
  if (block.text !== "") yield block;
}

const levelOf = (level: number | undefined): number => Math.min(Math.max(level ?? 1, 1), MAX_LEVEL);

const BLOCK_TYPES = new Set([
  "paragraph",
  "heading",
  "list",
  "table",
  "row",
  "cell",
  "code",
  "note",
  "comment",
  "drawing",
]);

/** A node's text; of one that holds blocks, theirs, a line each. */
export function textOf(node: OfficeContentNode): string {
  const children = node.children ?? [];
  if (!children.some((child) => BLOCK_TYPES.has(child.type))) {
    return node.text ?? children.map(textOf).join("");
  }
  return children
    .map(textOf)
    .filter((text) => text.trim() !== "")
    .join("\n");
}

function attachedTo(node: OfficeContentNode): OfficeContentNode[] {
  const own = [...(node.notes ?? []), ...(node.comments ?? [])];
  return [...own, ...(node.children ?? []).filter((child) => child.type !== "table").flatMap(attachedTo)];
}

const tidy = (text: string): string =>
  cleanText(text)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
