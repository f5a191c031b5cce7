import type { LineBox } from "../../domain/page-box.ts";
import type { ParsedBlock } from "./parser-v1.ts";

/**
 * Returns the block with its text cleaned, and the starts of its lines adjusted to the cleaned text. `clean` removes or
 * shortens characters, and cleaning a prefix of a text must give a prefix of the cleaned text.
 */
export function cleanBlock<Block extends Pick<ParsedBlock, "text" | "lines">>(
  block: Block,
  clean: (text: string) => string,
): Block {
  const text = clean(block.text);
  const { lines = [] } = block;
  if (lines.length === 0) {
    const { lines: _, ...rest } = block;
    return { ...rest, text } as Block;
  }
  if (text === block.text) return block;
  const placed: LineBox[] = [];
  for (const line of lines) {
    const start = clean(block.text.slice(0, line.start)).length;
    if (start < text.length && start > (placed.at(-1)?.start ?? -1)) placed.push({ ...line, start });
  }
  return { ...block, text, lines: placed };
}
