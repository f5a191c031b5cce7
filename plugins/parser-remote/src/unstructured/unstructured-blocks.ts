import { cleanLine, type ParsedBlock } from "@quarry/plugin";
import { XhtmlBlocks } from "../xhtml/xhtml-blocks.ts";
import type { UnstructuredElement } from "./unstructured-answer.ts";

/** Elements that repeat on every page or carry no text. */
const SKIPPED_TYPES = new Set(["Header", "Footer", "PageBreak", "PageNumber"]);

const KINDS: Readonly<Record<string, ParsedBlock["kind"]>> = {
  ...{ ListItem: "list_item", BulletedText: "list_item" },
  CodeSnippet: "code",
};

/** Converts the elements to blocks, in their order. */
export function* unstructuredBlocks(elements: readonly UnstructuredElement[]): Generator<ParsedBlock> {
  let tables = 0;
  for (const element of elements) {
    if (SKIPPED_TYPES.has(element.type)) continue;
    const page = element.metadata?.page_number ?? null;
    const html = element.metadata?.text_as_html ?? "";
    if (element.type === "Table" && html !== "") yield* tableBlocks(html, ++tables, page);
    else yield textBlock(element, page);
  }
}

function textBlock({ type, text, metadata }: UnstructuredElement, page: number | null): ParsedBlock {
  if (type === "Title") {
    return { kind: "heading", level: Math.min(6, (metadata?.category_depth ?? 0) + 1), text: cleanLine(text), page };
  }
  const kind = KINDS[type] ?? "paragraph";
  return { kind, text: kind === "code" ? text : cleanLine(text), page };
}

/** Converts a table, which arrives as HTML like those of Tika. */
function* tableBlocks(html: string, tableId: number, page: number | null): Generator<ParsedBlock> {
  const reader = new XhtmlBlocks();
  for (const event of [...reader.push(html), ...reader.finish()]) {
    if (event.type === "block") yield { ...event.block, page, ...(event.block.tableId !== undefined && { tableId }) };
  }
}
