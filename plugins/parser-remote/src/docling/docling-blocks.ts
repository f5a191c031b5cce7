import { cleanLine, type ParsedBlock } from "@quarry/plugin";
import { rowBlock } from "../table-block.ts";
import type { DoclingDocument, DoclingTable, DoclingText } from "./docling-document.ts";

/** Labels of content that is not part of the text. */
const SKIPPED_LABELS = new Set(["page_header", "page_footer"]);

const KINDS: Readonly<Record<string, ParsedBlock["kind"]>> = {
  list_item: "list_item",
  code: "code",
};

/** Returns the document's blocks in reading order, by traversing its tree from the body. */
export function* doclingBlocks(document: DoclingDocument): Generator<ParsedBlock> {
  const seen = new Set<string>();
  const stack = [...references(document.body.children)];
  let tables = 0;
  for (let reference = stack.pop(); reference !== undefined; reference = stack.pop()) {
    if (seen.has(reference)) continue;
    seen.add(reference);
    const [, section, index] = /^#\/(groups|texts|tables|pictures)\/(\d+)$/.exec(reference) ?? [];
    if (section === undefined) continue;
    const item = document[section as "groups" | "texts" | "tables" | "pictures"]?.[Number(index)];
    if (item === undefined || item.content_layer === "furniture") continue;
    if (section === "texts") {
      const block = textBlock(item as DoclingText);
      if (block !== undefined) yield block;
    } else if (section === "tables") yield* tableBlocks(item as DoclingTable, ++tables);
    stack.push(...references(item.children));
  }
}

/** In reverse order, so that the first is popped from the stack next. */
const references = (children: readonly { readonly $ref: string }[] = []): string[] =>
  children.map(({ $ref }) => $ref).toReversed();

function textBlock(item: DoclingText): ParsedBlock | undefined {
  const label = item.label ?? "text";
  if (SKIPPED_LABELS.has(label)) return undefined;
  const page = pageOf(item);
  if (label === "title") return { kind: "heading", level: 1, text: cleanLine(item.text), page };
  if (label === "section_header") {
    return { kind: "heading", level: Math.min(6, Math.max(1, item.level ?? 1) + 1), text: cleanLine(item.text), page };
  }
  const kind = KINDS[label] ?? "paragraph";
  return { kind, text: kind === "code" ? item.text : cleanLine(item.text), page };
}

function* tableBlocks(table: DoclingTable, tableId: number): Generator<ParsedBlock> {
  for (const row of table.data.grid) {
    const isHeader = row.length > 0 && row.every(({ column_header }) => column_header === true);
    const cells = row.map(({ text }) => cleanLine(text));
    const block = rowBlock(cells, isHeader ? "table_header" : "table_row", tableId, pageOf(table));
    if (block !== undefined) yield block;
  }
}

const pageOf = ({ prov }: { readonly prov?: readonly { readonly page_no: number }[] }): number | null => {
  const page = prov?.[0]?.page_no;
  return page !== undefined && Number.isInteger(page) && page >= 1 ? page : null;
};
