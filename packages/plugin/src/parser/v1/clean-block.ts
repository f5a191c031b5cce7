import type { LineBox } from "../../domain/page-box.ts";
import type { ParsedBlock } from "./parser-v1.ts";

/**
 * A block with its text cleaned, and its lines at their places in what is left of it. `clean` takes characters away, or
 * fewer for some; of a beginning of the text it makes a beginning of what it makes of the whole.
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
