import type { ParsedBlock, ParserEvent } from "@quarry/plugin";
import type { OfficeRead } from "../office-parser.ts";
import { infoOf, readDocument } from "../read-document.ts";
import { TreeBlocks } from "../tree-blocks.ts";

/** A Word document: headings by style, lists, tables, footnotes behind their paragraph. It has no pages of its own. */
export async function* parseWordDocument(read: OfficeRead): AsyncGenerator<ParserEvent> {
  const tree = await readDocument(read, "docx");
  yield { type: "info", info: infoOf(tree) };
  const blocks = new TreeBlocks();
  const eventOf = (block: ParsedBlock): ParserEvent => {
    read.budget.spendText(block.text.length);
    return { type: "block", block };
  };
  for (const block of blocks.read(tree.content, null)) yield eventOf(block);
  const { headers = [], footers = [] } = tree.auxiliary ?? {};
  const seen = new Set<string>();
  for (const block of blocks.read([...headers, ...footers], null)) {
    // First, left and right pages have their own, often the same.
    if (seen.has(block.text)) continue;
    seen.add(block.text);
    yield eventOf(block);
  }
}
